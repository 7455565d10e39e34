"""How results are written on paper."""

from fractions import Fraction

from storslam.bridge import Card, Contract, Side, Vulnerability
from storslam.exchange.outcomes import format_award
from storslam.scoring.event import Artificial, Contestant, Line, Play, Score, Weighted
from storslam.scoring.shown import rounded
from storslam.translation import decimals, gettext_noop, translator

_ENGLISH_RANKS = {"T": "10"}
_SWEDISH_RANKS = {"A": "E", "Q": "D", "J": "kn", **_ENGLISH_RANKS}
_SWEDISH_SEATS = {"E": "Ö", "W": "V"}
VULNERABLE = {
    Vulnerability.NONE: gettext_noop("None vulnerable"),
    Vulnerability.NS: gettext_noop("North-South vulnerable"),
    Vulnerability.EW: gettext_noop("East-West vulnerable"),
    Vulnerability.BOTH: gettext_noop("Both vulnerable"),
}
MEDALS = {
    "gold": gettext_noop("Gold"),
    "silver": gettext_noop("Silver"),
    "bronze": gettext_noop("Bronze"),
}


def number(value: Fraction | int | None, lang: str, places: int = 1) -> str:
    """The number rounded half away from zero, in the reader's way; empty when there is none."""
    return "" if value is None else written_number(rounded(value, places), lang)


def points(value: Fraction | int | None, lang: str) -> str:
    """IMPs or victory points: whole ones as they are, others with two decimals."""
    return number(value, lang, 2 if value is not None and value.denominator > 1 else 0)


def written_number(text: str, lang: str) -> str:
    """A number written with point and hyphen, with a true minus and the reader's decimal mark."""
    return minus(decimals(text, lang))


def minus(text: str) -> str:
    """The text with true minus signs."""
    return text.replace("-", "−")


def people(contestant: Contestant) -> str:
    """Who they are: the players, else the team's name, else the number in the event."""
    return " – ".join(p.name for p in contestant.players) or contestant.name or contestant.id


def titled(contestant: Contestant) -> str:
    """The number in the event, and who they are where that is known."""
    who = people(contestant)
    return who if who == contestant.id else f"{contestant.id}  {who}"


def clubs(contestant: Contestant) -> str:
    """The clubs of the players, each once."""
    return ", ".join(dict.fromkeys(p.club for p in contestant.players if p.club))


def direction(side: Side, lang: str) -> str:
    """NS or EW in the reader's language."""
    return "".join(seat(letter, lang) for letter in side.value)


def zone(vulnerability: Vulnerability, lang: str) -> str:
    """Who is vulnerable in the fewest letters: `–`, NS, EW or all."""
    if vulnerability is Vulnerability.NONE:
        return "–"
    if vulnerability is Vulnerability.BOTH:
        return translator(lang)(gettext_noop("All"))
    return direction(Side(vulnerability.value), lang)


def seat(letter: str, lang: str) -> str:
    """N, E, S or W in the reader's language."""
    return _SWEDISH_SEATS.get(letter, letter) if lang == "sv" else letter


def written(play: Play | None, lang: str) -> tuple[str, str, str, str]:
    """Contract, declarer, tricks (`=`, `+1`, `−2`) and lead as on a traveller."""
    if play is None:
        return "", "", "", ""
    if not isinstance(play.contract, Contract):
        return str(play.contract), "", "", ""
    return (
        str(play.contract),
        seat(play.contract.declarer.value, lang),
        difference(play.tricks - play.contract.tricks_needed),
        card(play.lead, lang) if play.lead else "",
    )


def difference(value: int) -> str:
    """A number against another: `=` where they are equal, else with its sign, `+1` or `−2`."""
    return minus(f"{value:+d}") if value else "="


def card(card: Card, lang: str) -> str:
    """The card, suit letter first and the rank as the reader writes it: `SJ` or `Skn`."""
    return card.suit.letter + rank(card.rank, lang)


def rank(letter: str, lang: str) -> str:
    """The rank of a card: E K D kn 10 in Swedish, A K Q J 10 in English."""
    return (_SWEDISH_RANKS if lang == "sv" else _ENGLISH_RANKS).get(letter, letter)


def outcome(line: Line, side: Side) -> str:
    """The score from this side, or the award as it was given; empty when there is none yet."""
    match line.outcome:
        case Score(ns):
            return minus(str(_from_side(ns, side)))
        case Weighted(parts):
            points = sum(score * weight for score, weight in parts)
            return "≈" + minus(rounded(_from_side(points, side), 0))
        case Artificial(ns, ew):
            award = ns if side is Side.NS else ew
            return minus(format_award(award)) if award else ""
    return ""


def _from_side(points: Fraction | int, side: Side) -> Fraction | int:
    return points if side is Side.NS else -points
