"""The trail: steps are added under a lock, each chained to the one before by its hash."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models, transaction
from django.utils import timezone

from storslam.names import searched
from storslam.web.acts.deciding import Decided
from storslam.web.models import District, Head, Season, Step, User

_FIELDS = ("number", "season_id", "district_id", "when", "recorded", "who", "act", "about", "text")


def note(
    act: str,
    about: models.Model | str,
    who: User | str,
    *,
    season: Season | None = None,
    district: District | None = None,
    text: str = "",
    decision: Decided | None = None,
    at: datetime | None = None,
    **facts: Any,
) -> Step:
    """Add a step to the trail; call it in the transaction of the act itself.

    `about`: the record acted on. `text`: what a reader should see of it, as true now. `facts`:
    what was done beside the decision's own facts, as plain data. `at`: by the season's clock.
    """
    now = timezone.now()
    with transaction.atomic():
        Head.objects.get_or_create(pk=1)
        head = Head.objects.select_for_update().get(pk=1)
        step = Step(
            number=head.count + 1,
            season=season,
            district=district,
            when=at or (season.now() if season else now),
            recorded=now,
            who=who if isinstance(who, str) else who.get_username(),
            act=act,
            about=about if isinstance(about, str) else named(about),
            text=text[:500],
            decision={**decision.json, "facts": decision.facts} if decision else {},
            facts=facts,
            before=head.hash,
        )
        told = (step.who, act, step.about, step.text, step.decision.get("decision", ""))
        step.sought = searched(" ".join(told))[:800]
        step.hash = hashed(step)
        step.save(force_insert=True)
        Head.objects.filter(pk=1).update(count=step.number, hash=step.hash)
    return step


def named(record: models.Model) -> str:
    """The name of a record in the trail: `entry 17`."""
    return f"{record._meta.model_name} {record.pk}"


def hashed(step: Step) -> str:
    """The hash of all that a step says, and of the step before."""
    said = {name: getattr(step, name) for name in _FIELDS}
    for name in ("when", "recorded"):
        said[name] = said[name].astimezone(UTC).isoformat()
    said |= {"decision": _plain(step.decision), "facts": _plain(step.facts), "before": step.before}
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A value as the database gives it back."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))


def broken() -> Iterator[tuple[int, str]]:
    """Where the trail was changed afterwards: the number of the step, and `changed` or `missing`.

    A trail cut off at its end shows by the head.
    """
    before, number = "", 0
    for step in Step.objects.order_by("number").iterator(chunk_size=500):
        for gone in range(number + 1, step.number):
            yield gone, "missing"
        if step.hash != hashed(step) or (step.number == number + 1 and step.before != before):
            yield step.number, "changed"
        before, number = step.hash, step.number
    head = Head.objects.filter(pk=1).first()
    count = head.count if head else 0
    for gone in range(number + 1, count + 1):
        yield gone, "missing"
    if head and count == number and head.hash != before:
        yield number, "changed"
