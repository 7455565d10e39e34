"""The whole database as one file, and back: on either database, from an earlier schema."""

import errno
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from storslam.errors import FileFault
from storslam.web.backup import MANIFEST, read_manifest, write_backup
from storslam.web.backup import _fill as fill
from storslam.web.models import Event
from tests.web import makers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A backup of a database with an event that has been played."""
    makers.stored()
    file = tmp_path / "saved.zip"
    write_backup(file, print)
    return file


def storslam(*words: str, data: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """The command on a data directory of its own, by default on SQLite."""
    environment = {**os.environ, "STORSLAM_DATA": str(data), "STORSLAM_DATABASE_URL": "", **more}
    return subprocess.run(
        [Path(sys.executable).with_name("storslam"), *words],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def tables(file: Path) -> Any:
    """What the tables hold, but for what the program itself makes anew."""
    told = read_manifest(file)["tables"]
    return {
        name: one for name, one in told.items() if name.startswith(("web.", "mfa.", "account."))
    }


def test_what_comes_back_is_what_was_saved(saved: Path, tmp_path: Path) -> None:
    data = tmp_path / "again"
    done = storslam("restore", str(saved), data=data)
    assert done.returncode == 0, done.stderr
    again = tmp_path / "again.zip"
    assert storslam("backup", str(again), data=data).returncode == 0
    # The season of the edition is opened anew by whatever serves the database.
    opened = {"web.season", "web.stage", "web.district"}
    before, after = tables(saved), tables(again)
    assert {**before, **dict.fromkeys(opened)} == {**after, **dict.fromkeys(opened)}
    assert storslam("audit", "verify", data=data).returncode == 0


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """An empty database of the kind that these tests run on."""
    if connection.vendor == "sqlite":
        yield {"data": tmp_path / "fresh"}
        return
    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE fresh")
    url = urlsplit(os.environ["STORSLAM_DATABASE_URL"])
    yield {
        "data": tmp_path / "fresh",
        "STORSLAM_DATABASE_URL": urlunsplit(url._replace(path="/fresh")),
    }
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE fresh WITH (FORCE)")


def test_it_goes_from_one_database_to_the_other_and_back(
    saved: Path, tmp_path: Path, fresh: dict[str, Any]
) -> None:
    data, moved, back = tmp_path / "lite", tmp_path / "moved.zip", tmp_path / "back.zip"
    assert storslam("restore", str(saved), data=data).returncode == 0
    assert storslam("backup", str(moved), data=data).returncode == 0
    done = storslam("restore", str(moved), **fresh)
    assert done.returncode == 0, done.stderr
    assert storslam("backup", str(back), **fresh).returncode == 0
    assert tables(moved) == tables(back)


_OLD_SCHEMA = """
import sys
from storslam.cli.site import set_up
set_up(sys.argv[1])
from django.core.management import call_command
call_command("migrate", "web", "0005", verbosity=0)
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
with connection.cursor() as cursor:
    cursor.execute("INSERT INTO web_season (slug, name, starts, ends, shift) VALUES "
                   "('2012-2013', 'SM', '2012-07-01', '2013-06-30', 0)")
