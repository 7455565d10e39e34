"""Setting up: fields opened from the season, seated, changed, checked in, and shown in the hall."""

import threading
from fractions import Fraction

import pytest
from django.db import connection
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.exchange.faults import SheetFaults
from storslam.movements.barometer import barometer
from storslam.movements.kinds import KINDS
from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.scoring.event import Score
from storslam.web.acts import draws, trail
from storslam.web.hall import changes, field, groups, seating
from storslam.web.hall.kinds import LABELS, Options
from storslam.web.hall.swiss import draw_round, uncertain
from storslam.web.models import (
    Confirmation,
    Entry,
    Event,
    Place,
    PlaceState,
    Result,
    ResultVersion,
    Step,
    Table,
)
from storslam.web.payload import Payload
from storslam.web.results import change_state, record_result, touch
from tests.web import fields
from tests.web import season as makers
from tests.web.fields import five_groups, play, play_all, seated, won

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-07-20T12:00")


@pytest.fixture
def opened(season, office):
    """A draft of so many pairs of a file, in the final of Women pairs."""

    def make(count, kind="final", discipline="women-pairs"):
        stage = season.stages.get(discipline=discipline, kind=kind)
        people = [
            Who(str(n), (Person(f"Anna {n}", f"{n}1", "BK Ess"), Person(f"Berit {n}", f"{n}2")))
            for n in range(1, count + 1)
        ]
        return field.open_from_file(stage, people, "Damfinal", office)

    return make


def positions(event, session=1):
    return [
        (t.round.number, t.number, t.ns.code, t.ew and t.ew.code, tuple(t.boards))
        for t in seating.seated_in(event, session).select_related("round", "ns", "ew")
    ]


# --- Seating


def test_a_barometer_is_seated_in_rounds_tables_and_boards_with_dealer_and_vulnerability(
    opened, office
):
    event = seated(opened(8), office)
    assert positions(event) == [
        (p.round, p.table, p.ns, p.ew, p.boards) for p in barometer(8, 2).positions
    ]
    assert event.rounds.count() == 7
    boards = {b.number: (b.dealer, b.vulnerability) for b in event.boards.all()}
    assert len(boards) == 14
    assert (boards[1], boards[2], boards[10]) == (("N", "None"), ("E", "NS"), ("E", "All"))


def test_the_seating_keeps_its_balance_beside_the_usual_card_s(opened, office):
    event = seated(opened(8), office)
    kept = event.movement
    assert (kept["kind"], kept["seed"]) == ("barometer", None)
    assert (kept["balance"]["variance"], kept["balance"]["worst"]) == (0, 0)
    assert Fraction(kept["usual"]["variance"]) > 0


def test_seating_by_lot_is_made_again_from_its_seed(opened, office):
    event = opened(8)
    first = positions(seated(event, office, seed=7))
    assert positions(seated(event, office, seed=7)) == first
    assert positions(seated(event, office, seed=8)) != first
    event.refresh_from_db()
    assert event.movement["seed"] == 8
    assert Step.objects.filter(act="seat").last().facts["seed"] == 8


def test_s_17_an_odd_field_has_sit_outs_and_no_pair_gets_two(opened, office):
    event = seated(opened(13), office)
    alone = Table.objects.filter(round__event=event, ew=None)
    assert sorted(t.ns.code for t in alone) == sorted(str(n) for n in range(1, 14))
    assert event.contestants.count() == 13


def test_s_17_no_result_is_recorded_where_somebody_sits_out(opened, office):
    event = seated(opened(5), office)
    table = Table.objects.filter(round__event=event, ew=None).first()
    with pytest.raises(StorslamError):
        play(event, table, table.boards[0])


def test_once_a_session_has_a_result_it_keeps_its_seating(opened, office):
    event = seated(opened(6), office)
    before = positions(event)
    table = Table.objects.filter(round__event=event).first()
    play(event, table, table.boards[0])
    for act in (
        lambda: seated(event, office, seed=3),
        lambda: seating.unseat(event, 1, office),
    ):
        with pytest.raises(StorslamError, match="being played"):
            act()
    assert positions(event) == before


