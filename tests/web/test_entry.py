"""Entry by players and districts: every rule at once, with its paragraph; exemptions."""

import threading
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web.acts import entries, trail
from storslam.web.acts.checking import Draft, check
from storslam.web.models import Entry, EntryState, Exemption, Session, StageKind, Step
from storslam.web.models.qualifying import Qualifier
from tests.web import season as makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened()


def stage(season, discipline="open-pairs", kind=StageKind.QUALIFIER):
    return season.stages.get(discipline=discipline, kind=kind)


def rules(findings):
    return [(f.decision.json["decision"], f.refuses) for f in findings]


def pair(season, first=1, home="Skåne", **fields):
    return [makers.player(season, n, home, **fields) for n in (first, first + 1)]


def found(season, players, home="Skåne", discipline="open-pairs", kind=StageKind.QUALIFIER):
    where = makers.district(home) if home else None
    draft = Draft(stage(season, discipline, kind), players, where, season.now())
    return check(draft)


def test_a_pair_of_members_meets_every_rule(season):
    assert found(season, pair(season)) == []


def test_sm_elig_2_a_player_must_be_a_member_of_an_affiliated_club(season):
    one, two = pair(season)
    one.club.affiliated = False
    one.club.save()
    two.club = None
    assert rules(found(season, [one, two])) == [("club-membership", True)] * 2


def test_sm_elig_3_an_unpaid_fee_is_a_warning_before_and_a_refusal_after_the_first_day(season):
    players = pair(season, paid=None)
    qualifier = Qualifier.objects.create(
        stage=stage(season), district=makers.district("Skåne"), version=1
    )
    Session.objects.create(qualifier=qualifier, day=date(2012, 11, 25))
    assert rules(found(season, players)) == [("membership", False)] * 2
    makers.set_clock(season, "2012-11-26T00:00")
    assert rules(found(season, players)) == [("membership", True)] * 2


def test_sm_elig_4_a_second_start_in_another_district_is_refused(season, office):
    one, two = pair(season)
    three = makers.player(season, 3, "Halland")
    entries.enter(stage(season), [one, two], makers.district("Skåne"), office, "a")
    findings = found(season, [one, three], "Halland")
    assert rules(findings) == [("second-start", True)]
    assert "Spelare 1 – Spelare 2" in findings[0].text
    with pytest.raises(entries.Refused):
        entries.enter(stage(season), [one, three], makers.district("Halland"), office, "b")
    assert Entry.objects.count() == 1


def test_withdrawn_before_it_began_it_is_no_start(season, office):
    one, two = pair(season)
    made, _ = entries.enter(stage(season), [one, two], makers.district("Skåne"), office, "a")
    entries.withdraw(made, office)
    assert found(season, [one, two]) == []


def test_sm_elig_5_mixed_pairs_last_chance_is_no_second_start(season, office):
    one, two = pair(season)
    entries.enter(stage(season, "mixed-pairs"), [one, two], makers.district("Skåne"), office, "a")
    assert found(season, [one, two], None, "mixed-pairs", StageKind.LAST_CHANCE) == []


def test_sm_elig_10_veterans_were_born_in_1953_or_earlier(season):
    one, two = pair(season)
    two.birth_year = 1954
    assert rules(found(season, [one, two], discipline="veteran-pairs")) == [("age-limit", True)]
    two.birth_year = None  # not known is not old enough
    assert rules(found(season, [one, two], discipline="veteran-pairs")) == [("age-limit", True)]


def test_sm_elig_1_women_and_mixed(season):
    one, two = pair(season)
    three = makers.player(season, 3)
    assert found(season, [one, two], discipline="mixed-pairs") == []
    assert rules(found(season, [one, two], discipline="women-pairs")) == [("composition", True)]
    assert found(season, [one, three], discipline="women-pairs") == []


def test_sm_elig_9_a_pair_enters_in_the_home_district_of_either(season):
    one, two = makers.player(season, 1, "Skåne"), makers.player(season, 2, "Halland")
    assert found(season, [one, two], "Halland") == []
    assert rules(found(season, [one, two], "Gotland")) == [("pair-district", True)]


def test_sm_qual_12_no_entry_after_the_last_day(season):
    players = pair(season)
    makers.set_clock(season, "2013-04-29T00:00")
    assert rules(found(season, players)) == [("qualifier-last-day", True)]


def test_a_finding_shows_the_paragraph_in_the_readers_language(client, season):
    players = pair(season)
    players[1].club = None
    players[1].save()
    client.force_login(makers.own_account(players[0]))
    address = reverse("entry_new", args=[season.slug, stage(season).pk])
    skane = makers.district("Skåne").pk
    sent = {"player1": "1", "player2": "2", "district": skane, "key": "k"}
    checked = client.post(address, sent | {"check": "1"}).content.decode()
    assert "SM-ELIG-2" in checked
    refused = client.post(address, sent | {"enter": "1"})
    assert refused.status_code == 400
    assert not Entry.objects.exists()


