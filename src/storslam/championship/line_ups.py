"""Who plays a half of a team match, and what follows from who has played (pp. 4, 5, 9, 13, 22).

Doubtful words: "de sex spelare som först spelat" (see `teams`); "dessa spelar minst en halvlek",
each of the two thirds that must remain (G-19).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from storslam.championship.disciplines import refuse_more, refuse_twice, taken
from storslam.championship.medals import decide_medal
from storslam.championship.teams import (
    TeamDiscipline,
    TeamStage,
    allowed_players,
    regulars,
    remaining_required,
)
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Positive
from storslam.systems.duties import decide_seat_choice

Side = Literal["home", "away"]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class HalfPlayed:
    """A half that a team has played: in which match, over how many boards, and its four."""

    match: str
    boards: int
    players: tuple[str, ...]


def matches_of(player: str, halves: Iterable[HalfPlayed]) -> int:
    """In how many matches the player took part, one half or both (SM-ILL-2)."""
    return len({half.match for half in halves if player in half.players})


def boards_of(players: Iterable[str], halves: Sequence[HalfPlayed]) -> int:
    """How many boards these players have played, added over them (SM-TEAM-4)."""
    return sum(half.boards for one in set(players) for half in halves if one in half.players)


def unpaid_loss(unpaid: Iterable[str], halves: Sequence[HalfPlayed], book: Book) -> Fraction:
    """The VP that a team loses for players whose membership fee is unpaid (SM-ILL-2)."""
    each = book.value("illegal-player.unpaid.vp-per-match", int)
    return Fraction(sum(each * matches_of(player, halves) for player in set(unpaid)))


def refuse_naming(
    book: Book, announced: tuple[Side, ...], named: Sequence[Side], side: Side
) -> None:
    """StorslamError when this team may not name its pairs and rooms for a half yet (SYS-TEAM-3).

    `announced`: who has announced an A system. `named`: who has named its line-up of the half.
    """
    first = decide_seat_choice(book, announced=announced).result["names_first"]
    if first is not None and side != first and first not in named:
        raise StorslamError(
            "the other team has announced an A system: it names its pairs and rooms first"
        )


@decides(
    "line-up",
    rules=("SM-TEAM-1", "SM-TEAM-6", "SM-TEAM-7", "SM-TEAM-8", "SM-TEAM-9", "SM-ILL-4"),
)
def decide_line_up(
    book: Book,
    *,
    open_room: Pair,
    closed_room: Pair,
    roster: tuple[str, ...],
    stage: TeamStage,
    discipline: TeamDiscipline = "open-teams",
    earlier_halves: tuple[tuple[str, ...], ...] = (),
    district_exemption: bool = False,
    played_for_another_team: tuple[str, ...] = (),
) -> Decision:
    """Whether these four may play a half for their team.

    `earlier_halves`: who played for the team before, this season, which makes its regular players.
    `district_exemption`: whether a seventh and an eighth are granted; not when nothing is said.
    Raises StorslamError for a player who is there twice or is not on the roster.
    """
    four = (*open_room, *closed_room)
    refuse_twice(roster, "roster")
    for player in four:
        if four.count(player) > 1:
            raise StorslamError("%(player)s is twice in the line-up (SM-TEAM-1)", player=player)
        if player not in roster:
            raise StorslamError("%(player)s is not on the team's roster (SM-TEAM-1)", player=player)
    most, reachable = allowed_players(book, discipline, stage)
    found = regulars([*map(list, earlier_halves), list(four)], most)
    order = (*found.regular, *found.extra)
    over = order[reachable if district_exemption else most :]
    faults = {player: "extra-player" for player in four if player in over}
    faults |= {player: "another-team" for player in four if player in played_for_another_team}
    result = {
        "allowed": not faults,
        "faults": faults,
        "needs": "district-exemption" if most < len(order) <= reachable and over else None,
        "regular": found.regular,
        "extra": found.extra,
    }
    return Decision(result, tuple(because(rule, **told) for rule, told in _cited(result, stage)))


def _cited(
    result: Mapping[str, object], stage: TeamStage
) -> Iterable[tuple[str, Mapping[str, object]]]:
    """The articles that a line-up was measured by."""
    yield "SM-TEAM-1", {"stage": stage}
    yield "SM-TEAM-8", {"regular": result["regular"]}
    if result["extra"]:
        yield "SM-TEAM-6", {"extra": result["extra"]}
        yield "SM-TEAM-7", {"stage": stage}
    faults = result["faults"]
    if isinstance(faults, dict) and "another-team" in faults.values():
        yield "SM-ILL-4", {"faults": faults}


@decides("champions-half", rules=("SM-CHAMP-2",))
def decide_champions_half(
    book: Book, *, old_team: tuple[str, ...], halves: tuple[tuple[str, ...], ...]
) -> Decision:
    """Whether enough of the reigning champions have played their half of the semifinal.

    `old_team`: last year's champions. `halves`: who played for the team in each half there.
    """
    refuse_twice(old_team, "old_team")
    least = book.value("champions.teams.minimum-halves", int)
    required = remaining_required(
        len(old_team), book.value("champions.teams.remaining-share", Fraction)
    )
    played = {player: sum(player in half for half in halves) for player in old_team}
    enough = [player for player, count in played.items() if count >= least]
    readings = taken(book, "champions.teams.half-is-for", "each-remaining-champion")
    result = {
        "fulfilled": len(enough) >= required,
        "required": required,
        "halves": played,
        "still_to_play": max(0, required - len(enough)),
    }
    return Decision(result, (because("SM-CHAMP-2", halves=played),), readings)


@decides("team-medals", rules=("SM-MED-1", "SM-MED-2"))
def decide_team_medals(
    book: Book,
    *,
    event: str,
    place: Positive,
    roster: tuple[str, ...],
    halves: tuple[tuple[str, ...], ...],
    halves_total: Positive,
) -> Decision:
    """The medals of a team's players for its place in a final such as `open-teams-final`.

    `halves`: who played for the team in each half it played. `halves_total`: of the final.
    """
    refuse_twice(roster, "roster")
    refuse_more("halves", len(halves), halves_total)
    players = tuple(dict.fromkeys((*roster, *(one for half in halves for one in half))))
    made = {
        player: decide_medal(
            book,
            place=place,
            event=event,
            halves_played=sum(player in half for half in halves),
            halves_total=halves_total,
        )
        for player in players
    }
    reasons = {reason.rule_id: reason for one in made.values() for reason in one.reasons}
    readings = dict.fromkeys(reading for one in made.values() for reading in one.assumptions)
    medals = {player: one.result["medal"] for player, one in made.items()}
    return Decision({"medals": medals}, tuple(reasons.values()), tuple(readings))
