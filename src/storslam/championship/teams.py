"""The make-up of teams and the reigning champions (pp. 4-5, "Att delta …", "Reserver m m"; p. 12).

The doubtful words: "minst sin proportionella del" (G-23: rounded up, counted when the matches are
over), "dessa spelar minst en halvlek" (G-19: each of the two thirds that must remain), and "de sex
spelare som först spelat" when several first come in the same half (in the order of the line-up).
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from storslam.championship.disciplines import (
    PLAYERS_OF_A_PAIR,
    Discipline,
    PairDiscipline,
    kind_of,
    refuse_empty,
    refuse_more,
    refuse_outside,
    refuse_twice,
    regulated,
    taken,
)
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count, Positive

SEATS_OF_A_TEAM = 4  # two tables, a pair at each (Law 4)
TeamStage = Literal["qualifier", "semifinal", "final"]
TeamDiscipline = Literal["open-teams", "veteran-teams", "junior-teams"]


@dataclass(frozen=True, slots=True)
class Regulars:
    """Players in the order in which they came to play. `regular`: the first six, who count as the
    team's own; `extra`: those after them; `same_half`: of whom only the order of the line-up told
    who was the sixth.
    """

    regular: tuple[str, ...]
    extra: tuple[str, ...]
    same_half: tuple[str, ...] = ()


def regulars(halves: list[list[str]], most: int) -> Regulars:
    """The regular players by the line-ups of the halves that were played, in order (SM-TEAM-8)."""
    first_half: dict[str, int] = {}
    for number, lineup in enumerate(halves):
        for player in lineup:
            first_half.setdefault(player, number)
    order = tuple(first_half)
    regular, extra = order[:most], order[most:]
    cut = first_half[regular[-1]] if regular else -1
    same = [player for player in order if first_half[player] == cut]
    settled = not any(player in extra for player in same)
    return Regulars(regular, extra, () if settled else tuple(same))


def remaining_required(old_team_size: int, share: Fraction) -> int:
    """How many of a champion team must be left for the place in the semifinal."""
    return ceil(share * old_team_size)


def refuse_entrants(book: Book, discipline: Discipline, players: int) -> None:
    """StorslamError when no pair or team can enter the qualifier with so many players.

    A seventh and an eighth, whom a district may grant an open team, are let through.
    """
    if kind_of(book, discipline) == "pairs":
        least = most = PLAYERS_OF_A_PAIR
    else:
        least = book.value("teams.players.minimum", int)
        most = allowed_players(book, discipline, "qualifier")[1]
    refuse_outside("players", players, least, most)


def _extra_players(book: Book, discipline: Discipline, stage: str) -> int:
    """How many more players a district may grant a team at a stage (SM-TEAM-6, SM-TEAM-7)."""
    granted = discipline == "open-teams" and stage in book.value(
        "teams.extra-players.stages", tuple
    )
    return book.value("teams.extra-players.maximum", int) if granted else 0


def allowed_players(book: Book, discipline: Discipline, stage: str) -> tuple[int, int]:
    """How many may play for a team at a stage; without, and with what a district may grant."""
    most = _most_players(book, discipline)[0]
    return most, most + _extra_players(book, discipline, stage)


@decides("team-roster", rules=("SM-TEAM-1", "SM-TEAM-6", "SM-TEAM-7", "SM-TEAM-9"))
def team_roster(
    book: Book,
    *,
    players: Count,
    stage: TeamStage,
    discipline: TeamDiscipline = "open-teams",
    district_exemption: bool = False,
) -> Decision:
    """Whether a team may have so many players at a stage.

    `discipline`: the open teams when it is not said. `district_exemption`: whether the district
    has granted a seventh and an eighth player; it has not when nothing is said.
    """
    least = book.value("teams.players.minimum", int)
    rules = _most_players(book, discipline)[1]
    most, reachable = allowed_players(book, discipline, stage)
    maximum = reachable if district_exemption else most
    allowed = least <= players <= maximum
    needs = "district-exemption" if not allowed and most < players <= reachable else None
    result = {"allowed": allowed, "minimum": least, "maximum": maximum, "needs": needs}
    if players > most and discipline == "open-teams":
        rules += ("SM-TEAM-6", "SM-TEAM-7")
    return Decision(result, tuple(because(rule, players=players, stage=stage) for rule in rules))


def _most_players(book: Book, discipline: Discipline) -> tuple[int, tuple[str, ...]]:
    if discipline == "veteran-teams":
        return book.value("teams.veteran-players.maximum", int), ("SM-TEAM-9", "SM-TEAM-1")
    return book.value("teams.players.maximum", int), ("SM-TEAM-1",)


@decides("extra-player", rules=("SM-TEAM-6", "SM-TEAM-7"))
def extra_player(
    book: Book, *, stage: TeamStage, district_exemption: bool, played_for_another_team: bool
) -> Decision:
    """Whether a seventh or eighth player may play for the team."""
    in_time = stage in book.value("teams.extra-players.stages", tuple)
    reasons = (
        because("SM-TEAM-6", district_exemption=district_exemption),
        because("SM-TEAM-7", stage=stage, played_for_another_team=played_for_another_team),
    )
    allowed = in_time and district_exemption and not played_for_another_team
    return Decision({"allowed": allowed}, reasons)


@decides("team-district", rules=("SM-TEAM-2", "SM-TEAM-3", "SM-ELIG-8"))
def team_district(
    book: Book, *, player_districts: list[str], district: str, approved: bool = False
) -> Decision:
    """Whether a team may enter in a district, by the home districts of its players.

    `approved`: whether the organising district has agreed to another wish; not when left out.
    """
    refuse_empty(player_districts, "player_districts")
    named = [book.edition.district(home).name for home in player_districts]
    chosen, homes = book.edition.district(district).name, Counter(named)
    at_home = [home for home, n in homes.items() if n == max(homes.values())]
    reasons = [because("SM-ELIG-8", player_districts=named), because("SM-TEAM-2", homes=homes)]
    allowed = chosen in at_home
    if not allowed:
        reasons.append(because("SM-TEAM-3", approved=approved))
    needs = None if allowed or approved else "organising-district-approval"
    result = {"allowed": allowed or approved, "needs": needs, "districts": at_home}
    return Decision(result, tuple(reasons))


@decides("proportional-boards", rules=("SM-TEAM-4",))
def proportional_boards(
    book: Book,
    *,
    players: Positive,
    own_players: Count,
    boards: Positive,
    boards_by_own_players: Count,
) -> Decision:
    """Whether the district's own players have played their part of the boards, where it asks.

    `boards`: of the matches, counted once. `boards_by_own_players`: added over those players.
    """
    refuse_more("own_players", own_players, players)
    most = min(own_players, SEATS_OF_A_TEAM) * boards
    refuse_more("boards_by_own_players", boards_by_own_players, most)
    share = Fraction(own_players * SEATS_OF_A_TEAM * boards, players)
    readings = taken(book, "teams.own-share-rounded", "up")
    required = ceil(share)
    result = {
        "fulfilled": boards_by_own_players >= required,
        "required": required,
        "share": share,
    }
    reason = because("SM-TEAM-4", own_players=own_players, players=players, boards=boards)
    return Decision(result, (reason,), readings)


@decides("regular-players", rules=("SM-TEAM-8",))
def regular_players(
    book: Book, *, halves: list[list[str]], registered: list[str] | None = None
) -> Decision:
    """The regular players of a team, by who played in each half.

    `registered`: the names of the entry, to see whom it does not make regular; none when left out.
    """
    for number, lineup in enumerate(halves):
        refuse_twice(lineup, f"halves[{number}]")
        if len(lineup) != SEATS_OF_A_TEAM:
            raise StorslamError(
                "%(name)s must be a list of %(length)s",
                name=f"halves[{number}]",
                length=SEATS_OF_A_TEAM,
            )
    refuse_twice(registered or [], "registered")
    found = regulars(halves, book.value("teams.regular-players", int))
    result = {
        "regular": found.regular,
        "extra": found.extra,
        "same_half": found.same_half,
        "registered_not_regular": [p for p in registered or [] if p not in found.regular],
    }
    return Decision(result, (because("SM-TEAM-8", halves=halves),))


@decides("champion-team", rules=("SM-CHAMP-1", "SM-CHAMP-2"))
def champion_team(
    book: Book, *, old_team_size: Positive, remaining: Count, remaining_play_a_half: bool
) -> Decision:
    """Whether the reigning team champions go straight to the semifinal.

    `remaining_play_a_half`: whether those who must remain each play half a match there or more.
    """
    refuse_more("remaining", remaining, old_team_size)
    share = book.value("champions.teams.remaining-share", Fraction)
    required = remaining_required(old_team_size, share)
    enough = remaining >= required
    result = {
        "direct_to_semifinal": enough and remaining_play_a_half,
        "required": required,
        "halves_each": book.value("champions.teams.minimum-halves", int),
    }
    taken(book, "champions.teams.enter-at", "semifinal")
    readings = taken(book, "champions.teams.half-is-for", "each-remaining-champion")
    reasons = (
        because("SM-CHAMP-1", old_team_size=old_team_size, remaining=remaining),
        because("SM-CHAMP-2", remaining_play_a_half=remaining_play_a_half),
    )
    return Decision(result, reasons, readings)


@decides("champion-team-place", rules=("SM-CHAMP-3",))
def champion_team_place(
    book: Book,
    *,
    district_order: list[str],
    champions: str,
) -> Decision:
    """Where the champion team stands among its district's teams in the semifinal.

    `district_order`: the teams that qualified, the best first; the champions stand in it only if
    they did.
    """
    refuse_twice(district_order, "district_order")
    qualified = champions in district_order
    order = district_order if qualified else [*district_order, champions]
    result = {"order": order, "place": order.index(champions) + 1}
    return Decision(result, (because("SM-CHAMP-3", qualified=qualified),))


@decides("champion-pair", rules=("SM-CHAMP-4",))
def champion_pair(book: Book, *, discipline: PairDiscipline) -> Decision:
    """The stage in which last year's pair champions have a place without qualifying."""
    stage = regulated(book, f"champions.enter-at.{discipline}", discipline)
    return Decision({"direct_to": stage}, (because("SM-CHAMP-4", discipline=discipline),))
