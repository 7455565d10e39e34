"""The cup of a veteran event, as page and paper draw it."""

from collections.abc import Mapping

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from storslam.championship.matches import MatchResult
from storslam.movements.cup import Cup
from storslam.printing import Box, cup_boxes
from storslam.web.charts import cup_tree
from storslam.web.teams.matches import TeamsNow

Told = tuple[Cup, Mapping[str, str], list[MatchResult]]


def cup_told(now: TeamsNow) -> Told | None:
    """The cup with the names of its teams and the results of its matches; None before it begins."""
    cup = now.state.cup if now.state else None
    if cup is None:
        return None
    names = {code: str(team) for code, team in now.people.items()}
    played = [one.result for one in now.matches if one.plan.scale is None and one.result]
    return cup, names, played


def cup_shown(now: TeamsNow) -> tuple[SafeString, tuple[Box, ...]] | None:
    """The tree as a picture, and its matches in order; None before the cup begins."""
    told = cup_told(now)
    if told is None:
        return None
    boxes = cup_boxes(*told, get_language())
    said = gettext("Each match with its teams, the IMPs they won, and the winner.")
    tree = cup_tree(boxes, title=gettext("The cup"), description=said)
    return mark_safe(tree), boxes  # noqa: S308 - every name in it is escaped
