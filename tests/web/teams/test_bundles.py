"""An event of teams out to a laptop and home: matches, rooms, line-ups, penalties and choices."""

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from storslam.errors import StorslamError
from storslam.exchange import bundle as files
from storslam.exchange.bundle_fields import FRAME, IDENTITY
from storslam.web.hall import bundle, bundled_frame, bundled_results, bundled_teams, clash_words
from storslam.web.hall.contestants import set_standing
from storslam.web.models import Conflict, Event, Match, MatchPenalty, Result, ResultVersion, Table
from storslam.web.models.event import Standing
from storslam.web.teams import acts, drawing, rulings
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


def test_a_ruling_on_a_match_comes_home_and_so_does_its_end():
    event = makers.opened(6)
    makers.draw(event)
    laptop = out(event)
    pk = match(laptop).pk
    rulings.rule_match(makers.fresh(laptop), pk, (Fraction(18), Fraction(0)), "SM-CON-9", "x", WHO)
    assert home(laptop).clashes == ()
    assert state(event) == state(laptop)
    assert makers.now(event).table == makers.now(laptop).table
    rulings.undo_ruling(makers.fresh(event), match(event).pk, WHO)
    assert carried(event, laptop.slug).clashes == ()
    assert match(laptop).ruled_home is None
    assert state(event) == state(laptop)


def test_an_unpaid_fee_that_both_charged_is_charged_once():
    event = makers.opened(6)
    makers.draw(event)
    laptop = out(event)
    for copy in (event, laptop):
        player = match(copy).home.members.first()
        MatchPenalty.objects.create(
            match=match(copy), team=match(copy).home, member=player, vp=5, why="avgift", who=WHO,
            when=timezone.now(),
        )  # fmt: skip
    assert home(laptop).clashes == ()
    assert match(event).penalties.count() == 1
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


class Copies:
    """Two copies of a Green Lift, and what may happen in either."""

    def __init__(self, chance: Random) -> None:
        event = makers.opened(7, "open-teams", "qualifier", boards=8, rounds=4)
        makers.draw(event)
        self.chance, self.copies = chance, (event, out(event))

    def step(self) -> None:
        acts_ = [self.play] * 4 + [
            self.line_up,
            self.penalise,
            self.concede,
            self.draw,
            self.strike,
        ]
        with suppress(StorslamError):  # what may not be done now
            self.chance.choice([*acts_, self.take_back, self.carry])(
                self.chance.choice(self.copies)
            )

    def play(self, copy: Event) -> None:
        makers.play(copy, self.chance, number=self.chance.randint(1, 3))

    def match(self, copy: Event) -> Match:
        rows = copy.matches.exclude(away=None).select_related("home", "away")
        return self.chance.choice(list(rows) or [Match()])

    def line_up(self, copy: Event) -> None:
        which = self.chance.sample(range(5), 4)
        side, half = self.chance.choice(("home", "away")), self.chance.randint(1, 2)
        if (found := self.match(copy)).pk:
            line_up(copy, found, side, *which, half=half)

    def penalise(self, copy: Event) -> None:
        acts.penalise(makers.fresh(copy), self.match(copy).pk or 0, "home", Decimal(1), 0, "s", WHO)

    def concede(self, copy: Event) -> None:
        found = self.match(copy)
        act = acts.undo_concession if found.absent else acts.concede
        more = () if found.absent else ("away", "sjukdom")
        act(makers.fresh(copy), found.pk or 0, *more, WHO)  # type: ignore[operator]

    def strike(self, copy: Event) -> None:
        team = copy.contestants.get(code=str(self.chance.randint(1, 7)))
        standing = self.chance.choice((Standing.STRUCK, Standing.COMPETING, Standing.COMPETING))
        set_standing(makers.fresh(copy), team, standing, makers.director(), "så")

    def draw(self, copy: Event) -> None:
        if drawing.proposal(makers.now(copy)):
            makers.draw(copy)

    def take_back(self, copy: Event) -> None:
        drawing.take_back(makers.fresh(copy), WHO)

    def carry(self, copy: Event) -> None:
        """From this copy to the other: no result is lost, and once more changes nothing."""
        other = self.copies[copy == self.copies[0]]
        here, there = (ResultVersion.objects.filter(event=one) for one in (other, copy))
        before = set(here.values_list("key", flat=True))
        data = to(bundle.take_out(makers.fresh(copy), WHO), other.slug)
        bundle.bring(data, WHO)
        assert before <= set(here.values_list("key", flat=True))
        last = {row.result_id: row for row in there.order_by("number")}
        said = {tuple(map(str, row)) for row in here.values_list("contract", "tricks", "score")}
        held = Conflict.objects.filter(event=other)
        said |= {tuple(map(str, row)) for row in held.values_list("contract", "tricks", "score")}
        assert {(r.contract, str(r.tricks), str(r.score)) for r in last.values()} <= said
        assert seated_as_matches(other)
        makers.now(other)  # nothing in it contradicts itself
        assert not bundle.bring(data, WHO).changed


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_in_both_copies_no_result_is_lost(seed):
    copies = Copies(Random(seed))
    for _ in range(30):
        copies.step()
    for copy in (*copies.copies, *copies.copies):
        copies.carry(copy)
    counts = [Result.objects.filter(event=one).count() for one in copies.copies]
    assert counts[0] == counts[1]
