"""The tree of a cup: its matches as boxes, for the page and for paper."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from storslam.championship.matches import MatchResult
from storslam.movements.cup import Cup, CupMatch, Node, tree
from storslam.printing.document import Head, document
from storslam.printing.words import points
from storslam.translation import gettext_noop, translator

_ROUNDS = {
    1: gettext_noop("Final"),
    2: gettext_noop("Semifinal"),
    4: gettext_noop("Quarterfinal"),
    8: gettext_noop("Round of 16"),
}
_ROUND = gettext_noop("Round %(round)s")
_THIRD = gettext_noop("Third place")


@dataclass(frozen=True, slots=True)
class Entry:
    """A team in its match; `imps` as they are written, empty when there are none."""

    name: str
    imps: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A match where it is drawn, as `movements.cup.Node`.

    `entries`: two, or none before the match is paired. `said`: all of it in words.
    """

    x: int
    y: float
    after: tuple[float, ...]
    title: str
    entries: tuple[Entry, ...]
    said: str


def cup_boxes(
    cup: Cup, names: Mapping[str, str], results: Iterable[MatchResult], lang: str
) -> tuple[Box, ...]:
    """The matches of the cup as they are drawn. `results`: those of its matches, in any order."""
    met = {frozenset(result.teams): result for result in results}
    return tuple(_box(node, cup, names, met, lang) for node in tree(cup))


def _box(
    node: Node,
    cup: Cup,
    names: Mapping[str, str],
    met: Mapping[frozenset[str], MatchResult],
    lang: str,
) -> Box:
    title = _title(node, cup, lang)
    entries: tuple[Entry, ...] = ()
    if (match := node.match) is not None:
        result = met.get(frozenset(match.teams))
        entries = tuple(_entry(team, match, names, result, lang) for team in match.teams)
    after = tuple(map(float, node.after))
    return Box(node.x, float(node.y), after, title, entries, _said(title, entries, lang))


def _title(node: Node, cup: Cup, lang: str) -> str:
    say, count = translator(lang), len(cup.field) >> node.round
    if node.round == cup.length and not node.after:
        return say(_THIRD)
    return say(_ROUNDS.get(count, _ROUND)) % {"round": node.round}


def _entry(
    team: str, match: CupMatch, names: Mapping[str, str], result: MatchResult | None, lang: str
) -> Entry:
    return Entry(names.get(team) or team, _imps(team, result, lang), team == match.winner)


def _imps(team: str, result: MatchResult | None, lang: str) -> str:
    """The IMPs that the team won, `wo` for one that did not play."""
    if result is None or result.absent is not None:
        return "wo" if result is not None and result.absent == team else ""
    imps = result.imps_home if team == result.home else result.imps_away
    return points(imps, lang) if result.compared else ""


def _said(title: str, entries: Sequence[Entry], lang: str) -> str:
    say = translator(lang)
    teams = " – ".join(f"{entry.name} {entry.imps}".strip() for entry in entries)
    parts = [f"{title}: {teams}" if teams else title]
    winners = [entry.name for entry in entries if entry.won]
    parts += [say(gettext_noop("Winner: %(team)s")) % {"team": name} for name in winners]
    return ". ".join(parts)


def cup_tree(
    head: Head, cup: Cup, names: Mapping[str, str], results: Iterable[MatchResult], lang: str
) -> bytes:
    """The tree as PDF, on one sheet."""
    boxes = [asdict(box) for box in cup_boxes(cup, names, results, lang)]
    return document("cup_tree", head, {"boxes": boxes}, (), lang)
