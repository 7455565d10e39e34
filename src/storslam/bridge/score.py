"""The duplicate score (Law 77)."""

from functools import cache

from storslam.bridge.board import Side, Vulnerability
from storslam.bridge.call import Strain
from storslam.bridge.contract import Contract, Doubling, PassedOut
from storslam.errors import StorslamError

_PART_BONUS = 50
_GAME_BONUS = {False: 300, True: 500}
_SLAM_BONUS = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}
_INSULT = 50
_OVERTRICK_DOUBLED = {False: 100, True: 200}
_DOWN_UNDOUBLED = {False: 50, True: 100}


def duplicate_score(
    contract: Contract | PassedOut, tricks: int, vulnerability: Vulnerability
) -> int:
    """Points to North-South (negative when East-West win) for the tricks won by declarer."""
    if isinstance(contract, PassedOut):
        return 0
    if not 0 <= tricks <= 13:
        raise StorslamError("%(tricks)s tricks were won; there are 13", tricks=tricks)
    side = contract.declarer.side
    points = declarer_score(
        contract.level, contract.strain, contract.doubling, vulnerability.of(side), tricks
    )
    return points if side is Side.NS else -points


@cache
def declarer_score(
    level: int, strain: Strain, doubling: Doubling, vulnerable: bool, tricks: int
) -> int:
    """Points to declarer's side: positive when the contract is made, negative when it goes down."""
    over = tricks - level - 6
    if over < 0:
        return -_down(-over, doubling, vulnerable)
    return _made(level, strain, doubling, vulnerable) + _overtricks(
        over, strain, doubling, vulnerable
    )


def _made(level: int, strain: Strain, doubling: Doubling, vulnerable: bool) -> int:
    trick_points = (_trick(strain) * level + 10 * (strain is Strain.NOTRUMP)) << doubling
    bonus = _GAME_BONUS[vulnerable] if trick_points >= 100 else _PART_BONUS
    slam = _SLAM_BONUS[level][vulnerable] if level in _SLAM_BONUS else 0
    return trick_points + bonus + slam + _INSULT * doubling


def _trick(strain: Strain) -> int:
    return 20 if strain in (Strain.CLUBS, Strain.DIAMONDS) else 30


def _overtricks(over: int, strain: Strain, doubling: Doubling, vulnerable: bool) -> int:
    each = _OVERTRICK_DOUBLED[vulnerable] * doubling if doubling else _trick(strain)
    return over * each


def _down(under: int, doubling: Doubling, vulnerable: bool) -> int:
    if not doubling:
        return under * _DOWN_UNDOUBLED[vulnerable]
    # First trick 100 or 200; then 200 (not vulnerable: only the second and third) and 300.
    doubled = 300 * under - 100 if vulnerable else 300 * under - 200 - 100 * min(under - 1, 2)
    return doubled * doubling


@cache
def possible_scores(vulnerability: Vulnerability) -> frozenset[int]:
    """Every score to North-South that some contract and number of tricks gives on the board."""
    made = {
        sign * declarer_score(level, strain, doubling, vulnerability.of(side), tricks)
        for side, sign in ((Side.NS, 1), (Side.EW, -1))
        for level in range(1, 8)
        for strain in Strain
        for doubling in Doubling
        for tricks in range(14)
    }
    return frozenset(made | {0})
