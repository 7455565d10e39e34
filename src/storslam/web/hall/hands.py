"""The hands of an event: dealt from a secret or read from a file, and promised at once.

Everybody sees the promise from then on, and every earlier one; when the event ends, the secret too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from secrets import token_urlsafe

from django.db import transaction
from django.utils import timezone

from storslam.bridge import Board as PlayedBoard
from storslam.bridge import dealing as dealer
from storslam.bridge.double_dummy import can_compute
from storslam.errors import StorslamError
from storslam.exchange import pbn
from storslam.scoring.event import BoardRecord
from storslam.scoring.event import Event as Played
from storslam.web.acts.trail import note
from storslam.web.loaded import Place, Recorded, frame_of, recorded
from storslam.web.models import Board, Dealing, Event, User
from storslam.web.models.event import State, tricks_column
from storslam.web.payload import check_lead
from storslam.web.results import locked, touch

Hands = Mapping[int, BoardRecord]
"""By number the boards of a file."""


# --- Dealing


def in_force(event: Event) -> Dealing | None:
    """The last that the event's hands are from; None where nothing was promised."""
    return event.dealings.last()


def deal(event: Event, who: User, seen: str) -> Dealing:
    """Deal the boards of the event from a new secret, and promise it.

    `seen`: the promise in force that the director saw, empty for none. Raises StorslamError where
    another is by now, once a board has a result, and where there is nothing to deal.
    """
    with transaction.atomic():
        event = _open(event, seen)
        boards = to_deal(event)
        if not boards and event.results.exists():
            raise StorslamError("a board of the event has a result: its hands stay as they are")
        if not boards:
            raise StorslamError("there are no boards yet: seat the event first")
        made = promised(event, who.get_username(), boards, secret=token_urlsafe(32))
        _deal(made, boards)
        touch(event, frame=False, hands=True)
        _note("deal-hands", event, who, made.promise, boards)
    return made


def to_deal(event: Event) -> list[Board]:
    """The boards that can be dealt (anew): all before play, then none.

    But once all know the secret, as in an event that is taken up again, those without a result.
    """
    if not event.results.exists():
        return list(event.boards.all())
    made = in_force(event)
    if made is None or not made.revealed:
        return []
    return list(event.boards.exclude(pk__in=event.results.values("board")))


def _open(event: Event, seen: str, *, ended: bool = False) -> Event:
    """The event, locked; StorslamError where its hands cannot be changed, or have been since.

    `ended`: they may be also when it has ended.
    """
    event = locked(event)
    if event.state == State.ENDED and not ended:
        raise StorslamError("the event has ended: its hands stay as they are")
    if event.away:
        raise StorslamError("the event is run elsewhere: its hands are dealt there")
    before = in_force(event)
    if (before.promise if before else "") != seen:
        raise StorslamError("somebody else has changed the hands meanwhile: look again")
    return event


def promised(
    event: Event, who: str, boards: Iterable[Board], *, secret: str = "", promise: str = ""
) -> Dealing:
    """Promise the hands of these boards, dealt from the secret or read from a file."""
    return Dealing.objects.create(
        event=event,
        made=(now := timezone.now()),
        revealed=now if event.state == State.ENDED else None,
        who=who,
        secret=secret,
        promise=promise or dealer.promise(secret.encode()),
        boards=[board.number for board in boards],
    )


def _deal(made: Dealing, boards: list[Board]) -> None:
    for board in boards:
        board.deal = str(dealer.dealt(made.secret.encode(), board.number))
        board.tricks = {}
    Board.objects.bulk_update(boards, ["deal", "tricks"])


def _note(act: str, event: Event, who: User, promise: str, boards: Iterable[Board]) -> None:
    numbers = [board.number for board in boards]
    text = f"{event}: {promise}"
    note(act, event, who, season=event.stage.season, text=text, boards=numbers)


