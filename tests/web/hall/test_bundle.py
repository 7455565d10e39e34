"""An event out to a laptop and home again; what both changed is held, nothing is lost."""

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from storslam.bridge import parse_contract, parse_seat
from storslam.errors import FileFault, StorslamError
from storslam.exchange import bundle as files
from storslam.scoring.event import Play
from storslam.web import results
from storslam.web.accounts import create_director
from storslam.web.hall import (
    bundle,
    bundled_frame,
    bundled_results,
    contestants,
    directing,
    rounds,
    seating,
    tables,
)
from storslam.web.hall.codes import Place, pin, token
from storslam.web.hall.kinds import Options
from storslam.web.models import (
    CarryOver,
    Conflict,
    Event,
    Member,
    Player,
    Received,
    Result,
    ResultVersion,
    Ruling,
    Step,
    Table,
    User,
)
from storslam.web.models.event import Standing
from storslam.web.payload import Payload, of_columns, played
from storslam.web.scored import scored
from tests.web import makers
from tests.web.hall.conftest import play_round


def forget(event: Event) -> None:
    """As if the event had never been here."""
    Ruling.objects.filter(event=event).delete()
    Conflict.objects.filter(event=event).delete()
    event.results.all().delete()
    Table.objects.filter(round__event=event).delete()
    event.delete()


def state(event: Event) -> dict[str, Any]:
    """All that a bundle holds of the event itself."""
    return {
        "secret": event.secret,
        "frame": bundled_frame.read(event),
        "results": bundled_results.read(event),
        "rulings": bundled_results.read_rulings(event),
    }


def marks(event: Event) -> tuple[Any, ...]:
    return Event.objects.values_list("version", "stamp", "frame", "changed").get(pk=event.pk)


def enter(event: Event, round_: int, table: int, tricks: int, key: str, seen: int = 0) -> Any:
    """The director enters 4S by North with so many tricks on the table's first board."""
    seat = Table.objects.get(round__event=event, round__number=round_, number=table)
    board = event.boards.get(number=seat.boards[0])
    play = Play(parse_contract("4S", parse_seat("N")), tricks)
    return results.record_result(event, board, seat, played(play, board.value), key, seen, "tl")


@pytest.fixture
def full(event: Event, director: User) -> Event:
    """The hall after two rounds, with all that can be there."""
    play_round(event, 1)
    rounds.close_round(event, 1, director)
    rounds.open_round(event, 2, director)
    play_round(event, 2)
    place = Place(event.sections.get().number, 1, "N")
    table = Table.objects.get(round__event=event, round__number=2, number=1)
    play = Play(parse_contract("3NT", parse_seat("S")), 9)
    tables.enter(event, place, tables.Sent(2, table.boards[0], play, "held"))
    enter(event, 1, 2, 7, "again", seen=1)
    results.confirm(ResultVersion.objects.get(key="again"), "A2 E")
    pair = event.contestants.get(code="3")
    CarryOver.objects.create(contestant=pair, points="7/3", text="från kvalet")
    results.rule(
        Ruling(event=event, contestant=pair, amount="-10.00", reason="sent till bordet", who="tl")
    )
    contestants.set_standing(event, event.contestants.get(code="6"), Standing.OUT, director, "sjuk")
    return Event.objects.get(pk=event.pk)


def test_an_event_that_was_forgotten_is_the_same_when_it_is_brought_in(full, director):
    standing = scored(full).standing
    before, data = state(full), bundle.take_out(full, director)
    place = Place(full.sections.get().number, 2, "E")
    codes = token(full, place), pin(full, place)
    forget(full)
    brought = bundle.bring(data, director)
    assert brought.new
    assert (brought.versions, len(brought.held)) == (13, 1)
    event = Event.objects.get(slug="salen")
    assert state(event) == before
    assert scored(event).standing == standing
    assert (token(event, place), pin(event, place)) == codes
    assert list(event.directors.all()) == [director]
    assert event.copy
    assert event.away is None
    version = ResultVersion.objects.get(event=event, key="again")
    assert (version.who, version.number, version.confirmation.who) == ("tl", 2, "A2 E")
    assert event.stage.season.slug == "2012-2013"


# --- Two copies: the laptop's is kept beside the other under an address of its own


