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


@pytest.fixture
def own_cache(tmp_path: Path, settings: Any) -> None:
    """Rate limits and documents of one test are not those of the next."""
    cache = {**settings.CACHES["default"], "LOCATION": tmp_path / "cache"}
    settings.CACHES = {"default": cache}


@pytest.fixture(autouse=True)
def newest_at_once(request: pytest.FixtureRequest) -> None:
    """Every page shows what was recorded last, but where a test is about its being young."""
    if "django_db_setup" in request.fixturenames or "settings" in request.fixturenames:
        request.getfixturevalue("settings").SNAPSHOT_SECONDS = 0
