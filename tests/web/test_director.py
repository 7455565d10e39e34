"""The director's desk: preview first, then a new version; conflicts, rulings, the event's state."""

import re
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone

from storslam.bridge import Contract, Doubling, Seat, Strain
from storslam.scoring import Artificial, Average, Percent, Play, Score, Weighted
from storslam.web.models import Conflict, Event, Result, ResultVersion, Ruling
from storslam.web.models.event import State
from storslam.web.payload import of_columns, played
from storslam.web.results import record_result
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db


def text(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def address(event, table):
    """The page of the result of the first table on board 1."""
    return reverse("console_result", args=[event.slug, 1, table.pk])


@pytest.fixture
def filled(desk, address):
    """What the form of that page holds."""
    form = desk.get(address).context["form"]
    return {name: value for name, value in form.initial.items() if value is not None}


def stored(board, table) -> Result:
    return Result.objects.get(board=board, table=table)


def test_the_desk_lists_the_directors_own_events_only(desk, event):
    makers.stored(name="Någon annans")
    said = text(desk.get("/tl/"))
    assert event.name in said
    assert "Någon annans" not in said


def test_the_console_counts_results_by_board(desk, event):
    response = desk.get(reverse("console", args=[event.slug]))
    assert (1, 3, 3) in response.context["boards"]
    assert "3/3" in text(response)


def test_the_form_starts_from_what_is_recorded(filled):
    assert filled["contract"] == "2NT"
    assert filled["declarer"] == "N"
    assert filled["expected_version"] == 1


def test_a_correction_is_shown_before_anything_is_stored(desk, address, filled, board, table):
    given = {**filled, "declarer": "E", "tricks": "4", "lead": "CK", "reason": "Fel spelförare"}
    response = desk.post(address, given)
    said = text(response)
    assert "Vad det skulle flytta" in said
    moved = {move.code: move for move in response.context["moves"]}
    assert moved["1"].after.total > moved["1"].before.total
    assert "Åsa Öberg – Örjan Ek 2 " in said
    assert stored(board, table).version == 1


def test_a_correction_saved_is_a_new_version_and_the_standing_moves(
    desk, event, address, filled, board, table
):
    before = scored(event).row("1").total
    given = {
        **filled,
        "declarer": "E",
        "tricks": "4",
        "lead": "CK",
        "reason": "Fel spelförare",
        "save": "1",
    }
    response = desk.post(address, given, follow=True)
    assert "Sparat som version 2." in text(response)
    version = ResultVersion.objects.get(result=stored(board, table), number=2)
    assert (version.who, version.reason, version.declarer) == ("ledare", "Fel spelförare", "E")
    assert scored(Event.objects.get(pk=event.pk)).row("1").total > before
    assert "Fel spelförare" in text(desk.get(address))


def test_the_form_sent_twice_stores_once(desk, address, filled, board, table):
    given = {**filled, "tricks": "10", "reason": "Stick", "save": "1"}
    desk.post(address, given)
    desk.post(address, given)
    assert stored(board, table).version == 2
    assert not Conflict.objects.exists()


def test_a_correction_without_a_reason_is_refused(desk, address, filled, board, table):
    response = desk.post(address, {**filled, "tricks": "10", "reason": "", "save": "1"})
    assert response.status_code == 400
    assert stored(board, table).version == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"contract": "8H"}, "contract"),
        ({"declarer": ""}, "contract"),
        ({"tricks": "14"}, "contract"),
        ({"tricks": ""}, "contract"),
        ({"lead": "1S"}, "contract"),
        ({"tricks": "10 11"}, "tricks"),
        ({"declarer": "X"}, "declarer"),
        ({"lead": "1S23456"}, "lead"),
        ({"group": "a\u202eb"}, "group"),
        ({"reason": "a\x07b"}, "reason"),
        ({"score": "x"}, "score"),
        ({"score": "100", "ns_award": "60%"}, "score"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(desk, address, filled, change, field):
    response = desk.post(address, {**filled, "reason": "x", **change})
    assert response.status_code == 400
    assert response.context["form"].errors[field]


@pytest.mark.parametrize(
    ("given", "outcome"),
    [
        ({"score": "-140"}, Score(-140)),
        ({"score": "−140"}, Score(-140)),
        ({"ns_award": "A+", "ew_award": "40 %"}, None),
        ({"score": "+110@50|-50@50"}, None),
    ],
)
def test_a_ruling_on_a_board_replaces_the_played_result(
    desk, address, filled, board, table, given, outcome
):
    blank = dict.fromkeys(("contract", "declarer", "tricks", "lead"), "")
    desk.post(address, {**filled, **blank, **given, "reason": "Domslut", "save": "1"})
    now = of_columns(stored(board, table).versions.get(number=2)).outcome
    if outcome is None:
        assert isinstance(now, Artificial | Weighted)
        start = desk.get(address).context["form"].initial
        assert start.get("score") or start["ns_award"] == "A+"
    else:
        assert now == outcome


def test_an_award_that_the_scoring_cannot_count_is_not_stored(desk, address, filled, board, table):
    blank = dict.fromkeys(("contract", "declarer", "tricks", "lead"), "")
    awards = {"ns_award": "+3", "ew_award": "-3"}
    response = desk.post(address, {**filled, **blank, **awards, "reason": "Dom", "save": "1"})
    assert "har inget värde" in str(response.context["form"].errors)
    assert stored(board, table).version == 1


def test_a_held_result_that_cannot_be_counted_can_still_be_settled(
    desk, address, event, board, table
):
    Conflict.objects.create(  # as from a program before it was refused
        event=event, result=stored(board, table), expected_version=0, key="gammal", who="x",
        when=timezone.now(), ns_award="+3", ew_award="-3",
    )  # fmt: skip
    response = desk.get(address)
    assert response.status_code == 200
    assert "har inget värde" in text(response)


def test_awards_are_read_back_as_they_were_given(desk, address, filled, board, table):
    blank = dict.fromkeys(("contract", "declarer", "tricks", "lead"), "")
    awards = {"ns_award": "60 %", "ew_award": "A-"}
    desk.post(address, {**filled, **blank, **awards, "reason": "Störning", "save": "1"})
    now = of_columns(stored(board, table).versions.get(number=2)).outcome
    assert now == Artificial(Percent(Fraction(60, 100)), Average(-1))


def test_s02_a_doubtful_score_is_stopped_already_at_the_preview(desk, address, filled):
    response = desk.post(address, {**filled, "score": "425", "reason": "Skrivet så"})
    assert "poängen är 425" in text(response)
    assert "preview" not in response.context


def test_s02_with_the_override_ticked_it_is_recorded_and_marked(
    desk, address, filled, board, table
):
    given = {**filled, "score": "425", "reason": "Överenskommet", "override": "on", "save": "1"}
    said = text(desk.post(address, given, follow=True))
    assert "tävlingsledarens beslut" in said
    assert stored(board, table).version == 2


def test_a_lead_that_the_leader_did_not_hold_is_doubtful(desk, address, filled):
    """Board 1: South has the club queen, East the heart ace; North declares, so East leads."""
    wrong = {**filled, "declarer": "N", "lead": "HA", "reason": "x"}
    assert desk.post(address, wrong).status_code == 200
    answer = desk.post(address, wrong | {"lead": "S2"})
    assert answer.status_code == 400
    assert "hade det inte" in answer.content.decode()


def test_a_version_that_is_not_there_is_refused(desk, address, filled, board, table):
    sent = {**filled, "expected_version": "7", "tricks": "7", "reason": "x", "save": "1"}
    assert desk.post(address, sent).status_code == 400
    assert stored(board, table).version == 1


def test_a_director_who_saw_an_old_version_makes_a_conflict(
    desk, event, address, filled, board, table
):
    other = played(Play(Contract(1, Strain.CLUBS, Doubling.NONE, Seat.SOUTH), 7), board.value)
    record_result(event, board, table, other, "tablet", 1, "bord 1")
    given = {**filled, "tricks": "10", "reason": "Stick", "save": "1"}
    said = text(desk.post(address, given, follow=True))
    assert "Någon hann före" in said
    assert "Konflikt" in said
    assert "Konflikter att avgöra" in text(desk.get(reverse("console", args=[event.slug])))


@pytest.mark.parametrize(("take", "version"), [("1", 3), ("0", 2)])
def test_a_conflict_is_settled_at_the_desk(desk, event, board, table, take, version):
    for key, level in (("a", 1), ("b", 2)):
        contract = Contract(level, Strain.CLUBS, Doubling.NONE, Seat.SOUTH)
        result = played(Play(contract, 9), board.value)
        held = record_result(event, board, table, result, key, 1, f"tablet {key}")
    address = reverse("console_settle", args=[event.slug, held.pk])
    said = text(desk.post(address, {"take": take, "reason": "frågade bordet"}, follow=True))
    assert "Konflikten är avgjord." in said
    assert stored(board, table).version == version
    again = desk.post(address, {"take": take, "reason": "igen"})
    assert again.status_code == 400
    assert "redan avgjort" in text(again)


def test_a_missing_result_is_entered_at_the_desk(desk, address, board, table):
    stored(board, table).delete()
    start = desk.get(address).context["form"].initial
    assert start["expected_version"] == 0
    told = {"contract": "4S", "declarer": "N", "tricks": "=", "reason": "Lapp", "save": "1"}
    desk.post(address, {**start, **told})
    assert stored(board, table).version == 1


def test_a_board_of_the_desk_links_every_table(desk, event):
    response = desk.get(reverse("console_board", args=[event.slug, 1]))
    assert response.content.decode().count("/bord/") == 3
    missing = desk.get(reverse("console_board", args=[event.slug, 99]))
    assert missing.status_code == 400
    assert "det finns ingen bricka 99" in text(missing)


def test_a_penalty_is_shown_first_then_stored_then_taken_back(desk, event):
    address = reverse("console_rulings", args=[event.slug])
    pair = event.contestants.get(code="3")
    given = {
        "contestant": pair.pk,
        "kind": "penalty",
        "amount": "25",
        "unit": "top",
        "reason": "Sen ankomst",
        "paragraph": "Lag 90",
    }
    response = desk.post(address, given)
    (move,) = response.context["moves"]
    assert (move.code, move.before.total - move.after.total) == ("3", 1)
    assert not Ruling.objects.exists()
    said = text(desk.post(address, {**given, "save": "1"}, follow=True))
    assert "Domslutet är sparat." in said
    ruling = Ruling.objects.get()
    assert (ruling.amount, ruling.who) == (-25, "ledare")
    withdraw = reverse("console_withdraw", args=[event.slug, ruling.pk])
    assert "återtaget av ledare" in text(desk.post(withdraw, follow=True))


def test_a_warning_takes_nothing(desk, event):
    pair = event.contestants.get(code="3")
    given = {"contestant": pair.pk, "kind": "warning", "amount": "9", "unit": "top"}
    address = reverse("console_rulings", args=[event.slug])
    desk.post(address, {**given, "reason": "Tempo", "save": "1"})
    assert Ruling.objects.get().amount == 0


def test_a_penalty_has_bounds(desk, event):
    sent = {"contestant": event.contestants.first().pk, "kind": "penalty", "amount": "1001"}
    sent |= {"unit": "top", "reason": "x", "save": "1"}
    assert desk.post(reverse("console_rulings", args=[event.slug]), sent).status_code == 400
    assert not Ruling.objects.exists()


def test_in_imps_a_penalty_is_counted_in_imps_only(desk, director):
    imps = makers.stored(name="IMP", method="butler")
    imps.directors.add(director)
    form = desk.get(reverse("console_rulings", args=[imps.slug])).context["form"]
    assert [choice[0] for choice in form.fields["unit"].choices] == ["points"]


def test_an_event_is_ended_and_taken_up_again(desk, event):
    address = reverse("console_state", args=[event.slug])
    said = text(desk.post(address, {"state": "ended"}, follow=True))
    assert "Rättelser till" in said
    event.refresh_from_db()
    assert (event.state, event.corrections_until is not None) == (State.ENDED, True)
    desk.post(address, {"state": "running"})
    event.refresh_from_db()
    assert (event.state, event.corrections_until) == (State.RUNNING, None)
    assert desk.post(address, {"state": "draft"}).status_code == 400


def test_a_draft_is_thrown_away_whole(desk, director):
    draft = makers.stored(name="Utkast", state=State.DRAFT)
    draft.directors.add(director)
    desk.post(reverse("console_state", args=[draft.slug]), {"state": "discard"})
    assert not Event.objects.filter(pk=draft.pk).exists()
    assert not ResultVersion.objects.filter(event_id=draft.pk).exists()