def at_address(data: bytes, slug: str) -> bytes:
    """The bundle as of a copy that has another address, signed anew."""
    value = files.load(data)
    value["about"]["slug"] = slug
    return files.dump(value)


def out(event: Event, director: User) -> Event:
    """The event as it is on a laptop after it was taken out."""
    data = at_address(bundle.take_out(event, director), "laptop")
    return Event.objects.get(pk=bundle.bring(data, director).event.pk)


def home(laptop: Event, director: User, **more: Any) -> bundle.Brought:
    return bundle.bring(at_address(bundle.take_out(laptop, director), "salen"), director, **more)


def again(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def result_at(event: Event, round_: int, table: int) -> Result:
    seat = Table.objects.get(round__event=event, round__number=round_, number=table)
    return Result.objects.get(table=seat, board__number=seat.boards[0])


def tricks(event: Event, round_: int = 1, table: int = 1) -> list[int | None]:
    """The tricks in each version of the result of a table's first board."""
    return list(result_at(event, round_, table).versions.values_list("tricks", flat=True))


@pytest.fixture
def laptop(event: Event, director: User) -> Event:
    return out(event, director)


def test_what_the_laptop_played_comes_home_and_a_second_time_changes_nothing(
    event, laptop, director
):
    for number in (1, 2, 3):
        if number > 1:
            rounds.open_round(laptop, number, director)
        play_round(laptop, number)
        rounds.close_round(laptop, number, director)
    pair = laptop.contestants.get(code="2")
    warned = Ruling(event=laptop, contestant=pair, amount="0", reason="prat", who="tl")
    results.withdraw(results.rule(warned), "tl")
    assert again(event).away
    data = at_address(bundle.take_out(laptop, director), "salen")
    done = bundle.bring(data, director)
    assert (done.new, done.versions, done.rulings, done.held, done.clashes) == (
        *(False, 18, 1, ()), (),
    )  # fmt: skip
    assert again(event).away is None
    assert scored(again(event)).standing.rows == scored(again(laptop)).standing.rows
    assert state(again(event)) == state(again(laptop))
    before, steps = marks(event), Step.objects.count()
    second = bundle.bring(data, director)
    assert not second.changed
    assert marks(event) == before
    assert Step.objects.count() == steps
    assert Received.objects.filter(event=event).count() == 1


def test_what_was_entered_here_meanwhile_stays(event, laptop, director):
    enter(event, 1, 1, 9, "here")
    enter(laptop, 1, 2, 8, "there")
    done = home(laptop, director)
    assert (done.versions, done.held) == (1, ())
    assert (tricks(event, 1, 1), tricks(event, 1, 2)) == ([9], [8])


def test_a_result_that_both_changed_is_held_and_shown(event, laptop, director, desk):
    enter(event, 1, 1, 9, "here")
    enter(laptop, 1, 1, 10, "there", 0)
    enter(laptop, 1, 1, 11, "mended", 1)
    assert home(laptop, director).held == ((1, "A", 1, 1),)
    assert tricks(event) == [9]
    conflict = Conflict.objects.get(event=event)
    assert (conflict.key, conflict.tricks, conflict.expected_version) == ("mended", 11, 0)
    assert conflict.when == ResultVersion.objects.get(event=laptop, key="mended").when
    page = desk.get(reverse("console", args=["salen"])).content.decode()
    assert reverse("console_result", args=["salen", 1, conflict.result.table_id]) in page
    assert not home(laptop, director).changed
    results.settle(conflict, take=True, who="tl", reason="bordet säger så")
    assert not home(laptop, director).changed
    assert tricks(event) == [9, 11]
    enter(laptop, 1, 1, 12, "once more", 2)
    assert home(laptop, director).versions == 1
    assert tricks(event) == [9, 11, 12]


def test_what_both_entered_alike_is_no_conflict_and_what_follows_counts(event, laptop, director):
    enter(event, 1, 1, 9, "here")
    enter(laptop, 1, 1, 9, "there")
    assert not home(laptop, director).held
    enter(laptop, 1, 1, 10, "mended", 1)
    assert home(laptop, director).versions == 1
    assert tricks(event) == [9, 10]


def test_a_key_that_names_another_result_here_takes_nothing_away(event, laptop, director):
    enter(event, 1, 1, 9, "same")
    enter(laptop, 1, 2, 8, "same")
    assert home(laptop, director).versions == 1
    assert not home(laptop, director).changed
    assert (tricks(event, 1, 1), tricks(event, 1, 2)) == ([9], [8])
    enter(laptop, 1, 2, 7, "more", 1)
    assert home(laptop, director).versions == 1
    assert tricks(event, 1, 2) == [8, 7]


def taken_back(event: Event, result: Result) -> None:
    """A director corrects the result to what it was in the version before."""
    before = result.versions.filter(number=result.version - 1).first()
    payload = of_columns(before) if before else Payload(None)
    key, seen = f"back-{result.pk}-{result.version}", result.version
    who, why = "tl", "as it was"
    results.record_result(
        event, result.board, result.table, payload, key, seen, who, why, override=True
    )


def test_an_undone_result_is_undone_at_home_also_when_both_undo_something(event, director):
    play_round(event, 1)
    enter(event, 1, 1, 12, "late", 1)
    enter(event, 1, 2, 12, "late2", 1)
    laptop = out(event, director)
    taken_back(event, result_at(event, 1, 1))
    taken_back(laptop, result_at(laptop, 1, 2))
    taken_back(laptop, result_at(laptop, 1, 1))
    assert home(laptop, director).held == ()
    assert tricks(event, 1, 1)[-1] != 12
    assert tricks(event, 1, 2)[-1] != 12
    assert len(tricks(event, 1, 1)) == 3


def test_a_conflict_of_the_laptop_comes_home_and_so_does_its_end(event, laptop, director):
    enter(laptop, 1, 1, 9, "one")
    enter(laptop, 1, 1, 8, "other")
    assert home(laptop, director).held == ((1, "A", 1, 1),)
    results.settle(Conflict.objects.get(event=laptop), take=True, who="tl", reason="protokollet")
    done = home(laptop, director)
    assert (done.settled, done.versions, done.held) == (1, 1, ())
    assert tricks(event) == [9, 8]
    assert Conflict.objects.get(event=event).taken


def test_what_the_opponents_confirmed_there_is_confirmed_here(event, laptop, director):
    place = Place(laptop.sections.get().number, 1, "N")
    play = Play(parse_contract("3NT", parse_seat("S")), 9)
    tables.enter(laptop, place, tables.Sent(1, 1, play, "sent"))
    home(laptop, director)
    assert (1, 1) in {(t, b) for t, b in _unsure(event)}
    tables.confirm(laptop, Place(place.section, 1, "E"), 1, 1, 1)
    assert home(laptop, director).confirmations == 1
    assert not _unsure(event)


def _unsure(event: Event) -> set[tuple[int, int]]:
    numbers = dict(Table.objects.filter(round__event=event).values_list("pk", "number"))
    return {(numbers[table], board) for table, board in scored(again(event)).unconfirmed}


# --- The frame


def test_each_copy_s_own_changes_hold_and_both_s_are_told(event, laptop, director, desk):
    for copy, code, standing in (
        (laptop, "1", Standing.OUT),
        (event, "2", Standing.OUT),
        (laptop, "3", Standing.DISQUALIFIED),
        (event, "3", Standing.STOPPED),
    ):
        pair = copy.contestants.get(code=code)
        contestants.set_standing(copy, pair, standing, director, "så")
    done = home(laptop, director)
    assert dict(event.contestants.values_list("code", "standing")) == {
        "1": "out", "2": "out", "3": "stopped", "4": "competing", "5": "competing",
        "6": "competing",
    }  # fmt: skip
    assert [clash.plain for clash in done.clashes] == [
        {"kind": "contestants", "name": "3", "field": "standing", "here": "stopped",
         "there": "disqualified"}
    ]  # fmt: skip
    assert not home(laptop, director).changed
    page = desk.get(reverse("console", args=["salen"])).content.decode()
    assert reverse("bundle", args=["salen"]) in page
    assert "Diskvalificerad" in desk.get(reverse("bundle", args=["salen"])).content.decode()
    assert "disqualified" in json.dumps(Step.objects.filter(act="bring").last().facts)
    desk.post(reverse("bundle_looked", args=["salen"]))
    assert bundle.clashes(event) == []


def test_an_older_bundle_after_a_newer_changes_nothing(event, laptop, director):
    older = at_address(bundle.take_out(laptop, director), "salen")
    rounds.close_round(laptop, 1, director, "alla är klara")
    home(laptop, director)
    assert event.rounds.get(number=1).closed
    before = marks(event)
    assert not bundle.bring(older, director).changed
    assert marks(event) == before


def test_changes_go_both_ways_as_often_as_one_likes(event, laptop, director):
    def stand(copy: Event, standing: str) -> None:
        pair = copy.contestants.get(code="1")
        contestants.set_standing(copy, pair, standing, director, "så")

    def standing(copy: Event) -> str:
        return copy.contestants.get(code="1").standing

    def to_laptop() -> bundle.Brought:
        return bundle.bring(at_address(bundle.take_out(event, director), "laptop"), director)

    stand(laptop, Standing.OUT)
    home(laptop, director)
    stand(laptop, Standing.STOPPED)
    assert not home(laptop, director).clashes
    assert standing(event) == Standing.STOPPED
    stand(event, Standing.DISQUALIFIED)
    assert not to_laptop().clashes
    assert standing(laptop) == Standing.DISQUALIFIED
    stand(laptop, Standing.STOPPED)
    assert not home(laptop, director).clashes
    assert standing(event) == Standing.STOPPED
    assert not to_laptop().clashes
    assert standing(laptop) == Standing.STOPPED


def test_two_laptops_of_one_event_do_not_undo_each_other(event, laptop, director):
    data = at_address(bundle.take_out(event, director), "andra")
    other = Event.objects.get(pk=bundle.bring(data, director).event.pk)
    for copy, code in ((laptop, "1"), (other, "2")):
        pair = copy.contestants.get(code=code)
        contestants.set_standing(copy, pair, Standing.OUT, director, "så")
    enter(laptop, 1, 1, 9, "one")
    enter(other, 1, 2, 8, "two")
    for copy in (laptop, other, laptop):
        assert home(copy, director).clashes == ()
    assert event.contestants.filter(standing=Standing.OUT).count() == 2
    assert Result.objects.filter(event=event).count() == 2


def test_another_seating_comes_home(event, laptop, director):
    table = Table.objects.get(round__event=laptop, round__number=2, number=1)
    seats = (table.ew, table.ns)
    directing.reseat(laptop, table, *seats, table.boards, director, "fel väg")
    assert home(laptop, director).changes == 1
    here = Table.objects.get(round__event=event, round__number=2, number=1)
    assert (here.ns.code, here.ew.code) == (table.ew.code, table.ns.code)


def test_results_of_a_table_that_both_seated_otherwise_keep_who_played_them(
    event, laptop, director
):
    there = Table.objects.get(round__event=laptop, round__number=1, number=1)
    directing.reseat(laptop, there, there.ew, there.ns, there.boards, director, "fel väg")
    enter(laptop, 1, 1, 9, "there")
    enter(event, 1, 1, 8, "here")
    done = home(laptop, director)
    assert done.held == ((1, "A", 1, 1),)
    assert [clash.kind for clash in done.clashes] == ["tables"]
    held = of_columns(Conflict.objects.get(event=event))
    here = Table.objects.get(round__event=event, round__number=1, number=1)
    assert held.sat == (here.ew.code, here.ns.code)
    assert not home(laptop, director).changed


def test_a_seating_taken_away_here_comes_back_with_what_was_played_there(event, laptop, director):
    play_round(laptop, 1)
    seating.unseat(event, 1, director)
    done = home(laptop, director)
    assert done.versions == 6
    assert {clash.kind for clash in done.clashes} == {"rounds"}
    assert scored(again(event)).standing.rows == scored(again(laptop)).standing.rows
    assert not home(laptop, director).changed


def test_a_session_seated_anew_on_the_laptop_is_seated_so_at_home(event, laptop, director):
    seating.arrange(laptop, "mitchell", director, Options(boards=2))
    home(laptop, director)
    ours, theirs = state(again(event)), state(again(laptop))
    assert ours["frame"]["tables"] == theirs["frame"]["tables"]
    assert ours["frame"]["rounds"] == theirs["frame"]["rounds"]


def test_a_substitute_is_tied_to_the_person_of_the_registry_here(event, laptop, director):
    player = Player.objects.create(number="4711", name="Siv Syrén")
    pair = laptop.contestants.get(code="1")
    Member(
        contestant=pair, position=3, name="Siv Syrén", number="4711", first_round=2
    ).named().save()  # fmt: skip
    home(laptop, director)
    here = Member.objects.get(contestant__event=event, number="4711")
    assert (here.player, here.first_round) == (player, 2)


# --- Refused


def test_a_bundle_signed_with_another_secret_is_refused(event, director):
    value = files.load(bundle.take_out(event, director))
    value["about"]["secret"] = "f" * 64
    before = marks(event)
    with pytest.raises(StorslamError, match="not signed for the event"):
        bundle.bring(files.dump(value), director)
    assert marks(event) == before


def test_a_changed_or_cut_bundle_is_refused_whole(full, director):
    data = bundle.take_out(full, director)
    forget(full)
    for wrong in (data.replace(b'"tricks":9', b'"tricks":8'), data[: len(data) // 2]):
        with pytest.raises(FileFault):
            bundle.bring(wrong, director)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda value: value["frame"]["event"][0].update(state="gone"), "Event.state"),
        (lambda value: value["frame"]["rounds"][0].update(held="forever"), "Round.held"),
        (lambda value: value["rulings"][0].update(kind="joke"), "Ruling.kind"),
        (lambda value: value["results"][0]["versions"][0].update(contract="9S"), "results[0]"),
        (lambda value: value["results"][0]["versions"][0].update(sat_ns="77"), "r1-"),
        (
            lambda value: value["results"][0]["versions"][0].update(
                contract="",
                declarer="",
                tricks=None,
                lead="",
                score=None,
                ns_award="+3",
                ew_award="-3",
            ),
            "r1-",
        ),
    ],
)
def test_what_the_database_cannot_hold_is_named_and_nothing_is_stored(full, director, change, path):
    value = files.load(bundle.take_out(full, director))
    change(value)
    forget(full)
    with pytest.raises(FileFault, match=re.escape(path)):
        bundle.bring(files.dump(value), director)
    assert not Event.objects.exists()


