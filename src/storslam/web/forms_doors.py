"""What the office fills in to let a program in, or to have an address told of results."""

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.web.forms import TextField
from storslam.web.models import District, Event, Scope, Season


class TokenForm(forms.Form):
    """A program, and what it may do where."""

    name = TextField(label=_("Program"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("May do"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )
    season = forms.ModelChoiceField(Season.objects.all(), label=_("Season"), empty_label=None)
    event = forms.ModelChoiceField(
        Event.objects.order_by("-pk"), label=_("In this event only"), required=False
    )
    district = forms.ModelChoiceField(
        District.objects.order_by("sort_key"), label=_("For this district only"), required=False
    )


class HookForm(forms.Form):
    """An address that is told."""

    url = forms.URLField(
        label=_("Address"),
        max_length=300,
        assume_scheme="https",
        help_text=_("It is told each time that a public standing changes, with a signature."),
    )
