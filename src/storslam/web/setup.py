"""What the settings need that is more than a constant."""

import contextlib
import hashlib
import os
import secrets
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from storslam.errors import StorslamError
from storslam.web.whole import whole

KEY = "secret-key"
_DATABASE = "storslam.sqlite3"
_SQLITE_WAIT = 20


def begun(data: Path) -> bool:
    """Whether an installation that can be read is in this directory, as the environment has it."""
    names = [KEY] if os.environ.get("STORSLAM_DATABASE_URL") else [KEY, _DATABASE]
    return all(os.access(data / name, os.R_OK) for name in names)


def secret_key(path: Path) -> str:
    """The key of this installation: made once, whole or not at all, readable by its owner only."""
    if not path.exists():
        with contextlib.suppress(FileExistsError), whole(path) as file:
            file.write(secrets.token_urlsafe(50).encode())
    return path.read_text(encoding="ascii")


def database(url: str, data: Path) -> dict[str, object]:
    """Django's description of the database: PostgreSQL by its address, else SQLite in `data`."""
    return _postgresql(url) if url else _sqlite(data / _DATABASE)


def _sqlite(path: Path) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": _SQLITE_WAIT,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def _postgresql(url: str) -> dict[str, object]:
    parts = urlsplit(url)
    if parts.scheme not in {"postgresql", "postgres"}:
        raise StorslamError(
            "STORSLAM_DATABASE_URL begins with '%(scheme)s:'; it must be postgresql:",
            scheme=parts.scheme,
        )
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": parts.port or "",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "NAME": unquote(parts.path.lstrip("/")),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def mail(url: str, *, rehearsal: bool) -> dict[str, object]:
    """Django's settings for sending: by SMTP, or on the console in a rehearsal; else nowhere."""
    if rehearsal or not url:
        kind = "console" if rehearsal else "dummy"
        return {"EMAIL_BACKEND": f"django.core.mail.backends.{kind}.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise StorslamError("STORSLAM_SMTP must be smtp://host or smtps://host")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp",
        "EMAIL_TIMEOUT": 20,
    }


def asset_version(package: Path) -> str:
    """A short mark that changes whenever a template or a static file of the package does."""
    digest = hashlib.sha256()
    for folder in ("static", "templates", "templatetags"):
        for path in sorted((package / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:10]
