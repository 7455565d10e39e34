"""Penalties that a rule of conduct sets: the occasion is counted, the amount is decided."""

from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from storslam.championship.disciplines import kind_of
from storslam.errors import StorslamError
from storslam.scoring import top
from storslam.web.acts.deciding import Decided, decided
from storslam.web.models import Board, Contestant, Event, Ruling
from storslam.web.models.event import Method
from storslam.web.models.results import RulingKind, Unit
from storslam.web.scored import scored

RULES = {
    "leaving-table": _("Left the table before all boards were played"),
    "mobile-phone": _("A telephone was on"),
}
UNPRICED = {
    "late": _("Came late"),
    "slow-play": _("Slow play"),
    "other-conduct": _("Other disturbance"),
}
"""What the regulation of pairs sets no price for: the director does (Law 90)."""

_PERCENT = 100


def occasion(event: Event, contestant: Contestant, rule: str) -> int:
    """The how many-th time it is, with this one; what was taken back does not count."""
    return 1 + contestant.rulings.filter(event=event, rule=rule, withdrawn_at=None).count()


def consequence(event: Event, contestant: Contestant, rule: str) -> Decided:
    """What the rule decides for this occasion. StorslamError where it counts no match points."""
    if rule not in RULES:
        raise StorslamError("there is no rule %(rule)s of conduct", rule=rule)
    if event.method != Method.MATCHPOINTS:
        raise StorslamError("the rule counts in match points: write the ruling by hand")
    book = event.stage.season.book()
    facts = {"kind": kind_of(book, event.stage.discipline), "top": _top(event)}
    if rule == "leaving-table":
        facts["occasion"] = occasion(event, contestant, rule)
    return decided(event.stage.season, rule, **facts)


def ruling(
    event: Event, contestant: Contestant, rule: str, board: Board | None, who: str
) -> Ruling:
    """The ruling that follows, not yet stored: a warning, or a penalty in per cent of a top."""
    made = consequence(event, contestant, rule)
    lost = Fraction(str(made.result["points_lost"])) * _PERCENT / _top(event)
    warning = bool(made.result.get("warning"))
    return Ruling(
        event=event,
        contestant=contestant,
        board=board,
        kind=RulingKind.WARNING if warning else RulingKind.PENALTY,
        unit=Unit.TOP_PERCENT,
        amount=-Decimal(lost.numerator) / Decimal(lost.denominator),
        reason=str(RULES[rule]),
        paragraph=", ".join(reason["rule"] for reason in made.json["reasons"]),
        rule=rule,
        occasion=occasion(event, contestant, rule),
        decision={**made.json, "facts": made.facts},
        who=who,
    )


def unpriced(
    event: Event,
    contestant: Contestant,
    rule: str,
    board: Board | None,
    amount: Decimal,
    who: str,
) -> Ruling:
    """The ruling at the director's discretion, not yet stored, with its occasion counted."""
    return Ruling(
        event=event,
        contestant=contestant,
        board=board,
        kind=RulingKind.PENALTY if amount else RulingKind.WARNING,
        unit=Unit.TOP_PERCENT,
        amount=-amount,
        reason=str(UNPRICED[rule]),
        paragraph="Law 90",
        rule=rule,
        occasion=occasion(event, contestant, rule),
        who=who,
    )


def _top(event: Event) -> int:
    return top(scored(event).standing.expected_results)
