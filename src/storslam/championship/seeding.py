"""Seeding of the Open semifinal (p. 6, "Seedning av startfältet i SM Par Semifinal").

The doubtful words: "inte alla par från ett och samma Dfb" is read as spread as evenly as can be
(G-10); equal and absent values (G-11); places held for Sista Chansen's pairs (G-45); "inte senare
än med 10 ronder kvar" counts the rounds after the meeting (G-46).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random

from storslam.championship.disciplines import taken
from storslam.championship.spread import Spread, spread
from storslam.errors import StorslamError
from storslam.movements import faults, profile
from storslam.movements.balance import balance
from storslam.movements.balanced import Rounds
from storslam.movements.barometer import as_movement
from storslam.movements.early import EarlyTable, Search, early_table, fewest_rounds
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count

Values = tuple[Fraction | None, Fraction | None]

# How the text is read, and carried out here.
_READ = {
    "seeding.spread": "as-even-as-possible",
    "seeding.ties.equal-values": "mean-position",
    "seeding.ties.absent-value": "last",
    "seeding.last-chance-pairs": "place-held",
    "seeding.rounds-left-counted": "after-the-meeting",
}


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, its district, and both players' values; None where a player has none."""

    id: str
    district: str
    master_points: Values
    handicap: Values
    ranking_points: Values


@dataclass(frozen=True, slots=True)
class Rank:
    """A pair's positions in the three rankings, and their sum."""

    id: str
    positions: Mapping[str, Fraction]

    @property
    def sum(self) -> Fraction:
        return sum(self.positions.values(), Fraction())


def ranking(pairs: Sequence[Entrant], book: Book, random: Random) -> list[Rank]:
    """The pairs in the order of the sum of their positions (SM-SEED-1, -2, -3)."""
    measures = book.table("seeding.measures")
    positions = {
        name: _positions({pair.id: _measured(pair, name, how) for pair in pairs}, how["best"])
        for name, how in measures.items()
    }
    ranks = [Rank(p.id, {name: positions[name][p.id] for name in measures}) for p in pairs]
    lots = [pair.id for pair in sorted(pairs, key=lambda pair: pair.id)]
    random.shuffle(lots)
    parted = [name for name in book.value("seeding.ties.equal-sums", tuple) if name != "lot"]

    def key(rank: Rank) -> tuple[object, ...]:
        return rank.sum, *(rank.positions[name] for name in parted), lots.index(rank.id)

    return sorted(ranks, key=key)


def _measured(pair: Entrant, measure: str, how: Mapping[str, str]) -> Fraction | None:
    """The pair's value: the players' total or mean; None where a player has none."""
    values: Values = getattr(pair, measure.replace("-", "_"))
    one, other = values
    if one is None or other is None:
        return None
    return one + other if how["taken"] == "total" else (one + other) / 2


def _positions(values: Mapping[str, Fraction | None], best: str) -> dict[str, Fraction]:
    """Positions from 1; equal values share their mean position, absent ones share the last."""
    sign = -1 if best == "highest" else 1
    keys = {one: (value is None, sign * (value or 0)) for one, value in values.items()}
    order = sorted(keys.values())
    first = {key: order.index(key) + 1 for key in set(order)}
    return {one: first[key] + Fraction(order.count(key) - 1, 2) for one, key in keys.items()}


@dataclass(frozen=True, slots=True)
class Group:
    """A group: its pairs by number from 1, its rounds, and when pairs of one district meet.

    `rounds`: tables of two numbers from 1, North-South first.
    """

    name: str
    pairs: tuple[str, ...]
    rounds: tuple[tuple[tuple[int, int], ...], ...]
    meetings: tuple[tuple[str, str, int], ...]


