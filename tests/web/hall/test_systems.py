"""The bidding systems of an event: cards, duties, what follows, and the page at the table."""

from datetime import date
from html import unescape
from typing import Any

import pytest

from storslam.systems.card import Card, Line
from storslam.web.acts import declarations
from storslam.web.desks.table import address
from storslam.web.hall import systems
from storslam.web.hall.codes import Place
from storslam.web.models import Contestant, DutyDone, Entry, Event, Step, User
from tests.web.test_declarations import typed

pytestmark = pytest.mark.django_db

FERT = Card("Fert", ("Åsa", "Örjan"), (Line("1H", hp="0-7"), Line("1D", hp="0-7")), {
    "defences": "Dubbla med 13+"
})  # fmt: skip
MULTI = Card("Multi", (), (
    Line("2D", hp="6-10", hearts="6"), Line("2D", hp="6-10", spades="6"), Line("1C", hp="16+"),
))  # fmt: skip
HALF = Card("Fyra", (), (Line("1S", hp="8-14", shape="unbalanced", spades="0-3"),))


@pytest.fixture(autouse=True)
def handed(event: Event, director: User) -> dict[str, Contestant]:
    """Three contestants with cards: class A, class C, and one with an opening of four dots."""
    found = {}
    for code, card in {"1": FERT, "2": MULTI, "3": HALF}.items():
        contestant = event.contestants.get(code=code)
        contestant.entry = Entry.objects.create(
            stage=event.stage, entered=event.stage.season.now(), key=code
        )
        contestant.save()
        declarations.hand_in(contestant.entry, card, director)
        found[code] = contestant
    return found


def owing(event: Event, code: str) -> systems.Owing:
    return next(one for one in systems.systems_of(event) if one.contestant.code == code)


def test_who_has_a_dear_system_owes_more(event: Event) -> None:
    assert [owing(event, code).special for code in "1234"] == [True, False, True, False]
    (fert,) = owing(event, "1").played
    assert fert.defences == ("1D", "1H")
    assert systems.meetings(event) == systems.Meetings(2, 5)
    assert fert.duties.missing == ["event_start"]
    event.date = date(2013, 8, 3)
    event.save()
    (fert,) = owing(event, "1").played
    assert fert.duties.result["copies"] == 5
    assert fert.duties.result["defences_against"] == ["1D", "1H"]
    (half,) = owing(event, "3").played
    assert half.defences == ("1S",)


def test_only_newest_versions_count(event: Event, handed, director) -> None:
    contestant = handed["1"]
    card = contestant.entry.declarations.get()
    declarations.hand_in(contestant.entry, MULTI, director, card, 1)
    (one,) = owing(event, "1").played
    assert (one.version.number, one.system.dots) == (2, 3)


