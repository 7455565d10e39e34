"""Money: charges from records, payments by reference, places paid and lost, travel money, files."""

import re
import threading
from datetime import date

import pytest
from django.db import connection

from storslam.errors import StorslamError
from storslam.exchange.bank import load_payments
from storslam.exchange.reference import references
from storslam.web import bookkeeping
from storslam.web.acts import (
    allowances,
    entries,
    money,
    payments,
    places,
    qualifying,
    quotas,
    trail,
)
from storslam.web.models import (
    Charge,
    ChargeKind,
    Payment,
    Place,
    PlaceState,
    Source,
    StageKind,
    Step,
)
from tests.web import season as makers
from tests.web.test_places import entered, played, qualifier, scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-04-20T12:00")


@pytest.fixture
def opens(season, office):
    """A field: five pairs of Skåne, three of Halland; all places offered."""
    found = {
        "Skåne": entered(season, office, "Skåne", 5),
        "Halland": entered(season, office, "Halland", 3, first=201),
    }
    for home, pairs in found.items():
        played(season, office, home, pairs)
    stage = quotas.field_stage(season, "open-pairs")
    places.give_out(quotas.freeze(stage, office), office)
    makers.set_clock(season, "2013-05-10T12:00")
    return found


def accepted(office, number=None):
    """The first place (or that of the number), taken by its holder."""
    offered = Place.objects.filter(state=PlaceState.OFFERED).order_by("number")
    place = offered.get(number=number) if number else offered.first()
    return places.accept(place, place.version, office)


def fee(season, place):
    return money.live(season).get(kind=ChargeKind.TABLE_FEE, entry=place.entry)


def csv(*rows):
    """A bank's list of payments: day, kronor, reference."""
    lines = ["Bokföringsdag;Belopp;Referens;Avsändare"]
    lines += [f"{day};{sek};{ref};Anna Betalare" for day, sek, ref in rows]
    return load_payments("\n".join(lines).encode(), "bank.csv")


# --- Charges


@pytest.mark.usefixtures("opens")
def test_sm_fee_2_the_district_pays_200_kr_for_each_pair_that_started(season, office):
    money.bill(season, office)
    owed = {c.district.name: c for c in season.charges.filter(kind=ChargeKind.ENTRY_FEE)}
    assert {name: c.ore for name, c in owed.items()} == {"Skåne": 100_000, "Halland": 60_000}
    charge = owed["Skåne"]
    assert charge.entry is None
    assert charge.decision["reasons"][0]["rule"] == "SM-FEE-2"
    assert list(references(charge.reference)) == [charge.reference]


def test_a_district_that_has_not_reported_is_not_charged_yet(season, office):
    entered(season, office, "Skåne", 3)
    assert money.bill(season, office) == (0, 0)


@pytest.mark.usefixtures("opens")
def test_charges_are_made_once_however_often_they_are_asked_for(season, office):
    accepted(office)
    assert money.bill(season, office) == (3, 0)
    steps = Step.objects.count()
    assert money.bill(season, office) == (0, 0)
    assert (Charge.objects.count(), Step.objects.count()) == (3, steps)


@pytest.mark.usefixtures("opens")
def test_sm_fee_4_an_accepted_place_owes_200_kr_a_player_by_the_last_of_june(season, office):
    place = accepted(office)
    money.bill(season, office)
    charge = fee(season, place)
    assert (charge.ore, charge.due.astimezone(makers.STOCKHOLM).date()) == (
        40_000,
        date(2013, 6, 30),
    )


def test_a_fee_follows_a_corrected_report_and_keeps_what_was_paid(season, office, opens):
    money.bill(season, office)
    old = season.charges.get(district__name="Halland")
    payments.store(season, csv(("2013-05-02", "600", old.reference)), office)
    pairs = opens["Halland"] + entered(season, office_at(season, office), "Halland", 1, first=301)
    makers.set_clock(season, "2013-05-12T12:00")
    session = qualifier(season, "Halland").sessions.get()
    qualifying.store_scores(session, scores(pairs), office)
    assert money.bill(season, office) == (1, 1)
    new = money.live(season).get(district__name="Halland")
    assert (new.ore, new.paid, new.left) == (80_000, 60_000, 20_000)
    assert new.reference != old.reference
    late = csv(("2013-05-13", "200", old.reference))  # the old reference still finds its way
    payments.store(season, late, office)
    assert money.live(season).get(pk=new.pk).left == 0


