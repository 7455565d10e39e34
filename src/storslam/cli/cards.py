"""`storslam cards`: what the declaration cards of a file cost, and the field that they make."""

import json
import sys
from dataclasses import asdict
from typing import Any

import click

from storslam.cli.files import language_option, read_input
from storslam.exchange.cards import load_cards
from storslam.printing.system_words import derivation
from storslam.rulebook.edition import edition
from storslam.systems.assessment import System, assess
from storslam.systems.card import Card
from storslam.systems.field_report import FieldReport, field_report
from storslam.translation import gettext_noop, said, translator

_PLACE = gettext_noop("line %(line)s, %(field)s")


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Everything, as JSON.")
@language_option
def cards(file: str, as_json: bool, lang: str) -> None:
    """Count the dots of the declaration cards in FILE (TOML); exit 1 when one has faults."""
    read, book = load_cards(read_input(file), file), edition().at()
    systems = [assess(card, book) for card in read]
    report = field_report(systems)
    if as_json:
        told = [_told(*pair, lang) for pair in zip(read, systems, strict=True)]
        click.echo(json.dumps({"cards": told, "field": asdict(report)}, ensure_ascii=False))
    else:
        _show(read, systems, report, lang)
    sys.exit(1 if report.faulty else 0)


def _told(card: Card, system: System, lang: str) -> dict[str, Any]:
    return {
        "name": card.name,
        "players": list(card.players),
        "dots": system.dots,
        "class": system.system_class,
        "openings": {
            one.call: {"dots": one.dots.dots, "why": derivation(one.dots, lang)}
            for one in system.openings
        },
        "faults": [
            {"line": fault.line, "field": fault.field, "fault": said(fault.error, lang)}
            for fault in system.faults
        ],
    }


def _show(read: list[Card], systems: list[System], report: FieldReport, lang: str) -> None:
    say = translator(lang)
    for card, system in zip(read, systems, strict=True):
        dotted = [f"{call} {dots}" for call, dots in system.by_call.items() if dots]
        click.echo(
            f"{system.system_class} {system.dots:>3}  {_shown(card)}  {', '.join(dotted)}".rstrip()
        )
        for fault in system.faults:
            told = {"line": fault.line + 1, "field": fault.field} if fault.line is not None else {}
            where = say(_PLACE) % told if told else fault.field
            click.echo(f"       {where}: {said(fault.error, lang)}", err=True)
    classes = ", ".join(f"{name} {count}" for name, count in report.classes.items())
    click.echo(say(gettext_noop("%(cards)s cards: %(classes)s"))
               % {"cards": report.systems, "classes": classes})  # fmt: skip


def _shown(card: Card) -> str:
    """The card in one line: its name, else its players."""
    return card.name or " – ".join(card.players) or "–"
