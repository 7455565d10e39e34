"""Every sentence has its Swedish: pages, errors, terminal and print."""

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
