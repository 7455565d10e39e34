"""Charges, allowances and deadlines in words, in the language of the moment."""

from collections.abc import Callable, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from storslam.championship.calendar import Deadline
from storslam.championship.money import ORE
from storslam.web.acts.allowances import Claim
from storslam.web.models import Allowance, Charge, Discipline, StageKind
from storslam.web.shown import exact, kronor

_SUMS = {
    "em-fund": gettext_noop("EM fund"),
    "organiser-costs": gettext_noop("Costs of a team semifinal"),
    "travel-festival": gettext_noop("Travel money to the Festival"),
    "travel-junior": gettext_noop("Travel money of juniors"),
    "travel-team-final": gettext_noop("Travel money to the team final"),
    "travel-team-semifinal": gettext_noop("Travel money to the team semifinal"),
}
_BY = {
    "car": gettext_noop("car"),
    "train": gettext_noop("train"),
    "bus": gettext_noop("bus"),
    "other": gettext_noop("other"),
}


def stage_words(facts: Mapping[str, Any]) -> str:
    """The discipline and the stage of a decision's facts; empty where it is of none."""
    words = dict(Discipline.choices) | dict(StageKind.choices)
    parts = (facts.get("discipline"), facts.get("stage") or facts.get("event"))
    return ", ".join(str(words[part]) for part in parts if part)


def charged(charge: Charge) -> str:
    """What a charge is for."""
    return ": ".join(
        filter(None, (str(charge.get_kind_display()), stage_words(charge.decision["facts"])))
    )


def charged_count(charge: Charge) -> int:
    """How many pairs or teams a charge is for."""
    count: int = charge.decision["result"].get("teams", charge.decision["count"])
    return count


def claimed(what: Claim | Allowance) -> str:
    """What a sum is for, and whose."""
    name = what.name if isinstance(what, Claim) else what.decision["decision"]
    whose = what.entry or what.district
    parts = (_(_SUMS[name]), stage_words(what.facts), whose and str(whose))
    return ", ".join(filter(None, parts))


def derived(row: Allowance) -> str:
    """What the sum is reckoned on."""
    return _DERIVED[row.decision["decision"]](row)


def _festival(row: Allowance) -> str:
    pairs, final = row.facts["entitled_pairs"], row.facts["final_pairs"]
    text = ngettext(
        "%(n)s pair entitled, %(final)s says that it comes",
        "%(n)s pairs entitled, %(final)s say that they come",
        pairs,
    )
    return text % {"n": pairs, "final": final}


def _team(row: Allowance) -> str:
    """Player by player."""
    return " + ".join(exact(Fraction(str(sek))) for sek in row.decision["result"]["players"])


def _junior(row: Allowance) -> str:
    facts = row.facts
    said = {
        "mil": exact(Fraction(str(facts["one_way_mil"]))),
        "players": facts["players"],
        "by": _(_BY[facts["transport"]]),
    }
    text = _("%(mil)s mil one way, players: %(players)s, by %(by)s") % said
    cost = facts.get("actual_cost")
    return text if cost is None else text + ", " + _("cost %(sek)s") % {"sek": sek(cost)}


_DERIVED: Mapping[str, Callable[[Allowance], str]] = {
    "em-fund": lambda row: str(row.facts["pairs"]),
    "organiser-costs": lambda row: _("cost %(sek)s") % {"sek": sek(row.facts["costs"])},
    "travel-festival": _festival,
    "travel-junior": _junior,
    "travel-team-final": _team,
    "travel-team-semifinal": _team,
}


def sek(number: Any) -> str:
    """A number of kronor from a decision, as a sum."""
    return kronor(round(Fraction(str(number)) * ORE))


def day(moment: datetime | None) -> str:
    """A day, with the time where it is not the whole day; a dash where there is none."""
    if moment is None:
        return "–"
    local = localtime(moment)
    whole = (local.hour, local.minute) == (23, 59)
    return date_format(local, "j F Y" if whole else "j F Y H:i")


def last(deadline: Deadline) -> str:
    """The last day of a deadline, or its last moment."""
    if deadline.last_day:
        return date_format(deadline.last_day, "j F Y")
    return day(deadline.before)
