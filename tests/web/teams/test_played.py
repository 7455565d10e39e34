"""What follows from who has played, and what only a lot parts."""

from datetime import date
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web.hall import stages
from storslam.web.models import (
    District,
    Entry,
    Event,
    Match,
    Member,
    Membership,
    Player,
    Step,
)
from storslam.web.models.event import State
from storslam.web.teams import acts, lots, opening, played, rulings
from storslam.web.teams.acts import Four
from storslam.web.teams.medals import places_of
from tests.web import fields
from tests.web import season as makers
from tests.web.teams import makers as teams

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


def line_up(event: Event, match: Match, *positions: int, halves=(1, 2)) -> None:
    """Let the players at these places of both teams play the halves."""
    for side in ("home", "away"):
        team = getattr(match, side)
        keys = [team.members.get(position=p).pk for p in positions]
        for half in halves:
            four = Four((keys[0], keys[1]), (keys[2], keys[3]))
            acts.name_line_up(event, match.pk, half, side, four, teams.director())


@pytest.fixture
def season(db):  # noqa: ARG001 - the fixture opens the database
    return makers.opened("2013-03-09T12:00")


@pytest.fixture
def event(season, office) -> Event:
    """A district's series of six teams of four, drawn; everybody has paid."""
    fields.team_field(season, {"Skåne": 5})
    stage = season.stages.get(discipline="open-teams", kind="qualifier")
    Membership.objects.bulk_create(
        Membership(player=player, season=season, paid=date(2012, 9, 1))
        for player in Player.objects.all()
    )
    skane = District.objects.get(name="Skåne")
    made = opening.open_field(stage, office, {"boards": 8, "seed": 1}, skane)
    Event.objects.filter(pk=made.pk).update(date=date(2013, 3, 9))
    stages.change(teams.fresh(made), State.RUNNING, office)
    teams.draw(made)
    return teams.fresh(made)


def matches_of(event: Event, team) -> list[Match]:
    return [one for one in event.matches.all() if team.pk in (one.home_id, one.away_id)]


# --- Unpaid players


@pytest.fixture
def unpaid(event) -> Member:
    """A player whose fee is not paid, who has played in two matches and is named in a third."""
    team = event.contestants.get(code="1")
    member = team.members.first()
    Membership.objects.filter(player=member.player).update(paid=None)
    own = matches_of(event, team)
    for match in own[:3]:
        line_up(event, match, 0, 1, 2, 3) if _zero(team) else line_up(event, match, 1, 2, 3, 4)
    for match in own[:2]:
        teams.play(event, Random(3), room__match=match)
    return member


def _zero(team) -> bool:
    return team.members.first().position == 0


def test_an_unpaid_player_costs_5_vp_a_match_with_one_press__SM_ILL_2(client, event, unpaid):
    client.force_login(teams.director())
    event.directors.add(teams.director())
    (one,) = played.unpaid_players(teams.now(event))
    assert (one.member, len(one.matches), len(one.due)) == (unpaid, 2, 2)
    assert one.decision.result["vp_lost"] == 10
    before = {row.team: row.vp for row in teams.now(event).live}
    desk = reverse("teams_desk", args=[event.slug])
    assert str(unpaid) in client.get(desk).text
    client.post(desk, {"act": "penalise-unpaid"})
    client.post(desk, {"act": "penalise-unpaid"})  # a double click
    after = {row.team: row.vp for row in teams.now(event).live}
    lost = {code: before[code] - vp for code, vp in after.items()}
    assert {code: vp for code, vp in lost.items() if vp} == {"1": 10}
    match = acts.match_of(teams.fresh(event), one.matches[0].pk)
    assert "SM-ILL-2" in {reason.rule_id for reason in match.result.reasons}
    row = one.matches[0].penalties.get()
    acts.withdraw(teams.fresh(event), row.pk, "ledare")
    assert {row.team: row.vp for row in teams.now(event).live}["1"] == before["1"] - 5
    (left,) = played.unpaid_players(teams.now(event))
    assert left.due == (one.matches[0],)
    assert played.penalise_unpaid(teams.fresh(event), "ledare") == 1


def test_a_fee_paid_in_time_costs_nothing(event, unpaid):
    Membership.objects.filter(player=unpaid.player).update(paid=date(2013, 3, 9))
    assert played.unpaid_players(teams.now(event)) == []
    Membership.objects.filter(player=unpaid.player).update(paid=date(2013, 3, 20))
    (late,) = played.unpaid_players(teams.now(event))
    assert not late.decision.result["disqualified"]
    Membership.objects.filter(player=unpaid.player).update(paid=date(2013, 3, 24))
    (later,) = played.unpaid_players(teams.now(event))
    assert later.decision.result["disqualified"]  # SM-ILL-3: the fifteenth day


# --- The lot


def test_a_lot_parts_the_level_and_is_drawn_anew_while_nothing_rests_on_it(client, event):
    who = teams.director()
    with pytest.raises(StorslamError, match="no teams are level"):
        lots.draw_lot(event, 5, who)
    teams.play_level(event)
    now = teams.now(event)
    assert (now.series.winner, len(now.series.level), len(lots.level_teams(now))) == (None, 5, 5)
    event.directors.add(who)
    client.force_login(who)
    desk = reverse("teams_desk", args=[event.slug])
    assert "lot" in client.get(desk).text
    winners = set()
    for seed in range(1, 7):
        client.post(desk, {"act": "lot", "seed": seed})
        drawn = teams.now(event)
        assert [row.place for row in drawn.table] == list("12345")
        assert drawn.series.winner == drawn.table[0].team
        winners.add(drawn.series.winner)
    assert len(winners) > 1
    assert Step.objects.filter(act="draw-lot").count() == 6
    assert str(teams.now(event).people[teams.now(event).series.winner]) in client.get(desk).text


