"""What is filled in about places."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.web.forms_season import MomentField
from storslam.web.models import District


class WhatIfForm(forms.Form):
    """Other starts of one district."""

    district = forms.ModelChoiceField(
        District.objects.all(), label=_("District"), to_field_name="code"
    )
    starts = forms.IntegerField(label=_("Starts"), min_value=0, max_value=9999)

    def __init__(self, districts: Iterable[District], *args: Any) -> None:
        super().__init__(*args)
        choices = [("", "–"), *((district.code, district.name) for district in districts)]
        self.fields["district"].choices = choices


class ReceivedForm(forms.Form):
    """When a message was received."""

    received = MomentField(label=_("Received"), required=False)
