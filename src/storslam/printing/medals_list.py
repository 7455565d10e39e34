"""The list of medals: who gets which, and how many of each are needed."""

from collections import Counter
from collections.abc import Sequence

from storslam.printing.certificates import PLACE, Awarded
from storslam.printing.document import Head, document
from storslam.printing.words import MEDALS, people
from storslam.translation import gettext_noop, translator

_WORDS = (
    gettext_noop("Players"),
    gettext_noop("Club"),
    gettext_noop("Medals to hand out"),
    *MEDALS.values(),
)


def medals_list(head: Head, awards: Sequence[Awarded], lang: str) -> bytes:
    """The medals as PDF; the players of each award are those who are entitled to one."""
    counted = Counter[str]()
    for award in awards:
        counted[award.medal] += len(award.contestant.players)
    data = {
        "awards": [_award(award, lang) for award in awards if award.medal],
        "counts": [[word, str(counted[medal])] for medal, word in MEDALS.items()],
    }
    return document("medals_list", head, data, _WORDS, lang)


def _award(award: Awarded, lang: str) -> dict[str, object]:
    contestant = award.contestant
    return {
        "place": translator(lang)(PLACE) % {"place": award.place},
        "medal": MEDALS[award.medal],
        "name": contestant.name or people(contestant),
        "players": [[player.name, player.club] for player in contestant.players],
    }
