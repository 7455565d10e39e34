"""Teams on the pages for everybody, in the hall and at the table."""

from random import Random

import pytest
from django.urls import reverse

from storslam.web.desks.table import address
from storslam.web.hall import rounds
from storslam.web.hall.codes import Place
from storslam.web.hall.display import hall_context
from storslam.web.models import Event, ResultVersion
from storslam.web.models.event import Display
from storslam.web.results import record_result, touch
from storslam.web.teams import acts
from storslam.web.teams.at_table import at_table
from storslam.web.teams.pages import half_name
from tests.web.teams import makers
from tests.web.teams.test_papers import cup, line_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]

SCORE = 'class="match-score"'


@pytest.fixture
def event(db):  # noqa: ARG001 - the fixture opens the database
    made = makers.opened(6)
    makers.draw(made)
    return makers.fresh(made)


@pytest.fixture
def running(event):
    """The first half of the first round is open."""
    rounds.open_round(event, 1, makers.director())
    return makers.fresh(event)


def at_once(event: Event) -> Event:
    Event.objects.filter(pk=event.pk).update(display=Display.AT_ONCE, stamp="at-once")
    return makers.fresh(event)


def screen(event: Event, table, seat: str = "N") -> str:
    place = Place(table.section.number, table.number, seat)
    return address(makers.fresh(event), place)


def two_rooms(event: Event):
    return [room.table for room in event.matches.first().rooms.filter(half=1)]


def play_board(event: Event, table, number: int, tricks: int) -> None:
    board = event.boards.get(number=number)
    key = f"{table.pk}-{number}"
    record_result(event, board, table, makers.payload(board, tricks), key, 0, "x")


def test_the_cup_is_a_tree_and_for_a_phone_a_list(client):
    event = cup(17, "choose")
    page = client.get(reverse("event", args=[event.slug])).text
    assert page.count('<svg class="cup"') == 1
    assert page.count('<div class="cup-rounds">') == 1
    assert page.count("inte lottad ännu") == 8
    client.force_login(makers.director())
    assert '<svg class="cup"' in client.get(reverse("teams_desk", args=[event.slug])).text


def test_a_series_has_no_cup(client, event):
    assert 'class="cup"' not in client.get(reverse("event", args=[event.slug])).text


def test_a_round_is_shown_board_by_board_and_tells_only_boards_of_both_rooms(client, event):
    page_ = reverse("team_round", args=[event.slug])
    open_, closed = two_rooms(event)
    play_board(event, open_, 1, 10)
    before = client.get(page_)
    assert before.text.count("<caption>") == 3
    assert "4♠" not in squeezed(before.text)
    play_board(event, closed, 1, 9)
    page = client.get(page_)
    assert page["ETag"] != before["ETag"]
    assert squeezed(page.text).count("4♠") == 2
    assert "Rond 1" in page.text
    other = client.get(reverse("team_round", args=[event.slug, 2])).text
    assert 'aria-current="page">2<' in other
    assert client.get(reverse("team_round", args=[event.slug, 6])).status_code == 404


def squeezed(page: str) -> str:
    """The page without the marks about suits."""
    return page.replace('<span class="suit s">', "").replace("</span>", "")


def test_a_round_of_pairs_is_not_shown_board_by_board(client):
    from tests.web import makers as pairs

    event = pairs.stored()
    assert client.get(reverse("team_round", args=[event.slug])).status_code == 404
    stage = reverse("stage_round", args=[event.stage.season.slug, event.stage.pk])
    assert client.get(stage).status_code == 404


def test_all_series_of_a_stage_are_shown_board_by_board_on_one_page(client, event):
    other = makers.opened(4)
    makers.draw(other)
    page_ = reverse("stage_round", args=[event.stage.season.slug, event.stage.pk])
    assert client.get(page_).text.count("<caption>") == 3 + 2
    Event.objects.filter(pk=other.pk).update(state="draft", stamp="hidden")
    page = client.get(page_)
    assert page.text.count("<caption>") == 3
    assert client.get(page_, headers={"If-None-Match": page["ETag"]}).status_code == 304


def panels(event: Event) -> dict[str, list]:
    """Every view of the display by its kind."""
    found, number = {}, 0
    while True:
        context = hall_context(makers.fresh(event), number)
        found.setdefault(context["panel"].kind, []).extend(context["panel"].rows)
        number = context["next_panel"]
        if number == 0:
            return found


