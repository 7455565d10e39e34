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
from storslam.scoring.score import score
from storslam.scoring.settings import Adjustment, Settings
from storslam.scoring.standing import Row, ScoredBoard, ScoredLine, Standing

__all__ = [
    "Adjustment",
    "Artificial",
    "Average",
    "Award",
    "BoardRecord",
    "Columns",
    "Contestant",
    "Event",
    "Imps",
    "Line",
    "Outcome",
    "Percent",
    "Play",
    "Player",
    "Row",
    "Score",
    "ScoredBoard",
    "ScoredLine",
    "Settings",
    "Standing",
    "Weighted",
    "score",
]
