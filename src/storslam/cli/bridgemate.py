"""`storslam bridgemate`: talks to the control program of the Bridgemates until it is stopped."""

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click

from storslam.cli.files import language_option
from storslam.cli.named import EVENT, named
from storslam.errors import StorslamError
from storslam.translation import gettext_noop, translator

LONGEST_WAIT = 30.0
_NOW = gettext_noop("rounds sent: %(rounds)s, results received: %(results)s, held: %(held)s")
_LEFT = gettext_noop("Stopped. What the devices have not delivered yet waits for the next start.")
_DATABASE = gettext_noop("the database cannot be used (%(reason)s)")


@click.command()
@click.argument("event")
@click.option(
    "--every",
    type=click.FloatRange(0.2, 60),
    default=2.0,
    show_default=True,
    help="Seconds between two questions.",
)
@click.option(
    "--anew",
    is_flag=True,
    help="Give the control program the event once more; its devices are emptied.",
)
@click.option("--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data.")
@language_option
def bridgemate(event: str, every: float, anew: bool, data: str | None, lang: str) -> None:
    """Let the Bridgemates of EVENT (its slug) be used, until stopped by Ctrl-C or SIGTERM.

    Sends rounds and names as they come, and receives results and calls. Which control program, and
    the club's licence: $STORSLAM_BRIDGEMATE_ADDRESS, _CLUB and _KEY.
    """
    from storslam.cli.site import resume

    resume(data)
    from django.db import DatabaseError
    from django.utils.translation import override

    from storslam.web.hall.bridgemates import Runner
    from storslam.web.hall.control_program import control_program
    from storslam.web.models import Event

    program = control_program()
    found = named(Event.objects.select_related("stage__season"), EVENT, event)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with override("sv"):  # what the director reads of it is in Swedish, whoever runs this
        runner = Runner(found, program, anew=anew)
        try:
            _run(runner, every, lang)
        except KeyboardInterrupt:
            click.echo(translator(lang)(_LEFT))
        finally:
            with suppress(DatabaseError):
                runner.leave()


def _run(runner: Any, every: float, lang: str) -> None:
    """Step after step; after one that failed a longer wait, twice as long each time."""
    from rich.console import Console

    console, told, wait = Console(stderr=True), "", every
    with console.status("") as status:
        while True:
            failed = _step(runner)
            wait = min(2 * wait, max(LONGEST_WAIT, every)) if failed else every
            trouble = failed or runner.state.fault
            if trouble != told and trouble:
                console.print(f"{time.strftime('%H:%M:%S')} {trouble}", markup=False)
            told = trouble
            status.update(_status(runner, translator(lang)))
            time.sleep(wait)


def _step(runner: Any) -> str:
    """One step; what it failed of, empty where it did not."""
    from django.db import DatabaseError, close_old_connections

    from storslam.web.faults import said
    from storslam.web.hall.bridgemates import Overtaken

    try:
        runner.step()
    except Overtaken:
        raise
    except StorslamError as error:
        return said(error)
    except DatabaseError as error:
        close_old_connections()
        return said(StorslamError(_DATABASE, reason=str(error).partition("\n")[0]))
    return ""


def _status(runner: Any, say: Callable[[str], str]) -> str:
    from django.db import DatabaseError

    from storslam.web.hall.bridgemates import panel

    try:
        now: Any = panel(runner.state.event)
    except DatabaseError:
        return ""
    return say(_NOW) % {"rounds": now.state.rounds, "results": now.results, "held": len(now.held)}
