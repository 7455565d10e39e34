"""Whatever fits the API's description, or does not, is answered as described: never by a fault."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import booleans
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from storslam.web.acts.doors import make_token
from storslam.web.api.app import api
from storslam.web.models import Scope
from tests.web import makers
from tests.web import season as season_makers

pytestmark = pytest.mark.django_db(transaction=True)

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    (method, path)
    for path, methods in api.get_openapi_schema(path_prefix="/api/v1/")["paths"].items()
    for method in methods
]
POSTED = [one for one in OPERATIONS if one[0] == "post" and not one[1].endswith("/out")]
ASKED = [
    *((GenerationMode.POSITIVE, *one) for one in OPERATIONS),
    *((GenerationMode.NEGATIVE, *one) for one in POSTED),
]
bounded = settings(
    max_examples=15,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def token(settings: Any) -> str:
    """The token of a program that may do everything; there is an event in play."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "api": "100000/m/ip"}
    season = season_makers.opened()
    event = makers.hall()
    for number in (1, 2):
        season_makers.player(season, number)
    return make_token("Allt", Scope.values, event.stage.season, "kansli")[1]


@pytest.mark.parametrize(("mode", "method", "path"), ASKED)
def test_no_request_meets_a_fault(
    token: str, live_server: Any, mode: GenerationMode, method: str, path: str
) -> None:
    schema = schemathesis.openapi.from_url(f"{live_server.url}/api/v1/openapi.json")
    headers = {"Authorization": f"Bearer {token}"}
    there = {"slug": "2012-2013" if "/seasons/" in path else "salen", "code": "1", "number": 1}
    seen = set()

    @bounded
    @given(case=schema[path][method.upper()].as_strategy(generation_mode=mode), known=booleans())
    def ask(case: Any, known: bool) -> None:
        if known:  # of what there is not, little more than 404 can be told
            case.path_parameters |= {n: v for n, v in there.items() if n in case.path_parameters}
        seen.add(case.call_and_validate(checks=CHECKS, headers=headers).status_code)

    ask()
    assert method != "get" or 200 in seen
