"""Deadlines: what is missing and whose, the calendar to subscribe to, reminders, the outbox."""

from datetime import date

import icalendar
import pytest
from django.core import mail
from django.urls import reverse

from storslam.web.acts import money, outbox, places, quotas, reminders
from storslam.web.models import Letter, Place, PlaceState, User
from tests.web import season as makers
from tests.web.test_money import accepted
from tests.web.test_places import entered, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db, rehearsal):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-04-20T12:00")


@pytest.fixture
def opens(season, office):
    """A field of Skåne's and Halland's pairs, all places offered."""
    for home, first in (("Skåne", 1), ("Halland", 201)):
        played(season, office, home, entered(season, office, home, 3, first=first))
    stage = quotas.field_stage(season, "open-pairs")
    places.give_out(quotas.freeze(stage, office), office)
    makers.set_clock(season, "2013-05-10T12:00")


def at(name, season, *args):
    return reverse(name, args=[season.slug, *args])


def task(season, name, discipline="open-pairs", stage=""):
    """By district what is missing before that deadline."""
    (found,) = (
        t
        for t in reminders.tasks(season)
        if (t.deadline.name, t.deadline.discipline, t.deadline.stage) == (name, discipline, stage)
    )
    return {one.district and one.district.name: one.count for one in found.missing}


# --- What is missing


def test_sm_entry_4_a_district_with_entries_and_no_report_is_missing(season, office):
    played(season, office, "Skåne", entered(season, office, "Skåne", 3))
    entered(season, office, "Halland", 2, first=201)
    assert task(season, "report") == {"Halland": 1}
    assert task(season, "qualifier") == {"Halland": 1}
    assert task(season, "report", "women-pairs") == {}


def test_sm_entry_7_every_district_is_asked_for_its_number_of_teams(season, office):
    makers.set_clock(season, "2013-01-15T12:00")
    assert len(task(season, "team-count", "open-teams")) == 21
    money.report_teams(season, makers.district("Skåne"), 0, office)
    missing = task(season, "team-count", "open-teams")
    assert len(missing) == 20
    assert "Skåne" not in missing


@pytest.mark.usefixtures("opens")
def test_places_not_answered_for_are_missing_at_the_district_of_the_holder(season, office):
    before = task(season, "vacancy")
    offered = Place.objects.filter(state=PlaceState.OFFERED)
    nobody = Place.objects.filter(state=PlaceState.VACANT, district__name="Skåne")
    mine = offered.filter(entry__district__name="Skåne")
    assert before["Skåne"] == mine.count() + nobody.count()
    accepted(office)
    assert sum(task(season, "vacancy").values()) == sum(before.values()) - 1


@pytest.mark.usefixtures("opens")
def test_unpaid_table_fees_are_missing(season, office):
    place = accepted(office)
    money.bill(season, office)
    assert task(season, "table-fee", stage="semifinal") == {place.entry.district.name: 1}


@pytest.mark.usefixtures("opens")
def test_a_card_of_class_a_is_missing_before_the_field_plays(season, office):
    place = accepted(office)
    place.entry.a_system = True
    place.entry.save()
    assert task(season, "card", stage="semifinal") == {place.entry.district.name: 1}


def test_sm_tsf_9_a_team_without_a_venue_is_missing(season):
    makers.set_clock(season, "2013-03-09T12:00")
    stage = season.stages.get(discipline="open-teams", kind="qualifier")
    skane = makers.district("Skåne")
    entry = stage.entries.create(district=skane, entered=season.now(), key="t")
    field = season.stages.get(discipline="open-teams", kind="semifinal")
    field.places.create(
        number=1, source="first", district=skane, entry=entry, state="accepted", since=season.now()
    )
    assert task(season, "venue-choice", "open-teams", "semifinal") == {"Skåne": 1}


# --- Pages


@pytest.mark.usefixtures("opens")
def test_everybody_reads_days_and_deadlines_but_not_what_is_missing(client, season):
    page = client.get(at("calendar", season)).content.decode()
    assert "30 juni 2013" in page
    assert "1 augusti 2013 09:00" in page
    assert "Örebro" in page
    assert "Saknas" not in page
    client.force_login(makers.own_account(Place.objects.first().entry.roster.first().player))
    assert "Saknas" not in client.get(at("calendar", season)).content.decode()


