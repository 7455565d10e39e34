"""Certificates for those who are honoured."""

from collections.abc import Sequence
from dataclasses import dataclass

from storslam.printing.document import Head, document
from storslam.printing.words import MEDALS, clubs
from storslam.scoring.event import Contestant
from storslam.translation import gettext_noop, translator

PLACE = gettext_noop("Place %(place)s")
_WORDS = (
    gettext_noop("Certificate"),
    gettext_noop("Tournament director"),
    gettext_noop("For the organiser"),
    *MEDALS.values(),
)


@dataclass(frozen=True, slots=True)
class Awarded:
    """Who is honoured: the place as the result list has it, the medal gold, silver or bronze."""

    contestant: Contestant
    place: str
    medal: str = ""


def certificates(head: Head, awarded: Sequence[Awarded], lang: str) -> bytes:
    """The certificates as PDF, a page each, to be signed."""
    say = translator(lang)
    pages = [
        {
            "names": [player.name for player in one.contestant.players],
            "team": one.contestant.name,
            "clubs": clubs(one.contestant),
            "place": say(PLACE) % {"place": one.place},
            "medal": MEDALS.get(one.medal, ""),
        }
        for one in awarded
    ]
    return document("certificates", head, {"pages": pages}, _WORDS, lang)