"""


def test_a_file_of_an_earlier_schema_is_brought_forward(tmp_path: Path) -> None:
    old, file, data = tmp_path / "old", tmp_path / "old.zip", tmp_path / "new"
    environment = {**os.environ, "STORSLAM_DATABASE_URL": ""}
    subprocess.run([sys.executable, "-c", _OLD_SCHEMA, str(old)], env=environment, check=True)
    assert storslam("backup", str(file), data=old).returncode == 0
    (migration,) = [name for app, name in read_manifest(file)["migrations"] if app == "web"]
    assert migration.startswith("0005")
    done = storslam("restore", str(file), data=data)
    assert done.returncode == 0, done.stderr
    again = tmp_path / "again.zip"
    storslam("backup", str(again), data=data)
    assert tables(again)["web.season"]["rows"] == 1
    assert "web.match" in tables(again)


def test_a_season_that_is_there_is_not_overwritten(saved: Path, tmp_path: Path) -> None:
    data = tmp_path / "again"
    assert storslam("restore", str(saved), data=data).returncode == 0
    again = storslam("restore", str(saved), data=data)
    assert again.returncode == 2
    assert "finns redan ett spelår" in again.stderr
    twice = storslam("backup", str(saved), data=data)
    assert twice.returncode == 2


def changed(file: Path, to: Path, **members: bytes | None) -> Path:
    """The backup with other members; None leaves one out."""
    with zipfile.ZipFile(file) as before, zipfile.ZipFile(to, "w") as after:
        for name in before.namelist():
            content = members.pop(name, before.read(name))
            if content is not None:
                after.writestr(name, content)
        for name, content in members.items():
            after.writestr(name, content or b"")
    return to


@pytest.mark.parametrize(
    "hurt",
    [
        {"web.event.jsonl": b"{}\n"},
        {"web.event.jsonl": None},
        {"../../etc/passwd": b"x"},
        {MANIFEST: b"{}"},
        {MANIFEST: b"[1]"},
        {MANIFEST: b'{"storslam-backup": 99, "program": "9", "migrations": [], "tables": {}}'},
        {MANIFEST: b'{"storslam-backup": 1, "migrations": [["web"]], "tables": {}}'},
    ],
)
def test_a_damaged_file_is_refused_whole(saved: Path, tmp_path: Path, hurt) -> None:
    broken = changed(saved, tmp_path / "broken.zip", **hurt)
    data = tmp_path / "again"
    done = storslam("restore", str(broken), data=data)
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    assert not (data / "storslam.sqlite3").exists()
    assert not list(data.glob("*.restored*"))


def test_a_byte_that_was_changed_anywhere_is_found(saved: Path, tmp_path: Path) -> None:
    whole, broken = saved.read_bytes(), tmp_path / "broken.zip"
    manifest, dice = read_manifest(saved), Random(8)
    for place in [*dice.sample(range(len(whole)), 150), *range(40)]:
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            assert read_manifest(broken) == manifest  # of what says nothing, as the time of a file
        except FileFault:
            continue
    for length in dice.sample(range(len(whole)), 30):
        broken.write_bytes(whole[:length])
        with pytest.raises(FileFault):
            read_manifest(broken)


def forged(file: Path, to: Path, table: str, change: Callable[[bytes], bytes]) -> Path:
    """The backup with other rows in a table, and a manifest that says so."""
    with zipfile.ZipFile(file) as before:
        rows = change(before.read(f"{table}.jsonl"))
    manifest = read_manifest(file)
    manifest["tables"][table] = {"rows": rows.count(b"\n"), "sha256": sha256(rows).hexdigest()}
    content = json.dumps(manifest).encode()
    return changed(file, to, **{MANIFEST: content, f"{table}.jsonl": rows})


def set_to(field: str, value: bytes) -> Callable[[bytes], bytes]:
    """Changes this field in every row."""
    pattern = rb'"%b": ("[^"]*"|[^,}]*)' % field.encode()
    return lambda rows: re.sub(pattern, b'"%b": %b' % (field.encode(), value), rows)


def test_rows_that_do_not_fit_are_refused_though_their_hash_is_right(saved, tmp_path: Path) -> None:
    call_command("flush", interactive=False, inhibit_post_migrate=True, verbosity=0)
    registry = MigrationExecutor(connection).loader.project_state().apps
    for table, change in (
        ("web.board", lambda _rows: b'{"id": 1, "event_id": 99999}\n'),
        ("web.board", lambda _rows: b"[]\n"),
        ("web.board", set_to("event_id", b"99999")),
        ("web.board", set_to("number", b"1e400")),
        ("web.board", set_to("number", b"1" + 30 * b"0")),
        ("web.board", set_to("number", b"true")),
        ("web.board", set_to("deal", 100_000 * b"[" + 100_000 * b"]")),
        ("web.event", set_to("name", b'["Salen"]')),
        ("web.event", set_to("name", rb'"Sa\\u0000len"')),
        ("web.event", set_to("changed", b'"i dag"')),
    ):
        broken = forged(saved, tmp_path / "broken.zip", table, change)
        with zipfile.ZipFile(broken) as file, pytest.raises(FileFault) as fault:
            fill(file, read_manifest(broken), registry, broken, print)
        said = str(fault.value)
        assert re.search(f"the backup is damaged: .*{table}", said), said
        assert "\n" not in said
        assert not Event.objects.exists()


def test_a_backup_is_for_its_owner_only_and_replaces_nothing(saved: Path, monkeypatch) -> None:
    assert saved.stat().st_mode & 0o777 == 0o600
    content = saved.read_bytes()
    with pytest.raises(FileFault, match="there already"):
        write_backup(saved, print)
    monkeypatch.setattr(Path, "exists", lambda _: False)  # it comes while the other is written
    with pytest.raises(FileFault, match="there already"):
        write_backup(saved, print)
    assert saved.read_bytes() == content
    assert [*saved.parent.iterdir()] == [saved]


def test_a_disk_without_links_takes_backups_too(tmp_path: Path, monkeypatch) -> None:
    def no_links(_path: Path, _to: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    write_backup(tmp_path / "a.zip", print)
    assert [*tmp_path.iterdir()] == [tmp_path / "a.zip"]
    assert read_manifest(tmp_path / "a.zip")


def test_what_is_no_backup_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "x.zip"
    file.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(FileFault, match="not a backup"):
        read_manifest(file)


def test_the_moments_of_events_stay_as_they_were(saved: Path) -> None:
    with zipfile.ZipFile(saved) as file:
        told = [json.loads(line) for line in file.read("web.event.jsonl").splitlines()]
    assert told[0]["changed"] == Event.objects.get().changed.isoformat()
