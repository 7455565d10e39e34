"""What each stage allows of bidding systems: by the regulation, and as its organiser decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.systems.assessment import Limits
from storslam.systems.card import written_call
from storslam.systems.levels import decide_system_level, maximum
from storslam.systems.openings import opening_calls, refuse_dots
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import note
from storslam.web.models import Season, Stage, User


@dataclass(frozen=True, slots=True)
class StageRules:
    """A stage with what it allows. `limits` None: nothing is decided, and nothing follows.

    `decided`: by the organiser, else by the regulation.
    """

    stage: Stage
    limits: Limits | None
    decided: bool

    @property
    def max_dots(self) -> int | None:
        """The most dots that a system may have; None without limit."""
        if self.limits is None:
            return None
        own = self.limits.max_dots
        return own if own is not None else maximum(self.limits.level, self.stage.season.book())

    @property
    def declared_from(self) -> int:
        """From how many dots an opening is declared at entry (SYS-OBL-5)."""
        return int(self.stage.season.book().table("systems.duties")["declared-from"])


def rules_of(stage: Stage) -> StageRules:
    """What the stage allows."""
    own = stage.systems
    if own:
        return StageRules(stage, _limits(own), decided=True)
    level = level_of(stage, stage.season.book())
    return StageRules(stage, Limits(level) if level else None, decided=False)  # type: ignore[arg-type]


def _limits(own: dict[str, Any]) -> Limits:
    return Limits(own["level"], own["max_dots"], tuple(own["banned"]), own["reductions"])


def level_of(stage: Stage, book: Book) -> str | None:
    """The level that the regulation sets for a stage; None where the organiser decides it."""
    levels = book.table("systems.level").get(stage.discipline, {})
    if levels.get(stage.kind, "recommended") == "recommended":
        return None
    made = decide_system_level(book, discipline=stage.discipline, stage=stage.kind)  # type: ignore[arg-type]
    return str(made.result["level"])


def of_season(season: Season) -> list[StageRules]:
    """The stages of a season in their order, with what they allow."""
    stages = sorted(season.stages.select_related("season"), key=lambda stage: stage.order)
    return [rules_of(stage) for stage in stages]


_FAULTS = {
    "level-d-needs-maximum": gettext_noop("level D needs a maximum of dots"),
    "bans-need-level-d": gettext_noop("to forbid openings, choose level D"),
    "maximum-only-raised": gettext_noop(
        "the maximum of this level can only be raised, and that of A not at all"
    ),
}


def decide_rules(
    stage: Stage,
    level: str,
    who: User,
    *,
    max_dots: int | None = None,
    banned: Sequence[str] = (),
    reductions: dict[str, int] | None = None,
) -> Decided:
    """Store what the organiser decides on systems in a stage.

    Raises StorslamError for a choice that the regulation does not let an organiser make.
    """
    book, less = stage.season.book(), reductions or {}
    forbidden, lowered = opening_calls("banned", banned), opening_calls("reductions", less)
    for number in less.values():
        refuse_dots("reductions", number, book)
    own = level_of(stage, book)
    if own is not None and level != own:
        raise StorslamError(
            "the regulation sets level %(level)s for this stage (SM-CON-2)", level=own
        )
    made = decided(
        stage.season, "organiser-level", level=level, max_dots=max_dots, bans=bool(forbidden)
    )
    for fault in made.result["faults"]:
        raise StorslamError(_FAULTS[fault])
    with transaction.atomic():
        stage.systems = {
            "level": level,
            "max_dots": max_dots,
            "banned": [written_call(call) for call in forbidden],
            "reductions": dict(zip(lowered, less.values(), strict=True)),
        }
        stage.save(update_fields=["systems"])
        note("decide-systems", stage, who, season=stage.season, text=f"{stage}: {level}",
             decision=made, **stage.systems)  # fmt: skip
    return made


def withdraw_rules(stage: Stage, who: User) -> None:
    """Let the regulation hold again in a stage; without a choice nothing changes."""
    if stage.systems:
        with transaction.atomic():
            stage.systems = {}
            stage.save(update_fields=["systems"])
            note("withdraw-systems", stage, who, season=stage.season, text=str(stage))
