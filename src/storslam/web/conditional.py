"""The outermost layer: a reader whose page is still the current one costs one small query."""

from collections.abc import Callable
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils.http import parse_etags

from storslam.web.middleware import language_of
from storslam.web.models import Event, Snapshot
from storslam.web.models.event import State
from storslam.web.snapshots import etag, young

App = Callable[[dict[str, Any], Callable[..., Any]], Any]

PREFIX = "/tavlingar/"
# The API tells of events in no language, and its ETags say so.
API_PREFIX, API = "/api/v1/events/", "api"
CACHE_CONTROL = "no-cache"

# By hand: building this query anew would cost ten times what it takes to run it.
_CURRENT = (
    f"SELECT event.stamp, event.state, kept.etag, kept.made FROM {Event._meta.db_table} event "  # noqa: S608
    f"LEFT JOIN {Snapshot._meta.db_table} kept ON kept.event_id = event.id AND kept.language = %s "
    "WHERE event.slug = %s AND event.state <> %s"
)


class Outermost:
    """Answers 304 to a conditional GET of what has not changed: an event's pages, and the API's.

    Everything else goes on to `app`; what answers a HEAD leaves without its body.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        sent = environ.get("HTTP_IF_NONE_MATCH")
        path = environ.get("PATH_INFO", "")
        of_event = path.startswith((PREFIX, API_PREFIX))
        if sent and of_event and environ["REQUEST_METHOD"] in {"GET", "HEAD"}:
            # Without a database the page itself will say what is wrong.
            current = None
            with suppress(DatabaseError):
                current = _etag(path, environ.get("HTTP_COOKIE", ""), sent)
            if current is not None:
                headers = [("ETag", current), ("Cache-Control", CACHE_CONTROL), ("Vary", "Cookie")]
                start_response("304 Not Modified", headers)
                return []
        response = self.app(environ, start_response)
        if environ["REQUEST_METHOD"] == "HEAD":
            response.close()
            return []
        return response


def _etag(path: str, cookies: str, sent: str) -> str | None:
    """The ETag among those sent that is still good for this page of a published event."""
    if path.startswith(API_PREFIX):
        prefix, language = API_PREFIX, API
    else:
        prefix, language = PREFIX, language_of(_language_cookie(cookies))
    slug, _, rest = path.removeprefix(prefix).partition("/")
    close_old_connections()
    with connection.cursor() as cursor:
        cursor.execute(_CURRENT, [language, slug, State.DRAFT.value])
        row = cursor.fetchone()
    if row is None:
        return None
    stamp, state, kept, made = row
    current = etag(stamp, language)
    known = parse_etags(sent)
    if current in known:
        return current
    standing = not rest and state == State.RUNNING.value and kept and kept in known
    return kept if standing and young(made) else None


def _language_cookie(cookies: str) -> str | None:
    if settings.LANGUAGE_COOKIE_NAME not in cookies:
        return None
    try:
        morsel = SimpleCookie(cookies).get(settings.LANGUAGE_COOKIE_NAME)
    except CookieError:
        return None
    return morsel.value if morsel else None
