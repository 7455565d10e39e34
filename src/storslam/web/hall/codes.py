"""The codes that let a phone enter for one seat of one table: an address to scan, a PIN to type.

Nothing is stored of them but the event's secret, from which they are made anew each time; a new
turn makes all old ones worthless.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256

from storslam.bridge import SEATS
from storslam.web.models import Event

PIN_DIGITS = 6
_TOKEN_LETTERS = 20

SEAT_LETTERS = tuple(seat.value for seat in SEATS)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the hall: the section's number, the table's number, and N, E, S or W."""

    section: int
    table: int
    seat: str

    @property
    def path(self) -> str:
        """The place as it stands in addresses: `3-12N`."""
        return f"{self.section}-{self.table}{self.seat}"


def token(event: Event, place: Place) -> str:
    """What stands in the address of the seat's page, and nobody can guess."""
    return _made(event, place, "token").hex()[:_TOKEN_LETTERS]


def pin(event: Event, place: Place) -> str:
    """The digits that a player types instead."""
    return str(int.from_bytes(_made(event, place, "pin")[:8]) % 10**PIN_DIGITS).zfill(PIN_DIGITS)


def same(one: str, other: str) -> bool:
    """Whether two codes are the same, in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())


def _made(event: Event, place: Place, kind: str) -> bytes:
    said = f"{kind}.{event.code_turn}.{place.path}"
    return hmac.digest(event.secret.encode(), said.encode(), sha256)
