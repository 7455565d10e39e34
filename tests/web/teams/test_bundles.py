"""An event of teams out to a laptop and home: matches, rooms, line-ups, penalties and choices."""

from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from storslam.exchange import bundle as files
from storslam.exchange.bundle_fields import FRAME, IDENTITY
from storslam.web.hall import bundle, bundled_frame, bundled_results, bundled_teams, clash_words
from storslam.web.hall.contestants import set_standing
from storslam.web.models import Event, Match, Result, Table
from storslam.web.models.event import Standing
from storslam.web.teams import acts, drawing
from tests.web.teams import makers

pytestmark = pytest.mark.django_db

WHO = "ledare"


def to(data: bytes, slug: str) -> bytes:
    """The bundle as of a copy at another address, signed anew."""
    value = files.load(data)
    value["about"]["slug"] = slug
    return files.dump(value)


def out(event: Event) -> Event:
    """The event as it is on a laptop after it was taken out."""
    return carried(event, f"{event.slug}-laptop").event


def carried(event: Event, slug: str) -> bundle.Brought:
    return bundle.bring(to(bundle.take_out(makers.fresh(event), WHO), slug), WHO)


def home(laptop: Event) -> bundle.Brought:
    return carried(laptop, laptop.slug.removesuffix("-laptop"))


def state(event: Event) -> dict[str, Any]:
    """All that a bundle holds of the event itself, rows in the order of their names."""
    frame = bundled_frame.read(makers.fresh(event))
    return {
        "frame": {kind: sorted(rows, key=lambda row: named(kind, row)) for kind, rows in
                  frame.items()},
        "results": bundled_results.read(event),
    }  # fmt: skip


def named(kind: str, row: dict[str, Any]) -> str:
    return str([row[name] for name in IDENTITY[kind]])


def four(event: Event, code: str, *which: int) -> acts.Four:
    """A line-up by the players' places in the roster."""
    players = list(event.contestants.get(code=code).members.order_by("position"))
    a, b, c, d = (players[n].pk for n in which)
    return acts.Four((a, b), (c, d))


def line_up(event: Event, match: Match, side: str, *which: int, half: int = 1) -> None:
    team = match.home if side == "home" else match.away
    fresh = makers.fresh(event)
    acts.name_line_up(fresh, match.pk, half, side, four(event, team.code, *which), WHO)


def match(event: Event, number: int = 1, round_: int = 1) -> Match:
    return event.matches.select_related("home", "away").get(round=round_, number=number)


def filled(event: Event) -> None:
    """All that can be there: a half played, line-ups, a penalty withdrawn, a walkover."""
    makers.draw(event)
    for side in ("home", "away"):
        line_up(event, match(event), side, 0, 1, 2, 3)
    makers.play(event, Random(4), round__number=1)
    given = acts.penalise(
        event, match(event).pk, "away", Decimal("1.5"), 0, "sent till bordet", WHO
    )
    acts.penalise(event, match(event, 2).pk, "home", Decimal(0), 3, "fel bricka", WHO)
    acts.withdraw(event, given.pk, WHO)
    acts.concede(makers.fresh(event), match(event, 3).pk, "home", "sjukdom", WHO)


def test_an_event_of_teams_is_the_same_in_another_copy():
    event = makers.opened(6)
    filled(event)
    laptop = out(event)
    assert state(laptop) == state(event)
    ours, theirs = makers.now(event), makers.now(laptop)
    assert (ours.table, ours.live) == (theirs.table, theirs.live)
    assert [one.result for one in ours.matches] == [one.result for one in theirs.matches]
    assert not home(laptop).changed


