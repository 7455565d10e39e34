"""What a director fills in about several results at once, and about a pair."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from storslam.bridge import Side
from storslam.errors import StorslamError
from storslam.exchange.outcomes import parse_award
from storslam.exchange.seating import group_name
from storslam.scoring.event import Award
from storslam.web.faults import said
from storslam.web.forms import TextField
from storslam.web.hall import directing
from storslam.web.hall.conduct import RULES, UNPRICED
from storslam.web.hall.directing import Changes
from storslam.web.models import Board, Contestant, Event, Member, Player, Round, Table, User
from storslam.web.models.event import Standing
from storslam.web.scored import scored

MOST_BOARDS = 64


class _Reasoned(forms.Form):
    """What a director says about a change."""

    reason = TextField(label=_("Reason"), max_length=300)
    override = forms.BooleanField(
        label=_("Record it although it is doubtful or late"), required=False
    )


class _OfTable(_Reasoned):
    """A change to boards of one table in one round."""

    boards = forms.TypedMultipleChoiceField(
        label=_("Boards"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("how", "other", "boards", "ns_award", "ew_award", "reason", "override")

    def __init__(self, event: Event, table: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=f"id_{type(self).__name__.lower()}_%s", **kwargs)
        self.event, self.table = event, table
        self.fields["boards"].choices = [(board, str(board)) for board in table.boards]
        self.fields["boards"].initial = table.boards


class ExchangeForm(_OfTable):
    """Who really sat at a table: turned round, or changed places with another table."""

    how = forms.ChoiceField(
        label=_("What happened"),
        choices=[
            ("turned", _("North-South and East-West sat the wrong way round")),
            ("ns", _("North-South sat at the table of the others, and they here")),
            ("ew", _("East-West sat at the table of the others, and they here")),
        ],
    )
    other = forms.ModelChoiceField(Table.objects.none(), label=_("The other table"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Table.objects.filter(round=self.table.round, ew__isnull=False)
        self.fields["other"].queryset = others.exclude(pk=self.table.pk).select_related(
            "section", "ns", "ew"
        )
        self.fields["other"].label_from_instance = lambda one: (
            f"{one.section.name}{one.number}: {one.ns.code} – {one.ew.code}"
        )

    def clean(self) -> dict[str, Any]:
        """The other table is named where one is meant."""
        cleaned: dict[str, Any] = super().clean()
        if cleaned.get("how") in {"ns", "ew"} and not cleaned.get("other"):
            self.add_error("other", _("Say which table."))
        return cleaned

    def changes(self) -> Changes:
        """What is to be recorded, at this table and at the other."""
        said_ = self.cleaned_data
        here, boards = self.table, said_["boards"]
        if said_["how"] == "turned":
            return directing.swapped(self.event, here, boards)
        if here.ew is None:
            raise StorslamError("nobody meets anybody at this table")
        side = Side.NS if said_["how"] == "ns" else Side.EW
        return directing.exchanged(self.event, here, said_["other"], boards, side)


class AwardForm(_OfTable):
    """Artificial scores for boards of a table."""

    ns_award = TextField(
        label=_("Award, North-South"),
        max_length=8,
        help_text=_("A+; or 60% in match points, +3 in IMPs"),
        initial="A",
    )
    ew_award = TextField(label=_("Award, East-West"), max_length=8, initial="A")

    def _award(self, name: str) -> Award | None:
        try:
            return parse_award(self.cleaned_data[name])
        except StorslamError as error:
            self.add_error(name, said(error))
            return None

    def clean_ns_award(self) -> Award | None:
        """The award, read."""
        return self._award("ns_award")

    def clean_ew_award(self) -> Award | None:
        """The award, read."""
        return self._award("ew_award")

    def changes(self) -> Changes:
        """What is to be recorded."""
        given = self.cleaned_data
        places = [(self.table.pk, board) for board in given["boards"]]
        return directing.awarded(self.event, places, given["ns_award"], given["ew_award"])


class BoardForm(_Reasoned):
    """A result of another board than the one it was recorded for."""

    board = forms.TypedChoiceField(label=_("Recorded for board"), coerce=int)
    other = forms.IntegerField(label=_("It was really board"), min_value=1, max_value=9999)
    field_order = ("board", "other", "reason", "override")

    def __init__(self, event: Event, table: Table, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="id_board_%s", **kwargs)
        self.event, self.table = event, table
        self.fields["board"].choices = [(board, str(board)) for board in table.boards]

    def changes(self) -> Changes:
        """What is to be recorded."""
        given = self.cleaned_data
        return directing.on_another_board(self.event, self.table, given["board"], given["other"])

    def save(self, who: User, seen: str) -> int:
        """Record it; how many results have a new version. `seen`: as in `record_many`."""
        given = self.cleaned_data
        return directing.move_board(
            self.event,
            self.table,
            given["board"],
            given["other"],
            who,
            given["reason"],
            override=given["override"],
            seen=seen,
        )


class ReseatForm(forms.Form):
    """Who sits at a table in a round, and what it plays; before it has played."""

    ns = forms.ModelChoiceField(Contestant.objects.none(), label=_("North-South"))
    ew = forms.ModelChoiceField(
        Contestant.objects.none(),
        label=_("East-West"),
        required=False,
        empty_label=_("nobody: North-South sit out"),
    )
    boards = TextField(label=_("Boards"), max_length=400, help_text=_("Numbers with spaces."))
    reason = TextField(label=_("Reason"), max_length=300)

    def __init__(self, event: Event, table: Table, *args: Any, **kwargs: Any) -> None:
        start = {"ns": table.ns, "ew": table.ew, "boards": " ".join(map(str, table.boards))}
        super().__init__(*args, auto_id="id_seats_%s", initial=start, **kwargs)
        self.event, self.table = event, table
        for name in ("ns", "ew"):
            self.fields[name].queryset = event.contestants.prefetch_related("members")
            self.fields[name].label_from_instance = lambda one: f"{one.code} {one}"

    def clean_boards(self) -> list[int]:
        """The numbers of the boards."""
        words = self.cleaned_data["boards"].replace(",", " ").split()
        whole = all(w.isascii() and w.isdecimal() and len(w) < 6 for w in words)
        if len(words) > MOST_BOARDS or not whole:
            raise forms.ValidationError(_("Write the numbers of the boards, with spaces."))
        return [int(word) for word in words]

    def save(self, who: User) -> None:
        """Change the seating."""
        given = self.cleaned_data
        directing.reseat(
            self.event,
            self.table,
            given["ns"],
            given["ew"],
            given["boards"],
            who,
            given["reason"],
        )


class GroupForm(_Reasoned):
    """The tables that played a fouled board as it was at one time."""

    tables = forms.TypedMultipleChoiceField(
        label=_("Tables"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    group = TextField(
        label=_("Group"),
        max_length=10,
        required=False,
        help_text=_("A letter; empty puts the tables back to the others."),
    )
    field_order = ("tables", "group", "reason", "override")

    def clean_group(self) -> str:
        """The group; a fault for what is no short code."""
        try:
            return group_name(self.cleaned_data["group"])
        except StorslamError as error:
            raise forms.ValidationError(said(error)) from error

    def __init__(self, event: Event, board: Board, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.board = event, board
        now = scored(event)
        there = [
            (place[0], line)
            for place, line in zip(now.places, now.event.lines, strict=True)
            if place[1] == board.number and line.outcome is not None
        ]
        there.sort(key=lambda one: (one[1].round, one[1].section, one[1].table or 0))
        self.fields["tables"].choices = [
            (
                table,
                _("round %(round)s, table %(table)s: %(ns)s – %(ew)s %(group)s")
                % {
                    "round": line.round,
                    "table": f"{line.section}{line.table}",
                    "ns": line.ns,
                    "ew": line.ew,
                    "group": f"({line.group})" if line.group else "",
                },
            )
            for table, line in there
        ]

    def changes(self) -> Changes:
        """What is to be recorded."""
        given = self.cleaned_data
        return directing.grouped(self.event, self.board.number, given["tables"], given["group"])


class StandingForm(forms.Form):
    """How a pair is to stand, and why."""

    standing = forms.ChoiceField(
        label=_("Stands from now on"),
        choices=[(one.value, one.label) for one in Standing],
    )
    reason = TextField(label=_("Reason"), max_length=300)


class ConductForm(forms.Form):
    """A breach of a rule of conduct."""

    rule = forms.ChoiceField(label=_("What happened"), choices=[*RULES.items(), *UNPRICED.items()])
    board = forms.ModelChoiceField(Board.objects.none(), label=_("Board"), required=False)
    amount = forms.DecimalField(
        label=_("Per cent of a top"),
        min_value=0,
        max_value=100,
        max_digits=5,
        decimal_places=2,
        required=False,
        help_text=_("Only where the regulation sets no price; 0 is a warning."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["board"].queryset = event.boards.all()


class SubstituteForm(forms.Form):
    """Who plays for whom, from which round on."""

    out = forms.ModelChoiceField(Member.objects.none(), label=_("Leaves"))
    number = TextField(
        label=_("Member number of the substitute"),
        max_length=20,
        required=False,
        help_text=_("With it, name and club come from the registry."),
    )
    name = TextField(label=_("Name"), max_length=120, required=False)
    first_round = forms.ModelChoiceField(
        Round.objects.none(), label=_("From round"), to_field_name="number"
    )
    after_start = forms.BooleanField(
        label=_("The reason arose after the start"), required=False, initial=True
    )
    special = forms.BooleanField(label=_("There are special reasons"), required=False)
    reason = TextField(label=_("Reason"), max_length=300)

    def __init__(self, contestant: Contestant, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["out"].queryset = contestant.members.filter(last_round=None)
        self.fields["out"].label_from_instance = lambda member: member.name
        self.fields["first_round"].queryset = contestant.event.rounds.filter(number__gt=0)
        self.fields["first_round"].label_from_instance = lambda one: str(one.number)

    def clean(self) -> dict[str, Any]:
        """Adds `player`; the registry knows the number, or a name is written."""
        cleaned: dict[str, Any] = super().clean()
        number = cleaned.get("number")
        cleaned["player"] = Player.objects.filter(number=number).first() if number else None
        if number and cleaned["player"] is None:
            self.add_error("number", _("The registry has no such number."))
        elif not number and not cleaned.get("name"):
            self.add_error("name", _("Write a member number or a name."))
        return cleaned
