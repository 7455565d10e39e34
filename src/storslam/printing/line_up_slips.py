"""Line-up slips: on which a team names its pairs and rooms for a half."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storslam.championship.line_ups import Side
from storslam.printing.document import Head, document
from storslam.printing.match_protocol import CAPTAIN, ROOMS
from storslam.printing.words import seat
from storslam.scoring.event import Contestant
from storslam.translation import gettext_noop

_FIRST = gettext_noop("Names its pairs and rooms first")
_SECOND = gettext_noop("Names its pairs and rooms when the opponents have named theirs")
_NEITHER = gettext_noop("Neither team names its pairs and rooms first")
_WORDS = (
    gettext_noop("Half"),
    gettext_noop("Opponents"),
    gettext_noop("Players"),
    CAPTAIN,
    _FIRST,
    _SECOND,
    _NEITHER,
    *ROOMS.values(),
)
# By side the seats of its pair in the open and in the closed room.
_SEATS: dict[Side, tuple[str, str]] = {"home": ("NS", "EW"), "away": ("EW", "NS")}


@dataclass(frozen=True, slots=True)
class SlipMatch:
    """A match to name line-ups for: what it is called, its teams with players, and its halves.

    `names_first`: the side that must, as the seat choice has it; None where no side has to.
    """

    called: str
    home: Contestant
    away: Contestant
    halves: int = 2
    names_first: Side | None = None


def line_up_slips(head: Head, matches: Sequence[SlipMatch], lang: str) -> bytes:
    """The slips as PDF, one for each team and half, several a page to cut apart."""
    slips = [slip for match in matches for slip in _slips(match, lang)]
    return document("line_up_slips", head, {"slips": slips}, _WORDS, lang, tagged=False)


def _slips(match: SlipMatch, lang: str) -> Iterable[dict[str, object]]:
    sides: tuple[tuple[Side, Contestant, Contestant], ...] = (
        ("home", match.home, match.away),
        ("away", match.away, match.home),
    )
    for half in range(1, match.halves + 1):
        for side, team, opponents in sides:
            yield {
                "called": match.called,
                "half": str(half),
                "team": team.name or team.id,
                "opponents": opponents.name or opponents.id,
                "players": [player.name for player in team.players],
                "seats": [[seat(one, lang) for one in two] for two in _SEATS[side]],
                "order": _order(match.names_first, side),
            }


def _order(first: Side | None, side: Side) -> str:
    if first is None:
        return _NEITHER
    return _FIRST if first == side else _SECOND
