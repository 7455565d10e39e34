"""What is filled in about money."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.web.forms import UploadField
from storslam.web.forms_season import SheetForm
from storslam.web.models import District, EntryPlayer, StageKind

MOST = 99_999


def _amount(label: Any, **more: Any) -> forms.DecimalField:
    """A sum in kronor."""
    return forms.DecimalField(label=label, min_value=0, max_value=MOST, decimal_places=2, **more)


class BankForm(SheetForm):
    """A file from the bank."""

    file = UploadField(label=_("File"), help_text=_("camt.053 (XML), CSV or XLSX."))


class TeamCountForm(forms.Form):
    """The number of teams of a district."""

    teams = forms.IntegerField(label=_("Teams"), min_value=0, max_value=999)


class CostsForm(forms.Form):
    """An organiser's costs."""

    costs = _amount(_("Costs, kronor"))


class JuniorForm(forms.Form):
    """How juniors travelled to their final."""

    one_way_mil = forms.DecimalField(
        label=_("Distance one way, in mil (10 km)"), min_value=0, max_value=999, decimal_places=1
    )
    players = forms.IntegerField(
        label=_("Players who travelled together"), min_value=1, max_value=8
    )
    transport = forms.ChoiceField(
        label=_("Means of travel"),
        choices=[
            ("car", _("car")), ("train", _("train")), ("bus", _("bus")), ("other", _("other")),
        ],
    )  # fmt: skip
    actual_cost = _amount(_("What it cost, kronor"), required=False)

    def facts(self) -> dict[str, Any]:
        """The facts of the decision; without a cost that nobody stated."""
        given = self.cleaned_data
        return {name: _plain(value) for name, value in given.items() if value is not None}


class TeamForm(forms.Form):
    """What a team's travel money needs: halves in the qualifier, and the office's amounts."""

    def __init__(
        self,
        kind: str,
        roster: Sequence[EntryPlayer],
        districts: Sequence[District],
        before: Mapping[str, Any],
        *args: Any,
    ) -> None:
        super().__init__(*args)
        self.roster, self.districts = roster, districts if kind == StageKind.SEMIFINAL else ()
        played = [one["halves_in_qualifier"] for one in before.get("players", ())]
        for place, row in enumerate(roster):
            self.fields[f"halves{row.player_id}"] = forms.IntegerField(
                label=_("Halves in the qualifier: %(player)s") % {"player": row.player},
                min_value=0,
                max_value=99,
                initial=played[place] if len(played) == len(roster) else None,
            )
        amounts = before.get("sek_per_player", {})
        for district in self.districts:
            label = _("Kronor a player from %(district)s") % {"district": district}
            initial = amounts.get(district.code)
            self.fields[f"sek{district.code}"] = _amount(label, initial=initial)

    def players(self) -> list[dict[str, Any]]:
        """The players as the decision asks for them."""
        return [self._player(row) for row in self.roster]

    def _player(self, row: EntryPlayer) -> dict[str, Any]:
        player = row.player
        home = player.lives_in or player.district
        facts = {
            "halves_in_qualifier": self.cleaned_data[f"halves{player.pk}"],
            "resident_in_sweden": not player.abroad,
        }
        return facts | ({"lives_in": home.code} if home else {})

    def amounts(self) -> dict[str, str]:
        """The office's amounts by district code."""
        return {d.code: str(self.cleaned_data[f"sek{d.code}"]) for d in self.districts}


def _plain(value: Any) -> Any:
    return value if isinstance(value, int | str) else str(value)
