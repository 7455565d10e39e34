"""Exact scoring: match points with Neuberg, IMPs, Butler, victory points and ranking."""

from storslam.scoring.columns import Columns
from storslam.scoring.event import (
    Artificial,
    Average,
    Award,
    BoardRecord,
    Contestant,
    Event,
    Imps,
    Line,
    Outcome,
    Percent,
    Play,
    Player,
    Score,
    Weighted,
)
from storslam.scoring.explain import Against, Derivation, explain
from storslam.scoring.imps import imps
from storslam.scoring.matchpoints import neuberg, top
from storslam.scoring.pairs import score
from storslam.scoring.ranking import (
    ImpDifference,
    ImpQuotient,
    Lot,
    Meeting,
    MutualMeeting,
    Placed,
    Record,
    TieBreak,
    TopScores,
    rank,
)
from storslam.scoring.scales import vp_scale
from storslam.scoring.scorecard import CardEntry, all_scorecards, scorecard
from storslam.scoring.settings import Adjustment, Settings
from storslam.scoring.shown import rounded
from storslam.scoring.standing import Row, ScoredBoard, ScoredLine, Standing
from storslam.scoring.team import Match, MatchBoard, match
from storslam.scoring.victory_points import (
    Band,
    Scale,
    SmoothScale,
    StepScale,
    VictoryPoints,
    least_imps,
    victory_points,
)

__all__ = [
    "Adjustment",
    "Against",
    "Artificial",
    "Average",
    "Award",
    "Band",
    "BoardRecord",
    "CardEntry",
    "Columns",
    "Contestant",
    "Derivation",
    "Event",
    "ImpDifference",
    "ImpQuotient",
    "Imps",
    "Line",
    "Lot",
    "Match",
    "MatchBoard",
    "Meeting",
    "MutualMeeting",
    "Outcome",
    "Percent",
    "Placed",
    "Play",
    "Player",
    "Record",
    "Row",
    "Scale",
    "Score",
    "ScoredBoard",
    "ScoredLine",
    "Settings",
    "SmoothScale",
    "Standing",
    "StepScale",
    "TieBreak",
    "TopScores",
    "VictoryPoints",
    "Weighted",
    "all_scorecards",
    "explain",
    "imps",
    "least_imps",
    "match",
    "neuberg",
    "rank",
    "rounded",
    "score",
    "scorecard",
    "top",
    "victory_points",
    "vp_scale",
]
