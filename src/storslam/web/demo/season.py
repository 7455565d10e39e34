"""Builds the demo season in the database: registry, qualifiers, a semifinal in play, a final."""

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import starmap
from random import Random

from storslam.championship.quota import quota
from storslam.championship.seeding import Entrant, decide_seed_groups
from storslam.movements import Movement
from storslam.movements.barometer import as_movement, barometer
from storslam.movements.movement import named
from storslam.rulebook.edition import edition
from storslam.scoring import Contestant, Event, Line, Player, score
from storslam.web import models
from storslam.web.demo.incidents import incidents
from storslam.web.demo.people import TOWNS, Person, clubs, people
from storslam.web.demo.play import BoardInPlay, boards, lines
from storslam.web.intake import Heading, store_event
from storslam.web.models import Discipline, StageKind
from storslam.web.models.event import State
from storslam.web.seasons import open_season

SEED = 2013
WHO = "demo"
SEMIFINAL_PAIRS, ROUNDS_PLAYED = 170, 20
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


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people who play together."""

    one: Person
    two: Person

    @property
    def skill(self) -> float:
        return (self.one.skill + self.two.skill) / 2


class Demo:
    """The demo season, from one seed. `say` hears what is being made."""

    def __init__(self, say: Progress, director: models.User, seed: int = SEED) -> None:
        self.random = Random(seed)
        self.say, self.director = say, director
        self.season = open_season(edition())
        counts = {district: 3 * starts for district, starts in OPEN_STARTS.items()}
        self.people = list(people(self.random, counts))

    def build(self) -> None:
        """Everything, in the order in which it happened."""
        self._registry()
        women = self._qualified(Discipline.WOMEN_PAIRS, 0.28)
        opens = self._qualified(Discipline.OPEN_PAIRS, 1.0)
        self._final(women)
        self._semifinal(opens)

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
                ).named()
                for person in self.people
            ],
            batch_size=500,
        )

    def _qualified(self, discipline: Discipline, share: float) -> list[Pair]:
        """Plays every district's qualifier; the pairs with a place, then the best of the others."""
        stage = self._stage(discipline, StageKind.QUALIFIER)
        fields = {
            district: self._pairs(district, discipline, max(4, round(starts * share)))
            for district, starts in OPEN_STARTS.items()
        }
        starts = {district: len(pairs) for district, pairs in fields.items()}
        seats = self._seats(discipline, starts)
        through, others = list[Pair](), list[Pair]()
        for district, pairs in fields.items():
            self.say(f"{discipline.label}, {district}")
            ranked = self._qualifier(stage, district, pairs)
            through += ranked[: seats[district]]
            others += ranked[seats[district] :]
        return through + sorted(others, key=lambda pair: -pair.skill)

    def _seats(self, discipline: Discipline, starts: Mapping[str, int]) -> dict[str, int]:
        drawn = self.random.sample(sorted(starts), len(starts))
        return quota(edition().at(), discipline.value, starts, lot=drawn).seats

    def _stage(self, discipline: Discipline, kind: StageKind) -> models.Stage:
        return self.season.stages.get(discipline=discipline, kind=kind)

    def _pairs(self, district: str, discipline: Discipline, count: int) -> list[Pair]:
        women = discipline == Discipline.WOMEN_PAIRS
        able = [p for p in self.people if p.district == district and (p.woman or not women)]
        drawn = self.random.sample(able, min(2 * count, len(able) // 2 * 2))
        return [Pair(*two) for two in zip(drawn[::2], drawn[1::2], strict=True)]

    def _qualifier(self, stage: models.Stage, district: str, pairs: Sequence[Pair]) -> list[Pair]:
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
        self._store(heading, field, dealt, played)
        return [field[row.id] for row in score(played).rows]

    def _final(self, qualified: Sequence[Pair]) -> None:
        self.say("final")
        stage = self._stage(Discipline.WOMEN_PAIRS, StageKind.FINAL)
        field = {str(number): pair for number, pair in enumerate(qualified[:FINAL_PAIRS], 1)}
        movement = barometer(FINAL_PAIRS, BOARDS_PER_ROUND)
        dealt = boards(range(1, BOARDS_PER_ROUND * (FINAL_PAIRS - 1) + 1), self.random)
        played = lines(movement, dealt, _skills(field), self.random)
        heading = Heading(
            stage, "SM Par Dam, final", FINAL_DAY, FESTIVAL, state=State.RUNNING, slug=FINAL
        )
        event = self._store(heading, field, dealt, list(played))
        incidents(event)

    def _semifinal(self, qualified: Sequence[Pair]) -> None:
        self.say("semifinal")
        stage = self._stage(Discipline.OPEN_PAIRS, StageKind.SEMIFINAL)
        entered = {str(number): pair for number, pair in enumerate(qualified[:SEMIFINAL_PAIRS])}
        seeded = decide_seed_groups(
            edition().at(), pairs=tuple(starmap(_entrant, entered.items())), lot_seed=SEED
        )
        rounds = len(seeded.result["movements"]["A"])
        dealt = boards(range(1, BOARDS_PER_ROUND * rounds + 1), self.random)
        field: dict[str, Pair] = {}
        played: list[Line] = []
        for group, members in seeded.result["groups"].items():
            names = [f"{group}{number}" for number in range(1, len(members) + 1)]
            field |= {name: entered[id_] for name, id_ in zip(names, members, strict=True)}
            movement = named(_movement(seeded.result["movements"][group]), names)
            played += lines(movement, dealt, _skills(field), self.random, group)
        heading = Heading(
            stage,
            "SM Par Open, semifinal",
            SEMIFINAL_DAY,
            FESTIVAL,
            state=State.RUNNING,
            slug="open-semifinal",
        )
        self._store(heading, field, dealt, [_as_played(line) for line in played])

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


def _entrant(id_: str, pair: Pair) -> Entrant:
    """The pair with values that go with its skill, as a registry would have them."""
    skills = (pair.one.skill, pair.two.skill)
    return Entrant(
        id=id_,
        district=pair.one.district,
        master_points=tuple(Fraction(round(400 + 150 * skill)) for skill in skills),
        handicap=tuple(Fraction(max(0, round(24 - 8 * skill))) for skill in skills),
        ranking_points=tuple(Fraction(round(100 + 40 * skill)) for skill in skills),
    )


def _movement(rounds: Sequence[Sequence[tuple[int, int]]]) -> Movement:
    numbered = [[(ns - 1, ew - 1) for ns, ew in tables] for tables in rounds]
    return as_movement(numbered, 2 * len(numbered[0]), BOARDS_PER_ROUND)


def _as_played(line: Line) -> Line:
    """The line as it is in the middle of the semifinal: later rounds are seated, not played."""
    return line if line.round <= ROUNDS_PLAYED else replace(line, outcome=None, play=None)