def test_a_later_session_has_rounds_and_boards_that_go_on(opened, office):
    event = seated(opened(6), office, boards=3)
    seated(event, office, boards=2, session=2, rounds=3, seed=1)
    rounds = list(event.rounds.values_list("number", "session"))
    assert rounds == [*((n, 1) for n in range(1, 6)), *((n, 2) for n in range(6, 9))]
    second = {board for *_, boards in positions(event, 2) for board in boards}
    assert second == set(range(16, 22))
    event.refresh_from_db()
    assert event.movement["later"]["2"]["seed"] == 1
    with pytest.raises(StorslamError, match="later sessions"):
        seated(event, office)
    table = seating.seated_in(event, 1).first()
    play(event, table, table.boards[0])
    seated(event, office, boards=1, session=2)  # the second is not played yet
    assert event.boards.count() == 15 + 5


def test_sections_share_the_field_evenly_and_play_the_same_boards(opened, office):
    event = seated(opened(12), office, sections=2)
    assert [s.name for s in event.sections.all()] == ["A", "B"]
    codes = {
        s.name: {t.ns.code for t in s.tables.all()} | {t.ew.code for t in s.tables.all()}
        for s in event.sections.all()
    }
    assert codes["A"] == {"1", "3", "5", "7", "9", "11"}
    assert codes["B"] == {"2", "4", "6", "8", "10", "12"}
    assert event.boards.count() == 10
    seated(event, office)
    assert [s.name for s in event.sections.all()] == [""]


def test_who_must_not_move_keeps_a_table(opened, office):
    event = opened(8)
    for code in ("3", "5"):
        changes.keep_still(event.contestants.get(code=code), office, stationary=True)
    seated(event, office, seed=5)
    where = {
        code: {t for _, t, ns, ew, _ in positions(event) if code in (ns, ew)} for code in ("3", "5")
    }
    assert len(where["3"]) == 1
    assert len(where["5"]) == 2  # once it visits the other, at whose table they meet
    assert Step.objects.filter(act="keep-still").count() == 2


def test_planned_times_follow_one_another(opened, office):
    event = opened(6)
    Event.objects.filter(pk=event.pk).update(minutes=15)
    event.refresh_from_db()
    seated(event, office, start=event.stage.season.now())
    one, two = event.rounds.all()[:2]
    assert (two.planned - one.planned).total_seconds() == 15 * 60
    seating.schedule(event, 3, one.planned, 20, office)
    third, fourth = event.rounds.filter(number__in=(3, 4))
    assert third.planned == one.planned
    assert (fourth.planned - third.planned).total_seconds() == 20 * 60
    with pytest.raises(StorslamError):
        seating.schedule(event, 99, one.planned, 20, office)


# --- A movement from a file


GOOD = "round;table;ns;ew;boards\n1;1;1;2;1 2\n1;2;3;4;1 2\n2;1;1;3;3 4\n2;2;2;4;3 4\n"


def test_a_movement_of_one_s_own_is_read_by_numbers_or_by_codes(opened, office):
    event = opened(4)
    movement = seating.from_file(event, GOOD.encode(), "egen.csv")
    seating.seat(event, movement, office)
    assert positions(event)[0] == (1, 1, "1", "2", (1, 2))
    event.contestants.filter(code="4").update(code="D")
    movement = seating.from_file(event, GOOD.encode(), "egen.csv")
    assert movement.contestants == {"1", "2", "3", "D"}
    named = GOOD.replace(";4;", ";D;")
    assert seating.from_file(event, named.encode(), "egen.csv") == movement


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (3, "1;2;1;4;1 2", "sits at another table already"),
        (5, "2;2;2;1;5 6", "have met already"),
        (5, "2;2;2;9;3 4", "there is no contestant 9"),
        (4, "2;1;1;3;1 4", "has played board 1 already"),
    ],
)
def test_s_25_a_movement_that_cannot_be_played_is_refused_with_the_line(opened, line, text, words):
    event = opened(4)
    lines = GOOD.splitlines()
    lines[line - 1] = text
    with pytest.raises(SheetFaults) as refused:
        seating.from_file(event, "\n".join(lines).encode(), "egen.csv")
    assert any(
        fault.line == line and words in fault.message % fault.params
        for fault in refused.value.faults
    )


