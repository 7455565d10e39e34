"""The Bridgemate control program, asked over HTTP by the protocol of its Data Connector.

Our own small client rather than Bridge Systems' package: that one answers a poll that failed and a
queue that is empty alike, reads answers of any size and passes wrong types on (see CHANGELOG).
"""

import urllib.error
import urllib.request
from http.client import HTTPException
from urllib.parse import urlsplit

from django.conf import settings

from storslam.errors import StorslamError
from storslam.exchange.data_connector import Answer, Command, Kind, dump_request, load_answer
from storslam.translation import gettext_noop

MOST_BYTES = 8 * 1024 * 1024
NO_DATA, ENTRY_UNKNOWN = 2, 6
_ENDPOINT = "/dc-scoringprogram"
_REFUSALS = {
    1: gettext_noop("the control program says no to %(command)s: it is busy"),
    4: gettext_noop("the control program says no to %(command)s: it knows no such table or round"),
    5: gettext_noop(
        "the control program says no to %(command)s: it found a fault in what was sent"
    ),
    ENTRY_UNKNOWN: gettext_noop(
        "the control program says no to %(command)s: it does not know that"
    ),
    11: gettext_noop("the control program says no to %(command)s: it took too long"),
}
_NOT_THERE = gettext_noop("the control program at %(address)s cannot be reached (%(reason)s)")
_LARGE = gettext_noop("the control program's answer is larger than %(most)s MB")
_NO = gettext_noop("the control program says no to %(command)s: its error %(error)s")
_ELSE = gettext_noop("the control program answered %(command)s with something else")


class Unreachable(StorslamError):
    """The control program is not there, or what is there is not the control program."""


class Refused(StorslamError):
    """What the control program does not do; `error`: the protocol's number of the reason."""

    def __init__(self, command: Command, error: int) -> None:
        super().__init__(_REFUSALS.get(error, _NO), command=command.name, error=error)
        self.error = error


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The licence key goes to the address that it is for, and to no other."""

    def redirect_request(self, *_args: object) -> None:
        return None


# It is on this machine or beside it: no proxy has a part in it.
_open = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({})).open


class ControlProgram:
    """The control program at an address, for a club with its licence key."""

    def __init__(self, address: str, club: str, licence: str, *, timeout: float = 30) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise StorslamError("'%(url)s' is not an address of the web", url=address)
        self.address, self.club, self.timeout = address.rstrip("/"), club, timeout
        self._licence = licence

    def ask(self, command: Command, guid: str, data: object = None, *kinds: Kind) -> Answer:
        """The answer, of one of these kinds (OK when none is named).

        Raises Unreachable where none comes that can be read, Refused for an error it names.
        """
        body = dump_request(command, guid, self.club, self._licence, data)
        try:
            answer = load_answer(self._post(body))
        except Unreachable:
            raise
        except StorslamError as error:
            raise Unreachable(error.message, **error.params) from error
        if answer.kind == Kind.ERROR:
            raise Refused(command, answer.error)
        if answer.command != command or answer.kind not in (kinds or (Kind.OK,)):
            raise Unreachable(_ELSE, command=command.name)
        return answer

    def _post(self, body: bytes) -> bytes:
        request = urllib.request.Request(  # noqa: S310 - the scheme is checked
            self.address + _ENDPOINT, body, {"Content-Type": "application/json; charset=utf-8"}
        )
        try:
            with _open(request, timeout=self.timeout) as answer:
                content: bytes = answer.read(MOST_BYTES + 1)
        except (OSError, HTTPException) as error:
            told = f"HTTP {error.code}" if isinstance(error, urllib.error.HTTPError) else error
            raise Unreachable(_NOT_THERE, address=self.address, reason=told) from error
        if len(content) > MOST_BYTES:
            raise Unreachable(_LARGE, most=MOST_BYTES // 1024**2)
        return content


def control_program() -> ControlProgram:
    """The control program of the settings; StorslamError where Bridgemates are switched off."""
    if not (settings.BRIDGEMATE_CLUB and settings.BRIDGEMATE_KEY):
        raise StorslamError(
            "Bridgemates are switched off: put the club's id and licence key into "
            "STORSLAM_BRIDGEMATE_CLUB and STORSLAM_BRIDGEMATE_KEY"
        )
    return ControlProgram(
        settings.BRIDGEMATE_ADDRESS, settings.BRIDGEMATE_CLUB, settings.BRIDGEMATE_KEY
    )
