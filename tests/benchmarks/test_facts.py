"""The facts that the benchmarks ask with are accepted by the edition in force."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from storslam.cli.decide import DECIDING
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover(*DECIDING)
FOLDER = Path(__file__).parents[2] / "benchmarks"


def benchmark(name: str) -> ModuleType:
    spec = spec_from_file_location(f"benchmark_{name}", FOLDER / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DECISIONS, CHAMPIONSHIP = benchmark("decisions"), benchmark("championship")


@pytest.mark.parametrize("name", DECISIONS.KINDS)
def test_every_kind_of_question_is_answered(name: str) -> None:
    for _ in range(40):
        assert not decide(name, DECISIONS.KINDS[name](), edition()).missing


def test_the_field_and_the_country_are_answered() -> None:
    assert decide("seed-groups", CHAMPIONSHIP.field(), edition()).result["groups"]
    assert decide("venues", CHAMPIONSHIP.country(), edition()).result["optimal"]
