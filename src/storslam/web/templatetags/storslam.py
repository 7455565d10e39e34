"""Filters and tags of the house's pages."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, gettext

from storslam.bridge import Card, Contract, Deal, Hand, PassedOut, Seat, Strain, Suit
from storslam.bridge.cards import SUITS_DOWN
from storslam.bridge.par import Par
from storslam.printing import words
from storslam.scoring.event import BoardRecord, Contestant, Line, Play, Score
from storslam.web import shown, told
from storslam.web.acts.money import with_paid
from storslam.web.acts.words import words_of_act
from storslam.web.hall import clash_words
from storslam.web.hall.qualified import Shift, shift
from storslam.web.models import Entry, Event, Round, Season, Step, TeamTable
from storslam.web.scored import Move
from storslam.web.teams import pages
from storslam.web.teams.kinds import is_teams

register = template.Library()
register.filter("decimal", shown.decimal)
register.filter("exact", shown.exact)
register.filter("seat", shown.seat)
register.filter("rank", shown.rank)
register.filter("outcome", shown.outcome)
register.filter("outcome_of", shown.own_outcome)
register.filter("award", shown.award)
register.filter("clock", shown.clock)
register.filter("vulnerable", shown.vulnerable)
register.filter("charged", told.charged)
register.filter("charged_count", told.charged_count)
register.filter("claimed", told.claimed)
register.filter("derived", told.derived)
register.filter("sek", told.sek)
register.filter("is_teams", is_teams)
register.filter("last_day", told.day)
register.filter("last_moment", told.last)


@register.filter
def points(value: Fraction | int | None) -> SafeString | str:
    """IMPs or victory points in at most two decimals, the exact value where it has more beside."""
    text = words.points(value, shown.language())
    if value is None or 100 % value.denominator == 0:
        return text
    return format_html('<span title="{}">{}</span>', shown.exact(value), text)


@register.simple_tag
def asset(path: str) -> str:
    """The address of a static file, which changes when any of them does."""
    return f"{static(f'storslam/{path}')}?v={settings.ASSET_VERSION}"


@register.filter
def symbol(suit: Suit) -> SafeString:
    """The symbol of a suit in its colour."""
    return format_html('<span class="suit {}">{}</span>', suit.letter.lower(), suit.symbol)


@register.filter
def contract(value: Contract | PassedOut) -> SafeString:
    """A contract with its suit in colour: 4♥X."""
    if isinstance(value, PassedOut):
        return format_html("{}", gettext("Pass"))
    return format_html("{}{}{}", value.level, trump(value.strain), value.doubling.letters)


@register.filter
def trump(strain: Strain) -> SafeString | str:
    """A strain: its suit in colour, or NT."""
    return "NT" if strain is Strain.NOTRUMP else symbol(Suit(strain))


@register.filter
def card(value: Card | None) -> SafeString | str:
    """A card, suit first in colour: ♠E."""
    return format_html("{}{}", symbol(value.suit), shown.rank(value.rank)) if value else ""


@register.filter
def declarer(play: Play | None) -> str:
    """The declarer's seat; empty where there is none."""
    if play is None or isinstance(play.contract, PassedOut):
        return ""
    return shown.seat(play.contract.declarer)


@register.filter
def tricks(play: Play | None) -> str:
    """Tricks against the contract: =, +1 or −2; empty where nothing was played."""
    if play is None or isinstance(play.contract, PassedOut):
        return ""
    return words.difference(play.tricks - play.contract.tricks_needed)


@register.filter
def against_tricks(line: Line, record: BoardRecord) -> str:
    """Tricks taken against double dummy: =, +1 or −2; empty where that is not known.

    A group of a fouled board had other cards.
    """
    play = line.play
    if play is None or isinstance(play.contract, PassedOut) or line.group:
        return ""
    makeable = record.tricks.get((play.contract.declarer, play.contract.strain))
    return "" if makeable is None else words.difference(play.tricks - makeable)


@register.filter
def against_par(line: Line, par: Par) -> str:
    """The score to North-South against par: =, +30 or −620; empty for what is no single score."""
    if not isinstance(line.outcome, Score) or line.group:
        return ""
    return words.difference(line.outcome.ns - par.score)


@register.filter
def over(contract: Contract, record: BoardRecord) -> str:
    """What a contract makes double dummy: =, +1 or −2."""
    return words.difference(
        record.tricks[contract.declarer, contract.strain] - contract.tricks_needed
    )


