"""What the API tells and takes, as its description shows it.

Exact numbers are texts, a decimal where they are one and else a fraction: `123.5`, `2/3`.
"""

from datetime import date, datetime
from typing import Annotated, Any

from ninja import Schema
from pydantic import ConfigDict, Field

from storslam.web.models import Discipline, StageKind
from storslam.web.models.event import State

Text = Annotated[str, Field(max_length=120)]
Word = Annotated[str, Field(max_length=20)]
Small = Annotated[int, Field(ge=0, le=9999, strict=True)]
Exact = Annotated[str, Field(examples=["123.5", "2/3"])]


class Taken(Schema):
    """What is taken: nothing else than what is named."""

    model_config = ConfigDict(extra="forbid")


# --- Told


class SeasonOut(Schema):
    slug: str
    name: str
    starts: date
    ends: date


class StageOut(Schema):
    """A stage of a discipline, with its published events by their slugs."""

    discipline: Discipline
    stage: StageKind
    events: list[str]


class EventOut(Schema):
    """A published event. `version` counts its changes; `frozen`: nothing newer is told."""

    slug: str
    name: str
    season: str
    discipline: Discipline
    stage: StageKind
    group: str
    date: date | None
    site: str
    state: State
    method: str
    teams: bool
    winners: int
    version: int
    changed: datetime
    frozen: datetime | None


class PlayerOut(Schema):
    name: str
    club: str


class ContestantOut(Schema):
    code: str
    name: str
    standing: str
    players: list[PlayerOut]


class RowOut(Schema):
    """A place: "1", or "2/4" when shared, empty without one. `played`: boards; of teams matches.

    `total`: match points, IMPs, or a team's victory points. `side`: with two winners.
    """

    place: str
    code: str
    name: str
    side: str | None = None
    played: int
    total: Exact | None
    percent: Exact | None = None


class StandingOut(Schema):
    event: str
    version: int
    rows: list[RowOut]


class BoardOut(Schema):
    """A board. `deal` (as in PBN), `tricks` and par only once everybody has played it (`told`).

    `par`: points to North-South, where all tricks are known; without contracts it is passed out.
    """

    number: int
    dealer: str
    vulnerable: str
    told: bool
    deal: str = ""
    tricks: str = ""
    par: int | None = None
    par_contracts: list[str] = Field([], examples=[["4S N", "5DX E"]])


class ResultOut(Schema):
    """A result of a board that everybody has played, with the points that it gave each side."""

    board: int
    section: str = ""
    round: int = 0
    table: int = 0
    ns: str
    ew: str | None = None
    contract: str = ""
    declarer: str = ""
    tricks: str = ""
    lead: str = ""
    score: str = ""
    ns_award: str = ""
    ew_award: str = ""
    group: str = ""
    ns_points: Exact | None = None
    ew_points: Exact | None = None
    top: int | None = None


class CardOut(Schema):
    """A contestant's row, and its results in the order of play."""

    contestant: ContestantOut
    row: RowOut | None
    results: list[ResultOut]


class MatchOut(Schema):
    """A match of teams so far, or for good (`finished`). Without `away` the home team sits out."""

    round: int
    phase: str
    home: str
    away: str | None
    finished: bool
    boards: int = 0
    compared: int = 0
    imps_home: Exact | None = None
    imps_away: Exact | None = None
    vp_home: Exact | None = None
    vp_away: Exact | None = None
    absent: str | None = None
    winner: str | None = None


class SystemOut(Schema):
    """A declaration card of a contestant, with its dots and class."""

    contestant: str
    dots: int
    system_class: str
    card: dict[str, Any]


# --- Taken, and what became of it


class ResultIn(Taken):
    """The result of a table on a board: a contract with tricks, or a score, or awards.

    `expected_version`: the version of the result that the sender knows, 0 for none.
    """

    board: Small
    table: Small
    round: Small = 0
    section: Word = ""
    contract: Word = Field("", examples=["4H", "3NTX", "PASS"])
    declarer: Word = Field("", examples=["N"])
    tricks: Word = Field("", examples=["10", "+1", "="])
    lead: Word = Field("", examples=["SA"])
    score: Text = Field("", examples=["-420", "+170@67|+140@33"])
    ns_award: Word = Field("", examples=["60%", "A+"])
    ew_award: Word = Field("", examples=["40%", "A-"])
    group: Annotated[str, Field(max_length=10)] = ""
    expected_version: Small = 0
    reason: Annotated[str, Field(max_length=500)] = ""


class TableOut(Schema):
    """Who sits where in a round, and the boards that are played there.

    `versions`: by board, as text, the version of its result; a board without one is not there.
    """

    round: int
    section: str
    table: int
    ns: str
    ew: str | None
    boards: list[int]
    versions: dict[str, int]


class Recorded(Schema):
    """The version that holds the result; `held`: another was there, a director will decide."""

    version: int
    held: bool


class EntryIn(Taken):
    """A pair or a team by its member numbers; `district`: its code, empty for the Federation."""

    discipline: Discipline
    stage: StageKind
    players: Annotated[list[Word], Field(min_length=1, max_length=12)]
    district: Word = ""
    name: Text = ""
    a_system: bool = False


class EntryOut(Schema):
    """An entry; `warnings`: what its rules say that does not stop it."""

    id: int
    discipline: Discipline
    stage: StageKind
    district: str | None
    name: str
    state: str
    players: list[str]
    warnings: list[str]


class PlayerIn(Taken):
    """A row of the registry, each field as in the Federation's file; what is empty stays."""

    number: Word
    name: Text
    birth_year: Word = ""
    district: Text = ""
    club: Text = ""
    residence: Text = ""
    paid: Word = ""
    master_points: Word = ""
    handicap: Word = ""
    ranking_points: Word = ""
    women: Word = ""
    email: Annotated[str, Field(max_length=254)] = ""


class RegistryIn(Taken):
    players: Annotated[list[PlayerIn], Field(min_length=1, max_length=1000)]


class Imported(Schema):
    new: int
    changed: int
    unchanged: int


class Brought(Schema):
    """What a bundle did to its event: how many of each, and the places that a director settles."""

    event: str
    new: bool
    counts: dict[str, int]


class ProblemOut(Schema):
    """What went wrong; `pointer` or `parameter`: where in what was sent.

    `errors`: each place whose shape is wrong; `rule` names what it breaks, `limits` the bounds.
    """

    type: str
    title: str
    status: int
    detail: str
    pointer: str | None = None
    parameter: str | None = None
    rule: str | None = None
    limits: str | None = None
    errors: list[dict[str, str]] | None = None
