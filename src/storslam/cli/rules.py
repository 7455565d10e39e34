"""`storslam rules`: the rulebook, one article of it, or what carries each article."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import storslam
from storslam.cli.files import language_option
from storslam.errors import StorslamError
from storslam.translation import gettext_noop, translator

# The rulebook and rich are imported where they are used, so that help answers at once.
if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from storslam.rulebook.book import Edition
    from storslam.rulebook.records import Article, Chapter, Parameter, Reading
    from storslam.rulebook.registry import Registry

# Every package whose modules register what they carry.
CARRYING = ("storslam.systems", "storslam.championship", "storslam.printing")
ARTICLE_TESTS = Path(storslam.__file__).parents[2] / "tests" / "articles"
_ID = re.compile(r"\b(?:SM-[A-Z]+|ALERT|SYS(?:-[A-Z]+)?)-\d+\b")

_KINDS = {
    "automatic": gettext_noop("automatic"),
    "workflow": gettext_noop("workflow"),
    "information": gettext_noop("information"),
}
_RULE, _PAGE, _KIND = gettext_noop("Rule"), gettext_noop("Page"), gettext_noop("Kind")
_CARRIED, _TESTS = gettext_noop("Carried by"), gettext_noop("Tests")
_COVERED = gettext_noop("%(covered)s of %(total)s rules are covered")
_PLACE = gettext_noop("%(id)s, page %(page)s: %(heading)s")
_CLOCKS = gettext_noop("%(kind)s, published %(published)s, in force from %(applies)s")
_FIGURE = gettext_noop("page %(page)s, from %(day)s")
_STATUSES = {
    "printed": gettext_noop("printed"),
    "reconstructed": gettext_noop("reconstructed"),
    "inferred": gettext_noop("inferred"),
    "sourced": gettext_noop("sourced"),
}


@click.command()
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option("--coverage", is_flag=True, help="What carries each article; exit 1 on a hole.")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
@language_option
def rules(rule_id: str | None, coverage: bool, as_json: bool, lang: str) -> None:
    """Show the rulebook, or the article ID in full."""
    from storslam.rulebook.edition import edition

    book = edition()
    if coverage and rule_id:
        raise StorslamError("--coverage is of the whole rulebook; leave out %(id)s", id=rule_id)
    if coverage:
        _show_coverage(book, as_json, lang)
    elif rule_id:
        _show_article(book, book.article(rule_id.upper()), as_json, lang)
    elif as_json:
        _print_json([_as_json(article) for article in book.articles()])
    else:
        _show_chapters(book, lang)


def coverage_of(book: Edition, registry: Registry, tests: Counter[str] | None) -> dict[str, Any]:
    """What carries and tests each article, and which articles are holes.

    `tests` counts the tests of each article, None where there are no tests to look into. An
    article is a hole when nothing carries it, or when it is automatic and untested.
    """
    rows = []
    for article in book.articles():
        told = ["information"] if article.kind == "information" else []
        carriers = told + registry.carriers(article.id)
        count = None if tests is None else tests[article.id]
        rows.append({"id": article.id, "kind": article.kind, "carriers": carriers, "tests": count})
    holes = [row["id"] for row in rows if _is_hole(row)]
    covered = len(rows) - len(holes)
    return {"covered": covered, "total": len(rows), "holes": holes, "articles": rows}


def count_tests(folder: Path) -> Counter[str] | None:
    """How many test functions below a folder name each article; None without the folder."""
    if not folder.is_dir():
        return None
    found: Counter[str] = Counter()
    for path in sorted(folder.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        lines = source.splitlines()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
                found.update(set(_ID.findall("\n".join(lines[first - 1 : node.end_lineno]))))
    return found


def _is_hole(row: dict[str, Any]) -> bool:
    untested = row["kind"] == "automatic" and row["tests"] == 0
    return untested or not row["carriers"]


def _show_coverage(book: Edition, as_json: bool, lang: str) -> None:
    from storslam.rulebook.registry import REGISTRY, discover

    discover(*CARRYING)
    found = coverage_of(book, REGISTRY, count_tests(ARTICLE_TESTS))
    if as_json:
        _print_json(found)
    else:
        say = translator(lang)
        table = _table(say(_RULE), say(_KIND), say(_CARRIED), say(_TESTS))
        for row in found["articles"]:
            carried = ", ".join(row["carriers"]) or "–"
            tests = "" if row["tests"] is None else str(row["tests"])
            table.add_row(row["id"], say(_KINDS[row["kind"]]), carried, tests)
        _console().print(table)
        click.echo(say(_COVERED) % found)
    sys.exit(1 if found["holes"] else 0)


def _show_chapters(book: Edition, lang: str) -> None:
    say, console = translator(lang), _console()
    console.print(book.title, style="bold", highlight=False)
    for chapter in book.chapters.values():
        table = _table(say(_RULE), say(_PAGE), say(_KIND), _sentence(chapter, lang))
        for article in book.articles():
            if article.chapter == chapter.id:
                kind = say(_KINDS[article.kind])
                table.add_row(article.id, article.page, kind, _sentence(article, lang))
        console.print(table)


def _show_article(book: Edition, article: Article, as_json: bool, lang: str) -> None:
    readings = [reading for reading in book.readings() if article.id in reading.rules]
    figures = [figure for figure in book.parameters() if article.id in figure.rules]
    if as_json:
        whole = _as_json(article)
        whole["readings"] = [_as_json(reading) for reading in readings]
        whole["parameters"] = [_as_json(figure) for figure in figures]
        _print_json(whole)
        return
    say, console = translator(lang), _console()
    told = _as_json(article)
    console.print(say(_PLACE) % told, style="bold", highlight=False)
    console.print(_sentence(article, lang), highlight=False)
    console.print(say(_CLOCKS) % (told | {"kind": say(_KINDS[article.kind])}), highlight=False)
    for reading in readings:
        console.print(f"{reading.id}: {_sentence(reading, lang)}", highlight=False)
    for figure in figures:
        console.print(_figure_line(figure, lang), highlight=False, markup=False)


def _figure_line(figure: Parameter, lang: str) -> str:
    """The figure, and in brackets its unit, place, first day, status and readings."""
    say = translator(lang)
    value = figure.value
    shown = value if isinstance(value, str) else json.dumps(_plain(value))
    since = max(figure.published, figure.applies)
    place = say(_FIGURE) % {"page": figure.page, "day": since}
    notes = [figure.unit, place, say(_STATUSES[figure.status]), *figure.readings]
    return f"{figure.key} = {shown} ({', '.join(note for note in notes if note)})"


def _as_json(record: Article | Reading | Parameter) -> dict[str, Any]:
    return {field.name: _plain(getattr(record, field.name)) for field in fields(record)}


def _sentence(told: Article | Chapter | Reading, lang: str) -> str:
    return told.sv if lang == "sv" else told.en


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def _plain(value: object) -> Any:
    from storslam.rulebook.decision import plain

    return plain(value, exact=True)


def _console() -> Console:
    from rich.console import Console

    return Console()


def _table(*headings: str) -> Table:
    """A table whose last column takes what room there is."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table
