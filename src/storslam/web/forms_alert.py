"""An auction, and what its last call means."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

_TRI = (("", _("not said")), ("yes", _("yes")), ("no", _("no")))
_ANSWERS = {"yes": True, "no": False}
MEANINGS = ("conventional", "forcing", "compensating_shape", "partner_overcall_natural")


def _tri(label: Any, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_TRI, required=False, help_text=help_text)


class AlertForm(forms.Form):
    """What the adviser asks."""

    auction = forms.CharField(
        label=_("Auction, up to the call in question"),
        max_length=200,
        help_text=_("As 1H P 2C or (1D) 1S (P) 3C; all calls, also passes."),
        widget=forms.TextInput({"spellcheck": "false", "autocapitalize": "characters"}),
    )
    conventional = _tri(_("Is the call conventional?"))
    forcing = _tri(_("Is it forcing?"))
    min_hp = forms.IntegerField(
        label=_("The fewest hp of an opening"), min_value=0, max_value=37, required=False
    )
    compensating_shape = _tri(_("Has a light opening shape to make up for it?"))
    partner_overcall_natural = _tri(_("Was partner's overcall natural?"))
    hard_to_understand = forms.BooleanField(
        label=_("Natural, but opponents cannot be expected to understand it"), required=False
    )
    known_from_system = forms.BooleanField(
        label=_("The system makes a meaning very likely that is to be alerted"), required=False
    )
    screens = forms.BooleanField(label=_("Screens are used"), required=False)

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the decision `alert`."""
        given = self.cleaned_data
        meaning = {name: _ANSWERS.get(given[name]) for name in MEANINGS}
        meaning |= {
            name: given[name] for name in ("min_hp", "hard_to_understand", "known_from_system")
        }
        return {
            "auction": [call for call in re.split(r"[\s,()–-]+", given["auction"]) if call],
            "meaning": {name: value for name, value in meaning.items() if value is not None},
            "screens": given["screens"],
        }
