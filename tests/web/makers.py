"""A small event of one's own: six pairs, five rounds of two boards, everybody meets everybody."""

import datetime
from collections.abc import Iterator
from random import Random
from typing import Any

from django.utils import timezone

from storslam.bridge import (
    Card,
    Contract,
    Doubling,
    Seat,
    Strain,
    Suit,
    duplicate_score,
    numbered_board,
    parse_deal,
)
from storslam.bridge.cards import RANKS
from storslam.movements.barometer import barometer
from storslam.scoring.event import BoardRecord, Contestant, Event, Line, Play, Player, Score
from storslam.web.intake import Heading, store_event
from storslam.web.models import (
    Board,
    Discipline,
    Member,
    Round,
    Season,
    Section,
    Stage,
    StageKind,
    Table,
)
from storslam.web.models import Contestant as StoredContestant
from storslam.web.models import Event as StoredEvent
from storslam.web.models.event import State

NAMES = (
    ("Åsa Öberg", "Örjan Ek"),
    ("Anna Ask", "Bo Berg"),
    ("Zoë Zetterlund", "Ulla Ålund"),
    ("Erik Älg", "Sven Sjö"),
    ("Kerstin Karlsson", "Per Påhl"),
    ("Märta Möller", "Nils Nyberg"),
)
DEAL = "N:AQ72.T98.765.A43 JT9.AKQ.432.8765 86.765.AKQJ.KT92 K543.J432.T98.QJ"
ROUNDS = (
    ((1, 6), (2, 5), (3, 4)),
    ((2, 6), (3, 1), (4, 5)),
    ((3, 6), (4, 2), (5, 1)),
    ((4, 6), (5, 3), (1, 2)),
    ((5, 6), (1, 4), (2, 3)),
)


def stage(kind: str = StageKind.FINAL, discipline: str = Discipline.OPEN_PAIRS) -> Stage:
    """A stage of the season 2012-2013."""
    season, _ = Season.objects.get_or_create(
        slug="2012-2013",
        defaults={
            "name": "Säsongen 2012–2013",
            "starts": datetime.date(2012, 7, 1),
            "ends": datetime.date(2013, 6, 30),
        },
    )
    return Stage.objects.get_or_create(season=season, discipline=discipline, kind=kind)[0]


def played(seed: int = 1, name: str = "Liten final") -> Event:
    """The event in values, with results that the seed decides."""
    boards = {number: BoardRecord(numbered_board(number)) for number in range(1, 11)}
    boards[1] = BoardRecord(numbered_board(1), parse_deal(DEAL), {(Seat.NORTH, Strain.SPADES): 9})
    contestants = tuple(
        Contestant(
            str(number),
            tuple(
                Player(who, f"{number}{index}", "Bridgeklubben Ess")
                for index, who in enumerate(pair)
            ),
        )
        for number, pair in enumerate(NAMES, 1)
    )
    return Event(name=name, contestants=contestants, boards=boards, lines=tuple(_lines(seed)))


def _lines(seed: int) -> Iterator[Line]:
    dice = Random(seed)
    for round_, tables in enumerate(ROUNDS, 1):
        for table, (ns, ew) in enumerate(tables, 1):
            for board in (2 * round_ - 1, 2 * round_):
                play = Play(
                    Contract(
                        dice.randint(1, 6),
                        Strain(dice.randint(0, 4)),
                        Doubling.NONE,
                        dice.choice(list(Seat)),
                    ),
                    dice.randint(7, 12),
                    Card(dice.choice(list(Suit)), dice.choice(RANKS)),
                )
                score = duplicate_score(
                    play.contract, play.tricks, numbered_board(board).vulnerability
                )
                yield Line(board, str(ns), str(ew), Score(score), play, round=round_, table=table)


def stored(event: Event | None = None, **heading: object) -> StoredEvent:
    """The event in the database, published as in play."""
    told = {"name": "Liten final", "state": "running", **heading}
    return store_event(event or played(), Heading(stage=stage(), **told), who="office")


def hall(pairs: int = 6, boards: int = 2, rounds: int | None = None, **more: Any) -> StoredEvent:
    """A barometer that is seated and published, nothing of it played yet; the first round open."""
    event = StoredEvent.objects.create(
        stage=stage(), **{"slug": "salen", "name": "Salen", "state": State.RUNNING, **more}
    )
    section = Section.objects.create(event=event, name="A")
    movement = barometer(pairs, boards, rounds)
    seats = sorted(movement.contestants, key=int)
    codes = {code: _pair(event, int(code)) for code in seats}
    for number in sorted({board for one in movement.positions for board in one.boards}):
        board = numbered_board(number)
        Board.objects.create(
            event=event,
            number=number,
            dealer=board.dealer.value,
            vulnerability=board.vulnerability.value,
        )
    stored: dict[int, Round] = {}
    for one in movement.positions:
        if one.round not in stored:
            stored[one.round] = Round.objects.create(event=event, number=one.round)
        Table.objects.create(
            round=stored[one.round],
            section=section,
            number=one.table,
            ns=codes[one.ns],
            ew=codes[one.ew] if one.ew else None,
            boards=list(one.boards),
        )
    Round.objects.filter(event=event, number=1).update(opened=timezone.now())
    return event


def _pair(event: StoredEvent, number: int) -> StoredContestant:
    pair = StoredContestant.objects.create(event=event, code=str(number))
    names = NAMES[number - 1] if number <= len(NAMES) else (f"Nord {number}", f"Syd {number}")
    for position, name in enumerate(names, 1):
        Member(contestant=pair, position=position, name=name, club="Essen").named().save()
    return pair
