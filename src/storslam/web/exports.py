"""An event as a file of every format: what its public pages tell, and no more."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.translation import gettext as _

from storslam.exchange import event_json, pbn, usebio, usebio_teams
from storslam.exchange.sheet import write_csv, write_xlsx
from storslam.scoring import Standing
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
    dump: Callable[[Event], bytes]
    of_teams: bool = False


def _told(event: Event) -> tuple[Played, Standing]:
    """The event in values, with the boards that all may be told, and its standing."""
    now = shown(event)
    played = now.event
    boards = {number: board for number, board in played.boards.items() if number in now.open_boards}
    lines = tuple(line for line in played.lines if line.board in now.open_boards)
    return replace(played, boards=boards, lines=lines), now.standing


def _csv(event: Event) -> bytes:
    return write_csv(overviews.RESULTS, overviews.result_rows(event))


def _workbook(event: Event) -> bytes:
    return write_xlsx(
        {
            _("Standing"): (overviews.STANDING, overviews.standing_rows(event)),
            _("All results"): (overviews.RESULTS, overviews.result_rows(event)),
        }
    )


def _usebio(version: str) -> Callable[[Event], bytes]:
    def dump(event: Event) -> bytes:
        if is_teams(event):
            return usebio_teams.dump(team_sheet(event), version)
        return usebio.dump(*_told(event), version)

    return dump


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
            lambda event: pbn.dump(*_told(event)),
        ),
        "json": Format(
            "resultat.json",
            "application/json",
            lambda event: event_json.dump(_told(event)[0]),
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
