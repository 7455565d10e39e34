"""An event of teams as values that a file can hold."""

from fractions import Fraction

from storslam.exchange.usebio_teams import MatchSheet, Room, TeamSheet
from storslam.scoring.event import Play
from storslam.scoring.team import MatchBoard
from storslam.web.models import Event
from storslam.web.payload import Payload
from storslam.web.scored import shown
from storslam.web.teams.matches import MatchNow, teams_shown
from storslam.web.teams.pages import board_rows

_Row = tuple[MatchBoard, Payload | None, Payload | None]
"""A board as compared, and what the open and the closed room recorded."""


def team_sheet(event: Event) -> TeamSheet:
    """The event as its pages tell it, with the boards that every table has played."""
    now, scored = teams_shown(event), shown(event)
    played = [one for one in now.matches if one.away and one.begun and not one.fault]
    rows = {
        one.row.pk: [
            (row.own, row.open_room, row.closed_room)
            for row in board_rows(now, one)
            if row.own and row.number in scored.open_boards
        ]
        for one in played
    }
    return TeamSheet(
        name=event.name,
        site=event.site,
        date=event.date,
        teams=scored.event.contestants,
        matches=[_match(one, rows[one.row.pk]) for one in played],
        standing={row.team: (row.place, row.vp) for row in now.live},
        in_points=any(one.plan.scale for one in played),
    )


def _match(one: MatchNow, rows: list[_Row]) -> MatchSheet:
    open_room: Room = {own.board: (own.open_room, _play(told)) for own, told, _ in rows}
    closed_room: Room = {own.board: (own.closed_room, _play(told)) for own, _, told in rows}
    imps = {own.board: own.home for own, _, _ in rows if own.home is not None}
    away = one.away or ""
    return MatchSheet(one.row.round, one.home, away, _points(one), open_room, closed_room, imps)


def _play(told: Payload | None) -> Play | None:
    """What was played; not of pairs that sat in the wrong direction, for then it is turned."""
    return told.play if told and not told.sat else None


def _points(one: MatchNow) -> tuple[Fraction, Fraction] | None:
    """What the two teams got of a match that is over: VP, or in a cup IMPs."""
    result = one.result
    if result is None or not result.finished:
        return None
    if one.plan.scale is None:
        return result.imps_home, result.imps_away
    if result.vp_home is None or result.vp_away is None:
        return None
    return result.vp_home, result.vp_away
