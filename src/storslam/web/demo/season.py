"""Builds the demo season in the database: registry, qualifiers, a semifinal in play, a final."""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from storslam.exchange.starting_points import STARTING_POINTS
from storslam.movements import Movement
from storslam.movements.barometer import as_movement, barometer
from storslam.rulebook.edition import edition
from storslam.scoring import Contestant, Event, Line, Player
from storslam.translation import translator
from storslam.web import models
from storslam.web.accounts import create_director
from storslam.web.acts.declarations import hand_in
from storslam.web.demo.federation import Federation
from storslam.web.demo.incidents import DIRECTOR, incidents, round_in_play
from storslam.web.demo.people import TOWNS, Pair, Person, clubs, people
from storslam.web.demo.play import BoardInPlay, boards, fresh_secret, lines
from storslam.web.demo.teams import TeamEvents
from storslam.web.hall.hands import promised
from storslam.web.intake import Heading, store_event
from storslam.web.models import Discipline, StageKind
from storslam.web.models.event import State
from storslam.web.seasons import open_season

SEED = 2013
WHO = "demo"
ROUNDS_PLAYED, LAST_CHANCE_PAIRS = 20, 24
ENTERED, NOW = "2012-09-20T19:00", "2013-08-02T17:00"
FINAL_PAIRS, FINAL = 52, "dam-final"
BOARDS_PER_ROUND = 2
QUALIFIER_ROUNDS, QUALIFIER_BOARDS = 21, 42
FESTIVAL = "Örebro"
FINAL_DAY, SEMIFINAL_DAY = datetime.date(2013, 7, 28), datetime.date(2013, 8, 2)
QUALIFIER_DAYS = {
    Discipline.OPEN_PAIRS: datetime.date(2013, 4, 27),
    Discipline.WOMEN_PAIRS: datetime.date(2012, 10, 6),
}

# Starts in the Open qualifiers, by district; the other disciplines have a share of them.
OPEN_STARTS = {
    "Stockholm": 132,
    "Uppland": 34,
    "Ö Mellansvenska": 38,
    "Jönköping": 28,
    "Sydöstra": 36,
    "Gotland": 10,
    "Skåne": 92,
    "Halland": 34,
    "Göteborg": 66,
    "Bohus-Dal": 30,
    "Västergötland": 34,
    "Värmland-Dal": 28,
    "Örebro": 40,
    "Mälardalen": 36,
    "Dalarna": 28,
    "Gävleborg": 30,
    "Medelpad": 22,
    "Jämtl.-Härjedalen": 18,
    "Ångermanland": 22,
    "Västerbotten": 30,
    "Norrbotten": 24,
}

Progress = Callable[[str], None]


