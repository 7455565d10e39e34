"""The ceremony at the director's desk: results frozen until then, and the EM fund's offers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from storslam.errors import StorslamError
from storslam.web.desks.director import of_director
from storslam.web.hall import ceremony
from storslam.web.models import Event, User

_ACTS: dict[str, Callable[[Event, str, User], None]] = {
    "freeze": lambda event, _, who: ceremony.freeze(event, who),
    "show": lambda event, _, who: ceremony.show_all(event, who),
    "decline": lambda event, code, who: ceremony.decline(event, code, who, declined=True),
    "renew": lambda event, code, who: ceremony.decline(event, code, who, declined=False),
}


@require_POST
@of_director
def act(request: HttpRequest, event: Event) -> HttpResponse:
    """Freeze what the public sees, show all again; note who declines an offer."""
    wanted, _, code = request.POST.get("act", "").partition(":")
    if wanted not in _ACTS:
        raise StorslamError("the form is not complete")
    _ACTS[wanted](event, code, request.user)
    return redirect("console", event.slug)
