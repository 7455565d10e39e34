"""What is filled in to set up an event in the hall."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from django import forms
from django.core.validators import MaxValueValidator
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from storslam.championship.master_points import by_place
from storslam.errors import StorslamError
from storslam.exchange.text import MAX_BYTES, format_number
from storslam.scoring import Contestant as Who
from storslam.scoring import Player as Person
from storslam.web.faults import said
from storslam.web.forms import TextField, UploadField
from storslam.web.forms_season import MomentField
from storslam.web.hall.kinds import LABELS
from storslam.web.models import District, Entry, Event, Player, User
from storslam.web.models.event import State
from storslam.web.shown import number

MOST_BOARDS, MOST_ROUNDS, MOST_SECTIONS, MOST_MINUTES = 64, 199, 12, 600
MOST_SEED = 999_999_999
SCORING = ("method", "winners", "datum", "imp_cap", "sections_apart")


class LotForm(forms.Form):
    """The seed of a lot, where one is needed."""

    seed = forms.IntegerField(
        label=_("Seed of the lot"),
        min_value=0,
        max_value=MOST_SEED,
        required=False,
        help_text=_("Only where two pairs are level at the last place."),
    )


class OpenForm(LotForm):
    """Whose event of a stage is opened."""

    district = forms.ModelChoiceField(
        District.objects.all(), label=_("District"), to_field_name="code", required=False
    )

    def __init__(self, *args: Any, qualifier: bool, lot: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not qualifier:
            del self.fields["district"]
        if not lot:
            del self.fields["seed"]


class FieldFileForm(forms.Form):
    """A file of contestants and what the event is called."""

    name = TextField(label=_("Name of the event"), max_length=120)
    file = UploadField(
        label=_("File"),
        help_text=_("CSV or XLSX: number; name1; club1; number1; name2; club2; number2."),
    )


class PointsField(TextField):
    """Master points by place, kept as exact numbers in text."""

    def prepare_value(self, value: Any) -> Any:
        """As they are written: `60 48 36,5`."""
        if isinstance(value, list):
            return " ".join(number(format_number(Fraction(one))) for one in value)
        return value

    def clean(self, value: Any) -> list[str]:
        """Raises ValidationError for what is no scale."""
        try:
            return list(map(str, by_place(super().clean(value)).by_place))
        except StorslamError as error:
            raise forms.ValidationError(said(error)) from error

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))


MOST = {"minutes": 600, "qualify": 999, "imp_cap": 24, "correction_minutes": 7 * 24 * 60}
"""The most that an event's settings can be."""


