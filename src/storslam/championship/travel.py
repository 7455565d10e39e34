"""Travel allowance (pp. 7-9, "Resebidrag"). Sums are öre inside, kronor in decisions.

Doubtful words: the footnote marks of the table belong to the district after them (G-12); the extra
amount is for each pair that starts in the Festival stage (G-61); the amounts of the team semifinal
are not printed and come from the office (G-26).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from storslam.championship.disciplines import (
    Discipline,
    figure,
    leaning,
    refuse_empty,
    refuse_more,
    refuse_negative,
    taken,
)
from storslam.championship.money import ORE, kronor
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive

_SWEDEN = "SE"


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player of a team: halves played in the qualifier, and the district where he lives.

    The home is needed of those who live in Sweden and did not play in the qualifier.
    """

    halves_in_qualifier: Count
    lives_in: str | None = None
    resident_in_sweden: bool = True


@decides("travel-junior", rules=("SM-TRAV-1", "SM-TRAV-2", "SM-TRAV-3"))
def decide_travel_junior(
    book: Book,
    *,
    one_way_mil: Fraction,
    players: Positive,
    transport: Literal["car", "train", "bus", "other"],
    actual_cost: Fraction | None = None,
    resident_in_sweden: bool = True,
) -> Decision:
    """The allowance (kronor) of juniors who travel together to a final, there and back.

    `actual_cost`: what the journey cost (kronor); by car it may be left out, and the rate counts.
    """
    refuse_negative("one_way_mil", one_way_mil)
    refuse_negative("actual_cost", actual_cost or Fraction())
    rates = book.table("travel.junior")
    per_mil = players * rates["per-mil"]
    reasons = [because("SM-TRAV-1", per_mil=per_mil)]
    if transport == "car":
        reasons.append(because("SM-TRAV-2", most=rates["car-maximum"]))
        per_mil = min(per_mil, rates["car-maximum"])
    elif actual_cost is None:
        return Decision({}, tuple(reasons), missing=("actual_cost",))
    amount = 2 * one_way_mil * per_mil
    if actual_cost is not None:
        amount = min(amount, actual_cost * ORE)
    taken(book, "travel.residents-of", _SWEDEN)
    reasons.append(because("SM-TRAV-3", resident=resident_in_sweden))
    return Decision({"sek": kronor(amount if resident_in_sweden else 0)}, tuple(reasons))


@decides(
    "travel-festival", rules=("SM-TRAV-5", "SM-TRAV-6", "SM-TRAV-7", "SM-TRAV-13", "SM-TRAV-4")
)
def decide_travel_festival(
    book: Book,
    *,
    district: str,
    discipline: Discipline,
    entitled_pairs: Count,
    final_pairs: Count | None = None,
) -> Decision:
    """The sum (kronor) that a district gets for its entitled pairs at the Festival.

    In Open only pairs of the first apportionment are entitled. `final_pairs`: how many of them
    start; needed where the district gets an extra amount for those.
    """
    refuse_more("final_pairs", final_pairs or 0, entitled_pairs)
    code = book.edition.district(district).code
    if discipline not in book.table("travel.festival.stages"):
        return _without_allowance(book, discipline)
    refuse_more("entitled_pairs", entitled_pairs, _most_entitled(book, discipline))
    amount = entitled_pairs * book.value(f"travel.festival.per-pair.{code}", int)
    extra = book.table("travel.festival.extra-per-pair").get(code, 0)
    reasons = (
        because("SM-TRAV-5", pairs=entitled_pairs),
        *((because("SM-TRAV-6", extra=extra),) if extra else ()),
        *((because("SM-TRAV-7"),) if discipline == "open-pairs" else ()),
    )
    if extra and final_pairs is None:
        return Decision({}, reasons, missing=("final_pairs",))
    amount += (final_pairs or 0) * extra
    if not extra:
        return Decision({"sek": kronor(amount)}, reasons)
    readings = leaning(book, f"travel.festival.extra-per-pair.{code}")
    readings += taken(book, "travel.festival.extra-requires-final", False)
    return Decision({"sek": kronor(amount)}, reasons, readings)


