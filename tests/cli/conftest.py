"""The command as its user runs it."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
STORSLAM = Path(sys.executable).with_name("storslam")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `storslam` in an empty directory."""

    def storslam(*arguments: str, stdin: bytes | None = None) -> "subprocess.CompletedProcess[str]":
        done = subprocess.run(
            [STORSLAM, *arguments], input=stdin, capture_output=True, cwd=tmp_path, check=False
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return storslam