class EventForm(forms.ModelForm):  # type: ignore[type-arg]
    """What holds for the whole event; how it is scored only before its first result."""

    master_points = PointsField(
        label=_("Master points by place"),
        max_length=4000,
        required=False,
        help_text=_("Of the first place, the second and so on: 60 48 36,5. Equal results share."),
    )

    class Meta:
        model = Event
        fields = (
            *("name", "site", "date", "directors", "minutes", "qualify", "confirm", "display"),
            *("correction_minutes", "master_points", *SCORING),
        )
        field_classes: ClassVar = {"name": TextField, "site": TextField}
        labels: ClassVar = {
            "name": _("Name of the event"),
            "site": _("Played at"),
            "date": _("Date"),
            "directors": _("Directors"),
            "minutes": _("Minutes a round"),
            "qualify": _("So many go on"),
            "confirm": _("Opponents confirm each result"),
            "display": _("Results of a board are shown"),
            "correction_minutes": _("Minutes to correct results after the end"),
            "method": _("Scoring"),
            "winners": _("Winners"),
            "datum": _("Datum of Butler"),
            "imp_cap": _("Most IMPs on a board"),
            "sections_apart": _("Sections are compared apart"),
        }
        widgets: ClassVar = {
            "date": forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            "directors": forms.SelectMultiple({"size": 4}),
            "winners": forms.Select(
                choices=[(1, _("one list")), (2, _("North-South and East-West apart"))]
            ),
        }

    def __init__(self, *args: Any, played: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        able = Q(opens_events=True) | Q(is_superuser=True) | Q(events=self.instance)
        self.fields["directors"].queryset = User.objects.filter(able, is_active=True).distinct()
        for name in ("date", "minutes", "qualify", "imp_cap"):
            self.fields[name].required = False
        for name, most in MOST.items():
            field = self.fields[name]
            field.validators.append(MaxValueValidator(most))
            field.widget.attrs["max"] = most
        for name in SCORING if played else ():
            self.fields[name].disabled = True


class SeatForm(forms.Form):
    """How a session is seated: by a movement that is made, or by one from a file."""

    kind = forms.ChoiceField(label=_("Movement"))
    boards = forms.IntegerField(
        label=_("Boards a round"), min_value=1, max_value=MOST_BOARDS, initial=2
    )
    rounds = forms.IntegerField(
        label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, required=False,
        help_text=_("Empty: all of the movement."),
    )  # fmt: skip
    sharing = forms.IntegerField(
        label=_("Rounds that share boards"), min_value=2, max_value=MOST_BOARDS, initial=2,
        help_text=_("In a semibarometer."),
    )  # fmt: skip
    sections = forms.IntegerField(
        label=_("Sections"), min_value=1, max_value=MOST_SECTIONS, initial=1
    )
    order = forms.ChoiceField(
        label=_("Numbers in the movement"),
        choices=[("number", _("by contestant number (seeding)")), ("draw", _("by lot"))],
    )
    seed = forms.IntegerField(
        label=_("Seed of the lot"), min_value=0, max_value=MOST_SEED, required=False,
        help_text=_("Any number; the same seed gives the same draw."),
    )  # fmt: skip
    start = MomentField(label=_("First round begins"), required=False)
    file = UploadField(
        label=_("A movement of your own"),
        required=False,
        help_text=_("CSV: round; table; ns; ew; boards. It goes before what is chosen above."),
    )

    def __init__(self, *args: Any, drawn: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = [("drawn", _("as drawn"))] if drawn else []
        self.fields["kind"].choices = [*first, *LABELS.items()]

    def clean(self) -> dict[str, Any]:
        """A lot needs its seed."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("order") == "draw" and cleaned.get("seed") is None:
            self.add_error("seed", _("Write the seed of the lot."))
        if cleaned.get("order") == "number":
            cleaned["seed"] = None
        return cleaned


class ScheduleForm(forms.Form):
    """When rounds begin."""

    number = forms.IntegerField(label=_("From round"), min_value=1, max_value=9999, initial=1)
    start = MomentField(label=_("Begins"))
    minutes = forms.IntegerField(
        label=_("Minutes a round"), min_value=1, max_value=MOST_MINUTES, initial=15
    )


class PairForm(forms.Form):
    """Who plays as a contestant: an entry of the season, or players by name."""

    entry = forms.ModelChoiceField(
        Entry.objects.none(), label=_("From the season"), required=False,
        help_text=_("Who is in the field and does not play yet."),
    )  # fmt: skip
    name1 = TextField(label=_("First player"), max_length=120, required=False)
    club1 = TextField(label=_("Club"), max_length=120, required=False)
    number1 = TextField(label=_("Member number"), max_length=20, required=False)
    name2 = TextField(label=_("Second player"), max_length=120, required=False)
    club2 = TextField(label=_("Club"), max_length=120, required=False)
    number2 = TextField(label=_("Member number"), max_length=20, required=False)
    reason = TextField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, entries: Sequence[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        found = Entry.objects.filter(pk__in=entries).prefetch_related("roster__player")
        self.fields["entry"].queryset = found

    def clean(self) -> dict[str, Any]:
        """An entry, or two names; the club of a known number is that of the registry."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("entry") and not (cleaned.get("name1") and cleaned.get("name2")):
            self.add_error("name1", _("Choose an entry, or write both names."))
        return cleaned

    @property
    def lines(self) -> list[list[forms.BoundField]]:
        """The fields as they stand together: the entry and why, then each player."""
        players = [[self[f"{key}{place}"] for key in ("name", "club", "number")] for place in "12"]
        return [[self["entry"], self["reason"]], *players]

    def who(self) -> Who:
        """The pair as it was written, without a number."""
        return Who("", tuple(self._person(place) for place in (1, 2)))

    def _person(self, place: int) -> Person:
        name, club, number = (
            self.cleaned_data[f"{key}{place}"] for key in ("name", "club", "number")
        )
        known = Player.objects.select_related("club").filter(number=number).first()
        return Person(name, number, club or str((known and known.club) or ""))


class BundleForm(forms.Form):
    """A bundle that was taken out of another copy of the event."""

    file = UploadField(
        label=_("File"), help_text=_("As it was taken out, unchanged."), most=MAX_BYTES
    )


class HandsForm(forms.Form):
    """A file with the hands of boards."""

    file = UploadField(label=_("File"), help_text=_("PBN or LIN; the content tells which."))


class CarryForm(forms.Form):
    """Points brought along from an earlier event."""

    source = forms.ModelChoiceField(Event.objects.none(), label=_("From the event"))
    percent = forms.IntegerField(
        label=_("Per cent of the points above average"), min_value=0, max_value=100, initial=100
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Event.objects.filter(stage__season=event.stage.season, method=event.method)
        others = others.filter(stage__discipline=event.stage.discipline).exclude(pk=event.pk)
        others = others.exclude(state=State.DRAFT)
        self.fields["source"].queryset = others.order_by("-date", "name")
