"""A district's account with the Federation: each sum with the decision that it comes from."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from storslam.championship.disciplines import Discipline, PairDiscipline, refuse_twice
from storslam.championship.money import (
    decide_organiser_costs,
    decide_team_count_invoice,
    decide_unreported_replacement,
)
from storslam.championship.travel import (
    TeamPlayer,
    decide_travel_festival,
    decide_travel_team_final,
)
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count


@dataclass(frozen=True, slots=True)
class Teams:
    """Teams that the district reported by the last day, and that played."""

    reported: Count
    actual: Count


@dataclass(frozen=True, slots=True)
class FestivalPairs:
    """Entitled pairs of a discipline, and how many of them start."""

    discipline: Discipline
    entitled_pairs: Count
    final_pairs: Count


@dataclass(frozen=True, slots=True)
class Replacement:
    """A pair that was replaced without a report."""

    discipline: PairDiscipline
    stage: Literal["semifinal", "final"]


@decides("district-ledger", rules=("SM-FEE-8",))
def decide_district_ledger(
    book: Book,
    *,
    district: str,
    teams: Teams | None = None,
    festival: tuple[FestivalPairs, ...] = (),
    team_finalists: tuple[TeamPlayer, ...] = (),
    semifinal_costs: tuple[Fraction, ...] = (),
    unreported: tuple[Replacement, ...] = (),
) -> Decision:
    """What a district owes the Federation and is owed by it (kronor), sum by sum.

    What is left out did not happen. `team_finalists`: players of its teams in the team final.
    """
    name = book.edition.district(district).name
    refuse_twice([pairs.discipline for pairs in festival], "festival")
    owes = list(_owes(book, teams, unreported))
    owed = list(_owed(book, name, festival, team_finalists, semifinal_costs))
    sums = [-_sum(found) for found in owes] + [_sum(found) for found in owed]
    lines = [_line(found, sek) for found, sek in zip((*owes, *owed), sums, strict=True)]
    missing = tuple(fact for found in (*owes, *owed) for fact in found.missing)
    reasons = dict.fromkeys(reason.rule_id for found in (*owes, *owed) for reason in found.reasons)
    total = sum(sums, Fraction())
    return Decision(
        {} if missing else {"district": name, "lines": lines, "to_the_district": total},
        (because("SM-FEE-8", district=name), *map(because, reasons)),
        tuple(dict.fromkeys(reading for found in (*owes, *owed) for reading in found.assumptions)),
        missing,
    )


def _owes(
    book: Book, teams: Teams | None, unreported: tuple[Replacement, ...]
) -> Iterator[Decision]:
    if teams:
        yield decide_team_count_invoice(book, reported=teams.reported, actual=teams.actual)
    for pair in unreported:
        yield decide_unreported_replacement(
            book, discipline=pair.discipline, stage=pair.stage, reported=False
        )


def _owed(
    book: Book,
    district: str,
    festival: tuple[FestivalPairs, ...],
    team_finalists: tuple[TeamPlayer, ...],
    semifinal_costs: tuple[Fraction, ...],
) -> Iterator[Decision]:
    for pairs in festival:
        yield decide_travel_festival(
            book,
            district=district,
            discipline=pairs.discipline,
            entitled_pairs=pairs.entitled_pairs,
            final_pairs=pairs.final_pairs,
        )
    if team_finalists:
        most = book.value("events.open-teams.final.field", int)
        yield decide_travel_team_final(
            book, qualified_in=district, players=team_finalists, teams=most
        )
    for costs in semifinal_costs:
        yield decide_organiser_costs(book, costs=costs)


def _sum(found: Decision) -> Fraction:
    return Fraction(str(found.result.get("sek", found.result.get("reimbursed", 0))))


def _line(found: Decision, sek: Fraction) -> dict[str, object]:
    rules = [reason.rule_id for reason in found.reasons]
    return {"decision": found.name, "sek": sek, "rules": rules}
