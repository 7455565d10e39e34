"""`storslam rules`."""

import json
import re
import sys
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from storslam.cli import main
from storslam.cli.rules import count_tests, coverage_of, rules
from storslam.rulebook.edition import edition
from storslam.rulebook.records import Article
from storslam.rulebook.registry import Registry


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, [*arguments, "--lang", "en"], catch_exceptions=False)


def test_the_list_holds_every_article_under_its_chapter() -> None:
    shown = run()
    assert shown.exit_code == 0
    for article in edition().articles():
        assert f" {article.id} " in shown.output
    headings = re.findall(r"Rule +Page +Kind +(.+?) *\n", shown.output)
    assert headings == [chapter.en for chapter in edition().chapters.values()]


def test_the_list_as_json_holds_both_languages() -> None:
    told = json.loads(run("--json").output)
    assert len(told) == 281
    assert told[0].keys() == {field.name for field in fields(Article)}


def test_an_article_is_shown_with_its_place_kind_and_days() -> None:
    shown = " ".join(run("sm-aban-1").output.split())
    assert "SM-ABAN-1, page 5: Par som tvingas avbryta tävlingsetapp i förtid" in shown
    assert edition().article("SM-ABAN-1").en in shown
    assert "automatic, published 2012-07-30, in force from 2012-07-30" in shown


def test_an_article_is_shown_with_its_readings_and_figures() -> None:
    shown = " ".join(run("SM-ABAN-1").output.split())
    assert f"G-33: {edition().reading('G-33').en}" in shown
    figure = 'abandonment.minimum-share = "3/5" (share of the stage\'s boards, page 5, '
    assert figure + "from 2012-07-30, printed, G-33)" in shown


def test_an_article_as_json_holds_its_readings_and_figures() -> None:
    told = json.loads(run("SM-VAC-7", "--json").output)
    assert told["page"] == "5"
    assert told["readings"] == []
    assert {p["key"]: p["value"] for p in told["parameters"]}["vacancy.open-pairs.filled-by"] == (
        "2013-08-01T09:00:00+02:00"
    )


def test_an_unknown_article_ends_with_2_and_the_nearest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["storslam", "rules", "SM-SEEED-4", "--lang", "en"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "there is no rule SM-SEEED-4; the nearest is SM-SEED-4\n"


class TestCoverage:
    def test_what_nothing_carries_is_a_hole(self) -> None:
        found = coverage_of(edition(), Registry(), None)
        assert (found["covered"], found["total"], len(found["holes"])) == (27, 281, 254)

    def test_a_decision_covers_its_articles(self) -> None:
        registry = Registry()
        registry.decides("struck", rules=("SM-ABAN-1",))(lambda book: book)  # type: ignore[arg-type, return-value]
        registry.carries("page", "entries", "SM-ENTRY-1")
        found = coverage_of(edition(), registry, None)
        carriers = {row["id"]: row["carriers"] for row in found["articles"]}
        assert carriers["SM-ABAN-1"] == ["decision struck"]
        assert carriers["SM-ENTRY-1"] == ["page entries"]
        assert carriers["SM-ELIG-1"] == ["information"]
        assert found["covered"] == 29

    def test_an_automatic_article_without_a_test_is_a_hole(self) -> None:
        registry = Registry()
        registry.carries("command", "decide", "SM-ABAN-1", "SM-ABAN-2", "SM-ENTRY-1")
        found = coverage_of(edition(), registry, Counter({"SM-ABAN-1": 2}))
        tests = {row["id"]: row["tests"] for row in found["articles"]}
        assert (tests["SM-ABAN-1"], tests["SM-ABAN-2"]) == (2, 0)
        assert not {"SM-ABAN-1", "SM-ENTRY-1"} & set(found["holes"])
        assert "SM-ABAN-2" in found["holes"]

    def test_tests_are_counted_by_the_articles_they_name(self, tmp_path: Path) -> None:
        (tmp_path / "test_stage.py").write_text(
            '"""SM-ABAN-3 is named outside any test."""\n'
            "@mark('SM-ABAN-1')\n"
            "def test_one():\n    '''SM-ABAN-1, SYS-2 and ALERT-4'''\n"
            "class TestMore:\n    def test_two(self):\n        check('SM-ABAN-1')\n"
            "def helper():\n    return 'SYS-DOT-1'\n"
        )
        found = count_tests(tmp_path)
        assert found == {"SM-ABAN-1": 2, "SYS-2": 1, "ALERT-4": 1}
        assert count_tests(tmp_path / "nowhere") is None

    def test_the_command_tells_the_number_and_ends_with_1_on_a_hole(self) -> None:
        shown, told = run("--coverage"), run("--coverage", "--json")
        found = json.loads(told.output)
        assert shown.exit_code == told.exit_code == (1 if found["holes"] else 0)
        assert f"{found['covered']} of 281 rules are covered" in shown.output
        assert len(found["articles"]) == 281
