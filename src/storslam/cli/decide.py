"""`storslam decide`: any rule of the book, facts in, decision out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from storslam.cli.files import language_option, read_input
from storslam.errors import FileFault, StorslamError
from storslam.translation import gettext_noop, translator

# The rulebook and rich are imported where they are used, so that help answers at once.
if TYPE_CHECKING:
    from storslam.rulebook.book import Edition

# The packages whose modules decide.
DECIDING = ("storslam.systems", "storslam.championship")
_TOKENS = r'"(?:[^"\\]|\\.)*"|(?P<odd>NaN|-?Infinity|-?\d{4301,})|[\[{}\]]'
_DEEP = 100  # far deeper than any facts
_DECISION, _FACTS, _RULES = gettext_noop("Decision"), gettext_noop("Facts"), gettext_noop("Rules")


@click.command()
@click.argument("name", required=False)
@click.argument("file", metavar="[FACTS.json]", required=False)
@click.option("--batch", metavar="FILE.jsonl", help="A question a line, an answer a line.")
@click.option("--list", "listed", is_flag=True, help="Every decision with its facts.")
@click.option("--json", "as_json", is_flag=True, help="The list as JSON; answers always are.")
@language_option
def decide(
    name: str | None, file: str | None, batch: str | None, listed: bool, as_json: bool, lang: str
) -> None:
    """Decide NAME on the facts in FACTS.json; the answer is JSON.

    Without facts the answer tells which are missing. A question of a batch is
    {"decision": NAME, "facts": {…}}. Every decision also takes the fact "on": the day whose book
    is read.
    """
    if sum(asked is not None for asked in (name, batch, listed or None)) != 1:
        raise StorslamError("give the name of a decision, --batch with a file, or --list")
    _discover()
    if batch is not None:
        click.echo("".join(list(_answers(batch))), nl=False)
    elif name is not None:
        click.echo(_answer_to(name, file), nl=False)
    elif as_json:
        click.echo(json.dumps(_described(), ensure_ascii=False))
    else:
        _show_list(lang)


def _discover() -> None:
    from storslam.rulebook.registry import discover

    discover(*DECIDING)


def _answer_to(name: str, file: str | None) -> str:
    from storslam.rulebook.edition import edition
    from storslam.rulebook.registry import describe

    describe(name)  # an unknown name is no fault of the file
    if file is None:
        return _answer(name, {}, edition())
    try:
        return _answer(name, _parsed(_text(file)), edition())
    except StorslamError as error:
        raise _placed(error, file) from error


def _answers(file: str) -> Iterator[str]:
    """The answer to each line; a line that is wrong names itself, and nothing is answered."""
    from storslam.rulebook.edition import edition

    book = edition()
    for number, line in enumerate(_text(file).split("\n"), 1):
        if line.strip():
            try:
                yield _answer(*_question(line), book)
            except StorslamError as error:
                raise _placed(error, file, number) from error


def _question(line: str) -> tuple[str, Any]:
    asked = _parsed(line)
    if not isinstance(asked, dict) or set(asked) != {"decision", "facts"}:
        raise StorslamError("a question is an object with decision and facts")
    if not isinstance(asked["decision"], str):
        raise StorslamError("%(name)s must be text", name="decision")
    return asked["decision"], asked["facts"]


def _answer(name: str, facts: Any, book: Edition) -> str:
    from storslam.rulebook.registry import decide as decided

    told = json.dumps(decided(name, facts, book).as_json(book), ensure_ascii=False)
    try:
        told.encode()
    except UnicodeEncodeError as error:
        raise StorslamError("the facts hold half a letter (a lone surrogate)") from error
    return told + "\n"


def _text(file: str) -> str:
    from storslam.exchange.text import decode

    try:
        return decode(read_input(file))
    except FileFault as fault:
        raise fault.at(file) from fault


def _parsed(text: str) -> Any:
    """The JSON in a text; FileFault where it is not JSON, or gives a name twice."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise FileFault(
            "this is not JSON (%(reason)s)", line=error.lineno, column=error.colno, reason=error.msg
        ) from error
    except (RecursionError, ValueError) as error:
        line, column = _odd_place(text)
        raise FileFault("this JSON holds what no facts do", line=line, column=column) from error


def _odd_place(text: str) -> tuple[int, int]:
    """Line and column of what JSON readers take or stumble over though no facts hold it.

    That is a number that is none, one without end, or a nesting without end.
    """
    depth = 0
    for found in re.finditer(_TOKENS, text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > _DEEP or found["odd"]:
            before = text[: found.start()]
            return before.count("\n") + 1, found.start() - before.rfind("\n")
    return 0, 0


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise StorslamError("%(name)s is given twice", name=twice)
    return found


def _refuse_constant(text: str) -> None:
    raise ValueError(text)


def _placed(error: StorslamError, file: str, line: int = 0) -> FileFault:
    """The error, at its place in the file; of a batch, in that line."""
    column = error.column if isinstance(error, FileFault) else 0
    own = error.line if isinstance(error, FileFault) else 0
    return FileFault.of(error, line=line or own, column=column).at(file)


def _described() -> list[dict[str, Any]]:
    from storslam.rulebook.registry import decision_names, describe

    return [describe(name) for name in decision_names()]


def _show_list(lang: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for heading in (_DECISION, _FACTS, _RULES):
        table.add_column(translator(lang)(heading), overflow="fold")
    for told in _described():
        facts = "\n".join(_facts(told["facts"]))
        table.add_row(told["decision"], facts, ", ".join(told["rules"]))
    Console().print(table, highlight=False, markup=False)


def _facts(schema: dict[str, Any]) -> Iterator[str]:
    """The fields of an object, each with its type; `?` marks one that may be left out.

    The day of the book, which every decision takes, is not told each time.
    """
    for name, kind in schema["properties"].items():
        if name in schema["required"]:
            yield f"{name}: {type_name(kind)}"
        elif name != "on":
            yield f"{name}?: {type_name(kind)}"


def type_name(schema: dict[str, Any]) -> str:
    """A JSON Schema as a short type: `integer`, `[date]`, `{text: number}`, `pairs | teams`."""
    if "anyOf" in schema:
        return " | ".join(map(type_name, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_name, schema['prefixItems']))}]"
    if "items" in schema:
        return f"[{type_name(schema['items'])}]"
    if "properties" in schema:
        return f"{{{', '.join(_facts(schema))}}}"
    if "additionalProperties" in schema:
        return f"{{text: {type_name(schema['additionalProperties'])}}}"
    return _SHORT.get(schema.get("format", schema.get("type", "")), "any")


_SHORT = {
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "string": "text",
    "date": "date",
    "date-time": "time",
    "null": "null",
}
