"""What each act of the trail is called."""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ACTS = {
    "accept-invitation": _("took up an invitation"),
    "accept-place": _("accepted a place"),
    "add-session": _("added a session"),
    "adopt-venues": _("adopted the allotment of venues"),
    "ask-exemption": _("asked for an exemption"),
    "change-club": _("changed a club"),
    "change-entry": _("changed the players of an entry"),
    "change-player": _("changed a player"),
    "change-roles": _("changed roles"),
    "change-unit": _("changed how sessions are put together"),
    "charge-unreported": _("charged a replacement that was not reported"),
    "choose-venues": _("chose venues"),
    "connect-payment": _("connected a payment"),
    "crown": _("noted the reigning champions"),
    "decide-exemption": _("decided on an exemption"),
    "decline-place": _("declined a place"),
    "deviate-venues": _("adopted another allotment of venues"),
    "disqualify": _("disqualified"),
    "draw-groups": _("drew the groups"),
    "draw-lots": _("drew lots for venues"),
    "draw-order": _("drew the order of matches"),
    "drop-place": _("dropped a place"),
    "enter": _("entered"),
    "exchange-place": _("gave a place to whom the corrected results give it"),
    "forfeit-place": _("lost a place"),
    "freeze-quota": _("froze the quota"),
    "give-out-places": _("gave out places"),
    "hand-in-card": _("handed in the card"),
    "import-registry": _("read a registry file"),
    "invite": _("invited"),
    "keep-draw": _("kept a draw with new holders"),
    "lot-venues": _("got venues by lot"),
    "make-charges": _("made charges"),
    "move-clock": _("moved the rehearsal's clock"),
    "offer-place": _("was offered a place"),
    "open-season": _("opened the season"),
    "pay-place": _("paid a place"),
    "place-to-pot": _("moved a place to the last chance"),
    "publish-draw": _("published a draw"),
    "read-payments": _("read payments"),
    "reckon-allowance": _("reckoned an allowance"),
    "remove-session": _("took away a session"),
    "remove-venue": _("removed a venue"),
    "report": _("reported a qualifier"),
    "report-teams": _("reported the number of teams"),
    "store-scores": _("stored the points of a session"),
    "store-venues": _("stored venues"),
    "withdraw-entry": _("withdrew an entry"),
    "write-reminders": _("wrote reminders"),
}


def words_of_act(act: str) -> str:
    """The act in the reader's language."""
    return gettext(ACTS[act])