def test_a_season_without_an_edition_is_refused(event, director):
    value = files.load(bundle.take_out(event, director))
    value["about"] |= {"season": "../etc", "slug": "ny"}
    with pytest.raises(StorslamError, match="no rulebook"):
        bundle.bring(files.dump(value), director)


# --- Pages


def upload(client: Any, path: str, data: bytes) -> Any:
    return client.post(path, {"file": SimpleUploadedFile("salen.json", data)})


def store(client: Any, path: str, page: Any, **more: str) -> Any:
    found = re.search(r'name="token" value="([^"]+)"', page.content.decode())
    assert found
    return client.post(path, {"token": found[1], **more})


def test_a_director_takes_the_event_out_and_brings_it_home(event, desk):
    path = reverse("bundle", args=["salen"])
    answer = desk.post(reverse("bundle_out", args=["salen"]))
    assert answer.headers["Content-Disposition"].endswith('"salen.storslam.json"')
    laptop = Event.objects.get(pk=bundle.bring(at_address(answer.content, "l"), "x").event.pk)
    assert "leds på annat håll" in desk.get(reverse("console", args=["salen"])).content.decode()
    enter(laptop, 1, 1, 9, "there")
    page = upload(desk, path, at_address(bundle.take_out(laptop, "x"), "salen"))
    assert not Result.objects.filter(event=event).exists()
    assert store(desk, path, page, keep="1").status_code == 302
    assert tricks(event) == [9]
    assert again(event).away
    assert desk.post(path, {"token": "old"}).status_code == 302
    wrong = upload(desk, path, b"{}")
    assert wrong.status_code == 400
    assert "paket" in wrong.content.decode()


