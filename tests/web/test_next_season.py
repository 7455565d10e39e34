"""A season whose days nobody knows yet: every page is there, and what can be done is done."""

from datetime import date

import pytest
from django.urls import reverse

from storslam.rulebook.edition import edition
from storslam.web.acts import allowances, entries, money, qualifying, reminders
from storslam.web.acts.checking import Draft, check
from storslam.web.models import Entry, Step
from storslam.web.seasons import open_season
from tests.web import season as makers

pytestmark = pytest.mark.django_db
PAGES = (
    *("season", "office", "registry", "clubs", "rules", "trail", "entries", "exemptions"),
    *("groups", "seeding", "venues", "venues_desk", "money", "travel", "calendar", "letters"),
)
OF_DISCIPLINE = ("qualifying_results", "quota", "places", "field")


@pytest.fixture
def season(db, settings):  # noqa: ARG001 - the fixture opens the database
    settings.REHEARSAL = True
    makers.opened()
    made = open_season(edition("2013-2014"))
    makers.set_clock(made, "2013-10-10T12:00")
    return made


def test_every_page_is_there(client, season, office):
    client.force_login(office)
    addresses = [reverse(name, args=[season.slug]) for name in PAGES]
    addresses += [reverse(name, args=[season.slug, "open-pairs"]) for name in OF_DISCIPLINE]
    addresses += [reverse(name, args=[season.slug, "SKA"]) for name in ("district", "account")]
    addresses += [
        reverse("qualifier", args=[season.slug, "SKA", stage.discipline])
        for stage in season.stages.filter(kind="qualifier")
    ]
    for address in addresses:
        assert client.get(address).status_code == 200, address


def test_entries_sessions_and_reports_wait_for_no_day(season, office):
    stage = season.stages.get(discipline="open-pairs", kind="qualifier")
    pair = [makers.player(season, n, paid=date(2013, 9, 1)) for n in (1, 2)]
    assert check(Draft(stage, pair, makers.district("Skåne"), season.now())) == []
    entry, _ = entries.enter(stage, pair, makers.district("Skåne"), office, "a")
    here = qualifying.qualifier_of(stage, makers.district("Skåne"))
    session = qualifying.add_session(here, office, day=date(2013, 10, 10))
    qualifying.store_scores(session, [qualifying.Scores(entry, "x", 5)], office)
    assert qualifying.report(here, office).in_time
    assert Entry.objects.count() == 1


def test_money_and_reminders_stop_for_no_day(season, office):
    money.report_teams(season, makers.district("Skåne"), 7, office)
    money.bill(season, office)
    allowances.reckon_all(season, office)
    assert reminders.remind(season, office) == 0
    assert Step.objects.filter(act="report-teams").exists()
