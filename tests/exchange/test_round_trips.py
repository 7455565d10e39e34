"""What is written reads back equal, in every format that can carry it."""

from contextlib import suppress
from dataclasses import replace

from hypothesis import assume, given, settings

from storslam.exchange import event_json, pbn, read_event, travellers
from storslam.scoring import Settings, score
from storslam.scoring.event import Contestant, Event
from tests.strategies import events, scorable

SOME = settings(max_examples=60, deadline=None)


@SOME
@given(events())
def test_own_json_carries_everything(event: Event) -> None:
    assert event_json.loads(event_json.dumps(event)) == event
    assert read_event(event_json.dump(event)) == event


@SOME
@given(events())
def test_travellers_carry_every_line(event: Event) -> None:
    back = travellers.loads(travellers.dumps(event))
    assert back.lines == event.lines
    assert read_event(travellers.dump(event)).lines == event.lines


@SOME
@given(events())
def test_pbn_carries_everything_that_is_latin(event: Event) -> None:
    plain = _without_separators(event)
    assert _read_back(pbn.dump(plain)) == plain


@SOME
@given(events())
def test_pbn_with_points_and_ranking_reads_back_to_the_same_event(event: Event) -> None:
    plain = scorable(_without_separators(event))
    standing = score(plain.lines, Settings())
    assert _read_back(pbn.dump(plain, standing)) == plain


def _read_back(data: bytes) -> Event:
    """The event of a PBN file; Latin-1 that reads as UTF-8, like 'Â¡', is taken for that."""
    with suppress(UnicodeDecodeError):
        assume(data.decode().isascii())
    return read_event(data)


def _without_separators(event: Event) -> Event:
    """PBN separates the two names with `;`, and `?` and `-` mean that there is no name."""

    def clean(text: str) -> str:
        word = "".join(" " if letter in ";{}" else letter for letter in text).strip()
        return "" if word in {"?", "-", "#"} else word

    contestants = tuple(
        Contestant(c.id, tuple(replace(p, name=clean(p.name) or "X") for p in c.players))
        for c in event.contestants
    )
    return replace(event, name=clean(event.name), site=clean(event.site), contestants=contestants)
