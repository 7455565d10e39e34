"""Pages rendered once for each version of an event, and the ETag that names a rendering."""

from threading import Lock

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from storslam.web.models import Event, Snapshot
from storslam.web.models.event import State

_rendering = Lock()


def etag(stamp: str, language: str) -> str:
    """The ETag of every public page of an event in a language: its inputs and the program's."""
    return f'"{stamp}.{language}.{settings.ASSET_VERSION}"'


def standing_page(event: Event, language: str) -> str:
    """The event's page in the language, as stored, or else rendered and stored now."""
    tag = etag(event.stamp, language)
    found = _stored(event, tag)
    if found is not None:
        return found
    with _rendering:  # the other threads wait for one, and take what it stored
        return _stored(event, tag) or _render(event, language, tag)


def _stored(event: Event, tag: str) -> str | None:
    return Snapshot.objects.filter(event=event, etag=tag).values_list("body", flat=True).first()


def render(pk: int) -> None:
    """Render the page of a published event in every language, if that is not done."""
    event = Event.objects.select_related("stage__season").get(pk=pk)
    if event.state != State.DRAFT:
        for language, _ in settings.LANGUAGES:
            standing_page(event, language)


def _render(event: Event, language: str, tag: str) -> str:
    from storslam.web.pages import standing_context

    with override(language):
        body = render_to_string("storslam/event.html", standing_context(event))
    _store(event, language, tag, body)
    return body


def _store(event: Event, language: str, tag: str, body: str) -> None:
    """Keep the page, unless a newer version's is there already."""
    row = {"version": event.version, "etag": tag, "body": body}
    older = Snapshot.objects.filter(event=event, language=language)
    if not older.filter(version__lte=event.version).update(**row):
        Snapshot.objects.bulk_create(
            [Snapshot(event=event, language=language, **row)], ignore_conflicts=True
        )
