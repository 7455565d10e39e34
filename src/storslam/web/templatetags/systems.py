"""Filters that tell bidding systems."""

import re
from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

from storslam.bridge import Bid, Pass
from storslam.bridge.cards import parse_hand
from storslam.printing import system_words
from storslam.systems.assessment import Assessed, Cheaper, System
from storslam.systems.card import Card, Line, opening_call
from storslam.systems.card_faults import Fault
from storslam.systems.openings import Dots
from storslam.web.faults import said
from storslam.web.templatetags.storslam import suits, trump

register = template.Library()
_CLASSES = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def _lang() -> str:
    return get_language() or "sv"


@register.filter
def suited(text: str) -> SafeString:
    """The text with its suit symbols in their colours; whatever else is in it stays text."""
    parts = re.split("([♣♦♥♠])", str(text))
    return format_html_join(
        "",
        "{}",
        (
            (
                mark_safe(f'<span class="suit {_CLASSES[part]}">{part}</span>')  # noqa: S308
                if part in _CLASSES
                else conditional_escape(part),
            )
            for part in parts
        ),
    )


@register.filter
def opening(call: str) -> SafeString | str:
    """An opening call with its suit in colour; pass as a word."""
    bid = opening_call(call)
    if isinstance(bid, Bid):
        return format_html_join("", "{}", ((part,) for part in (bid.level, trump(bid.strain))))
    return system_words.written_opening(call, _lang()) if bid else call


@register.filter
def hands(line: Line) -> SafeString:
    """The hands of a line in few words."""
    return suited(system_words.hands_of(line, _lang()))


@register.filter
def situation(line: Line) -> str:
    """When a line holds; empty when it always does."""
    return system_words.situation_of(line, _lang())


@register.filter
def derivation(dots: Dots) -> str:
    """Where the dots of an opening come from."""
    return system_words.derivation(dots, _lang())


@register.filter
def sample_hand(text: str) -> SafeString:
    """A hand as PBN writes it, with suit symbols and the reader's ranks."""
    held = suits(parse_hand(text))
    return suited("  ".join(f"{suit.symbol} {cards or '–'}" for suit, cards in held))


@register.filter
def unbalanced(one: Assessed) -> str:
    """Of a notrump opening how often it is not balanced; empty when it always is."""
    return system_words.unbalanced_share(one, _lang())


@register.filter
def change(one: Cheaper) -> SafeString:
    """A change that would make a system cheaper."""
    return suited(system_words.told_change(one, _lang()))


@register.filter
def marks(count: int) -> str:
    """So many dots, to be seen."""
    return "●" * count


@register.filter
def fault_said(fault: Fault) -> str:
    """What is wrong with a card, in words."""
    return said(fault.error)


@register.filter
def opens_with_pass(call: str) -> bool:
    """Whether the call is an opening pass."""
    return opening_call(call) == Pass()


@register.filter
def card_texts(told: Card) -> list[tuple[str, str]]:
    """The parts of a card that are text, with their names."""
    names = system_words.SECTION_NAMES.items()
    return [(gettext(name), told.texts[part]) for part, name in names if told.texts.get(part)]


@register.filter
def clock_of(moment: str) -> str:
    """The time of day of a moment in a decision."""
    return date_format(localtime(datetime.fromisoformat(moment)), "Y-m-d H:i")


@register.filter
def dotted(system: System) -> SafeString:
    """The openings that have dots, with their number: `2♦ (3), 1♥ (7)`."""
    found = [(opening(one.call), one.dots.dots) for one in system.openings if one.dots.dots]
    return format_html_join(", ", '<span class="nowrap">{} ({})</span>', found)


@register.filter
def passes(system: System, line: Line) -> str:
    """What an opening pass of the system is, where it is more than a pass."""
    return system_words.passes_of(system, line.situation, _lang())
