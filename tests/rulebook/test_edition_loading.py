"""Editions read from texts: a small one, its faults, and a next season as a delta."""

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from storslam.errors import FileFault, StorslamError
from storslam.rulebook.book import Edition
from storslam.rulebook.edition import edition, load_edition, parse_edition

FRONT = """
id = "small"
title = "A small book"
revision = "1"
published = 2020-01-01
changes = [{ on = 2020-03-01, sv = "Ny avgift", en = "New fee" }]
[chapters]
A = { sv = "Avgift", en = "Fee" }
"""
ARTICLES = """
[A-1]
page = "1"
heading = "Avgifter"
kind = "automatic"
sv = "Det kostar."
en = "It costs."
"""
READINGS = """
[G-1]
page = "1"
heading = "Avgifter"
rules = ["A-1"]
confidence = "low"
parameter = "fee.rounded"
default = "down"
sv = "Nedåt."
en = "Down."
"""
FIGURES = """
[[passage]]
page = "1"
heading = "Avgifter"
rules = ["A-1"]
values = { fee.pair = 100, fee.share = 0.25, fee.third = "1/3" }

[[passage]]
page = "2"
heading = "Avgifter"
rules = ["A-1"]
published = 2020-03-01
applies = 2020-04-01
values = { fee.pair = 120 }
"""
SMALL = {
    "edition.toml": FRONT,
    "articles.toml": ARTICLES,
    "readings.toml": READINGS,
    "fees.toml": FIGURES,
}


def small(**changed: str) -> Edition:
    """The small edition with some of its files written otherwise."""
    return parse_edition(SMALL | {f"{name}.toml": text for name, text in changed.items()})


def test_decimals_and_thirds_are_exact() -> None:
    book = small().at()
    assert book.value("fee.share") == Fraction(1, 4)
    assert book.value("fee.third") == Fraction(1, 3)


def test_a_version_is_seen_when_both_clocks_have_struck() -> None:
    book = small()
    days = [date(2020, 1, 1), date(2020, 3, 1), date(2020, 3, 31), date(2020, 4, 1)]
    assert [book.value("fee.pair", on=day) for day in days] == [100, 100, 100, 120]
    assert book.at(days[-1]).parameter("fee.pair").page == "2"


def test_the_default_of_a_reading_is_a_figure_that_leans_on_it() -> None:
    book = small()
    figure = book.at().parameter("fee.rounded")
    assert (figure.value, figure.status, figure.readings) == ("down", "inferred", ("G-1",))
    assert book.reading("G-1").default == "down"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("fees", 'page = "1"\n', "", r"fees\.toml: figures: passage\[0\]\.page must be given"),
        ("fees", 'heading = "Avgifter"\n', "", r"passage\[0\]\.heading must be given"),
        ("fees", 'page = "2"', 'page = ""', r"fees\.toml: fee\.pair: page and heading must"),
        ("fees", "rules", "rule", r"passage\[0\]\.rule is not known here; .* rules"),
        ("fees", "passage", "passages", "passages is not known here"),
        ("fees", "A-1", "A-2", r"fees\.toml: fee\.pair: there is no A-2; the nearest is A-1"),
        ("fees", "published = 2020-03-01\n", "", r"fees\.toml: fee\.pair: two versions overlap"),
        ("fees", "2020-04-01", "2019-04-01", r"fees\.toml: fee\.pair: two versions overlap"),
        ("fees", "= 2020-03-01", "= 2020-03-02", r"fee\.pair: no line of the change log"),
        ("fees", "fee.third", "fee.share.third", r"fees\.toml: this is not TOML"),
        ("fees", "fee.third", "fee.rounded.up", r"fee\.rounded\.up: fee\.rounded has a value"),
        ("articles", 'page = "1"\n', "", r"articles\.toml: A-1: page must be given"),
        ("articles", '"Avgifter"', '""', r"articles\.toml: A-1: page and heading must be given"),
        ("readings", 'page = "1"', 'page = ""', r"readings\.toml: fee\.rounded: page and"),
        ("articles", "kind", "sort", r"articles\.toml: A-1: sort is not known here"),
        ("articles", "automatic", "magic", r"articles\.toml: A-1: kind must be one of automatic"),
        ("articles", "[A-1]", "[B-1]", r"fee\.rounded: there is no A-1; the nearest is B-1"),
        ("readings", "default", "standard", r"readings\.toml: G-1: standard is not known here"),
        ("readings", 'default = "down"\n', "", r"readings\.toml: G-1: no figure fee\.rounded"),
        ("edition", "title", "titles", r"edition\.toml: edition: titles is not known here"),
        ("edition", 'revision = "1"', "", r"edition\.toml: edition: revision must be given"),
        ("edition", "A =", "B =", r"articles\.toml: A-1: there is no A; the nearest is B"),
    ],
)
def test_a_fault_is_refused_by_file_and_key(file: str, old: str, new: str, told: str) -> None:
    text = SMALL[f"{file}.toml"]
    assert old in text
    with pytest.raises(FileFault, match=told):
        small(**{file: text.replace(old, new)})


