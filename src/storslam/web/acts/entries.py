"""Entries: made, changed and withdrawn by players and districts; exemptions asked and decided."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from storslam.errors import StorslamError
from storslam.web.acts.checking import TEAMS, Draft, Finding, check
from storslam.web.acts.deciding import Decided, decided
from storslam.web.acts.trail import note
from storslam.web.models import (
    District,
    Entry,
    EntryPlayer,
    EntryState,
    Exemption,
    Player,
    Stage,
    StageKind,
    SystemCard,
    User,
    rosters,
)

PAIR = 2
CARD_LIMIT = 2 * 1024 * 1024


class Refused(StorslamError):
    """An entry that rules speak against; `findings` tell which, the refusals first."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__("the entry cannot be made so")
        self.findings = findings


def direct(stage: Stage) -> bool:
    """Whether the Federation takes the entries of the discipline, without a qualifier."""
    made = decided(stage.season, "entry-route", discipline=stage.discipline)
    return not made.result["qualifier"]


def checked(stage: Stage, players: Sequence[Player], district: District | None) -> list[Finding]:
    """What the rules would say of this entry now; raises what `enter` does for its shape."""
    _refuse_shape(stage, players, district)
    return check(Draft(stage, players, district, stage.season.now()))


def enter(
    stage: Stage,
    players: Sequence[Player],
    district: District | None,
    who: User | str,
    key: str,
    *,
    name: str = "",
    a_system: bool = False,
    at: datetime | None = None,
) -> tuple[Entry, list[Finding]]:
    """Enter a pair or a team; gives it with the warnings there are.

    `who`: a user, or the name of a program. A `key` sent twice gives the entry it made the first
    time. A team that needs an exemption is stored with the request still to be made. Raises
    Refused, and StorslamError for a number of players that is not a pair, a player named twice, and
    a stage that takes no entries.
    """
    moment = at or stage.season.now()
    made = _sent(key, stage, players)
    if made:
        return made, []
    _refuse_shape(stage, players, district)
    findings = check(Draft(stage, players, district, moment))
    if any(finding.refuses and not finding.exemptible for finding in findings):
        return _second(stage, players, key, findings)
    try:
        with transaction.atomic():
            made = Entry.objects.create(
                stage=stage,
                district=district,
                name=name,
                a_system=a_system,
                entered=moment,
                entered_by=who if isinstance(who, User) else None,
                key=key,
            )
            _seat(made, players)
            note(
                "enter",
                made,
                who,
                season=stage.season,
                district=district,
                text=f"{stage}: {made}",
                at=moment,
                players=[player.number for player in players],
                warnings=[finding.text for finding in findings],
            )
    except IntegrityError:
        again = check(Draft(stage, players, district, moment))
        return _second(stage, players, key, again)
    return made, findings


def _sent(key: str, stage: Stage, players: Sequence[Player]) -> Entry | None:
    """The entry that this form made already; StorslamError where it was sent with others."""
    made = Entry.objects.filter(key=key).prefetch_related(rosters()).first()
    if made is None:
        return None
    if made.stage_id != stage.pk or {r.player for r in made.roster.all()} != set(players):
        raise StorslamError("this form was sent already with other players: open it anew")
    return made


def _second(
    stage: Stage, players: Sequence[Player], key: str, findings: Sequence[Finding]
) -> tuple[Entry, list[Finding]]:
    """What stands when somebody else was faster: the same click's entry, or the refusal."""
    made = _sent(key, stage, players)
    if made:
        return made, []
    raise Refused(findings)


def _seat(entry: Entry, players: Sequence[Player]) -> None:
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, player=player, stage=entry.stage, position=position)
        for position, player in enumerate(players, 1)
    )


def _refuse_shape(stage: Stage, players: Sequence[Player], district: District | None) -> None:
    if len({player.pk for player in players}) != len(players):
        raise StorslamError("a player is named twice")
    if stage.discipline not in TEAMS and len(players) != PAIR:
        raise StorslamError("a pair is two players")
    if stage.kind in {StageKind.SEMIFINAL, StageKind.FINAL} and not direct(stage):
        raise StorslamError("this stage has no entries: its field comes from the qualifiers")
    if stage.kind == StageKind.QUALIFIER and district is None:
        raise StorslamError("an entry to a qualifier is made in a district")


def change(entry: Entry, players: Sequence[Player], who: User, name: str = "") -> list[Finding]:
    """Give an entry other players, before its qualifier has scores; gives the warnings."""
    _refuse_shape(entry.stage, players, entry.district)
    if entry.scores.exists():
        raise StorslamError("the qualifier has begun: the players stay as they are")
    draft = Draft(entry.stage, players, entry.district, entry.stage.season.now(), entry.pk)
    findings = check(draft)
    if any(finding.refuses and not finding.exemptible for finding in findings):
        raise Refused(findings)
    try:
        with transaction.atomic():
            entry.roster.all().delete()
            _seat(entry, players)
            entry.name = name
            entry.save()
            note(
                "change-entry",
                entry,
                who,
                season=entry.stage.season,
                district=entry.district,
                text=f"{entry.stage}: {Entry.objects.get(pk=entry.pk)}",
                players=[player.number for player in players],
            )
    except IntegrityError:
        raise Refused(check(draft)) from None
    return findings


