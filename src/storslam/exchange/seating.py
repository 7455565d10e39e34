"""Who met whom, in any format: what no file may say of it, and what pairs are called."""

from collections import Counter
from collections.abc import Iterable

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.scoring.event import Line

MAX_CODE, MAX_GROUP, MAX_SECTION = 40, 10, 20


class Seating:
    """Follows the lines of one event and refuses a contestant that is in two places."""

    def __init__(self) -> None:
        self._played: set[tuple[str, int, str]] = set()

    def admit(self, line: Line) -> Line:
        """The line, if its contestants can have played it; raises StorslamError otherwise."""
        if line.ns == line.ew:
            raise StorslamError("%(id)s plays against itself", id=line.ns)
        for contestant in (line.ns, line.ew):
            if contestant is None:
                continue
            played = (line.section, line.board, contestant)
            if played in self._played:
                raise StorslamError(
                    "%(id)s has board %(board)s twice", id=contestant, board=line.board
                )
            self._played.add(played)
        return line


class Names:
    """Pair numbers that are used twice (by section or by direction) become names of their own."""

    def __init__(self, used: Iterable[tuple[str, Side, str]]) -> None:
        keys = [(section, number) for section, _, number in used]
        self._by_direction = {key for key, count in Counter(keys).items() if count > 1}
        sections = Counter(number for _, number in set(keys))
        self._by_section = {number for number, count in sections.items() if count > 1}

    def __call__(self, section: str, side: Side, number: str) -> str:
        """What the pair of this number is called; `A7EW` when the number alone is not enough."""
        name = contestant_id(number)
        if name in self._by_section:
            name = section + name
        if {(section, number), ("", number)} & self._by_direction:
            name += side.value
        return name


def contestant_id(text: str) -> str:
    """The identifier as written, without surrounding space."""
    if not text.strip():
        raise StorslamError("a contestant is missing")
    return code(text, MAX_CODE)


def section_name(text: str) -> str:
    """The name of a section as written; may be empty."""
    return code(text, MAX_SECTION)


def group_name(text: str) -> str:
    """The name of a group of a fouled board as written; may be empty."""
    return code(text, MAX_GROUP)


def code(text: str, most: int) -> str:
    """A short code as written; it stands in addresses, so it holds no slash and is no dot."""
    word = text.strip()
    if len(word) > most or not word.isprintable() or "/" in word or word in {".", ".."}:
        raise StorslamError("'%(text)s' is not a number or a short code", text=word[:most])
    return word
