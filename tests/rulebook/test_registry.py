"""Rule functions by name, with a small registry of their own."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.book import Book
from storslam.rulebook.decision import Decision, Reason, because, plain
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import Registry, discover
from storslam.rulebook.strict import Count, Positive

TOY = Registry()
EDITION = edition()


@dataclass(frozen=True)
class Payment:
    """A player, and the day the fee was paid."""

    player: str
    paid_on: date | None = None


@TOY.decides("abandoned-stage", rules=("SM-ABAN-1", "SM-ABAN-2"))
def abandoned_stage(book: Book, *, boards_played: Count, stage_boards: Positive) -> Decision:
    """Whether the results of a pair that broke off the stage are struck.

    A second paragraph is not a part of the purpose.
    """
    share = book.find("abandonment.minimum-share")
    if share is None:
        return Decision({"struck": False}, (because("SM-ED-3", on=book.on),))
    limit = book.value(share.key, Fraction) * stage_boards
    reason = because("SM-ABAN-1", boards_played=boards_played, limit=limit)
    return Decision({"struck": boards_played < limit, "limit": limit}, (reason,), share.readings)


@TOY.decides("unpaid", rules=("SM-ILL-2",))
def unpaid(
    book: Book, *, payments: list[Payment], kind: Literal["pairs", "teams"] = "teams"
) -> Decision:
    """Who has not paid."""
    names = [p.player for p in payments if p.paid_on is None or p.paid_on > book.on]
    return Decision({"unpaid": names, "kind": kind}, (because("SM-ILL-2"),))


class TestDecide:
    def test_facts_in_decision_out(self) -> None:
        found = TOY.decide("abandoned-stage", {"boards_played": 39, "stage_boards": 66}, EDITION)
        assert found.name == "abandoned-stage"
        assert found.result == {"struck": True, "limit": Fraction(198, 5)}
        assert found.assumptions == ("G-33",)

    def test_the_function_itself_gives_the_same_decision(self) -> None:
        facts = {"boards_played": 40, "stage_boards": 66}
        assert abandoned_stage(EDITION.at(), **facts) == TOY.decide(
            "abandoned-stage", facts, EDITION
        )

    def test_on_chooses_the_book_of_a_day(self) -> None:
        facts = {"boards_played": 20, "stage_boards": 66, "on": "2012-06-01"}
        found = TOY.decide("abandoned-stage", facts, EDITION)
        assert found.result == {"struck": False}
        assert found.reasons == (Reason("SM-ED-3", {"on": date(2012, 6, 1)}),)

    def test_without_on_it_is_the_last_change(self) -> None:
        facts = {"payments": [{"player": "A", "paid_on": "2013-01-24"}], "on": None}
        assert TOY.decide("unpaid", facts, EDITION).result["unpaid"] == []

    @pytest.mark.parametrize(
        ("on", "told"),
        [
            ("2012-05-06", "the rulebook 2012-2013 was first published"),
            ("yesterday", "on must be a day of the calendar"),
        ],
    )
    def test_a_day_without_a_book_is_refused(self, on: str, told: str) -> None:
        with pytest.raises(StorslamError, match=told):
            TOY.decide("unpaid", {"payments": [], "on": on}, EDITION)

    def test_an_absent_fact_is_missing_and_never_a_default(self) -> None:
        found = TOY.decide("abandoned-stage", {"boards_played": 39}, EDITION)
        assert found == Decision(
            {},
            (Reason("SM-ABAN-1"), Reason("SM-ABAN-2")),
            missing=("stage_boards",),
            name="abandoned-stage",
        )

    def test_an_absent_fact_inside_another_is_missing(self) -> None:
        found = TOY.decide("unpaid", {"payments": [{"paid_on": "2013-01-01"}]}, EDITION)
        assert (found.result, found.missing) == ({}, ("payments[0].player",))

    def test_an_unknown_fact_is_refused_with_the_nearest(self) -> None:
        facts = {"boards_playd": 39, "stage_boards": 66}
        with pytest.raises(StorslamError, match=r"boards_playd is not known.* boards_played"):
            TOY.decide("abandoned-stage", facts, EDITION)

    def test_an_unknown_decision_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(StorslamError, match=r"no decision abandon-stage; .* abandoned-stage"):
            TOY.decide("abandon-stage", {}, EDITION)


class TestRegistry:
    def test_a_name_is_taken_once(self) -> None:
        with pytest.raises(ValueError, match="unpaid is registered twice"):
            TOY.decides("unpaid", rules=("SM-ILL-2",))(unpaid)

    def test_names_are_sorted(self) -> None:
        assert TOY.decision_names() == ("abandoned-stage", "unpaid")

    def test_a_decision_is_described_with_its_facts(self) -> None:
        told = TOY.describe("abandoned-stage")
        assert told == {
            "decision": "abandoned-stage",
            "purpose": "Whether the results of a pair that broke off the stage are struck.",
            "rules": ["SM-ABAN-1", "SM-ABAN-2"],
            "facts": {
                "type": "object",
                "properties": {
                    "boards_played": {"type": "integer", "minimum": 0, "maximum": 100_000},
                    "stage_boards": {"type": "integer", "minimum": 1, "maximum": 100_000},
                    "on": {"type": "string", "format": "date"},
                },
                "required": ["boards_played", "stage_boards"],
                "additionalProperties": False,
            },
        }

    def test_an_article_knows_all_that_carries_it(self) -> None:
        registry = Registry()
        registry.decides("struck", rules=("SM-ABAN-1",))(abandoned_stage)
        registry.carries("document", "ranking", "SM-ABAN-1", "SM-RES-1")
        assert registry.carriers("SM-ABAN-1") == ["decision struck", "document ranking"]
        assert registry.carriers("SM-RES-2") == []

    def test_discovering_imports_every_module_of_a_package(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        package = tmp_path / "toyhouse"
        package.mkdir()
        (package / "__init__.py").write_text("found = []\n")
        for name in ("kitchen", "cellar"):
            (package / f"{name}.py").write_text(f"import toyhouse\ntoyhouse.found.append('{name}')")
        monkeypatch.syspath_prepend(tmp_path)
        discover("toyhouse", "toybarn")
        import toyhouse  # type: ignore[import-not-found]

        assert toyhouse.found == ["cellar", "kitchen"]


class TestJson:
    def test_a_decision_is_told_as_the_contract_has_it(self) -> None:
        found = TOY.decide("abandoned-stage", {"boards_played": 39, "stage_boards": 66}, EDITION)
        article, reading = EDITION.article("SM-ABAN-1"), EDITION.reading("G-33")
        assert found.as_json(EDITION) == {
            "decision": "abandoned-stage",
            "result": {"struck": True, "limit": 39.6},
            "reasons": [
                {
                    "rule": "SM-ABAN-1",
                    "page": "5",
                    "heading": "Par som tvingas avbryta tävlingsetapp i förtid",
                    "sv": article.sv,
                    "en": article.en,
                }
            ],
            "assumptions": [{"reading": "G-33", "sv": reading.sv, "en": reading.en}],
            "missing": [],
        }

    def test_missing_facts_leave_the_result_empty(self) -> None:
        told = TOY.decide("abandoned-stage", {}, EDITION).as_json(EDITION)
        assert told["result"] == {}
        assert told["missing"] == ["boards_played", "stage_boards"]
        assert [reason["rule"] for reason in told["reasons"]] == ["SM-ABAN-1", "SM-ABAN-2"]

    def test_it_is_plain_json(self) -> None:
        facts = {"payments": [{"player": "Åsa"}]}
        told = TOY.decide("unpaid", facts, EDITION).as_json(EDITION)
        assert json.loads(json.dumps(told)) == told

    @pytest.mark.parametrize(
        ("value", "told", "exact"),
        [
            (Fraction(6, 2), 3, 3),
            (Fraction(433, 20), 21.65, "433/20"),
            (True, True, True),
            (date(2013, 4, 28), "2013-04-28", "2013-04-28"),
            (datetime(2013, 4, 28, tzinfo=UTC), "2013-04-28T00:00:00+00:00", None),
            ({"A": (Fraction(1), None)}, {"A": [1, None]}, None),
        ],
    )
    def test_numbers_are_whole_where_they_can_be(
        self, value: object, told: object, exact: object
    ) -> None:
        assert plain(value) == told
        assert type(plain(value)) is type(told)
        assert plain(value, exact=True) == (told if exact is None else exact)

    def test_what_json_cannot_say_is_a_bug(self) -> None:
        with pytest.raises(TypeError, match="cannot hold set"):
            plain({"seats": {1, 2}})

    def test_a_reason_that_is_no_article_is_refused(self) -> None:
        with pytest.raises(StorslamError, match="no rule SM-ABAN-9"):
            Decision({}, (because("SM-ABAN-9"),)).as_json(EDITION)
