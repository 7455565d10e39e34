"""Hooks are told of each new public standing, in words that only this installation can sign.

Nothing is written where results are recorded: what a hook has not been told of yet shows by the
event's stamp. So nothing is lost when a server is killed, many changes at once are told once, and a
hook that cannot be reached holds nobody up.
"""

import hashlib
import hmac
import json
import socket
import ssl
import time
from collections import deque
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import timedelta
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from storslam.web.conditional import API
from storslam.web.cut_off import cut_off
from storslam.web.models import Event, Hook, Told
from storslam.web.models.event import State
from storslam.web.snapshots import etag

EVERY = timedelta(seconds=3)
"""An event is told to a hook once in this time."""
TAKEN = timedelta(minutes=1)
LONGEST = timedelta(hours=6)
TIMEOUT = 5
LONGEST_TALK = 10
# IPv6 addresses that carry one of IPv4: translated, and compatible.
_CARRIERS = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))


def post() -> Iterator[Told]:
    """Tell every hook what it has not heard; gives each as it was left, reached or with its fault.

    Two who do so at once do not tell the same: each row is taken before it is told.
    """
    for hook in Hook.objects.filter(withdrawn=None):
        for event in _changed(hook):
            told = _taken(hook, event)
            if told is not None:
                _tell(hook, event, told)
                yield told


def _changed(hook: Hook) -> Iterator[Event]:
    """The published events that have changed since the hook was made, and not told of since.

    Of a frozen event everybody goes on seeing the same.
    """
    known = dict(hook.told.values_list("event", "stamp"))
    events = Event.objects.filter(changed__gt=hook.made, frozen=None).exclude(state=State.DRAFT)
    return (event for event in events if known.get(event.pk) != event.stamp)


def _taken(hook: Hook, event: Event) -> Told | None:
    """The row of the two, for whoever takes it; None when it is not its time, or another's."""
    now = timezone.now()
    row, _ = Told.objects.get_or_create(hook=hook, event=event, defaults={"next": now})
    due = Told.objects.filter(pk=row.pk, next__lte=now).exclude(stamp=event.stamp)
    return row if due.update(next=now + TAKEN) else None


def _tell(hook: Hook, event: Event, told: Told) -> None:
    now, fault = timezone.now(), _posted(hook, event)
    if fault:
        told.tries, told.fault = told.tries + 1, fault[:200]
        told.next = now + min(EVERY * 2**told.tries, LONGEST)
    else:
        told.stamp, told.tries, told.fault, told.next = event.stamp, 0, "", now + EVERY
    told.save()


def body_of(hook: Hook, event: Event) -> bytes:
    """What the hook is told of the event: its version, and where to read what."""
    told = {
        "event": event.slug,
        "version": event.version,
        "etag": etag(event.stamp, API),
        "url": urljoin(hook.site, event.get_absolute_url()),
        "standing": urljoin(hook.site, reverse("api-1:standing", args=[event.slug])),
    }
    return json.dumps(told).encode()


def signature(secret: str, body: bytes, moment: int) -> str:
    """The header that proves who tells this, and when: `t=1354320000,v1=<HMAC-SHA256>`."""
    told = f"{moment}.".encode() + body
    return f"t={moment},v1={hmac.new(secret.encode(), told, hashlib.sha256).hexdigest()}"


def _posted(hook: Hook, event: Event) -> str:
    """Post to the hook; what went wrong, empty when nothing did. A redirect is not followed."""
    body = body_of(hook, event)
    headers = {
        "Content-Type": "application/json",
        "Storslam-Signature": signature(hook.secret, body, int(time.time())),
    }
    parts = urlsplit(hook.url)
    target = parts._replace(scheme="", netloc="", fragment="").geturl() or "/"
    try:
        with closing(HTTPConnection(parts.hostname or "", timeout=TIMEOUT)) as connection:
            connection.sock = reached = _connected(hook.url)
            with cut_off(reached, LONGEST_TALK):
                if isinstance(reached, ssl.SSLSocket):
                    reached.do_handshake()
                connection.request("POST", target, body, {"Host": parts.netloc, **headers})
                status = connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        return str(error) or type(error).__name__
    return "" if 200 <= status < 300 else f"HTTP {status}"


def _connected(url: str) -> socket.socket:
    """A connection to the address, to be encrypted where it says so; OSError for a private one.

    What is looked at is whom we have reached, so that no name can change its meaning in between.
    """
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    reached = socket.create_connection((parts.hostname, port), TIMEOUT)
    try:
        if not (settings.HOOKS_PRIVATE or _is_public(reached.getpeername()[0])):
            raise OSError("private address")
        if secure:
            context = ssl.create_default_context()
            return context.wrap_socket(
                reached, server_hostname=parts.hostname, do_handshake_on_connect=False
            )
    except BaseException:
        reached.close()
        raise
    return reached


def _is_public(text: str) -> bool:
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        carried = IPv4Address(int(address) & 0xFFFF_FFFF)
        inside = any(address in network for network in _CARRIERS)
        address = address.ipv4_mapped or address.sixtofour or (carried if inside else address)
    return address.is_global and not address.is_multicast


def left() -> int:
    """How many of the events' states hooks could not be told of yet."""
    failed = Told.objects.filter(hook__withdrawn=None, tries__gt=0)
    return failed.exclude(stamp=F("event__stamp")).count()


def watch() -> None:
    """Go on telling, as the server does beside its answers; does not return."""
    while True:
        with suppress(DatabaseError):  # it is there again in a while, or the pages say so
            close_old_connections()
            deque(post(), maxlen=0)
        time.sleep(EVERY.total_seconds())
