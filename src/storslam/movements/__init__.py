"""Who meets whom, when, at which table, on which boards; and whether that can be played."""

from storslam.movements.movement import Movement, Position
from storslam.movements.verify import Fault, Profile, faults, profile

__all__ = ["Fault", "Movement", "Position", "Profile", "faults", "profile"]
