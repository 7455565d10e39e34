"""Files that are cut short or damaged anywhere: read, or refused at a place, and never more."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import FileFault
from storslam.exchange import event_json, pbn, read_event, read_matches, travellers, usebio
from storslam.exchange.usebio_teams import MatchSheet, TeamSheet
from storslam.exchange.usebio_teams import dump as dump_teams
from storslam.scoring import Settings, score
from storslam.scoring.event import Contestant, Event, Player, Score
from tests.exchange.bridgemate import evening, sent
from tests.exchange.test_lin import HANDS
from tests.exchange.test_pbn import GAME

EVENT: Event = pbn.loads(GAME)
ROOM = {1: (Score(420), None)}
TEAMS = TeamSheet(
    "Lag",
    "Sal",
    None,
    [Contestant("1", (Player("Åsa"),), "Ett"), Contestant("2")],
    [MatchSheet(1, "1", "2", None, ROOM, ROOM)],
    {},
)
FILES = {
    "travellers": travellers.dump(EVENT),
    "pbn": pbn.dump(EVENT, score(EVENT.lines, Settings())),
    "json": event_json.dump(EVENT),
    "usebio": usebio.dump(EVENT, score(EVENT.lines, Settings())),
    "teams": dump_teams(TEAMS),
    "lin": f"qx|o1|sv|n|\nmd|3{HANDS}|".encode(),
    "bws": evening(sent(1, 1, 2, "4 H,N,=", LeadCard="SA"), sent(2, 1, 2, Remarks="60%-40%")),
}
SPOILT = (b"9" * 400, b'"', b"|", b"<", b"\n", b"[", b"{")
READERS: dict[str, Callable[[bytes], object]] = dict.fromkeys(FILES, read_event)
READERS["teams"] = read_matches


@pytest.mark.parametrize("kind", FILES)
def test_the_whole_file_is_read(kind: str) -> None:
    assert READERS[kind](FILES[kind])


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    whole = FILES[kind]
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 40)))
    other = data.draw(st.binary(max_size=8) | st.sampled_from(SPOILT))
    with suppress(FileFault):
        READERS[kind](whole[:start] + other + whole[end:])


@pytest.mark.parametrize("kind", ["json", "usebio", "teams", "lin", "bws"])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_file_that_is_cut_short_is_refused(kind: str, data: st.DataObject) -> None:
    whole = FILES[kind].rstrip()
    size = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(FileFault):
        READERS[kind](whole[:size])
