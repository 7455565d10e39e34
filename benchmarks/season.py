"""A full season in the database: the registry's file, pages of quota and field, the size of it all.

400 qualifiers with 6,000 starts, 3,000 players read from a file. Figures beside a baseline: the
same rows written by Django alone, and an empty page of the house.
"""

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storslam.web.models import Season, User

PLAYERS, QUALIFIERS, STARTS = 3000, 400, 6000
PAGES = {
    "quota": "/sasonger/2012-2013/platser/open-pairs/",
    "field": "/sasonger/2012-2013/falt/open-pairs/",
    "results": "/sasonger/2012-2013/kval/open-pairs/",
    "places": "/sasonger/2012-2013/platser/open-pairs/lista/",
    "trail": "/sasonger/2012-2013/spar/",
    "office": "/sasonger/2012-2013/kansli/",
    "money": "/sasonger/2012-2013/ekonomi/",
    "account": "/sasonger/2012-2013/distrikt/SKA/ekonomi/",
    "calendar": "/sasonger/2012-2013/kalender/",
    "season": "/sasonger/2012-2013/",
}


def main() -> None:
    """Measure in a directory of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "STORSLAM_DATA": folder,
            "STORSLAM_REHEARSAL": "1",
            "DJANGO_SETTINGS_MODULE": "storslam.web.settings",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from storslam.rulebook.edition import edition
        from storslam.web.models import User
        from storslam.web.seasons import open_season

        season = open_season(edition())
        office = User.objects.create_superuser("kansli", password="x")  # noqa: S106
        _registry(season, office)
        _season(season, office)
        size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        print(f"size of the season: {size / 1e6:.0f} MB (goal 200)")
        _pages(office)


def _registry(season: "Season", office: "User") -> None:
    from storslam.exchange.registry import load_players
    from storslam.web.acts import registry
    from storslam.web.models import Player

    random = Random(1)
    codes = [district.code for district in season.edition.districts()]
    rows = ["medlemsnummer;namn;född;distrikt;klubb;betald;mästarpoäng;handicap;ranking;kön"]
    for number in range(1, PLAYERS + 1):
        code = random.choice(codes)
        rows.append(
            f"{number};Spelare Nummer{number};{random.randint(1930, 1995)};{code};BK {code}"
            f"{number % 9};2012-09-01;{random.randint(0, 4000)};{random.randint(0, 30)};"
            f"{random.randint(0, 300)};{random.choice('km')}"
        )
    data = "\n".join(rows).encode()

    def read() -> None:
        found = load_players(data, "register.csv", season.edition.districts())
        registry.store(season, found, office)

    took = _seconds(read)
    copies = [Player(number=f"x{p.number}", name=p.name).named() for p in Player.objects.all()]
    alone = _seconds(lambda: Player.objects.bulk_create(copies, batch_size=500))
    Player.objects.filter(number__startswith="x").delete()
    print(f"registry: {PLAYERS} players in {took:.2f} s (goal 10; rows alone {alone:.2f})")


def _season(season: "Season", office: "User") -> None:
    """Entries, sessions, points, reports, quotas and places of five disciplines and 21 districts.

    Further qualifiers are sessions of these: 400 evenings in all.
    """
    from storslam.web.acts import money, places, qualifying, quotas
    from storslam.web.demo.federation import Federation
    from storslam.web.models import District, Entry, EntryPlayer, Place, Player, StageKind

    federation = Federation(season, office, 1)
    federation.clock("2013-04-28T21:00")
    players = list(Player.objects.all())
    disciplines = ["open-pairs", "women-pairs", "mixed-pairs", "veteran-pairs"]
    evenings = -(-QUALIFIERS // (len(disciplines) * 21))
    began = time.perf_counter()
    for discipline in disciplines:
        stage = season.stages.get(discipline=discipline, kind=StageKind.QUALIFIER)
        stage.season = season
        pairs = STARTS // len(disciplines)
        entries = Entry.objects.bulk_create(
            Entry(stage=stage, district=district, entered=season.now(), key=f"{discipline} {n}")
            for n, district in zip(range(pairs), _again(list(District.objects.all())), strict=False)
        )
        EntryPlayer.objects.bulk_create(
            EntryPlayer(
                entry=entry, player=players[(2 * n + m) % len(players)], stage=stage, position=m,
                active=False,
            )
            for n, entry in enumerate(entries)
            for m in (1, 2)
        )  # fmt: skip
        for district in District.objects.all():
            own = list(
                Entry.objects.filter(stage=stage, district=district).prefetch_related("roster")
            )
            here = qualifying.qualifier_of(stage, district)
            for phase in range(1, evenings + 1):
                session = qualifying.add_session(
                    here, office, day=season.now().date(), phase=phase, rounds=7
                )
                rows = [
                    qualifying.Scores(entry, str(entry.pk), 100 + n, 7, 21)
                    for n, entry in enumerate(own)
                ]
                qualifying.store_scores(session, rows, office)
            qualifying.report(here, office)
        field = quotas.field_stage(season, discipline)
        field.season = season
        places.give_out(quotas.freeze(field, office, 1), office)
    for place in Place.objects.filter(state="offered").select_related("stage__season", "district"):
        places.accept(place, place.version, office)
    money.bill(season, office)
    took = time.perf_counter() - began
    print(f"{len(disciplines) * 21 * evenings} sessions, {STARTS} starts, stored in {took:.1f} s")


def _again(items: list) -> object:
    while True:
        yield from items


def _pages(office: "User") -> None:
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    client = Client()
    client.force_login(office)
    empty = _page(client, "/spelare/")
    for name, address in PAGES.items():
        took = _page(client, address)
        print(f"{name:8} {1000 * took:4.0f} ms, {took / empty:4.1f} × an empty page (goal 300-500)")


def _page(client: object, address: str) -> float:
    assert client.get(address).status_code == 200, address  # noqa: S101
    return median(_seconds(lambda: client.get(address)) for _ in range(5))


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
