"""What protects everybody: headers, tokens, hashing, limits, secrets."""

import stat
from dataclasses import replace

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.test import Client
from django.urls import reverse

from storslam.errors import StorslamError
from storslam.scoring import Player
from storslam.web.desks import public
from storslam.web.setup import database, secret_key
from tests.web import makers
from tests.web.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/konto/in/", "/spelare/", "/finns-inte/"])
def test_every_page_forbids_scripts_and_styles_that_are_not_files_of_the_house(client, address):
    headers = client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"


def test_no_page_carries_a_script_or_a_style_of_its_own(desk, event, table):
    names = [("event", []), ("board", [1]), ("card", ["1"]), ("console", [])]
    names += [("console_board", [1]), ("console_result", [1, table.pk]), ("console_rulings", [])]
    addresses = [reverse(name, args=[event.slug, *args]) for name, args in names]
    for address in [*addresses, "/tl/", "/tl/ny/", "/konto/tvafaktor/", "/konto/losenord/"]:
        body = desk.get(address).content.decode()
        assert "style=" not in body
        assert "<style" not in body
        assert " onclick" not in body
        assert "<script>" not in body


def test_names_are_never_markup(desk, director):
    bad = "<script>alert(1)</script>"
    event = makers.played()
    pair = replace(event.contestants[0], players=(Player(bad, "", bad), Player(bad)))
    stored = makers.stored(replace(event, contestants=(pair, *event.contestants[1:])), name=bad)
    stored.directors.add(director)
    pages = [
        ("event", []),
        ("board", [1]),
        ("card", ["1"]),
        ("console", []),
        ("console_board", [1]),
    ]
    for name, args in pages:
        body = desk.get(reverse(name, args=[stored.slug, *args])).content.decode()
        assert "alert(1)" in body
        assert bad not in body


def test_a_form_without_its_token_is_refused_in_the_houses_style(event, director):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(director)
    response = strict.post(reverse("console_state", args=[event.slug]), {"state": "ended"})
    assert response.status_code == 403
    assert "Skicka en gång till" in response.content.decode()
    event.refresh_from_db()
    assert event.state == "running"


@pytest.mark.usefixtures("own_cache")
def test_a_director_logs_in_and_out(client, director):
    response = client.post("/konto/in/", {"login": director.username, "password": PASSWORD})
    assert response.url == "/mitt/"
    assert client.get("/tl/").status_code == 200
    client.post("/konto/ut/")
    assert client.get("/tl/").status_code == 302


@pytest.mark.usefixtures("own_cache")
def test_guessing_passwords_is_limited(client, director):
    wrong = {"login": director.username, "password": "fel"}
    codes = {client.post("/konto/in/", wrong).status_code for _ in range(12)}
    right = client.post("/konto/in/", {"login": director.username, "password": PASSWORD})
    assert right.status_code != 302
    assert codes <= {200, 429}


def test_passwords_are_kept_by_argon2(director):
    assert identify_hasher(director.password).algorithm == "argon2"


def test_nobody_signs_up_and_no_password_is_reset_by_mail(client):
    for address in ("/konto/signup/", "/konto/password/reset/", "/admin/"):
        assert client.get(address).status_code == 404


def test_two_factor_log_in_is_offered(desk):
    response = desk.get("/konto/tvafaktor/")
    assert response.status_code == 200
    assert "Tvåfaktor" in response.content.decode()


def test_a_fault_of_ours_shows_the_houses_page_and_no_details(client, event, monkeypatch):
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(public, "board_context", broken)
    client.raise_request_exception = False
    response = client.get(reverse("board", args=[event.slug, 1]))
    assert response.status_code == 500
    assert "Felet är vårt" in response.content.decode()
    assert "secret detail" not in response.content.decode()


def test_too_many_fields_are_refused_in_the_houses_style(desk, event):
    fields = {f"f{number}": "x" for number in range(3100)}
    response = desk.post(reverse("console_rulings", args=[event.slug]), fields)
    assert response.status_code == 400
    assert "Begäran kan inte läsas" in response.content.decode()


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path):
    path = tmp_path / "secret-key"
    key = secret_key(path)
    assert len(key) > 50
    assert secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_address_is_taken_apart(tmp_path):
    found = database("postgresql://anna:hem%40lig@db.example:5433/sm?sslmode=require", tmp_path)
    parts = ("USER", "PASSWORD", "HOST", "PORT", "NAME", "OPTIONS")
    told = ("anna", "hem@lig", "db.example", 5433, "sm", {"sslmode": "require"})
    assert tuple(found[part] for part in parts) == told
    assert database("postgresql://u@/n?host=/run/pg", tmp_path)["HOST"] == "/run/pg"


def test_another_kind_of_database_is_refused(tmp_path):
    with pytest.raises(StorslamError, match="begins with 'mysql:'"):
        database("mysql://x/y", tmp_path)


def test_without_an_address_the_database_is_a_safe_sqlite(tmp_path):
    options = database("", tmp_path)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


def test_health_tells_the_state_and_no_secret(client, settings):
    response = client.get("/halsa/")
    assert response.json()["ok"] is True
    assert response.json()["migrations"] == "done"
    assert settings.SECRET_KEY not in response.content.decode()
    assert response.headers["Cache-Control"].startswith("max-age=0")


@pytest.mark.parametrize("address", ["/spelare/?q=%00", "/sasonger/%00/", "/konto/in/?next=%00"])
def test_a_nul_is_refused_whatever_the_database(client, address):
    assert client.get(address).status_code == 400


def test_a_nul_in_a_form_is_refused(client):
    assert client.post("/konto/in/", {"login": "a\0b", "password": "x"}).status_code == 400
