"""Documents made in a process of their own, so that their making costs the server no memory."""

import pickle
import subprocess
import sys
from collections.abc import Callable

from storslam import printing
from storslam.scoring import Event, Settings, score

MOST_SECONDS = 60


def made(name: str, event: Event, settings: Settings, language: str, foot: str = "") -> bytes:
    """The PDF of this name (a function of `printing`) for the event, with a line at the foot."""
    done = subprocess.run(
        [sys.executable, "-m", "storslam.web.paper"],
        input=pickle.dumps((name, event, settings, language, foot)),
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def main() -> None:
    """Read what to make from our own parent, and write the PDF."""
    name, event, settings, language, foot = pickle.load(sys.stdin.buffer)  # noqa: S301 - from `made`
    documents: dict[str, Callable[..., bytes]] = {
        "result_list": printing.result_list,
        "scorecards": printing.scorecards,
    }
    document = documents[name]
    sys.stdout.buffer.write(document(event, score(event.lines, settings), language, foot=foot))


if __name__ == "__main__":
    main()