def test_s_25_what_cannot_be_played_is_not_seated_either(opened, office):
    event = opened(4)
    with pytest.raises(StorslamError, match="there is no contestant 6"):
        seating.seat(event, barometer(6, 1), office)
    assert not event.rounds.exists()


# --- Fields of the season


@pytest.fixture
def stage(season):
    return fields.semifinal(season, pot=0)


@pytest.fixture
def published(stage, office):
    draw = draws.draw_groups(stage, 4711, office)
    draws.publish_groups(stage, office)
    return draw


@pytest.mark.usefixtures("season")
def test_the_published_draw_becomes_an_event_for_each_group_seated_as_drawn(
    stage, office, published
):
    events = groups.open_groups(stage, office)
    assert [e.group for e in events] == list("ABCDE")
    result = published.decision["result"]
    for event in events:
        drawn = result["groups"][event.group]
        rows = {row.code: row for row in event.contestants.select_related("entry")}
        assert [rows[str(n)].entry_id for n in range(1, 35)] == [int(one) for one in drawn]
        assert event.rounds.count() == 33
        first = [(int(ns), int(ew)) for r, _, ns, ew, _ in positions(event) if r == 1]
        assert first == [tuple(two) for two in result["movements"][event.group][0]]
        assert event.movement["kind"] == "drawn"
        assert event.movement["seed"] == 4711
        assert not changes.overtaken(event)
    member = rows["1"].members.first()
    assert (member.player.number, member.club[:3]) == (member.number, "BK ")
    boards = events[0].boards.count()
    step = Step.objects.filter(act="open-event").first()
    assert step.decision["decision"] == "event-format"
    assert boards == 33 * step.decision["result"]["boards_per_round"]
    with pytest.raises(StorslamError, match="open already"):
        groups.open_groups(stage, office)
    assert Event.objects.count() == 5


@pytest.mark.usefixtures("season")
def test_groups_are_opened_only_as_published_and_up_to_date(stage, office):
    with pytest.raises(StorslamError, match="not published"):
        groups.open_groups(stage, office)
    draws.draw_groups(stage, 1, office)
    with pytest.raises(StorslamError, match="not published"):
        groups.open_groups(stage, office)
    draws.publish_groups(stage, office)
    fields.another(stage, Place.objects.get(stage=stage, number=7), "Gotland")
    with pytest.raises(StorslamError, match="out of date"):
        groups.open_groups(stage, office)
    assert not Event.objects.exists()


def test_groups_wait_for_the_pairs_of_the_last_chance(season, office):
    stage = fields.semifinal(season, pot=2)
    draws.draw_groups(stage, 1, office)
    draws.publish_groups(stage, office)
    with pytest.raises(StorslamError, match="last chance"):
        groups.open_groups(stage, office)


@pytest.mark.usefixtures("season")
def test_s_15_the_reserve_takes_the_number_and_the_seat_once_the_draw_is_kept(
    stage, office, published
):
    events = groups.open_groups(stage, office)
    place = Place.objects.get(stage=stage, number=7)
    old = place.entry
    new = fields.another(stage, place, "Gotland")
    draws.keep_groups(stage, office)
    draws.publish_groups(stage, office)
    (event,) = [e for e in events if e.contestants.filter(entry=old).exists()]
    before = positions(event)
    code = event.contestants.get(entry=old).code
    ((swap),) = changes.overtaken(event)
    assert (swap.contestant.entry, swap.entry, swap.new.id) == (old, new, code)
    changes.replace(swap.contestant, swap.new, swap.entry, office)
    assert event.contestants.get(code=code).entry == new
    assert positions(event) == before
    assert not changes.overtaken(event)
    assert published.version == 1
    assert not list(trail.broken())


def test_a_field_is_opened_for_those_who_hold_its_places(season, office):
    stage = season.stages.get(discipline="women-pairs", kind="final")
    fields.fill(stage, [makers.district("Skåne")] * 6, 2)
    Place.objects.filter(stage=stage, number=6).update(state=PlaceState.DECLINED)
    event = field.open_field(stage, office)
    assert [row.code for row in event.contestants.all()] == list("12345")
    assert event.state == "draft"
    assert office in event.directors.all()
    with pytest.raises(StorslamError, match="open already"):
        field.open_field(stage, office)
    new = fields.another(stage, Place.objects.get(stage=stage, number=2), "Gotland")
    (swap,) = changes.overtaken(event)
    assert (swap.contestant.code, swap.entry) == ("2", new)


