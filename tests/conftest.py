"""What all tests share: databases and caches of their own, whichever database is asked for."""

import os
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database that no other run of the tests knows."""
    from django.db import connections

    connection = connections["default"]
    name = f"test_storslam_{os.getpid()}"
    if connection.vendor == "sqlite":
        name = str(tmp_path_factory.mktemp("database") / f"{name}.sqlite3")
    connection.settings_dict["TEST"]["NAME"] = name


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> None:
    """Passwords are hashed as everywhere, but not so as to withstand an attack: that takes long."""
    from django.contrib.auth.hashers import Argon2PasswordHasher as Hasher

    Hasher.time_cost, Hasher.memory_cost, Hasher.parallelism = 1, 8, 1


@pytest.fixture
def own_cache(tmp_path: Path, settings: Any) -> None:
    """Rate limits and documents of one test are not those of the next."""
    cache = {**settings.CACHES["default"], "LOCATION": tmp_path / "cache"}
    settings.CACHES = {"default": cache}
