"""The table of a series of teams: everybody's match against everybody, walkovers and the winner."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from storslam.championship.matches import MatchResult
from storslam.championship.series import Points, Settled, Standing
from storslam.printing.document import Head, document
from storslam.printing.words import minus, number, points
from storslam.scoring import ImpQuotient, Record
from storslam.translation import gettext_noop, translator

MOST_CROSSED = 12
_WORDS = (
    gettext_noop("Place"),
    gettext_noop("Team"),
    gettext_noop("Matches"),
    gettext_noop("IMP"),
    gettext_noop("Quotient"),
    gettext_noop("Penalty"),
    gettext_noop("VP"),
    gettext_noop("Walkovers"),
    gettext_noop("Absent"),
    gettext_noop("Came"),
    gettext_noop("Own average"),
    gettext_noop("Fixed"),
    gettext_noop("Average against the absent"),
    gettext_noop("The best of the three counts; it may change until the series is over"),
    gettext_noop("The best of the three counts"),
)


@dataclass(frozen=True, slots=True)
class Crossed:
    """What stands beside and below the table; teams by their ids, which are their numbers.

    `walkovers` as they are settled, `lost`: the VP that each has lost by penalties in all.
    `winner`: when the series is `over`; `level`: teams that only a lot can part. `notes` are
    sentences.
    """

    names: Mapping[str, str]
    results: Sequence[MatchResult] = ()
    walkovers: Sequence[Settled] = ()
    lost: Points = field(default_factory=dict)
    winner: str | None = None
    level: Sequence[str] = ()
    over: bool = False
    notes: Sequence[str] = ()

    def name(self, team: str) -> str:
        """The team's name, its id where it has none."""
        return self.names.get(team) or team


def series_table(head: Head, rows: Sequence[Standing], cross: Crossed, lang: str) -> bytes:
    """The table as PDF, with the cross-results of a series of up to 12 teams.

    A result of a match under play stands in brackets.
    """
    crossed = len(rows) <= MOST_CROSSED
    data = {
        "rows": [_row(row, rows if crossed else (), cross, lang) for row in rows],
        "crossed": crossed,
        "walkovers": [_walkover(one, cross) for one in cross.walkovers],
        "over": cross.over,
        "said": [translator(lang)(sentence) % facts for sentence, facts in _said(cross)],
        "notes": list(cross.notes),
    }
    return document("series_table", head, data, _WORDS, lang)


def _row(row: Standing, others: Sequence[Standing], cross: Crossed, lang: str) -> dict[str, object]:
    lost = cross.lost.get(row.team, Fraction())
    return {
        "place": row.place,
        "number": row.team,
        "name": cross.name(row.team),
        "cross": [_met(row.team, other.team, cross, lang) for other in others],
        "matches": str(row.matches),
        "imps": f"{points(row.imps_won, lang)}–{points(row.imps_lost, lang)}",
        "quotient": _quotient(row, lang),
        "lost": minus(f"-{points(lost, lang)}") if lost else "",
        "vp": points(row.vp, lang),
    }


def _quotient(row: Standing, lang: str) -> str:
    """IMPs won by IMPs lost, in three decimals; nothing before a match is played."""
    if not row.matches:
        return ""
    record = Record(imps={row.team: (row.imps_won, row.imps_lost)})
    value = ImpQuotient().measure([row.team], record)[row.team]
    return "∞" if value == inf else number(Fraction(value), lang, 3)


def _met(team: str, other: str, cross: Crossed, lang: str) -> str:
    """The team's victory points against the other, `wo` beside those of a walkover."""
    for settled in cross.walkovers:
        if {settled.team, settled.absent} == {team, other}:
            return f"{settled.of(team)[0]} wo"
    for result in cross.results:
        if {*result.teams} == {team, other} and result.absent is None and result.counts:
            vp = points(result.played().points(team), lang)
            return vp if result.finished else f"({vp})"
    return ""


def _walkover(settled: Settled, cross: Crossed) -> dict[str, object]:
    """Who came and who did not, and the victory points of the alternatives there are."""
    offered = {offer.alternative: str(offer.vp) for offer in settled.offers}
    return {
        "teams": [cross.name(settled.team), cross.name(settled.absent)],
        "offers": [offered.get(alternative, "–") for alternative in (1, 2, 3)],
        "best": settled.result.alternative,
    }


def _said(cross: Crossed) -> Iterable[tuple[str, Mapping[str, object]]]:
    """How the series has ended."""
    if cross.winner is not None:
        yield gettext_noop("Winner: %(team)s"), {"team": cross.name(cross.winner)}
    elif not cross.over:
        yield gettext_noop("The series is not over"), {}
    elif cross.level:
        level = ", ".join(cross.name(team) for team in cross.level)
        yield gettext_noop("Level, to be parted by lot: %(teams)s"), {"teams": level}