def group_table(
    name: str,
    pairs: Sequence[str],
    district: Mapping[str, str],
    latest: int,
    random: Random,
    search: Search,
) -> Group:
    """A balanced table for these pairs in which those of one district meet as early as was found.

    Raises StorslamError, with the reason, when they cannot meet by round `latest`, and when the
    `search` that all groups share is over.
    """
    clans = _clans(pairs, district)
    for members in clans:
        _refuse_impossible(name, members, len(pairs), district, latest)
    found = early_table([len(members) for members in clans], len(pairs), latest, random, search)
    if found is None:
        raise StorslamError(
            "group %(group)s: no table in which all districts meet by round %(latest)s was found "
            "in the steps that a search may take; there may be one, and another lot may find it",
            group=name,
            latest=latest,
        )
    return _verified(_numbered(name, clans, found, district), district, latest)


def _clans(pairs: Sequence[str], district: Mapping[str, str]) -> list[list[str]]:
    clans: dict[str, list[str]] = {}
    for pair in pairs:
        clans.setdefault(district[pair], []).append(pair)
    return list(clans.values())


def _refuse_impossible(
    name: str, members: Sequence[str], size: int, district: Mapping[str, str], latest: int
) -> None:
    needed = fewest_rounds(len(members), size)
    if needed > latest:
        raise StorslamError(
            "group %(group)s has %(count)s pairs of %(district)s; they need %(needed)s rounds to "
            "meet, and must have met by round %(latest)s",
            group=name,
            count=len(members),
            district=district[members[0]],
            needed=needed,
            latest=latest,
        )


def _numbered(
    name: str, clans: Sequence[Sequence[str]], found: EarlyTable, district: Mapping[str, str]
) -> Group:
    pair_of = {
        number: pair
        for numbers, members in zip(found.numbers, clans, strict=True)
        for number, pair in zip(numbers, members, strict=True)
    }
    pairs = tuple(pair_of[number] for number in range(len(pair_of)))
    rounds = tuple(tuple((ns + 1, ew + 1) for ns, ew in tables) for tables in found.rounds)
    return Group(name, pairs, rounds, _meetings(pairs, found.rounds, district))


def _meetings(
    pairs: Sequence[str], rounds: Rounds, district: Mapping[str, str]
) -> tuple[tuple[str, str, int], ...]:
    return tuple(
        (pairs[ns], pairs[ew], number)
        for number, tables in enumerate(rounds, 1)
        for ns, ew in tables
        if district[pairs[ns]] == district[pairs[ew]]
    )


def _verified(group: Group, district: Mapping[str, str], latest: int) -> Group:
    """The group, once code that knows nothing of its making has found it right."""
    size = len(group.pairs)
    rounds = [[(ns - 1, ew - 1) for ns, ew in tables] for tables in group.rounds]
    movement = as_movement(rounds, size, 1)
    met = {frozenset(meeting[:2]) for meeting in group.meetings if meeting[2] <= latest}
    relatives = {
        frozenset(two)
        for two in combinations(group.pairs, 2)
        if len({district[p] for p in two}) == 1
    }
    sound = (
        not list(faults(movement))
        and len(profile(movement).meetings) == size * (size - 1) // 2
        and balance(movement).best_possible
        and met == relatives
    )
    if not sound:
        raise AssertionError(f"the table of group {group.name} is not what it should be")
    return group


@decides("seed-groups", rules=tuple(f"SM-SEED-{number}" for number in range(1, 7)))
def decide_seed_groups(
    book: Book, *, pairs: tuple[Entrant, ...], lot_seed: int, places_held: Count = 0
) -> Decision:
    """The order of the field, its groups, and a table for each group, from a stated lot.

    `places_held`: how many pairs of Sista Chansen are not known yet. Until they are, each has a
    place after all who are ranked; then the field is seeded anew with them in it.
    """
    _refuse_count(len(pairs) + places_held, book)
    random = Random(lot_seed)
    held = tuple(_held(number) for number in range(1, places_held + 1))
    field = (*_of_known_districts(pairs, book), *held)
    _refuse_pairs(field)
    readings = dict.fromkeys(one for key, how in _READ.items() for one in taken(book, key, how))
    district = {pair.id: pair.district for pair in field}
    ranks = ranking(field, book, random)
    order = [rank.id for rank in ranks]
    divided = _divided(order, district, book, random)
    latest, search = _latest(book), Search()
    groups = [
        group_table(name, members, district, latest, random, search)
        for name, members in divided.groups.items()
    ]
    return Decision(
        {
            "order": order,
            "held": [pair.id for pair in held],
            "ranks": {rank.id: {**rank.positions, "sum": rank.sum} for rank in ranks},
            "groups": {group.name: group.pairs for group in groups},
            "movements": {group.name: group.rounds for group in groups},
            **_met(groups),
            "latest_allowed": latest,
            **_spread_out(divided, district, {pair.district for pair in held}),
        },
        tuple(because(f"SM-SEED-{number}") for number in range(1, 7)),
        tuple(readings),
    )