def test_a_field_without_anybody_is_not_opened(season, office):
    stage = season.stages.get(discipline="women-pairs", kind="final")
    with pytest.raises(StorslamError, match="nobody is in"):
        field.open_field(stage, office)


# --- Who goes on


def test_the_open_final_takes_the_best_of_each_group_by_the_rule_g_15(season, office):
    five_groups(season, office)
    final = season.stages.get(discipline="open-pairs", kind="final")
    event = field.open_final(final, office)
    assert event.contestants.count() == 52
    step = Step.objects.get(act="open-event", about=f"event {event.pk}")
    assert step.decision["decision"] == "open-final-field"
    assert [one["reading"] for one in step.decision["assumptions"]] == ["G-15"]
    names = [str(row) for row in event.contestants.all()]
    assert names[0] == "A1 Ett – A1 Två"
    assert names[-2] == "E11 Ett – E11 Två"  # of those next in line the best by percentage
    assert not changes.overtaken(event)


def test_where_two_are_level_at_the_last_place_a_lot_is_asked_for_and_its_seed_kept(season, office):
    five_groups(season, office, level=True)
    final = season.stages.get(discipline="open-pairs", kind="final")
    with pytest.raises(field.NeedsLot):
        field.open_final(final, office)
    event = field.open_final(final, office, seed=11)
    step = Step.objects.get(act="open-event", about=f"event {event.pk}")
    assert step.facts["seed"] == 11
    assert len(step.decision["facts"]["lot"]) >= 12
    assert not changes.overtaken(event)


def test_s_11_a_corrected_semifinal_names_who_should_be_in_the_final(season, office):
    stage = five_groups(season, office)
    final = field.open_final(season.stages.get(discipline="open-pairs", kind="final"), office)
    group = stage.events.get(group="C")
    order = ["14", *(str(n) for n in range(1, 14))]
    change_state(group, "running")
    for result in Result.objects.filter(event=group).select_related("table__ns", "table__ew"):
        table, key = result.table, f"again{result.pk}"
        payload = Payload(Score(won(table, order)))
        record_result(group, result.board, table, payload, key, 1, "ledare", "fel")
    with pytest.raises(StorslamError, match="has not ended"):
        changes.overtaken(final)
    change_state(group, "ended")
    (swap,) = changes.overtaken(final)
    assert str(swap.contestant) == "C10 Ett – C10 Två"
    assert swap.new.players[0].name == "C14 Ett"
    assert final.contestants.count() == 52  # nothing is swapped by itself


def test_a_final_is_not_opened_before_the_stage_before_has_ended(season, office):
    five_groups(season, office)
    Event.objects.filter(group="B").update(state="running")
    final = season.stages.get(discipline="open-pairs", kind="final")
    with pytest.raises(StorslamError, match="Semi B has not ended"):
        field.open_final(final, office)


def test_s_14_the_end_of_a_stage_is_taken_back_until_the_next_has_results(client, season, office):
    stage = five_groups(season, office)
    final = field.open_final(season.stages.get(discipline="open-pairs", kind="final"), office)
    group = stage.events.get(group="A")
    client.force_login(office)
    address = reverse("console_state", args=[group.slug])
    for state in ("running", "ended"):
        assert client.post(address, {"state": state}).status_code == 302
    table = Table.objects.filter(round__event=seated(final, office)).first()
    play(final, table, table.boards[0])
    refused = client.post(address, {"state": "running"})
    assert refused.status_code == 400
    assert f"{final} spelas" in refused.content.decode()
    assert Event.objects.get(pk=group.pk).state == "ended"


def test_the_first_of_one_event_go_on_as_many_as_it_says(office, opened):
    event = seated(opened(6, kind="last-chance", discipline="mixed-pairs"), office, boards=1)
    play_all(event, list("314256"))
    assert [row.id for row in field.best(field.placed(event), 3)] == list("314")
    for table in Table.objects.filter(round__event=event):
        result = Result.objects.get(table=table)
        record_result(
            event, result.board, table, Payload(Score(0)), f"p{table.pk}", 1, "ledare", "fel"
        )
    event.refresh_from_db()
    with pytest.raises(field.NeedsLot):
        field.best(field.placed(event), 3)
    drawn = [row.id for row in field.best(field.placed(event), 3, seed=4)]
    assert drawn == [row.id for row in field.best(field.placed(event), 3, seed=4)]
    assert len(set(drawn)) == 3


