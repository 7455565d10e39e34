"""Values as they stand in a bundle, and as columns hold them."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.duration import duration_iso_string

from storslam.errors import FileFault


def plain(value: object) -> Any:
    """The value as it stands in a bundle."""
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal():
            return str(value)
    return value


def column(model: Any, name: str, value: Any) -> Any:
    """The value as the column holds it; FileFault for one that it cannot hold."""
    kind = model._meta.get_field(name)
    known = dict(kind.flatchoices)
    try:
        if value is not None and known and value not in known and not (kind.blank and value == ""):
            raise ValidationError("")
        return kind.to_python(value)
    except ValidationError as error:
        raise FileFault(
            "this is not what a bundle has here", path=f"{kind.model.__name__}.{name}"
        ) from error
