"""SM Lag of the demo season: ten semifinals in their third round, and the veterans in their cup."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import asin, cos, radians, sin, sqrt
from random import Random

from django.utils import timezone

from storslam.bridge import Side
from storslam.exchange.venues import VenueRow
from storslam.scoring import Play
from storslam.web import models
from storslam.web.demo.federation import Federation
from storslam.web.demo.people import Person, Team
from storslam.web.demo.play import BoardInPlay, boards
from storslam.web.hall import rounds, stages
from storslam.web.models import Event, Result, Table
from storslam.web.models.event import State
from storslam.web.payload import played
from storslam.web.results import record_bulk
from storslam.web.teams import acts, drawing, opening
from storslam.web.teams.matches import teams_now

SEED = 2013
TEAMS, VETERAN_TEAMS, PLAYERS, BORN = 60, 17, 5, 1953
ENTERED, DRAWN, VETERANS_ENTERED = "2012-12-10T19:00", "2013-03-11T12:00", "2013-07-26T12:00"
MOST_BOARDS, IN_PLAY, HALVES_PLAYED, MINUTES = 120, 3, 5, 95
WALKOVER = "Tåget inställt: laget kom inte fram"
EARTH, ROADS = 6371, 1.25
# Where the first town of each district is: degrees north and east.
PLACES = {
    "Stockholm": (59.3, 18.1),
    "Uppland": (59.9, 17.6),
    "Ö Mellansvenska": (58.4, 15.6),
    "Jönköping": (57.8, 14.2),
    "Sydöstra": (56.7, 16.4),
    "Gotland": (57.6, 18.3),
    "Skåne": (55.6, 13.0),
    "Halland": (56.7, 12.9),
    "Göteborg": (57.7, 12.0),
    "Bohus-Dal": (58.4, 11.9),
    "Västergötland": (57.7, 12.9),
    "Värmland-Dal": (59.4, 13.5),
    "Örebro": (59.3, 15.2),
    "Mälardalen": (59.6, 16.5),
    "Dalarna": (60.6, 15.6),
    "Gävleborg": (60.7, 17.1),
    "Medelpad": (62.4, 17.3),
    "Jämtl.-Härjedalen": (63.2, 14.6),
    "Ångermanland": (63.3, 18.7),
    "Västerbotten": (63.8, 20.3),
    "Norrbotten": (65.6, 22.2),
}
VENUES = {
    "Stockholm": "Stockholm",
    "Solna": "Stockholm",
    "Uppsala": "Uppland",
    "Malmö": "Skåne",
    "Lund": "Skåne",
    "Göteborg": "Göteborg",
    "Jönköping": "Jönköping",
    "Örebro": "Örebro",
    "Gävle": "Gävleborg",
    "Umeå": "Västerbotten",
}


class TeamEvents:
    """The team events of the demo, made from one luck after all others."""

    def __init__(
        self, federation: Federation, director: models.User, people: Sequence[Person], luck: Random
    ) -> None:
        self.federation, self.director, self.luck = federation, director, luck
        self.people = luck.sample(people, len(people))
        self.stages = federation.season.stages

    def semifinals(self, day: date) -> None:
        """Sixty teams at ten venues, all with the same boards; two rounds played and half of the
        third, with its line-ups; at the first venue with those of all, and a walkover.
        """
        of_kind = {one.kind: one for one in self.stages.filter(discipline="open-teams")}
        teams = list(_by_district(self.people))
        entered = self.federation.enter_teams(of_kind["qualifier"], teams, ENTERED)
        self.federation.clock(DRAWN)
        self.federation.hold(of_kind["semifinal"], entered)
        self.federation.seat_at_venues(of_kind["semifinal"], list(venue_rows()))
        opened = opening.open_venues(of_kind["semifinal"], self.director)
        dealt = boards(range(1, MOST_BOARDS + 1), self.luck)
        for number, event in enumerate(opened):
            event.date = day
            event.save(update_fields=["date"])
            hall = Hall(event, entered, dealt, self.director, self.luck)
            hall.line_ups(range(1 if number == 0 else IN_PLAY, IN_PLAY + 1))
            if number == 0:
                hall.walkover(2)
            hall.play(round__number__lte=HALVES_PLAYED)
            hall.under_way(HALVES_PLAYED + 1)

    def veterans(self, day: date) -> None:
        """Seventeen teams have played the Green Lift; the cup's quarterfinals are at half-time."""
        stage = self.stages.get(discipline="veteran-teams")
        old = [person for person in self.people if person.birth_year <= BORN]
        teams = list(teams_of(old, VETERAN_TEAMS))
        entered = self.federation.enter_teams(stage, teams, VETERANS_ENTERED)
        event = opening.open_field(stage, self.director, {"seed": SEED})
        event.date = day
        event.save(update_fields=["date"])
        dealt = boards(range(1, MOST_BOARDS + 1), self.luck)
        hall = Hall(event, entered, dealt, self.director, self.luck)
        while hall.to_cup():
            hall.play()
        first = event.rounds.order_by("-number")[1].number
        hall.play(round__number=first)
        hall.under_way(first + 1)


