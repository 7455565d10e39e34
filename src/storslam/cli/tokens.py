"""`storslam tokens`: programs are let in, and out, by who runs the server."""

import click

from storslam.cli.bundle import WHO
from storslam.cli.files import language_option
from storslam.cli.named import DISTRICT, EVENT, SEASON, named
from storslam.errors import StorslamError

_data = click.option(
    "--data", type=click.Path(file_okay=False), help="Default: $STORSLAM_DATA, ./data."
)


@click.group()
def tokens() -> None:
    """The tokens that let programs write: list, make or withdraw them."""


@tokens.command("list")
@_data
@language_option
def list_(data: str | None, lang: str) -> None:  # noqa: ARG001 (of errors)
    """List the tokens: number, program, what it may, and where."""
    from storslam.cli.site import resume

    resume(data)
    from storslam.web.models import Token

    for one in Token.objects.filter(withdrawn=None).select_related("season", "event", "district"):
        where = one.event.slug if one.event else str(one.district or one.season)
        click.echo(f"{one.pk}\t{one.name}\t{','.join(one.scopes)}\t{where}")


@tokens.command()
@click.argument("name")
@click.option("--may", "scopes", multiple=True, required=True, metavar="SCOPE",
              help="results, entries, registry or bundle; may be given again.")  # fmt: skip
@click.option("--season", metavar="SEASON", help="Default: the newest.")
@click.option("--event", "slug", metavar="EVENT", help="In this event only.")
@click.option(
    "--district", "code", metavar="CODE", help="For this district only, by its code: STO."
)
@_data
@language_option
def make(
    name: str, scopes: tuple[str, ...], season: str | None, slug: str | None, code: str | None,
    data: str | None, lang: str,  # noqa: ARG001 (of errors)
) -> None:  # fmt: skip
    """Make a token for the program NAME, and write it: it is never told again."""
    from storslam.cli.site import resume

    resume(data)
    from storslam.web.acts.doors import make_token
    from storslam.web.models import District, Event, Season

    event = named(Event.objects.select_related("stage__season"), EVENT, slug) if slug else None
    district = named(District.objects.all(), DISTRICT, code, "code") if code else None
    if season:
        found = named(Season.objects.all(), SEASON, season)
    else:
        found = event.stage.season if event else Season.objects.all()[0]
    click.echo(make_token(name[:60], scopes, found, WHO, event=event, district=district)[1])


@tokens.command()
@click.argument("number", type=int)
@_data
@language_option
def withdraw(number: int, data: str | None, lang: str) -> None:  # noqa: ARG001 (of errors)
    """Let the program with the token of this NUMBER in no more."""
    from storslam.cli.site import resume

    resume(data)
    from storslam.web.acts.doors import withdraw_token
    from storslam.web.models import Token

    found = Token.objects.filter(pk=number, withdrawn=None).first()
    if found is None:
        raise StorslamError("there is no token %(number)s", number=number)
    withdraw_token(found, WHO)