def office_at(season, office):
    """The office on a day when entries are still open."""
    makers.set_clock(season, "2013-04-27T12:00")
    return office


@pytest.mark.usefixtures("opens")
def test_the_charge_of_a_place_given_up_unpaid_is_taken_back(season, office):
    place = accepted(office)
    money.bill(season, office)
    places.decline(place, place.version, office)
    assert money.bill(season, office) == (0, 1)
    assert Charge.objects.get(entry=place.entry).cancelled
    assert payments.odd(season) == []


@pytest.mark.usefixtures("opens")
def test_what_was_paid_for_a_place_given_up_is_shown_and_not_paid_back(season, office):
    place = accepted(office)
    money.bill(season, office)
    payments.store(season, csv(("2013-05-02", "400", fee(season, place).reference)), office)
    place.refresh_from_db()
    places.decline(place, place.version, office)
    money.bill(season, office)
    (one,) = payments.odd(season)
    assert (one.why, one.ore, one.charge.cancelled) == ("given-up", 40_000, None)


@pytest.mark.usefixtures("opens")
def test_a_part_paid_for_a_place_given_up_is_shown(season, office):
    place = accepted(office)
    money.bill(season, office)
    payments.store(season, csv(("2013-05-02", "150", fee(season, place).reference)), office)
    places.decline(place, place.version, office)
    money.bill(season, office)
    (one,) = payments.odd(season)
    assert (one.why, one.ore) == ("taken-back", 15_000)


def test_sm_fee_3_junior_teams_pay_250_kr_a_player_themselves(season, office):
    stage = season.stages.get(discipline="junior-teams", kind=StageKind.FINAL)
    makers.set_clock(season, "2013-05-01T12:00")
    team = [makers.player(season, n, birth_year=1992) for n in range(1, 6)]
    entry = entries.enter(stage, team, None, office, "k")[0]
    money.bill(season, office)
    charge = season.charges.get()
    assert (charge.entry, charge.district, charge.ore) == (entry, None, 125_000)


def test_sm_entry_7_a_district_pays_for_the_teams_that_it_reported(season, office):
    makers.set_clock(season, "2013-01-21T23:59")
    money.report_teams(season, makers.district("Skåne"), 11, office)
    money.report_teams(season, makers.district("Skåne"), 12, office)  # corrected in time
    assert money.bill(season, office) == (0, 0)
    makers.set_clock(season, "2013-01-22T00:01")
    with pytest.raises(StorslamError, match="could be reported until"):
        money.report_teams(season, makers.district("Skåne"), 10, office)
    money.bill(season, office)
    charge = season.charges.get()
    assert (charge.kind, charge.ore, charge.district.name) == (
        ChargeKind.TEAM_INVOICE,
        12 * 47_000,
        "Skåne",
    )


def test_sm_pen_6_a_replacement_that_was_not_reported_costs_the_table_fee_once(
    season, office, opens
):
    first = Place.objects.get(entry=opens["Skåne"][0])
    with pytest.raises(StorslamError, match="reserve"):
        money.bill_unreported(first, office)
    last = Place.objects.get(entry=opens["Skåne"][4])
    Place.objects.filter(pk=last.pk).update(entry=None, state=PlaceState.DROPPED)
    places.decline(first, first.version, office)
    places.fill(first, first.version, office)  # offers it to the fifth pair
    places.accept(first, first.version, office)
    assert money.replaced(season, first.district) == [first]
    charge = money.bill_unreported(first, office)
    assert money.bill_unreported(first, office) == charge
    assert (charge.ore, charge.district.name) == (40_000, "Skåne")
    money.bill(season, office)  # which makes and takes back other charges only
    charge.refresh_from_db()
    assert charge.cancelled is None


