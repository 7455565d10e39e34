"""The Bridgemate control program, asked over HTTP by the protocol of its Data Connector.

Our own small client rather than Bridge Systems' package: that one answers a poll that failed and a
queue that is empty alike, reads answers of any size and passes wrong types on (see CHANGELOG).
"""

import socket
import ssl
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from django.conf import settings

from storslam.client import web_address
from storslam.errors import StorslamError
from storslam.exchange.data_connector import Answer, Command, Kind, dump_request, load_answer
from storslam.translation import gettext_noop
from storslam.web.cut_off import cut_off

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


class ControlProgram:
    """The control program at an address, for a club with its licence key.

    The key goes to that address and to no other: no redirect is followed, no proxy asked.
    `timeout`: seconds for a whole answer.
    """

    def __init__(self, address: str, club: str, licence: str, *, timeout: float = 30) -> None:
        web_address(address)
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
        parts = urlsplit(self.address)
        headers = {"Content-Type": "application/json; charset=utf-8", "Connection": "close"}
        try:
            with closing(HTTPConnection(parts.netloc)) as connection:
                connection.sock = reached = self._connected()
                with cut_off(reached, self.timeout):
                    connection.request("POST", parts.path + _ENDPOINT, body, headers)
                    answer = connection.getresponse()
                    content = answer.read(MOST_BYTES + 1)
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise Unreachable(_NOT_THERE, address=self.address, reason=reason) from error
        if answer.status != HTTPStatus.OK:
            raise Unreachable(_NOT_THERE, address=self.address, reason=f"HTTP {answer.status}")
        if len(content) > MOST_BYTES:
            raise Unreachable(_LARGE, most=MOST_BYTES // 1024**2)
        return content

    def _connected(self) -> socket.socket:
        parts = urlsplit(self.address)
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        reached = socket.create_connection((host, port), self.timeout)
        if not secure:
            return reached
        # The handshake comes with the first word, so that its time counts, too.
        context = ssl.create_default_context()
        return context.wrap_socket(reached, server_hostname=host, do_handshake_on_connect=False)


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
