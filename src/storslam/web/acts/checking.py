"""What the rules say of an entry before it is stored: every rule at once, with its decision."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from storslam.championship.disciplines import if_known
from storslam.web.acts.deciding import Decided, decided
from storslam.web.models import (
    Discipline,
    District,
    EntryPlayer,
    EntryState,
    Exemption,
    Player,
    Session,
    Stage,
    StageKind,
    rosters,
)

TEAMS = frozenset({Discipline.OPEN_TEAMS, Discipline.VETERAN_TEAMS, Discipline.JUNIOR_TEAMS})


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as it would be. `entry` is the stored one's key when it is changed, else None.

    `entered`: when a stored one was made.
    """

    stage: Stage
    players: Sequence[Player]
    district: District | None
    at: datetime
    entry: int | None = None
    entered: datetime | None = None

    @property
    def teams(self) -> bool:
        """Whether this is a team."""
        return self.stage.discipline in TEAMS

    @property
    def first_day(self) -> date:
        """The day on which it starts: the first session of the qualifier, else today."""
        sessions = Session.objects.filter(
            qualifier__stage=self.stage, qualifier__district=self.district
        ).order_by("day")
        day = sessions.values_list("day", flat=True).first()
        return day or self.at.astimezone(self.stage.season.edition.zone).date()

    def decided(self, name: str, **facts: Any) -> Decided:
        """The decision on this draft's discipline, by the book of its moment."""
        return decided(self.stage.season, name, self.at, **facts)


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that speaks against an entry. `refuses`: it cannot be entered so; else a warning.

    `exemptible`: the article that a committee may let it off. `text` is said to the user; `player`:
    whom it tells of.
    """

    text: str
    decision: Decided
    refuses: bool = True
    exemptible: str = ""
    player: Player | None = None


def check(draft: Draft) -> list[Finding]:
    """Every finding against the draft, refusals first; what was exempted is left out."""
    granted = set(
        Exemption.objects.filter(entry=draft.entry, granted=True).values_list("rule", flat=True)
    )
    found = [
        finding
        for test in (_TEAM if draft.teams else _PAIR)
        for finding in test(draft)
        if finding.exemptible not in granted or not finding.exemptible
    ]
    return sorted(found, key=lambda finding: not finding.refuses)


def _clubs(draft: Draft) -> Iterator[Finding]:
    for player in draft.players:
        affiliated = player.club is not None and player.club.affiliated
        made = draft.decided("club-membership", club_affiliated=affiliated)
        if not made.result["eligible"]:
            text = _("%(player)s is not a member of a club that belongs to the Federation.")
            yield Finding(text % {"player": player}, made, player=player)


def _fees(draft: Draft) -> Iterator[Finding]:
    """Unpaid is a warning while there is time until the first day, then a refusal."""
    first, kind = draft.first_day, "teams" if draft.teams else "pairs"
    paid = dict(
        draft.stage.season.memberships.filter(player__in=draft.players).values_list(
            "player", "paid"
        )
    )
    today = draft.at.astimezone(draft.stage.season.edition.zone).date()
    for player in draft.players:
        day = paid.get(player.pk)
        made = draft.decided(
            "membership",
            kind=kind,
            fee_paid_on=day.isoformat() if day else None,
            first_stage_day=first.isoformat(),
        )
        if not made.result["eligible"]:
            text = _("%(player)s has not paid the season's fee; due %(day)s.")
            late = today > first or day is not None
            yield Finding(text % {"player": player, "day": first}, made, late, player=player)


def _starts(draft: Draft) -> Iterator[Finding]:
    rows = (
        EntryPlayer.objects.filter(
            player__in=draft.players,
            active=True,
            stage__season=draft.stage.season,
            stage__discipline=draft.stage.discipline,
            stage__kind__in=(StageKind.QUALIFIER, StageKind.LAST_CHANCE),
        )
        .exclude(entry=draft.entry)
        .select_related("stage", "entry__district")
        .prefetch_related(rosters("entry__roster"))
    )
    if draft.stage.kind not in {StageKind.QUALIFIER, StageKind.LAST_CHANCE}:
        return
    for player in draft.players:
        before = [row for row in rows if row.player_id == player.pk]
        made = draft.decided(
            "second-start",
            discipline=draft.stage.discipline,
            event=draft.stage.kind,
            earlier_starts=[
                {"discipline": row.stage.discipline, "event": row.stage.kind} for row in before
            ],
        )
        if not made.result["allowed"]:
            text = _("%(player)s is already entered: %(entry)s, %(district)s.")
            first = before[0].entry
            said = {"player": player, "entry": first, "district": first.district or "–"}
            yield Finding(text % said, made, player=player)


def _ages(draft: Draft) -> Iterator[Finding]:
    unknown = [player for player in draft.players if player.birth_year is None]
    years = [player.birth_year for player in draft.players if player.birth_year is not None]
    made = draft.decided("age-limit", discipline=draft.stage.discipline, birth_years=years or [1])
    if made.result["born_from"] is None and made.result["born_to"] is None:
        return
    for player in unknown:
        text = _("The year of birth of %(player)s is not known.") % {"player": player}
        yield Finding(text, made, player=player)
    for player in draft.players:
        if player.birth_year in made.result["outside"]:
            text = _("%(player)s was born in %(year)s.")
            told = {"player": player, "year": player.birth_year}
            yield Finding(text % told, made, player=player)


def _composition(draft: Draft) -> Iterator[Finding]:
    asked = draft.decided(
        "composition", discipline=draft.stage.discipline, players=["woman", "man"]
    ).result["asked"]
    if asked is None:
        return
    known = [player.sex for player in draft.players if player.sex]
    made = draft.decided("composition", discipline=draft.stage.discipline, players=known or ["man"])
    if len(known) < len(draft.players):
        yield Finding(_("The registry does not say whether all players may play here."), made)
    elif not made.result["eligible"]:
        text = {
            "two-women": _("This discipline is for two women."),
            "woman-and-man": _("This discipline is for a woman and a man."),
        }
        yield Finding(text[asked], made)


def _pair_district(draft: Draft) -> Iterator[Finding]:
    if draft.district is None:
        return
    homes = [player.district.code for player in draft.players if player.district]
    if len(homes) < len(draft.players):
        made = draft.decided("entry-route", discipline=draft.stage.discipline)
        yield Finding(_("A player's home district is not known."), made)
        return
    made = draft.decided("pair-district", player_districts=homes, district=draft.district.code)
    if not made.result["allowed"]:
        text = _("%(district)s is the home district of neither player.")
        yield Finding(text % {"district": draft.district}, made)


def _team_district(draft: Draft) -> Iterator[Finding]:
    homes = [player.district.code for player in draft.players if player.district]
    if draft.district is None or not homes:
        return
    made = draft.decided("team-district", player_districts=homes, district=draft.district.code)
    if not made.result["allowed"]:
        text = _("More players come from %(homes)s; the organising district may agree.")
        homes_said = ", ".join(made.result["districts"])
        yield Finding(text % {"homes": homes_said}, made, exemptible="SM-TEAM-3")


def _roster(draft: Draft) -> Iterator[Finding]:
    facts = {
        "players": len(draft.players),
        "stage": draft.stage.kind,
        "discipline": draft.stage.discipline,
    }
    made = draft.decided("team-roster", **facts)
    if not made.result["allowed"]:
        text = _("A team has %(minimum)s to %(maximum)s players.") % made.result
        needs = "SM-TEAM-6" if made.result["needs"] else ""
        yield Finding(text, made, exemptible=needs)


def _last_day(draft: Draft) -> Iterator[Finding]:
    if draft.stage.kind != StageKind.QUALIFIER:
        return
    key = f"events.{draft.stage.discipline}.qualifier.last-day"
    if if_known(draft.stage.season.book(draft.at), key) is None:
        return  # not published yet
    entered = draft.entered or draft.at
    today = entered.astimezone(draft.stage.season.edition.zone).date()
    made = draft.decided(
        "qualifier-last-day", discipline=draft.stage.discipline, day=today.isoformat()
    )
    if not made.result["in_time"]:
        text = _("Entries were open until %(day)s.") % {"day": made.result["last_day"]}
        yield Finding(text, made)


def _last_chance(draft: Draft) -> Iterator[Finding]:
    if draft.stage.kind != StageKind.LAST_CHANCE:
        return
    qualified = [player for player in draft.players if _qualified(draft, player)]
    made = draft.decided(
        "last-chance-entry",
        discipline=draft.stage.discipline,
        already_qualified=bool(qualified),
    )
    if not made.result["allowed"]:
        names = ", ".join(map(str, qualified))
        text = _("Already qualified: %(names)s.") if qualified else _("No last chance is played.")
        yield Finding(text % {"names": names}, made)


def _qualified(draft: Draft, player: Player) -> bool:
    return player.entries.filter(
        stage__season=draft.stage.season,
        stage__discipline=draft.stage.discipline,
        state=EntryState.ENTERED,
        places__state__in=("offered", "accepted", "filled", "paid"),
    ).exists()


Test = Callable[[Draft], Iterator[Finding]]
_BOTH: tuple[Test, ...] = (_clubs, _fees, _starts, _ages, _last_day)
_PAIR: tuple[Test, ...] = (*_BOTH, _composition, _pair_district, _last_chance)
_TEAM: tuple[Test, ...] = (*_BOTH, _team_district, _roster)
