"""What an organiser decides on bidding systems."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.errors import StorslamError
from storslam.systems.card import opening_call, written_call
from storslam.web.faults import said

_LESS = re.compile(r"([1-7](?:NT|[NCDHS♣♦♥♠]))[ :=]+([1-7])", re.IGNORECASE)


class StageSystemsForm(forms.Form):
    """The level of a stage, with what its organiser changes."""

    level = forms.ChoiceField(label=_("Level"), choices=[(one, one) for one in "ABCD"])
    max_dots = forms.IntegerField(
        label=_("Most dots of a system"), min_value=0, max_value=200, required=False,
        help_text=_("For level D, or to raise the maximum of B and C."),
    )  # fmt: skip
    banned = forms.CharField(
        label=_("Forbidden openings"), max_length=200, required=False,
        help_text=_("For level D, as 2D 2H."),
    )  # fmt: skip
    reductions = forms.CharField(
        label=_("Fewer dots"), max_length=200, required=False,
        help_text=_("By opening so many less, as 2D 1, 1C 2."),
    )  # fmt: skip

    def clean_banned(self) -> list[str]:
        """The forbidden calls, each once."""
        words = [word for word in re.split(r"[\s,;]+", self.cleaned_data["banned"]) if word]
        for word in words:
            if opening_call(word) is None:
                raise forms.ValidationError(
                    said(StorslamError("call: %(call)s is not an opening bid", call=word[:10]))
                )
        return list(dict.fromkeys(map(written_call, words)))

    def clean_reductions(self) -> dict[str, int]:
        """By call how many dots less."""
        text = self.cleaned_data["reductions"]
        found = [(written_call(call), int(number)) for call, number in _LESS.findall(text)]
        rest = re.sub(r"[\s,;]+", "", _LESS.sub("", text))
        if rest or len(dict(found)) < len(found):
            raise forms.ValidationError(
                said(StorslamError("'%(text)s' is not as 2D 1, 1C 2", text=text[:40]))
            )
        return dict(found)

    @property
    def given(self) -> dict[str, Any]:
        """What `decide_rules` is told."""
        found = self.cleaned_data
        return {
            "level": found["level"],
            "max_dots": found["max_dots"],
            "banned": found["banned"],
            "reductions": found["reductions"],
        }


class RecommendedForm(forms.Form):
    """What the recommended level follows from."""

    status = forms.ChoiceField(
        label=_("Status"), choices=[("gold", _("gold")), ("silver", _("silver"))]
    )
    boards = forms.IntegerField(
        label=_("Boards in a row against one pair"), min_value=1, max_value=99
    )
