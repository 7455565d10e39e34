"""The trail: append-only, chained by hash; whatever is changed afterwards shows."""

import json
import threading

import pytest
from click.testing import CliRunner
from django.db import connection
from django.urls import reverse

from storslam.cli import audit
from storslam.web.acts import trail
from storslam.web.acts.deciding import decided
from storslam.web.models import Head, Step
from tests.web import season as makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened()


@pytest.fixture
def steps(season, office):
    """Three steps, the second with a decision."""
    trail.note("enter", season, office, season=season, text="Åsa Öberg")
    made = decided(season, "qualifier-last-day", discipline="open-pairs", day="2013-04-28")
    trail.note("report", season, office, season=season, decision=made, starts=7)
    trail.note("enter", season, office, season=season, text="tre")
    return list(Step.objects.order_by("number"))


def test_a_step_keeps_who_what_when_by_which_rule_on_which_facts(steps, office):
    _, second, third = steps
    assert (second.who, second.act) == (office.username, "report")
    assert second.decision["facts"]["day"] == "2013-04-28"
    assert second.decision["reasons"][0]["rule"] == "SM-QUAL-12"
    assert second.facts == {"starts": 7}
    assert third.before == second.hash
    assert list(trail.broken()) == []


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Bo Ek"},
        {"who": "någon annan"},
        {"act": "enter"},
        {"facts": {"starts": 8}},
        {"decision": {}},
        {"when": "2012-11-20T11:00Z"},
        {"district": 1},
    ],
)
def test_a_later_change_of_anything_shows(steps, change):
    number = steps[1].number
    change = {name + "_id" * (name == "district"): value for name, value in change.items()}
    if "district_id" in change:
        change["district_id"] = makers.district("Skåne").pk
    Step.objects.filter(number=number).update(**change)
    assert list(trail.broken()) == [(number, "changed")]


def test_a_change_with_a_new_hash_shows_at_the_next_step(steps):
    second = steps[1]
    second.text = "Bo Ek"
    second.hash = trail.hashed(second)
    second.save()
    assert list(trail.broken()) == [(steps[2].number, "changed")]


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_step_taken_away_shows_also_the_last(steps, gone):
    number = steps[gone].number
    Step.objects.filter(number=number).delete()
    assert (number, "missing") in list(trail.broken())


def verified():
    answer = CliRunner().invoke(audit.audit, ["verify", "--json"])
    return answer.exit_code, json.loads(answer.output)


def test_storslam_audit_verify_answers_no_when_something_was_changed(steps, monkeypatch):
    monkeypatch.setattr("storslam.cli.site.resume", lambda _data: None)  # the test's own database
    status, answer = verified()
    assert (status, answer["steps"], answer["faults"]) == (0, 3, [])
    assert answer["hash"] == Head.objects.get().hash
    Step.objects.filter(number=2).update(text="x")
    assert verified() == (1, answer | {"faults": [{"step": 2, "fault": "changed"}]})
    assert steps


def test_it_is_searched_exported_and_verified_on_the_web(
    client,
    season,
    office,
    steps,
    settings,
):
    settings.REHEARSAL = True
    client.force_login(office)
    page = reverse("trail", args=[season.slug])
    found = client.get(page, {"q": "öberg"}).content.decode()
    assert "Åsa Öberg" in found
    assert "tre" not in found.replace("trettio", "")
    assert "SM-QUAL-12" in client.get(reverse("step", args=[season.slug, 2])).content.decode()
    lines = b"".join(client.get(reverse("trail_export", args=[season.slug]))).splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]
    assert "Spåret är helt" in client.get(page, {"prova": "1"}).content.decode()
    Step.objects.filter(number=steps[0].number).update(text="x")
    assert "Spåret har ändrats" in client.get(page, {"prova": "1"}).content.decode()


@pytest.mark.django_db(transaction=True)
def test_many_at_once_make_one_chain():
    season = makers.opened()
    ready = threading.Barrier(4)

    def write(who):
        ready.wait()
        try:
            for _ in range(5):
                trail.note("enter", season, who, season=season)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(str(n),)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Step.objects.count() == 20
    assert list(trail.broken()) == []


def test_steps_of_no_season_and_the_clock_are_on_the_trail(client, season, office, settings):
    settings.REHEARSAL = True
    trail.note("invite", office, office, text="ny")
    client.force_login(office)
    clock = reverse("shift_clock", args=[season.slug])
    client.post(clock, {"moment": "2013-01-01T12:00"})
    assert Step.objects.filter(act="move-clock").count() == 1
    for moment in ("0001-01-01T00:00", "9999-12-31T23:59", "x"):
        client.post(clock, {"moment": moment})
    assert Step.objects.filter(act="move-clock").count() == 1
    page = client.get(reverse("trail", args=[season.slug])).content.decode()
    assert "bjöd in" in page
    assert client.get(reverse("step", args=[season.slug, 1])).status_code == 200
