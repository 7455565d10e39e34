"""A stage as a whole: all its events end, or are taken up again, in one act."""

from django.db import transaction

from storslam.errors import StorslamError
from storslam.web import results
from storslam.web.acts.trail import note
from storslam.web.hall.field import refuse_followed
from storslam.web.hall.rounds import missing
from storslam.web.models import Event, Stage, User
from storslam.web.models.event import State


def end_stage(stage: Stage, who: User, reason: str = "") -> list[Event]:
    """End every event of the stage that is in play; all of them or none.

    While results are missing or unconfirmed it takes a reason.
    """
    with transaction.atomic():
        events = list(stage.events.filter(state=State.RUNNING))
        for event in events:
            change(event, State.ENDED, who, reason)
    return events


def take_up_stage(stage: Stage, who: User, reason: str) -> list[Event]:
    """Take up every event of the stage again; refused once the next stage has results (S-14)."""
    with transaction.atomic():
        events = list(stage.events.filter(state=State.ENDED))
        for event in events:
            change(event, State.RUNNING, who, reason)
    return events


def change(event: Event, wanted: str, who: User, reason: str = "") -> None:
    """Publish an event, end it or take it up again, with a step in the trail."""
    with transaction.atomic():
        if event.state == State.ENDED:
            refuse_followed(event)
        if wanted == State.ENDED and event.state == State.RUNNING:
            _refuse_unfinished(event, reason)
        results.change_state(event, wanted)
        text = f"{event}: {State(wanted).label}" + (f" ({reason})" if reason else "")
        note("change-state", event, who, season=event.stage.season, text=text, now=wanted)


def _refuse_unfinished(event: Event, reason: str) -> None:
    left = sum(len(missing(event, round_)) for round_ in event.rounds.all())
    if left and not reason.strip():
        raise StorslamError(
            "%(event)s: %(count)s results are missing or not confirmed; give a reason to end it "
            "all the same",
            event=str(event),
            count=left,
        )