def entered_by(client, season, user, **given):
    client.force_login(user)
    skane = makers.district("Skåne").pk
    sent = {"player1": "1", "player2": "2", "district": skane, "key": "k", "enter": "1"} | given
    return client.post(reverse("entry_new", args=[season.slug, stage(season).pk]), sent)


def test_players_enter_themselves_and_a_double_click_makes_one_entry(client, season):
    one, _two = pair(season)
    account = makers.own_account(one)
    card = SimpleUploadedFile("kort.pdf", b"%PDF-1.7 ...")
    first = entered_by(client, season, account, a_system="on", card=card)
    again = entered_by(client, season, account)
    assert first.url == again.url
    made = Entry.objects.get()
    assert (made.a_system, made.entered_by) == (True, account)
    assert bytes(made.card.content).startswith(b"%PDF")
    step = Step.objects.get(act="enter")
    assert step.facts["players"] == ["1", "2"]
    assert list(trail.broken()) == []


def test_nobody_enters_others(client, season):
    pair(season)
    stranger = makers.own_account(makers.player(season, 9))
    assert entered_by(client, season, stranger).status_code == 400
    assert entered_by(client, season, makers.officer("Halland")).status_code == 400
    assert not Entry.objects.exists()
    assert entered_by(client, season, makers.officer("Skåne")).status_code == 302


def test_unknown_numbers_and_oneself_twice_are_told_at_the_form(client, season):
    one, _two = pair(season)
    account = makers.own_account(one)
    assert entered_by(client, season, account, player2="777").status_code == 400
    assert entered_by(client, season, account, player2="1").status_code == 400
    assert not Entry.objects.exists()


def test_an_entry_is_seen_by_its_own_people_only(client, season, office):
    one, two = pair(season)
    made, _ = entries.enter(stage(season), [one, two], makers.district("Skåne"), office, "a")
    address = reverse("entry", args=[season.slug, made.pk])
    own, other = makers.own_account(two), makers.own_account(makers.player(season, 9))
    wanted = {own: 200, makers.officer("Skåne"): 200, other: 403, makers.officer("Halland"): 403}
    for user, status in wanted.items():
        client.force_login(user)
        assert client.get(address).status_code == status
    act = reverse("entry_act", args=[season.slug, made.pk])
    assert client.post(act, {"withdraw": "1"}).status_code == 403
    assert Entry.objects.get().state == EntryState.ENTERED


def team(season, homes):
    return [makers.player(season, n, home) for n, home in enumerate(homes, 1)]


def test_sm_team_2_a_team_of_another_district_waits_for_its_agreement(client, season, office):
    players = team(season, ["Skåne"] * 3 + ["Halland"])
    where = makers.district("Halland")
    made, findings = entries.enter(stage(season, "open-teams"), players, where, office, "a")
    assert rules(findings) == [("team-district", True)]
    captain = makers.own_account(players[0])
    client.force_login(captain)
    act = reverse("entry_act", args=[season.slug, made.pk])
    for _ in range(2):
        client.post(act, {"rule": "SM-TEAM-3", "reason": "Vi arbetar alla i Halmstad"})
    request = Exemption.objects.get()
    assert request.district == where  # up to the qualifiers the district decides
    address = reverse("exemption_decide", args=[season.slug, request.pk])
    for user, status in ((captain, 403), (makers.officer("Skåne"), 403)):
        client.force_login(user)
        assert client.post(address, {"granted": "1", "why": "x"}).status_code == status
    client.force_login(makers.officer("Halland"))
    client.post(address, {"granted": "1", "why": "Klubben är deras"})
    assert entries.open_findings(Entry.objects.get()) == []
    again = client.post(address, {"granted": "0", "why": "ångrat"})
    assert again.status_code == 400
    assert Exemption.objects.get().granted is True
    assert Step.objects.get(act="decide-exemption").text.endswith("Klubben är deras")


def test_sm_team_1_seven_players_need_the_district_and_nine_are_too_many(season, office):
    players = team(season, ["Skåne"] * 9)
    where, teams = makers.district("Skåne"), stage(season, "open-teams")
    with pytest.raises(entries.Refused):
        entries.enter(teams, players, where, office, "a")
    _, findings = entries.enter(teams, players[:7], where, office, "b")
    assert [finding.exemptible for finding in findings] == ["SM-TEAM-6"]


def test_s_20_a_player_of_another_team_is_refused_with_the_rule(season, office):
    players = team(season, ["Skåne"] * 7)
    where, teams = makers.district("Skåne"), stage(season, "open-teams")
    entries.enter(teams, players[:4], where, office, "a")
    with pytest.raises(entries.Refused) as refused:
        entries.enter(teams, players[3:], where, office, "b")
    assert rules(refused.value.findings) == [("second-start", True)]