def test_the_lot_decides_medals_of_a_final():
    event = teams.opened(5, discipline="junior-teams", kind="final", boards=8)
    teams.draw(event)
    teams.play_level(event)
    assert {place for place, _team in places_of(teams.now(event))} == {"1/5"}
    lots.draw_lot(teams.fresh(event), 3, "ledare")
    assert [place for place, _team in places_of(teams.now(event))] == list("12345")


@pytest.mark.usefixtures("season")
def test_the_lot_stands_once_the_next_stage_is_open(office):
    """The lot of a semifinal gives the final its team; then it is drawn no more."""
    semifinal = teams.opened(6)
    teams.draw(semifinal)
    teams.play_level(semifinal)
    lots.draw_lot(teams.fresh(semifinal), 4, office)
    Event.objects.filter(pk=semifinal.pk).update(state=State.ENDED)
    stage = semifinal.stage.season.stages.filter(discipline="open-teams", kind="final").first()
    stage = stage or teams.stage("final", "open-teams")
    final = opening.open_final(stage, office, seed=9)
    winner = teams.now(semifinal).series.winner
    assert str(final.contestants.get()) == str(teams.now(semifinal).people[winner])
    with pytest.raises(StorslamError, match="is open already"):
        lots.draw_lot(teams.fresh(semifinal), 5, office)


def test_a_ruling_after_the_final_was_opened_shows_who_should_play_it__S_11(client, office):
    """S-11: the semifinal's desk tells that the results now give the final another team."""
    semifinal = teams.opened(6)
    teams.draw(semifinal)
    teams.play(semifinal, Random(2))
    Event.objects.filter(pk=semifinal.pk).update(state=State.ENDED)
    final = opening.open_final(teams.stage("final", "open-teams"), office)
    client.force_login(office)
    console = reverse("console", args=[semifinal.slug])
    assert "following" not in client.get(console).context
    first = teams.now(semifinal).table[0]
    for match in matches_of(semifinal, semifinal.contestants.get(code=first.team)):
        vp = Fraction(0), Fraction(0)
        rulings.rule_match(teams.fresh(semifinal), match.pk, vp, "SM-WO-7", "fel", office)
    assert teams.now(semifinal).series.winner != first.team
    assert client.get(console).context["following"] == final


# --- The champions' half


def test_the_champions_must_play_their_half__SM_CHAMP_2(client, season, office):
    fields.team_field(season, {"Skåne": 6})
    event = teams.opened(6)
    team = event.contestants.get(code="3")
    assert list(played.champions_half(teams.now(event))) == []
    entry = Entry.objects.first()
    Entry.objects.filter(pk=entry.pk).update(champions=True)
    event.contestants.filter(pk=team.pk).update(entry=entry)
    teams.draw(event)
    client.force_login(office)
    desk = reverse("teams_desk", args=[event.slug])
    old = [member.name for member in team.members.all()[:5]] + ["Bytt Spelare"]
    client.post(desk, {"act": "old-team", "players": "\n".join(old)})
    ((_team, named, made),) = played.champions_half(teams.now(event))
    assert named == old
    assert (made.result["required"], made.result["still_to_play"]) == (4, 4)
    match = matches_of(event, team)[0]
    line_up(teams.fresh(event), match, *[m.position for m in team.members.all()[:4]], halves=(1,))
    teams.play(event, Random(1), room__match=match, room__half=1)
    ((_team, _named, made),) = played.champions_half(teams.now(event))
    assert made.result["fulfilled"]
    assert made.result["halves"]["Bytt Spelare"] == 0
    assert "SM-CHAMP-2" in client.get(desk).text
    with pytest.raises(StorslamError, match="each once"):
        played.name_champions(teams.fresh(event), ["A", "a"], office)


# --- Own players' share


def test_own_players_play_their_share_where_the_district_asks__SM_TEAM_4(client, event, office):
    client.force_login(office)
    desk = reverse("teams_desk", args=[event.slug])
    team = event.contestants.get(code="1")
    halland = District.objects.get(name="Halland")
    guests = [m.player_id for m in team.members.all()][2:]
    Player.objects.filter(pk__in=guests).update(district=halland)
    match = matches_of(event, team)[0]
    line_up(event, match, *[m.position for m in team.members.all()])
    teams.play(event, Random(1), room__match=match)
    assert played.shares(teams.now(event)) == []
    client.post(desk, {"act": "own-share", "asked": "1"})
    found = {one.team.code: one for one in played.shares(teams.now(event))}
    own = found["1"]
    assert (len(own.own), own.boards, own.decision.result["required"]) == (2, 16, 16)
    assert own.decision.result["fulfilled"]
    assert "SM-TEAM-4" in client.get(desk).text
    client.post(desk, {"act": "own-share"})
    assert played.shares(teams.now(event)) == []
    assert Step.objects.filter(act="set-own-share").count() == 2


def test_only_a_district_asks_for_the_share(office):
    with pytest.raises(StorslamError, match="only a district"):
        played.ask_share(teams.opened(6), True, office)


# --- A systems


def test_who_announces_an_a_system_names_its_pairs_first__SYS_TEAM_3(client, event, office):
    client.force_login(office)
    match = event.matches.first()
    desk = reverse("match_desk", args=[event.slug, match.pk])
    assert client.get(desk).context["first"] is None
    client.post(desk, {"act": "announce", "side": "away"})
    page = client.get(desk)
    assert (page.context["first"], page.context["second"]) == (match.away, match.home)
    client.post(desk, {"act": "announce", "side": "away"})
    assert client.get(desk).context["first"] is None
    with pytest.raises(StorslamError, match="which team"):
        lots.announce(teams.fresh(event), match.pk, "both", office)
