"""The result list: places, names, clubs, points."""

from collections.abc import Mapping, Sequence

from storslam.bridge import Side
from storslam.printing.document import document
from storslam.printing.words import clubs, number, people
from storslam.scoring import Row, Standing
from storslam.scoring.event import Contestant, Event
from storslam.translation import gettext_noop

_SIDES = {Side.NS: gettext_noop("North-South"), Side.EW: gettext_noop("East-West"), None: ""}
_WORDS = (
    gettext_noop("Place"),
    gettext_noop("No."),
    gettext_noop("Names"),
    gettext_noop("Club"),
    gettext_noop("Boards"),
    gettext_noop("Points"),
    gettext_noop("IMP"),
    gettext_noop("Rulings and penalties"),
    *filter(None, _SIDES.values()),
)


def result_list(
    event: Event, standing: Standing, lang: str, *, foot: str = "", notes: Sequence[str] = ()
) -> bytes:
    """The result list as PDF.

    `foot` says of which version of the results it is; `notes` are shown below the list.
    """
    known = {contestant.id: contestant for contestant in event.contestants}
    data = {
        "title": event.name or "Storslam",
        "subtitle": subtitle(event),
        "foot": foot,
        "notes": list(notes),
        "matchpoints": standing.method == "matchpoints",
        "parts": [
            {
                "side": _SIDES[side],
                "rows": [_cells(row, known, lang) for row in standing.rows if row.side is side],
            }
            for side in dict.fromkeys(row.side for row in standing.rows)
        ],
    }
    return document("result_list", data, _WORDS, lang)


def subtitle(event: Event) -> str:
    """Where and when."""
    return ", ".join(filter(None, (event.site, str(event.date or ""))))


def _cells(row: Row, known: Mapping[str, Contestant], lang: str) -> list[str]:
    contestant = known.get(row.id, Contestant(row.id))
    return [
        row.place,
        row.id,
        people(contestant) if contestant.players or contestant.name else "",
        clubs(contestant),
        str(row.boards_played),
        number(row.total, lang),
        number(row.percent, lang, 2),
    ]
