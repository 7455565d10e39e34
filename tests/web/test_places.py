"""Qualifiers, reports, quota and places: from starts to a filled field, vacancy by vacancy."""

import threading
from datetime import date, datetime
from fractions import Fraction

import pytest
from django.db import connection

from storslam.errors import StorslamError
from storslam.web.acts import entries, places, qualifying, quotas, trail
from storslam.web.acts.qualifying import Scores
from storslam.web.models import (
    Entry,
    Letter,
    Place,
    PlaceState,
    Player,
    Session,
    StageKind,
    Step,
)
from storslam.web.models.qualifying import PointsUnit
from tests.web import season as makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-04-20T12:00")


def entered(season, office, home, count, discipline="open-pairs", first=1):
    """So many pairs of a district in the discipline's qualifier, named after their numbers."""
    stage = season.stages.get(discipline=discipline, kind=StageKind.QUALIFIER)
    where = makers.district(home)
    made = []
    for n in range(first, first + 2 * count, 2):
        pair = [makers.player(season, m, home) for m in (n, n + 1)]
        made.append(entries.enter(stage, pair, where, office, f"{discipline}{home}{n}")[0])
    return made


def qualifier(season, home, discipline="open-pairs"):
    stage = season.stages.get(discipline=discipline, kind=StageKind.QUALIFIER)
    return qualifying.qualifier_of(stage, makers.district(home))


def scores(found, points=None):
    """The entries in their order, the first the best."""
    points = points or range(2 * len(found), 0, -2)
    return [Scores(e, str(e), Fraction(p), 21, 42) for e, p in zip(found, points, strict=True)]


def played(season, office, home, found, discipline="open-pairs", day=date(2013, 4, 27)):
    """The district's qualifier in one session, reported in time."""
    one = qualifier(season, home, discipline)
    session = qualifying.add_session(one, office, day=day, rounds=21)
    qualifying.store_scores(session, scores(found), office)
    makers.set_clock(season, f"{day}T22:15")
    one.stage.season.refresh_from_db()
    return qualifying.report(qualifier(season, home, discipline), office)


# --- Qualifiers


def test_sm_qual_2_all_sessions_count(season, office):
    one, two = entered(season, office, "Skåne", 2)
    here = qualifier(season, "Skåne")
    for phase, points in ((1, (10, 20)), (2, (Fraction(40, 3), 3))):
        session = qualifying.add_session(here, office, day=date(2013, 4, phase), phase=phase)
        qualifying.store_scores(session, scores([one, two], points), office)
    found = qualifying.ranking(qualifier(season, "Skåne"))
    assert [(row.entry, row.place, row.total) for row in found.rows] == [
        (one, "1", Fraction(70, 3)),
        (two, "2", 23),
    ]


def test_sm_qual_7_a_sit_out_counts_over_all_rounds(season, office):
    (one,) = entered(season, office, "Skåne", 1)
    here = qualifier(season, "Skåne")
    for phase, rounds in ((1, 10), (2, 9)):
        session = qualifying.add_session(
            here, office, day=date(2013, 4, phase), phase=phase, rounds=10
        )
        points = Fraction(432 * rounds, 20)
        qualifying.store_scores(session, [Scores(one, "x", points, rounds, 20)], office)
    (row,) = qualifying.ranking(qualifier(season, "Skåne")).rows
    assert row.total == 432


def test_clubs_that_play_side_by_side_are_put_together_in_per_cent_by_boards(season, office):
    one, two = entered(season, office, "Skåne", 2)
    here = qualifier(season, "Skåne")
    here.unit = PointsUnit.PERCENT
    here.save()
    for phase, points, boards in ((1, (60, 50), 20), (2, (30, 51), 40)):
        session = qualifying.add_session(here, office, day=date(2013, 4, phase), phase=phase)
        rows = [Scores(e, "x", Fraction(p), None, boards) for e, p in zip((one, two), points)]  # noqa: B905
        qualifying.store_scores(session, rows, office)
    totals = {row.entry: row.total for row in qualifying.ranking(qualifier(season, "Skåne")).rows}
    assert totals == {one: Fraction(40), two: Fraction(152, 3)}


