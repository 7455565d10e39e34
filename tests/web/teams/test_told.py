"""What the pages tell of walkovers, penalties, struck teams and matches that have not begun."""

import csv
import re
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from random import Random

import pytest
from django.urls import reverse

from storslam.web.hall.contestants import set_standing
from storslam.web.teams import acts, pages, points, rulings
from tests.web.teams import makers
from tests.web.teams.test_papers import cup
from tests.web.test_papers import printed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("rehearsal")]


def shown(client, name, event, *args):
    return client.get(reverse(name, args=[event.slug, *args])).text


def plain(page):
    """The page's words."""
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page))


def strike(event, code, standing="struck"):
    team = event.contestants.get(code=code)
    set_standing(makers.fresh(event), team, standing, makers.director(), "avgift")


# --- Walkovers


def test_walkovers_are_told_by_the_same_matches_as_the_table_beside_them(client, event, match):
    makers.play(event, Random(2), room__match__round__lte=2, room__half=1)
    makers.play(event, Random(2), room__match__round__lte=2, room__half=2, room__closed=False)
    acts.concede(makers.fresh(event), match.pk, "away", "kom inte", "ledare")
    now = makers.now(event)
    (settled,), (row,) = now.live_walkovers, (r for r in now.live if r.team == match.home.code)
    assert row.walkovers == {match.away.code: settled.result.vp}
    assert len(settled.offers) > len(now.walkovers[0].offers)
    page = plain(shown(client, "event", event))
    assert f"{settled.result.vp} VP enligt" in page
    assert "kan ändras tills serien är slut" in page
    makers.play(event, Random(3))
    page = plain(shown(client, "event", event))
    assert "Det bästa av de tre räknas." in page


def test_the_rows_of_the_cross_table_add_up_with_walkovers_and_penalties(client, event, match):
    makers.play(event, Random(2))
    acts.concede(makers.fresh(event), match.pk, "away", "kom inte", "ledare")
    acts.penalise(makers.fresh(event), match.pk, "home", Decimal(3), 0, "sena", "ledare")
    now = makers.now(event)
    cross, lost = pages.cross_of(now), pages.penalties_of(now)
    for row in now.live:
        taken = sum(cell.vp for cell in cross[row.team].values())
        assert taken - lost.get(row.team, 0) == row.vp
    assert cross[match.away.code][match.home.code] == (0, True)
    page = shown(client, "event", event)
    table = plain(page.split('<table class="cross">')[1].split("</table>")[0])
    assert table.count(" wo") == 2
    assert table.count("Avdrag") == 1
    assert "−3" in table


def test_a_match_that_was_given_up_has_its_victory_points_and_no_rows_of_boards(
    client, event, match
):
    acts.concede(makers.fresh(event), match.pk, "away", "kom inte", "ledare")
    page = shown(client, "team_match", event, match.pk)
    assert "18–0" in plain(page)
    assert "inte spelad" not in page
    assert "18–0" in plain(shown(client, "event", event))


def test_a_match_that_was_ruled_on_has_no_rows_of_boards_not_played(client, event, match):
    makers.play(event, Random(1), room__match=match, room__half=1)
    rulings.rule_match(
        makers.fresh(event), match.pk, (Fraction(20), Fraction(5)), "Lag 12", "dom", "ledare"
    )
    page = shown(client, "team_match", event, match.pk)
    assert "20–5" in plain(page)
    assert "inte spelad" not in page
    assert page.count('<th scope="row" class="n">') == 12


# --- Figures


def test_victory_points_have_two_decimals_and_the_exact_value_beside(client, event, match):
    makers.play(event, Random(2))
    acts.penalise(makers.fresh(event), match.pk, "home", Decimal(0), 4, "rättelse", "ledare")
    row = next(row for row in makers.now(event).live if row.team == match.home.code)
    assert row.vp.denominator == 3
    for page in (shown(client, "event", event), shown(client, "team", event, match.home.code)):
        assert f'title="{row.vp}"' in page
        assert str(row.vp) not in plain(page)


