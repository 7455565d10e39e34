"""Hands are dealt from a promised secret or read from a file; nobody sees them before play."""

import hashlib
import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pypdf import PdfReader

from storslam.bridge import Board as PlayedBoard
from storslam.bridge import Contract, Doubling, Seat, Strain, parse_card, parse_deal
from storslam.bridge.dealing import dealt, promise_of
from storslam.errors import StorslamError
from storslam.exchange import bundle as files
from storslam.exchange import pbn
from storslam.scoring.event import BoardRecord, Play
from storslam.scoring.event import Event as Played
from storslam.web import results, urls
from storslam.web.accounts import create_director
from storslam.web.api.app import api
from storslam.web.desks.table import address
from storslam.web.hall import bundle, hands, seating, stages
from storslam.web.hall.codes import Place
from storslam.web.hall.kinds import Options
from storslam.web.models import Board, Dealing, Event, Step, Table, User
from storslam.web.models.event import fresh_stamp
from storslam.web.payload import played
from storslam.web.publish import publish
from storslam.web.scored import scored
from tests.web import makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:  # noqa: ARG001 - the fixture opens the database
    """Seated and published, nothing played."""
    return makers.hall(boards=1)


@pytest.fixture
def dealing(event: Event, director: User) -> Dealing:
    return hands.deal(event, director, "")


def storslam(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).with_name("storslam"), *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True)


def play(event: Event, number: int, card: str = "") -> None:
    """Let every table play the board, with this lead by West."""
    board = event.boards.get(number=number)
    contract = Contract(1, Strain.NOTRUMP, Doubling.NONE, Seat.SOUTH)
    lead = parse_card(card) if card else None
    for table in Table.objects.filter(round__event=event):
        if number in table.boards:
            payload = played(Play(contract, 7, lead), board.value)
            key = f"{number}-{table.pk}"
            results.record_result(event, board, table, payload, key, 0, "tl")


def file(deals: dict[int, BoardRecord]) -> SimpleUploadedFile:
    return SimpleUploadedFile("givar.pbn", pbn.dump(Played(boards=deals)))


def records(event: Event, secret: bytes = b"of another program") -> dict[int, BoardRecord]:
    return {
        row.number: BoardRecord(row.value, dealt(secret, row.number)) for row in event.boards.all()
    }


def preview(desk: Any, event: Event, upload: Any) -> Any:
    return desk.post(reverse("hands", args=[event.slug]), {"file": upload})


def store(desk: Any, event: Event, answer: Any) -> Any:
    token = answer.context["token"]
    return desk.post(reverse("hands", args=[event.slug]), {"token": token}, follow=True)


def public_answers(client: Any, event: Event) -> dict[str, bytes]:
    """What everybody can ask about an event: every page, file and door of the API."""
    asked = []
    contestant = event.contestants.first()
    kwargs = {"number": 2, "code": contestant.code, "lang": "sv", "pk": 1}
    for pattern in urls._event:
        wanted = {"slug": event.slug} | {
            key: value for key, value in kwargs.items() if key in pattern.pattern.converters
        }
        names = ["resultat.pbn", "resultat.json", "resultat.csv", "usebio-1.3.xml"]
        for name in names if "name" in pattern.pattern.converters else [None]:
            more = {"name": name} if name else {}
            asked.append(reverse(pattern.name, kwargs=wanted | more))
    for path, methods in api.get_openapi_schema(path_prefix="/api/v1/")["paths"].items():
        if "get" in methods:
            filled = path.replace("{slug}", event.slug).replace("{number}", "2")
            asked.append(filled.replace("{code}", contestant.code))
    asked.append(address(event, Place(event.sections.get().number, 1, "N")))
    return {path: said(client.get(path).getvalue()) for path in dict.fromkeys(asked)}


def said(body: bytes) -> bytes:
    """What a reader is told; not the keys of forms and the marks of PDFs, which are always new."""
    if body.startswith(b"%PDF"):
        return "".join(one.extract_text() for one in PdfReader(BytesIO(body)).pages).encode()
    return re.sub(rb' value="[^"]*"', b"", body)


# --- Dealing


def test_a_director_deals_and_everybody_sees_the_promise(desk, client, event) -> None:
    told = desk.post(reverse("deal_hands", args=[event.slug]), {"seen": ""}, follow=True)
    made = event.dealings.get()
    assert made.promise == hashlib.sha256(made.secret.encode()).hexdigest()
    assert event.boards.count() == len(made.boards) == 5
    for board in event.boards.all():
        assert board.deal == str(dealt(made.secret.encode(), board.number))
    assert made.promise in told.content.decode()
    client.logout()
    page = client.get(event.get_absolute_url()).content.decode()
    assert made.promise in page
    assert Step.objects.get(act="deal-hands").text.endswith(made.promise)


