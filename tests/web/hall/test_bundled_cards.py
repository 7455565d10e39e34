"""Bidding systems out to a laptop and home: cards with their versions, duties, what is allowed."""

from typing import Any

import pytest

from storslam.exchange import bundle as files
from storslam.systems.card import Card, Line
from storslam.web.acts import declarations, system_rules
from storslam.web.hall import bundle, bundled_frame, clash_words, systems
from storslam.web.models import Declaration, Entry, Event, User
from tests.web.hall.test_bundle import again, forget, home, out
from tests.web.hall.test_systems import FERT, HALF, MULTI

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def handed(event: Event, director: User) -> None:
    """One pair's card came with its entry, one was handed in to the director and changed."""
    first, second = event.contestants.filter(code__in="12").order_by("code")
    first.entry = Entry.objects.create(
        stage=event.stage, entered=event.stage.season.now(), key="first"
    )
    first.save()
    declarations.hand_in(first.entry, FERT, director)
    declarations.hand_in(second, HALF, director)
    declarations.hand_in(second, MULTI, director)
    systems.tick(event, first, ["at-entry"], [], director)


@pytest.fixture
def laptop(event: Event, director: User) -> Event:
    return out(event, director)


def played(event: Event) -> list[tuple[str, str, str, list[str]]]:
    """By contestant: the newest version of its card, its number, and the duties done."""
    return [
        (one.contestant.code, str(row.version), str(row.version.number), sorted(one.done))
        for one in systems.systems_of(again(event))
        for row in one.played
    ]


def rows(event: Event) -> dict[str, Any]:
    read = bundled_frame.read(again(event))
    return {kind: read[kind] for kind in ("stage", "cards", "duties")}


def pair(event: Event, code: str) -> Any:
    return event.contestants.get(code=code)


def test_the_laptop_has_the_cards_the_duties_and_what_is_allowed(event, laptop, director):
    assert played(laptop) == [("1", "Fert", "1", ["at-entry"]), ("2", "Multi", "2", [])]
    assert rows(laptop) == rows(event)
    assert pair(laptop, "1").declarations.count() == 1
    assert not home(laptop, director).changed


def test_where_the_season_is_new_the_organisers_choice_comes_along(event, director):
    system_rules.decide_rules(event.stage, "B", director, max_dots=None, reductions={"1C": 1})
    wanted, data = rows(event), bundle.take_out(again(event), director)
    stage = event.stage
    forget(event)
    Entry.objects.filter(stage=stage).delete()
    stage.delete()
    brought = bundle.bring(data, director).event
    assert rows(brought) == wanted
    assert system_rules.rules_of(brought.stage).limits.reductions == {"1C": 1}


def test_what_the_director_did_on_the_laptop_comes_home_to_the_entry(event, laptop, director):
    [card] = pair(laptop, "1").declarations.all()
    declarations.hand_in(pair(laptop, "1"), MULTI, director, card, 1)
    declarations.hand_in(pair(laptop, "3"), HALF, director)
    declarations.withdraw(pair(laptop, "2").declarations.get(), director)
    systems.tick(laptop, pair(laptop, "1"), [], ["at-entry"], director)
    systems.tick(laptop, pair(laptop, "3"), ["defences"], [], director)
    done = home(laptop, director)
    assert (done.changed, done.clashes) == (True, ())
    assert played(event) == [("1", "Multi", "2", []), ("3", "Fyra", "1", ["defences"])]
    assert rows(event) == rows(laptop)
    [of_entry] = Declaration.objects.filter(entry__key="first")
    assert [str(one) for one in of_entry.versions.all()] == ["Multi", "Fert"]
    assert not home(laptop, director).changed


def test_what_each_copy_did_to_other_cards_is_merged(event, laptop, director):
    declarations.hand_in(pair(event, "3"), HALF, director)
    declarations.hand_in(pair(laptop, "4"), FERT, director)
    entry = Entry.objects.get(key="first")
    declarations.hand_in(entry, MULTI, director)
    assert home(laptop, director).clashes == ()
    assert [name for _code, name, *_more in played(event)] == ["Multi", "Multi", "Fyra", "Fert"]


def test_what_both_changed_of_a_card_stays_as_it_is_here_and_is_told(event, laptop, director):
    for copy, call in ((event, "2D"), (laptop, "2H")):
        other = Card(call, (), (Line(call, hp="6-10", spades="6"),))
        declarations.hand_in(pair(copy, "2"), other, director)
    declarations.hand_in(pair(event, "3"), FERT, director)
    declarations.hand_in(pair(laptop, "3"), HALF, director)
    grown, more = home(laptop, director).clashes
    assert (grown.kind, grown.field) == ("cards", "versions")
    assert (grown.here, grown.there) == ("1 2 3", "1 2 3")
    assert (more.kind, more.name.split()[0], more.here) == ("cards", "3", "")
    for clash in (grown, more):
        assert clash_words.what(clash.plain)
    assert [name for _code, name, *_more in played(event)] == ["Fert", "2D", "Fert"]
    assert not home(laptop, director).clashes


def test_a_bundle_of_the_version_before_leaves_the_systems_alone(event, laptop, director):
    system_rules.decide_rules(event.stage, "B", director)
    before = rows(event)
    value = files.load(bundle.take_out(again(laptop), director))
    value["about"]["slug"] = "salen"
    for kind in ("stage", "cards", "duties"):
        del value["frame"][kind]
        for one in value["received"].values():
            del one["frame"][kind]
    told = {**value, "version": 3}
    told["signature"] = files.signed(told, told["about"]["secret"])
    bundle.bring(files._canonical(told), director)
    assert rows(event) == before
