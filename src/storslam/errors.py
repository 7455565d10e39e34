"""The errors that are for people. Everything else that is raised is a bug of ours."""


class StorslamError(Exception):
    """Something a person can mend: says what happened, where, and what to do.

    `message` is an English gettext template with `%(name)s` places; `params` fills them.
    The edge (terminal, page, API) translates the template and then fills it.
    """

    def __init__(self, message: str, **params: object) -> None:
        super().__init__(message)
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return self.message % self.params


class FileFault(StorslamError):
    """A file that cannot be read as what it claims to be; names file, line and column.

    `line` and `column` count from 1; 0 means that the fault is of the file as a whole. In JSON
    `path` is the way to the value: `event.lines[3].ns`.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        line: int = 0,
        column: int = 0,
        path: str = "",
        **params: object,
    ) -> None:
        super().__init__(message, **params)
        self.file, self.line, self.column, self.path = file, line, column, path

    @classmethod
    def of(
        cls, error: StorslamError, *, line: int = 0, column: int = 0, path: str = ""
    ) -> "FileFault":
        """This error, at its place in a file."""
        fault = cls(error.message, line=line, column=column, path=path)
        fault.params = error.params
        return fault

    def at(self, file: str) -> "FileFault":
        """The same fault, in the file of this name."""
        fault = FileFault.of(self, line=self.line, column=self.column, path=self.path)
        fault.file = file
        return fault

    @property
    def place(self) -> str:
        """Where: `file:line:column`, or `file:path`, as far as known."""
        parts = [self.file, *(str(n) for n in (self.line, self.column) if n), self.path]
        return ":".join(part for part in parts if part)

    def __str__(self) -> str:
        said = super().__str__()
        return f"{self.place}: {said}" if self.place else said