def test_a_last_chance_that_has_ended_gives_the_pot_s_places_to_its_best(season, office):
    stage = fields.semifinal(season, pot=2)
    chance = season.stages.get(discipline="open-pairs", kind="last-chance")
    entries = [chance_entry(season, chance, n) for n in range(4)]
    event = field.open_field(chance, office)
    assert event.contestants.count() == 4
    seated(event, office, boards=1)
    play_all(event, list("2314"))
    with pytest.raises(StorslamError, match="has ended"):
        field.give_out_pot(event, office)
    for state in ("running", "ended"):
        change_state(event, state)
    event.refresh_from_db()
    assert field.give_out_pot(event, office) == 2
    offered = Place.objects.filter(stage=stage, state=PlaceState.OFFERED)
    assert [place.entry for place in offered.order_by("number")] == [entries[1], entries[2]]
    assert field.give_out_pot(event, office) == 0  # a double click


def chance_entry(season, stage, number):
    entry = Entry.objects.create(stage=stage, entered=season.now(), key=f"chance{number}")
    for position in (1, 2):
        who = makers.player(season, 700_000 + 10 * number + position)
        entry.roster.create(player=who, stage=stage, position=position)
    return entry


# --- Late changes


def late(name="Sena"):
    return Who("", (Person(f"{name} Ett", "991", "BK Ess"), Person(f"{name} Två", "992")))


def test_a_pair_is_replaced_with_its_number_until_it_has_played(opened, office):
    event = seated(opened(6), office)
    row = event.contestants.get(code="3")
    event.contestants.filter(pk=row.pk).update(present=True)
    before = positions(event)
    for _ in range(2):  # a double click
        changes.replace(row, late(), None, office, "sjuk")
    row = event.contestants.get(code="3")
    assert (str(row), row.present) == ("Sena Ett – Sena Två", False)
    assert positions(event) == before
    step = Step.objects.get(act="replace-contestant")
    assert step.facts["reason"] == "sjuk"
    assert "Anna 3 – Berit 3 → Sena Ett – Sena Två" in step.text
    table = Table.objects.filter(round__event=event, ns=row).first()
    play(event, table, table.boards[0])
    with pytest.raises(StorslamError, match="name a substitute"):
        changes.replace(row, Who("", (Person("X", "1"), Person("Y", "2"))), None, office)
    changes.replace(row, late("Senare"), None, office, "stavfel")
    assert str(event.contestants.get(code="3")) == "Senare Ett – Senare Två"


def test_nobody_plays_as_two_contestants(opened, office):
    event = opened(4)
    one, two = event.contestants.all()[:2]
    taken = Who("", (Person("Anna 1", "11"), Person("Ny", "993")))
    with pytest.raises(StorslamError, match="plays already, as number 1"):
        changes.replace(two, taken, None, office)
    with pytest.raises(StorslamError, match="plays already, as number 1"):
        changes.add(event, taken, None, office)
    assert one.members.count() == 2


def test_a_latecomer_sits_down_where_somebody_sits_out_in_the_rounds_to_come(opened, office):
    event = seated(opened(5), office)
    first = event.rounds.first()
    event.rounds.filter(pk=first.pk).update(closed=event.stage.season.now())
    playing = Table.objects.filter(round=first).exclude(ew=None).first()
    play(event, playing, playing.boards[0])
    row = changes.add(event, late(), None, office)
    assert row.code == "6"
    new = Table.objects.filter(ew=row).order_by("round__number")
    assert [table.round.number for table in new] == [2, 3, 4, 5]
    assert Table.objects.filter(round=first, ew=None).count() == 1
    with pytest.raises(StorslamError, match="nobody sits out"):
        changes.add(event, Who("", (Person("X", "1"), Person("Y", "2"))), None, office)


