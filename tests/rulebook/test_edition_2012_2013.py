"""The edition 2012-2013: its articles, readings, figures and clocks."""

import csv
import re
from collections import Counter
from datetime import date, datetime, time
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.records import Article, Parameter, Reading

DATA = Path(__file__).parent / "data"
STOCKHOLM = ZoneInfo("Europe/Stockholm")
BOOK = edition()


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def pages(text: str) -> set[int]:
    """The pages of a text such as `6, 8` or `12-14`."""
    found: set[int] = set()
    for part in text.split(", "):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def parts(heading: str) -> list[str]:
    return re.split(" – | / ", heading)


HEADINGS = {(row["heading"], int(row["page"])) for row in rows("headings.csv")}


class TestArticles:
    def test_there_are_281_of_which_208_are_automatic(self) -> None:
        kinds = Counter(article.kind for article in BOOK.articles())
        assert kinds == {"automatic": 208, "workflow": 46, "information": 27}

    def test_every_id_stands_on_its_page_with_its_kind_in_the_order_of_the_regulation(self) -> None:
        found = [(a.id, a.page, a.kind) for a in BOOK.articles()]
        assert found == [(r["id"], r["page"], r["kind"]) for r in rows("articles.csv")]

    def test_every_sentence_is_one_and_stands_in_both_languages(self) -> None:
        told: list[Article | Reading] = [*BOOK.articles(), *BOOK.readings()]
        for sentence in [*(t.sv for t in told), *(t.en for t in told)]:
            assert re.fullmatch(r"[A-ZÅÄÖ0-9].{20,}[^.]\.", sentence), sentence
        assert len({t.sv for t in told}) == len({t.en for t in told}) == len(told)
        assert not {t.sv for t in told} & {t.en for t in told}

    def test_every_heading_is_one_of_the_regulation_on_that_page(self) -> None:
        records: list[Article | Reading | Parameter] = [*BOOK.articles(), *BOOK.readings()]
        for told in [*records, *BOOK.parameters()]:
            for heading in parts(told.heading):
                assert any((heading, page) in HEADINGS for page in pages(told.page)), told

    def test_an_article_belongs_to_a_chapter(self) -> None:
        assert BOOK.article("SYS-OBL-13").chapter == "SYS-OBL"
        assert {a.chapter for a in BOOK.articles()} == set(BOOK.chapters)

    def test_an_unknown_article_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(StorslamError, match="no rule SM-QUOTE-2; the nearest is SM-QUOTA-2"):
            BOOK.article("SM-QUOTE-2")


class TestReadings:
    def test_all_but_41_and_one_of_the_next_edition_exist(self) -> None:
        numbers = {int(one.id[2:]) for one in BOOK.readings() if one.id != "G-10a"}
        assert numbers == set(range(1, max(numbers) + 1)) - {41, 66}
        assert {"G-10a", "G-67"} <= {reading.id for reading in BOOK.readings()}

    def test_each_governs_a_figure_that_names_it(self) -> None:
        for reading in BOOK.readings():
            figures = BOOK.governed(reading)
            assert any(reading.id in figure.readings for figure in figures)
            assert reading.default not in ("", (), {})

    def test_a_reading_of_several_figures_gives_them_all(self) -> None:
        assert BOOK.reading("G-29").default == {"junior-pairs": 1987, "junior-teams": 1988}
        rows_of_vp = BOOK.reading("G-35").default
        assert isinstance(rows_of_vp, dict)
        assert set(rows_of_vp) == {"7", "10", "14"}

    def test_an_unknown_reading_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(StorslamError, match="no reading G-41; the nearest is G-4"):
            BOOK.reading("G-41")


