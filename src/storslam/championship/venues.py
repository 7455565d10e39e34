"""Which teams play at which semifinal venue (p. 6, "Lag").

The doubtful words: "näst närmaste" is the nearest venue after the district's own, measured from the
district's mid-point (G-20); a district without a venue counts the nearest as its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

from storslam.championship.disciplines import (
    leaning,
    refuse_districts,
    refuse_empty,
    refuse_twice,
)
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Count

KM_A_MIL = 10


@dataclass(frozen=True, slots=True)
class Venue:
    """A place where a semifinal is played, and the district it lies in."""

    name: str
    district: str


@dataclass(frozen=True)
class Journeys:
    """Teams of districts, venues, distances in km, and how many teams may go where."""

    teams: Mapping[str, int]
    venues: Sequence[Venue]
    km: Mapping[str, Mapping[str, int]]
    seats: int
    most: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def cost(self, assignment: Mapping[tuple[str, str], int]) -> int:
        """The kilometres of all teams, one way."""
        return sum(n * self.km[district][venue] for (district, venue), n in assignment.items())


Assignment = dict[tuple[str, str], int]
"""The teams of each district at each venue, none left out."""
Node = tuple[str, str]
"""A district (`from`), a venue (`to`), or what all lead to."""
_ALL: Node = ("all", "")


def journeys(
    teams: Mapping[str, int],
    venues: Sequence[Venue],
    km: Mapping[str, Mapping[str, int]],
    book: Book,
) -> Journeys:
    """The journeys with what the regulation allows (SM-TSF-4, SM-TSF-5)."""
    seats = book.value("events.open-teams.semifinal.group-size", int)
    most = {
        (district, venue.name): _most(district, venue, venues, km[district], seats, book)
        for district in teams
        for venue in venues
    }
    return Journeys(teams, venues, km, seats, most)


def _most(
    district: str,
    venue: Venue,
    venues: Sequence[Venue],
    km: Mapping[str, int],
    seats: int,
    book: Book,
) -> int:
    """The most teams of a district at a venue."""
    if venue.district == district:
        return min(seats, book.value("venues.home-maximum", int))
    return (
        min(seats, book.value("venues.away-maximum", int))
        if near(district, venues, km, book)
        else seats
    )


def near(district: str, venues: Sequence[Venue], km: Mapping[str, int], book: Book) -> bool:
    """Whether the nearest venue after its own is so near that the limit away holds (G-20)."""
    by_distance = sorted(venues, key=lambda venue: (venue.district != district, km[venue.name]))
    others = [venue for venue in by_distance[1:] if venue.district != district]
    limit = book.value("venues.away-distance", int) * KM_A_MIL
    return bool(others) and min(km[venue.name] for venue in others) < limit


def cheapest(journeys: Journeys) -> Assignment | None:
    """The assignment with the least kilometres; None when not all teams find a place."""
    import networkx as nx  # takes longer to import than most decisions to make

    graph: nx.DiGraph[Node | str] = nx.DiGraph()
    for district, count in journeys.teams.items():
        graph.add_node(("from", district), demand=-count)
    graph.add_node("all", demand=sum(journeys.teams.values()))
    for venue in journeys.venues:
        graph.add_edge(("to", venue.name), "all", capacity=journeys.seats, weight=0)
    for (district, venue_name), most in journeys.most.items():
        graph.add_edge(
            ("from", district),
            ("to", venue_name),
            capacity=most,
            weight=journeys.km[district][venue_name],
        )
    try:
        _, flow = nx.network_simplex(graph)
    except nx.NetworkXUnfeasible:
        return None
    return {
        (district, venue): flow["from", district]["to", venue]
        for district, venue in journeys.most
        if flow["from", district]["to", venue]
    }


def cannot_be_bettered(journeys: Journeys, assignment: Assignment) -> bool:
    """Whether no exchange of teams saves kilometres: the proof, apart from what found it."""
    return _distances(journeys, assignment, dict.fromkeys(_nodes(journeys), 0)) is not None


def _nodes(journeys: Journeys) -> list[Node]:
    districts = [("from", district) for district in journeys.teams]
    return [*districts, *(("to", venue.name) for venue in journeys.venues), _ALL]


def _residual(journeys: Journeys, assignment: Assignment) -> Iterator[tuple[Node, Node, int]]:
    """What may still change: a team more on a journey, or one less, with the km it costs."""
    load = {venue.name: 0 for venue in journeys.venues}
    for (district, venue), most in journeys.most.items():
        here = assignment.get((district, venue), 0)
        load[venue] += here
        if here < most:
            yield ("from", district), ("to", venue), journeys.km[district][venue]
        if here:
            yield ("to", venue), ("from", district), -journeys.km[district][venue]
    for venue, count in load.items():
        if count < journeys.seats:
            yield ("to", venue), _ALL, 0
        if count:
            yield _ALL, ("to", venue), 0


def _distances(
    journeys: Journeys, assignment: Assignment, start: Mapping[Node, int]
) -> dict[Node, int] | None:
    """The least km from the start to each node (Bellman and Ford); None for a saving circle."""
    edges = list(_residual(journeys, assignment))
    found = dict(start)
    for _ in range(len(_nodes(journeys)) + 1):
        changed = False
        for one, other, km in edges:
            if one in found and found[one] + km < found.get(other, found[one] + km + 1):
                found[other] = found[one] + km
                changed = True
        if not changed:
            return found
    return None


def one_more(journeys: Journeys, assignment: Assignment) -> dict[str, int | None]:
    """The km by which a further team of each district would raise the least total.

    None when seats and limits leave no place for it.
    """
    return {
        district: (_distances(journeys, assignment, {("from", district): 0}) or {}).get(_ALL)
        for district in journeys.teams
    }


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Districts whose teams have fewer places than they are: a cut that is too narrow."""

    districts: tuple[str, ...]
    teams: int
    places: int


