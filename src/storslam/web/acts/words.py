"""What each act of the trail is called."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ACTS = {
    "accept-invitation": _("took up an invitation"),
    "change-roles": _("changed roles"),
    "import-registry": _("read a registry file"),
    "invite": _("invited"),
}


def words_of_act(act: str) -> str:
    """The act in the reader's language."""
    return gettext(ACTS[act])