def _held(number: int) -> Entrant:
    """A place for a pair of Sista Chansen: no values, and kin to nobody."""
    name = f"last-chance-{number}"
    unknown: Values = (None, None)
    return Entrant(name, name, unknown, unknown, unknown)


def _of_known_districts(pairs: Sequence[Entrant], book: Book) -> list[Entrant]:
    """The pairs, each district by its printed name; StorslamError for one that is not known."""
    names = {name: book.edition.district(name).name for name in {p.district for p in pairs}}
    return [replace(pair, district=names[pair.district]) for pair in pairs]


def _latest(book: Book) -> int:
    """The last round in which two of a district may meet (SM-SEED-6)."""
    rounds = book.value("events.open-pairs.semifinal.group-size", int) - 1
    return rounds - book.value("seeding.rounds-left", int)


def _met(groups: Sequence[Group]) -> dict[str, object]:
    """The meetings of two pairs of a district, and the last round with one; 0 when none meet."""
    met = [
        {"group": group.name, "a": one, "b": other, "round": number}
        for group in groups
        for one, other, number in group.meetings
    ]
    latest = max((number for group in groups for *_, number in group.meetings), default=0)
    return {"meetings": met, "latest_round": latest}


def _spread_out(
    divided: Spread, district: Mapping[str, str], held: Collection[str]
) -> dict[str, object]:
    """How evenly the districts are spread; places that are held count in none."""
    most = {name: count for name, count in divided.most.items() if name not in held}
    return {
        "spread": sum(most.values()),
        "lower_bound": sum(divided.least[name] for name in most),
        "optimal": True if divided.excess == 0 else None,
        "most_of_a_district_in_a_group": most,
        "alone_in_one_group": _alone(divided, district),
    }


def _refuse_count(count: int, book: Book) -> None:
    field = book.value("events.open-pairs.semifinal.field", int)
    if count != field:
        raise StorslamError(
            "pairs: there are %(count)s; the semifinal has %(field)s", count=count, field=field
        )


def _refuse_pairs(pairs: Sequence[Entrant]) -> None:
    """StorslamError for a pair that is there twice, and for a value below zero."""
    seen: set[str] = set()
    for pair in pairs:
        if pair.id in seen:
            raise StorslamError("pairs: %(id)s is there twice", id=pair.id)
        seen.add(pair.id)
        for value in (*pair.master_points, *pair.handicap, *pair.ranking_points):
            if value is not None and value < 0:
                raise StorslamError(
                    "%(name)s: %(value)s is below zero", name=pair.id, value=float(value)
                )


def _divided(
    order: Sequence[str], district: Mapping[str, str], book: Book, random: Random
) -> Spread:
    top = {
        group: [order[place - 1] for place in places]
        for group, places in book.table("seeding.top").items()
    }
    seeded, block = sum(map(len, top.values())), book.value("seeding.block", int)
    blocks = [order[start : start + block] for start in range(seeded, len(order), block)]
    return spread(top, blocks, district, random)


def _alone(divided: Spread, district: Mapping[str, str]) -> list[str]:
    """Districts with several pairs that are all in one group, which only the table can force."""
    where: dict[str, list[str]] = {}
    for group, members in divided.groups.items():
        for pair in members:
            where.setdefault(district[pair], []).append(group)
    return sorted(name for name, groups in where.items() if len(groups) > 1 == len(set(groups)))