def test_an_edition_without_its_front_is_refused() -> None:
    with pytest.raises(FileFault, match=r"edition\.toml: edition: id must be given"):
        parse_edition({"articles.toml": ARTICLES})


def test_an_unknown_edition_is_refused_with_the_nearest() -> None:
    with pytest.raises(StorslamError, match="no rulebook 2012-13; the nearest is 2012-2013"):
        edition("2012-13")


NEXT = {
    "edition.toml": """
id = "2013-2014"
base = "2012-2013"
title = "Tävlingsbestämmelser Svenska Mästerskap 2013-2014"
revision = "1"
published = 2013-06-01
changes = [{ on = 2013-09-01, sv = "Ny avgift", en = "New fee" }]
removes = ["SM-ED-9", "em-fund", "SM-EMF-1", "SM-EMF-2", "SM-EMF-3", "SM-EMF-4", "G-27"]
keeps = [
    "age", "entry", "events", "fees", "illegal-player", "master-points", "vacancy",
    "SM-ED-1", "SM-ED-3", "SM-ED-4", "SM-ED-5", "SM-ED-6", "SM-ED-7", "SM-ED-8", "SM-ELIG-7",
    "SM-ELIG-10", "SM-QUAL-12", "SM-ENTRY-7", "SM-VAC-7", "SM-VAC-8", "SM-FEE-6", "SM-FEE-7",
    "SM-EVT-2", "SM-EVT-6", "SM-MP-1", "SM-ILL-1", "ALERT-1",
]
""",
    "articles.toml": """
[SM-ABAN-1]
page = "6"

[SM-NEW-1]
page = "3"
heading = "Nytt"
kind = "information"
sv = "Något är nytt."
en = "Something is new."
""",
    "readings.toml": """
[G-18]
page = "11"
heading = "SM Lag Veteran"
rules = ["SM-VET-5"]
confidence = "high"
parameter = "veteran.bye"
default = { vp = 12, imps = 0 }
sv = "Frirond ger 12 VP."
en = "A bye gives 12 VP."
""",
    "changes.toml": """
[[passage]]
page = "10"
heading = "SM-tävlingar par"
rules = ["SM-FEE-4"]
unit = "öre"
values = { fees.table.open-pairs.final = 27500 }

[[passage]]
page = "7"
heading = "Lag"
rules = ["SM-TSF-12"]
values = { events.open-teams.semifinal.vp-scale = "wbf20" }

[[passage]]
page = "10"
heading = "SM-tävlingar par"
rules = ["SM-FEE-4"]
published = 2013-09-01
values = { fees.table.open-pairs.final = 30000 }
""",
}


def values(book: Edition, key: str) -> list[object]:
    return [version.value for version in book.versions.get(key, ())]


class TestNextSeason:
    @pytest.fixture
    def book(self, tmp_path: Path) -> Edition:
        """A delta, from a folder; its new article has a new chapter."""
        new_chapter = '[chapters]\nSM-NEW = { sv = "Nytt", en = "New" }\n'
        for name, text in NEXT.items():
            whole = text + new_chapter if name == "edition.toml" else text
            (tmp_path / name).write_text(whole, encoding="utf-8")
        (tmp_path / "README").write_text("not a part of the edition", encoding="utf-8")
        return load_edition(tmp_path)

    def test_it_has_its_own_front_and_clock(self, book: Edition) -> None:
        assert (book.id, book.base, book.last_change) == (
            "2013-2014",
            "2012-2013",
            date(2013, 9, 1),
        )
        with pytest.raises(StorslamError, match="first published on 2013-06-01"):
            book.at(date(2013, 5, 31))

    def test_what_it_changes_has_its_versions_and_no_other(self, book: Edition) -> None:
        key = "fees.table.open-pairs.final"
        assert [version.value for version in book.versions[key]] == [27500, 30000]
        assert book.value(key, on=date(2013, 8, 31)) == 27500
        assert book.value(key) == 30000
        assert book.value("events.open-teams.semifinal.vp-scale") == "wbf20"

    def test_what_it_does_not_change_is_that_of_its_base(self, book: Edition) -> None:
        base = edition("2012-2013")
        changed = {
            "veteran.bye.vp",
            "fees.table.open-pairs.final",
            "events.open-teams.semifinal.vp-scale",
        }
        gone = {key for key in base.versions if key.startswith("em-fund.")}
        same = {key for key in base.versions if values(book, key) == values(base, key)}
        assert set(base.versions) - same == changed | gone
        assert book.value("places.mixed-pairs.first") == 50

    def test_an_article_keeps_the_fields_it_does_not_name(self, book: Edition) -> None:
        base, article = edition().article("SM-ABAN-1"), book.article("SM-ABAN-1")
        assert (article.page, article.published) == ("6", date(2013, 6, 1))
        assert (article.heading, article.sv, article.en) == (base.heading, base.sv, base.en)
        assert book.article("SM-NEW-1").chapter == "SM-NEW"

    def test_what_it_removes_is_gone(self, book: Edition) -> None:
        assert len(book.articles()) == 281 - 5 + 1
        assert book.versions["events.junior-teams.final.to"][-1].rules == ("SM-EVT-7",)
        with pytest.raises(StorslamError, match="no rule SM-EMF-1"):
            book.article("SM-EMF-1")
        with pytest.raises(LookupError):
            book.at().table("em-fund")

    def test_a_reading_it_writes_replaces_that_of_its_base(self, book: Edition) -> None:
        assert book.reading("G-18").default == {"vp": 12, "imps": 0}
        assert edition().reading("G-18").default == {"vp": 18, "imps": 0}

    def test_the_base_is_left_as_it_was(self, book: Edition) -> None:
        assert book.value("fees.table.open-pairs.final") != 25000
        assert edition().value("fees.table.open-pairs.final") == 25000
        assert edition().reading("G-27").confidence == "low"