@pytest.mark.usefixtures("opens")
def test_a_district_sees_what_it_misses_itself(client, season, office):
    client.force_login(makers.officer("Skåne"))
    page = client.get(at("calendar", season)).content.decode()
    assert "Saknas" in page
    assert ">Halland<" not in page
    client.force_login(office)
    page = client.get(at("calendar", season)).content.decode()
    assert ">Halland<" in page


@pytest.mark.usefixtures("opens")
def test_the_office_sees_what_is_missing_and_the_next_deadlines(
    client, season, office, django_assert_max_num_queries
):
    entered(season, at_work(season, office), "Uppland", 2, first=401)
    makers.set_clock(season, "2013-05-10T12:00")
    client.force_login(office)
    client.get(at("office", season))
    with django_assert_max_num_queries(25):
        page = client.get(at("office", season))
    assert {t.deadline.name for t in page.context["late"]} >= {"qualifier", "report", "team-count"}
    assert page.context["next"][0].deadline.last_day == date(2013, 6, 30)


def at_work(season, office):
    """The office on a day when entries are still open."""
    makers.set_clock(season, "2013-04-27T12:00")
    return office


def test_the_calendar_can_be_subscribed_to_and_answers_304_until_the_book_changes(client, season):
    first = client.get(at("calendar_feed", season))
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    found = icalendar.Calendar.from_ical(first.content)
    events = {str(e["SUMMARY"]): e for e in found.walk("VEVENT")}
    fee = events["Bordsavgift: Par Open, Semifinal"]
    assert fee["DTSTART"].dt == date(2013, 6, 30)
    vacancy = events["Vakanta platser fyllda: Par Open"]["DTSTART"].dt
    assert vacancy.astimezone(makers.STOCKHOLM).isoformat() == "2013-08-01T09:00:00+02:00"
    assert len({str(e["UID"]) for e in found.walk("VEVENT")}) == len(found.walk("VEVENT"))
    makers.set_clock(season, "2013-04-25T12:00")
    again = client.get(at("calendar_feed", season), HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    makers.set_clock(season, "2012-09-10T12:00")  # before the last changes of the book
    earlier = client.get(at("calendar_feed", season), HTTP_IF_NONE_MATCH=first["ETag"])
    assert earlier.status_code == 200


# --- Letters


def test_a_reminder_is_written_once_for_each_deadline_and_person(season, office):
    officer = makers.officer("Halland")
    makers.officer("Skåne")
    played(season, office, "Skåne", entered(season, office, "Skåne", 3))
    entered(season, office, "Halland", 2, first=201)
    makers.set_clock(season, "2013-04-20T12:00")
    assert reminders.remind(season, office) == 0  # more than a week to go
    makers.set_clock(season, "2013-04-23T12:00")
    assert reminders.remind(season, office) == 2  # to play, and to report
    assert reminders.remind(season, office) == 0
    assert {letter.to for letter in Letter.objects.all()} == {officer.email}
    assert "28 april 2013" in Letter.objects.first().subject
    makers.set_clock(season, "2013-04-30T12:00")
    assert reminders.remind(season, office) == 0  # that is over


@pytest.mark.usefixtures("opens")
def test_players_are_reminded_of_their_unpaid_fee(season, office):
    place = accepted(office)
    payer = place.entry.roster.first().player
    payer.email = "betalare@example.org"
    payer.save()
    makers.set_clock(season, "2013-06-25T12:00")
    reminders.remind(season, office)
    (letter,) = Letter.objects.filter(to=payer.email)
    assert "Bordsavgift" in letter.subject


def test_whoever_is_switched_off_is_not_written_to(season, office):
    makers.officer("Halland")
    User.objects.filter(district__name="Halland").update(is_active=False)
    entered(season, office, "Halland", 2, first=201)
    makers.set_clock(season, "2013-04-27T12:00")
    assert reminders.remind(season, office) == 0


def test_the_office_sends_the_outbox_and_sees_its_faults(client, season, office):
    client.force_login(office)
    outbox.write("a@example.org", "Ett brev", "Hej", "k1")
    stuck = outbox.write("b@example.org", "Ett annat", "Hej", "k2")
    stuck.tries, stuck.fault = outbox.MOST_TRIES, "550 no such user"
    stuck.save()
    client.post(at("send_letters", season), {"send": "1"})
    assert [letter.subject for letter in mail.outbox] == ["Ett brev"]
    page = client.get(at("letters", season)).content.decode()
    assert "550 no such user" in page
    assert Letter.objects.get(key="k1").sent
    client.post(at("send_letters", season), {"send": "1"})  # a double click
    assert len(mail.outbox) == 1
