"""Rulings on a match, and what leaves no trace when it is taken back (S-26)."""

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.web.models import Step
from storslam.web.teams import acts, drawing, rulings
from tests.web.teams import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]

LOST = Fraction(), Fraction()


def table(event):
    return {row.team: row.vp for row in makers.now(event).table}


def pages(client, event, match):
    """Every list that tells of the match."""
    names = [
        ("event", [event.slug]),
        ("team_match", [event.slug, match.pk]),
        ("team", [event.slug, match.home.code]),
        ("teams_desk", [event.slug]),
        ("match_desk", [event.slug, match.pk]),
    ]
    return [client.get(reverse(name, args=args)).text for name, args in names]


def test_s_26_a_ruling_gives_both_what_it_says_and_is_gone_when_taken_back(
    client, event, match, who
):
    client.force_login(who)
    makers.play(event, Random(4))
    before = table(event)
    rulings.rule_match(event, match.pk, LOST, "SM-WO-7", "båda för sena", who)
    result = acts.match_of(makers.fresh(event), match.pk).result
    assert (result.vp_home, result.vp_away, result.ruled) == (0, 0, True)
    after = table(event)
    assert {after[t.code] <= before[t.code] for t in match.teams} == {True}
    assert {t: vp for t, vp in after.items() if t not in {x.code for x in match.teams}} == {
        t: vp for t, vp in before.items() if t not in {x.code for x in match.teams}
    }
    told = pages(client, event, match)
    assert all("Domslut" in page for page in told[:3])
    assert not any(">−1<" in page or ">-1<" in page or ">None<" in page for page in told)
    rulings.undo_ruling(makers.fresh(event), match.pk, who)
    assert table(event) == before
    assert not any("båda för sena" in page for page in pages(client, event, match))
    acts_told = Step.objects.filter(act__in=("rule-match", "undo-ruling")).order_by("pk")
    assert [one.act for one in acts_told] == ["rule-match", "undo-ruling"]


def test_s_26_a_penalty_taken_back_is_gone_from_every_list(client, event, match, who):
    client.force_login(who)
    makers.play(event, Random(4))
    before = pages(client, event, match)
    row = acts.penalise(event, match.pk, "home", Decimal("2.5"), 0, "kom sent hem", who)
    assert pages(client, event, match) != before
    acts.withdraw(makers.fresh(event), row.pk, who)
    assert not any("kom sent hem" in page for page in pages(client, event, match))
    assert table(event) == {row.team: row.vp for row in makers.now(event).live}


def test_s_26_a_walkover_counts_only_for_its_own_opponents(event, match, who):
    makers.play(event, Random(4), room__match__round__gt=1)
    makers.play(event, Random(4), room__match__in=event.matches.exclude(pk=match.pk))
    acts.concede(makers.fresh(event), match.pk, "away", "kom inte", who)
    now = makers.now(event)
    others = {row.team: row.walkovers for row in now.table if row.team != match.home.code}
    assert set(map(len, others.values())) == {0}
    (settled,) = now.walkovers
    assert settled.of(match.away.code)[0] == 0
    assert settled.of(match.home.code)[0] >= 18


def test_both_teams_cannot_give_walkover_but_a_ruling_lets_both_lose(event, match, who):
    acts.concede(event, match.pk, "away", "kom inte", who)
    with pytest.raises(StorslamError, match=r"SM-WO-1.*ruling") as refused:
        acts.concede(makers.fresh(event), match.pk, "home", "de heller", who)
    assert refused.value.params["home"] == str(match.home)
    rulings.rule_match(makers.fresh(event), match.pk, LOST, "SM-WO-7", "ingen kom", who)
    now = makers.now(event)
    assert now.walkovers == ()
    assert acts.match_of(makers.fresh(event), match.pk).result.absent is None
    event.matches.filter(pk=match.pk).update(absent="")
    with pytest.raises(StorslamError, match="a ruling decides this match"):
        acts.concede(makers.fresh(event), match.pk, "home", "de heller", who)


