"""Full fields for draws and whole stages that are played: the Open semifinal, team semifinals."""

from decimal import Decimal

from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.scoring.event import Score
from storslam.web.acts.venues import stage_of
from storslam.web.hall import field, seating
from storslam.web.hall.kinds import Options
from storslam.web.models import (
    Club,
    District,
    Entry,
    EntryPlayer,
    Place,
    PlaceState,
    Player,
    Season,
    Source,
    Stage,
    Table,
)
from storslam.web.payload import Payload
from storslam.web.results import change_state, record_bulk, record_result
from tests.web import season as makers

PAIRS = 168


def semifinal(season: Season, pot: int = 2) -> Stage:
    """The Open semifinal: 168 pairs from all districts hold places, two places are in the pot."""
    stage = season.stages.get(discipline="open-pairs", kind="semifinal")
    held = PAIRS + 2 - pot
    districts = list(District.objects.all())
    homes = [districts[(n * n // 7) % len(districts)] for n in range(held)]
    fill(stage, homes, 2)
    Place.objects.bulk_create(
        Place(
            stage=stage,
            number=held + n,
            source=Source.LAST_CHANCE,
            state=PlaceState.POT,
            since=season.now(),
        )
        for n in range(1, pot + 1)
    )
    return stage


def team_field(season: Season, homes: dict[str, int]) -> Stage:
    """The team semifinals: so many teams of each district, by its name."""
    stage = stage_of(season)
    fill(stage, [makers.district(name) for name, n in homes.items() for _ in range(n)], 4)
    return stage


def fill(stage: Stage, homes: list[District], size: int) -> None:
    """An entry for each of the districts, each with a place of its own."""
    season, now = stage.season, stage.season.now()
    qualifier = season.stages.get(discipline=stage.discipline, kind="qualifier")
    clubs = {d: Club.objects.get_or_create(name=f"BK {d}", district=d)[0] for d in set(homes)}
    base = 10_000 * size
    players = [
        Player(
            number=str(base + n),
            name=f"Person {base + n}",
            birth_year=1950,
            email=f"p{base + n}@example.org",
            district=homes[n // size],
            club=clubs[homes[n // size]],
            master_points=(n * 7919) % 3000,
            handicap=Decimal((n * 31) % 360) / 10,
            ranking_points=Decimal((n * 613) % 5000) / 10,
        ).named()
        for n in range(size * len(homes))
    ]
    Player.objects.bulk_create(players, batch_size=100)
    entries = Entry.objects.bulk_create(
        Entry(
            stage=qualifier,
            district=home,
            name=f"Lag {n}" if size > 2 else "",
            entered=now,
            key=f"{stage.pk}.{n}",
        )
        for n, home in enumerate(homes, 1)
    )
    EntryPlayer.objects.bulk_create(
        (
            EntryPlayer(entry=entries[n // size], player=p, stage=qualifier, position=n % size + 1)
            for n, p in enumerate(players)
        ),
        batch_size=100,
    )
    Place.objects.bulk_create(
        Place(
            stage=stage,
            number=n,
            source=Source.FIRST,
            district=entry.district,
            state=PlaceState.ACCEPTED,
            entry=entry,
            since=now,
        )
        for n, entry in enumerate(entries, 1)
    )


def another(stage: Stage, place: Place, home: str) -> Entry:
    """Put another entry of that district in a place, as a vacancy that was filled does."""
    qualifier = stage.season.stages.get(discipline=stage.discipline, kind="qualifier")
    number = Player.objects.count() + 900_000
    entry = Entry.objects.create(
        stage=qualifier,
        district=makers.district(home),
        name="" if stage.discipline == "open-pairs" else "Reservlaget",
        entered=stage.season.now(),
        key=f"reserve{number}",
    )
    for position in (1, 2):
        who = makers.player(
            stage.season, number + position, home, name=f"Reserv {position}", paid=None
        )
        EntryPlayer.objects.create(entry=entry, player=who, stage=qualifier, position=position)
    Place.objects.filter(pk=place.pk).update(entry=entry, state=PlaceState.FILLED)
    return entry


def seated(event, office, boards=2, rounds=None, kind="barometer", **more):
    """The event seated by a movement, by default a barometer."""
    return seating.arrange(event, kind, office, Options(boards, rounds), **more)


def play(event, table, board, score=100, seat=""):
    """A director's result, or that of a seat at the table."""
    row, key = event.boards.get(number=board), f"k{table.pk}.{board}"
    return record_result(event, row, table, Payload(Score(score)), key, 0, "ledare", seat=seat)


def play_all(event, order=None):
    """Results in which the pair that comes first in this order wins every board; else all level."""
    boards = {board.number: board for board in event.boards.all()}
    tables = Table.objects.filter(round__event=event).exclude(ew=None).select_related("ns", "ew")
    rows = [
        (boards[number], table, Payload(Score(won(table, order))))
        for table in tables
        for number in table.boards
    ]
    record_bulk(event, rows, "ledare")


def won(table, order):
    """The score at a table at which the pair that comes first in this order wins."""
    if order is None:
        return 0
    return 100 if order.index(table.ns.code) < order.index(table.ew.code) else -100


def five_groups(season, office, level=False):
    """The Open semifinal played in five small groups; the best of each wins everything.

    `level`: in group A all boards are passed out, so that everybody is level.
    """
    stage = season.stages.get(discipline="open-pairs", kind="semifinal")
    for size, name in enumerate("ABCDE", 12):
        people = [
            Who(str(n), (Person(f"{name}{n} Ett", f"{name}{n}1"), Person(f"{name}{n} Två", "")))
            for n in range(1, size + 1)
        ]
        event = field.store(
            stage, field.Field(tuple(people), {}), f"Semi {name}", office, group=name
        )
        seated(event, office, boards=1)
        order = [str(n) for n in range(1, size + 1)]
        play_all(event, None if level and name == "A" else order)
        for state in ("running", "ended"):
            change_state(event, state)
    return stage
