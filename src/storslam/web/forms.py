"""What directors fill in."""

import re
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from storslam.bridge import (
    Board,
    PassedOut,
    duplicate_score,
    parse_card,
    parse_contract,
    parse_seat,
    parse_tricks,
)
from storslam.errors import StorslamError
from storslam.exchange.outcomes import format_score, parse_outcome
from storslam.exchange.seating import group_name
from storslam.exchange.sound import can_be_shown
from storslam.scoring.event import Artificial, Outcome, Play, Score
from storslam.web import shown
from storslam.web.faults import said
from storslam.web.models import Event, Ruling, Section, Stage
from storslam.web.models.event import Method
from storslam.web.models.results import RulingKind
from storslam.web.payload import Payload

MOST_AMOUNT = 1000  # per cent of a top, or points: ten times the gravest penalty
_SEATS = ("", "N", "E", "S", "W")


class TextField(forms.CharField):
    """A text that can be shown: without control characters and marks that turn the direction."""

    def validate(self, value: str) -> None:
        """Raises ValidationError for a text that cannot be shown."""
        super().validate(value)
        several = isinstance(self.widget, forms.Textarea)
        text = "".join(value.splitlines()) if several else value
        if not can_be_shown(text):
            raise forms.ValidationError(_("The text has characters that cannot be shown."))


