"""Openings by which the counting of dots is taught; what they cost is counted, not written here."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from storslam.rulebook.book import Book
from storslam.systems.assessment import Assessed, assess
from storslam.systems.card import Card, Line


@dataclass(frozen=True, slots=True)
class Lesson:
    """A part of the rules in a few words, with openings that show it, a tuple of lines each."""

    name: Promise
    told: Promise
    rules: tuple[str, ...]
    openings: tuple[tuple[Line, ...], ...]

    def assessed(self, book: Book) -> Iterator[Assessed]:
        """The openings with their dots."""
        for lines in self.openings:
            yield from assess(Card(lines=lines), book).openings


LESSONS = (
    Lesson(
        _("Most openings are free"),
        _(
            "Natural, strong and game-forcing openings have no dots, nor openings from 3NT, in the"
            " fourth seat or directly behind an odd pass."
        ),
        ("SYS-REG-1", "SYS-DEF-7"),
        (
            (Line("1H", hp="11-21", hearts="5+"),),
            (Line("1C", hp="16+"),),
            (Line("1NT", hp="15-17", shape="balanced"),),
            (Line("2C", hp="20+", game_forcing=True),),
            (Line("3NT", hp="9-12", clubs="7+"),),
            (Line("1D", hp="0-7", place="4"),),
        ),
    ),
    Lesson(
        _("A suit that may be short"),
        _(
            "One dot if the suit may have three cards, two if it may be shorter; one more if the"
            " hand can be unbalanced when it is short."
        ),
        ("SYS-DOT-3", "SYS-DOT-4"),
        (
            (
                Line("1C", hp="12-21", clubs="4+"),
                Line("1C", hp="12-21", clubs="3", shape="balanced"),
            ),
            (
                Line("1C", hp="12-21", clubs="4+"),
                Line("1C", hp="12-21", clubs="2-3", shape="balanced"),
            ),
            (Line("1D", hp="11-15", diamonds="1+"),),
        ),
    ),
    Lesson(
        _("Majors and weak hands cost more"),
        _("One dot more for 1♥ and 1♠, two for a weak 1♦, three for a weak 1♥ or 1♠."),
        ("SYS-DOT-5", "SYS-DOT-6", "SYS-DEF-4"),
        (
            (Line("1D", hp="0-7"),),
            (Line("1H", hp="8-14", shape="unbalanced"),),
            (Line("1H", hp="0-7"),),
        ),
    ),
    Lesson(
        _("What is easy to defend against costs less"),
        _(
            "An opening that shows a suit costs one dot at most; other ceilings hold for hands for"
            " notrump, and for what is strong or else natural or shows a suit."
        ),
        ("SYS-DOT-8", "SYS-DEF-9"),
        (
            (Line("1H", hp="0-7", spades="4+"),),
            (Line("2D", hp="5-10", hearts="4+", spades="4+"),),
            (Line("1C", hp="11-13", shape="balanced"),),
            (Line("1C", hp="15+"), Line("1C", hp="11-14", clubs="4+")),
            (Line("2D", hp="5-10", hearts="6"), Line("2D", hp="22+")),
        ),
    ),
    Lesson(
        _("Multi shows no suit at all"),
        _("A weak two in either major promises neither, so no ceiling applies."),
        ("SYS-DOT-3", "SYS-DOT-8"),
        ((Line("2D", hp="6-10", hearts="6"), Line("2D", hp="6-10", spades="6")),),
    ),
    Lesson(
        _("Notrump that is not balanced"),
        _("1NT costs two dots, three if it may be weak, and 2NT two; the ceilings hold here too."),
        ("SYS-DOT-7", "SYS-DEF-8"),
        (
            (Line("1NT", hp="10-14", shape="unbalanced"),),
            (Line("2NT", hp="5-10", clubs="6+"), Line("2NT", hp="5-10", diamonds="6+")),
            (Line("2NT", hp="5-10", clubs="5+", diamonds="5+"),),
        ),
    ),
    Lesson(
        _("By vulnerability or seat"),
        _("An opening that changes its meaning costs what its dearest variation costs."),
        ("SYS-DOT-1",),
        (
            (
                Line("1NT", hp="15-17", shape="balanced", zone="both"),
                Line("1NT", hp="5-9", clubs="5+", diamonds="5+", zone="none"),
            ),
        ),
    ),
)
