"""Points that are not from results: awards, sit-outs, penalties, carry-over (Laws 12C2, 86, 91)."""

from dataclasses import dataclass
from fractions import Fraction

from storslam.errors import StorslamError
from storslam.scoring.comparing import Method
from storslam.scoring.event import Artificial, Award, Line
from storslam.scoring.fields import Fields, board_key
from storslam.scoring.settings import Adjustment, Settings
from storslam.scoring.tally import Tally


@dataclass(frozen=True, slots=True)
class Awarded:
    """A line without a result of bridge, and what it gives each side; None for nothing."""

    line: Line
    ns: Fraction | None
    ew: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Giver:
    """Gives to the tallies of NS and EW (one and the same when there is one winner)."""

    fields: Fields
    method: Method
    settings: Settings
    ns: Tally
    ew: Tally

    def award(self) -> list[Awarded]:
        """What the lines without a result give, once it is given; those still to be played nothing.

        Sit-outs come last, and together: own averages are over everything else.
        """
        seated = [
            self._seated(line)
            for line in self.fields.others
            if line.ew is not None and line.outcome is not None
        ]
        for awarded in seated:
            self._give(awarded, self.ns)
        self._enter_waiting()
        sat_out = [self._sat_out(line) for line in self.fields.others if line.ew is None]
        for awarded in sat_out:
            self._give(awarded, self._sitter(awarded.line))
        return seated + sat_out

    def _enter_waiting(self) -> None:
        """Enter those who have still to play, with nothing."""
        waiting = [line for line in self.fields.others if line.outcome is None]
        for contestant in dict.fromkeys(line.ns for line in waiting if line.ew is not None):
            self.ns.give(contestant, None)
        for contestant in dict.fromkeys(line.ew for line in waiting if line.ew is not None):
            self.ew.give(contestant, None)

    def _give(self, awarded: Awarded, ns: Tally) -> None:
        stake = self._stake(awarded.line)
        ns.give(awarded.line.ns, awarded.ns, stake)
        if awarded.line.ew is not None:
            self.ew.give(awarded.line.ew, awarded.ew, stake)

    def _seated(self, line: Line) -> Awarded:
        if not isinstance(line.outcome, Artificial):
            return Awarded(line, None)
        if line.outcome.ew is None:
            raise StorslamError(
                "board %(board)s: an award to %(ns)s, but none to %(ew)s",
                board=line.board,
                ns=line.ns,
                ew=line.ew,
            )
        return Awarded(
            line,
            self._value(line, line.outcome.ns, self.ns, line.ns),
            self._value(line, line.outcome.ew, self.ew, line.ew or ""),
        )

    def _sat_out(self, line: Line) -> Awarded:
        ruled = line.outcome.ns if isinstance(line.outcome, Artificial) else None
        policy = ruled or self.settings.sit_out
        if policy == "nothing":
            return Awarded(line, None)
        if policy == "own-average":
            share = self._sitter(line).share(line.ns)
            return Awarded(line, None if share is None else share * self._stake(line))
        return Awarded(line, self._value(line, policy, self._sitter(line), line.ns))

    def _sitter(self, line: Line) -> Tally:
        """The tally of a pair that sits out, written as NS whichever way it plays."""
        plays_ew = line.ns in self.ew and line.ns not in self.ns
        return self.ew if plays_ew else self.ns

    def _value(self, line: Line, award: Award, tally: Tally, who: str) -> Fraction:
        own = tally.played_share(who) if self.settings.averages == "own" else None
        value = self.method.award(award, self._stake(line), own)
        if value is None:
            raise StorslamError(
                "board %(board)s: the award to %(who)s has no value in this method of scoring; "
                "write per cent for match points, and IMPs for IMPs",
                board=line.board,
                who=who,
            )
        return value

    def _stake(self, line: Line) -> int:
        section, _ = board_key(line, self.settings)
        return self.method.stake(self.fields.expected[section])

    def adjust(self, top: int) -> None:
        """Give penalties, bonuses and carry-over; `top` is that of a board, 0 in IMPs."""
        for one in self.settings.adjustments:
            self._tally_of(one.contestant).give(one.contestant, _points(one, top))
        for contestant, brought in self.settings.carry_over.items():
            self._tally_of(contestant).give(contestant, Fraction(brought))

    def _tally_of(self, contestant: str) -> Tally:
        ns, ew = contestant in self.ns, contestant in self.ew
        if self.ns is not self.ew and ns and ew:
            raise StorslamError(
                "%(id)s is both a pair NS and a pair EW: an adjustment cannot tell which",
                id=contestant,
            )
        if not ns and not ew:
            raise StorslamError("%(id)s is adjusted, but does not take part", id=contestant)
        return self.ns if ns else self.ew


def _points(adjustment: Adjustment, top: int) -> Fraction:
    if adjustment.tops and not top:
        raise StorslamError(
            "%(id)s: there are no tops in IMPs, so none to lose", id=adjustment.contestant
        )
    return Fraction(adjustment.points) + Fraction(adjustment.tops) * top
