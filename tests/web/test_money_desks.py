"""The pages of money: for the office, each district its own account, nothing for others."""

from io import BytesIO

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from storslam.web.acts import entries, money, places, quotas
from storslam.web.models import Allowance, Charge, Payment, Place, PlaceState
from tests.web import season as makers
from tests.web.test_money import accepted, fee, team  # noqa: F401 - a fixture
from tests.web.test_paper import words
from tests.web.test_places import entered, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-04-20T12:00")


@pytest.fixture
def place(season, office):
    """A place that a pair of Skåne has taken, all charges made."""
    for home, first in (("Skåne", 1), ("Halland", 201)):
        played(season, office, home, entered(season, office, home, 3, first=first))
    stage = quotas.field_stage(season, "open-pairs")
    places.give_out(quotas.freeze(stage, office), office)
    makers.set_clock(season, "2013-05-10T12:00")
    mine = Place.objects.filter(entry__district__name="Skåne", state=PlaceState.OFFERED).first()
    taken = accepted(office, mine.number)
    money.bill(season, office)
    return taken


def at(name, season, *args):
    return reverse(name, args=[season.slug, *args])


def bank_file(*rows):
    lines = ["Bokföringsdag;Belopp;Referens;Avsändare"]
    lines += [f"{day};{sek};{ref};Anna Betalare" for day, sek, ref in rows]
    return SimpleUploadedFile("bank.csv", "\n".join(lines).encode())


OFFICE_PAGES = [
    ("money", ()), ("bank", ()), ("travel", ()), ("money_export", ("xlsx",)),
    ("money_export", ("csv",)), ("vouchers", (2013,)), ("letters", ()),
]  # fmt: skip
OFFICE_ACTS = [
    ("money_act", ()), ("connect_payment", (1,)), ("lose_place", (1,)), ("send_letters", ()),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), OFFICE_PAGES + OFFICE_ACTS)
def test_money_is_for_the_office_only(client, season, place, name, args):
    player = place.entry.roster.first().player
    assert client.get(at(name, season, *args)).status_code in {302, 405}  # to the log-in
    for user in (makers.officer("Skåne"), makers.committee(), makers.own_account(player)):
        client.force_login(user)
        method = client.post if (name, args) in OFFICE_ACTS else client.get
        assert method(at(name, season, *args)).status_code == 403


@pytest.mark.parametrize(("name", "args"), OFFICE_PAGES)
def test_the_office_reads_its_pages(client, season, office, place, name, args):  # noqa: ARG001
    client.force_login(office)
    assert client.get(at(name, season, *args)).status_code == 200


@pytest.mark.parametrize("name", ["account", "invoice"])
def test_a_district_reads_its_own_account_and_no_other(client, season, place, name):
    client.force_login(makers.officer("Skåne"))
    assert client.get(at(name, season, "SKA")).status_code == 200
    assert client.get(at(name, season, "HAL")).status_code == 403
    client.force_login(makers.own_account(place.entry.roster.first().player))
    assert client.get(at(name, season, "SKA")).status_code == 403
    client.logout()
    assert client.get(at(name, season, "SKA")).status_code == 302


def test_a_district_s_account_shows_its_sums_with_reasons_and_nobody_else_s(client, season, place):
    client.force_login(makers.officer("Skåne"))
    page = client.get(at("account", season, "SKA")).content.decode()
    own = season.charges.get(district__code="SKA", entry=None)
    other = season.charges.get(district__code="HAL", entry=None)
    assert own.reference in page
    assert other.reference not in page
    assert fee(season, place).reference in page
    assert "SM-FEE-2" in page
    assert "Kostnader för en lagsemifinal" not in page  # that is the office's


def test_a_district_may_not_write_what_is_the_office_s(client, season, place):
    client.force_login(makers.officer("Skåne"))
    address = at("account", season, "SKA")
    assert client.post(address, {"costs": "4000"}).status_code == 403
    assert client.post(address, {"unreported": str(place.pk)}).status_code == 403
    assert not Allowance.objects.exists()