def test_sm_qual_6_a_mixed_club_qualifier_needs_four_pairs_for_sm(season, office):
    found = entered(season, office, "Skåne", 3)
    here, club = qualifier(season, "Skåne"), makers.player(season, 900).club
    session = qualifying.add_session(here, office, day=date(2013, 4, 2), club=club)
    guests = [Scores(None, "Gäst 1 – Gäst 2", Fraction(50), None, 42)]
    qualifying.store_scores(session, scores(found) + guests, office)
    ranked = qualifying.ranking(qualifier(season, "Skåne"))
    assert ranked.clubs[session.pk].result == {
        "valid": False, "status": "bronze", "quota_starts": 0,
    }  # fmt: skip
    assert ranked.starts == 0
    assert len(ranked.rows) == 3  # guests are outside the ranking


def test_a_player_in_two_pairs_of_one_session_is_refused_and_nothing_stored(season, office):
    one, two = entered(season, office, "Skåne", 2)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 2))
    double = scores([one, two]) + scores([one])
    with pytest.raises(StorslamError, match="twice"):
        qualifying.store_scores(session, double, office)
    assert not session.scores.exists()


def test_sm_entry_4_the_report_is_in_time_until_midnight_swedish_time(season, office):
    found = entered(season, office, "Skåne", 2)
    first = played(season, office, "Skåne", found)
    assert (first.in_time, first.starts, first.version) == (True, 2, 1)
    assert first.content[0]["numbers"] == ["1", "2"]
    again = qualifying.report(qualifier(season, "Skåne"), office)
    assert again == first  # a double click is harmless


def test_s_38_a_change_after_the_report_is_a_new_version_of_one_that_was_in_time(season, office):
    found = entered(season, office, "Skåne", 2)
    played(season, office, "Skåne", found)
    makers.set_clock(season, "2013-04-28T00:10")
    session = Session.objects.get()
    qualifying.store_scores(session, scores(list(reversed(found))), office)
    second = qualifying.report(qualifier(season, "Skåne"), office)
    assert (second.version, second.in_time) == (2, True)
    assert Step.objects.filter(act="report").last().decision["result"]["in_time"] is False
    assert second.content[0]["numbers"] == ["3", "4"]
    step = Step.objects.filter(act="store-scores").last()
    assert step.facts["before"][0]["points"] == "4"  # no result is ever lost


def test_sm_pen_3_a_disqualified_pair_is_not_placed_and_no_start(season, office):
    one, two = entered(season, office, "Skåne", 2)
    entries.disqualify(one, office, "startade i två distrikt")
    made = played(season, office, "Skåne", [one, two])
    assert made.starts == 1
    assert [(row["place"], row["numbers"]) for row in made.content] == [
        ("1", ["3", "4"]),
        ("", ["1", "2"]),
    ]


# --- Quota and places


@pytest.fixture
def field(season, office):
    """Women: Skåne with eight pairs, Halland with three; 52 places are more than all."""
    for home, count, first in (("Skåne", 8, 1), ("Halland", 3, 101)):
        for n in range(first, first + 2 * count):
            makers.player(season, n, home, sex="woman")
    made = {}
    stage = season.stages.get(discipline="women-pairs", kind=StageKind.QUALIFIER)
    for home, first, count in (("Skåne", 1, 8), ("Halland", 101, 3)):
        pairs = []
        for n in range(first, first + 2 * count, 2):
            two = list(Player.objects.filter(number__in=[str(n), str(n + 1)]))
            where = makers.district(home)
            pairs.append(entries.enter(stage, two, where, office, f"{home}{n}")[0])
        played(season, office, home, pairs, "women-pairs")
        made[home] = pairs
    return made


