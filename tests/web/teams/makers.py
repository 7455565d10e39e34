"""Events of teams, and matches that are played by dice."""

from random import Random
from typing import Any

from storslam.bridge import duplicate_score, parse_contract, parse_seat
from storslam.scoring.event import Contestant, Play, Player, Score
from storslam.web import results
from storslam.web.models import Board, Event, Match, Result, Table, User
from storslam.web.models import Contestant as StoredContestant
from storslam.web.models import Player as RegisteredPlayer
from storslam.web.models.event import State
from storslam.web.payload import Payload
from storslam.web.teams import drawing, opening
from storslam.web.teams.acts import Four
from storslam.web.teams.matches import teams_now
from tests.web.makers import stage

PLAYERS = 5


def people(count: int) -> list[Contestant]:
    """So many teams of five."""
    return [
        Contestant(
            str(n),
            tuple(
                Player(f"Spelare {n}{'abcde'[i]}", f"{n}0{i}", f"BK {n}") for i in range(PLAYERS)
            ),
            f"Lag {n}",
        )
        for n in range(1, count + 1)
    ]


def director() -> User:
    return User.objects.get_or_create(username="ledare")[0]


def opened(
    count: int, discipline: str = "open-teams", kind: str = "semifinal", **given: Any
) -> Event:
    """An event of so many teams, in play, nothing drawn."""
    who = director()
    found = stage(kind, discipline)
    event = opening.open_from_file(found, people(count), f"Lag {count}", who, {"seed": 7, **given})
    Event.objects.filter(pk=event.pk).update(state=State.RUNNING)
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.select_related("stage__season").get(pk=event.pk)


def now(event: Event) -> Any:
    return teams_now(fresh(event))


def draw(event: Event) -> list[Match]:
    """Draw what is next."""
    found = drawing.proposal(now(event))
    assert found is not None
    return drawing.draw_next(fresh(event), found.round, director())


def payload(board: Board, tricks: int) -> Payload:
    """Four spades by North, with so many tricks."""
    play = Play(parse_contract("4S", parse_seat("N")), tricks)
    return Payload(Score(duplicate_score(play.contract, tricks, board.value.vulnerability)), play)


def unplayed(event: Event, **which: Any) -> list[Table]:
    """The tables that have no result yet.

    Without a join: a database that has no statistics yet, as in a test, makes it a slow one.
    """
    played = set(Result.objects.filter(event=event).values_list("table", flat=True))
    rows = Table.objects.filter(round__event=event, **which).select_related("round")
    return [table for table in rows.order_by("pk") if table.pk not in played]


def play(event: Event, dice: Random, **which: Any) -> None:
    """Play everything that is seated and has no result, with tricks that the dice give."""
    boards = {board.number: board for board in event.boards.all()}
    rows = [
        (boards[number], table, payload(boards[number], dice.randint(6, 12)))
        for table in unplayed(event, **which)
        for number in table.boards
    ]
    results.record_bulk(fresh(event), rows, "ledare")


def play_level(event: Event) -> None:
    """Play what has no result the same in both rooms, so that all these matches end level."""
    boards = {board.number: board for board in event.boards.all()}
    rows = [
        (boards[number], table, payload(boards[number], 10))
        for table in unplayed(event)
        for number in table.boards
    ]
    results.record_bulk(fresh(event), rows, "ledare")


def four(team: StoredContestant, *positions: int) -> Four:
    """A line-up of the players in these positions of the team: two for each room."""
    keys = [team.members.get(position=position).pk for position in positions]
    return Four((keys[0], keys[1]), (keys[2], keys[3]))


def player_of_the_registry(number: str) -> RegisteredPlayer:
    """A player of the registry."""
    return RegisteredPlayer.objects.create(number=number, name="Spelare", birth_year=1950)