@register.filter
def names(who: Contestant) -> str:
    """A contestant's own name, or its players', or its code."""
    return who.name or " – ".join(player.name for player in who.players) or who.id


@register.filter
def clubs(who: Contestant) -> str:
    """The clubs of a contestant's players, each once."""
    return " / ".join(dict.fromkeys(player.club for player in who.players if player.club))


@register.filter
def round_name(one: Round) -> str:
    """A round of the hall as its players know it: of teams the round of matches and the half."""
    rooms = TeamTable.objects.filter(table__round=one)
    room = rooms.select_related("match__event__stage__season").first()
    return pages.half_name(room) if room else gettext("Round %(number)s") % {"number": one.number}


@register.filter
def letters(seats: str) -> list[Seat]:
    """The seats of a word of letters, for loops over the hands of a deal."""
    return [Seat(letter) for letter in seats]


@register.filter
def hand(deal: Deal, seat: Seat) -> Hand | None:
    """The hand of a seat; None where not known."""
    return deal[seat]


@register.filter
def suits(hand: Hand) -> list[tuple[Suit, str]]:
    """The suits of a hand from the highest, with the cards as the reader writes them."""
    return [(suit, " ".join(map(shown.rank, hand[suit]))) for suit in SUITS_DOWN]


@register.filter
def person(people: dict[str, Contestant], code: str) -> Contestant:
    """The contestant of a code."""
    return people[code]


@register.filter
def surnames(who: Contestant) -> str:
    """The last names of a contestant's players, for narrow tables."""
    return " – ".join(player.name.split()[-1] for player in who.players if player.name.split())


@register.filter
def sentence(told: dict[str, str]) -> str:
    """What an article or a reading says, in the reader's language."""
    return told["sv" if get_language() == "sv" else "en"]


@register.filter
def kronor(ore: int | None) -> str:
    """Öre as kronor: 1 250,50, whole kronor without decimals; a dash where not known."""
    return "–" if ore is None else shown.kronor(ore)


@register.filter
def get(found: Mapping[Any, Any], key: Any) -> Any:
    """The value of a key; None where there is none, or nothing to seek in."""
    return found.get(key) if found else None


@register.filter
def registry_field(name: str) -> str:
    """The name of a field of the registry, in words."""
    return shown.registry_field(name)


@register.simple_tag(name="shift")
def shift_of(event: Event, moves: Sequence[Move]) -> Shift | None:
    """What moves in an event do to the field of the one after it."""
    return shift(event, moves)


@register.filter
def clash(told: dict[str, str]) -> str:
    """What two copies of an event both changed, in words."""
    return clash_words.what(told)


@register.filter
def clash_value(text: str) -> str:
    """A value of what both changed, in words."""
    return clash_words.value(text)


@register.filter
def act(step: Step) -> str:
    """What was done in a step of the trail, in words."""
    return words_of_act(step.act)


@register.filter
def magnitude(number: int) -> int:
    """The number without its sign."""
    return abs(number)


@register.filter
def clubs_of(row: dict[str, Any]) -> str:
    """The clubs of a reported row, each once."""
    return " / ".join(dict.fromkeys(filter(None, row["clubs"])))


@register.filter
def written(text: str) -> str:
    """An exact fraction in text (`433/20`), rounded as results are shown."""
    return shown.decimal(Fraction(text))


@register.filter
def figure(text: str | int | None) -> str:
    """An exact figure as a decision or a seating keeps it, with two decimals."""
    return "" if text is None else shown.decimal(Fraction(text), 2)


@register.filter
def span(boards: Sequence[int]) -> str:
    """Boards in few letters: 5–8, or 5, 7."""
    ordered = sorted(boards)
    if len(ordered) > 1 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]}–{ordered[-1]}"
    return ", ".join(map(str, ordered))


@register.filter
def total(numbers: dict[str, int]) -> int:
    """The sum of the values."""
    return sum(numbers.values())


@register.filter
def left(deadline: datetime, season: Season) -> str:
    """How long it is until a moment by the season's clock, in words."""
    now = season.now()
    return timeuntil(deadline, now) if deadline > now else gettext("over")


@register.filter
def entry_clubs(entry: Entry) -> str:
    """The clubs of an entry's players, each once."""
    found = (row.player.club for row in entry.roster.all())
    return " / ".join(dict.fromkeys(str(club) for club in found if club))


@register.inclusion_tag("storslam/season/fees.html")
def fees(entry: Entry) -> dict[str, Any]:
    """The fees that an entry pays itself, with references."""
    return {"charges": with_paid(entry.charges.filter(cancelled=None))}
