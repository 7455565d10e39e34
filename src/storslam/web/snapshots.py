"""The standing's page, rendered for all its readers, and the ETag that names a rendering.

A page is rendered by a reader, not by the table that sends a result: a page that is younger than
`SNAPSHOT_SECONDS` is shown although newer results are there, and while one reader renders the next
one, the others are shown the last. So results that come in bursts cost neither the tables nor the
readers a wait, and nobody sees a standing that is older than that.
"""

import time
from dataclasses import dataclass
from threading import Lock

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from storslam.web.models import Event, Snapshot
from storslam.web.models.event import State
from storslam.web.teams.kinds import is_teams

_rendering = Lock()


@dataclass(frozen=True, slots=True)
class Page:
    """A page as rendered, with its ETag."""

    etag: str
    body: str


def etag(stamp: str, language: str) -> str:
    """The ETag of every public page of an event in a language: its inputs and the program's."""
    return f'"{stamp}.{language}.{settings.ASSET_VERSION}"'


def young(made: float) -> bool:
    """Whether what was rendered then may still be shown, whatever has changed since."""
    return _rendering.locked() or time.time() < made + settings.SNAPSHOT_SECONDS


def standing_page(event: Event, language: str) -> Page:
    """The event's page in the language: the current one, or one that is young enough."""
    tag = etag(event.stamp, language)
    kept = Snapshot.objects.filter(event=event, language=language).first()
    if kept and (kept.etag == tag or (_may_wait(event) and young(kept.made))):
        return Page(kept.etag, kept.body)
    with _rendering:  # who comes first; those who have no page to show wait for it
        found = Snapshot.objects.filter(event=event, etag=tag).first()
        return Page(tag, found.body if found else _render(event, language, tag))


def render_anew(event: Event) -> bool:
    """Render the event's pages from its results; whether those kept as current were the same."""
    same = True
    for language, _name in settings.LANGUAGES:
        tag = etag(event.stamp, language)
        kept = Snapshot.objects.filter(event=event, language=language, etag=tag).first()
        body = _render(event, language, tag)
        same = same and (kept is None or kept.body == body)
    return same


def _may_wait(event: Event) -> bool:
    return event.state == State.RUNNING


def _render(event: Event, language: str, tag: str) -> str:
    from storslam.web.pages import standing_context
    from storslam.web.teams.pages import event_context

    with override(language):
        if is_teams(event):
            body = render_to_string("storslam/teams/event.html", event_context(event))
        else:
            body = render_to_string("storslam/event.html", standing_context(event))
    _store(event, language, tag, body)
    return body


def _store(event: Event, language: str, tag: str, body: str) -> None:
    """Keep the page, unless a newer version's is there already."""
    row = {"version": event.version, "etag": tag, "body": body, "made": time.time()}
    older = Snapshot.objects.filter(event=event, language=language)
    if not older.filter(version__lte=event.version).update(**row):
        Snapshot.objects.bulk_create(
            [Snapshot(event=event, language=language, **row)], ignore_conflicts=True
        )
