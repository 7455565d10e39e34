"""Substitutes, and the death of a player (p. 5, "Reserver m m", "Undantag vid dödsfall").

The doubtful words: "spelat tillsammans under minst en etapp, och … inte samtidigt haft reserv" (all
sessions of that stage with both and nobody else), "en (1) av parets ordinarie spelare … i samtliga"
(one and the same), "inte längre har möjlighet till kvalspel" (the district's qualifying is over).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from storslam.championship.disciplines import (
    Discipline,
    PairDiscipline,
    Stage,
    kind_of,
    refuse_more,
    refuse_twice,
    staged,
)
from storslam.championship.teams import remaining_required
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import REGISTRY, decides
from storslam.rulebook.strict import Count, Positive

REGISTRY.carries("page", "vacancies", "SM-VAC-1", "SM-VAC-3")

# What a substitute must satisfy like any other player, by the names of the decisions.
OTHER_RULES = ("club-membership", "membership", "second-start", "age-limit", "composition")


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """A stage of the qualifying: who played for the pair in each of its sessions."""

    sessions: tuple[tuple[str, ...], ...]


def together(pair: frozenset[str], stage: PlayedStage) -> bool:
    """Whether both players and nobody else played every session of the stage (SM-SUB-1)."""
    return bool(stage.sessions) and all(frozenset(played) == pair for played in stage.sessions)


def throughout(pair: Sequence[str], stages: Sequence[PlayedStage]) -> list[str]:
    """The regular players who took part in every session of every stage (SM-SUB-2)."""
    sessions = [played for stage in stages for played in stage.sessions]
    return [player for player in pair if all(player in played for played in sessions)]


@decides("pair-qualified", rules=("SM-SUB-1", "SM-SUB-2"))
def pair_qualified(book: Book, *, pair: tuple[str, str], stages: list[PlayedStage]) -> Decision:
    """Whether a pair is qualified after stages in which it may have had substitutes."""
    refuse_twice(pair, "pair")
    whole = [n for n, stage in enumerate(stages, 1) if together(frozenset(pair), stage)]
    always = throughout(pair, stages)
    enough = len(whole) >= book.value("substitutes.stages-played-together", int)
    present = len(always) >= book.value("substitutes.regulars-at-every-session", int)
    result = {
        "qualified": enough and present,
        "stages_together": whole,
        "players_at_every_session": always,
    }
    reasons = (because("SM-SUB-1", stages=whole), because("SM-SUB-2", players=always))
    return Decision(result, reasons)


@decides("final-substitute", rules=("SM-SUB-4",))
def final_substitute(
    book: Book,
    *,
    stage: Stage,
    reason_arose: Literal["before-start", "after-start"],
    special_reasons: bool,
    discipline: PairDiscipline | None = None,
) -> Decision:
    """Whether a pair may take in a substitute at a stage, and whether it is then in competition.

    `discipline`: needed where the stage is not the same in all, as the semifinals are not.
    """
    closed_to = book.table("substitutes.none-in")
    if discipline is not None:
        # Where qualifying is in the districts they may play semifinals of their own.
        staged(book, discipline, "qualifier" if stage == "semifinal" else stage)
        closed_to = {discipline: closed_to.get(discipline, ())}
    answers = {stage in closed for closed in closed_to.values()}
    closed = answers == {True}
    reason = because("SM-SUB-4", stage=stage, reason_arose=reason_arose, special=special_reasons)
    if len(answers) > 1:
        return Decision({}, (reason,), missing=("discipline",))
    if not closed:
        return Decision({"allowed": True, "out_of_competition": False}, (reason,))
    allowed = special_reasons and reason_arose == "after-start"
    return Decision({"allowed": allowed, "out_of_competition": allowed}, (reason,))


@decides(
    "death-replacement",
    rules=("SM-DEATH-1", "SM-DEATH-2", "SM-DEATH-3", "SM-DEATH-4", "SM-CHAMP-1"),
)
def death_replacement(
    book: Book,
    *,
    who: Literal["qualified-player", "reigning-champion"],
    stage: Literal["semifinal", "final"] | None = None,
    discipline: Discipline | None = None,
    qualifier_over: bool | None = None,
    old_team_size: Positive | None = None,
    remaining: Count | None = None,
) -> Decision:
    """Whether a player who has died may be replaced, and whether the place is lost.

    `stage`, `discipline`: that the place is in; without them a place in pairs, wherever it matters.
    `qualifier_over`: needed for a reigning champion in pairs, whether the survivor can no longer
    qualify in the district. `old_team_size`, `remaining`: needed for a champion team, its players
    then and those who are left, without the one who died.
    """
    if discipline and stage:
        staged(book, discipline, stage)
    told = {"who": who, "stage": stage, "qualifier_over": qualifier_over}
    if who == "qualified-player":
        kind = kind_of(book, discipline) if discipline else None
        cited = {"teams": ("SM-DEATH-1",), "pairs": ("SM-DEATH-2",)}
        rules = cited[kind] if kind else ("SM-DEATH-1", "SM-DEATH-2")
        return Decision(_replaced(True), tuple(because(rule, **told) for rule in rules))
    if discipline and kind_of(book, discipline) == "teams":
        return _champion_team_replacement(book, old_team_size, remaining)
    if qualifier_over is None:
        return Decision({}, (because("SM-DEATH-3"),), missing=("qualifier_over",))
    reasons = [because("SM-DEATH-3", **told)]
    if not qualifier_over:
        reasons.append(because("SM-DEATH-4", **told))
    return Decision(_replaced(qualifier_over), tuple(reasons))


def _champion_team_replacement(
    book: Book, old_team_size: int | None, remaining: int | None
) -> Decision:
    """A champion team keeps its place while enough of it is left, and is then like any other."""
    asked = {"old_team_size": old_team_size, "remaining": remaining}
    reasons = (because("SM-DEATH-1"), because("SM-CHAMP-1", **asked))
    if old_team_size is None or remaining is None:
        missing = tuple(name for name, value in asked.items() if value is None)
        return Decision({}, reasons, missing=missing)
    refuse_more("remaining", remaining, old_team_size - 1)
    share = book.value("champions.teams.remaining-share", Fraction)
    return Decision(_replaced(remaining >= remaining_required(old_team_size, share)), reasons)


def _replaced(allowed: bool) -> dict[str, object]:
    return {
        "replacement_allowed": allowed,
        "place_lost": not allowed,
        "substitute_must_pass": OTHER_RULES if allowed else (),
    }
