"""Documents made in a process of their own, so that their making costs the server no memory."""

import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial
from typing import Any

from storslam import printing
from storslam.scoring import Standing

MOST_SECONDS = 60

DOCUMENTS = {
    document.__name__: document
    for document in (
        printing.board_list,
        printing.certificates,
        printing.cup_tree,
        printing.guide_cards,
        printing.hand_records,
        printing.invoice,
        printing.line_up_slips,
        printing.match_protocol,
        printing.medals_list,
        printing.private_scores,
        printing.result_list,
        printing.scorecards,
        printing.series_table,
        printing.start_list,
        printing.system_card,
        printing.table_cards,
        printing.travellers,
    )
}


def made(name: str, *given: Any, **told: Any) -> bytes:
    """The PDF of this name, of what is given to its function in `DOCUMENTS`."""
    done = subprocess.run(
        [sys.executable, "-m", "storslam.web.paper"],
        input=pickle.dumps((name, given, told)),
        capture_output=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode(errors="replace"))
    return done.stdout


def whole(standing: Standing) -> Standing:
    """The standing with its boards worked out, so that it can be sent to the other process."""
    return replace(standing, make_boards=partial(tuple, standing.boards))


def main() -> None:
    """Read what to make from our own parent, and write the PDF."""
    name, given, told = pickle.load(sys.stdin.buffer)  # noqa: S301 - from `made`
    sys.stdout.buffer.write(DOCUMENTS[name](*given, **told))


if __name__ == "__main__":
    main()
