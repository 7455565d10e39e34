"""What two copies of an event both changed, in the reader's language."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from storslam.web.models.event import Datum, Display, Method, Standing, State
from storslam.web.models.teams import Phase, Side

_KINDS = {
    "stage": _("The stage"),
    "event": _("The event"),
    "sections": _("Section"),
    "contestants": _("Contestant"),
    "members": _("Player"),
    "carried": _("Points brought along by"),
    "cards": _("Declaration card of"),
    "duties": _("Duty of"),
    "rounds": _("Round"),
    "boards": _("Board"),
    "dealings": _("Promise of hands"),
    "tables": _("Table"),
    "matches": _("Match"),
    "rooms": _("Room of the match"),
    "line_ups": _("Line-up of the match"),
    "penalties": _("Penalty in the match"),
    "choices": _("Choice of opponents"),
}
_FIELDS = {
    "name": _("name"),
    "site": _("played at"),
    "date": _("date"),
    "state": _("state"),
    "method": _("method"),
    "winners": _("winners"),
    "datum": _("datum"),
    "imp_cap": _("most IMPs"),
    "sections_apart": _("sections apart"),
    "correction_minutes": _("minutes for corrections"),
    "corrections_until": _("corrections until"),
    "group": _("group"),
    "movement": _("movement"),
    "minutes": _("minutes"),
    "confirm": _("opponents confirm"),
    "display": _("when results are shown"),
    "frozen": _("frozen since"),
    "qualify": _("how many go on"),
    "code_turn": _("turn of the codes"),
    "master_points": _("master points by place"),
    "declined": _("who declines the EM fund's offer"),
    "standing": _("how it stands"),
    "present": _("has reported"),
    "stationary": _("must not move"),
    "a_system": _("system of class A"),
    "club": _("club"),
    "number": _("number"),
    "first_round": _("first round"),
    "last_round": _("last round"),
    "points": _("points"),
    "text": _("where from"),
    "session": _("session"),
    "planned": _("planned"),
    "opened": _("opened"),
    "closed": _("closed"),
    "started": _("clock started"),
    "paused": _("clock stopped"),
    "held": _("time stood still"),
    "dealer": _("dealer"),
    "vulnerability": _("vulnerability"),
    "deal": _("cards"),
    "secret": _("what was dealt from"),
    "promise": _("what was promised"),
    "boards": _("which boards"),
    "revealed": _("when the secret was told"),
    "tricks": _("tricks"),
    "phase": _("part of the event"),
    "home": _("home team"),
    "away": _("away team"),
    "halves": _("boards of the halves"),
    "absent": _("who gave walkover"),
    "why": _("the reason for it"),
    "decision": _("the decision on it"),
    "hall_round": _("round of the hall"),
    "section": _("which room"),
    "table": _("at which table"),
    "seats": _("who sits where"),
    "vp": _("VP"),
    "member": _("whose fee is unpaid"),
    "ruled_home": _("VP of the ruling, home team"),
    "ruled_away": _("VP of the ruling, away team"),
    "ruled_why": _("reason of the ruling"),
    "absent_at": _("walkover since"),
    "ruled_at": _("ruled since"),
    "announced": _("who has announced an A system"),
    "imps": _("IMPs"),
    "who": _("by whom"),
    "systems": _("what is allowed of bidding systems"),
    "versions": _("versions"),
    "withdrawn": _("withdrawn since"),
    "when": _("when"),
    "withdrawn_by": _("taken back by"),
    "withdrawn_at": _("when it was taken back"),
    "chooser": _("who chooses"),
    "chosen": _("who is chosen"),
}
_VALUES = {
    value: label
    for choices in (State, Method, Datum, Display, Standing, Phase, Side)
    for value, label in choices.choices
} | {"True": _("yes"), "False": _("no")}


def what(clash: Mapping[str, str]) -> str:
    """Which row, and which field of it: `Contestant 5, how it stands`."""
    name = clash["name"]
    if clash["kind"] == "cards":  # named by its contestant, and the moment it was made
        name = name.rpartition(" ")[0]
    named = f"{_KINDS[clash['kind']]} {name}".strip()
    return f"{named}, {_FIELDS[clash['field']]}" if clash["field"] else named


def value(text: str) -> str:
    """A value as it is shown; moments by the clock on the wall."""
    if text in _VALUES:
        return str(_VALUES[text])
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text or gettext("not there")
    return f"{timezone.localtime(moment):%Y-%m-%d %H:%M:%S}" if moment.tzinfo else text
