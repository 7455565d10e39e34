"""An event goes out to a laptop that runs it alone, and comes home: as bundles, in both directions.

Every copy of an event has a name; a bundle carries what its sender had last received from each
other copy. So the receiver knows the state that both had in common, and merges what each of them
changed since: nothing is lost, and the same bundle a second time changes nothing.
"""

import hmac
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from storslam.errors import StorslamError
from storslam.exchange import bundle
from storslam.rulebook.edition import edition
from storslam.web.acts.trail import note
from storslam.web.hall import bundled_frame, bundled_results
from storslam.web.hall.bundled_frame import Clash
from storslam.web.hall.bundled_results import Place
from storslam.web.hall.bundled_values import column, plain
from storslam.web.models import Event, Received, Stage, User
from storslam.web.models.event import fresh_stamp
from storslam.web.results import locked, touch
from storslam.web.seasons import open_season


@dataclass(frozen=True, slots=True)
class Brought:
    """What a bundle did to the event. `held`: places of results that a director must settle.

    `new`: the event was not here. `changes`: rows of set-up, rounds and seating. `clashes`: what
    both copies had changed, and stayed as here.
    """

    event: Event
    new: bool = False
    versions: int = 0
    confirmations: int = 0
    rulings: int = 0
    settled: int = 0
    changes: int = 0
    held: tuple[Place, ...] = ()
    clashes: tuple[Clash, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """How many of each, as the trail keeps it."""
        names = ("versions", "confirmations", "rulings", "settled", "changes")
        told = {name: getattr(self, name) for name in names}
        return {**told, "held": len(self.held), "clashes": len(self.clashes)}

    @property
    def changed(self) -> bool:
        """Whether anything is different now, or must be looked at."""
        return self.new or any(self.counts.values())


def take_out(event: Event, who: User | str) -> bytes:
    """All that the event needs to be run alone, signed. At home it counts as away from now on."""
    with transaction.atomic():
        event = locked(event)
        if not event.copy:
            event.away = timezone.now()
            event.save(update_fields=["away"])
        mark = fresh_stamp()
        text = f"{event}, {mark}"
        note("take-out", event, who, season=event.stage.season, text=text, mark=mark)
        return bundle.dump(_value(event, mark, who))


def _value(event: Event, mark: str, who: User | str) -> dict[str, Any]:
    stage = event.stage
    return {
        "mark": mark,
        "copy": event.copy,
        "made": plain(timezone.now()),
        "by": who if isinstance(who, str) else who.get_username(),
        "about": {
            "slug": event.slug,
            "secret": event.secret,
            "season": stage.season.slug,
            "discipline": stage.discipline,
            "stage": stage.kind,
        },
        "frame": bundled_frame.read(event),
        "results": bundled_results.read(event),
        "rulings": bundled_results.read_rulings(event),
        "received": {
            one.copy: {"mark": one.mark, "seen": one.seen, "frame": bundle.grown(one.frame)}
            for one in event.received.all()
        },
    }


def clashes(event: Event) -> list[dict[str, str]]:
    """What both copies had changed, and no director has looked at yet."""
    told = event.received.values_list("clashes", flat=True)
    return [clash for one in told for clash in one]


def known(data: bytes) -> Event | None:
    """The event of the bundle, if it is here already. FileFault for what is not a whole bundle."""
    return Event.objects.filter(slug=bundle.load(data)["about"]["slug"]).first()


def bring(data: bytes, who: User | str, *, keep_away: bool = False) -> Brought:
    """Make the event of the bundle, or merge it into the one that is here: all of it or nothing.

    `who` directs an event that is made. At home the event is not away any more, unless
    `keep_away`. Raises FileFault for what is not a whole bundle, StorslamError for one that is not
    signed with the secret of the event here.
    """
    value = bundle.load(data)
    with transaction.atomic():
        return _brought(value, who, keep_away)


def preview(data: bytes, who: User | str) -> Brought:
    """What `bring` would do; nothing is stored."""
    value = bundle.load(data)
    with transaction.atomic():
        done = _brought(value, who, keep_away=False)
        transaction.set_rollback(True)
    return done


def _brought(value: bundle.Value, who: User | str, keep_away: bool) -> Brought:
    event = Event.objects.select_for_update().filter(slug=value["about"]["slug"]).first()
    new = event is None
    if event is None:
        event = _created(value, who)
    elif not hmac.compare_digest(value["about"]["secret"].encode(), event.secret.encode()):
        raise StorslamError("the bundle is not signed for the event that is here")
    frame, results = _merge(event, value, new)
    done = Brought(
        event, new, results.versions, results.confirmations, results.rulings, results.settled,
        frame.changes, tuple(results.held), tuple(frame.clashes),
    )  # fmt: skip
    comes_home = bool(event.away and value["copy"] and not event.copy and not keep_away)
    if comes_home:
        event.away = None
        event.save(update_fields=["away"])
    _receive(event, value, who, done.clashes)
    if frame.changes or results.changed:
        touch(event, frame=bool(frame.changes or results.rulings), hands=bool(frame.changes))
    if done.changed or comes_home:
        text = f"{event}, {value['mark']}"
        told = {"counts": done.counts, "clashes": [one.plain for one in done.clashes]}
        note("bring", event, who, season=event.stage.season, text=text, mark=value["mark"], **told)
    return done


def _created(value: bundle.Value, who: User | str) -> Event:
    """The event without anything in it, in its season and stage, which are made if need be."""
    about, row = value["about"], value["frame"]["event"][0]
    season = open_season(edition(about["season"]))
    kind = {name: column(Stage, name, about[key]) for name, key in _STAGE.items()}
    stage, _ = Stage.objects.get_or_create(season=season, **kind)
    if not stage.systems:
        stage.systems = value["frame"]["stage"][0]["systems"]
        stage.save(update_fields=["systems"])
    told = {name: column(Event, name, one) for name, one in row.items()}
    told |= {"slug": about["slug"], "secret": about["secret"], "copy": fresh_stamp()}
    try:
        with transaction.atomic():
            event = Event.objects.create(stage=stage, **told)
    except IntegrityError as error:
        raise StorslamError("the bundle is being brought in already: try again") from error
    if isinstance(who, User):
        event.directors.set([who])
    return event


_STAGE = {"discipline": "discipline", "kind": "stage"}


def _merge(
    event: Event, value: bundle.Value, new: bool
) -> tuple[bundled_frame.Merge, bundled_results.Merge]:
    """The frame first, for results have their places in it."""
    frame = bundled_frame.Merge(event, _base(event, value, new), value["frame"], _played(value))
    frame.run()
    results = bundled_results.Merge(event, value["frame"])
    results.run(value["results"], value["rulings"])
    return frame, results


def _played(value: bundle.Value) -> dict[bundle.Identity, frozenset[int]]:
    """The boards that have results, by round, section and table."""
    found: dict[bundle.Identity, set[int]] = defaultdict(set)
    for row in value["results"]:
        found[row["round"], row["section"], row["table"]].add(row["board"])
    return {table: frozenset(boards) for table, boards in found.items()}


def _base(event: Event, value: bundle.Value, new: bool) -> bundled_frame.Frame:
    """The last frame that both copies had: what they received from us, or we from them.

    Theirs is the newer where what we sent had already seen what we have from them. Nothing in the
    frame is changed by an older bundle than the last, one of this very copy, or one without a
    common past.
    """
    if new:
        return {}
    ours = event.received.filter(copy=value["copy"]).first()
    theirs = value["received"].get(event.copy)
    frame: bundled_frame.Frame = value["frame"]
    if ours and _made(value) <= ours.made:
        return frame
    if ours and not (theirs and theirs["seen"].get(value["copy"]) == ours.mark):
        return ours.frame
    return theirs["frame"] if theirs else frame


def _made(value: bundle.Value) -> Any:
    return column(Received, "made", value["made"])


def _receive(
    event: Event, value: bundle.Value, who: User | str, clashes: tuple[Clash, ...]
) -> None:
    """Remember what the other copy is like, unless something newer of it is known."""
    before = event.received.filter(copy=value["copy"]).first()
    if value["copy"] == event.copy or (before and _made(value) <= before.made):
        return
    told = {
        "mark": value["mark"],
        "seen": {copy: one["mark"] for copy, one in value["received"].items()},
        "frame": value["frame"],
        "clashes": [*(before.clashes if before else []), *(one.plain for one in clashes)],
        "made": _made(value),
        "when": timezone.now(),
        "who": who if isinstance(who, str) else who.get_username(),
    }
    Received.objects.update_or_create(event=event, copy=value["copy"], defaults=told)
