"""What is stored, a module a desk."""

from storslam.web.models.bridgemates import Bridgemates, Heard
from storslam.web.models.doors import Answered, Hook, Scope, Token, Told
from storslam.web.models.draws import Distance, Draw, DrawKind, Venue, VenueChoice
from storslam.web.models.entry import Entry, EntryPlayer, EntryState, Exemption, SystemCard, rosters
from storslam.web.models.event import Board, Contestant, Event, Member, Round, Section, Table
from storslam.web.models.hall import Call, CallKind, CarryOver, Printed, Received
from storslam.web.models.hands import Dealing
from storslam.web.models.money import Allowance, Charge, ChargeKind, Payment, TeamCount
from storslam.web.models.places import FrozenQuota, Place, PlaceState, Source
from storslam.web.models.qualifying import PointsUnit, Qualifier, Report, Session, SessionScore
from storslam.web.models.registry import (
    Club,
    District,
    Invitation,
    Membership,
    Player,
    Sex,
    User,
)
from storslam.web.models.results import (
    Confirmation,
    Conflict,
    Result,
    ResultVersion,
    Ruling,
    Snapshot,
)
from storslam.web.models.season import Discipline, Season, Stage, StageKind
from storslam.web.models.systems import Declaration, DeclarationVersion, DutyDone
from storslam.web.models.teams import CupChoice, LineUp, Match, MatchPenalty, Phase, TeamTable
from storslam.web.models.trail import Head, Letter, Step

__all__ = [
    "Allowance",
    "Answered",
    "Board",
    "Bridgemates",
    "Call",
    "CallKind",
    "CarryOver",
    "Charge",
    "ChargeKind",
    "Club",
    "Confirmation",
    "Conflict",
    "Contestant",
    "CupChoice",
    "Dealing",
    "Declaration",
    "DeclarationVersion",
    "Discipline",
    "Distance",
    "District",
    "Draw",
    "DrawKind",
    "DutyDone",
    "Entry",
    "EntryPlayer",
    "EntryState",
    "Event",
    "Exemption",
    "FrozenQuota",
    "Head",
    "Heard",
    "Hook",
    "Invitation",
    "Letter",
    "LineUp",
    "Match",
    "MatchPenalty",
    "Member",
    "Membership",
    "Payment",
    "Phase",
    "Place",
    "PlaceState",
    "Player",
    "PointsUnit",
    "Printed",
    "Qualifier",
    "Received",
    "Report",
    "Result",
    "ResultVersion",
    "Round",
    "Ruling",
    "Scope",
    "Season",
    "Section",
    "Session",
    "SessionScore",
    "Sex",
    "Snapshot",
    "Source",
    "Stage",
    "StageKind",
    "Step",
    "SystemCard",
    "Table",
    "TeamCount",
    "TeamTable",
    "Token",
    "Told",
    "User",
    "Venue",
    "VenueChoice",
    "rosters",
]
