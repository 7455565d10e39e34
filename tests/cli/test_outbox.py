"""`storslam outbox`: what waits is listed; without a mail server it waits on."""

import sqlite3
from pathlib import Path

LETTER = (
    'INSERT INTO web_letter ("to", subject, body, key, written, tries, fault) '
    "VALUES ('a@example.org', 'Ett brev', 'Hej', 'k', '2013-01-01 12:00:00', 0, '')"
)


def test_the_outbox_is_listed_and_waits_without_a_mail_server(run, tmp_path: Path) -> None:
    run("users", "add", "kansli", "--data", "data")
    first = run("outbox", "list", "--data", "data")
    assert (first.returncode, first.stdout) == (0, "")
    with sqlite3.connect(tmp_path / "data" / "storslam.sqlite3") as database:
        database.execute(LETTER)
    database.close()
    listed = run("outbox", "list", "--data", "data")
    assert listed.stdout == "2013-01-01\ta@example.org\tEtt brev\n"
    sent = run("outbox", "send", "--data", "data", "--lang", "en")
    assert sent.returncode == 1
    assert "1 letters wait" in sent.stdout


def test_the_outbox_is_sent_letter_by_letter(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("STORSLAM_REHEARSAL", "1")  # letters go to the console
    run("users", "add", "kansli", "--data", "data")
    with sqlite3.connect(tmp_path / "data" / "storslam.sqlite3") as database:
        database.execute(LETTER)
    database.close()
    sent = run("outbox", "send", "--data", "data", "--lang", "en")
    assert sent.returncode == 0
    assert "Ett brev" in sent.stdout
    assert "Letters sent: 1, not sent: 0" in sent.stdout
    again = run("outbox", "send", "--data", "data", "--lang", "en")
    assert "Letters sent: 0, not sent: 0" in again.stdout