class UploadField(forms.FileField):
    """A file that is not too large: of so many bytes at most, else as set up."""

    def __init__(self, *, most: int | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.most = most

    def validate(self, file: UploadedFile) -> None:
        """Raises ValidationError for a file above the limit."""
        super().validate(file)
        most = self.most or settings.UPLOAD_LIMIT
        if file and (file.size or 0) > most:
            raise forms.ValidationError(
                _("The file is larger than %d MB.") % (most // 1024 // 1024)
            )


class _SeveralFiles(forms.FileInput):
    allow_multiple_selected = True


class ResultFilesField(UploadField):
    """A file of results, or the databases of several halls: always a list."""

    widget = _SeveralFiles({"multiple": True})

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        """The files; raises ValidationError when they are too large together."""
        files = [super(ResultFilesField, self).clean(one, initial) for one in data or [None]]
        if sum(file.size or 0 for file in files) > (self.most or settings.UPLOAD_LIMIT):
            raise forms.ValidationError(_("The files are too large together."))
        return files


class UploadForm(forms.Form):
    """A file of results and what the event is called."""

    file = ResultFilesField(
        label=_("File"),
        help_text=_(
            "Travellers CSV, USEBIO, PBN, Storslam's own JSON or Bridgemate databases (BWS): "
            "those of several halls become one event."
        ),
    )
    name = TextField(label=_("Name of the event"), max_length=120)
    stage = forms.ModelChoiceField(Stage.objects.none(), label=_("Stage"))
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput({"type": "date"}), required=False
    )
    site = TextField(label=_("Played at"), max_length=120, required=False)
    method = forms.ChoiceField(label=_("Scoring"), choices=Method)
    winners = forms.TypedChoiceField(
        label=_("Winners"),
        coerce=int,
        choices=[(1, _("one list")), (2, _("North-South and East-West apart"))],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stages = Stage.objects.select_related("season").order_by("-season__starts", "pk")
        self.fields["stage"].queryset = stages


class CorrectionForm(forms.Form):
    """The result of one table on one board, and why it is what it is."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=60)
    expected_version = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    contract = forms.CharField(label=_("Contract"), required=False, max_length=8)
    declarer = forms.ChoiceField(label=_("Declarer"), required=False)
    tricks = forms.CharField(
        label=_("Tricks"), required=False, max_length=3, help_text=_("10, =, +1 or -2")
    )
    lead = forms.CharField(label=_("Lead"), required=False, max_length=4)
    score = forms.CharField(
        label=_("Score to North-South"),
        required=False,
        max_length=120,
        help_text=_("Only without a contract, or a weighted ruling: +170@67|+140@33"),
    )
    ns_award = forms.CharField(
        label=_("Award, North-South"),
        required=False,
        max_length=8,
        help_text=_("A+; or 60% in match points, +3 in IMPs"),
    )
    ew_award = forms.CharField(label=_("Award, East-West"), required=False, max_length=8)
    group = TextField(label=_("Group of a fouled board"), required=False, max_length=10)
    sat_ns = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)
    sat_ew = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)
    reason = TextField(label=_("Reason"), max_length=500)
    override = forms.BooleanField(
        label=_("Record it although it is doubtful or late"), required=False
    )

    def __init__(self, board: Board, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.board = board
        self.fields["declarer"].choices = [
            (letter, shown.seat(parse_seat(letter)) if letter else "–") for letter in _SEATS
        ]

    @staticmethod
    def start(payload: Payload, version: int) -> dict[str, Any]:
        """The initial values for correcting what is recorded."""
        return {
            "key": uuid4().hex,
            "expected_version": version,
            "group": payload.group,
            **dict(zip(("sat_ns", "sat_ew"), payload.sat or ("", ""), strict=True)),
            **_play_words(payload.play),
            **_outcome_words(payload),
        }

    def clean(self) -> dict[str, Any]:
        """Adds `payload`; what cannot be read becomes an error of its field."""
        if self.errors:
            return self.cleaned_data
        play = self._read("contract", self._play)
        outcome = self._read("score", lambda: self._outcome(play))
        if not self.errors:
            group = self._read("group", lambda: group_name(self.cleaned_data["group"]))
            sat = self.cleaned_data["sat_ns"], self.cleaned_data["sat_ew"]
            self.cleaned_data["payload"] = Payload(outcome, play, group, sat if all(sat) else None)
        return self.cleaned_data

    def _read(self, field: str, parse: Any) -> Any:
        try:
            return parse()
        except StorslamError as error:
            self.add_error(field, said(error))
            return None

    def _play(self) -> Play | None:
        said_ = self.cleaned_data
        if not said_["contract"]:
            return None
        seat = parse_seat(said_["declarer"]) if said_["declarer"] else None
        contract = parse_contract(said_["contract"], seat)
        if isinstance(contract, PassedOut):
            return Play(contract, parse_tricks(said_["tricks"], contract))
        if not said_["tricks"]:
            raise StorslamError("the tricks are missing")
        lead = parse_card(said_["lead"]) if said_["lead"] else None
        return Play(contract, parse_tricks(said_["tricks"], contract), lead)

    def _outcome(self, play: Play | None) -> Outcome | None:
        typed = self.cleaned_data["score"]
        awards = self.cleaned_data["ns_award"], self.cleaned_data["ew_award"]
        if re.fullmatch(r"[+−-]?\d{1,5}", typed, re.ASCII) and not any(awards):
            return Score(int(typed.replace("−", "-")))
        outcome = parse_outcome(typed, *awards, self.board)
        if outcome is None and play is not None:
            return Score(duplicate_score(play.contract, play.tricks, self.board.vulnerability))
        return outcome


def _play_words(play: Play | None) -> dict[str, Any]:
    if play is None:
        return {}
    contract = play.contract
    if isinstance(contract, PassedOut):
        return {"contract": "PASS"}
    return {
        "contract": str(contract),
        "declarer": contract.declarer.value,
        "tricks": play.tricks,
        "lead": str(play.lead or ""),
    }


def _outcome_words(payload: Payload) -> dict[str, Any]:
    outcome = payload.outcome
    if isinstance(outcome, Artificial):
        return {"ns_award": shown.award(outcome.ns), "ew_award": shown.award(outcome.ew)}
    if outcome is None or (isinstance(outcome, Score) and payload.play is not None):
        return {}
    return {"score": format_score(outcome)}


_RULING_WORDS = {
    "contestant": (_("Contestant"), ""),
    "board": (_("Board"), ""),
    "kind": (_("Kind"), ""),
    "amount": (_("Amount"), _("A penalty takes away: write 10 for ten per cent of a top.")),
    "unit": (_("Counted in"), ""),
    "reason": (_("Reason"), ""),
    "paragraph": (_("Paragraph"), _("For example Law 90 or SM-PEN-2.")),
}


class RulingForm(forms.ModelForm):  # type: ignore[type-arg]
    """A penalty, a correction or a warning to one contestant."""

    class Meta:
        model = Ruling
        fields = ("contestant", "board", "kind", "amount", "unit", "reason", "paragraph")
        field_classes: ClassVar = {"reason": TextField, "paragraph": TextField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (label, help_text) in _RULING_WORDS.items():
            self.fields[name].label, self.fields[name].help_text = label, help_text
        self.fields["amount"].required = False
        event = self.instance.event
        self.fields["contestant"].queryset = event.contestants.prefetch_related("members")
        self.fields["board"].queryset = event.boards.all()
        self.fields["board"].required = False
        if event.method != Method.MATCHPOINTS:
            self.fields["unit"].choices = [
                choice for choice in self.fields["unit"].choices if choice[0] == "points"
            ]

    def clean(self) -> dict[str, Any]:
        """A penalty's amount below zero, a warning's zero, a correction's as written."""
        cleaned: dict[str, Any] = super().clean()
        amount, kind = cleaned.get("amount"), cleaned.get("kind")
        if amount is not None and abs(amount) > MOST_AMOUNT:
            self.add_error("amount", _("That is more than any ruling takes or gives."))
        if amount is not None and kind == RulingKind.PENALTY:
            cleaned["amount"] = -abs(amount)
        if kind == RulingKind.WARNING:
            cleaned["amount"] = 0
        elif amount is None and "amount" not in self.errors:
            self.add_error("amount", _("Write the amount."))
        return cleaned


class SeatCodeForm(forms.Form):
    """Where a player sits, and the PIN of that seat."""

    section = forms.ModelChoiceField(Section.objects.none(), label=_("Section"))
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    seat = forms.ChoiceField(label=_("Seat"))
    pin = forms.CharField(
        label=_("PIN"),
        max_length=12,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sections = event.sections.all()
        self.fields["section"].queryset = sections
        self.fields["section"].label_from_instance = lambda one: one.name or "–"
        if len(sections) == 1:
            self.fields["section"].initial = sections[0].pk
            self.fields["section"].widget = forms.HiddenInput()
        self.event = event
        self.fields["seat"].choices = [
            (letter, shown.seat(parse_seat(letter))) for letter in _SEATS if letter
        ]

    def clean(self) -> dict[str, Any]:
        """The table is one of the section's."""
        cleaned: dict[str, Any] = super().clean()
        section, number = cleaned.get("section"), cleaned.get("table")
        if section and number and not section.tables.filter(number=number).exists():
            self.add_error("table", _("There is no such table."))
        return cleaned