def test_before_a_board_is_over_nothing_public_tells_hands_or_secret(
    client, event, dealing, tmp_path: Path
) -> None:
    """Everything public is the same to the letter whatever the hands of the other boards are."""
    play(event, 1)
    found = public_answers(client, event)
    folder = tmp_path / "site"
    publish(folder, event.stage.season, [event])
    site = {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    bodies = [*found.values(), *site.values()]
    assert len(found) > 30
    # Live, and on the site in each language.
    assert sum(dealing.promise.encode() in one for one in bodies) == 3
    over = event.boards.get(number=1)
    assert sum(over.deal.encode() in one for one in bodies) >= 3
    assert not any(dealing.secret.encode() in one for one in bodies)
    for row in event.boards.exclude(number=1):
        row.deal, row.tricks = str(dealt(b"somebody's own hands", row.number)), {"NNT": 7}
        row.save()
    Event.objects.filter(pk=event.pk).update(hands=fresh_stamp(), stamp=fresh_stamp())
    assert public_answers(client, event) == found


def test_when_the_event_ends_the_secret_is_told_and_deals_the_same(
    client, event, dealing, director, tmp_path: Path
) -> None:
    stages.change(event, "ended", director, "avbruten")
    page = client.get(event.get_absolute_url()).content.decode()
    assert dealing.secret in page
    assert "Delade igen: alla 5 brickor lika" in page
    (tmp_path / "secret.txt").write_text(dealing.secret + "\n")
    [promise] = hands.promises(Event.objects.get(pk=event.pk))
    assert promise.command in page
    done = storslam(*promise.command.split()[1:], cwd=tmp_path)
    assert dealing.promise in done.stderr
    again = pbn.load((tmp_path / "hands.pbn").read_bytes()).boards
    assert {n: str(one.deal) for n, one in again.items()} == dict(
        event.boards.values_list("number", "deal")
    )


@pytest.mark.usefixtures("dealing")
def test_a_changed_board_shows_when_it_is_dealt_again(client, event, director) -> None:
    with_other = event.boards.get(number=3)
    with_other.deal = str(dealt(b"somebody's own hands", 3))
    with_other.save()
    stages.change(event, "ended", director, "avbruten")
    page = client.get(event.get_absolute_url()).content.decode()
    assert "4 av 5 brickor lika. Andra givar: 3" in page


def test_boards_can_be_dealt_anew_before_play_and_the_first_promise_stays(
    client, event, dealing, director
) -> None:
    anew = hands.deal(event, director, dealing.promise)
    page = client.get(event.get_absolute_url()).content.decode()
    assert page.index(anew.promise) < page.index(dealing.promise)
    assert event.boards.get(number=1).deal == str(dealt(anew.secret.encode(), 1))


def test_who_saw_another_promise_deals_nothing(desk, event, dealing) -> None:
    told = desk.post(reverse("deal_hands", args=[event.slug]), {"seen": ""}, follow=True)
    assert "någon annan har ändrat givarna" in told.content.decode()
    assert event.dealings.get() == dealing


def test_once_a_board_has_a_result_hands_stay(event, dealing, director) -> None:
    play(event, 1)
    with pytest.raises(StorslamError, match="has a result"):
        hands.deal(event, director, dealing.promise)
    assert event.boards.get(number=1).deal == str(dealt(dealing.secret.encode(), 1))


def test_what_cannot_be_dealt(event, director) -> None:
    Event.objects.filter(pk=event.pk).update(away="2012-12-01T10:00Z")
    with pytest.raises(StorslamError, match="elsewhere"):
        hands.deal(event, director, "")
    Event.objects.filter(pk=event.pk).update(away=None)
    Table.objects.all().delete()
    seating.store_boards(event)
    with pytest.raises(StorslamError, match="no boards yet"):
        hands.deal(event, director, "")
    assert not event.dealings.exists()


def test_boards_that_are_added_come_from_the_same_secret(event, director, dealing) -> None:
    seating.arrange(event, "barometer", director, Options(boards=2))
    dealing.refresh_from_db()
    assert dealing.boards == list(range(1, 11))
    for board in event.boards.all():
        assert board.deal == str(dealt(dealing.secret.encode(), board.number))
    seating.arrange(event, "barometer", director, Options(boards=1))
    assert event.boards.count() == 5


@pytest.mark.usefixtures("dealing")
def test_from_a_secret_that_all_know_nothing_is_dealt(event, director) -> None:
    stages.change(event, "ended", director, "avbruten")
    stages.change(event, "running", director, "ändå inte")
    seating.arrange(Event.objects.get(pk=event.pk), "barometer", director, Options(boards=2))
    assert set(event.boards.filter(number__gt=5).values_list("deal", flat=True)) == {""}


@pytest.mark.usefixtures("dealing")
def test_the_hands_are_taken_out_by_directors_only_and_it_is_noted(client, desk, event):
    path = reverse("download_hands", args=[event.slug])
    answer = desk.post(path)
    assert "no-store" in answer["Cache-Control"]
    there = pbn.load(answer.content).boards
    assert {n: str(one.deal) for n, one in there.items()} == dict(
        event.boards.values_list("number", "deal")
    )
    assert Step.objects.get(act="download-hands").who == "ledare"
    client.force_login(create_director("annan", makers.NAMES[0][0]))
    for name in ("hands", "hands_live"):
        assert client.get(reverse(name, args=[event.slug])).status_code == 403
    for name in ("deal_hands", "download_hands"):
        assert client.post(reverse(name, args=[event.slug])).status_code == 403
    client.logout()
    assert client.post(path)["Location"].startswith("/konto/in/")


@pytest.mark.usefixtures("dealing")
def test_the_page_of_hands_costs_few_queries(desk, event, django_assert_max_num_queries):
    path = reverse("hands", args=[event.slug])
    desk.get(path)
    with django_assert_max_num_queries(12):
        page = desk.get(path)
    assert "no-store" in page["Cache-Control"]
    with django_assert_max_num_queries(6):
        desk.get(reverse("hands_live", args=[event.slug]))


# --- From a file


@pytest.mark.parametrize("computes", [False, True])
def test_a_file_is_shown_and_then_stored_and_promised(desk, event, monkeypatch, computes) -> None:
    monkeypatch.setattr(hands, "can_compute", lambda: computes)
    given = records(event)
    tricks = {(seat, strain): 6 for seat in Seat for strain in Strain}
    given[1] = BoardRecord(given[1].board, given[1].deal, tricks)
    given[5] = BoardRecord(given[5].board)  # known, but for its cards
    given[99] = BoardRecord(makers.numbered_board(99), dealt(b"of another program", 99))
    shown = preview(desk, event, file(given))
    assert shown.status_code == 200
    brought = shown.context["brought"]
    assert (brought.new, brought.absent, brought.strange) == ([1, 2, 3, 4], [5], [99])
    assert not Dealing.objects.exists()
    told = store(desk, event, shown)
    made = event.dealings.get()
    assert (made.secret, made.boards) == ("", [1, 2, 3, 4])
    assert made.promise in told.content.decode()
    # What can be computed here is not believed of a file.
    assert event.boards.get(number=1).tricks.get("SNT") == (None if computes else 6)
    assert event.boards.get(number=5).deal == ""
    assert desk.post(reverse("hands", args=[event.slug]), {"token": "x"}).status_code == 302


def test_what_was_promised_of_a_file_is_told_again_from_the_public_pbn(
    desk, client, event, director, tmp_path: Path
) -> None:
    store(desk, event, preview(desk, event, file(records(event))))
    made = event.dealings.get()
    stages.change(event, "ended", director, "avbruten")
    page = client.get(event.get_absolute_url()).content.decode()
    assert "Alla 5 brickor som lovat" in page
    name = reverse("event_file", args=[event.slug, "resultat.pbn"])
    (tmp_path / "all.pbn").write_bytes(client.get(name).content)
    assert storslam("promise", "all.pbn", cwd=tmp_path).stdout.strip() == made.promise


def test_lin_is_recognised_by_its_content(desk, event) -> None:
    deal = dealt(b"of another program", 1)
    order = [deal.hands[n] for n in (2, 3, 0)]
    text = ",".join(
        "".join(s + one for s, one in zip("SHDC", str(hand).split("."), strict=True))
        for hand in order
    )
    upload = SimpleUploadedFile("x.txt", f"qx|o1|md|3{text}|sv|o|ah|Board 1|pg||".encode())
    shown = preview(desk, event, upload)
    assert shown.context["brought"].new == [1]


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (BoardRecord(PlayedBoard(1, Seat.EAST, makers.numbered_board(1).vulnerability),
                     dealt(b"of another program", 1)),
         "bricka 1: i filen E None, i tävlingen N None"),
        (BoardRecord(makers.numbered_board(1), parse_deal("N:AKQJT98765432... - - -")),
         "bricka 1: filen har inte alla fyra händerna"),
        (BoardRecord(makers.numbered_board(77), dealt(b"of another program", 1)),
         "inga givar till tävlingens brickor"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_whole(desk, event, record, told) -> None:
    given = {2: records(event)[2]} if record.board.number == 1 else {}
    shown = preview(desk, event, file({**given, record.board.number: record}))
    assert shown.status_code == 400
    assert told in shown.content.decode()
    assert "token" not in shown.context
    assert not event.boards.exclude(deal="").exists()


def test_hostile_files_are_refused_with_the_place(desk, event, settings) -> None:
    shown = preview(desk, event, SimpleUploadedFile("a.pbn", b'[Board "1"]\n[Deal "N:A"]\n'))
    assert shown.status_code == 400
    assert "rad 2" in shown.content.decode()
    settings.UPLOAD_LIMIT = 10
    shown = preview(desk, event, file(records(event)))
    assert shown.status_code == 400
    assert not event.boards.exclude(deal="").exists()


def test_a_lead_that_was_made_stands_against_hands_from_a_file(desk, event) -> None:
    given = records(event)
    play(event, 1, str(held(given[1], Seat.WEST)))
    play(event, 2, str(held(given[2], Seat.EAST)))
    shown = preview(desk, event, file(given))
    assert "bricka 2, rond 2, bord A1: " in shown.content.decode()
    assert "bricka 1, " not in shown.content.decode()
    del given[2]
    told = store(desk, event, preview(desk, event, file(given)))
    assert "4 brickor har fått nya givar" in told.content.decode()
    assert event.boards.get(number=1).deal == str(given[1].deal)


def held(record: BoardRecord, seat: Seat) -> Any:
    hand = record.deal[seat] if record.deal else None
    suit, rank = next((s, hand[s][0]) for s in (0, 1, 2, 3) if hand[s])
    return parse_card("CDHS"[suit] + rank)


@pytest.mark.usefixtures("dealing")
def test_a_board_that_was_dealt_here_and_played_keeps_its_hands(desk, event) -> None:
    play(event, 1)
    shown = preview(desk, event, file(records(event)))
    assert "bricka 1 är delad här och har resultat" in shown.content.decode()


def test_what_was_changed_since_the_file_was_shown_is_not_overwritten(
    desk, event, director
) -> None:
    shown = preview(desk, event, file(records(event)))
    made = hands.deal(event, director, "")
    told = store(desk, event, shown)
    assert "någon annan har ändrat givarna" in told.content.decode()
    assert event.dealings.get() == made


def test_an_event_that_has_ended_gets_hands_that_it_lacks_and_no_others(event, director) -> None:
    play(event, 1)
    stages.change(event, "ended", director, "klar")
    hands.bring(event, records(event), director, "")
    made = event.dealings.get()
    assert made.revealed
    assert made.promise == promise_of((one.board, one.deal) for one in records(event).values())
    with pytest.raises(StorslamError, match="has ended"):
        hands.bring(event, records(event, b"a third program's"), director, made.promise)


# --- Out to a laptop and home


def test_a_laptop_deals_from_the_same_secret(event, director, dealing) -> None:
    data = bundle.take_out(event, director)
    event.dealings.all().delete()
    Table.objects.filter(round__event=event).delete()
    event.delete()
    laptop = bundle.bring(data, director).event
    there = laptop.dealings.get()
    assert (there.secret, there.made, there.who) == (dealing.secret, dealing.made, dealing.who)
    seating.arrange(laptop, "barometer", director, Options(boards=2))
    assert laptop.boards.get(number=10).deal == str(dealt(dealing.secret.encode(), 10))


@pytest.mark.usefixtures("dealing")
def test_a_board_keeps_tricks_of_its_own_cards_in_a_merge(event, director) -> None:
    """The laptop computed tricks; here the board got other hands meanwhile."""
    home = bundle.take_out(event, director)
    value = json.loads(home)
    row = value["frame"]["boards"][0]
    row["tricks"] = {
        f"{seat}{strain}": 6 for seat in "NESW" for strain in ("C", "D", "H", "S", "NT")
    }
    frame = json.loads(home)["frame"]
    value |= {"copy": "a" * 16, "received": {"": {"mark": "b" * 16, "seen": {}, "frame": frame}}}

    def brought(mark: str, made: str) -> dict[str, int]:
        told = {**value, "mark": mark * 16, "made": f"{made}T00:00:00+00:00"}
        bundle.bring(files.dump(told), director)
        return event.boards.get(number=1).tricks

    Board.objects.filter(event=event, number=1).update(deal=str(dealt(b"a third program's", 1)))
    assert brought("b", "2099-01-01") == {}
    Board.objects.filter(event=event, number=1).update(deal=row["deal"])
    assert brought("c", "2099-01-02") == row["tricks"]


def test_a_clash_of_hands_is_told_without_them(event, director) -> None:
    """Both copies got hands of their own; the trail says so and tells none."""
    value = json.loads(bundle.take_out(event, director))
    frame = json.loads(files.dump(value))["frame"]
    value["frame"]["boards"][0]["deal"] = str(dealt(b"a third program's", 1))
    value |= {"copy": "a" * 16, "mark": "b" * 16, "made": "2099-01-01T00:00:00+00:00"}
    value["received"] = {"": {"mark": "c" * 16, "seen": {}, "frame": frame}}
    Board.objects.filter(event=event, number=1).update(deal=str(dealt(b"of another program", 1)))
    brought = bundle.bring(files.dump(value), director)
    assert [(one.kind, one.field, one.here, one.there) for one in brought.clashes] == [
        ("boards", "deal", "…", "…")
    ]


# --- Groups that play the same hands


@pytest.fixture
def other(event: Event, dealing: Dealing, director: User) -> Event:  # noqa: ARG001 - it is dealt
    """Another group of the stage, which plays the same hands."""
    group = makers.hall(boards=1, slug="sal-b", name="Sal B")
    deals = {row.number: row.record for row in event.boards.all()}
    hands.bring(group, deals, director, "")
    return Event.objects.get(pk=group.pk)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def test_a_board_is_told_once_every_group_has_played_it(
    event, other, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        play(event, 1)
    assert 1 not in scored(fresh(event)).open_boards
    before = fresh(event).stamp
    with django_capture_on_commit_callbacks(execute=True):
        play(other, 1)
    assert fresh(event).stamp != before  # its pages are made anew
    assert 1 in scored(fresh(event)).open_boards
    assert 1 in scored(fresh(other)).open_boards


def test_a_group_that_ends_first_keeps_the_secret(event, other, dealing):
    play(event, 1)
    results.change_state(event, "ended")
    assert 1 not in scored(fresh(event)).open_boards
    dealing.refresh_from_db()
    assert dealing.revealed is None
    results.change_state(other, "ended")
    dealing.refresh_from_db()
    assert dealing.revealed is not None


def test_after_all_know_the_secret_only_boards_without_a_result_are_dealt(
    event, dealing, director, desk
):
    play(event, 1)
    with pytest.raises(StorslamError, match="has a result"):
        hands.deal(event, director, dealing.promise)
    results.change_state(event, "ended")
    results.change_state(event, "running")
    page = desk.get(reverse("hands", args=[event.slug])).content.decode()
    assert "Alla känner hemligheten" in page
    before = dict(event.boards.values_list("number", "deal"))
    made = hands.deal(fresh(event), director, dealing.promise)
    now = dict(event.boards.values_list("number", "deal"))
    assert [number for number in now if now[number] == before[number]] == [1]
    assert made.boards == [number for number in now if number != 1]


def test_the_board_list_has_no_hands_that_are_not_over(event, dealing, desk):  # noqa: ARG001
    play(event, 1)
    address = reverse("print_paper", args=[event.slug, "brickor"])
    pdf = desk.post(address, {"lang": "en"})
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(pdf.content)).pages)
    assert "Board 1" in text
    assert "Board 2" not in text


def test_promises_of_files_and_those_replaced_can_be_checked(event, dealing, director, tmp_path):
    given = records(event)
    hands.bring(event, {n: given[n] for n in (1, 2)}, director, dealing.promise)
    first, second = hands.promises(fresh(event))
    assert (first.checkable, second.replaced) == (False, True)  # nobody is told before the end
    results.change_state(event, "ended")
    first, second = hands.promises(fresh(event))
    assert first.checkable
    assert not first.others
    assert second.checkable
    assert not second.others
    (tmp_path / "hands.pbn").write_bytes(hands.download(fresh(event), director))
    said = storslam(*first.command.split()[1:], cwd=tmp_path)
    assert said.stdout.strip() == first.dealing.promise
