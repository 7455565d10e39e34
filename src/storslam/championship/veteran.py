"""Open veteran teams (p. 12, "Öppna SM Lag Veteran").

Doubtful words: nine teams are not mentioned (G-1); "7-8-brickorsmatcher (beroende på antal lag)"
(G-2); how few teams make an event (G-55); a sit-out in the green lift (G-18); scale of 7, 10 and 14
boards (G-35); a tied cup match (G-31) and a tie for the last cup place (G-52); what Chairman's Cup
says of time (G-60).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from storslam.championship.disciplines import leaning, regulated, taken
from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, because
from storslam.rulebook.registry import decides
from storslam.rulebook.strict import Positive

CupStage = Literal["round-of-16", "quarterfinal", "semifinal", "third-place", "final"]
CHOICE_RULES = {8: ("SM-VET-6", "SM-VET-7", "SM-VET-9"), 16: ("SM-VET-11", "SM-VET-13")}
"""By the size of the cup the articles of who chooses among whom."""


def veteran_format(teams: int, book: Book) -> tuple[str, Mapping[str, int | str]]:
    """The name and the figures of the format for so many teams; StorslamError for too few."""
    least = book.value("veteran.minimum-teams", int)
    if teams < least:
        raise StorslamError(
            "teams: %(teams)s is too few; an event needs %(least)s", teams=teams, least=least
        )
    for name, found in book.table("veteran.formats").items():
        if found.get("from", 0) <= teams <= found.get("to", teams):
            return name, found
    raise StorslamError("teams: the book of that day has no format for %(teams)s", teams=teams)


@decides(
    "veteran-format",
    rules=("SM-VET-1", "SM-VET-2", "SM-VET-3", "SM-VET-4", "SM-VET-5", "SM-VET-6", "SM-VET-11"),
)
def decide_veteran_format(book: Book, *, teams: Positive) -> Decision:
    """How so many veteran teams play."""
    name, found = veteran_format(teams, book)
    robin = found["kind"] == "round-robin"
    rounds = teams - 1 + teams % 2 if robin else int(found["rounds"])
    cup, settled = ({}, ()) if robin else _cup(book, found)
    result = {
        "format": found["kind"],
        "rounds": rounds,
        "boards_per_match": found["boards"],
        "boards": rounds * int(found["boards"]),
        "half_time_change": robin and book.value("veteran.round-robin.half-time-change", bool),
        "sit_out": teams % 2 == 1,
        "vp_scale": book.value("veteran.vp-scale", str),
        **cup,
    }
    boards = f"veteran.formats.{name}.boards"
    odd = ["veteran.bye.vp"] if teams % 2 else []
    readings = (*leaning(book, boards, "veteran.vp-scale", *odd), *settled)
    cited = tuple(because(rule, teams=teams) for rule in book.parameter(boards).rules)
    return Decision(result, cited, readings)


def _cup(book: Book, found: Mapping[str, int | str]) -> tuple[dict[str, object], tuple[str, ...]]:
    """What a green lift leads to, and the readings of how its teams are told apart."""
    told: dict[str, object] = {
        "cup_teams": found["cup"],
        "drawn_rounds": found["drawn-rounds"],
        "level_teams_by": book.value("veteran.green-lift.tie-break", str),
    }
    readings = leaning(book, "veteran.green-lift.tie-break")
    return told, readings + taken(book, "veteran.missing-rules-from", "team-rules")


@decides("veteran-cup-match", rules=("SM-VET-8", "SM-VET-10", "SM-VET-12", "SM-VET-14"))
def decide_veteran_cup_match(book: Book, *, stage: CupStage) -> Decision:
    """How a cup match of the veteran teams is played."""
    cup = book.table("veteran.cup")
    result = {
        "boards": regulated(book, f"veteran.cup.boards.{stage}", stage),
        "half_time_change": cup["half-time-change"],
        "carry_over": cup["carry-over"],
        "extra_boards_when_tied": cup["extra-boards"],
    }
    rules = book.parameter(f"veteran.cup.boards.{stage}").rules
    readings = leaning(book, "veteran.cup.extra-boards")
    return Decision(result, tuple(because(rule) for rule in rules), readings)


@dataclass(frozen=True, slots=True)
class Choice:
    """A team that chooses its opponent. Both by their number: place, or the match they won."""

    chooser: Positive
    chosen: Positive


@decides("cup-choice", rules=("SM-VET-6", "SM-VET-7", "SM-VET-9", "SM-VET-11", "SM-VET-13"))
def decide_cup_choice(
    book: Book,
    *,
    cup_teams: Literal[8, 16],
    stage: Literal["round-of-16", "quarterfinal", "semifinal"],
    choices: tuple[Choice, ...],
) -> Decision:
    """The matches of a cup round after the choices made so far, and whose turn it is.

    In the first round the numbers are places of the green lift, in later ones the matches won.
    The last chooser takes who is left.
    """
    rules = choice_rules(book, cup_teams, stage)
    pairs = choose(rules["choosers"], rules["among"], choices)
    left = [number for number in rules["among"] if number not in pairs.values()]
    turn = next((number for number in rules["choosers"] if number not in pairs), None)
    matches = [
        {"match": n, "chooser": n, "opponent": pairs[n]} for n in rules["choosers"] if n in pairs
    ]
    result = {"matches": matches, "next_to_choose": turn, "to_choose_among": left}
    return Decision(result, tuple(because(rule, stage=stage) for rule in CHOICE_RULES[cup_teams]))


def choice_rules(book: Book, cup_teams: int, stage: str) -> Mapping[str, Sequence[int]]:
    """Who chooses, in order, and among whom. From the semifinals a cup of 16 is one of 8."""
    of_16, of_8 = book.table("veteran.cup.choice-of-16"), book.table("veteran.cup.choice")
    tables = {**of_8, **of_16} if cup_teams == 16 else of_8
    if stage not in tables:
        raise StorslamError(
            "stage: a cup of %(teams)s teams has no %(stage)s", teams=cup_teams, stage=stage
        )
    rules: Mapping[str, Sequence[int]] = tables[stage]
    return rules


def choose(
    choosers: Sequence[int], among: Sequence[int], choices: Sequence[Choice]
) -> dict[int, int]:
    """The opponent of each chooser so far; StorslamError for a choice out of turn or of nobody."""
    pairs: dict[int, int] = {}
    for choice, expected in zip(choices, _turns(choosers, choices), strict=True):
        left = [number for number in among if number not in pairs.values()]
        if choice.chooser != expected:
            raise StorslamError(
                "choices: it is the turn of %(expected)s, not of %(chooser)s",
                expected=expected,
                chooser=choice.chooser,
            )
        if choice.chosen not in left:
            raise StorslamError(
                "choices: %(chosen)s cannot be chosen; left are %(left)s",
                chosen=choice.chosen,
                left=", ".join(map(str, left)),
            )
        pairs[choice.chooser] = choice.chosen
    left = [number for number in among if number not in pairs.values()]
    if len(left) == 1 and len(pairs) == len(choosers) - 1:
        pairs[choosers[-1]] = left[0]
    return pairs


def _turns(choosers: Sequence[int], choices: Sequence[Choice]) -> Iterator[int]:
    if len(choices) > len(choosers):
        raise StorslamError("choices: there are only %(count)s choosers", count=len(choosers))
    yield from choosers[: len(choices)]


@decides("veteran-sit-out", rules=("SM-VET-5",))
def decide_veteran_sit_out(book: Book) -> Decision:
    """What a team gets for a round of the green lift without opponents."""
    bye, readings = book.table("veteran.bye"), leaning(book, "veteran.bye.vp")
    return Decision({"vp": bye["vp"], "imps": bye["imps"]}, (because("SM-VET-5"),), readings)
