"""What is filled in about draws and venues."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.exchange.venues import MOST_KM, MOST_NAME, VenueRow
from storslam.web.acts.venues import Allotment, Board, choice_of
from storslam.web.models import District, Venue


class SeedForm(forms.Form):
    """The seed of a lot, stated so that the draw can be made again."""

    seed = forms.IntegerField(
        label=_("Seed of the lot"),
        min_value=0,
        max_value=999_999_999,
        help_text=_("Any number; the same seed gives the same draw."),
    )


class VenueForm(forms.Form):
    """A venue and its distances; a distance that is left out is not known."""

    name = forms.CharField(label=_("Venue"), max_length=MOST_NAME)
    district = forms.ModelChoiceField(
        District.objects.all(), label=_("District"), to_field_name="code"
    )

    def __init__(self, venue: Venue | None, *args: Any) -> None:
        super().__init__(*args)
        self.districts = list(District.objects.all())
        km = {d.district_id: d.km for d in venue.distances.all()} if venue else {}
        if venue:
            self.initial |= {"name": venue.name, "district": venue.district.code}
        for district in self.districts:
            self.fields[f"km{district.code}"] = forms.IntegerField(
                label=f"{district}, km",
                min_value=0,
                max_value=MOST_KM,
                required=False,
                initial=km.get(district.pk),
            )

    def row(self) -> VenueRow:
        """The venue as it was filled in."""
        filled = self.cleaned_data
        km = {district.code: filled[f"km{district.code}"] for district in self.districts}
        known = {code: number for code, number in km.items() if number is not None}
        return VenueRow(" ".join(filled["name"].split()), filled["district"].code, known)


class AllotmentForm(forms.Form):
    """How many teams of each district play at each venue, and why where it breaks the limits."""

    reason = forms.CharField(label=_("Reason of a deviation"), max_length=500, required=False)
    consulted = forms.BooleanField(
        label=_("The committee, the teams and the districts were asked"), required=False
    )

    def __init__(
        self,
        venues: Iterable[Venue],
        codes: Iterable[str],
        now: Allotment,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        self.venues, self.codes = list(venues), list(codes)
        for venue in self.venues:
            for code in self.codes:
                self.fields[f"n{venue.pk}{code}"] = forms.IntegerField(
                    label=f"{venue.name}, {code}",
                    min_value=0,
                    max_value=99,
                    required=False,
                    initial=now.get(venue.name, {}).get(code),
                    widget=forms.NumberInput(
                        {"class": "tiny", "aria-label": f"{venue.name} {code}"}
                    ),
                )

    def table(self) -> list[tuple[Venue, list[Any]]]:
        """The fields of each venue in the order of the districts."""
        return [
            (venue, [self[f"n{venue.pk}{code}"] for code in self.codes]) for venue in self.venues
        ]

    def wanted(self) -> dict[str, dict[str, int]]:
        """The allotment as it was filled in."""
        return {
            venue.name: {
                code: count
                for code in self.codes
                if (count := self.cleaned_data[f"n{venue.pk}{code}"])
            }
            for venue in self.venues
        }


class ChoiceForm(forms.Form):
    """The venue of each of a district's teams."""

    def __init__(
        self, board: Board, venues: Iterable[Venue], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self.teams = board.teams
        choices = [("", "–"), *((v.pk, v.name) for v in venues if v.name in board.allotted)]
        for team in self.teams:
            choice = choice_of(team)
            self.fields[f"team{team.pk}"] = forms.TypedChoiceField(
                label=str(team),
                choices=choices,
                coerce=int,
                initial=choice.venue_id if choice else "",
            )

    def wanted(self) -> dict[int, int]:
        """By the entry's id the venue's."""
        return {team.pk: self.cleaned_data[f"team{team.pk}"] for team in self.teams}
