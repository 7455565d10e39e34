"""What is stored, a module a desk: registry, season, event, results."""

from storslam.web.models.event import Board, Contestant, Event, Member, Round, Section, Table
from storslam.web.models.registry import Club, District, Player, User
from storslam.web.models.results import Conflict, Result, ResultVersion, Ruling, Snapshot
from storslam.web.models.season import Discipline, Season, Stage, StageKind

__all__ = [
    "Board",
    "Club",
    "Conflict",
    "Contestant",
    "Discipline",
    "District",
    "Event",
    "Member",
    "Player",
    "Result",
    "ResultVersion",
    "Round",
    "Ruling",
    "Season",
    "Section",
    "Snapshot",
    "Stage",
    "StageKind",
    "Table",
    "User",
]
