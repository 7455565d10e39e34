"""Hand records on paper."""

import subprocess
from pathlib import Path

import pytest

from storslam.bridge import SEATS, Strain, numbered_board
from storslam.bridge.dealing import dealt
from storslam.printing import Head, hand_records
from storslam.scoring import BoardRecord

SECRET = b"a secret of enough bytes"


@pytest.mark.parametrize("lang", ["sv", "en"])
def test_every_known_hand_is_there_with_its_points(lang: str, tmp_path: Path) -> None:
    tricks = {(seat, strain): 7 for seat in SEATS for strain in Strain}
    boards = {
        number: BoardRecord(numbered_board(number), dealt(SECRET, number), tricks)
        for number in range(1, 25)
    }
    boards[25] = BoardRecord(numbered_board(25))
    file = tmp_path / "hands.pdf"
    file.write_bytes(hand_records(Head("Final", "Örebro", "Version 1"), boards, lang))
    told = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, check=True)
    text = told.stdout.decode()
    assert text.count("Bricka" if lang == "sv" else "Board") == 24
    assert text.count("\f") == 2, "twelve boards a page"
    north = dealt(SECRET, 1).hands[0]
    assert north is not None
    assert str(north.hp) in text
