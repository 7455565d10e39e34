"""Swiss pairs: the next round is drawn from the standing, and only from what is certain (S-30)."""

from collections.abc import Sequence

from django.db import transaction

from storslam.errors import StorslamError
from storslam.movements import Movement, Position
from storslam.movements.swiss import swiss_round
from storslam.web.acts.trail import note
from storslam.web.hall.rounds import missing
from storslam.web.hall.seating import in_order, store_round
from storslam.web.loaded import Place
from storslam.web.models import Event, Result, Round, Table, User
from storslam.web.results import locked, touch
from storslam.web.scored import scored

KIND = "swiss"


def is_swiss(event: Event) -> bool:
    """Whether the event's rounds are drawn one after another."""
    return bool(event.movement.get("kind") == KIND)


def uncertain(event: Event) -> list[Place]:
    """Where a result is missing, not confirmed, or in conflict."""
    return [place for one in event.rounds.all() for place in missing(event, one)]


def draw_round(event: Event, who: User, *, again: bool = False) -> Round:
    """Draw the next round by the standing; `again`: in place of the last, while it is not played.

    Raises StorslamError with the first result that is not certain, and when all rounds are drawn.
    """
    with transaction.atomic():
        event = locked(event)
        if not is_swiss(event):
            raise StorslamError("this event is not drawn round by round")
        if again:
            _take_back(event)
        drawn, wanted = event.rounds.count(), event.movement["options"].get("rounds")
        if wanted and drawn >= wanted:
            raise StorslamError("all %(rounds)s rounds are drawn", rounds=drawn)
        refuse_at(uncertain(event))
        made = store_round(event, _positions(event))
        touch(event)
        text, season = f"{event}: {made.number}", event.stage.season
        note("draw-round", event, who, season=season, text=text, again=again)
    return made


def refuse_at(places: Sequence[Place]) -> None:
    """StorslamError with the first of the places where a result is not certain."""
    if places:
        pk, board = places[0]
        table = Table.objects.select_related("round", "section").get(pk=pk)
        raise StorslamError(
            "results are missing or not confirmed: %(count)s; first round %(round)s, table "
            "%(table)s, board %(board)s",
            count=len(places),
            round=table.round.number,
            table=f"{table.section.name}{table.number}",
            board=board,
        )


def _take_back(event: Event) -> None:
    last = event.rounds.order_by("number").last()
    if last is None or last.number == 1:
        raise StorslamError("the first round is seated, not drawn from the standing")
    if Result.objects.filter(event=event, table__round=last).exists():
        raise StorslamError(
            "round %(round)s is being played: nothing is drawn anew", round=last.number
        )
    if last.opened is not None:
        raise StorslamError(
            "round %(round)s is open: take the opening back first", round=last.number
        )
    last.delete()


def _positions(event: Event) -> tuple[Position, ...]:
    """The next round's tables for those who compete, the best first."""
    tables = Table.objects.filter(round__event=event).select_related("round", "ns", "ew")
    played = Movement(
        tuple(
            Position(t.round.number, t.number, t.ns.code, t.ew and t.ew.code, tuple(t.boards))
            for t in tables
        )
    )
    competing = in_order(event)
    ranked = [row.id for row in scored(event).standing.rows if row.id in competing]
    order = ranked + [code for code in competing if code not in ranked]
    last = max(board for position in played.positions for board in position.boards)
    count = event.movement["options"]["boards"]
    return swiss_round(order, played, tuple(range(last + 1, last + count + 1)))