def test_the_quota_is_frozen_with_the_versions_of_its_reports(season, office, field):  # noqa: ARG001
    stage = quotas.field_stage(season, "women-pairs")
    first = quotas.freeze(stage, office)
    assert first.reports == {"SKA": 1, "HAL": 1}
    assert first.decision["result"]["seats"]["SKA"] == 38
    assert quotas.freeze(stage, office) == first  # nothing has changed


@pytest.fixture
def opens(season, office):
    """Open with 200 starts in two districts that have but a few pairs of their own entered here."""
    found = {
        "Skåne": entered(season, office, "Skåne", 5),
        "Halland": entered(season, office, "Halland", 3, first=201),
    }
    for home, pairs in found.items():
        played(season, office, home, pairs)
    stage = quotas.field_stage(season, "open-pairs")
    quota = quotas.freeze(stage, office)
    places.give_out(quota, office)
    return stage, found


def test_places_are_offered_by_the_ranking_and_champions_first(season, office, opens):
    stage, found = opens
    offered = {p.entry: p for p in stage.places.filter(state="offered")}
    assert set(offered) == {*found["Skåne"], *found["Halland"]}
    assert stage.places.filter(state=PlaceState.POT).count() == 2
    assert stage.places.count() == 170
    assert places.give_out(quotas.frozen(stage), office) == 0  # once only
    assert season.stages.count()


@pytest.fixture
def tight(opens):
    """A place declined in Halland; a pair of each district without a place."""
    stage, found = opens
    spare = {home: pairs[-1] for home, pairs in found.items()}
    for pair in spare.values():
        place = stage.places.get(entry=pair)
        Place.objects.filter(pk=place.pk).update(entry=None, state=PlaceState.DROPPED)
    Place.objects.filter(stage=stage, state="vacant").delete()
    return stage, found, spare


def test_sm_vac_2_the_next_of_the_same_district_then_of_the_next(season, office, tight):
    stage, found, spare = tight
    place = stage.places.get(entry=found["Halland"][0])
    places.decline(place, place.version, office)
    first = places.propose(place)
    assert (first.goes_to, first.entry) == ("same-district", spare["Halland"])
    places.fill(place, place.version, office)
    places.decline(place, place.version, office)
    second = places.propose(place)
    assert (second.goes_to, second.entry) == ("next-district", spare["Skåne"])
    assert {reason["rule"] for reason in second.decision.json["reasons"]} >= {"SM-VAC-4"}
    assert Entry.objects.filter(declined=None).count() == 6
    assert season.slug


@pytest.mark.parametrize(
    ("moment", "state"),
    [("2013-08-01T08:59:59", PlaceState.OFFERED), ("2013-08-01T09:00:00", PlaceState.POT)],
)
def test_sm_vac_7_until_nine_the_districts_then_the_pot(season, office, tight, moment, state):
    stage, found, _ = tight
    place = stage.places.get(entry=found["Halland"][0])
    makers.set_clock(season, moment)
    place = Place.objects.select_related("stage__season").get(pk=place.pk)
    places.decline(place, place.version, office)
    assert places.fill(place, place.version, office).state == state
    assert Step.objects.last().decision["decision"] == "vacancy"


def test_s_15_a_withdrawal_proposes_the_next_with_the_rule_quoted(season, office, tight):
    stage, found, spare = tight
    place = stage.places.get(entry=found["Skåne"][0])
    places.accept(place, place.version, office)
    places.decline(place, place.version, office)
    proposal = places.propose(place)
    assert proposal.entry == spare["Skåne"]
    assert proposal.decision.json["reasons"][0]["rule"] == "SM-VAC-2"
    assert proposal.deadline.isoformat() == "2013-08-01T09:00:00+02:00"
    assert season.slug


