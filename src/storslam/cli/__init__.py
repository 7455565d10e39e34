"""The command line: one module a noun, loaded only when it is asked for."""

import importlib
import sys

import click

import storslam
from storslam.errors import StorslamError

# Command: where it is, and what `--help` says of it without loading it.
_COMMANDS = {
    "analyse": ("storslam.cli.analyse:analyse", "Compute double dummy where it is missing."),
    "audit": ("storslam.cli.audit:audit", "Check the trail of decisions."),
    "backup": ("storslam.cli.backup:backup", "Write the whole database to one file."),
    "bridgemate": ("storslam.cli.bridgemate:bridgemate", "Let an event's Bridgemates be used."),
    "bundle": ("storslam.cli.carry:bundle", "Fetch an event from a server; bring it home."),
    "cards": ("storslam.cli.cards:cards", "Count the dots of declaration cards."),
    "completion": ("storslam.cli.operate:completion", "Let the shell complete commands."),
    "deal": ("storslam.cli.deal:deal", "Deal boards from a secret, as PBN."),
    "decide": ("storslam.cli.decide:decide", "Decide by a rule of the book: facts in, answer out."),
    "demo": ("storslam.cli.site:demo", "Build the demo season and serve it."),
    "export": ("storslam.cli.bundle:export", "Take an event out: a bundle, or results."),
    "health": ("storslam.cli.operate:health", "Look at database, schema, trail and disk."),
    "help": ("storslam.cli.operate:help_", "Explain a command, or all of them."),
    "import": ("storslam.cli.bundle:import_", "Bring in an event, or bring it home."),
    "match": ("storslam.cli.match:match", "Score team matches."),
    "movement": ("storslam.cli.movement:movement", "Make or verify a movement."),
    "outbox": ("storslam.cli.outbox:outbox", "List and send letters; write reminders."),
    "promise": ("storslam.cli.deal:promise_", "The hash that promises the hands of a file."),
    "publish": ("storslam.cli.publish:publish", "Write the season as a static site."),
    "rescore": ("storslam.cli.operate:rescore", "Score events anew, and compare."),
    "restore": ("storslam.cli.backup:restore", "Fill an empty database from a backup."),
    "rules": ("storslam.cli.rules:rules", "Show the rulebook."),
    "score": ("storslam.cli.score:score", "Score a file of results, exactly, and rank them."),
    "serve": ("storslam.cli.site:serve", "Serve the season in a data directory."),
    "tokens": ("storslam.cli.tokens:tokens", "Make and withdraw the tokens of programs."),
    "users": ("storslam.cli.users:users", "Who logs in, with which roles."),
    "vp": ("storslam.cli.match:vp", "Victory points for a margin in IMPs."),
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in sorted(_COMMANDS.items())])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(storslam.__version__)
def storslam_command() -> None:
    """Storslam runs a bridge championship by the book.

    A file named - is standard input. Exit codes: 0 done, 1 the answer is no or a check failed,
    2 bad input.
    """


def main() -> None:
    """Run the command line; an error for people becomes one line and exit code 2."""
    try:
        storslam_command(prog_name="storslam")
    except StorslamError as error:
        from storslam.translation import said

        click.echo(said(error, _language(sys.argv)), err=True)
        sys.exit(2)


def _language(arguments: list[str]) -> str:
    """The language that was asked for, also when it is the reading of options that failed."""
    text = " ".join(arguments)
    return "en" if "--lang en" in text or "--lang=en" in text else "sv"
