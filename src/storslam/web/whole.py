"""A file that appears whole or not at all, for its owner only."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO


@contextmanager
def whole(path: Path, *, replace: bool = False) -> Iterator[IO[bytes]]:
    """A draft to fill, which takes this name when all is written.

    FileExistsError where the name is taken, unless what is there is to be replaced.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=".storslam-", delete=False) as file:
        draft = Path(file.name)
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if replace:
                draft.replace(path)
            else:
                _name(draft, path)
        finally:
            draft.unlink(missing_ok=True)


def _name(draft: Path, path: Path) -> None:
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # FAT has no links
        if path.exists():
            raise
        draft.rename(path)
