"""How long documents take: `python benchmarks/documents.py`."""

import random

from storslam.bridge import (
    Contract,
    Doubling,
    Seat,
    Strain,
    duplicate_score,
    numbered_board,
    parse_card,
    parse_deal,
)
from storslam.movements import Movement, Position
from storslam.scoring import BoardRecord, Contestant, Event, Line, Play, Player, Score

PAIRS, BOARDS, EACH = 170, 66, 3
FIRST = ("Åsa", "Karl-Fredrik", "Eva", "Bengt-Åke", "Ölund Maria", "Jan")
LAST = ("Öberg", "Ek", "von Sydow-Lindenkrona", "Svensson", "Gyllenstierna af Björkesund", "Ås")


def contestants() -> tuple[Contestant, ...]:
    chance = random.Random(2012)

    def player() -> Player:
        return Player(
            f"{chance.choice(FIRST)} {chance.choice(LAST)}", "", "Bridgeklubben Sundbyberg"
        )

    return tuple(Contestant(str(n), (player(), player())) for n in range(1, PAIRS + 1))


def movement() -> Movement:
    half = PAIRS // 2
    return Movement(
        tuple(
            Position(
                round_ + 1,
                table + 1,
                str(table + 1),
                str(half + 1 + (table + round_) % half),
                tuple(range(round_ * EACH + 1, (round_ + 1) * EACH + 1)),
            )
            for round_ in range(BOARDS // EACH)
            for table in range(half)
        )
    )


def event() -> Event:
    chance = random.Random(2013)
    lines = []
    for position in movement().positions:
        for board in position.boards:
            contract = Contract(
                chance.choice((1, 2, 3, 4, 6)),
                chance.choice(tuple(Strain)),
                Doubling.NONE,
                chance.choice(tuple(Seat)),
            )
            tricks = max(0, min(13, contract.tricks_needed + chance.choice((-2, -1, 0, 0, 1))))
            points = duplicate_score(contract, tricks, numbered_board(board).vulnerability)
            ns = points
            lines.append(
                Line(
                    board,
                    position.ns,
                    position.ew,
                    Score(ns),
                    Play(contract, tricks, parse_card("SQ")),
                    "",
                    position.round,
                    position.table,
                )
            )
    boards = {n: BoardRecord(numbered_board(n), DEAL) for n in range(1, BOARDS + 1)}
    return Event(
        "SM öppna par, semifinal",
        "Örebro",
        contestants=contestants(),
        boards=boards,
        lines=tuple(lines),
    )


DEAL = parse_deal("N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765")
