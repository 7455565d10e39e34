"""How a bidding system is told: hands in a few letters, and where the dots come from."""

from fractions import Fraction

from storslam.bridge import Pass
from storslam.rulebook.decision import Decision
from storslam.scoring.shown import rounded
from storslam.systems.assessment import Assessed, Cheaper, System
from storslam.systems.card import MOST_HP, SUITS, Line, opening_call, parse_range
from storslam.systems.hands import CARDS
from storslam.systems.openings import Dots
from storslam.translation import decimals, gettext_noop, translator

SECTION_NAMES = {
    "approach": gettext_noop("General approach"),
    "notrump": gettext_noop("After notrump openings"),
    "responses": gettext_noop("Responses and further bidding"),
    "competition": gettext_noop("Defence and competition"),
    "slam": gettext_noop("Slam bidding"),
    "leads": gettext_noop("Leads"),
    "signals": gettext_noop("Signals and discards"),
    "other": gettext_noop("Other things opponents should know"),
    "defences": gettext_noop("Suggested defences against our openings with dots"),
}
SHAPES = {
    "balanced": gettext_noop("balanced"),
    "semibalanced": gettext_noop("semibalanced"),
    "unbalanced": gettext_noop("unbalanced"),
}
PLACES = {
    "1": gettext_noop("1st seat"),
    "2": gettext_noop("2nd seat"),
    "3": gettext_noop("3rd seat"),
    "4": gettext_noop("4th seat"),
    "behind-odd-pass": gettext_noop("directly behind an odd pass"),
    "partner-odd-pass": gettext_noop("after partner's odd pass"),
}
ZONES = {
    "none": gettext_noop("none vulnerable"),
    "we": gettext_noop("only we are vulnerable"),
    "they": gettext_noop("only they are vulnerable"),
    "both": gettext_noop("both sides vulnerable"),
}
_FREE = {
    "natural": gettext_noop("natural"),
    "strong": gettext_noop("always strong"),
    "game-forcing": gettext_noop("forcing to game"),
    "fourth-hand": gettext_noop("in the fourth seat"),
    "high": gettext_noop("3NT or higher"),
    "behind-odd-pass": PLACES["behind-odd-pass"],
}
_ADDED = {
    "unbalanced": gettext_noop("may be unbalanced when short"),
    "one-of-a-major": gettext_noop("one in a major"),
    "weak": gettext_noop("may be weak"),
}
_CAPS = {
    "suit-pointer": gettext_noop("it shows four cards in a suit"),
    "balance-pointer": gettext_noop("it shows a hand for notrump"),
    "strong-or-natural": gettext_noop("it is strong or natural"),
    "strong-or-suit-pointer": gettext_noop("it is strong or shows four cards in one suit"),
}
CHANGES = {
    "stronger": gettext_noop("%(call)s: never weak"),
    "balanced-when-short": gettext_noop("%(call)s: balanced whenever the suit is short"),
    "longer": gettext_noop("%(call)s: at least three cards in the suit"),
    "natural": gettext_noop("%(call)s: four cards in the suit"),
    "without": gettext_noop("%(call)s: without %(hands)s"),
    "drop": gettext_noop("without %(call)s"),
}


def written_opening(call: str, lang: str) -> str:
    """The call as bids are written, `pass` as a word."""
    found = opening_call(call)
    return translator(lang)(gettext_noop("pass")) if found == Pass() else call


def hands_of(line: Line, lang: str) -> str:
    """The hands of a line, which must be sound: `6-10 hp, 6 ♥, unbalanced`."""
    say = translator(lang)
    parts = [f"{_written(line.hp, MOST_HP)} hp"] if line.hp else []
    suits = ((getattr(line, name), symbol) for name, symbol in zip(SUITS, "♣♦♥♠", strict=True))
    parts += [f"{_written(length, CARDS)} {symbol}" for length, symbol in suits if length]
    parts += [say(SHAPES[line.shape])] if line.shape else []
    parts += [say(gettext_noop("forcing to game"))] if line.game_forcing else []
    return ", ".join(parts) or say(gettext_noop("any hand"))


def _written(text: str, most: int) -> str:
    low, high = parse_range(text, most)
    if high == most and low != high:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"


def situation_of(line: Line, lang: str) -> str:
    """When the call shows this; empty when it always does."""
    say = translator(lang)
    parts = [PLACES[line.place]] if line.place else []
    parts += [ZONES[line.zone]] if line.zone else []
    return ", ".join(map(say, parts))


def derivation(dots: Dots, lang: str) -> str:
    """Where the dots of an opening come from: `2 + 1 (may be weak) = 3, at most 1: it …`."""
    say = translator(lang)
    if dots.kind in _FREE:
        return say(_FREE[dots.kind])
    added = [f" + {number} ({say(_ADDED[name])})" for name, number in dots.additions.items()]
    base = say(gettext_noop("base %(dots)s")) % {"dots": dots.base}
    total = f" = {dots.base + sum(dots.additions.values())}" if added else ""
    found = f"{base}{''.join(added)}{total}"
    if dots.cap is None:
        return found
    limit = say(gettext_noop("at most %(dots)s, as %(why)s"))
    return f"{found}; " + limit % {"dots": dots.cap[1], "why": say(_CAPS[dots.cap[0]])}


def unbalanced_share(one: Assessed, lang: str) -> str:
    """Of a notrump opening how often it is unbalanced, with a short suit; empty when never."""
    say, share = translator(lang), one.unbalanced
    if share in {0, 1}:
        return say(gettext_noop("is unbalanced")) if share else ""
    per_cent = rounded(share * 100, 1 if share < Fraction(1, 10) else 0)
    told = say(gettext_noop("may be unbalanced (%(share)s %% of the hands)"))
    return told % {"share": decimals(per_cent, lang)}


def passes_of(system: System, situation: tuple[str, str], lang: str) -> str:
    """What an opening pass is in a situation, where it is more than a pass; else empty."""
    made = system.passes.get(situation)
    say = translator(lang)
    if made is None or not made.result["odd"]:
        return say(gettext_noop("an opening, strong")) if made and _opens(made) else ""
    if _opens(made):
        return say(gettext_noop("an odd pass, which is an opening"))
    return say(gettext_noop("an odd pass: answers to it are openings"))


def _opens(made: Decision) -> bool:
    return bool(made.result["is_an_opening"])


def told_change(change: Cheaper, lang: str) -> str:
    """A change of a system as a sentence."""
    hands = hands_of(change.line, lang) if change.line else ""
    return translator(lang)(CHANGES[change.change]) % {"call": change.call, "hands": hands}
