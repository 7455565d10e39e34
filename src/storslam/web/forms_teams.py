"""What is filled in for matches of teams."""

from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.web.forms import TextField
from storslam.web.forms_hall import MOST_BOARDS, MOST_ROUNDS, MOST_SEED, FieldFileForm
from storslam.web.models import Contestant, District, Match, Member, StageKind
from storslam.web.models.teams import Side
from storslam.web.teams.acts import MOST_IMPS, MOST_VP, Four
from storslam.web.teams.rulings import WINS
from storslam.web.teams.standing import GROUNDS, STANDINGS

_NOTHING = "---------"
SEATS = ("open_one", "open_other", "closed_one", "closed_other")


class OpenTeamsForm(forms.Form):
    """How the matches of an event of teams are drawn; only what the stage leaves open."""

    seed = forms.IntegerField(label=_("Seed of the lot"), min_value=0, max_value=MOST_SEED)
    boards = forms.IntegerField(label=_("Boards a match"), min_value=1, max_value=MOST_BOARDS)
    rounds = forms.IntegerField(
        label=_("Rounds of the green lift"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_("Empty: all play all."),
    )
    cup = forms.BooleanField(
        label=_("A cup"),
        required=False,
        help_text=_("Of 4, 8, 16 or 32 teams; the winners go on, the rounds are left empty."),
    )
    seeded = forms.BooleanField(
        label=_("The cup is seeded by the teams' numbers"),
        required=False,
        help_text=_("Else it is drawn by lot."),
    )
    district = forms.ModelChoiceField(
        District.objects.all(), label=_("District"), to_field_name="code", required=False
    )

    def __init__(self, *args: Any, own: bool, qualifier: bool, source: str, **more: Any) -> None:
        super().__init__(*args, **more)
        if source == "winners":
            self.fields["seed"].required = False
            self.fields["seed"].help_text = _("Of who meets whom, and of those who are level.")
        gone = [] if own else ["boards", "rounds", "cup", "seeded"]
        gone += [] if qualifier else ["district"]
        gone += ["seed"] if source == "venues" else []
        for name in gone:
            del self.fields[name]


class TeamsFileForm(OpenTeamsForm, FieldFileForm):
    """A file of teams, what the event is called, and how its matches are drawn."""


class LineUpForm(forms.Form):
    """Who of a team plays a half, in which room; `kind`: of which stage."""

    open_one = forms.ModelChoiceField(Member.objects.none(), label=_("Open room"))
    open_other = forms.ModelChoiceField(Member.objects.none(), label=_("Open room, partner"))
    closed_one = forms.ModelChoiceField(Member.objects.none(), label=_("Closed room"))
    closed_other = forms.ModelChoiceField(Member.objects.none(), label=_("Closed room, partner"))
    exemption = forms.BooleanField(
        label=_("The district has granted a seventh and an eighth player"), required=False
    )

    def __init__(self, team: Contestant, kind: str, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if kind != StageKind.QUALIFIER:
            del self.fields["exemption"]
        for name in SEATS:
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = team.members.all()
                field.label_from_instance = lambda member: member.name

    @property
    def four(self) -> Four:
        """The line-up as it was filled in."""
        keys = [self.cleaned_data[name].pk for name in SEATS]
        return Four((keys[0], keys[1]), (keys[2], keys[3]))


class SideForm(forms.Form):
    """A team of a match, and why."""

    side = forms.ChoiceField(label=_("Team"))
    why = TextField(label=_("Reason"), max_length=300)

    def __init__(self, match: Match, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        _choose(self.fields["side"], match)


def _choose(field: forms.Field, match: Match) -> None:
    """Let the field be one of the teams of a match, by name, none of them at first."""
    sides = (Side.HOME.value, str(match.home)), (Side.AWAY.value, str(match.away))
    if isinstance(field, forms.ChoiceField):
        field.choices = [("", _NOTHING), *sides]


class PenaltyForm(SideForm):
    """What a team loses: VP or IMPs."""

    vp = forms.DecimalField(
        label="VP", min_value=0, max_value=MOST_VP, max_digits=4, decimal_places=2, required=False
    )
    imps = forms.IntegerField(label=_("IMPs"), min_value=0, max_value=MOST_IMPS, required=False)


class RulingForm(forms.Form):
    """What both teams get by a ruling, and by which article."""

    home = forms.DecimalField(min_value=0, max_value=MOST_VP, decimal_places=2)
    away = forms.DecimalField(min_value=0, max_value=MOST_VP, decimal_places=2)
    winner = forms.ChoiceField(label=_("Winner"))
    article = TextField(label=_("Article or law"), max_length=90)
    why = TextField(label=_("Reason"), max_length=300)

    def __init__(self, match: Match, *args: Any, cup: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        _choose(self.fields["winner"], match)
        for name, team in (("home", match.home), ("away", match.away)):
            self.fields[name].label = _("VP of %(team)s") % {"team": team}
        for name in ("home", "away") if cup else ("winner",):
            del self.fields[name]

    @property
    def vp(self) -> tuple[Fraction, Fraction]:
        """What the home team and the away team get, as `rule_match` takes it."""
        given = self.cleaned_data
        if "winner" in given:
            return WINS[given["winner"]]
        return Fraction(given["home"]), Fraction(given["away"])


class TeamStandingForm(forms.Form):
    """How a team is to stand, by which ground, and why."""

    standing = forms.ChoiceField(label=_("Stands from now on"), choices=STANDINGS.items())
    ground = forms.ChoiceField(
        label=_("Ground of a disqualification"),
        choices=[("", _NOTHING), *GROUNDS.items()],
        required=False,
    )
    reason = TextField(label=_("Reason"), max_length=300)


class LotForm(forms.Form):
    """The seed of a lot."""

    seed = forms.IntegerField(label=_("Seed of the lot"), min_value=0, max_value=MOST_SEED)


class OldTeamForm(forms.Form):
    """Who the reigning champions' team had last year."""

    players = TextField(
        label=_("Players of last year's team"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=1200,
        help_text=_("A name a line, those who have left the team as well."),
    )


class ShortenForm(forms.Form):
    """How many boards a match keeps, and why."""

    boards = forms.IntegerField(label=_("Boards"), min_value=1, max_value=MOST_BOARDS)
    why = TextField(label=_("Reason"), max_length=300)