def test_s_19_the_waiting_list_is_in_the_rules_order_and_everybody_is_told(season, office, opens):
    """Two reserves of Skåne: the better placed is offered, though entered last."""
    stage, found = opens
    better, worse = found["Skåne"][3], found["Skåne"][4]
    Place.objects.filter(stage=stage, entry__in=[better, worse]).update(entry=None, state="dropped")
    Place.objects.filter(stage=stage, state="vacant").delete()
    Player.objects.filter(rosters__entry=better).update(email="par@example.org")
    place = stage.places.get(entry=found["Skåne"][0])
    places.decline(place, place.version, office)
    places.fill(place, place.version, office)
    assert place.entry == better
    assert Letter.objects.filter(to="par@example.org").count() == 2
    assert season.slug


def test_sm_vac_9_who_has_declined_is_never_offered_again(season, office, tight):
    stage, found, spare = tight
    for pair in (found["Halland"][0], found["Halland"][1]):
        place = stage.places.get(entry=pair)
        places.decline(place, place.version, office)
    line = places.line_of(stage)
    assert list(line.reserves["HAL"]) == [spare["Halland"]]
    assert season.slug


def test_two_officers_on_the_same_place_get_one_clear_answer(season, office, opens):
    stage, _ = opens
    place = stage.places.filter(state="offered").first()
    stale = Place.objects.get(pk=place.pk)
    places.accept(place, place.version, office)
    with pytest.raises(StorslamError, match="look again"):
        places.decline(stale, stale.version, office)
    assert Place.objects.get(pk=place.pk).state == PlaceState.ACCEPTED
    assert season.slug


def test_sm_fee_6_an_unpaid_place_is_lost_after_the_last_day(season, office, opens):
    stage, _ = opens
    place = stage.places.filter(state="offered").first()
    places.accept(place, place.version, office)
    makers.set_clock(season, "2013-06-30T23:59:59")
    place = Place.objects.select_related("stage__season").get(pk=place.pk)
    with pytest.raises(StorslamError, match="2013-06-30"):
        places.forfeit(place, place.version, office)
    makers.set_clock(season, "2013-07-01T00:00:00")
    place = Place.objects.select_related("stage__season").get(pk=place.pk)
    assert places.forfeit(place, place.version, office).state == PlaceState.FORFEITED
    assert Step.objects.last().decision["reasons"][0]["rule"] == "SM-FEE-6"


def test_s_11_a_correction_after_the_quota_changes_nothing_silently(season, office, opens):
    stage, found = opens
    before = list(stage.places.values_list("number", "entry", "state"))
    entries.disqualify(found["Skåne"][4], office, "startade två gånger")
    session = Session.objects.filter(qualifier__district__name="Skåne").get()
    qualifying.store_scores(session, scores(found["Skåne"]), office)
    qualifying.report(qualifier(season, "Skåne"), office)
    assert list(stage.places.values_list("number", "entry", "state")) == before
    changed = quotas.changed_reports(stage, quotas.frozen(stage))
    assert [report.qualifier.district.name for report in changed] == ["Skåne"]
    second = quotas.freeze(stage, office)
    assert second.version == 2
    assert places.surplus(second).keys() == {"SKA"}
    place = stage.places.filter(district__code="SKA").last()
    places.take_away(place, place.version, office, "rättad kvot")
    assert Step.objects.last().facts == {"reason": "rättad kvot"}
    other = stage.places.filter(district__code="HAL").last()
    with pytest.raises(StorslamError):
        places.take_away(other, other.version, office, "x")