def _by_district(people: Sequence[Person]) -> Iterator[Team]:
    """Teams of each district, as many as its share of the people, one at least."""
    homes: dict[str, list[Person]] = defaultdict(list)
    for person in people:
        homes[person.district].append(person)
    counts = Counter(dict.fromkeys(homes, 1))
    while counts.total() < TEAMS:
        counts[max(homes, key=lambda home: len(homes[home]) / (counts[home] + 1))] += 1
    for home, count in counts.items():
        yield from teams_of(homes[home], count)


def teams_of(people: Sequence[Person], count: int) -> Iterator[Team]:
    """So many teams of the first of these people."""
    for number in range(count):
        yield Team(tuple(people[PLAYERS * number : PLAYERS * (number + 1)]))


def venue_rows() -> Iterator[VenueRow]:
    """The venues, with the kilometres from every district as the crow flies and a quarter more."""
    codes = dict(models.District.objects.values_list("name", "code"))
    for town, home in VENUES.items():
        km = {codes[name]: _km(PLACES[home], place) for name, place in PLACES.items()}
        yield VenueRow(town, codes[home], km)


def _km(one: tuple[float, float], other: tuple[float, float]) -> int:
    (north, east), (north2, east2) = (tuple(map(radians, place)) for place in (one, other))
    half = sin((north2 - north) / 2) ** 2
    half += cos(north) * cos(north2) * sin((east2 - east) / 2) ** 2
    return 10 + round(2 * EARTH * asin(sqrt(half)) * ROADS)


class Hall:
    """An event of teams in play. `entered`: the teams by their entries."""

    def __init__(
        self,
        event: Event,
        entered: Mapping[int, Team],
        dealt: Mapping[int, BoardInPlay],
        director: models.User,
        luck: Random,
    ) -> None:
        stages.change(event, State.RUNNING, director)
        self.event, self.dealt, self.director, self.luck = event, dealt, director, luck
        entries = event.contestants.values_list("pk", "entry")
        self.skill = {pk: entered[entry].skill for pk, entry in entries if entry}

    def play(self, **which: int) -> None:
        """A result on every board of the tables that have none."""
        numbered = {board.number: board for board in self.event.boards.all()}
        there = set(Result.objects.filter(event=self.event).values_list("table", flat=True))
        tables = Table.objects.filter(round__event=self.event, **which).select_related("round")
        rows = [
            (numbered[number], table, played(self._made(table, number), numbered[number].value))
            for table in tables.order_by("pk")
            if table.pk not in there
            for number in table.boards
        ]
        record_bulk(self.event, rows, self.director.get_username())

    def _made(self, table: Table, number: int) -> Play:
        sides = {Side.NS: self.skill[table.ns_id], Side.EW: self.skill[table.ew_id or 0]}
        return self.dealt[number].play(sides, self.luck)

    def to_cup(self) -> bool:
        """Draw what is next, or make every choice; whether it is before the cup."""
        self.event.refresh_from_db()
        now = teams_now(self.event)
        while now.state and now.state.next == "choose":
            drawing.choose(self.event, now.state.chooser, now.state.among[-1], self.director)
            self.event.refresh_from_db()
            now = teams_now(self.event)
        found = drawing.proposal(now)
        if found:
            drawing.draw_next(self.event, found.round, self.director)
        return now.state is None or now.state.cup is None

    def line_ups(self, numbers: range) -> None:
        """Who sits where in these rounds: one player of five rests in each half."""
        for match in self.event.matches.filter(round__in=numbers).exclude(away=None):
            two = zip(("home", "away"), match.teams, strict=True)
            # Who has announced a system of class A names its players first.
            for side, team in sorted(two, key=lambda one: not one[1].a_system):
                for half in range(1, len(match.halves) + 1):
                    keys = list(team.members.values_list("pk", flat=True))
                    del keys[(match.round + half) % PLAYERS]
                    four = acts.Four((keys[0], keys[1]), (keys[2], keys[3]))
                    acts.name_line_up(self.event, match.pk, half, side, four, self.director)

    def walkover(self, round_: int) -> None:
        """The away team of the round's last match gives walkover."""
        match = self.event.matches.filter(round=round_).last()
        if match:
            acts.concede(self.event, match.pk, "away", WALKOVER, self.director)

    def under_way(self, number: int) -> None:
        """The rounds of the hall before this one are over, in this one the clock stands still."""
        now = timezone.now()
        self.event.rounds.filter(number__lt=number).update(opened=now, closed=now)
        self.event.rounds.filter(number=number).update(minutes=MINUTES)
        self._show_cards()
        rounds.open_round(self.event, number, self.director)
        rounds.pause(self.event, number, self.director)

    def _show_cards(self) -> None:
        """The cards of the boards that are played."""
        rows = list(self.event.boards.filter(results__isnull=False).distinct())
        for row in rows:
            row.deal = str(self.dealt[row.number].record.deal)
        models.Board.objects.bulk_update(rows, ["deal"], batch_size=100)