def test_a_ruling_counts_in_the_average_of_a_walkover__SM_WO_3(event, match, who):
    makers.play(event, Random(4), room__match__round__gt=1)
    acts.concede(makers.fresh(event), match.pk, "away", "kom inte", who)
    own = [
        one
        for one in event.matches.exclude(pk=match.pk)
        if match.home_id in (one.home_id, one.away_id)
    ]
    for one in own:
        home = one.home_id == match.home_id
        vp = (Fraction(24), Fraction(3)) if home else (Fraction(3), Fraction(24))
        rulings.rule_match(makers.fresh(event), one.pk, vp, "SM-WO-7", "prov", who)
    (settled,) = makers.now(event).walkovers
    assert (settled.result.alternative, settled.result.vp) == (1, 24)


def test_what_is_not_played_of_a_match_with_a_ruling_is_not_played(event, match, who):
    makers.play(event, Random(1), room__match=match, room__half=1)
    rulings.rule_match(makers.fresh(event), match.pk, LOST, "SM-WO-7", "avbruten", who)
    rooms = match.rooms.select_related("table")
    assert {room.half for room in rooms.all() if room.table.boards} == {1}
    for act in (
        lambda: acts.shorten(makers.fresh(event), match.pk, 12, "sena", who),
        lambda: acts.concede(makers.fresh(event), match.pk, "home", "gav upp", who),
    ):
        with pytest.raises(StorslamError, match="a ruling decides this match"):
            act()
    rulings.undo_ruling(makers.fresh(event), match.pk, who)
    assert {room.half for room in rooms.all() if room.table.boards} == {1, 2}
    assert not acts.match_of(makers.fresh(event), match.pk).result.finished


@pytest.mark.parametrize("vp", [(-1, 5), (26, 0)])
def test_points_off_the_scale_are_refused(event, match, who, vp):
    with pytest.raises(StorslamError, match="are not from 0 to 25"):
        rulings.rule_match(event, match.pk, tuple(map(Fraction, vp)), "SM-WO-7", "fel", who)


@pytest.mark.parametrize(("article", "why"), [("", "sen"), ("SM-WO-7", " ")])
def test_a_ruling_has_an_article_and_a_reason(event, match, who, article, why):
    with pytest.raises(StorslamError):
        rulings.rule_match(event, match.pk, LOST, article, why, who)
    with pytest.raises(StorslamError, match="no ruling"):
        rulings.undo_ruling(event, match.pk, who)


def test_a_round_with_a_ruling_is_not_drawn_anew(event, match, who):
    rulings.rule_match(event, match.pk, LOST, "SM-WO-7", "ingen kom", who)
    with pytest.raises(StorslamError, match="nothing is drawn anew"):
        drawing.take_back(makers.fresh(event), who)


def test_a_ruling_on_a_cup_match_names_who_goes_on(client, who):
    event, dice = makers.opened(8, kind="qualifier", boards=8, cup=True), Random(2)
    makers.draw(event)
    makers.play(event, dice)
    match = next(one.row for one in makers.now(event).matches if one.result.winner == one.home)
    with pytest.raises(StorslamError, match="says who has won"):
        rulings.rule_match(event, match.pk, LOST, "SM-ILL-4", "otillåten", who)
    client.force_login(who)
    desk = reverse("match_desk", args=[event.slug, match.pk])
    given = {"act": "rule", "r-winner": "away", "r-article": "SM-ILL-4", "r-why": "otillåten"}
    assert client.post(desk, given).status_code == 302
    assert acts.match_of(makers.fresh(event), match.pk).result.winner == match.away.code
    assert match.away.code in {code for m in makers.now(event).state.draw for code in m.teams}
    assert client.post(desk, {"act": "undo-ruling"}).status_code == 302
    assert acts.match_of(makers.fresh(event), match.pk).result.winner == match.home.code


def test_the_director_rules_at_the_desk(client, event, match, who):
    client.force_login(who)
    desk = reverse("match_desk", args=[event.slug, match.pk])
    given = {"act": "rule", "r-home": "12.5", "r-away": "0", "r-article": "Lag 90", "r-why": "x"}
    page = client.post(desk, given, follow=True).text
    assert "12,5" in page or "25/2" in page or "12½" in page
    assert "Lag 90: x" in page
    wrong = client.post(desk, {**given, "r-home": "31"}, follow=True).text
    assert 'class="error"' in wrong