def test_after_the_qualifiers_the_federations_committee_decides(season, office):
    players = team(season, ["Skåne"] * 4)
    for one in players:
        one.birth_year = 1990
        one.save()
    final = stage(season, "junior-teams", StageKind.FINAL)
    made, _ = entries.enter(final, players, None, office, "a")
    assert entries.ask_exemption(made, "SM-TEAM-5", "x", office).district is None


def test_a_stage_fed_by_qualifiers_takes_no_entries(season, office):
    with pytest.raises(StorslamError):
        entries.enter(stage(season, "open-pairs", StageKind.FINAL), pair(season), None, office, "a")


def test_players_are_changed_until_the_qualifier_has_begun(client, season, office):
    one, two = pair(season)
    three, four = pair(season, 3)
    made, _ = entries.enter(stage(season), [one, two], makers.district("Skåne"), office, "a")
    page = reverse("entry_change", args=[season.slug, made.pk])
    client.force_login(makers.own_account(one))
    assert client.post(page, {"key": "k", "player1": "1", "player2": "3"}).status_code == 302
    assert [row.player for row in made.roster.all()] == [one, three]
    assert client.post(page, {"key": "k", "player1": "3", "player2": "4"}).status_code == 403
    entries.enter(stage(season), [two, four], makers.district("Skåne"), office, "b")
    assert client.post(page, {"key": "k", "player1": "1", "player2": "4"}).status_code == 400
    qualifier = Qualifier.objects.create(stage=stage(season), district=makers.district("Skåne"))
    session = Session.objects.create(qualifier=qualifier, day=date(2012, 11, 25))
    session.scores.create(entry=made, label="x", points="1")
    answer = client.post(page, {"key": "k", "player1": "1", "player2": "2"})
    assert answer.status_code == 400
    assert "kvalet har börjat" in answer.content.decode()


def test_sm_pen_2_the_committee_disqualifies_with_a_reason(client, season, office, settings):
    settings.REHEARSAL = True
    made, _ = entries.enter(stage(season), pair(season), makers.district("Skåne"), office, "a")
    page = reverse("entry_disqualify", args=[season.slug, made.pk])
    client.force_login(makers.officer("Skåne"))
    assert client.post(page, {"why": "x"}).status_code == 403
    client.force_login(makers.committee())
    client.post(page, {"why": ""})
    assert Entry.objects.get().state == EntryState.ENTERED
    client.post(page, {"why": "har startat i Halland"})
    assert Entry.objects.get().state == EntryState.DISQUALIFIED
    assert Step.objects.get(act="disqualify").decision["reasons"][0]["rule"] == "SM-PEN-3"


def test_a_form_sent_again_with_others_is_no_old_entry(client, season):
    one, _two = pair(season)
    pair(season, 3)
    account = makers.own_account(one)
    assert entered_by(client, season, account).status_code == 302
    stranger = makers.own_account(makers.player(season, 9))
    answer = entered_by(type(client)(), season, stranger, player1="9", player2="3")
    assert answer.status_code == 400
    assert "Spelare 2" not in answer.content.decode()
    assert Entry.objects.count() == 1


def test_a_player_learns_nothing_of_others_by_their_numbers(client, season):
    one, _ = pair(season)
    makers.player(season, 9, birth_year=1967, paid=None, name="Okänd Person")
    client.force_login(makers.own_account(one))
    veteran = stage(season, "veteran-pairs")
    skane = makers.district("Skåne").pk
    sent = {"player1": "1", "player2": "9", "district": skane, "key": "k", "check": "1"}
    page = client.post(reverse("entry_new", args=[season.slug, veteran.pk]), sent)
    text = page.content.decode()
    assert "SM-ELIG-10" in text
    assert "1967" not in text
    assert "betalat" not in text
    client.force_login(makers.officer("Skåne"))
    text = client.post(reverse("entry_new", args=[season.slug, veteran.pk]), sent).content.decode()
    assert "1967" in text


def test_a_stored_entry_is_judged_by_the_day_it_was_made(season, office):
    made, _ = entries.enter(stage(season), pair(season), makers.district("Skåne"), office, "a")
    makers.set_clock(season, "2013-05-10T12:00")
    assert entries.open_findings(Entry.objects.get(pk=made.pk)) == []


def test_a_card_must_be_a_pdf(season, office):
    made, _ = entries.enter(stage(season), pair(season), makers.district("Skåne"), office, "a")
    with pytest.raises(StorslamError):
        entries.hand_in_card(made, "kort.pdf", b"<html>", office)


@pytest.mark.django_db(transaction=True)
def test_two_districts_at_once_enter_a_player_once():
    season = makers.opened()
    user = makers.office()
    ones = [makers.player(season, n) for n in (1, 2, 3)]
    ready, outcomes = threading.Barrier(2), []

    def enter(partner, key):
        ready.wait()
        try:
            entries.enter(stage(season), [ones[0], partner], makers.district("Skåne"), user, key)
            outcomes.append("entered")
        except entries.Refused:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=enter, args=(ones[n], str(n))) for n in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["entered", "refused"]
    assert Entry.objects.count() == 1
    assert list(trail.broken()) == []
