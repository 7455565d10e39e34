"""All that is wrong in a table, so that it can be mended in one go."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from storslam.errors import FileFault, StorslamError
from storslam.translation import gettext_noop

T = TypeVar("T")

_MESSAGE = gettext_noop("faults: %(count)s; nothing of the file is used")


@dataclass(frozen=True, slots=True)
class LineFault:
    """One thing that is wrong: its line, the heading of its column, and what, as StorslamError.

    An empty column means the line as a whole.
    """

    line: int
    column: str
    message: str
    params: Mapping[str, object]


class SheetFaults(FileFault):
    """Everything that is wrong in a table, in the order of its lines."""

    def __init__(self, faults: Iterable[LineFault], file: str = "") -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__(_MESSAGE, file=file, line=self.faults[0].line, count=len(self.faults))

    def at(self, file: str) -> "SheetFaults":
        """The same faults, in the file of this name."""
        return SheetFaults(self.faults, file)


@dataclass(slots=True)
class Check:
    """Reads the cells of a table, and gathers what is wrong instead of stopping at the first."""

    faults: list[LineFault] = field(default_factory=list)

    def note(self, line: int, column: str, error: StorslamError) -> None:
        """Gather this error."""
        self.faults.append(LineFault(line, column, error.message, error.params))

    def read(self, line: int, column: str, text: str, parse: Callable[[str], T]) -> T | None:
        """What `parse` makes of the text; None for an empty one, and after a fault."""
        try:
            return parse(text) if text else None
        except StorslamError as error:
            self.note(line, column, error)
            return None

    def close(self, name: str) -> None:
        """Raise SheetFaults, in the file of this name, when anything was wrong."""
        if self.faults:
            raise SheetFaults(self.faults, name)