def test_a_team_with_more_players_than_the_stage_allows_has_no_fee_until_they_are_named(
    season, office
):
    skane = makers.district("Skåne")
    field = season.stages.get(discipline="open-teams", kind=StageKind.SEMIFINAL)
    qualifiers = season.stages.get(discipline="open-teams", kind=StageKind.QUALIFIER)
    entry = qualifiers.entries.create(district=skane, entered=season.now(), key="t")
    for n in range(1, 8):
        entry.roster.create(player=makers.player(season, n), stage=qualifiers, position=n)
    place = field.places.create(
        number=1, source="first", district=skane, entry=entry, state="accepted", since=season.now()
    )
    assert money.bill(season, office) == (0, 0)
    assert money.unfit(season) == [place]
    entry.roster.last().delete()
    assert money.bill(season, office) == (1, 0)
    charge = fee(season, place)
    assert (charge.ore, charge.due) == (150_000, None)  # SM-FEE-5: 250 kr a player


# --- Payments


@pytest.mark.usefixtures("opens")
def test_a_fully_paid_table_fee_steps_its_place_to_paid_once(season, office):
    place = accepted(office)
    money.bill(season, office)
    file = csv(("2013-05-02", "400", f"OCR {fee(season, place).reference} tack"))
    payments.store(season, file, office)
    place.refresh_from_db()
    assert place.state == PlaceState.PAID
    before = (Payment.objects.count(), Step.objects.count())
    payments.store(season, file, office)  # the same file twice is harmless
    assert (Payment.objects.count(), Step.objects.count()) == before
    assert Step.objects.filter(act="pay-place").count() == 1


@pytest.mark.usefixtures("opens")
def test_parts_of_a_fee_pay_the_place_when_they_reach_it(season, office):
    place = accepted(office)
    money.bill(season, office)
    reference = fee(season, place).reference
    payments.store(season, csv(("2013-05-02", "150", reference)), office)
    place.refresh_from_db()
    assert (place.state, fee(season, place).left) == (PlaceState.ACCEPTED, 25_000)
    payments.store(season, csv(("2013-05-03", "300", reference)), office)
    place.refresh_from_db()
    assert place.state == PlaceState.PAID
    assert [(one.why, one.ore) for one in payments.odd(season)] == [("too-much", 5_000)]


@pytest.mark.usefixtures("opens")
def test_a_preview_says_what_each_payment_would_do_and_stores_nothing(season, office):
    place = accepted(office)
    money.bill(season, office)
    reference = fee(season, place).reference
    rows = csv(
        ("2013-05-02", "150", reference),
        ("2013-05-03", "250", reference),
        ("2013-05-03", "50", reference),
        ("2013-05-03", "400", "bordsavgift"),
    )
    lines = payments.plan(season, rows)
    assert [line.left for line in lines] == [25_000, 0, -5_000, 0]
    assert [line.charge is None for line in lines] == [False, False, False, True]
    assert not Payment.objects.exists()


@pytest.mark.usefixtures("opens")
def test_an_unknown_reference_is_connected_by_hand_once(season, office):
    place = accepted(office)
    money.bill(season, office)
    payments.store(season, csv(("2013-05-02", "400", "bordsavgift")), office)
    payment, charge = Payment.objects.get(), fee(season, place)
    assert payment.charge is None
    payments.connect(payment, charge, office)
    place.refresh_from_db()
    assert place.state == PlaceState.PAID
    with pytest.raises(StorslamError, match="already"):
        payments.connect(payment, charge, office)


@pytest.mark.usefixtures("opens")
def test_sm_fee_6_paid_on_the_last_day_keeps_the_place_and_a_day_later_does_not(season, office):
    one, two = accepted(office), accepted(office)
    money.bill(season, office)
    makers.set_clock(season, "2013-07-02T09:00")
    one.stage.season.refresh_from_db()
    rows = csv(
        ("2013-06-30", "400", fee(season, one).reference),
        ("2013-07-01", "400", fee(season, two).reference),
    )
    payments.store(season, rows, office)
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.state, two.state) == (PlaceState.PAID, PlaceState.ACCEPTED)
    assert [(odd.why, odd.place) for odd in payments.odd(season)] == [("too-late", two)]


