"""`storslam audit`: whether the trail of decisions is whole."""

import json
import sys

import click

from storslam.cli.files import language_option
from storslam.translation import gettext_noop, translator


@click.group()
def audit() -> None:
    """Look after the trail of decisions."""


@audit.command()
@click.option("--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data.")
@click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")
@language_option
def verify(data: str | None, as_json: bool, lang: str) -> None:
    """Check that no step of the trail was changed or taken away; exit 1 when one was.

    The mark of the last step is told: noted elsewhere, it shows later that the end is the same.
    """
    from storslam.cli.site import resume

    resume(data)
    from storslam.web.acts.trail import broken
    from storslam.web.models import Head

    faults = list(broken())
    head = Head.objects.first()
    steps, mark = (head.count, head.hash) if head else (0, "")
    if as_json:
        found = [{"step": number, "fault": fault} for number, fault in faults]
        click.echo(json.dumps({"steps": steps, "hash": mark, "faults": found}))
    else:
        say = translator(lang)
        for number, fault in faults:
            click.echo(say(_FAULTS[fault]) % {"number": number})
        click.echo(say(_BROKEN if faults else _WHOLE) % {"steps": steps, "hash": mark})
    sys.exit(1 if faults else 0)


_FAULTS = {
    "changed": gettext_noop("step %(number)s was changed"),
    "missing": gettext_noop("step %(number)s is missing"),
}
_WHOLE = gettext_noop("The trail is whole: %(steps)s steps, the last is marked %(hash)s")
_BROKEN = gettext_noop("The trail is not whole: %(steps)s steps were taken")
