"""The rulebook's page: every article in our words, with page, heading and the readings of gaps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from storslam.web.models import Season


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The edition of the season by chapters."""
    season = get_object_or_404(Season, slug=slug)
    edition = season.edition
    words = "sv" if get_language() == "sv" else "en"
    readings = [(reading, getattr(reading, words)) for reading in edition.readings()]
    chapters = [
        (
            getattr(chapter, words),
            [(a, getattr(a, words)) for a in edition.articles() if a.chapter == chapter.id],
        )
        for chapter in edition.chapters.values()
    ]
    context = {"season": season, "edition": edition, "chapters": chapters, "readings": readings}
    return render(request, "storslam/season/rules.html", context)
