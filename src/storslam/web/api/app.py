"""The API as a whole: its version, its description, and its page for people."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.schema import OpenAPISchema
from ninja.parser import Parser

import storslam
from storslam.errors import StorslamError
from storslam.web.api import problems, shapes, writing
from storslam.web.api.problems import Problem


class Strict(Parser):
    """JSON that a database can hold: without NUL, halves of letters, and what is no number."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The value of the body; whatever this raises is answered with 400."""
        value = json.loads(request.body, parse_constant=_refuse, object_pairs_hook=_once)
        if b"\\u0000" in json.dumps(value, ensure_ascii=False).encode():
            raise ValueError("NUL")
        return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; ValueError for a key that is there twice, for nobody knows which one counts."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key twice")
    return value


def _refuse(text: str) -> None:
    raise ValueError(text)


class Described(NinjaAPI):
    """An API whose description tells of problems as they are answered."""

    def get_openapi_schema(self, **told: Any) -> OpenAPISchema:
        """The description, with the problems of every operation."""
        made = super().get_openapi_schema(**told)
        made["components"]["schemas"]["ProblemOut"] = shapes.ProblemOut.model_json_schema()
        schema = {"schema": {"$ref": "#/components/schemas/ProblemOut"}}
        problem = {"description": "A problem", "content": {problems.CONTENT_TYPE: schema}}
        for methods in made["paths"].values():
            for operation in methods.values():
                operation["responses"]["4XX"] = problem
        return made


api = Described(
    title="Storslam",
    version="1",
    description=(
        "Everything public can be read; with a token of the office, programs write results, "
        "entries, the registry and bundles. Exact numbers are texts, errors are problem+json."
    ),
    docs_url=None,
    parser=Strict(),
    openapi_extra={"info": {"x-program-version": storslam.__version__}},
)
api.add_router("", writing.router)
api.add_exception_handler(Problem, problems.of_problem)
api.add_exception_handler(StorslamError, problems.of_error)
api.add_exception_handler(ValidationError, problems.of_shape)


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The description as a page, without anything from elsewhere."""
    described = api.get_openapi_schema(path_prefix="")
    operations = [
        {"method": method.upper(), "path": path.lstrip("/"), **told}
        for path, methods in described["paths"].items()
        for method, told in methods.items()
    ]
    kinds = [(kind, status, title) for status, (kind, title) in problems.KINDS.items()]
    context = {"operations": operations, "kinds": kinds, "more": problems.MORE}
    return render(request, "storslam/api.html", context)