@pytest.mark.parametrize(("kept", "left"), [('"em-fund", ', "em-fund"), (', "G-27"', "G-27")])
def test_a_delta_may_not_leave_what_no_article_uses(kept: str, left: str) -> None:
    front = NEXT["edition.toml"].replace(kept, "")
    with pytest.raises(FileFault, match=rf"{left}.*: no (rule uses it|figure em-fund)"):
        parse_edition({"edition.toml": front})


SEASON = """
[[passage]]
page = "1"
heading = "Avgifter"
rules = ["A-1"]
values = { day.paid = 2020-02-28, day.from = 2020-05-09T10:00:00, other.day = 2020-12-31 }

[[passage]]
page = "1"
heading = "Avgifter"
rules = ["A-1"]
unit = "year of birth"
values = { age.junior = 1995 }
"""
LATER = """
id = "later"
base = "small"
title = "The year after"
revision = "1"
published = 2021-01-01
"""


def later(front: str, **files: str) -> Edition:
    """A delta of the small edition with days."""
    base = small(days=SEASON)
    texts = {f"{name}.toml": text for name, text in files.items()}
    return parse_edition({"edition.toml": LATER + front, **texts}, lambda _: base)


WRITTEN = """
[[passage]]
page = "1"
heading = "Avgifter"
rules = ["A-1"]
values = { other.day = 2021-11-30 }
"""


class TestWhatIsBoundToASeason:
    def test_days_and_ages_are_moved_kept_written_or_unknown(self) -> None:
        book = later(
            'keeps = ["day.paid"]\n[moves]\nnames = ["age", "day.from"]\n'
            'weeks = 52\nyears = 1\nreadings = ["G-1"]',
            days=WRITTEN,
        )
        moved = book.at().parameter("day.from")
        assert moved.value.isoformat() == "2021-05-08T10:00:00+02:00"
        assert (moved.status, moved.readings) == ("inferred", ("G-1",))
        assert book.value("age.junior") == 1996
        assert book.value("day.paid") == date(2020, 2, 28)
        assert book.value("other.day") == date(2021, 11, 30)
        assert book.unknown() == ()

    def test_what_is_unknown_is_told_and_never_the_day_of_the_base(self) -> None:
        book = later('keeps = ["age", "day.from", "other"]\nunknown = ["day.paid"]')
        assert book.unknown() == ("day.paid",)
        assert book.at().find("day.paid") is None
        assert book.at().table("day").keys() == {"from"}
        with pytest.raises(StorslamError, match=r"no day\.paid in force"):
            book.value("day.paid")

    @pytest.mark.parametrize("silent", ["age.junior", "day.from", "day.paid", "other.day"])
    def test_a_day_that_the_delta_says_nothing_of_is_a_fault(self, silent: str) -> None:
        kept = [key for key in small(days=SEASON).versions if key != silent]
        with pytest.raises(FileFault, match=rf"{silent} is a day or a year of small"):
            later(f"keeps = {kept}")

    @pytest.mark.parametrize(
        "front",
        [
            'unknown = ["day.payed"]\nkeeps = ["age", "day", "other"]',
            'keeps = ["age", "day", "other"]\n[moves]\nnames = ["day.payed"]',
        ],
    )
    def test_a_name_that_is_no_day_is_a_fault(self, front: str) -> None:
        with pytest.raises(FileFault, match=r"day\.payed is no day .* nearest is day\.paid"):
            later(front)

    @pytest.mark.parametrize("sentence", ["Det kostar 2020.", "Betala den 28 februari."])
    def test_a_sentence_that_names_a_day_is_a_fault_unless_it_is_kept(self, sentence: str) -> None:
        base = small(articles=ARTICLES.replace("Det kostar.", sentence))
        with pytest.raises(FileFault, match="A-1 names a day"):
            parse_edition({"edition.toml": LATER}, lambda _: base)
        kept = parse_edition({"edition.toml": LATER + 'keeps = ["A-1"]'}, lambda _: base)
        assert kept.article("A-1").sv == sentence
        new = "[A-1]\nsv = 'Det är gratis.'"
        again = parse_edition({"edition.toml": LATER, "articles.toml": new}, lambda _: base)
        assert again.article("A-1").sv == "Det är gratis."
