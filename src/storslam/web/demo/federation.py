"""What federation and districts did in the demo season: entries, reports, quota, places."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from django.utils import timezone

from storslam.exchange.bank import Payment
from storslam.exchange.venues import VenueRow
from storslam.web import models
from storslam.web.acts import allowances, draws, money, payments, places, qualifying, quotas, venues
from storslam.web.demo.people import Pair, Team
from storslam.web.models import PlaceState, StageKind

PAID = datetime.date(2012, 8, 15)
REPORTED = "21:40"
IN_ARREARS = "Gotland"
PLACES_GIVEN = "2013-05-06T10:00"
LAST_CHANCE_BEGINS, LAST_CHANCE_OVER = "2013-08-01T15:00", "2013-08-01T22:00"

Group = TypeVar("Group", Pair, Team)


class Federation:
    """The season's records, kept by the office. Everything happens at its own time."""

    def __init__(self, season: models.Season, office: models.User, seed: int) -> None:
        self.season, self.office, self.seed = season, office, seed
        self.players: dict[str, models.Player] = {}
        self.pairs: dict[int, Pair] = {}

    def clock(self, moment: str) -> None:
        """Move the season's clock to a moment in Swedish time."""
        there = datetime.datetime.fromisoformat(moment)
        self.season.shift = there.replace(tzinfo=self.season.edition.zone) - timezone.now()
        self.season.save()

    def register(self) -> None:
        """Everybody in the registry has paid the season's fee."""
        self.players = {player.number: player for player in models.Player.objects.all()}
        models.Membership.objects.bulk_create(
            [
                models.Membership(player=player, season=self.season, paid=PAID)
                for player in self.players.values()
            ],
            batch_size=500,
        )

    def enter(self, stage: models.Stage, district: str, pairs: Sequence[Pair], at: str) -> None:
        """The pairs of a district entered then, as if each had been checked on its own."""
        self.clock(at)
        home = models.District.objects.get(name=district) if district else None
        self.pairs |= dict(self._entered(stage, [(home, pair) for pair in pairs]))

    def enter_teams(
        self, stage: models.Stage, teams: Sequence[Team], at: str
    ) -> Mapping[int, Team]:
        """The teams entered then, each by the district of its first player; by their entries."""
        self.clock(at)
        homes = {district.name: district for district in models.District.objects.all()}
        return dict(self._entered(stage, [(homes[t.people[0].district], t) for t in teams]))

    def _entered(
        self, stage: models.Stage, rows: Sequence[tuple[models.District | None, Group]]
    ) -> Iterator[tuple[int, Group]]:
        entries = models.Entry.objects.bulk_create(
            models.Entry(
                stage=stage,
                district=home,
                name=group.name,
                entered=self.season.now(),
                entered_by=self.office,
                a_system=number % 9 == 4,
                key=f"demo {stage.pk} {home.name if home else ''} {group.people[0].number}",
            )
            for number, (home, group) in enumerate(rows)
        )
        models.EntryPlayer.objects.bulk_create(
            models.EntryPlayer(
                entry=entry, player=self.players[person.number], stage=stage, position=position
            )
            for entry, (_home, group) in zip(entries, rows, strict=True)
            for position, person in enumerate(group.people, 1)
        )
        return ((e.pk, group) for e, (_home, group) in zip(entries, rows, strict=True))

    def hold(self, stage: models.Stage, entries: Iterable[int]) -> None:
        """These entries have the places of a stage, in this order."""
        found = models.Entry.objects.in_bulk(list(entries))
        models.Place.objects.bulk_create(
            models.Place(
                stage=stage,
                number=number,
                source=models.Source.FIRST,
                district=entry.district,
                state=PlaceState.ACCEPTED,
                entry=entry,
                since=self.season.now(),
            )
            for number, entry in enumerate(found.values(), 1)
        )

    def seat_at_venues(self, stage: models.Stage, rows: Sequence[VenueRow]) -> None:
        """The field is allotted to the venues, every district has chosen, the order is drawn."""
        stage.season = self.season
        venues.store_venues(self.season, rows, self.office)
        allotted = venues.allotment(venues.adopt(stage, self.office))
        keys = dict(self.season.venues.values_list("name", "pk"))
        for board in venues.boards(venues.teams(stage), allotted):
            towns = [keys[town] for town in Counter(board.allotted).elements()]
            chosen = {team.pk: town for team, town in zip(board.teams, towns, strict=True)}
            venues.choose(stage, board.district, chosen, self.office, late=True)
        venues.draw_orders(stage, self.seed, self.office)
        venues.publish(stage, self.office)

    def qualify(self, event: models.Event, district: str, rounds: int) -> None:
        """A district's qualifier was played as this event, and reported the same evening."""
        self.clock(f"{event.date}T{REPORTED}")
        home = models.District.objects.get(name=district)
        stage = models.Stage.objects.select_related("season").get(pk=event.stage_id)
        stage.season = self.season
        here = qualifying.qualifier_of(stage, home)
        session = qualifying.add_session(here, self.office, day=event.date, rounds=rounds)
        qualifying.store_scores(session, qualifying.of_event(here, event), self.office, event=event)
        qualifying.report(here, self.office)

    def field(
        self, discipline: str, others: Callable[[], Sequence[Pair]] | None = None
    ) -> list[Pair]:
        """The field by quota, all places taken and paid; `others`, who have none, play for the
        pot."""
        stage = quotas.field_stage(self.season, discipline)
        self.clock(PLACES_GIVEN)
        stage.season = self.season
        places.give_out(quotas.freeze(stage, self.office, self.seed), self.office)
        self._settle(stage)
        if others:
            self._last_chance(stage, others())
        held = places.holders(places.field(stage))
        return [self.pairs[place.entry_id] for place in held]

    def _settle(self, stage: models.Stage) -> None:
        """Fill what is vacant by the rule; every place is taken and paid."""
        for place in places.field(stage):
            place.stage = stage
            while place.state in places.OPEN:
                places.fill(place, place.version, self.office)
            if place.state == PlaceState.OFFERED:
                places.accept(place, place.version, self.office)
        self._pay()

    def _pay(self) -> None:
        """The table fees of the field are paid, and all that districts owe but one of them."""
        money.bill(self.season, self.office)
        day = self.season.now().date()
        owed = money.live(self.season).exclude(district__name=IN_ARREARS, entry=None)
        paid = [
            Payment(charge.reference, charge.left, day, "", "", f"demo {charge.pk}")
            for charge in money.with_paid(owed)
            if charge.left > 0
        ]
        payments.store(self.season, paid, self.office)

    def draw(self, discipline: str) -> Mapping[str, object]:
        """The groups of the semifinal, drawn and published; what was decided."""
        stage = quotas.field_stage(self.season, discipline)
        stage.season = self.season
        made = draws.draw_groups(stage, self.seed, self.office)
        draws.publish_groups(stage, self.office)
        result: Mapping[str, object] = made.decision["result"]
        return result

    def allow(self) -> None:
        """The travel money and the fund are reckoned."""
        allowances.reckon_all(self.season, self.office)

    def _last_chance(self, stage: models.Stage, others: Sequence[Pair]) -> None:
        last = self.season.stages.get(discipline=stage.discipline, kind=StageKind.LAST_CHANCE)
        self.enter(last, "", others, LAST_CHANCE_BEGINS)
        self.clock(LAST_CHANCE_OVER)
        stage.season = self.season
        entries = models.Entry.objects.filter(stage=last).prefetch_related(models.rosters())
        places.give_pot(stage, list(entries), self.office)
        self._settle(stage)

    def without_place(self, discipline: str) -> Mapping[int, Pair]:
        """The pairs of the discipline's qualifiers that hold no place."""
        stage = quotas.field_stage(self.season, discipline)
        held = set(stage.places.filter(state__in=places.LIVE).values_list("entry", flat=True))
        own = models.Entry.objects.filter(stage=quotas.qualifier_stage(stage))
        return {pk: self.pairs[pk] for pk in own.values_list("pk", flat=True) if pk not in held}

    def player_account(self, number: str, like: models.User) -> None:
        """A player's own account, with the same password as another."""
        models.User.objects.create(
            username="spelare", password=like.password, player=self.players[number]
        )
