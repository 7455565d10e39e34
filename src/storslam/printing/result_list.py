"""The result list: places, names, clubs, points, and what the places gave."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from storslam.bridge import Side
from storslam.printing.document import Head, document
from storslam.printing.words import MEDALS, clubs, number, people
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
    gettext_noop("Master points"),
    gettext_noop("Rulings and penalties"),
    *MEDALS.values(),
    *filter(None, _SIDES.values()),
)


@dataclass(frozen=True, slots=True)
class Honours:
    """What a list says beside the points; all by the contestants' ids.

    `medals`: gold, silver or bronze. `master_points` as they are to be written. `outside`: those
    shown without a place, with the words that say why. `lines`: words for a line below this
    contestant, such as how far one qualifies.
    """

    medals: Mapping[str, str] = field(default_factory=dict)
    master_points: Mapping[str, str] = field(default_factory=dict)
    outside: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)


def result_list(
    event: Event,
    standing: Standing,
    lang: str,
    *,
    foot: str = "",
    notes: Sequence[str] = (),
    honours: Honours | None = None,
) -> bytes:
    """The result list as PDF.

    `foot` says of which version of the results it is; `notes` are shown below the list.
    """
    known = {contestant.id: contestant for contestant in event.contestants}
    told = honours or Honours()
    data = {
        "notes": list(notes),
        "matchpoints": standing.method == "matchpoints",
        "parts": [
            {
                "side": _SIDES[side],
                "rows": [_row(row, known, told, lang) for row in standing.rows if row.side is side],
            }
            for side in dict.fromkeys(row.side for row in standing.rows)
        ],
    }
    return document("result_list", head_of(event, foot), data, _WORDS, lang)


def head_of(event: Event, foot: str = "") -> Head:
    """The event's name, where and when."""
    where = ", ".join(filter(None, (event.site, str(event.date or ""))))
    return Head(event.name or "Storslam", where, foot)


def _row(
    row: Row, known: Mapping[str, Contestant], honours: Honours, lang: str
) -> dict[str, object]:
    contestant = known.get(row.id, Contestant(row.id))
    outside = honours.outside.get(row.id, "")
    cells = [
        "" if outside else row.place,
        MEDALS.get(honours.medals.get(row.id, ""), ""),
        row.id,
        people(contestant) if contestant.players or contestant.name else "",
        clubs(contestant),
        str(row.boards_played),
        number(row.total, lang),
        number(row.percent, lang, 2),
        honours.master_points.get(row.id, ""),
    ]
    return {"cells": cells, "outside": outside, "line": honours.lines.get(row.id, "")}