def test_rounds_drawn_and_played_on_the_laptop_come_home():
    event = makers.opened(7, "open-teams", "qualifier", boards=8, rounds=3)
    makers.draw(event)
    laptop, dice = out(event), Random(9)
    makers.play(laptop, dice)
    makers.draw(laptop)
    line_up(laptop, match(laptop, 1, 2), "home", 1, 2, 3, 4)
    makers.play(laptop, dice)
    assert home(laptop).clashes == ()
    assert state(event) == state(laptop)
    assert makers.now(event).table == makers.now(laptop).table
    assert not home(laptop).changed
    makers.draw(event)  # the third round at home, from the same standing
    assert not carried(event, laptop.slug).clashes
    assert state(event) == state(laptop)


def test_a_veteran_cup_with_its_choices_comes_home():
    event = makers.opened(17, discipline="veteran-teams", kind="final")
    laptop, dice = out(event), Random(17)
    while (found := makers.now(laptop).state).stage != "semifinal":
        if found.next == "choose":
            drawing.choose(makers.fresh(laptop), found.chooser, found.among[0], makers.director())
        else:
            makers.draw(laptop) if found.next == "draw" else makers.play(laptop, dice)
    assert home(laptop).clashes == ()
    assert event.choices.count() == laptop.choices.count() > 0
    assert state(event) == state(laptop)
    assert makers.now(event).state.cup.field == makers.now(laptop).state.cup.field


def test_what_each_copy_did_to_other_matches_is_merged():
    event = makers.opened(6)
    makers.draw(event)
    laptop = out(event)
    line_up(event, match(event), "home", 0, 1, 2, 3)
    line_up(laptop, match(laptop), "away", 4, 1, 2, 3)
    acts.penalise(event, match(event).pk, "home", Decimal(1), 0, "sent", WHO)
    acts.penalise(laptop, match(laptop).pk, "away", Decimal(2), 0, "sent", WHO)
    acts.concede(makers.fresh(laptop), match(laptop, 2).pk, "away", "sjukdom", WHO)
    assert home(laptop).clashes == ()
    assert carried(event, laptop.slug).clashes == ()
    assert state(event) == state(laptop)
    rooms = state(event)["frame"]["line_ups"]
    assert [row["seats"] for row in rooms if row["round"] == 1] in (
        [{"N": 1, "S": 2, "E": 3, "W": 4}, {"E": 5, "W": 2, "N": 3, "S": 4}],
        [{"E": 5, "W": 2, "N": 3, "S": 4}, {"N": 1, "S": 2, "E": 3, "W": 4}],
    )
    assert match(event, 2).absent == "away"
    assert not match(event, 2).rooms.exists()


def test_players_that_change_places_on_the_laptop_sit_so_at_home():
    event = makers.opened(6)
    makers.draw(event)
    line_up(event, match(event), "home", 0, 1, 2, 3)
    laptop = out(event)
    line_up(laptop, match(laptop), "home", 1, 0, 4, 3)
    assert home(laptop).clashes == ()
    [row] = state(event)["frame"]["line_ups"]
    assert row["seats"] == {"N": 2, "S": 1, "E": 5, "W": 4}


def test_a_line_up_that_both_named_otherwise_stays_whole_as_here_and_is_told():
    event = makers.opened(6)
    makers.draw(event)
    laptop = out(event)
    line_up(event, match(event), "home", 0, 1, 2, 3)
    line_up(laptop, match(laptop), "home", 4, 1, 2, 0)
    [clash] = home(laptop).clashes
    assert (clash.kind, clash.field) == ("line_ups", "seats")
    assert clash.here == "E 3, N 1, S 2, W 4"
    [row] = state(event)["frame"]["line_ups"]
    assert row["seats"] == {"N": 1, "S": 2, "E": 3, "W": 4}
    assert not home(laptop).changed


def test_a_walkover_here_keeps_what_the_laptop_played_and_its_rooms():
    event = makers.opened(6)
    makers.draw(event)
    laptop = out(event)
    makers.play(laptop, Random(1), round__number=1, number=1)
    acts.concede(makers.fresh(event), match(event).pk, "home", "sjukdom", WHO)
    played = Result.objects.filter(event=laptop).count()
    assert home(laptop).versions == played == 24
    assert Result.objects.filter(event=event).count() == played
    assert match(event).absent == "home"
    assert makers.now(event).series.walkovers[0].absent == match(event).home.code
    assert not home(laptop).changed


