"""What each act of the trail is called."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ACTS = {
    "accept-invitation": _("took up an invitation"),
    "ask-exemption": _("asked for an exemption"),
    "change-entry": _("changed the players of an entry"),
    "change-roles": _("changed roles"),
    "decide-exemption": _("decided on an exemption"),
    "disqualify": _("disqualified"),
    "enter": _("entered"),
    "hand-in-card": _("handed in the card"),
    "import-registry": _("read a registry file"),
    "invite": _("invited"),
    "withdraw-entry": _("withdrew an entry"),
}


def words_of_act(act: str) -> str:
    """The act in the reader's language."""
    return gettext(ACTS[act])
