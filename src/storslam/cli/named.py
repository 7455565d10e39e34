"""What is named on the command line, found; else the error tells what there is."""

from typing import TYPE_CHECKING, TypeVar

from storslam.errors import StorslamError
from storslam.translation import gettext_noop

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

    Row = TypeVar("Row", bound=Model)

DISTRICT = gettext_noop("there is no district %(name)s; there are %(known)s")
EVENT = gettext_noop("there is no event %(name)s; there are %(known)s")
SEASON = gettext_noop("there is no season %(name)s; there are %(known)s")


def named(rows: "QuerySet[Row]", missing: str, name: str, key: str = "slug") -> "Row":
    """The row of this name; StorslamError, the text `missing`, where there is none."""
    found = rows.filter(**{key: name}).first()
    if found is None:
        known = ", ".join(sorted(rows.values_list(key, flat=True))) or "–"
        raise StorslamError(missing, name=name, known=known)
    return found
