"""A figure that no code reads decides nothing: another value would change no answer."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import storslam
from storslam.rulebook.edition import edition

SOURCE = Path(storslam.__file__).parent
# What text means that no rule can carry out.
APART = ("text.",)
DOTTED = re.compile(r"[a-z](\w|\\-)*\\\.")


def keys_named(tree: ast.AST) -> Iterator[str]:
    """The texts in a module as patterns, with anything where a value is put in."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield re.escape(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = node.values
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+"
                for part in parts
            )


def tables_read(tree: ast.AST) -> Iterator[str]:
    """The undotted names of tables that a module reads whole."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "table" and node.args:
            yield from keys_named(node.args[0])


def test_every_figure_is_read() -> None:
    """By its own key, or by that of a table above it."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")]
    dotted = {key for tree in trees for key in keys_named(tree) if DOTTED.match(key)}
    tables = {key for tree in trees for key in tables_read(tree) if DOTTED.match(f"{key}\\.")}
    known = [re.compile(f"{key}(\\..+)?") for key in dotted | tables]
    unread = [
        key
        for key in edition().versions
        if not key.startswith(APART) and not any(pattern.fullmatch(key) for pattern in known)
    ]
    assert unread == []
