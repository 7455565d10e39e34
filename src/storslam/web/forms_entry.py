"""What is filled in to enter, to ask for an exemption, and to decide on one."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.web.acts.checking import TEAMS
from storslam.web.acts.entries import PAIR
from storslam.web.forms import TextField
from storslam.web.models import District, Player, Stage

MOST_PLAYERS = 8


class EntryForm(forms.Form):
    """A pair or a team by member numbers."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64)
    name = TextField(label=_("Name of the team"), max_length=120, required=False)
    district = forms.ModelChoiceField(District.objects.none(), label=_("District"))
    a_system = forms.BooleanField(
        label=_("We play a system of class A"),
        required=False,
        help_text=_("Other systems have dots: see the rulebook on classes of systems."),
    )
    card = forms.FileField(
        label=_("Declaration card"),
        required=False,
        help_text=_("PDF, at most 2 MB; it can wait."),
    )

    def __init__(
        self, stage: Stage, districts: Sequence[District], players: Sequence[Player], *args: Any
    ) -> None:
        super().__init__(*args, initial={"key": uuid4().hex})
        self.stage, self.teams = stage, stage.discipline in TEAMS
        self.numbers = [f"player{n}" for n in range(1, (MOST_PLAYERS if self.teams else PAIR) + 1)]
        given = dict(zip(self.numbers, players, strict=False))
        for count, name in enumerate(self.numbers, 1):
            self.fields[name] = forms.CharField(
                label=_("Member number, player %d") % count,
                max_length=20,
                required=not self.teams or count == 1,
                initial=given[name].number if name in given else "",
                widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
            )
        self.fields["district"].queryset = District.objects.filter(
            pk__in=[district.pk for district in districts]
        )
        if len(districts) == 1:
            self.fields["district"].initial = districts[0]
        if not districts:
            del self.fields["district"]
        if not self.teams:
            del self.fields["name"]
        self.order_fields([*self.numbers, "name", "district"])

    def only_players(self, name: str) -> None:
        """Ask for the players and a team's name only: the rest of the entry stays."""
        for other in ("district", "a_system", "card"):
            self.fields.pop(other, None)
        if "name" in self.fields:
            self.fields["name"].initial = name

    def clean(self) -> dict[str, Any]:
        """The players of the numbers, in their order."""
        found = super().clean() or {}
        numbers = [(name, found.get(name, "").strip()) for name in self.numbers]
        players = Player.objects.select_related("club", "district").in_bulk(
            [number for _, number in numbers if number], field_name="number"
        )
        for name, number in numbers:
            if number and number not in players:
                self.add_error(name, _("There is no player with that member number."))
        found["players"] = [players[number] for _, number in numbers if number in players]
        return found


class ExemptionForm(forms.Form):
    """Why a rule should not count."""

    rule = forms.CharField(widget=forms.HiddenInput, max_length=20)
    reason = TextField(label=_("Reason"), max_length=1000, widget=forms.Textarea({"rows": 3}))


class AnswerForm(forms.Form):
    """What the committee decides, and why."""

    why = TextField(label=_("Reason"), max_length=1000, widget=forms.Textarea({"rows": 2}))