def test_the_display_tells_how_matches_stand_only_where_the_event_lets_it(client, running):
    makers.play(running, Random(1), round__number=1)
    hidden = panels(running)
    assert [told for _, told in hidden["matches"]] == [False] * 3
    assert [row.matches for row, _ in hidden["teams"]] == [0] * 6
    page_ = reverse("hall", args=[running.slug])
    views = range(len(hidden) + 2)
    result = makers.now(running).matches[0].result
    score = f"{result.imps_home}–{result.imps_away}"
    assert not any(score in client.get(f"{page_}?visa={n}").text for n in views)
    at_once(running)
    shown = panels(running)
    assert [told for _, told in shown["matches"]] == [True] * 3
    assert [row.matches for row, _ in shown["teams"]] == [1] * 6
    assert any(score in client.get(f"{page_}?visa={n}").text for n in views)


def test_a_finished_match_is_told_in_the_hall(running):
    makers.play(running, Random(1), round__number__lte=2)
    shown = panels(running)
    assert {row.matches for row, _ in shown["teams"]} == {1}
    assert shown["matches"][0][0].now.row.round == 2


def test_the_table_tells_whom_it_meets_in_which_room_and_half(client, running):
    open_, closed = two_rooms(running)
    match = running.matches.first()
    line_up(running, match)
    page = client.get(screen(running, open_)).text
    assert "Rond 1, halvlek 1" in page
    assert "Öppna rummet" in page
    assert f"mot {match.away.code} {match.away}" in page
    assert f"Spelare {match.home.code}a – Spelare {match.home.code}b" in page
    page = client.get(screen(running, closed)).text
    assert "Slutna rummet" in page
    assert f"Spelare {match.home.code}c – Spelare {match.home.code}d" in page


def test_rounds_are_named_by_their_matches_halves_and_extra_boards(event):
    match = event.matches.get(round=3, number=1)
    names = [half_name(room) for room in match.rooms.filter(closed=False)]
    assert names == ["Rond 3, halvlek 1", "Rond 3, halvlek 2"]
    match.rooms.filter(half=2).update(half=3)
    assert half_name(match.rooms.last()) == "Rond 3, extrabrickor"
    lifted = makers.opened(17, discipline="veteran-teams", kind="final")
    makers.draw(lifted)
    room = lifted.matches.first().rooms.first()
    assert half_name(room) == "Rond 1"
    room.match.phase = "final"
    assert half_name(room).startswith("Final")


def test_a_board_is_compared_at_the_table_when_both_rooms_have_played_it_and_not_before(
    client, running
):
    open_, closed = two_rooms(running)
    other = running.matches.order_by("pk")[1].rooms.first().table
    for table in (open_, other):
        play_board(running, table, 1, 10)
    before = client.get(screen(running, open_)).text
    assert 'class="compared"' not in before
    play_board(running, closed, 1, 9)
    page = client.get(screen(running, open_)).text
    assert page.count('class="compared"') == 1
    board = makers.now(running).matches[0].told.halves[0].compared.boards[0]
    assert f"{running.matches.first().home} +{board.home} IMP" in page
    assert "De andra borden" not in page
    assert SCORE not in page
    assert page.split('data-mark="')[1][:16] != before.split('data-mark="')[1][:16]
    assert SCORE in client.get(screen(at_once(running), open_)).text


def test_a_table_hears_of_a_walkover(client, running):
    match = running.matches.first()
    play_board(running, two_rooms(running)[0], 1, 10)
    acts.concede(running, match.pk, "away", "Sjukdom", makers.director())
    assert "walkover" in client.get(screen(running, two_rooms(running)[0])).text


def test_the_page_of_a_team_has_its_players_by_half(client, event):
    match = event.matches.first()
    for half in (1, 2):
        line_up(event, match, half)
    makers.play(event, Random(4), round__number__lte=2)
    page = client.get(reverse("team", args=[event.slug, match.home.code])).text
    assert ">1:1</th>" in page
    assert ">1:2</th>" in page
    assert "Butler per halvlek" in page


def test_one_seat_alone_is_not_told_what_the_other_room_did(event):
    for half in (1, 2):
        line_up(event, event.matches.first(), half)
    makers.play(event, Random(3), room__match=event.matches.first(), room__half=1)
    room = event.matches.first().rooms.select_related("table").get(half=1, closed=True)
    alone = ResultVersion.objects.filter(result__table=room.table)
    alone.update(seat="N")
    Event.objects.filter(pk=event.pk).update(confirm=True)
    for confirmed in (False, True):
        touch(makers.fresh(event), frame=True)
        told = at_table(makers.fresh(event), room.table).compared
        assert bool(told) == confirmed
        alone.update(seat="")
