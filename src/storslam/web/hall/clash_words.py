"""What two copies of an event both changed, in the reader's language."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from storslam.web.models.event import Datum, Display, Method, Standing, State

_KINDS = {
    "event": _("The event"),
    "sections": _("Section"),
    "contestants": _("Contestant"),
    "members": _("Player"),
    "carried": _("Points brought along by"),
    "rounds": _("Round"),
    "boards": _("Board"),
    "tables": _("Table"),
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
    "tricks": _("tricks"),
}
_VALUES = {
    value: label
    for choices in (State, Method, Datum, Display, Standing)
    for value, label in choices.choices
} | {"True": _("yes"), "False": _("no")}


def what(clash: Mapping[str, str]) -> str:
    """Which row, and which field of it: `Contestant 5, how it stands`."""
    named = f"{_KINDS[clash['kind']]} {clash['name']}".strip()
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