def _most_entitled(book: Book, discipline: Discipline) -> int:
    """All entitled pairs of the country: those of an apportionment, or else the whole field."""
    part = figure(book, f"travel.festival.apportionment-entitled.{discipline}")
    stage = book.value(f"travel.festival.stages.{discipline}", str)
    field = f"places.{discipline}.{part}" if part else f"events.{discipline}.{stage}.field"
    return book.value(field, int)


def _without_allowance(book: Book, discipline: str) -> Decision:
    if discipline not in book.value("travel.none-in", tuple):
        raise StorslamError(
            "the regulation has no Festival allowance for %(discipline)s", discipline=discipline
        )
    return Decision({"sek": 0}, (because("SM-TRAV-13", discipline=discipline),))


@decides("travel-team-final", rules=("SM-TRAV-11", "SM-TRAV-9", "SM-TRAV-10", "SM-TRAV-3"))
def decide_travel_team_final(
    book: Book, *, qualified_in: str, players: tuple[TeamPlayer, ...], teams: Positive = 1
) -> Decision:
    """The sum (kronor) for the players in the team final of a team, or of so many, by district."""
    refuse_more("players", len(players), teams * book.value("teams.players.maximum", int))
    taken(book, "travel.based-on", book.value("events.open-teams.final.place", str))
    amounts = book.table("travel.team-final.per-player")
    return _team_allowance(book, qualified_in, players, amounts, "SM-TRAV-11", ())


@decides("travel-team-semifinal", rules=("SM-TRAV-8", "SM-TRAV-9", "SM-TRAV-10", "SM-TRAV-3"))
def decide_travel_team_semifinal(
    book: Book,
    *,
    qualified_in: str,
    players: tuple[TeamPlayer, ...],
    sek_per_player: dict[str, Fraction],
) -> Decision:
    """The sum (kronor) for a team's players in the team semifinal.

    `sek_per_player`: the office's amounts for the venue, by district.
    """
    refuse_more("players", len(players), book.value("teams.players.maximum", int))
    for name, sek in sek_per_player.items():
        refuse_negative(f"sek_per_player.{name}", sek)
    amounts = {book.edition.district(name).code: sek * ORE for name, sek in sek_per_player.items()}
    readings = taken(book, "travel.team-semifinal.amounts", "set-by-the-office")
    return _team_allowance(book, qualified_in, players, amounts, "SM-TRAV-8", readings)


def _team_allowance(
    book: Book,
    qualified_in: str,
    players: tuple[TeamPlayer, ...],
    amounts: Mapping[str, Fraction | int],
    rule: str,
    readings: tuple[str, ...],
) -> Decision:
    """Each player by the district the team qualified in, or by home when added later."""
    refuse_empty(players, "players")
    reasons = tuple(because(id_) for id_ in (rule, "SM-TRAV-9", "SM-TRAV-10", "SM-TRAV-3"))
    homes = [_district_of(book, qualified_in, player) for player in players]
    unknown = tuple(f"players[{n}].lives_in" for n, home in enumerate(homes) if home is None)
    if unknown:
        return Decision({}, reasons, missing=unknown)
    codes = [book.edition.district(home).code if home else "" for home in homes]
    missing = [code for code in dict.fromkeys(codes) if code and code not in amounts]
    if missing:
        names = (book.value(f"districts.{code}.name", str) for code in missing)
        return Decision({}, reasons, missing=tuple(f"sek_per_player.{name}" for name in names))
    each = [kronor(amounts[code] if code else 0) for code in codes]
    return Decision({"sek": sum(each, Fraction()), "players": each}, reasons, readings)


def _district_of(book: Book, qualified_in: str, player: TeamPlayer) -> str | None:
    """The district whose amount the player gets: none ("") abroad, None while it is not known."""
    taken(book, "travel.residents-of", _SWEDEN)
    enough = player.halves_in_qualifier >= book.value("travel.teams.minimum-halves", int)
    if not player.resident_in_sweden:
        return ""
    return qualified_in if enough else player.lives_in