def deal_added(event: Event) -> None:
    """Deal the boards that have no hands from the secret in force; call it with the event locked.

    From a secret that everybody knows nothing is dealt.
    """
    made = in_force(event)
    if made is None or not made.secret or made.revealed:
        return
    boards = list(event.boards.filter(deal=""))
    if boards:
        _deal(made, boards)
        made.boards = sorted({*made.boards, *(board.number for board in boards)})
        made.save(update_fields=["boards"])
        touch(event, frame=False, hands=True)


def can_be_dealt_again(event: Event) -> list[int]:
    """The boards that can be taken away unharmed: the secret in force deals them again."""
    made = in_force(event)
    return made.boards if made and made.secret and not made.revealed else []


def download(event: Event, who: User) -> bytes:
    """All hands of the event as PBN, for the duplicating machine; a step in the trail."""
    with transaction.atomic():
        event = locked(event)
        boards = {row.number: row.record for row in event.boards.exclude(deal="")}
        if not boards:
            raise StorslamError("the event has no hands yet")
        text = f"{event}: {len(boards)}"
        note("download-hands", event, who, season=event.stage.season, text=text)
    return pbn.dump(Played(event.name, event.site, event.date, boards=boards))


# --- From a file


@dataclass(frozen=True, slots=True)
class Brought:
    """What the hands of a file do to the event's boards, by number.

    `new` get hands, `other` get others, `same` have them already, `absent` go on without any;
    `strange` are in the file and not in the event. `refused`: why nothing of it can be stored.
    """

    new: list[int]
    other: list[int]
    same: list[int]
    absent: list[int]
    strange: list[int]
    refused: list[StorslamError]


def compared(event: Event, hands: Hands) -> Brought:
    """What storing these hands would do."""
    rows = {row.number: row for row in event.boards.all()}
    played = _played(event)
    new, other, same, refused = [], [], [], []
    for number, record in sorted(hands.items()):
        if number not in rows:
            continue
        faults = [*_faults(event, rows[number], record, played.get(number, []))]
        refused += faults
        now = rows[number].deal
        (new if not now else same if now == str(record.deal) else other).append(number)
    absent = [number for number, row in rows.items() if not row.deal and number not in hands]
    strange = sorted(hands.keys() - rows.keys())
    if not (new or other or same):
        refused.append(StorslamError("the file has no hands of the boards of this event"))
    return Brought(new, other, same, absent, strange, refused)


def _played(event: Event) -> Mapping[int, list[tuple[Place, Recorded]]]:
    """The results by board, where it was played with the cards that it should have."""
    found: dict[int, list[tuple[Place, Recorded]]] = {}
    for place, result in recorded(event).items():
        if result.payload.outcome is not None and not result.payload.group:
            found.setdefault(place[1], []).append((place, result))
    return found


def _faults(
    event: Event, row: Board, record: BoardRecord, results: list[tuple[Place, Recorded]]
) -> Iterable[StorslamError]:
    """Why the board cannot get these hands."""
    board = row.number
    if record.deal is None or None in record.deal.hands:
        yield StorslamError("board %(board)s: the file has not all four hands", board=board)
    if record.board != row.value:
        yield StorslamError(
            "board %(board)s: in the file %(file)s, in the event %(event)s (dealer, vulnerable)",
            board=board, file=_facts(record.board), event=_facts(row.value),
        )  # fmt: skip
    if results and row.deal not in {"", str(record.deal)} and _dealt_here(event, row):
        yield StorslamError(
            "board %(board)s was dealt here and has results: its hands stay", board=board
        )
    tables = {table.pk: table for table, _board in frame_of(event).seats} if results else {}
    for (table, _board), result in results:
        try:
            check_lead(result.payload.play, record.deal)
        except StorslamError as error:
            at = tables[table]
            yield StorslamError(
                "board %(board)s, round %(round)s, table %(table)s: %(card)s is led, but "
                "%(leader)s does not hold it in the file",
                board=board, round=at.round.number, table=f"{at.section.name}{at.number}",
                card=error.params["card"], leader=error.params["leader"],
            )  # fmt: skip


def _facts(board: PlayedBoard) -> str:
    return f"{board.dealer.value} {board.vulnerability.value}"


