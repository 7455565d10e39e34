"""An event as a file of every format: what its public pages tell, and no more.

Member numbers are nobody's business but the federation's: only who runs the command gets them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.translation import gettext as _

from storslam.championship.results import as_if_never_started
from storslam.exchange import event_json, pbn, usebio, usebio_teams
from storslam.exchange.sheet import write_csv, write_xlsx
from storslam.scoring import Standing
from storslam.scoring.event import Contestant
from storslam.scoring.event import Event as Played
from storslam.web import overviews
from storslam.web.models import Event
from storslam.web.scored import shown
from storslam.web.teams.kinds import is_teams
from storslam.web.teams.sheet import team_sheet


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: what it is called, its media type, and how an event becomes one.

    `of_teams`: it can also hold an event of teams, whose boards are played twice in a match.
    """

    name: str
    media: str
    make: Callable[[Event, bool], bytes]
    of_teams: bool = False

    def dump(self, event: Event, *, numbers: bool = False) -> bytes:
        """The event as such a file; `numbers`: with the member numbers of the players."""
        return self.make(event, numbers)


def _told(event: Event, numbers: bool) -> tuple[Played, Standing]:
    """The event in values, with the boards that all may be told, and its standing.

    As the standing counts it: without what struck pairs played.
    """
    now = shown(event)
    played, struck = now.event, now.frame.struck
    boards = {number: board for number, board in played.boards.items() if number in now.open_boards}
    lines = as_if_never_started(played.lines, struck) if struck else played.lines
    told = replace(
        played,
        contestants=_people(played.contestants, numbers),
        boards=boards,
        lines=tuple(line for line in lines if line.board in now.open_boards),
        settings=now.standing.settings,
    )
    return told, now.standing


def _people(contestants: Sequence[Contestant], numbers: bool) -> tuple[Contestant, ...]:
    """The contestants, with member numbers or without."""
    if numbers:
        return tuple(contestants)
    return tuple(
        replace(one, players=tuple(replace(player, number="") for player in one.players))
        for one in contestants
    )


def _csv(event: Event, _numbers: bool) -> bytes:
    return write_csv(overviews.RESULTS, overviews.result_rows(event))


def _workbook(event: Event, _numbers: bool) -> bytes:
    return write_xlsx(
        {
            _("Standing"): (overviews.STANDING, overviews.standing_rows(event)),
            _("All results"): (overviews.RESULTS, overviews.result_rows(event)),
        }
    )


def _usebio(version: str) -> Callable[[Event, bool], bytes]:
    def make(event: Event, numbers: bool) -> bytes:
        if is_teams(event):
            sheet = team_sheet(event)
            sheet = replace(sheet, teams=_people(sheet.teams, numbers))
            return usebio_teams.dump(sheet, version)
        return usebio.dump(*_told(event, numbers), version)

    return make


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "csv": Format("resultat.csv", "text/csv; charset=utf-8", _csv, of_teams=True),
        "xlsx": Format(
            "resultat.xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            _workbook,
        ),
        "pbn": Format(
            "resultat.pbn",
            "text/x-pbn; charset=iso-8859-1",
            lambda event, numbers: pbn.dump(*_told(event, numbers)),
        ),
        "json": Format(
            "resultat.json",
            "application/json",
            lambda event, numbers: event_json.dump(_told(event, numbers)[0]),
        ),
        **{
            f"usebio-{version}": Format(
                f"usebio-{version}.xml", "application/xml", _usebio(version), of_teams=True
            )
            for version in usebio.VERSIONS
        },
    }
)
"""By the name that the command knows; the file's own name is that in addresses."""

BY_NAME: Mapping[str, Format] = MappingProxyType({one.name: one for one in FORMATS.values()})