def test_a_match_that_has_not_begun_has_a_dash_for_its_score(desk, event, match):
    pages_ = [
        shown(desk, "event", event),
        shown(desk, "team", event, "1"),
        shown(desk, "team_round", event),
        shown(desk, "teams_desk", event),
        shown(desk, "team_match", event, match.pk),
        shown(desk, "match_desk", event, match.pk),
    ]
    standing = re.compile('<td class="n wide">0–0</td>|<dd>0–0</dd></dl>')
    assert not any("0–0" in standing.sub("", page) for page in pages_)


def test_matches_of_a_cup_have_no_column_of_victory_points(client):
    event = cup(17, "over")
    page = shown(client, "event", event)
    final = page.split('<table class="matches">')[1].split("</table>")[0]
    assert ">VP<" not in final
    winner = makers.now(event).state.cup.places[0]
    assert f"<strong>{event.contestants.get(code=winner)}</strong>" in page


# --- Struck teams


@pytest.mark.parametrize("standing", ["struck", "disqualified"])
def test_matches_of_a_struck_team_are_marked(desk, event, standing):
    makers.play(event, Random(1), room__match__round__lte=2)
    assert "struken" not in shown(desk, "event", event)
    assert "Borttagna ur tabellen" not in shown(desk, "event", event)
    strike(event, "3", standing)
    match = event.matches.filter(home__code="3").first() or event.matches.get(away__code="3")
    own = event.matches.filter(home__code="3") | event.matches.filter(away__code="3")
    assert shown(desk, "event", event).count(">struken<") == own.count() == 5
    assert "Borttagna ur tabellen: Lag 3" in plain(shown(desk, "event", event))
    assert shown(desk, "team", event, "3").count(">struken<") == 5
    assert shown(desk, "teams_desk", event).count(">struken<") == 5
    assert shown(desk, "team_round", event, match.round).count(">struken<") == 1
    assert "struket" in shown(desk, "team_match", event, match.pk)
    assert ">struken<" in shown(desk, "match_desk", event, match.pk)


def test_a_round_is_over_without_the_matches_of_a_struck_team():
    event = makers.opened(4, kind="qualifier", boards=8)
    makers.draw(event)
    strike(event, "3")
    others = event.matches.exclude(home__code="3").exclude(away__code="3")
    makers.play(event, Random(1), room__match__in=others)
    now = makers.now(event)
    assert pages.over(now)
    assert [one.current for one in pages.rounds_of(now)] == [False, False, True]
    assert {one.team.code for one in points.team_points(makers.fresh(event))} == {"1", "2", "4"}


# --- Forms and papers


def test_the_forms_of_a_match_name_its_teams_and_choose_none(desk, event, match):
    page = shown(desk, "match_desk", event, match.pk)
    for name in ("c-side", "p-side"):
        select = page.split(f'<select name="{name}"')[1].split("</select>")[0]
        assert 'value="" selected' in select
        assert str(match.home) in select
        assert "hemmalag" not in select
    assert f"VP till {match.away}" in page


def test_only_a_district_grants_a_seventh_player(desk, event, match):
    assert "exemption" not in shown(desk, "match_desk", event, match.pk)
    qualifier = makers.opened(4, kind="qualifier", boards=8)
    makers.draw(qualifier)
    page = shown(desk, "match_desk", qualifier, qualifier.matches.first().pk)
    assert "exemption" in page


def test_table_cards_name_the_round_of_matches_and_the_half(desk, event):
    said = printed(desk, event, "bordskort")
    assert "Rond 3, halvlek 1" in said
    assert "Rond 3, halvlek 2" in said


def test_the_table_of_the_series_has_the_numbers_of_the_teams(desk, event):
    makers.play(event, Random(9))
    order = [row.team for row in makers.now(event).table]
    assert order != sorted(order)
    said = printed(desk, event, "serietabell")
    assert f"Lag {' '.join(order)} Matcher" in said
    assert f"1 {order[0]} Lag {order[0]}" in said


def test_the_standing_of_teams_is_a_file(client, event):
    makers.play(event, Random(9))
    page = client.get(reverse("standing_file", args=[event.slug]))
    assert page.status_code == 200
    rows = list(csv.DictReader(StringIO(page.content.decode("utf-8-sig")), delimiter=";"))
    told = [(row["place"], row["number"], row["name"], row["vp"]) for row in rows]
    now = makers.now(event)
    assert told == [(r.place, r.team, f"Lag {r.team}", str(r.vp)) for r in now.table]
    assert "stallning.csv" in shown(client, "event", event)
