"""Numbers, seats, cards and outcomes as a reader sees them, in the language of the moment."""

from fractions import Fraction

from django.utils.translation import get_language, gettext, gettext_noop

from storslam.bridge import Board, Seat, Side, Vulnerability
from storslam.exchange.outcomes import format_award
from storslam.exchange.text import format_number
from storslam.printing import words
from storslam.scoring.event import Artificial, Average, Award, Outcome, Score, Weighted


def language() -> str:
    """The language that the reader reads."""
    return "sv" if get_language() == "sv" else "en"


def number(text: str) -> str:
    """A number written with point and hyphen, with a real minus and the reader's decimal mark."""
    return words.written_number(text, language())


def decimal(value: Fraction | int | None, decimals: int = 1) -> str:
    """The number rounded half away from zero; empty for None."""
    return words.number(value, language(), decimals)


def exact(value: Fraction | int | None) -> str:
    """The number as it is, as a decimal or else as a fraction; empty for None."""
    return "" if value is None else number(format_number(Fraction(value)))


def seat(value: Seat) -> str:
    """N, Ö, S or V; in English N, E, S or W."""
    return words.seat(value.value, language())


def rank(value: str) -> str:
    """The rank of a card: E K D kn in Swedish, A K Q J in English."""
    return words.rank(value, language())


def vulnerable(board: Board) -> str:
    """Who is vulnerable on the board, in words."""
    words = {
        Vulnerability.NONE: gettext("None vulnerable"),
        Vulnerability.NS: gettext("North-South vulnerable"),
        Vulnerability.EW: gettext("East-West vulnerable"),
        Vulnerability.BOTH: gettext("Both vulnerable"),
    }
    return words[board.vulnerability]


def award(value: Award | None) -> str:
    """An artificial score: `60 %`, `A+` or `+3`; empty for None."""
    if value is None:
        return ""
    text = number(format_award(value))
    return text if isinstance(value, Average) else text.replace("%", " %")


def outcome(value: Outcome | None) -> str:
    """A result in one cell: the score to North-South, a weighted ruling, or both awards."""
    match value:
        case None:
            return "–"
        case Score(ns):
            return number(str(ns))
        case Weighted(parts):
            shares = (f"{exact(weight * 100)} % {number(str(ns))}" for ns, weight in parts)
            return ", ".join(shares)
        case Artificial(ns, ew):
            return " / ".join(filter(None, (award(ns), award(ew))))


def own_outcome(value: Outcome | None, side: Side) -> str:
    """A result in one cell, from the point of view of one side."""
    if side is Side.NS:
        return award(value.ns) if isinstance(value, Artificial) else outcome(value)
    match value:
        case Score(ns):
            return outcome(Score(-ns))
        case Weighted(parts):
            return outcome(Weighted(tuple((-ns, weight) for ns, weight in parts)))
        case Artificial(_, ew):
            return award(ew)
    return outcome(value)


def clock(seconds: int) -> str:
    """A time that is left: 12:05, or −0:30 when it is over."""
    minutes, rest = divmod(abs(seconds), 60)
    return number(f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}")


def kronor(ore: int) -> str:
    """A sum of öre in kronor, with the reader's marks: 1 250 or 12,50."""
    whole, rest = divmod(abs(ore), 100)
    text = f"{whole:,}".replace(",", "\u00a0") + (f".{rest:02}" if rest else "")
    return number(("-" if ore < 0 else "") + text)


_FIELDS = {
    "number": gettext_noop("Member number"),
    "name": gettext_noop("Name"),
    "birth_year": gettext_noop("Born"),
    "sex": gettext_noop("Sex"),
    "district": gettext_noop("Home district"),
    "club": gettext_noop("Club"),
    "lives_in": gettext_noop("Lives in"),
    "abroad": gettext_noop("Abroad"),
    "email": gettext_noop("E-mail"),
    "master_points": gettext_noop("Master points"),
    "handicap": gettext_noop("Handicap"),
    "ranking_points": gettext_noop("Ranking points"),
    "paid": gettext_noop("Fee of the season"),
}


def registry_field(name: str) -> str:
    """A field of a player, in words."""
    return gettext(_FIELDS[name])