def test_a_district_reports_its_teams_on_its_account(client, season):
    makers.set_clock(season, "2013-01-20T12:00")
    client.force_login(makers.officer("Skåne"))
    client.post(at("account", season, "SKA"), {"teams": "12"})
    client.post(at("account", season, "SKA"), {"teams": "många"})
    assert [count.teams for count in season.team_counts.all()] == [12]
    assert b"SM-ENTRY-7" in client.get(at("account", season, "SKA")).content


def test_the_office_reckons_an_organiser_s_costs(client, season, office):
    client.force_login(office)
    client.post(at("account", season, "SKA"), {"costs": "4300"})
    assert Allowance.objects.get().ore == 400_000
    assert "4\xa0000" in client.get(at("account", season, "SKA")).content.decode()


def test_the_invoice_names_every_sum_with_its_reference(client, season, place, settings):  # noqa: ARG001
    settings.ACCOUNT = "bankgiro 123-4567"
    client.force_login(makers.officer("Skåne"))
    response = client.get(at("invoice", season, "SKA"))
    assert response["Content-Type"] == "application/pdf"
    text = words(response.content).replace("\xa0", " ")
    own = season.charges.get(district__code="SKA", entry=None)
    for part in ("Skånes Bridgeförbund", own.reference, "600,00", "bankgiro 123-4567"):
        assert part in text
    assert f"2012-2013-SKA-{own.pk}" in text
    Payment.objects.create(season=season, charge=own, ore=own.ore, day="2013-05-01", bank_id="x")
    assert client.get(at("invoice", season, "SKA")).status_code == 404  # nothing left to pay


def test_a_bank_file_is_shown_first_then_stored_once(client, season, office, place):
    client.force_login(office)
    file = bank_file(("2013-05-02", "400", fee(season, place).reference), ("2013-05-02", "9", "?"))
    shown = client.post(at("bank", season), {"file": file})
    assert "hela summan" in shown.content.decode()
    assert not Payment.objects.exists()
    for _ in range(2):  # a double click
        client.post(at("bank", season), {"token": shown.context["token"]})
    assert Payment.objects.count() == 2
    place.refresh_from_db()
    assert place.state == PlaceState.PAID
    page = client.get(at("money", season)).content.decode()
    assert "Anna Betalare" in page  # the one without a known reference


def test_a_bank_file_with_a_broken_line_names_it_and_stores_nothing(client, season, office):
    client.force_login(office)
    file = bank_file(("2013-05-02", "400", "1"), ("i går", "9", "?"))
    answer = client.post(at("bank", season), {"file": file})
    assert answer.status_code == 400
    assert "rad 3" in answer.content.decode()
    assert not Payment.objects.exists()


def test_a_payment_is_connected_by_hand(client, season, office, place):
    client.force_login(office)
    payment = Payment.objects.create(season=season, ore=40_000, day="2013-05-02", bank_id="x")
    address = at("connect_payment", season, payment.pk)
    client.post(address, {"reference": "17"})
    payment.refresh_from_db()
    assert payment.charge is None
    client.post(address, {"reference": fee(season, place).reference})
    place.refresh_from_db()
    assert place.state == PlaceState.PAID


def test_sm_fee_6_the_office_sees_what_is_overdue_and_takes_the_place(
    client, season, office, place
):
    client.force_login(office)
    makers.set_clock(season, "2013-07-01T09:00")
    page = client.get(at("money", season)).content.decode()
    assert at("lose_place", season, place.pk) in page
    client.post(at("lose_place", season, place.pk), {"version": "99"})  # an old page
    place.refresh_from_db()
    assert place.state == PlaceState.ACCEPTED
    client.post(at("lose_place", season, place.pk), {"version": place.version})
    place.refresh_from_db()
    assert place.state == PlaceState.FORFEITED
    assert "Platser som gått förlorade" in client.get(at("money", season)).content.decode()