def drawn_apart() -> tuple[Event, Event]:
    """Both copies have drawn a second round, each without a team that the other has."""
    event = makers.opened(8, "open-teams", "qualifier", boards=8, rounds=3)
    makers.draw(event)
    makers.play(event, Random(3))
    laptop = out(event)
    for copy, code in ((event, "3"), (laptop, "1")):
        team = copy.contestants.get(code=code)
        set_standing(makers.fresh(copy), team, Standing.STRUCK, makers.director(), "hemresa")
        makers.draw(copy)
    return event, laptop


def pairings(event: Event, round_: int = 2) -> list[str]:
    return bundled_teams.pairings(bundled_frame.read(makers.fresh(event)), {round_})


def seated_as_matches(event: Event) -> bool:
    return all(
        {room.table.ns_id, room.table.ew_id} == {one.home_id, one.away_id}
        for one in event.matches.exclude(away=None)
        for room in one.rooms.select_related("table")
    )


def test_a_round_that_both_drew_otherwise_stays_as_here_while_neither_has_begun():
    event, laptop = drawn_apart()
    before = pairings(event)
    assert pairings(laptop) != before
    assert ("matches", "2", "") in {(c.kind, c.name, c.field) for c in home(laptop).clashes}
    assert pairings(event) == before
    assert seated_as_matches(event)
    assert not home(laptop).changed


def test_a_round_that_both_drew_otherwise_is_theirs_where_only_they_have_begun_it():
    event, laptop = drawn_apart()
    makers.play(laptop, Random(2), round__number=3, number=1)
    drawn = pairings(laptop)
    home(laptop)
    assert pairings(event) == drawn
    assert seated_as_matches(event)
    assert [m.result for m in makers.now(event).rounds[2] if m.finished and m.away] == [
        m.result for m in makers.now(laptop).rounds[2] if m.finished and m.away
    ]
    assert not home(laptop).changed


def test_a_round_begun_here_stays_and_results_of_another_draw_are_not_lost():
    event, laptop = drawn_apart()
    for copy, seed in ((event, 1), (laptop, 2)):
        makers.play(copy, Random(seed), round__number=3, number=1)
    before, result = pairings(event), makers.now(event).rounds[2][0].result
    assert result.compared == 4
    done = home(laptop)
    assert pairings(event) == before
    assert seated_as_matches(event)
    assert makers.now(event).rounds[2][0].result == result
    assert done.versions + len(done.held) == 8
    assert not home(laptop).changed


def test_a_draw_taken_back_on_the_laptop_is_taken_back_at_home_unless_it_is_begun():
    event = makers.opened(6)
    makers.draw(event)
    laptop = out(event)
    drawing.take_back(makers.fresh(laptop), WHO)
    assert home(laptop).clashes == ()
    assert not event.matches.exists()
    assert not Table.objects.filter(round__event=event).exists()

    makers.draw(event)
    other = carried(event, "annan").event
    makers.play(event, Random(1), round__number=1, number=1)
    drawing.take_back(makers.fresh(other), WHO)
    before = state(event)["frame"]["matches"]
    assert carried(other, event.slug).clashes
    assert state(event)["frame"]["matches"] == before
    assert makers.now(event).matches[0].result.compared == 12


def test_every_field_of_a_bundle_has_words_for_a_clash():
    with override("sv"):
        for kind, fields in FRAME.items():
            whole = {*IDENTITY[kind], *(fields if kind == "tables" else ())}
            for field in ("", *(name for name in fields if name not in whole)):
                assert clash_words.what({"kind": kind, "name": "1", "field": field})