@pytest.mark.django_db(transaction=True)
def test_two_places_at_once_are_not_filled_with_the_same_pair():
    season = makers.opened("2013-04-20T12:00")
    office = makers.office()
    pairs = entered(season, office, "Skåne", 4)
    played(season, office, "Skåne", pairs)
    stage = quotas.field_stage(season, "open-pairs")
    places.give_out(quotas.freeze(stage, office), office)
    last = stage.places.get(entry=pairs[3])
    Place.objects.filter(pk=last.pk).update(entry=None, state=PlaceState.DROPPED)
    vacant = [stage.places.get(entry=pair) for pair in pairs[:2]]
    for place in vacant:
        places.decline(place, place.version, office)
    ready, faults = threading.Barrier(2), []

    def fill(place):
        ready.wait()
        try:
            places.fill(place, place.version, office)
        except StorslamError as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=fill, args=(place,)) for place in vacant]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stage.places.filter(entry=pairs[3], state="offered").count() == 1
    assert list(trail.broken()) == []


def test_sm_quota_6_the_champions_hold_a_place_that_the_office_notes(season, office, opens):
    stage, found = opens
    entries.crown(found["Skåne"][4], office, champions=True)
    with pytest.raises(StorslamError):
        entries.crown(found["Halland"][0], office, champions=True)
    quota = quotas.freeze(stage, office)
    assert quota.facts["champions_district"] == "SKA"
    assert Step.objects.filter(act="crown").get().decision["decision"] == "champion-pair"
    assert season.slug


def test_s_11_a_corrected_result_names_who_gains_and_loses_and_nothing_moves(season, office, tight):
    """The fifth of Skåne, without a place, turns out to have won."""
    stage, found, spare = tight
    assert places.exchanges(stage) == []
    session = Session.objects.filter(qualifier__district__name="Skåne").get()
    order = [found["Skåne"][4], *found["Skåne"][:4]]
    qualifying.store_scores(session, scores(order), office)
    here = qualifier(season, "Skåne")
    ranked = [row.entry for row in qualifying.ranking(here).rows]
    (before,) = places.exchanges(stage, {"SKA": ranked})  # shown before it is reported
    assert before.entry == spare["Skåne"]
    assert places.exchanges(stage) == []
    qualifying.report(here, office)
    (due,) = places.exchanges(stage)
    assert (due.place.entry, due.entry) == (found["Skåne"][3], spare["Skåne"])
    with pytest.raises(StorslamError):
        places.exchange(due.place, due.place.version, office, " ")
    other = stage.places.get(entry=found["Skåne"][0])
    with pytest.raises(StorslamError):
        places.exchange(other, other.version, office, "fel")
    places.exchange(due.place, due.place.version, office, "rättat resultat")
    assert stage.places.get(entry=spare["Skåne"]).state == PlaceState.OFFERED
    assert places.exchanges(stage) == []
    step = Step.objects.last()
    assert (step.act, step.facts["before"]) == ("exchange-place", str(found["Skåne"][3]))


@pytest.mark.parametrize(
    ("moment", "taken"), [("2013-08-01T09:00:00", True), ("2013-08-01T09:30:00", False)]
)
def test_sm_vac_7_a_reserve_must_take_the_place_by_nine(season, office, tight, moment, taken):
    stage, found, spare = tight
    makers.set_clock(season, "2013-08-01T08:50")
    place = fresh(stage.places.get(entry=found["Halland"][0]))
    places.decline(place, place.version, office)
    places.fill(place, place.version, office)
    zone = season.edition.zone
    exact = datetime.fromisoformat(moment).replace(tzinfo=zone)
    place = fresh(place)
    place.stage.season.now = lambda: exact
    if taken:
        assert places.accept(place, place.version, office).state == PlaceState.FILLED
        return
    with pytest.raises(StorslamError, match="last chance"):
        places.accept(place, place.version, office)
    assert places.lapse(place, place.version, office).state == PlaceState.POT
    assert Entry.objects.get(pk=spare["Halland"].pk).declined is None


def fresh(place):
    return Place.objects.select_related("stage__season", "district").get(pk=place.pk)


def test_the_pot_is_given_out_once(season, office, opens):
    stage, _ = opens
    last = season.stages.get(discipline="open-pairs", kind="last-chance")
    pair = [makers.player(season, n, "Gotland") for n in (801, 802)]
    entry, _ = entries.enter(last, pair, None, office, "lc")
    assert places.give_pot(stage, [entry], office) == 1
    assert places.give_pot(stage, [entry], office) == 0


