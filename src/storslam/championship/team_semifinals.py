"""The team semifinals and final besides their venues (pp. 6-7, "Lag").

The doubtful words: "första arbetsdagen" is the next day that is neither Saturday, Sunday nor a
public holiday; "de inledande ronderna" are the first two (G-24).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from storslam.championship.calendar import venue_choice_deadline
from storslam.championship.disciplines import (
    leaning,
    refuse_districts,
    refuse_empty,
    refuse_more,
    refuse_twice,
    refuse_unknown,
)
from storslam.errors import StorslamError
from storslam.movements.barometer import all_play_all
from storslam.movements.early import fewest_rounds
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import REGISTRY, decides
from storslam.rulebook.strict import Positive

REGISTRY.carries("page", "venues", "SM-TSF-1", "SM-TSF-2", "SM-TSF-6", "SM-TSF-8")


@decides("venue-choice-deadline", rules=("SM-TSF-9",))
def decide_venue_choice_deadline(
    book: Book, *, quarterfinal_last_day: date, reported_on: date
) -> Decision:
    """Whether a district told its choice of venues in time."""
    last = venue_choice_deadline(quarterfinal_last_day, book)
    result = {"in_time": reported_on <= last, "last_day": last}
    return Decision(result, (because("SM-TSF-9", last_day=last),))


@decides("venue-publication", rules=("SM-TSF-10",))
def decide_venue_publication(
    book: Book, *, districts: tuple[str, ...], chosen: tuple[str, ...]
) -> Decision:
    """Whether team names and schedules may be published: not until every district has chosen."""
    refuse_empty(districts, "districts")
    refuse_twice(districts, "districts")
    refuse_twice(chosen, "chosen")
    refuse_districts(book, *districts)
    refuse_unknown(chosen, districts)
    waiting = sorted(set(districts) - set(chosen))
    return Decision({"may_publish": not waiting, "waiting_for": waiting}, (because("SM-TSF-10"),))


@dataclass(frozen=True, slots=True)
class LateDistrict:
    """A district that chose too late: its teams, and the venues left to them, one for each."""

    district: str
    teams: tuple[str, ...]
    venues: tuple[str, ...]


@decides("venue-lot", rules=("SM-TSF-11",))
def decide_venue_lot(book: Book, *, late: tuple[LateDistrict, ...], lot_seed: int) -> Decision:
    """The venues of districts that chose too late, drawn by lot from a stated seed."""
    refuse_twice([one.district for one in late], "late")
    refuse_districts(book, *(one.district for one in late))
    random = Random(lot_seed)
    drawn = {}
    for one in sorted(late, key=lambda one: one.district):
        refuse_twice(one.teams, f"late.{one.district}")
        if len(one.teams) != len(one.venues):
            raise StorslamError(
                "late: %(district)s has %(teams)s teams for %(venues)s places",
                district=one.district,
                teams=len(one.teams),
                venues=len(one.venues),
            )
        drawn[one.district] = dict(
            zip(one.teams, random.sample(sorted(one.venues), len(one.venues)), strict=True)
        )
    return Decision({"drawn": drawn}, (because("SM-TSF-11", lot_seed=lot_seed),))


@dataclass(frozen=True, slots=True)
class Team:
    """A team of a semifinal and its district."""

    id: str
    district: str


Order = list[list[tuple[str, str]]]
"""By round the matches."""


def playing_order(teams: Sequence[Team], random: Random) -> tuple[Order, int]:
    """All matches of an even number of teams, those of one district as early as they can be.

    With the last round in which two of a district meet; 0 when none do. Lots decide the rest.
    """
    rounds = all_play_all(len(teams))
    order = list(range(len(rounds)))
    best: tuple[int, Order] | None = None
    for numbers in _drawn(len(teams), random):
        seated = [teams[number] for number in numbers]
        related = [_relatives(tables, seated) for tables in rounds]
        order.sort(key=lambda index: (-related[index], index))
        latest = sum(1 for count in related if count)
        if best is None or latest < best[0]:
            best = latest, [[(seated[a].id, seated[b].id) for a, b in rounds[i]] for i in order]
    assert best is not None  # noqa: S101 (there is at least one way to number them)
    return best[1], best[0]


def _drawn(count: int, random: Random) -> Iterator[list[int]]:
    """Many ways to number the teams, by lot."""
    for _ in range(300):
        yield random.sample(range(count), count)


def _relatives(tables: Sequence[tuple[int, int]], seated: Sequence[Team]) -> int:
    return sum(seated[one].district == seated[other].district for one, other in tables)


@decides("six-team-order", rules=("SM-TSF-7",))
def decide_six_team_order(book: Book, *, teams: tuple[Team, ...], lot_seed: int) -> Decision:
    """The schedule of a team semifinal: teams of one district meet in the opening rounds."""
    size = book.value("events.open-teams.semifinal.group-size", int)
    if len({team.id for team in teams}) != size or len(teams) != size:
        raise StorslamError("teams: a semifinal has %(size)s different teams", size=size)
    refuse_districts(book, *(team.district for team in teams))
    order, latest = playing_order(teams, Random(lot_seed))
    opening = book.value("venues.opening-rounds", int)
    result = {
        "rounds": order,
        "latest_round": latest,
        "in_opening_rounds": latest <= opening,
        "shortest_possible": latest == _bound(teams),
    }
    reason = because("SM-TSF-7", lot_seed=lot_seed)
    return Decision(result, (reason,), leaning(book, "venues.opening-rounds"))


def _bound(teams: Sequence[Team]) -> int:
    """The fewest rounds in which all of one district can have met."""
    counts = Counter(team.district for team in teams)
    return max(fewest_rounds(count, len(teams)) for count in counts.values())


@decides("team-stage-format", rules=("SM-TSF-12", "SM-TSF-13", "SM-TSF-3"))
def decide_team_stage_format(
    book: Book, *, winners_of_semifinals: Positive | None = None
) -> Decision:
    """How the team semifinals and the final are played; the winners make the final's field."""
    figures = book.table("events.open-teams")
    semifinal, final = figures["semifinal"], figures["final"]
    size, field = semifinal["group-size"], winners_of_semifinals or final["field"]
    refuse_more("winners_of_semifinals", field, final["field"])
    return Decision(
        {
            "semifinal": _series(semifinal, size) | {"venues": semifinal["groups"]},
            "final": _series(final, field),
            "to_final_from_each": final["field"] // semifinal["groups"],
        },
        (because("SM-TSF-12"), because("SM-TSF-13"), because("SM-TSF-3")),
    )


def _series(figures: Mapping[str, int | str], teams: int) -> dict[str, int | str]:
    rounds, boards = teams - 1 + teams % 2, int(figures["boards-per-match"])
    return {
        "teams": teams,
        "rounds": rounds,
        "boards_per_match": boards,
        "boards": (teams - 1) * boards,
        "vp_scale": figures["vp-scale"],
    }
