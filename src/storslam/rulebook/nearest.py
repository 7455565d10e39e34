"""The help given with every name that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like `name`, upper and lower case alike; empty when none is known."""
    by_fold = {word.casefold(): word for word in known}
    close = get_close_matches(name.casefold(), by_fold, 1, 0)
    return by_fold[close[0]] if close else ""