def withdraw(entry: Entry, who: User | str) -> None:
    """Withdraw an entry that has not begun; its players may enter elsewhere.

    One that holds a place gives the place back instead.
    """
    with transaction.atomic():
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        if entry.state != EntryState.ENTERED:
            return
        if entry.places.filter(state__in=("offered", "accepted", "filled", "paid")).exists():
            raise StorslamError("this entry holds a place: give the place back instead")
        entry.state = EntryState.WITHDRAWN
        entry.save()
        if not entry.scores.exists():
            entry.roster.update(active=False)
        note(
            "withdraw-entry",
            entry,
            who,
            season=entry.stage.season,
            district=entry.district,
            text=f"{entry.stage}: {entry}",
        )


def disqualify(entry: Entry, who: User, reason: str) -> None:
    """Disqualify an entry: its board results stand, its place and its start do not (SM-PEN-3)."""
    with transaction.atomic():
        entry = Entry.objects.select_for_update().get(pk=entry.pk)
        entry.state = EntryState.DISQUALIFIED
        entry.save()
        peers = entry.stage.entries.filter(
            district=entry.district, state=EntryState.ENTERED
        ).count()
        made = decided(entry.stage.season, "disqualified-pair", pairs_for_championship=peers + 1)
        note(
            "disqualify",
            entry,
            who,
            season=entry.stage.season,
            district=entry.district,
            text=f"{entry.stage}: {entry}: {reason}",
            decision=made,
        )


def _champions(stage: Stage) -> Decided | None:
    """Where last year's pair champions play without qualifying; teams have a rule of their own."""
    if stage.discipline in TEAMS:
        return None
    return decided(stage.season, "champion-pair", discipline=stage.discipline)


def crown(entry: Entry, who: User, *, champions: bool) -> None:
    """Note, or take back, that an entry is last year's champions (SM-CHAMP-4); one of a stage."""
    stage = entry.stage
    with transaction.atomic():
        Stage.objects.select_for_update().get(pk=stage.pk)
        others = stage.entries.filter(champions=True, state=EntryState.ENTERED).exclude(pk=entry.pk)
        if champions and others.exists():
            raise StorslamError("another entry is the reigning champions': take it back first")
        Entry.objects.filter(pk=entry.pk).update(champions=champions)
        made = _champions(stage)
        note(
            "crown",
            entry,
            who,
            season=stage.season,
            district=entry.district,
            text=f"{stage}: {entry}",
            decision=made if champions else None,
            champions=champions,
        )


def open_findings(entry: Entry) -> list[Finding]:
    """What the rules say of a stored entry now."""
    players = [row.player for row in entry.roster.all()]
    now = entry.stage.season.now()
    return check(Draft(entry.stage, players, entry.district, now, entry.pk, entry.entered))


def discreet(findings: Sequence[Finding], own: Player | None) -> list[Finding]:
    """The findings as a player may read them: of others only that they do not meet the rule."""
    return [
        finding
        if finding.player is None or finding.player == own
        else replace(finding, text=_("%(player)s does not meet this.") % {"player": finding.player})
        for finding in findings
    ]


def ask_exemption(entry: Entry, rule: str, reason: str, who: User) -> Exemption:
    """Ask the committee whose turn it is: the district's for qualifiers, else the Federation's."""
    district = entry.district if entry.stage.kind == StageKind.QUALIFIER else None
    with transaction.atomic():
        waiting = entry.exemptions.filter(rule=rule, granted=None).first()
        if waiting:
            return waiting
        asked = {finding.exemptible for finding in open_findings(entry)}
        if entry.stage.discipline in TEAMS:
            asked.add("SM-TEAM-5")
        if rule not in asked - {""}:
            raise StorslamError("the entry needs no exemption from %(rule)s", rule=rule)
        made = Exemption.objects.create(
            entry=entry,
            district=district,
            rule=entry.stage.season.edition.article(rule).id,
            reason=reason,
            asked=entry.stage.season.now(),
            asked_by=who,
        )
        note(
            "ask-exemption",
            made,
            who,
            season=entry.stage.season,
            district=entry.district,
            text=f"{entry}: {rule}: {reason}",
        )
    return made


def decide_exemption(exemption: Exemption, who: User, *, granted: bool, why: str) -> None:
    """Grant or refuse an exemption, with the reason; once."""
    season = exemption.entry.stage.season
    with transaction.atomic():
        taken = Exemption.objects.filter(pk=exemption.pk, granted=None).update(
            granted=granted, decided=season.now(), decided_by=who, why=why
        )
        if not taken:
            raise StorslamError("this request has been decided already")
        note(
            "decide-exemption",
            exemption,
            who,
            season=season,
            district=exemption.entry.district,
            text=f"{exemption.entry}: {exemption.rule}: "
            + (_("granted") if granted else _("refused"))
            + f", {why}",
        )


def hand_in_card(entry: Entry, name: str, content: bytes, who: User) -> SystemCard:
    """Store the declaration card of an entry, a PDF of at most 2 MB."""
    if not content.startswith(b"%PDF-"):
        raise StorslamError("the card must be a PDF file")
    if len(content) > CARD_LIMIT:
        raise StorslamError("the card is larger than %(most)s MB", most=CARD_LIMIT // 1024 // 1024)
    season = entry.stage.season
    with transaction.atomic():
        card, _made = SystemCard.objects.update_or_create(
            entry=entry,
            defaults={"name": name[:120], "content": content, "uploaded": season.now()},
        )
        note("hand-in-card", entry, who, season=season, district=entry.district, text=f"{entry}")
    return card