def _dealt_here(event: Event, row: Board) -> bool:
    """Whether the board has the hands that one of the event's secrets gives it."""
    secrets = event.dealings.exclude(secret="").values_list("secret", flat=True)
    return any(str(dealer.dealt(one.encode(), row.number)) == row.deal for one in secrets)


def bring(event: Event, hands: Hands, who: User, seen: str) -> Brought:
    """Give the event's boards these hands and promise them, or StorslamError and nothing stored.

    `seen`: as for `deal`. An event that has ended may still get hands, where it has none.
    """
    with transaction.atomic():
        event = locked(event)
        found = compared(event, hands)
        if found.refused:
            raise found.refused[0]
        event = _open(event, seen, ended=not found.other)
        rows = list(event.boards.filter(number__in=[*found.new, *found.other, *found.same]))
        for row in rows:
            _give(row, hands[row.number])
        Board.objects.bulk_update(rows, ["deal", "tricks"])
        deals = [(row.value, deal) for row in rows if (deal := row.record.deal)]
        promise = dealer.promise_of(deals)
        if found.new or found.other:
            promised(event, who.get_username(), rows, promise=promise)
        touch(event, frame=False, hands=True)
        _note("bring-hands", event, who, promise, rows)
    return found


def _give(row: Board, record: BoardRecord) -> None:
    """Let the board have these hands; what can be computed here is not taken from the file."""
    kept = row.tricks if row.deal == str(record.deal) else {}
    row.deal = str(record.deal)
    row.tricks = kept if can_compute() else tricks_column(record.tricks) or kept


# --- What everybody is told


@dataclass(frozen=True)
class Promise:
    """A promise as everybody sees it, and, once its event is over, whether it was kept.

    `hands`: the boards of the event as they are. `later`: those of later promises.
    """

    dealing: Dealing
    hands: Hands
    later: frozenset[int] = frozenset()

    @cached_property
    def boards(self) -> list[int]:
        """The boards that it is still about: that are there, and were promised anew by no later."""
        return [n for n in self.dealing.boards if n in self.hands and n not in self.later]

    @property
    def checkable(self) -> bool:
        """Whether the hands show that it was kept; of a file while all its boards are there."""
        whole = self.dealing.secret or self.boards == sorted(self.dealing.boards)
        return bool(self.dealing.revealed and self.boards and whole)

    @property
    def replaced(self) -> bool:
        """Whether later promises are about some of its boards."""
        return not self.later.isdisjoint(self.dealing.boards)

    @property
    def secret(self) -> str:
        """What the hands were dealt from, once everybody may know it."""
        return self.dealing.secret if self.dealing.revealed else ""

    @cached_property
    def others(self) -> list[int]:
        """The boards whose hands are not as promised; of a file all of them or none."""
        if self.dealing.secret:
            secret = self.dealing.secret.encode()
            return [n for n in self.boards if self.hands[n].deal != dealer.dealt(secret, n)]
        known = [self.hands[number] for number in self.boards]
        deals = [(one.board, one.deal) for one in known if one.deal]
        return [] if dealer.promise_of(deals) == self.dealing.promise else self.boards

    @property
    def kept(self) -> int:
        """How many boards have the hands that were promised."""
        return len(self.boards) - len(self.others)

    @property
    def command(self) -> str:
        """The command that deals the same again, or that tells the promise of the hands.

        The secret is in the file `secret.txt`, the hands are in `hands.pbn`.
        """
        if not self.dealing.secret:
            listed = ",".join(map(str, sorted(self.dealing.boards)))
            return f"storslam promise hands.pbn --boards {listed}"
        first, last = min(self.dealing.boards), max(self.dealing.boards)
        return (
            f"storslam deal --boards {last - first + 1} --first {first} "
            "--secret secret.txt --out hands.pbn"
        )


def promises(event: Event) -> list[Promise]:
    """All promises of the event's hands, the one in force first."""
    found: list[Promise] = []
    later: frozenset[int] = frozenset()
    for row in event.dealings.order_by("-made"):
        found.append(Promise(row, frame_of(event).boards, later))
        later |= {*row.boards}
    return found