def test_s_37_the_travel_page_shows_the_old_sum_after_a_correction(
    client, season, office, team  # noqa: F811
):  # fmt: skip
    client.force_login(office)
    address = at("travel_of", season, team.pk, "final")
    halves = {f"halves{row.player_id}": "2" for row in team.roster.all()}
    assert client.post(address, halves).status_code == 302
    last = team.roster.last().player_id
    assert client.post(address, halves | {f"halves{last}": "0"}).status_code == 302
    assert [row.ore for row in Allowance.objects.order_by("version")] == [350_000, 330_000]
    page = client.get(address).content.decode()
    assert "<s>3\xa0500 kr</s>" in page
    assert "700 + 700 + 700 + 700 + 500" in page
    assert client.post(address, halves | {f"halves{last}": ""}).status_code == 400


def test_the_semifinal_asks_for_the_office_s_amounts(client, season, office, team):  # noqa: F811
    client.force_login(office)
    address = at("travel_of", season, team.pk, "semifinal")
    given = {f"halves{row.player_id}": "1" for row in team.roster.all()}
    assert client.post(address, given).status_code == 400
    given |= {"sekSKA": "400", "sekHAL": "350"}
    assert client.post(address, given).status_code == 302
    assert Allowance.objects.get().ore == 200_000


def test_juniors_get_no_more_than_the_journey_cost(client, season, office):
    makers.set_clock(season, "2013-05-01T12:00")
    stage = season.stages.get(discipline="junior-teams", kind="final")
    four = [makers.player(season, n, birth_year=1992) for n in range(1, 5)]
    entry = entries.enter(stage, four, None, office, "k")[0]
    client.force_login(office)
    assert str(entry) in client.get(at("travel", season)).content.decode()
    address = at("travel_of", season, entry.pk, "final")
    given = {"one_way_mil": "20", "players": "1", "transport": "train"}
    assert client.post(address, given).status_code == 400  # what it cost is not known
    client.post(address, given | {"actual_cost": "200"})
    assert Allowance.objects.get().ore == 20_000


def test_a_player_sees_the_fee_of_the_own_entry_with_its_reference(client, season, place):
    client.force_login(makers.own_account(place.entry.roster.first().player))
    page = client.get(at("entry", season, place.entry_id)).content.decode()
    charge = fee(season, place)
    assert charge.reference in page
    assert "30 juni 2013" in page
    assert not any(c.reference in page for c in Charge.objects.exclude(pk=charge.pk))


def test_a_place_that_is_taken_on_the_desk_has_its_fee_at_once(client, season, office, place):  # noqa: ARG001
    client.force_login(office)
    other = Place.objects.filter(state=PlaceState.OFFERED).first()
    address = at("place_act", season, "open-pairs", other.pk)
    client.post(address, {"version": other.version, "accept": "1"})
    assert season.charges.filter(entry=other.entry).count() == 1
    other.refresh_from_db()
    client.post(address, {"version": other.version, "decline": "1"})
    assert season.charges.get(entry=other.entry).cancelled


def test_the_workbook_has_every_table(client, season, office, place):  # noqa: ARG001
    client.force_login(office)
    client.post(at("money_act", season), {"reckon": "1"})
    content = client.get(at("money_export", season, "xlsx")).content
    book = openpyxl.load_workbook(BytesIO(content))
    assert book.sheetnames == ["Avgifter", "Betalningar", "Bidrag"]
    sums = [row[5] for row in book["Avgifter"].iter_rows(min_row=2, values_only=True)]
    assert sorted(sums) == [400, 600, 600]
    assert client.get(at("money_export", season, "pdf")).status_code == 404
    assert client.get(at("vouchers", season, 1999)).status_code == 404


def test_the_money_page_asks_the_same_number_of_questions_for_any_number_of_pairs(
    client, season, office, place, django_assert_max_num_queries
):
    client.force_login(office)
    for other in Place.objects.filter(state=PlaceState.OFFERED):
        places.accept(other, other.version, office)
    money.bill(season, office)
    makers.set_clock(season, "2013-07-02T09:00")
    client.get(at("money", season))
    with django_assert_max_num_queries(41):
        page = client.get(at("money", season))
    assert len(page.context["overdue"]) == Place.objects.filter(state=PlaceState.ACCEPTED).count()
    client.force_login(makers.officer("Skåne"))
    with django_assert_max_num_queries(30):
        client.get(at("account", season, "SKA"))
    assert place