def obstacle(journeys: Journeys) -> Obstacle:
    """Why not all teams find a place."""
    import networkx as nx

    graph: nx.DiGraph[Node | str] = nx.DiGraph()
    for district, count in journeys.teams.items():
        graph.add_edge("start", ("from", district), capacity=count)
    for (district, name), most in journeys.most.items():
        graph.add_edge(("from", district), ("to", name), capacity=most)
    for venue in journeys.venues:
        graph.add_edge(("to", venue.name), "end", capacity=journeys.seats)
    places, (inside, _) = nx.minimum_cut(graph, "start", "end")
    stuck = sorted(node[1] for node in inside if isinstance(node, tuple) and node[0] == "from")
    count = sum(journeys.teams[district] for district in stuck)
    elsewhere = sum(journeys.teams.values()) - count
    return Obstacle(tuple(stuck), count, int(places) - elsewhere)


@decides("venues", rules=("SM-TSF-4", "SM-TSF-5"))
def decide_venues(
    book: Book,
    *,
    teams: dict[str, Count],
    venues: tuple[Venue, ...],
    km: dict[str, dict[str, Count]],
) -> Decision:
    """Which teams play where, with the least kilometres that the regulation allows.

    `one_more_team_km`: by how much a further team of the district raises them; null for those in
    `no_place_for_more`.
    """
    _refuse_same_names(venues)
    refuse_districts(book, *teams, *km, *(venue.district for venue in venues))
    reasons = (because("SM-TSF-4"), because("SM-TSF-5"))
    readings = leaning(book, "venues.distance-from")
    missing = tuple(
        f"km.{district}.{venue.name}"
        for district in teams
        for venue in venues
        if venue.name not in km.get(district, {})
    )
    if missing:
        return Decision({}, reasons, readings, missing)
    asked = journeys(teams, venues, km, book)
    found = cheapest(asked)
    if found is None:
        why = asdict(obstacle(asked))
        nothing: dict[str, object] = {"assignment": {}, "total_km": None, "optimal": False}
        return Decision({**nothing, "infeasible_because": why}, reasons, readings)
    further = one_more(asked, found)
    return Decision(
        {
            "assignment": _by_venue(venues, found),
            "total_km": asked.cost(found),
            "optimal": cannot_be_bettered(asked, found),
            "one_more_team_km": further,
            "no_place_for_more": [district for district, cost in further.items() if cost is None],
            "limited_away": {d: near(d, venues, km[d], book) for d in teams},
        },
        reasons,
        readings,
    )


def _refuse_same_names(venues: Sequence[Venue]) -> None:
    refuse_empty(venues, "venues")
    refuse_twice([venue.name for venue in venues], "venues")


def _by_venue(venues: Sequence[Venue], found: Assignment) -> dict[str, dict[str, int]]:
    return {
        venue.name: {district: n for (district, at), n in found.items() if at == venue.name}
        for venue in venues
    }


@decides("venue-check", rules=("SM-TSF-4", "SM-TSF-5", "SM-TSF-6", "SM-TSF-12"))
def decide_venue_check(
    book: Book,
    *,
    assignment: dict[str, dict[str, Count]],
    venues: tuple[Venue, ...],
    km: dict[str, dict[str, Count]],
    deviation_consulted: bool = False,
) -> Decision:
    """Whether an assignment keeps the limits; a deviation needs that all concerned were asked.

    No deviation gives a venue more teams than its semifinal has: those venues are `too_full`.
    """
    _refuse_same_names(venues)
    seated = (district for here in assignment.values() for district in here)
    refuse_districts(book, *seated, *km, *(venue.district for venue in venues))
    seats = book.value("events.open-teams.semifinal.group-size", int)
    known = {venue.name: venue for venue in venues}
    over = []
    for name, here in assignment.items():
        if name not in known:
            raise StorslamError("assignment: %(name)s is not a venue", name=name)
        for district, count in here.items():
            lacking = [v.name for v in venues if v.name not in km.get(district, {})]
            if lacking:
                missing = tuple(f"km.{district}.{venue}" for venue in lacking)
                return Decision({}, (because("SM-TSF-5"),), missing=missing)
            most = _most(district, known[name], venues, km[district], seats, book)
            if count > most:
                over.append({"venue": name, "district": district, "teams": count, "most": most})
    load = {name: sum(here.values()) for name, here in assignment.items()}
    too_full = {name: teams for name, teams in load.items() if teams > seats}
    allowed = not too_full and (not over or deviation_consulted)
    return Decision(
        {"allowed": allowed, "over": over, "too_full": too_full},
        tuple(because(rule) for rule in ("SM-TSF-4", "SM-TSF-5", "SM-TSF-6", "SM-TSF-12")),
        leaning(book, "venues.distance-from"),
    )