class TestTwoClocks:
    def test_the_book_is_read_as_of_its_last_change(self) -> None:
        assert BOOK.last_change == BOOK.at().on == date(2013, 1, 24)

    def test_before_the_first_publication_there_is_no_book(self) -> None:
        with pytest.raises(StorslamError, match="first published on 2012-05-07, after 2012-05-06"):
            BOOK.at(date(2012, 5, 6))

    @pytest.mark.parametrize(
        ("key", "day", "before", "after"),
        [
            ("places.mixed-pairs.first", date(2012, 10, 5), 52, 50),
            ("last-chance.disciplines", date(2012, 10, 5), 1, 2),
            ("vacancy.mixed-pairs.then", date(2012, 10, 5), "smaller-field", "last-chance"),
            (
                "events.junior-teams.final.to",
                date(2013, 1, 24),
                date(2013, 5, 4),
                date(2013, 5, 26),
            ),
        ],
    )
    def test_a_change_holds_from_its_day(
        self, key: str, day: date, before: object, after: object
    ) -> None:
        old = BOOK.value(key, on=date.fromordinal(day.toordinal() - 1))
        new = BOOK.value(key, on=day)
        assert [len(v) if isinstance(v, tuple) else v for v in (old, new)] == [before, after]

    @pytest.mark.parametrize(
        ("key", "day"),
        [
            ("abandonment.minimum-share", date(2012, 7, 30)),
            ("fees.due.women-pairs.final", date(2012, 10, 5)),
            ("places.mixed-pairs.last-chance", date(2012, 10, 5)),
            ("veteran.formats.cup-16.cup", date(2012, 10, 5)),
            ("events.open-pairs.final.from", date(2012, 11, 15)),
            ("master-points.rules-of", date(2012, 7, 1)),
        ],
    )
    def test_an_addition_is_not_there_before_its_day(self, key: str, day: date) -> None:
        eve = date.fromordinal(day.toordinal() - 1)
        assert BOOK.at(eve).find(key) is None
        with pytest.raises(StorslamError, match=f"no {key} in force on {eve}"):
            BOOK.value(key, on=eve)
        assert BOOK.at(day).find(key) is not None

    def test_the_misprinted_junior_days_are_gone_from_every_figure(self) -> None:
        values = BOOK.at().table("events")
        assert date(2013, 5, 3) not in [*values["junior-teams"]["final"].values()]

    def test_an_article_is_in_force_from_its_day(self) -> None:
        assert not BOOK.at(date(2012, 7, 29)).in_force("SM-ABAN-1")
        assert BOOK.at(date(2012, 7, 30)).in_force("SM-ABAN-1")
        assert BOOK.at(date(2012, 5, 7)).in_force("ALERT-4")

    def test_what_is_not_in_force_is_left_out_of_a_table(self) -> None:
        assert set(BOOK.at(date(2012, 6, 1)).table("places.mixed-pairs")) == {"first", "stage"}
        assert "cup-16" not in BOOK.at(date(2012, 10, 4)).table("veteran.formats")


class TestAccess:
    def test_a_value_may_be_asked_for_in_its_kind(self) -> None:
        assert BOOK.value("fees.table.open-pairs.final", int) == 25000
        assert BOOK.value("abandonment.minimum-share", Fraction) == Fraction(3, 5)
        assert BOOK.value("champions.teams.remaining-share", Fraction) == Fraction(2, 3)
        assert BOOK.value("places.open-pairs.first", Fraction) == 62
        assert BOOK.value("entry.veteran-teams.closes-at", time) == time(17)
        deadline = datetime(2013, 8, 1, 9, tzinfo=STOCKHOLM)
        assert BOOK.value("vacancy.open-pairs.filled-by", datetime) == deadline

    def test_a_value_of_another_kind_is_a_bug(self) -> None:
        with pytest.raises(TypeError, match=r"quota\.guaranteed is int, not str"):
            BOOK.value("quota.guaranteed", str)

    def test_a_key_that_no_day_knows_is_a_bug(self) -> None:
        with pytest.raises(LookupError, match=r"nearest: fees\.table\.open-pairs\.final"):
            BOOK.value("fees.table.open-pair.final")
        with pytest.raises(LookupError, match="below fee"):
            BOOK.at().table("fee")

    def test_a_figure_carries_its_place_and_status(self) -> None:
        figure = BOOK.at().parameter("vp.wbf25.bounds.7")
        assert (figure.status, figure.readings, figure.page) == ("inferred", ("G-35",), "12")

    def test_no_float_is_left_in_the_book(self) -> None:
        def leaves(value: object) -> list[object]:
            return [x for item in value for x in leaves(item)] if type(value) is tuple else [value]

        kinds = {type(leaf) for p in BOOK.parameters() for leaf in leaves(p.value)}
        assert kinds == {int, bool, str, Fraction, date, datetime, time}

    def test_every_moment_has_the_zone_of_the_edition(self) -> None:
        moments = [p.value for p in BOOK.parameters() if isinstance(p.value, datetime)]
        assert len(moments) == 4
        assert {moment.tzinfo for moment in moments} == {STOCKHOLM}


class TestDistricts:
    def test_the_21_stand_in_the_order_of_the_tables(self) -> None:
        found = [(d.code, d.name, d.federation) for d in BOOK.districts()]
        keys = ("code", "district_seed_name", "district_federation_name")
        assert found == [tuple(row[key] for key in keys) for row in rows("travel.csv")]

    @pytest.mark.parametrize("name", ["Skåne", "skåne", "SKA", "Skånes Bridgeförbund"])
    def test_a_district_answers_to_each_of_its_names(self, name: str) -> None:
        assert BOOK.district(name).code == "SKA"

    def test_an_unknown_district_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(StorslamError, match="no district Ångermannland; the nearest is Ånger"):
            BOOK.district("Ångermannland")
