"""Wrong boards, conduct without a price, whole stages, and points brought along."""

import re
from decimal import Decimal
from fractions import Fraction

import pytest
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web import results
from storslam.web.accounts import create_director
from storslam.web.hall import carry, conduct, directing, rounds, stages
from storslam.web.models import CarryOver, Event, Stage, StageKind, Table, User
from storslam.web.models.event import State
from storslam.web.scored import moves_of_many, scored
from tests.web import makers
from tests.web.hall.conftest import play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(event: Event) -> Event:
    play_round(event, 1)
    play_round(event, 2)
    return Event.objects.get(pk=event.pk)


@pytest.fixture
def chief(db: None) -> User:  # noqa: ARG001 - the fixture opens the database
    return User.objects.create_superuser("kansliet", "k@example.org", "vit-springare-88")


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def at(event: Event, round_: int, number: int) -> Table:
    return Table.objects.select_related("round", "ns", "ew").get(
        round__event=event, round__number=round_, number=number
    )


def test_a_result_of_the_wrong_board_is_moved_and_scored_anew(played, director):
    table = at(played, 1, 1)
    shown = moves_of_many(played, directing.on_another_board(played, table, 1, 6))
    assert directing.move_board(played, table, 1, 6, director, "board 6 lay there") == 2
    now = scored(fresh(played))
    lines = dict(zip(now.places, now.event.lines, strict=True))
    assert lines[table.pk, 1].outcome is None
    assert lines[table.pk, 6].play.contract.level == 4
    rows = {row.id: row for row in now.standing.rows}
    assert all(rows[move.code] == move.after for move in shown)
    assert at(played, 1, 1).boards == [1, 2, 6]


@pytest.mark.parametrize(("board", "other"), [(1, 77), (1, 2)])
def test_a_board_that_is_not_there_or_has_a_result_takes_none(played, director, board, other):
    with pytest.raises(StorslamError):
        directing.move_board(played, at(played, 1, 1), board, other, director, "x")
    assert at(played, 1, 1).boards == [1, 2]


def test_the_wrong_board_on_the_page_of_the_table(played, director, client):
    client.force_login(director)
    address = reverse("console_table", args=[played.slug, 1, at(played, 1, 1).pk])
    form = {"form": "board", "board": "1", "other": "6", "reason": "x"}
    shown = client.post(address, form).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown).group(1)
    assert client.post(address, {**form, "seen": seen, "save": "1"}).status_code == 302
    assert client.post(address, {**form, "other": "99"}).status_code == 400


def test_late_and_slow_play_are_priced_by_the_director_and_counted(played, director, client):
    client.force_login(director)
    pair = played.contestants.get(code="1")
    address = reverse("console_contestant", args=[played.slug, pair.pk])
    form = {"form": "conduct", "rule": "late", "save": "1"}
    client.post(address, form)
    client.post(address, {**form, "amount": "10"})
    found = [(one.kind, one.amount, one.occasion) for one in pair.rulings.all()]
    assert found == [("warning", Decimal(0), 1), ("penalty", Decimal(-10), 2)]
    assert conduct.occasion(played, pair, "slow-play") == 1


def test_a_stage_ends_as_a_whole_or_not_at_all(played, chief):
    other = makers.stored(name="Andra gruppen", state=State.RUNNING)
    stage = played.stage
    with pytest.raises(StorslamError, match="missing or not confirmed"):
        stages.end_stage(stage, chief)
    assert set(stage.events.values_list("state", flat=True)) == {State.RUNNING}
    assert set(stages.end_stage(stage, chief, "no time")) == {played, other}
    assert set(stages.take_up_stage(stage, chief, "a protest")) == {played, other}


def test_s14_a_stage_is_not_taken_up_once_the_next_has_results(chief):
    stage = Stage.objects.get_or_create(
        season=makers.stage().season, discipline="open-pairs", kind=StageKind.SEMIFINAL
    )[0]
    semifinal = makers.stored(name="Semifinal", state=State.ENDED)
    Event.objects.filter(pk=semifinal.pk).update(stage=stage)
    makers.stored(name="Final", state=State.RUNNING)
    with pytest.raises(StorslamError, match="stays ended"):
        stages.take_up_stage(stage, chief, "a protest")


@pytest.mark.usefixtures("rehearsal")
def test_a_stage_is_closed_on_its_page(played, chief, client):
    client.force_login(chief)
    address = reverse("open_stage", args=[played.stage.pk])
    client.post(address, {"end": "1"})
    assert fresh(played).state == State.RUNNING
    told = client.post(address, {"end": "1", "reason": "no time"}, follow=True)
    assert "Salen" in told.content.decode()
    assert fresh(played).state == State.ENDED