@pytest.mark.usefixtures("opens")
def test_sm_fee_6_an_unpaid_place_is_lost_after_the_last_day_and_not_before(season, office):
    place = accepted(office)
    money.bill(season, office)
    assert list(money.overdue(season)) == []
    with pytest.raises(StorslamError, match="can be paid until"):
        payments.forfeit(place, place.version, office)
    makers.set_clock(season, "2013-07-01T00:00:30")
    place = Place.objects.select_related("stage__season").get(pk=place.pk)
    assert [charge.entry for charge in money.overdue(season)] == [place.entry]
    payments.forfeit(place, place.version, office)
    place.refresh_from_db()
    assert place.state == PlaceState.FORFEITED
    assert list(money.overdue(season)) == []
    assert Step.objects.get(act="forfeit-place").decision["reasons"][0]["rule"] == "SM-FEE-6"


@pytest.mark.django_db(transaction=True)
def test_two_who_store_the_same_file_at_once_store_it_once(season, office, opens):  # noqa: ARG001
    place = accepted(office)
    money.bill(season, office)
    file = csv(("2013-05-02", "400", fee(season, place).reference), ("2013-05-02", "7", "?"))
    ready, faults = threading.Barrier(2), []

    def store():
        ready.wait()
        try:
            payments.store(season, file, office)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=store) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (faults, Payment.objects.count()) == ([], 2)
    assert Step.objects.filter(act="pay-place").count() == 1
    assert list(trail.broken()) == []


# --- Travel money


@pytest.mark.usefixtures("opens")
def test_sm_quota_6_the_first_apportionment_has_travel_money_with_the_versions_kept(season, office):
    made = quotas.frozen(quotas.field_stage(season, "open-pairs")).decision["result"]
    assert made["travel_seats"]
    allowances.reckon_all(season, office)
    row = season.allowances.get(about="travel-festival open-pairs SKA")
    held = Place.objects.filter(
        entry__district__code="SKA", source=Source.FIRST, state=PlaceState.OFFERED
    )
    assert row.facts["entitled_pairs"] == held.count() > 0
    assert row.ore == 140_000 * held.count()


@pytest.mark.usefixtures("opens")
def test_s_37_travel_money_asked_again_after_a_correction_is_reckoned_anew(season, office):
    assert allowances.reckon_all(season, office) > 0
    assert (allowances.reckon_all(season, office), allowances.stale(season)) == (0, [])
    place = Place.objects.filter(entry__district__code="SKA", source=Source.FIRST).first()
    places.decline(place, place.version, office)
    ((claim, before),) = (one for one in allowances.stale(season) if one[0].district.code == "SKA")
    assert before.ore == 140_000 * before.facts["entitled_pairs"]
    allowances.reckon_all(season, office)
    old, new = season.allowances.filter(about=claim.about)
    assert (old.version, new.version) == (1, 2)
    assert new.ore == old.ore - 140_000
    assert "→" in Step.objects.filter(act="reckon-allowance").last().text


@pytest.mark.usefixtures("opens")
def test_sm_emf_1_ten_kronor_of_each_pair_are_for_the_em_fund(season, office):
    allowances.reckon_all(season, office)
    row = season.allowances.get(about="em-fund open-pairs")
    assert (row.facts["pairs"], row.ore) == (8, 8_000)


@pytest.fixture
def team(season, office):
    """A team of Skåne, its last player from Halland."""
    stage = season.stages.get(discipline="open-teams", kind=StageKind.QUALIFIER)
    makers.set_clock(season, "2013-01-10T12:00")
    four = [makers.player(season, n) for n in range(701, 705)]
    four.append(makers.player(season, 705, "Halland"))
    return entries.enter(stage, four, makers.district("Skåne"), office, "t", name="Lag Ett")[0]


