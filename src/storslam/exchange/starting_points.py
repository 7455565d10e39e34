"""Systems to begin a declaration card from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from storslam.systems.card import Card, Line
from storslam.translation import gettext_noop


@dataclass(frozen=True, slots=True)
class StartingPoint:
    """A well-known system; its texts in English."""

    name: str
    lines: tuple[Line, ...]
    texts: Mapping[str, str] = field(default_factory=dict)

    def card(self, say: Callable[[str], str]) -> Card:
        """A card to go on from, its texts as `say` translates them."""
        texts = {section: say(text) for section, text in self.texts.items()}
        lines = tuple(
            replace(line, text=say(line.text)) if line.text else line for line in self.lines
        )
        return Card(say(self.name), (), lines, texts)


_WEAK_TWOS = (
    Line("2H", hp="6-10", hearts="6"),
    Line("2S", hp="6-10", spades="6"),
)
_WEAK_TWO_DIAMONDS = (Line("2D", hp="6-10", diamonds="6"),)
_MULTI = (
    Line("2D", hp="6-10", hearts="6", text=gettext_noop("weak two in hearts")),
    Line("2D", hp="6-10", spades="6", text=gettext_noop("weak two in spades")),
    Line("2D", hp="22-24", shape="balanced", text=gettext_noop("strong and balanced")),
    Line("2H", hp="6-10", hearts="5", clubs="4+"),
    Line("2H", hp="6-10", hearts="5", clubs="0-3", diamonds="4+"),
    Line("2S", hp="6-10", spades="5", clubs="4+"),
    Line("2S", hp="6-10", spades="5", clubs="0-3", diamonds="4+"),
)
_PREEMPTS = (
    Line("3C", hp="6-10", clubs="7"),
    Line("3D", hp="6-10", diamonds="7"),
    Line("3H", hp="6-10", hearts="7"),
    Line("3S", hp="6-10", spades="7"),
)
_GAME_FORCE = (
    Line("2C", hp="22+", game_forcing=True),
    Line("2NT", hp="20-21", shape="balanced"),
)


def _minors(short: str) -> tuple[Line, ...]:
    """Natural minors, of which this one may have three cards in a balanced hand."""
    clubs = (
        Line("1C", hp="12-21", clubs="4+"),
        Line("1C", hp="12-21", clubs="3", shape="balanced"),
    )
    diamonds = (
        Line("1D", hp="12-21", diamonds="4+"),
        Line("1D", hp="12-21", diamonds="3", shape="balanced"),
    )
    return (*clubs, *(diamonds if short == "both" else diamonds[:1]))


def _majors(hp: str, least: int) -> tuple[Line, ...]:
    return Line("1H", hp=hp, hearts=f"{least}+"), Line("1S", hp=hp, spades=f"{least}+")


def _notrump(hp: str) -> tuple[Line, ...]:
    return (Line("1NT", hp=hp, shape="balanced"),)


_PRECISION = (
    Line("1C", hp="16+", text=gettext_noop("strong, any shape")),
    Line("1D", hp="11-15", diamonds="2+"),
    *_majors("11-15", 5),
    *_notrump("13-15"),
    Line("2C", hp="11-15", clubs="6+"),
    Line("2NT", hp="6-10", clubs="5+", diamonds="5+"),
)

STARTING_POINTS: Mapping[str, StartingPoint] = {
    "five-card-majors": StartingPoint(
        gettext_noop("Natural with five-card majors"),
        (*_minors("clubs"), *_majors("11-21", 5), *_notrump("15-17"), *_GAME_FORCE,
         *_WEAK_TWO_DIAMONDS, *_WEAK_TWOS, *_PREEMPTS),
        {
            "approach": gettext_noop("Natural, five-card majors, strong notrump."),
            "notrump": gettext_noop("Stayman, transfers to the majors."),
            "leads": gettext_noop("Fourth highest; top of a sequence."),
        },
    ),
    "two-over-one": StartingPoint(
        gettext_noop("Two over one, forcing to game"),
        (*_minors("both"), *_majors("11-21", 5), *_notrump("15-17"), *_GAME_FORCE,
         *_WEAK_TWO_DIAMONDS, *_WEAK_TWOS, *_PREEMPTS),
        {
            "approach": gettext_noop(
                "Five-card majors; a new suit at the two level forces to game."
            ),
            "responses": gettext_noop("1NT over a major forces for one round."),
        },
    ),
    "four-card-majors": StartingPoint(
        gettext_noop("Natural with four-card majors, weak notrump"),
        (Line("1C", hp="12-21", clubs="4+"), Line("1D", hp="12-21", diamonds="4+"),
         *_majors("11-21", 4), *_notrump("12-14"), *_GAME_FORCE,
         *_WEAK_TWO_DIAMONDS, *_WEAK_TWOS, *_PREEMPTS),
        {"approach": gettext_noop("Natural, four-card majors, weak notrump.")},
    ),
    "multi": StartingPoint(
        gettext_noop("Natural with multi and two-suited twos"),
        (*_minors("clubs"), *_majors("11-21", 5), *_notrump("15-17"), *_GAME_FORCE,
         *_MULTI, *_PREEMPTS),
        {"approach": gettext_noop("Natural, five-card majors; 2♦ multi.")},
    ),
    "strong-club": StartingPoint(
        gettext_noop("Strong club"),
        (*_PRECISION, *_WEAK_TWO_DIAMONDS, *_WEAK_TWOS, *_PREEMPTS),
        {
            "approach": gettext_noop("1♣ strong, limited openings, five-card majors."),
            "responses": gettext_noop("1♣–1♦ negative, other answers natural and forcing to game."),
        },
    ),
    "carrot-club": StartingPoint(
        gettext_noop("Carrot club"),
        (Line("1C", hp="11-13", shape="balanced"), Line("1C", hp="17+"),
         Line("1D", hp="11-16", diamonds="4+"), *_majors("11-16", 5), *_notrump("14-16"),
         Line("2C", hp="11-16", clubs="6+"), *_WEAK_TWO_DIAMONDS, *_WEAK_TWOS,
         Line("2NT", hp="6-10", clubs="5+", diamonds="5+"), *_PREEMPTS),
        {"approach": gettext_noop("1♣ either weak and balanced or strong; limited openings.")},
    ),
    "polish-club": StartingPoint(
        gettext_noop("Polish club"),
        (Line("1C", hp="12-14", shape="balanced"), Line("1C", hp="15-17", clubs="5+"),
         Line("1C", hp="18+"), Line("1D", hp="12-17", diamonds="4+"), *_majors("12-17", 5),
         *_notrump("15-17"), Line("2C", hp="11-14", clubs="6+"), *_MULTI, *_PREEMPTS),
        {"approach": gettext_noop("1♣ with three kinds of hands; five-card majors.")},
    ),
    "strong-pass": StartingPoint(
        gettext_noop("Strong pass"),
        (Line("P", hp="15+", text=gettext_noop("strong, any shape")),
         Line("1C", hp="8-14", hearts="4+"), Line("1D", hp="8-14", spades="4+"),
         Line("1H", hp="0-7", text=gettext_noop("weak, any shape")),
         Line("1S", hp="8-14", shape="unbalanced", hearts="0-3", spades="0-3"),
         *_notrump("12-14"), *_PREEMPTS),
        {"approach": gettext_noop("An opening pass is strong; 1♥ is the weakest hand.")},
    ),
}  # fmt: skip