def test_the_bundle_of_another_event_and_strangers_are_refused(event, desk, client):
    path = reverse("bundle", args=["salen"])
    other = makers.stored()
    assert upload(desk, path, bundle.take_out(other, "x")).status_code == 400
    new = reverse("bundle_new")
    User.objects.update(opens_events=False)
    assert upload(desk, new, b"{}").status_code == 403
    opener = create_director("oppnare", "vit-springare-89", "Ove Öppnare")
    User.objects.filter(pk=opener.pk).update(opens_events=True)
    client.force_login(User.objects.get(pk=opener.pk))
    assert client.post(reverse("bundle_out", args=["salen"])).status_code == 403
    data = bundle.take_out(event, "x")
    assert upload(client, new, data).status_code == 403
    data = at_address(data, "ny")
    page = upload(client, new, data)
    assert not Event.objects.filter(slug="ny").exists()
    assert store(client, new, page).url == reverse("console", args=["ny"])
    assert list(Event.objects.get(slug="ny").directors.all()) == [opener]


# --- The commands, between two installations

BUILD = """
import json, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.web import makers
makers.hall()
"""
PLAY = """
import django
django.setup()
from storslam.web.models import Event
from tests.web.hall.conftest import play_round
event = Event.objects.get()
play_round(event, 1)
"""
ONE = """
import django
django.setup()
from storslam.web.models import Event
from tests.web.hall.test_bundle import enter
enter(Event.objects.get(), 1, 1, 13, "here")
"""
COUNT = """
import json, django
django.setup()
from storslam.web.models import Conflict, Event, Result
event = Event.objects.get()
print(json.dumps([Result.objects.count(), Conflict.objects.count(), event.stamp, event.secret]))
"""