def test_everybody_reads_the_cards_with_few_queries(
    client: Any, event: Event, handed, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(12):
        page = client.get(f"/tavlingar/{event.slug}/system/").content.decode()
    assert "3 deltagare har ingen deklaration här" in page
    card = handed["1"].entry.declarations.get()
    address_ = f"/tavlingar/{event.slug}/system/{card.pk}/"
    read = client.get(address_).content.decode()
    assert "Dubbla med 13+" in read
    assert client.get(f"{address_}sv.pdf").content.startswith(b"%PDF-")
    assert client.get(f"{address_}de.pdf").status_code == 404
    assert client.get(f"/tavlingar/{event.slug}/system/99999/").status_code == 404


def test_the_director_ticks_duties_off_and_the_trail_says_so(desk, event: Event) -> None:
    act = f"/tl/tavlingar/{event.slug}/system/gor/"
    desk.post(act, {"shown": ["1", "3"], "done": ["1:at-entry", "3:defences", "1:nonsense"]})
    assert set(DutyDone.objects.values_list("contestant__code", "duty")) == {
        ("1", "at-entry"),
        ("3", "defences"),
    }
    desk.post(act, {"shown": ["1"], "done": ["1:defences"], "was": []})  # of an older page
    assert DutyDone.objects.filter(contestant__code="1").count() == 2
    desk.post(act, {"shown": ["1"], "done": [], "was": ["1:at-entry", "1:defences"]})
    assert set(DutyDone.objects.values_list("contestant__code", flat=True)) == {"3"}
    assert Step.objects.filter(act="tick-duties").count() == 4
    page = desk.get(f"/tl/tavlingar/{event.slug}/system/").content.decode()
    assert 'value="3:defences" checked' in page


def test_what_is_not_allowed_here_is_shown_first(desk, event: Event, handed) -> None:
    page = desk.get(f"/tl/tavlingar/{event.slug}/system/").content.decode()
    refused = page.split("Inte tillåtet här")[1].split("</section>")[0]
    assert "12 prickar" in refused
    assert str(handed["3"]) not in refused


def test_class_a_is_marked_on_the_start_list_by_the_cards(desk, event: Event) -> None:
    assert not event.contestants.get(code="1").a_system
    desk.post(f"/tl/tavlingar/{event.slug}/system/gor/", {"mark": "1"})
    assert event.contestants.get(code="1").a_system
    assert not event.contestants.exclude(code="1").filter(a_system=True).exists()
    assert Step.objects.filter(act="mark-a-systems").count() == 1
    before = event.contestants.get(code="1").event.frame
    desk.post(f"/tl/tavlingar/{event.slug}/system/gor/", {"mark": "1"})
    assert event.contestants.get(code="1").event.frame == before


def broken(desk: Any, event: Event, duty: str, why: str = "hände") -> str:
    answer = desk.post(
        f"/tl/tavlingar/{event.slug}/system/gor/",
        {"broken": "1", "contestant": "1", "duty": duty, "why": why}, follow=True,
    )  # fmt: skip
    return unescape(answer.content.decode())


def test_a_broken_duty_is_decided_with_its_paragraph(desk, event: Event) -> None:
    assert "Första gången" in broken(desk, event, "defences")
    again = broken(desk, event, "defences")
    assert "Du får diskvalificera paret" in again
    assert "SYS-PEN-2" in again
    assert Step.objects.filter(act="break-duty").count() == 2


def test_boards_with_a_forbidden_bid_may_be_corrected_in_short_meetings(desk, event: Event) -> None:
    page = broken(desk, event, "allowed-bids")
    assert "Du får korrigera brickorna" in page
    assert "SYS-PEN-3" in page


@pytest.mark.parametrize(("duty", "why"), [("manners", "hände"), ("defences", "  ")])
def test_a_breach_needs_a_duty_and_a_reason(desk, event: Event, duty: str, why) -> None:
    broken(desk, event, duty, why)
    assert not Step.objects.filter(act="break-duty").exists()


def test_others_have_no_desk_of_systems(client, event: Event) -> None:
    assert client.get(f"/tl/tavlingar/{event.slug}/system/").status_code == 302
    assert client.post(f"/tl/tavlingar/{event.slug}/system/gor/", {"mark": "1"}).status_code == 302
    assert not event.contestants.get(code="1").a_system


def test_the_table_sees_where_notes_may_be_studied(client, event: Event) -> None:
    table = event.rounds.get(number=1).tables.select_related("ns", "ew").get(ns__code="1")
    place = Place(event.sections.get().number, table.number, "E")
    page = client.get(address(event, place, "table_systems")).content.decode()
    assert "ni får studera era anteckningar" in page
    assert "Dubbla med 13+" in page
    across = Place(event.sections.get().number, table.number, "N")
    other = client.get(address(event, across, "table_systems")).content.decode()
    assert "Dubbla med 13+" not in other


def test_a_director_hands_in_the_card_of_a_contestant_without_an_entry(desk, event: Event) -> None:
    page = desk.get(f"/tl/tavlingar/{event.slug}/system/").content.decode()
    assert f"/tl/tavlingar/{event.slug}/system/kort/5/" in page
    form = {**typed(*MULTI.lines), "store": "1", "seen": "0"}
    assert desk.post(f"/tl/tavlingar/{event.slug}/system/kort/5/", form).status_code == 302
    (one,) = owing(event, "5").played
    assert one.system.dots == 3
    assert (
        f"{one.version.declaration_id}/"
        in desk.get(f"/tl/tavlingar/{event.slug}/system/").content.decode()
    )


def test_an_organisers_reductions_lower_class_and_duties(event: Event) -> None:
    event.stage.systems = {
        "level": "B", "max_dots": None, "banned": [], "reductions": {"1H": 7, "1D": 4}
    }  # fmt: skip
    event.stage.save()
    (one,) = owing(Event.objects.get(pk=event.pk), "1").played
    assert (one.system.dots, one.system.system_class, one.special) == (1, "C", False)
    assert one.allowed is not None
    assert one.allowed["allowed"]


def test_pages_of_a_large_field_ask_no_more(
    client: Any, event: Event, director, django_assert_max_num_queries: Any
) -> None:
    for contestant in event.contestants.filter(code__in=["4", "5", "6"]):
        declarations.hand_in(contestant, MULTI, director)
    with django_assert_max_num_queries(13):
        client.get(f"/tavlingar/{event.slug}/system/")


def test_a_card_that_the_director_stored_is_everybodys_to_read(event: Event, director, client):
    version = declarations.hand_in(event.contestants.get(code="5"), MULTI, director)
    base = f"/tavlingar/{event.slug}/system/{version.declaration_id}/"
    assert "Multi" in client.get(base).content.decode()
    assert client.get(f"{base}sv.pdf").status_code == 200
