"""What a district fills in about its qualifiers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.web.forms import UploadField, UploadForm
from storslam.web.forms_season import SheetForm
from storslam.web.models import Club, Qualifier, Session


class UnitForm(forms.ModelForm):  # type: ignore[type-arg]
    """How the sessions are put together."""

    class Meta:
        model = Qualifier
        fields = ("unit",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["unit"].label = _("The sessions are put together by")


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A session of a qualifier."""

    class Meta:
        model = Session
        fields = ("day", "phase", "club", "rounds")

    def __init__(self, qualifier: Qualifier, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = self.fields
        fields["day"].label, fields["phase"].label = _("Day"), _("Phase")
        fields["day"].widget = forms.DateInput({"type": "date"})
        fields["phase"].help_text = _("Clubs that play side by side are the same phase.")
        fields["club"].label = _("Club qualifier of")
        fields["club"].queryset = Club.objects.filter(district=qualifier.district)
        fields["club"].help_text = _("Empty for a session of the district itself.")
        fields["rounds"].label = _("Rounds")
        fields["rounds"].help_text = _("Needed where pairs sit out.")


class ScoresForm(SheetForm):
    """A ranking list: a row a pair or a team."""

    file = UploadField(
        label=_("File"),
        help_text=_(
            "CSV or XLSX with member numbers (number1, number2 …) or names, points, and where "
            "known rounds and boards."
        ),
    )


class ResultsForm(UploadForm):
    """A file of results, board by board, that is scored here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "stage", "date", "site"):
            del self.fields[name]