def test_before_the_start_a_pair_is_added_and_waits_for_a_seat(opened, office):
    event = seated(opened(4), office)
    row = changes.add(event, late(), None, office)
    assert row.code == "5"
    assert not Table.objects.filter(ns=row).exists()
    seated(event, office)
    assert Table.objects.filter(ns=row).exists()


def test_a_pair_that_is_taken_out_before_the_start_leaves_sit_outs(opened, office):
    event = seated(opened(6), office)
    changes.remove(event.contestants.get(code="2"), office, "avböjt")
    alone = Table.objects.filter(round__event=event, ew=None)
    assert alone.count() == 5
    assert len({table.ns.code for table in alone}) == 5
    changes.remove(event.contestants.get(code="4"), office)  # nobody sits out twice: seat anew
    assert not event.rounds.exists()
    seated(event, office)
    table = Table.objects.filter(round__event=event).first()
    play(event, table, table.boards[0])
    with pytest.raises(StorslamError, match="break off"):
        changes.remove(event.contestants.get(code="1"), office)


def test_s_15_registered_and_present_are_different(opened, office):
    event = opened(4)
    assert not event.contestants.filter(present=True).exists()
    pks = {row.code: row.pk for row in event.contestants.all()}
    changes.check_in(event, {pks["1"], pks["2"]}, {pks["1"]}, office)
    changes.check_in(event, {pks["3"]}, {pks["3"], pks["4"]}, office)
    here = event.contestants.filter(present=True).values_list("code", flat=True)
    assert sorted(here) == ["1", "3"]  # 4 was not shown on the page that was sent
    changes.check_in(event, {pks["1"]}, set(), office)
    steps = Step.objects.filter(act="check-in").order_by("number")
    assert [(s.facts["present"], s.facts["absent"]) for s in steps] == [
        (["1"], []),
        (["3"], []),
        ([], ["1"]),
    ]
    assert changes.check_in(event, {pks["1"]}, set(), office) == []


# --- Kinds of movements


@pytest.mark.parametrize("kind", list(LABELS))
@pytest.mark.parametrize("count", [9, 12])
def test_every_kind_of_movement_seats_everybody_so_that_it_can_be_played(
    opened, office, kind, count
):
    event = opened(count)
    changes.keep_still(event.contestants.get(code="3"), office, stationary=True)
    seated(event, office, kind=kind, seed=1)
    sat = {code for _, _, ns, ew, _ in positions(event) for code in (ns, ew) if code}
    assert sat == {str(n) for n in range(1, count + 1)}
    assert len({t for _, t, ns, ew, _ in positions(event) if "3" in (ns, ew)}) == 1


def test_a_mitchell_with_one_winner_is_turned_at_the_end_with_two_it_is_not(opened, office):
    event = opened(10)
    for winners, both in ((1, True), (2, False)):
        options = Options(2, one_winner=winners == 1)
        seating.arrange(event, "mitchell", office, options)
        north_south = {ns for _, _, ns, _, _ in positions(event)}
        east_west = {ew for _, _, _, ew, _ in positions(event)}
        assert bool(north_south & east_west) is both


def test_sm_evt_1_another_movement_than_the_book_s_in_a_pair_final_is_told(opened, office):
    event = opened(8)
    assert seating.allowed(event, "barometer").result["allowed"]
    refused = seating.allowed(event, "howell")
    assert not refused.result["allowed"]
    assert [reason["rule"] for reason in refused.json["reasons"]] == ["SM-EVT-1"]
    seated(event, office, kind="howell")  # the organiser may, and it shows
    assert Step.objects.filter(act="seat").last().decision["result"]["allowed"] is False
    chance = opened(8, kind="last-chance", discipline="mixed-pairs")
    assert seating.allowed(chance, "howell") is None


def test_every_kind_of_pairs_can_be_chosen():
    assert set(LABELS) == {kind.name for kind in KINDS.values() if not kind.teams}


# --- Swiss


@pytest.fixture
def swiss(opened, office):
    """Seven pairs of whom one sits out; two boards a round, three rounds."""
    return seated(opened(7), office, rounds=3, kind="swiss")


def confirm(event):
    """The opponents confirm all that the tables have sent."""
    waiting = ResultVersion.objects.filter(event=event, confirmation=None)
    Confirmation.objects.bulk_create(
        Confirmation(version=one, event=event, who="E", when=one.when) for one in waiting
    )
    event.refresh_from_db()
    touch(event, frame=False)


