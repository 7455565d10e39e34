"""Par of a board, and each table against double dummy: on its page, in files, for programs."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from storslam.bridge import Contract, Doubling, Seat, Side, Strain, numbered_board, parse_deal
from storslam.scoring.event import BoardRecord, Line, Play, Score
from storslam.web.models import Event
from storslam.web.models.event import State
from tests.web import makers

pytestmark = pytest.mark.django_db

TRICKS = {
    (seat, strain): (10 if strain is Strain.SPADES else 7) if seat.side is Side.NS else 5
    for seat in Seat
    for strain in Strain
}


def line(table: int, tricks: int, group: str = "") -> Line:
    """Four spades by North at a table of the first round."""
    play = Play(Contract(4, Strain.SPADES, Doubling.NONE, Seat.NORTH), tricks)
    score = {10: 420, 11: 450, 9: -50}[tricks]
    pairs = [("1", "6"), ("2", "5"), ("3", "4")][table - 1]
    return Line(1, *pairs, Score(score), play, round=1, table=table, group=group)


@pytest.fixture
def event(db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    """Board 1 with par 420, made, made with a trick too many, and played with other cards."""
    small = makers.played()
    lines = [one for one in small.lines if one.board != 1]
    lines += [line(1, 10), line(2, 11), line(3, 9, "fel")]
    record = BoardRecord(numbered_board(1), parse_deal(makers.DEAL), TRICKS)
    return makers.stored(replace(small, boards={**small.boards, 1: record}, lines=tuple(lines)))


def cells(html: str) -> list[list[str]]:
    """The rows of the travellers, what stands in their cells."""
    table = html[html.index('class="travellers"') :]
    rows = re.findall(r"<tr>(.*?)</tr>", table[: table.index("</table>")], re.DOTALL)
    return [
        [
            " ".join(re.sub(r"<[^>]*>", " ", one).split())
            for one in re.findall(r"<td.*?</td>", row, re.DOTALL)
        ]
        for row in rows[1:]  # but for the heads
    ]


def test_the_page_of_a_board_tells_par_and_what_each_table_gained(client, event) -> None:
    html = client.get(reverse("board", args=[event.slug, 1])).content.decode()
    said = " ".join(re.sub(r"<[^>]*>", " ", html).split())
    assert "Par 420 : 4 ♠ NS =" in said
    rows = {row[0]: row for row in cells(html)}
    # Group, contract, by, tricks, lead, DD, score with par on a phone, par.
    found = {who.split()[0]: (row[7], row[8], row[9]) for who, row in rows.items()}
    assert found == {
        "1": ("=", "420 =", "="),
        "2": ("+1", "450 +30", "+30"),
        "3": ("", "−50", ""),
    }


def test_without_all_tricks_there_is_no_par(client, event) -> None:
    html = client.get(reverse("board", args=[event.slug, 2])).content.decode()
    assert "Par" not in html
    assert ">DD<" not in html


def test_files_and_programs_are_told_par_of_boards_that_are_over(client, event) -> None:
    pbn = client.get(reverse("event_file", args=[event.slug, "resultat.pbn"])).content.decode(
        "latin-1"
    )
    assert pbn.count("[OptimumScore ") == 1
    table = pbn.index("[OptimumResultTable")
    assert table < pbn.index('[OptimumScore "NS 420"]\r\n[ScoreTable') < pbn.index('[Board "2"]')
    path = reverse("api-1:boards", args=[event.slug])
    first, second, *_ = client.get(path).json()
    assert (first["par"], first["par_contracts"]) == (420, ["4S N", "4S S"])
    assert (second["par"], second["par_contracts"]) == (None, [])
    hidden = makers.hall()
    hidden.boards.filter(number=1).update(deal=makers.DEAL, tricks={"NS": 10})
    Event.objects.filter(pk=hidden.pk).update(state=State.RUNNING)
    first, *_ = client.get(reverse("api-1:boards", args=[hidden.slug])).json()
    assert (first["par"], first["tricks"], first["deal"]) == (None, "", "")
