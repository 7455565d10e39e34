"""What the office, districts and players fill in."""

from datetime import UTC, datetime
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from storslam.web import shown
from storslam.web.forms import TextField, UploadField
from storslam.web.models import Club, Player, User


class SheetForm(forms.Form):
    """A file with rows: CSV or XLSX."""

    file = UploadField(label=_("File"), help_text=_("CSV or XLSX, the first row headings."))


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    """A player of the registry, and when the season's fee was paid."""

    paid = forms.DateField(
        label=_("Fee of the season paid"),
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )

    class Meta:
        model = Player
        fields = (
            "number", "name", "birth_year", "sex", "club", "district", "lives_in", "abroad",
            "email", "master_points", "handicap", "ranking_points",
        )  # fmt: skip
        field_classes: ClassVar = {"name": TextField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if name != "paid":
                field.label = shown.registry_field(name)
        self.fields["club"].queryset = Club.objects.select_related("district").order_by("sort_key")
        for name in ("handicap", "ranking_points"):
            self.fields[name].validators.append(MinValueValidator(0))
        self.fields["birth_year"].validators.append(MinValueValidator(1900))
        self.fields["birth_year"].validators.append(MaxValueValidator(2100))


class RolesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Somebody's roles."""

    player = forms.CharField(
        label=_("Member number"), required=False, help_text=_("Who this is in the registry.")
    )

    class Meta:
        model = User
        fields = (
            "email", "is_active", "is_superuser", "committee", "district", "opens_events", "player",
        )  # fmt: skip
        labels: ClassVar = {
            "email": _("E-mail"),
            "is_active": _("May log in"),
            "is_superuser": _("The Federation's office"),
            "committee": _("The Federation's committee"),
            "district": _("Officer of the district"),
            "opens_events": _("Director: may open events"),
        }
        help_texts: ClassVar = {"is_active": "", "is_superuser": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        player = self.instance.player
        self.initial["player"] = player.number if player else ""

    def clean_player(self) -> Any:
        """The player of that member number."""
        number = self.cleaned_data["player"].strip()
        if not number:
            return None
        found = self._meta.model._meta.get_field("player").related_model.objects
        player = found.filter(number=number).first()
        if player is None:
            raise forms.ValidationError(_("There is no player with that member number."))
        return player


class InviteForm(RolesForm):
    """A new person with roles."""

    class Meta(RolesForm.Meta):
        fields = (
            "username", "first_name", "last_name", "email",
            "is_superuser", "committee", "district", "opens_events", "player",
        )  # fmt: skip
        labels: ClassVar = {
            **RolesForm.Meta.labels,
            "username": _("User name"),
            "first_name": _("First name"),
            "last_name": _("Last name"),
        }
        help_texts: ClassVar = {"username": "", "is_superuser": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].required = True


class PasswordForm(forms.Form):
    """A password of one's own."""

    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html,
        max_length=200,
    )


class MomentField(forms.DateTimeField):
    """A moment that a championship can be about."""

    widget = forms.DateTimeInput({"type": "datetime-local", "step": "1"})
    default_validators: ClassVar = [
        MinValueValidator(datetime(1900, 1, 2, tzinfo=UTC)),
        MaxValueValidator(datetime(2199, 12, 31, tzinfo=UTC)),
    ]

    def to_python(self, value: Any) -> Any:
        """The moment; ValidationError also for one that has no place in the zone."""
        try:
            return super().to_python(value)
        except OverflowError:
            raise forms.ValidationError(_("The moment could not be read.")) from None


class ClockForm(forms.Form):
    """The moment that a rehearsal's clock is set to."""

    moment = MomentField(label=_("The season's clock"))