def environment(data: Path) -> dict[str, str]:
    env = {key: value for key, value in os.environ.items() if key != "STORSLAM_DATABASE_URL"}
    return env | {"STORSLAM_DATA": str(data), "DJANGO_SETTINGS_MODULE": "storslam.web.settings"}


def run(program: str, data: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(data), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


def storslam(data: Path, *arguments: str, given: bytes = b"") -> tuple[int, bytes, str]:
    command = Path(sys.executable).with_name("storslam")
    done = subprocess.run(
        [command, *arguments], env=environment(data), capture_output=True, input=given, check=False
    )
    return done.returncode, done.stdout, done.stderr.decode()


def test_a_hall_is_run_on_a_laptop_by_the_commands(tmp_path):
    server, laptop, file = tmp_path / "server", tmp_path / "laptop", tmp_path / "salen.json"
    server.mkdir()
    run(BUILD, server)
    assert storslam(server, "export", "salen", "--bundle", str(file)) == (0, b"", "")
    assert file.stat().st_mode & 0o777 == 0o600
    code, said, _ = storslam(laptop, "import", str(file))
    assert (code, "är ny här" in said.decode()) == (0, True)
    run(PLAY, laptop)
    run(ONE, server)
    code, data, _ = storslam(laptop, "export", "salen", "--bundle", "-")
    assert code == 0
    code, said, _ = storslam(server, "import", "-", "--lang", "en", given=data)
    assert (code, said.decode().count("waits for a director")) == (0, 1)
    counted = json.loads(run(COUNT, server))
    assert counted[:2] == [6, 1]
    code, said, _ = storslam(server, "import", "-", "--lang", "en", given=data)
    assert (code, "nothing in the bundle is new" in said.decode()) == (0, True)
    assert json.loads(run(COUNT, server)) == counted
    for wrong in (data[:-100], data.replace(b'"tricks":9', b'"tricks":8'), b""):
        code, said, fault = storslam(server, "import", "-", given=wrong)
        assert (code, said, fault.count("\n")) == (2, b"", 1)
    assert json.loads(run(COUNT, server)) == counted
    assert storslam(server, "export", "ingen", "--bundle", "-")[0] == 2
    code, data, _ = storslam(server, "export", "salen", "--format", "json", "--out", "-")
    assert (code, data[:13]) == (0, b'{"storslam": ')
    for wrong in ([], ["--format", "pbn"], ["--bundle", "-", "--format", "pbn", "--out", "-"]):
        assert storslam(server, "export", "salen", *wrong)[0] == 2
    assert storslam(server, "import", str(file), "--director", "ingen")[0] == 2


# --- Anything, in any order


class Copies:
    """Two copies of the hall, and what may happen in either."""

    def __init__(self, event: Event, laptop: Event, director: User, chance: Random) -> None:
        self.copies, self.director, self.chance = (event, laptop), director, chance
        self.count = 0

    def step(self) -> None:
        copy = self.chance.choice(self.copies)
        acts = [self.enter] * 4 + [self.settle, self.undo, self.rule, self.stand, self.carry]
        self.chance.choice(acts)(copy)

    def enter(self, copy: Event) -> None:
        self.count += 1
        table = self.chance.randint(1, 3)
        there = Result.objects.filter(event=copy, table__number=table, board__number__lte=2)
        found = there.filter(table__round__number=1).first()
        seen = found.version if found and self.chance.random() < 0.8 else 0
        key = self.chance.choice((f"k{self.count}", f"both-{self.count // 6}"))
        with suppress(StorslamError):  # a key that was used for another result
            enter(copy, 1, table, self.chance.randint(8, 11), key, seen)

    def settle(self, copy: Event) -> None:
        conflict = Conflict.objects.filter(event=copy, settled_at=None).first()
        if conflict:
            take = self.chance.random() < 0.5
            results.settle(conflict, take=take, who="tl", reason="så")

    def undo(self, copy: Event) -> None:
        found = list(Result.objects.filter(event=copy).order_by("pk"))
        if found:
            taken_back(copy, self.chance.choice(found))

    def rule(self, copy: Event) -> None:
        given = Ruling.objects.filter(event=copy, withdrawn_at=None).first()
        if given and self.chance.random() < 0.5:
            results.withdraw(given, "tl")
        else:
            pair = copy.contestants.get(code=str(self.chance.randint(1, 6)))
            results.rule(Ruling(event=copy, contestant=pair, amount="-5", reason="r", who="tl"))

    def stand(self, copy: Event) -> None:
        pair = copy.contestants.get(code=str(self.chance.randint(1, 6)))
        standing = self.chance.choice((Standing.OUT, Standing.COMPETING, Standing.STOPPED))
        contestants.set_standing(copy, pair, standing, self.director, "så")

    def carry(self, copy: Event) -> None:
        """From this copy to the other: nothing there is lost, and once more changes nothing."""
        other = self.copies[copy == self.copies[0]]
        before = rows_of(other)
        data = at_address(bundle.take_out(copy, self.director), other.slug)
        bundle.bring(data, self.director)
        after = rows_of(other)
        assert before.items() <= after.items()
        said = {(place, payload) for (place, _), (_, payload) in after.items()}
        for result in Result.objects.filter(event=copy):
            now = of_columns(result.versions.get(number=result.version))
            assert (place_of(result), now) in said
        assert not bundle.bring(data, self.director).changed
        for result in Result.objects.filter(event=other):
            numbers = list(result.versions.values_list("number", flat=True))
            assert numbers == list(range(1, result.version + 1))


def place_of(result: Result) -> tuple[int, int]:
    return result.table.number, result.board.number


def rows_of(event: Event) -> dict[Any, Any]:
    """Every version and conflict of the event: by place and key, what it says."""
    return {
        (place_of(row.result), f"{type(row).__name__} {row.key}"): (row.when, of_columns(row))
        for model in (ResultVersion, Conflict)
        for row in model.objects.filter(event=event).select_related(
            "result__table", "result__board"
        )
    }


@pytest.mark.parametrize("seed", range(15))
def test_whatever_happens_in_both_nothing_is_lost(event, laptop, director, seed):
    copies = Copies(event, laptop, director, Random(seed))
    for _ in range(40):
        copies.step()
    for copy in (laptop, event, laptop, event):
        copies.carry(copy)
    rulings = [set(Ruling.objects.filter(event=one).values_list("key", "withdrawn_at"))
               for one in copies.copies]  # fmt: skip
    assert {key for key, _ in rulings[0]} == {key for key, _ in rulings[1]}
    assert Result.objects.filter(event=event).count() == Result.objects.filter(event=laptop).count()


def test_a_bundle_of_its_own_changes_nothing_and_leaves_the_event_away(event, director):
    data = bundle.take_out(event, director)
    enter(event, 1, 1, 9, "here")
    before = marks(event)
    assert not bundle.bring(data, director).changed
    assert marks(event) == before
    assert again(event).away
