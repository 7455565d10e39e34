"""A talk with another machine ends in time, however often the other end says a word."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Timer


@contextmanager
def cut_off(reached: socket.socket, seconds: float) -> Iterator[None]:
    """Cut the line when the whole talk takes longer; that is a TimeoutError, whatever it led to."""
    late = Event()

    def cut() -> None:
        late.set()
        with suppress(OSError):  # it is closed already
            reached.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if late.is_set():
            raise TimeoutError("timed out")
