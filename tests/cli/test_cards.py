"""`storslam cards`: a club's cards on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner

from storslam.cli.cards import cards
from storslam.exchange.cards import write_cards
from storslam.exchange.starting_points import STARTING_POINTS
from storslam.systems.card import Card, Line


def test_a_club_is_told_card_by_card_and_as_a_field(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(write_cards([STARTING_POINTS[k].card(str) for k in ("multi", "strong-pass")]))
    told = CliRunner().invoke(cards, [str(file), "--lang", "en"])
    assert told.exit_code == 0
    assert "C   4  Natural with multi and two-suited twos  1C 1, 2D 3" in told.output
    assert told.output.endswith("2 cards: A 1, B 0, C 1\n")
    found = json.loads(CliRunner().invoke(cards, [str(file), "--json", "--lang", "en"]).stdout)
    assert found["field"]["classes"] == {"A": 1, "B": 0, "C": 1}
    assert found["cards"][0]["openings"]["2D"]["dots"] == 3


def test_a_card_with_faults_is_told_by_its_place_and_exits_1(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_bytes(write_cards([Card("x", (), (Line("1C", hp="40"),))]))
    told = CliRunner().invoke(cards, [str(file)])
    assert told.exit_code == 1
    assert "rad 1, hp" in told.output