def play_round(event, number):
    order = [str(n) for n in range(1, 8)]
    for table in Table.objects.filter(round__event=event, round__number=number).exclude(ew=None):
        for board in table.boards:
            play(event, table, board, won(table, order), seat="N")


def test_s_30_a_round_is_drawn_from_confirmed_results_only(swiss, office):
    with pytest.raises(StorslamError, match="missing or not confirmed: 6"):
        draw_round(swiss, office)
    play_round(swiss, 1)
    with pytest.raises(StorslamError, match=r"missing or not confirmed: 6; first round 1, table 1"):
        draw_round(swiss, office)
    confirm(swiss)
    assert uncertain(swiss) == []
    made = draw_round(swiss, office)
    assert (made.number, made.session) == (2, 1)
    tables = list(made.tables.all())
    assert len(tables) == 4
    assert {tuple(table.boards) for table in tables} == {(3, 4)}
    assert swiss.boards.filter(number__in=(3, 4)).count() == 2


def test_s_30_what_a_director_enters_is_confirmed(swiss, office):
    for table in Table.objects.filter(round__event=swiss).exclude(ew=None):
        for board in table.boards:
            play(swiss, table, board)
    swiss.refresh_from_db()
    assert uncertain(swiss) == []
    assert draw_round(swiss, office).number == 2


def test_s_30_a_result_in_conflict_is_not_certain(swiss, office):
    play_round(swiss, 1)
    confirm(swiss)
    table = Table.objects.filter(round__event=swiss).exclude(ew=None).first()
    board = swiss.boards.get(number=1)
    record_result(swiss, board, table, Payload(Score(300)), "annat", 0, "bord", seat="S")
    with pytest.raises(StorslamError, match="not confirmed: 1"):
        draw_round(swiss, office)


def test_s_17_no_pair_sits_out_twice_and_nobody_meets_again(swiss, office):
    for number in (1, 2, 3):
        play_round(swiss, number)
        confirm(swiss)
        if number < 3:
            draw_round(swiss, office)
    tables = list(Table.objects.filter(round__event=swiss))
    alone = [table.ns_id for table in tables if table.ew_id is None]
    assert len(alone) == len(set(alone)) == 3
    met = [frozenset((t.ns_id, t.ew_id)) for t in tables if t.ew_id]
    assert len(met) == len(set(met)) == 9
    with pytest.raises(StorslamError, match="all 3 rounds are drawn"):
        draw_round(swiss, office)


def test_a_round_is_drawn_anew_only_while_nothing_of_it_is_played(swiss, office):
    with pytest.raises(StorslamError, match="first round is seated"):
        draw_round(swiss, office, again=True)
    play_round(swiss, 1)
    confirm(swiss)
    draw_round(swiss, office)
    again = draw_round(swiss, office, again=True)
    assert again.number == 2
    assert swiss.rounds.count() == 2
    table = again.tables.exclude(ew=None).first()
    play(swiss, table, table.boards[0])
    with pytest.raises(StorslamError, match="being played"):
        draw_round(swiss, office, again=True)


def test_only_a_swiss_event_is_drawn_round_by_round(opened, office):
    with pytest.raises(StorslamError, match="not drawn round by round"):
        draw_round(seated(opened(4), office), office)


# --- Two at once


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("rehearsal")
def test_two_who_open_or_seat_at_once_do_it_once():
    season = makers.opened("2013-07-20T12:00")
    office = makers.office()
    stage = season.stages.get(discipline="women-pairs", kind="final")
    fields.fill(stage, [makers.district("Skåne")] * 6, 2)
    told = at_once(lambda: field.open_field(stage, office))
    assert [type(one) for one in told] == [StorslamError]
    event = Event.objects.get(stage=stage)
    assert at_once(lambda: seated(event, office)) == []
    assert (event.rounds.count(), len(positions(event))) == (5, 15)
    row = event.contestants.first()
    told = at_once(lambda: changes.replace(row, late(), None, office))
    assert told == []
    assert Step.objects.filter(act="replace-contestant").count() == 1
    assert not list(trail.broken())


def at_once(act):
    """The faults of two who act at the same time."""
    faults = []

    def run():
        try:
            act()
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults
