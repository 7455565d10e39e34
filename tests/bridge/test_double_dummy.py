"""Double dummy in a process of its own, and its numbers as digits."""

import subprocess
import sys

import pytest

from storslam.bridge import double_dummy
from storslam.bridge.dealing import deal_of_rank
from storslam.bridge.double_dummy import digits, makeable, parse_digits
from storslam.errors import StorslamError


def test_a_line_of_deals_is_answered_by_a_line_of_digits() -> None:
    line = f"{deal_of_rank(0)};{deal_of_rank(0)}\n"
    command = [sys.executable, "-m", "storslam.bridge.double_dummy"]
    done = subprocess.run(command, input=line * 2, capture_output=True, text=True, check=True)
    numbers = digits(makeable([deal_of_rank(0)])[0])
    assert done.stdout == f"{numbers};{numbers}\n" * 2


def test_digits_are_read_as_they_are_written() -> None:
    tricks = parse_digits("0123456789abcd012345")
    assert digits(tricks) == "0123456789abcd012345"
    assert len(parse_digits("-*" + "D" * 18)) == 18
    for wrong in ("0" * 19, "e" * 20, "٣" * 20):
        with pytest.raises(StorslamError, match="20 numbers"):
            parse_digits(wrong)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "find_spec", lambda _name: None)
    with pytest.raises(StorslamError, match=r"storslam\[endplay\]"):
        makeable([])
