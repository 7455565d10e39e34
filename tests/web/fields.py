"""Full fields for draws: pairs of the Open semifinal, teams of the team semifinals."""

from decimal import Decimal

from storslam.web.acts.venues import stage_of
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
)
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
