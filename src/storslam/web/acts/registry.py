"""The registry from the Federation's file: shown first, then stored whole or not at all."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction

from storslam.exchange.registry import RegistryPlayer
from storslam.web.acts.trail import note
from storslam.web.models import Club, District, Membership, Player, Season, Sex, User

_BATCH = 500
_GIVEN = ("birth_year", "email", "master_points")
_MEASURED = ("handicap", "ranking_points")
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a file would do: new players, changed ones with what changes, new clubs.

    `changes` holds, by member number, the fields that get another value: old and new as text.
    """

    rows: tuple[RegistryPlayer, ...]
    new: tuple[RegistryPlayer, ...]
    changes: dict[str, dict[str, tuple[str, str]]]
    clubs: tuple[tuple[str, str], ...]

    @property
    def unchanged(self) -> int:
        """How many are as they were."""
        return len(self.rows) - len(self.new) - len(self.changes)


def plan(season: Season, rows: Sequence[RegistryPlayer]) -> Plan:
    """What these rows would do to the registry; nothing is stored.

    What a row does not say stays as it is.
    """
    districts, clubs = _districts(), _clubs()
    known = _known(season, rows)
    rows = [_at_home(row, known, clubs) for row in rows]
    new = tuple(row for row in rows if row.number not in known)
    changes = {}
    for row in rows:
        if row.number in known:
            player, paid = known[row.number]
            changed = _changed(player, paid, _values(row, districts, clubs), row)
            if changed:
                changes[row.number] = changed
    wanted = {
        (row.club, row.district or "")
        for row in rows
        if row.club
        for district in [districts.get(row.district or "")]
        if (row.club, district.pk if district else None) not in clubs
    }
    return Plan(tuple(rows), new, changes, tuple(sorted(wanted)))


def store(
    season: Season,
    rows: Sequence[RegistryPlayer],
    who: User | str,
    left_out: Collection[str] = (),
) -> Plan:
    """Store the rows but those `left_out` by member number; all or nothing. Gives what was done."""
    rows = [row for row in rows if row.number not in left_out]
    with transaction.atomic():
        done = plan(season, rows)
        districts = _districts()
        _store_clubs(done, districts)
        _store_players(done, districts, _clubs())
        _store_memberships(season, rows)
        note(
            "import-registry",
            season,
            who,
            season=season,
            text=f"+{len(done.new)} ~{len(done.changes)}",
            new=[row.number for row in done.new],
            changed=sorted(done.changes),
            left_out=sorted(left_out),
        )
    return done


def _districts() -> dict[str, District]:
    return {district.code: district for district in District.objects.all()}


def _clubs() -> dict[tuple[str, int | None], Club]:
    return {(club.name, club.district_id): club for club in Club.objects.select_related("district")}


def _at_home(
    row: RegistryPlayer,
    known: dict[str, tuple[Player, Membership | None]],
    clubs: dict[tuple[str, int | None], Club],
) -> RegistryPlayer:
    """The row with the district of its club where it names a club alone: the player's own, or that
    of the only club of the name."""
    if not row.club or row.district:
        return row
    player, _paid = known.get(row.number, (None, None))
    named = [club.district for (name, _), club in clubs.items() if name == row.club]
    home = player.district if player and player.district else None
    if home is None and len(named) == 1:
        home = named[0]
    return replace(row, district=home.code) if home else row


def _known(
    season: Season, rows: Iterable[RegistryPlayer]
) -> dict[str, tuple[Player, Membership | None]]:
    numbers = {row.number for row in rows}
    players = {p.number: p for p in Player.objects.select_related("club", "district", "lives_in")}
    paid = {m.player_id: m for m in season.memberships.all()}
    return {n: (p, paid.get(p.pk)) for n, p in players.items() if n in numbers}


def _values(
    row: RegistryPlayer,
    districts: dict[str, District],
    clubs: dict[tuple[str, int | None], Club],
) -> dict[str, Any]:
    """The fields of the player that the row says; a club that is not there yet is its name."""
    values: dict[str, Any] = {"name": row.name}
    values |= {name: getattr(row, name) for name in _GIVEN if getattr(row, name) is not None}
    for name in _MEASURED:
        measured = getattr(row, name)
        if measured is not None:
            values[name] = (Decimal(measured.numerator) / measured.denominator).quantize(_CENT)
    district = districts.get(row.district or "")
    if district:
        values["district"] = district
    if row.club:
        values["club"] = clubs.get((row.club, district.pk if district else None), row.club)
    if row.residence is not None:
        lives_in = districts.get(row.residence)
        values |= {"lives_in": lives_in, "abroad": lives_in is None}
    if row.women is not None:
        values["sex"] = Sex.WOMAN if row.women else Sex.MAN
    return values


def _changed(
    player: Player, paid: Membership | None, values: dict[str, Any], row: RegistryPlayer
) -> dict[str, tuple[str, str]]:
    pairs = {name: (getattr(player, name), value) for name, value in values.items()}
    if row.paid:
        pairs["paid"] = (paid.paid if paid else None, row.paid)
    return {name: (_text(old), _text(new)) for name, (old, new) in pairs.items() if old != new}


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _store_clubs(done: Plan, districts: dict[str, District]) -> None:
    Club.objects.bulk_create(
        [Club(name=name, district=districts.get(district)).named() for name, district in done.clubs]
    )


def _store_players(
    done: Plan, districts: dict[str, District], clubs: dict[tuple[str, int | None], Club]
) -> None:
    new = [Player(number=row.number, **_values(row, districts, clubs)).named() for row in done.new]
    Player.objects.bulk_create(new, batch_size=_BATCH)
    rows = {row.number: row for row in done.rows}
    changed = list(Player.objects.filter(number__in=list(done.changes)))
    fields = set[str]()
    for player in changed:
        values = _values(rows[player.number], districts, clubs)
        for name, value in values.items():
            setattr(player, name, value)
        player.named()
        fields |= values.keys()
    if changed:
        names = sorted(fields | {"folded_name", "sort_key"})
        Player.objects.bulk_update(changed, names, batch_size=_BATCH)


def _store_memberships(season: Season, rows: Iterable[RegistryPlayer]) -> None:
    ids = dict(Player.objects.values_list("number", "pk"))
    Membership.objects.bulk_create(
        [
            Membership(player_id=ids[row.number], season=season, paid=row.paid)
            for row in rows
            if row.paid
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["player", "season"],
        update_fields=["paid"],
    )


def save_player(season: Season, player: Player, paid: date | None, who: User) -> None:
    """Store one player as the office has changed it, with the day the season's fee was paid."""
    with transaction.atomic():
        before = Player.objects.filter(pk=player.pk).values().first() or {}
        player.save()
        if paid:
            Membership.objects.update_or_create(
                player=player, season=season, defaults={"paid": paid}
            )
        else:
            Membership.objects.filter(player=player, season=season).delete()
        after = Player.objects.filter(pk=player.pk).values().get()
        changed = sorted(name for name, value in after.items() if before.get(name) != value)
        note(
            "change-player",
            player,
            who,
            season=season,
            text=f"{player.number} {player}",
            fields=[name for name in changed if name not in {"sort_key", "folded_name"}],
            paid=paid,
        )


def change_club(season: Season, club: Club, who: User, *, affiliated: bool) -> None:
    """Note whether a club belongs to the Federation."""
    with transaction.atomic():
        club.affiliated = affiliated
        club.save()
        note("change-club", club, who, season=season, text=f"{club}", affiliated=affiliated)
