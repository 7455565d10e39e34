"""Documents made in a process of their own, so that their making costs the server no memory."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from storslam import printing
from storslam.scoring import Event, Settings, score

MOST_SECONDS = 60

Document = Callable[..., bytes]


def made(name: str, *given: Any) -> bytes:
    """The PDF of this name, of what is given to its function in `DOCUMENTS`."""
    done = subprocess.run(
        [sys.executable, "-m", "storslam.web.paper"],
        input=pickle.dumps((name, given)),
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def _scored(document: Document) -> Document:
    """The document of an event as it is scored."""

    def of(event: Event, settings: Settings, language: str, foot: str = "") -> bytes:
        return document(event, score(event.lines, settings), language, foot=foot)

    return of


DOCUMENTS: dict[str, Document] = {
    "invoice": printing.invoice,
    "result_list": _scored(printing.result_list),
    "scorecards": _scored(printing.scorecards),
}


def main() -> None:
    """Read what to make from our own parent, and write the PDF."""
    name, given = pickle.load(sys.stdin.buffer)  # noqa: S301 - from `made`
    sys.stdout.buffer.write(DOCUMENTS[name](*given))


if __name__ == "__main__":
    main()