def test_sm_evt_8_who_qualified_after_all_gets_no_second_place(season, office, opens):
    stage, found = opens
    last = season.stages.get(discipline="open-pairs", kind="last-chance")
    pair = [makers.player(season, n, "Gotland") for n in (801, 802)]
    entry, _ = entries.enter(last, pair, None, office, "lc")
    entry.roster.filter(position=1).update(player=found["Skåne"][0].roster.first().player)
    assert places.give_pot(stage, [Entry.objects.get(pk=entry.pk)], office) == 0


def test_a_lot_drawn_once_stands_when_the_quota_is_frozen_anew(season, office, opens):
    stage, found = opens
    quotas.freeze(stage, office, 7)
    lot = quotas.frozen(stage).facts.get("lot")
    entries.disqualify(found["Skåne"][4], office, "x")
    qualifying.store_scores(
        Session.objects.get(qualifier__district__name="Skåne"), scores(found["Skåne"]), office
    )
    qualifying.report(qualifier(season, "Skåne"), office)
    assert quotas.freeze(stage, office).facts.get("lot") == lot


def test_teams_go_from_the_qualifier_to_places(season, office):
    """Open teams: no minimum of boards is regulated; fives of Skåne, fours of Halland."""
    makers.set_clock(season, "2013-03-05T12:00")
    stage = season.stages.get(discipline="open-teams", kind=StageKind.QUALIFIER)
    for home, count, first in (("Skåne", 6, 1), ("Halland", 5, 101)):
        where, teams = makers.district(home), []
        for n in range(count):
            four = [makers.player(season, first + 4 * n + m, home) for m in range(4)]
            teams.append(
                entries.enter(stage, four, where, office, f"{home}{n}", name=f"Lag {n}")[0]
            )
        played(season, office, home, teams, "open-teams", date(2013, 3, 10))
    ranked = qualifying.ranking(qualifier(season, "Skåne", "open-teams"))
    assert "minimum-boards" not in ranked.checks
    field = quotas.field_stage(season, "open-teams")
    assert places.give_out(quotas.freeze(field, office, 1), office) == 60
    place = field.places.filter(state="offered").first()
    places.decline(place, place.version, office)
    assert places.propose(place).goes_to in {"same-district", "next-district", "smaller-field"}


def test_boards_that_are_not_told_are_missing_not_zero(season, office):
    (one,) = entered(season, office, "Skåne", 1)
    session = qualifying.add_session(qualifier(season, "Skåne"), office, day=date(2013, 4, 2))
    qualifying.store_scores(session, [Scores(one, "x", Fraction(5))], office)
    found = qualifying.ranking(qualifier(season, "Skåne"))
    assert "minimum-boards" not in found.checks
    assert not found.boards_told


def test_who_was_refused_an_exemption_gets_no_points(season, office):
    makers.set_clock(season, "2013-03-05T12:00")
    stage = season.stages.get(discipline="open-teams", kind=StageKind.QUALIFIER)
    seven = [makers.player(season, n) for n in range(1, 8)]
    team, _ = entries.enter(stage, seven, makers.district("Skåne"), office, "a")
    with pytest.raises(StorslamError):
        entries.ask_exemption(team, "SM-ABAN-1", "x", office)
    asked = entries.ask_exemption(team, "SM-TEAM-6", "x", office)
    entries.decide_exemption(asked, office, granted=False, why="nej")
    here = qualifier(season, "Skåne", "open-teams")
    session = qualifying.add_session(here, office, day=date(2013, 3, 9))
    team = Entry.objects.get(pk=team.pk)
    with pytest.raises(StorslamError, match="refused"):
        qualifying.store_scores(session, [Scores(team, "Lag", Fraction(5))], office)
