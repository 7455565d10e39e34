"""Every sentence has its Swedish: pages, errors, terminal and print."""

import ast
import re
import shutil
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.core.management import call_command

import storslam

PACKAGE = Path(storslam.__file__).parent
CATALOGUE = PACKAGE / "locale" / "sv" / "LC_MESSAGES" / "django.po"
PLACES = re.compile(r"%\([a-z_]+\)[sd]|%d")


@pytest.fixture(scope="module")
def translated():
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="sv")


@pytest.fixture
def extracted(tmp_path, monkeypatch):
    """The sentences of the sources as they are now, collected by Django."""
    copy = tmp_path / "storslam"
    ignored = shutil.ignore_patterns("locale", "__pycache__", "editions", "static", "migrations")
    shutil.copytree(PACKAGE, copy, ignore=ignored)
    (copy / "locale").mkdir()
    monkeypatch.chdir(copy)
    call_command("makemessages", locale=["sv"], no_location=True, verbosity=0)
    with (copy / "locale/sv/LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale="sv")


def test_every_sentence_is_in_the_swedish_catalogue(extracted, translated):
    missing = [message.id for message in extracted if message.id and message.id not in translated]
    assert len(list(extracted)) > 250
    assert missing == []


def test_every_sentence_is_translated_and_none_is_in_doubt(translated):
    open_ = [m.id for m in translated if m.id and (m.fuzzy or not m.string)]
    assert open_ == []


def test_a_translation_has_the_places_of_its_sentence(translated):
    def places(words: object) -> set[str]:
        return set(PLACES.findall(words if isinstance(words, str) else words[0]))

    wrong = [m.id for m in translated if m.id and places(m.id) != places(m.string)]
    assert wrong == []


def _raised() -> list[tuple[str, list[str]]]:
    """Where an error for people is made, and the texts in what it says; none in a name's stead."""
    trees = {path: ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py")}
    classes = [one for tree in trees.values() for one in ast.walk(tree)
               if isinstance(one, ast.ClassDef)]  # fmt: skip
    errors = {"StorslamError"}
    for _ in range(3):  # how deep they inherit
        errors |= {c.name for c in classes if {ast.unparse(base) for base in c.bases} & errors}
    return [
        (
            f"{path.relative_to(PACKAGE)}:{call.lineno}",
            [one.value for one in ast.walk(call.args[0])
             if isinstance(one, ast.Constant) and isinstance(one.value, str)],
        )
        for path, tree in trees.items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and call.args and ast.unparse(call.func) in errors
        and not isinstance(call.args[0], ast.Subscript)
    ]  # fmt: skip


def test_what_an_error_says_is_one_sentence_of_the_catalogue(translated):
    wrong = [(place, texts) for place, texts in _raised()
             if len(texts) > 1 or not all(text in translated for text in texts)]  # fmt: skip
    assert len(_raised()) > 500
    assert wrong == []