def players(*halves):
    return [
        {"halves_in_qualifier": n, "resident_in_sweden": True, "lives_in": "HAL"} for n in halves
    ]


def test_sm_trav_11_a_player_who_came_later_travels_from_his_home(season, office, team):
    claim = allowances.team_claim(team, "final", players(2, 2, 1, 1, 0), {})
    row = allowances.reckon(season, claim, office)
    assert row.decision["result"]["players"] == [700, 700, 700, 700, 500]
    assert row.ore == 330_000
    assert allowances.reckon(season, claim, office) == row


def test_sm_trav_8_the_semifinal_goes_by_the_office_s_amounts(season, office, team):
    claim = allowances.team_claim(team, "semifinal", players(2, 2, 1, 1, 0), {"SKA": "400"})
    with pytest.raises(StorslamError, match="missing"):
        allowances.reckon(season, claim, office)
    claim = allowances.team_claim(
        team, "semifinal", players(2, 2, 1, 1, 0), {"SKA": "400", "HAL": "350.50"}
    )
    assert allowances.reckon(season, claim, office).ore == 195_050


@pytest.mark.usefixtures("opens")
def test_sm_fee_8_the_district_s_account_puts_all_sums_together(season, office):
    makers.set_clock(season, "2013-01-10T12:00")
    skane = makers.district("Skåne")
    money.report_teams(season, skane, 12, office)
    makers.set_clock(season, "2013-05-10T12:00")
    money.bill(season, office)
    allowances.reckon_all(season, office)
    allowances.reckon(season, allowances.organiser_claim(skane, "4300"), office)
    own = list(money.live(season).filter(district=skane, entry=None))
    made = allowances.ledger(season, skane, own)
    lines = {line["decision"]: line["sek"] for line in made.result["lines"]}
    festival = season.allowances.get(about="travel-festival open-pairs SKA").ore // 100
    assert lines == {
        "team-count-invoice": -5640, "travel-festival": festival, "organiser-costs": 4000,
    }  # fmt: skip
    assert made.result["to_the_district"] == festival + 4000 - 5640


# --- Files


@pytest.mark.usefixtures("opens")
def test_the_vouchers_balance_and_tell_all_that_happened(season, office):
    place = accepted(office)
    money.bill(season, office)
    rows = csv(("2013-05-02", "400", fee(season, place).reference), ("2013-05-02", "7", "?"))
    payments.store(season, rows, office)
    allowances.reckon_all(season, office)
    file = bookkeeping.as_sie(season, 2013).decode("cp437")
    assert file.startswith("#FLAGGA 0\r\n")
    balance = {}
    for row in file.splitlines():
        if row.startswith("#TRANS"):
            _, account, _, sek, *_ = row.split()
            balance[account] = balance.get(account, 0) + round(float(sek) * 100)
    assert sum(balance.values()) == 0
    assert balance["1930"] == 40_700
    assert balance["1510"] == 160_000  # the entry fees of the districts
    assert (balance["2999"], balance["3020"]) == (-700, -40_000)
    assert bookkeeping.years(season) == [2013]
    texts = {re.search(r'"([^"]+)"\r?$', row)[1] for row in re.findall(r"#VER .*\r\n", file)}
    assert any(text.startswith("Bordsavgift: Par Open, Semifinal, Spelare") for text in texts)
    assert not any(re.search(r"entry|fee|travel|qualifier", text) for text in texts)


@pytest.mark.usefixtures("opens")
def test_a_charge_taken_back_leaves_nothing_to_pay_in_the_books(season, office):
    place = accepted(office)
    money.bill(season, office)
    places.decline(place, place.version, office)
    money.bill(season, office)
    sums = {}
    for voucher in bookkeeping.vouchers(season):
        for account, ore, _text in voucher.lines:
            sums[account] = sums.get(account, 0) + ore
    assert sums["3020"] == 0


@pytest.mark.usefixtures("opens")
def test_the_trail_stays_whole_through_all_of_it(season, office):
    accepted(office)
    money.bill(season, office)
    allowances.reckon_all(season, office)
    assert list(trail.broken()) == []
