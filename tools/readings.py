"""Writes docs/readings.md from the edition; with --check only says whether it is up to date."""

import sys
from pathlib import Path

from storslam.rulebook.edition import edition

TARGET = Path("docs/readings.md")
HEAD = """# Readings

Where the regulation of SM 2012-2013 contradicts itself, leaves a gap or was printed badly, Storslam
takes the reading below. Each is a dated parameter of the edition, and a decision that leans on one
names it among its assumptions. `storslam rules ID` shows the readings that touch an article.

| reading | page | confidence | what we take it to say | parameter |
|---|---|---|---|---|
"""


def text() -> str:
    """The document as it should be."""
    rows = (
        f"| {reading.id} | {reading.page} | {reading.confidence} | {reading.en} "
        f"| `{reading.parameter}` |\n"
        for reading in edition().readings()
    )
    return HEAD + "".join(rows)


def main() -> int:
    if "--check" not in sys.argv:
        TARGET.write_text(text(), encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == text():
        return 0
    print(f"{TARGET} is out of date: run python {sys.argv[0]}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