def test_points_over_average_are_brought_along(played, director):
    source = makers.stored(name="Första kvällen")
    assert carry.bring_along(played, source, 50, director) == 0
    for pair in played.contestants.all():
        for member in pair.members.all():
            member.number = f"{pair.code}{member.position - 1}"
            member.save()
    before = {row.id: row.total for row in scored(played).standing.rows}
    assert carry.bring_along(fresh(played), source, 50, director) == 6
    was = {row.id: row for row in scored(source).standing.rows}
    now = {row.id: row.total for row in scored(fresh(played)).standing.rows}
    for code, total in now.items():
        row = was[code]
        assert total - before[code] == (row.total - Fraction(row.available, 2)) / 2
    assert sum(now.values()) == sum(before.values())
    assert carry.stale(fresh(played)) is None
    Event.objects.filter(pk=source.pk).update(stamp="corrected")
    assert carry.stale(fresh(played)) == source
    carry.bring_along(fresh(played), source, 0, director)
    assert not CarryOver.objects.exists()


def test_points_come_from_an_event_scored_the_same_way(played, director):
    other = makers.stored(name="IMP", method="butler")
    with pytest.raises(StorslamError, match="same way"):
        carry.bring_along(played, other, 50, director)


def test_the_settings_change_what_was_changed_and_count_the_version_up(played, director, client):
    client.force_login(director)
    address = reverse("setup_settings", args=[played.slug])
    page = client.get(address).content.decode()
    assert "minutes" in page
    before = fresh(played).version
    form = {
        "name": "Nytt namn",
        "minutes": "12",
        "correction_minutes": "30",
        "display": "everywhere",
    }
    form |= {"confirm": "on", "directors": [director.pk]}
    assert client.post(address, form).status_code == 302
    after = fresh(played)
    assert (after.name, after.minutes, after.version) == ("Nytt namn", 12, before + 1)
    assert after.frame != played.frame


def test_a_session_is_closed_in_one_act(event, director, client):
    client.force_login(director)
    play_round(event, 1)
    act = reverse("round_act", args=[event.slug, 1])
    client.post(act, {"act": "close-session", "reason": ""})
    assert event.rounds.get(number=1).closed is not None


def test_the_correction_period_is_the_organisers(played):
    Event.objects.filter(pk=played.pk).update(correction_minutes=20)
    results.change_state(fresh(played), State.ENDED)
    ended = fresh(played)
    assert 19 * 60 < (ended.corrections_until - ended.changed).total_seconds() <= 20 * 60


def test_only_the_office_closes_a_stage(played, client):
    client.force_login(create_director("annan", "vit-springare-88", "Annan"))
    assert (
        client.post(reverse("open_stage", args=[played.stage.pk]), {"end": "1"}).status_code == 403
    )


def test_with_two_winners_nobody_may_sit_both_ways(event, director):
    Event.objects.filter(pk=event.pk).update(winners=2)
    with pytest.raises(StorslamError, match="sits both ways"):
        rounds.open_round(fresh(event), 2, director)


def test_an_ended_event_is_not_taken_up_by_opening_a_round(played, director):
    results.change_state(played, State.ENDED)
    with pytest.raises(StorslamError, match="has ended"):
        rounds.open_round(fresh(played), 2, director)


@pytest.mark.parametrize(
    ("name", "value"), [("correction_minutes", "99999999999999"), ("minutes", "99999")]
)
def test_settings_are_bounded(played, director, client, name, value):
    client.force_login(director)
    form = {"name": "Salen", "correction_minutes": "30", "display": "everywhere"}
    form |= {"directors": [director.pk], name: value}
    assert client.post(reverse("setup_settings", args=[played.slug]), form).status_code == 400


@pytest.mark.parametrize("session", [0, 3, 99, 9999999999])
def test_sessions_are_seated_one_after_the_other(event, director, client, session):
    client.force_login(director)
    assert client.get(reverse("setup_seat", args=[event.slug, session])).status_code == 404


def test_numbers_without_end_are_nobody(event, director, client):
    client.force_login(director)
    address = reverse("presence", args=[event.slug])
    assert client.post(address, {"shown": ["9" * 30, "9" * 5000]}).status_code == 302


def test_an_event_with_missing_results_ends_with_a_reason_only(event, director, client):
    client.force_login(director)
    address = reverse("console_state", args=[event.slug])
    client.post(address, {"state": "ended"})
    assert fresh(event).state == State.RUNNING
    client.post(address, {"state": "ended", "reason": "the hall is locked"})
    assert fresh(event).state == State.ENDED
