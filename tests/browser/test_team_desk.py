"""The director's desk of a team event in a browser: a ruling, a lot, unpaid players, a cup."""

from datetime import date
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from storslam.web.acts import qualifying
from storslam.web.models import Entry, Event, Membership, Player
from storslam.web.teams import acts, played
from storslam.web.teams.acts import Four
from tests.browser.test_draws import fits, log_in
from tests.web import fields
from tests.web import season as makers
from tests.web.teams import makers as teams

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = (1200, 360)


@pytest.fixture
def season(settings):
    settings.REHEARSAL = True
    return makers.opened("2013-03-09T12:00")


def line_up(event, match):
    for side in ("home", "away"):
        keys = [member.pk for member in getattr(match, side).members.all()]
        four = Four((keys[0], keys[1]), (keys[2], keys[3]))
        for half in (1, 2):
            acts.name_line_up(teams.fresh(event), match.pk, half, side, four, "ledare")


@pytest.fixture
def event(season):
    """A semifinal with the champions and an unpaid player, half of it played."""
    fields.team_field(season, {"Skåne": 6})
    event = teams.opened(6)
    Event.objects.filter(pk=event.pk).update(date=date(2013, 3, 9))
    entry = Entry.objects.first()
    Entry.objects.filter(pk=entry.pk).update(champions=True)
    event.contestants.filter(code="2").update(entry=entry)
    paid = {player: date(2012, 9, 1) for player in Player.objects.all()}
    team = event.contestants.get(code="1")
    for member, player in zip(team.members.all(), paid, strict=False):
        member.player = player
        member.save()
        Membership.objects.create(player=player, season=season, paid=None)
    teams.draw(event)
    for match in event.matches.filter(round=1):
        line_up(event, match)
    teams.play(event, Random(3), room__match__round__lte=2)
    old = [str(member) for member in event.contestants.get(code="2").members.all()]
    played.name_champions(teams.fresh(event), [*old, "Anna Gammal"], "ledare")
    return teams.fresh(event)


def seen(page, name):
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert fits(page), (name, width)


def test_a_director_rules_and_penalises_at_the_desk(page, live_server, client, event):
    log_in(page, live_server, client, event.directors.get())
    desk = f"/tl/tavlingar/{event.slug}/lag/"
    page.goto(desk)
    page.get_by_role("heading", name="Spelare som inte betalat").wait_for()
    page.get_by_role("heading", name="Mästarnas halvlek").wait_for()
    seen(page, "desk")
    page.get_by_role("button", name="Dra av VP").click()
    page.get_by_text("Sparat.").wait_for()
    expect(page.get_by_text("avdraget är inte gjort")).to_have_count(0)
    expect(page.get_by_role("button", name="Dra av VP")).to_have_count(0)
    later = event.matches.filter(round=3).first()
    page.goto(f"/tl/tavlingar/{event.slug}/match/{later.pk}/")
    page.get_by_role("button", name=f"Notera A-system för {later.away}").click()
    page.get_by_text("uppger sina par och rum först").wait_for()
    match = event.matches.first()
    page.goto(f"/tl/tavlingar/{event.slug}/match/{match.pk}/")
    page.locator("summary", has_text="Domslut").click()
    page.get_by_label(f"VP till {match.home}").fill("0")
    page.get_by_label(f"VP till {match.away}").fill("12.5")
    page.get_by_label("Paragraf eller lag").fill("SM-WO-7")
    page.locator("#id_r-why").fill("kom för sent")
    seen(page, "ruling")
    page.get_by_role("button", name="Döm i matchen").click()
    page.get_by_role("button", name="Ta tillbaka domslutet").wait_for()
    seen(page, "ruled")
    page.goto(f"/tavlingar/{event.slug}/match/{match.pk}/")
    page.get_by_text("SM-WO-7: kom för sent").wait_for()
    seen(page, "match")
    page.goto(f"/tavlingar/{event.slug}/")
    page.get_by_text("Domslut").first.wait_for(state="attached")
    seen(page, "event")


def test_a_lot_is_drawn_at_the_desk(page, live_server, client, season):  # noqa: ARG001
    event = teams.opened(5, discipline="junior-teams", kind="final", boards=8)
    teams.draw(event)
    teams.play_level(event)
    log_in(page, live_server, client, event.directors.get())
    page.goto(f"/tl/tavlingar/{event.slug}/lag/")
    page.get_by_label("Lottens frö").fill("7")
    seen(page, "lot")
    page.get_by_role("button", name="Dra lott").click()
    page.get_by_text("dragen med fröet 7").wait_for()
    seen(page, "drawn")


def test_a_cup_is_opened_and_offered_for_the_report(page, live_server, client, season):
    fields.team_field(season, {"Skåne": 8})
    stage = season.stages.get(discipline="open-teams", kind="qualifier")
    log_in(page, live_server, client, makers.office())
    page.goto(reverse("open_stage", args=[stage.pk]))
    page.get_by_label("Lottens frö").fill("3")
    page.get_by_label("Brickor per match").fill("8")
    page.get_by_label("Cup", exact=True).check()
    seen(page, "open")
    page.get_by_role("button", name="Öppna tävlingen").click()
    page.get_by_role("heading", name="Att lotta härnäst").wait_for()
    event = stage.events.get()
    Event.objects.filter(pk=event.pk).update(state="ended")
    here = qualifying.qualifier_of(stage, makers.district("Skåne"))
    session = qualifying.add_session(here, teams.director(), day=date(2013, 3, 9))
    page.goto(reverse("session", args=[season.slug, "SKA", session.pk]))
    seen(page, "session")
    page.get_by_role("button", name="Hämta poängen därifrån").wait_for()


def test_a_districts_own_cup_on_the_desk_and_for_everybody(page, live_server, client, season):  # noqa: ARG001
    event = teams.opened(8, kind="qualifier", boards=8, cup=True)
    log_in(page, live_server, client, event.directors.get())
    page.goto(f"/tl/tavlingar/{event.slug}/lag/")
    page.get_by_role("heading", name="Egna spelares andel av brickorna").wait_for()
    page.get_by_role("button", name="Lotta").click()
    page.get_by_text("Sparat.").wait_for()
    teams.play(event, Random(2))
    page.reload()
    seen(page, "cup-desk")
    page.goto(f"/tavlingar/{event.slug}/")
    page.get_by_text("Kvartsfinal").first.wait_for(state="attached")
    seen(page, "cup")