class Demo:
    """The demo season, from one seed. `say` hears what is being made."""

    def __init__(
        self, say: Progress, director: models.User, office: models.User, seed: int = SEED
    ) -> None:
        self.random = Random(seed)
        self.say, self.director = say, director
        self.season = open_season(edition())
        self.federation = Federation(self.season, office, seed)
        counts = {district: 3 * starts for district, starts in OPEN_STARTS.items()}
        self.people = list(people(self.random, counts))

    def build(self) -> None:
        """Everything, in the order in which it happened."""
        self._registry()
        self.federation.register()
        self._qualifiers(Discipline.WOMEN_PAIRS, 0.28)
        self._qualifiers(Discipline.OPEN_PAIRS, 1.0)
        self.say("places")
        women = self.federation.field(Discipline.WOMEN_PAIRS)
        opens = self.federation.field(Discipline.OPEN_PAIRS, self._others)
        self.federation.allow()
        self._final(women)
        self._semifinal()
        self.say("teams")
        teams = TeamEvents(self.federation, self.director, self.people, self.random)
        teams.semifinals(SEMIFINAL_DAY)
        teams.veterans(SEMIFINAL_DAY)
        self._systems()
        self.federation.clock(NOW)
        self.federation.player_account(opens[0].one.number, self.director)

    def _systems(self) -> None:
        """Every other pair of the semifinal's first group has handed in its declaration card."""
        self.say("systems")
        cards = [point.card(translator("sv")) for point in STARTING_POINTS.values()]
        event = models.Event.objects.get(slug="open-semifinal-a")
        for number, contestant in enumerate(event.contestants.order_by("pk")[::2]):
            players = tuple(member.name for member in contestant.members.all())
            card = replace(cards[number % len(cards)], players=players)
            hand_in(contestant, card, self.director)

    def _registry(self) -> None:
        self.say("registry")
        districts = {district.name: district for district in models.District.objects.all()}
        homes = {
            (district, name): models.Club(name=name, district=districts[district]).named()
            for district, names in clubs().items()
            for name in names
        }
        models.Club.objects.bulk_create(homes.values())
        models.Player.objects.bulk_create(
            [
                models.Player(
                    number=person.number,
                    name=person.name,
                    birth_year=person.birth_year,
                    district=districts[person.district],
                    club=homes[person.district, person.club],
                    lives_in=districts[person.district],
                    email=f"spelare{person.number}@example.org",
                    sex=models.Sex.WOMAN if person.woman else models.Sex.MAN,
                    master_points=person.master_points,
                    handicap=person.handicap,
                    ranking_points=person.ranking_points,
                ).named()
                for person in self.people
            ],
            batch_size=500,
        )

    def _qualifiers(self, discipline: Discipline, share: float) -> None:
        """Plays every district's qualifier."""
        stage = self._stage(discipline, StageKind.QUALIFIER)
        for district, starts in OPEN_STARTS.items():
            self.say(f"{discipline.label}, {district}")
            pairs = self._pairs(district, discipline, max(4, round(starts * share)))
            self._qualifier(stage, district, pairs)

    def _others(self) -> list[Pair]:
        """The pairs that play the last chance, in the order of its result."""
        missed = list(self.federation.without_place(Discipline.OPEN_PAIRS).values())
        return sorted(missed, key=lambda pair: -pair.skill)[:LAST_CHANCE_PAIRS]

    def _stage(self, discipline: Discipline, kind: StageKind) -> models.Stage:
        return self.season.stages.get(discipline=discipline, kind=kind)

    def _pairs(self, district: str, discipline: Discipline, count: int) -> list[Pair]:
        women = discipline == Discipline.WOMEN_PAIRS
        able = [p for p in self.people if p.district == district and (p.woman or not women)]
        drawn = self.random.sample(able, min(2 * count, len(able) // 2 * 2))
        return [Pair(*two) for two in zip(drawn[::2], drawn[1::2], strict=True)]

    def _qualifier(self, stage: models.Stage, district: str, pairs: Sequence[Pair]) -> None:
        rounds = min(QUALIFIER_ROUNDS, len(pairs) - 1 + len(pairs) % 2)
        per_round = -(-QUALIFIER_BOARDS // rounds)
        dealt = boards(range(1, rounds * per_round + 1), self.random)
        field = {str(number): pair for number, pair in enumerate(pairs, 1)}
        played = list(
            lines(barometer(len(pairs), per_round, rounds), dealt, _skills(field), self.random)
        )
        name = f"{stage.get_discipline_display()} {district}"
        site = next(iter(TOWNS[district]))
        heading = Heading(stage, name, QUALIFIER_DAYS[stage.discipline], site, state=State.ENDED)
        self.federation.enter(stage, district, pairs, ENTERED)
        event = self._store(heading, field, dealt, played)
        self.federation.qualify(event, district, rounds)

    def _final(self, qualified: Sequence[Pair]) -> None:
        self.say("final")
        stage = self._stage(Discipline.WOMEN_PAIRS, StageKind.FINAL)
        field = {str(number): pair for number, pair in enumerate(qualified, 1)}
        movement = barometer(FINAL_PAIRS, BOARDS_PER_ROUND)
        secret = fresh_secret(self.random)
        dealt = boards(range(1, BOARDS_PER_ROUND * (FINAL_PAIRS - 1) + 1), self.random, secret)
        played = lines(movement, dealt, _skills(field), self.random)
        heading = Heading(
            stage, "SM Par Dam, final", FINAL_DAY, FESTIVAL, state=State.RUNNING, slug=FINAL
        )
        event = self._store(heading, field, dealt, list(played))
        promised(event, WHO, event.boards.all(), secret=secret)
        incidents(event)

    def _semifinal(self) -> None:
        """The groups as they were drawn, an event each; in group A a round is in play."""
        self.say("semifinal")
        stage = self._stage(Discipline.OPEN_PAIRS, StageKind.SEMIFINAL)
        seeded = self.federation.draw(Discipline.OPEN_PAIRS)
        rounds = len(seeded["movements"]["A"])
        secret = fresh_secret(self.random)
        dealt = boards(range(1, BOARDS_PER_ROUND * rounds + 1), self.random, secret)
        for group, members in seeded["groups"].items():
            field = {
                str(number): self.federation.pairs[int(id_)]
                for number, id_ in enumerate(members, 1)
            }
            movement = _movement(seeded["movements"][group])
            played = lines(movement, dealt, _skills(field), self.random, group)
            heading = Heading(
                stage,
                f"SM Par Open, semifinal {group}",
                SEMIFINAL_DAY,
                FESTIVAL,
                state=State.RUNNING,
                slug=f"open-semifinal-{group.lower()}",
            )
            event = self._store(heading, field, dealt, [_as_played(line) for line in played])
            promised(event, WHO, event.boards.all(), secret=secret)
            event.group = group
            event.save(update_fields=["group"])
            round_in_play(event, ROUNDS_PLAYED + 1, self.director, sent=group == "A")

    def _store(
        self,
        heading: Heading,
        field: Mapping[str, Pair],
        dealt: Mapping[int, BoardInPlay],
        played: Iterable[Line],
    ) -> models.Event:
        event = Event(
            name=heading.name,
            contestants=tuple(
                Contestant(id_, tuple(map(_player, (pair.one, pair.two))))
                for id_, pair in field.items()
            ),
            boards={number: board.record for number, board in dealt.items()},
            lines=tuple(played),
        )
        return store_event(event, heading, WHO, directors=[self.director])


def _player(person: Person) -> Player:
    return Player(person.name, person.number, person.club)


def _skills(field: Mapping[str, Pair]) -> dict[str, float]:
    return {id_: pair.skill for id_, pair in field.items()}


def _movement(rounds: Sequence[Sequence[tuple[int, int]]]) -> Movement:
    numbered = [[(ns - 1, ew - 1) for ns, ew in tables] for tables in rounds]
    return as_movement(numbered, 2 * len(numbered[0]), BOARDS_PER_ROUND)


def _as_played(line: Line) -> Line:
    """The line as it is in the middle of the semifinal: later rounds are seated, not played."""
    return line if line.round <= ROUNDS_PLAYED else replace(line, outcome=None, play=None)


def people_of_the_demo(password: str) -> tuple[models.User, models.User]:
    """The director and the office; the committee and an officer of Skåne are made with them."""
    make = models.User.objects.create_user
    director = create_director(DIRECTOR, password, "Tora Ledare")
    office = models.User.objects.create_superuser("kansli", "kansli@example.org", password)
    make("tk", "tk@example.org", password, committee=True)
    skane = models.District.objects.get(name="Skåne")
    make("skane", "skane@example.org", password, district=skane)
    return director, office
