"""The figures of 2012-2013 against tables typed from the regulation and its sources."""

import csv
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from storslam.rulebook.edition import edition

DATA = Path(__file__).parent / "data"
BOOK = edition().at()


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


DISCIPLINES = {
    "Veteran": "veteran",
    "Dam": "women",
    "Nybörjare": "beginner",
    "Mixed": "mixed",
    "Open": "open",
    "Öppen": "open",
    "Junior": "junior",
}
STAGES = {
    "district semifinal": "qualifier",
    "district quarterfinal": "qualifier",
    "district qualifier": "qualifier",
    "Sista Dansen": "last-chance",
    "Sista Chansen": "last-chance",
    "direct final": "final",
    "direct final day 1": "day-1",
    "direct final day 2": "day-2",
}


def typed_stage(row: dict[str, str]) -> dict[str, Any]:
    """What the typed table says of a stage, under the keys of the rulebook."""
    day = "last-day" if "district" in row["stage"] else "to"
    boards = "minimum-boards" if row["min_boards"] else "boards"
    if row["stage"] == "Sista Dansen":  # exactly 32, the only stage of both columns with no minimum
        row, boards = row | {"min_boards": ""}, "boards"
    texts = {
        "from": row["date_from"],
        day: row["date_to"],
        "minimum": row["min_contestants_for_guarantee"],
        "field": row["field"],
        boards: row["boards"],
        "minimum-boards": row["min_boards"],
    }
    whole = {key: text for key, text in texts.items() if text}
    return {k: date.fromisoformat(t) if "-" in t else int(t) for k, t in whole.items()}


@pytest.mark.parametrize("row", rows("events.csv"), ids=lambda row: row["id"])
def test_a_stage_is_as_in_the_table_of_events(row: dict[str, str]) -> None:
    discipline = f"{DISCIPLINES[row['discipline']]}-{row['kind']}s"
    stage = STAGES.get(row["stage"], row["stage"])
    if row["fee_sek"]:
        fee = "table" if "table fee" in row["fee_unit"] else "entry"
        assert BOOK.value(f"fees.{fee}.{discipline}.{stage}") == 100 * int(row["fee_sek"])
        if fee == "entry":
            assert BOOK.value(f"fees.per.entry.{discipline}") == row["fee_unit"]
    events = BOOK.table("events")[discipline]
    typed = typed_stage(row)
    assert typed.items() <= events.get(stage, {}).items()
    for clock, column in (("born-to", "born_to"), ("born-from", "born_from")):
        if row[column]:
            assert BOOK.value(f"age.{clock}.{discipline}") == int(row[column][:4])


def test_the_last_chance_in_open_starts_at_four() -> None:
    assert BOOK.value("events.open-pairs.last-chance.starts-at").isoformat() == (
        "2013-08-01T16:00:00+02:00"
    )


def test_places_and_fields_add_up() -> None:
    places, events = BOOK.table("places"), BOOK.table("events")
    for discipline, shared in places.items():
        taken = [shared.get(part, 0) for part in ("first", "second", "last-chance")]
        assert sum(taken) == events[discipline][shared["stage"]]["field"]
    assert places["open-pairs"]["first"] + places["open-pairs"]["second"] == 168


def test_seeds_and_blocks_fill_the_groups_of_the_open_semifinal() -> None:
    stage = BOOK.table("events.open-pairs.semifinal")
    top = BOOK.table("seeding.top")
    assert sorted(seed for seeds in top.values() for seed in seeds) == list(range(1, 21))
    assert top["A"] == (1, 10, 11, 20)
    assert top["E"] == (5, 6, 15, 16)
    blocks = (stage["field"] - 20) // BOOK.value("seeding.block", int)
    assert 4 + 5 * blocks == stage["group-size"] == 34
    assert stage["groups"] * stage["group-size"] == stage["field"] == 170


@pytest.mark.parametrize(
    "discipline", ["veteran-pairs", "women-pairs", "mixed-pairs", "open-pairs"]
)
def test_a_final_of_52_pairs_is_51_rounds_of_two_boards(discipline: str) -> None:
    final = BOOK.table(f"events.{discipline}.final")
    assert final["boards"] == 2 * (final["field"] - 1) == 102


def test_team_stages_are_round_robins_of_24_boards() -> None:
    for stage, teams in (("semifinal", 6), ("final", 10)):
        told = BOOK.table(f"events.open-teams.{stage}")
        assert told["boards"] == told["boards-per-match"] * (teams - 1)


def test_recommended_weekends_are_saturday_and_sunday() -> None:
    for discipline in ("women-pairs", "mixed-pairs", "veteran-pairs", "open-pairs"):
        weekend = BOOK.table(f"events.{discipline}.qualifier.recommended")
        assert weekend["from"].weekday() == 5
        assert weekend["to"] - weekend["from"] == timedelta(days=1)


def test_the_festival_lies_in_its_weeks_and_holds_its_finals() -> None:
    festival = BOOK.table("events.festival")
    weeks = {festival[end].isocalendar().week for end in ("from", "to")}
    assert weeks == set(festival["weeks"])
    for discipline in ("veteran-pairs", "women-pairs", "mixed-pairs", "open-pairs"):
        final = BOOK.table(f"events.{discipline}.final")
        assert festival["from"] <= final["from"] <= final["to"] <= festival["to"]


def test_the_deadlines_of_vacancies_are_the_weekdays_the_text_names() -> None:
    assert BOOK.value("vacancy.open-pairs.filled-by").strftime("%a %H.%M") == "Thu 09.00"
    assert BOOK.value("vacancy.mixed-pairs.filled-by").strftime("%a %H.%M") == "Mon 17.00"
    assert BOOK.value("fees.due.open-pairs.final").strftime("%a %H.%M") == "Sat 08.45"


@pytest.mark.parametrize("row", rows("travel.csv"), ids=lambda row: row["code"])
def test_the_travel_tables_are_as_printed(row: dict[str, str]) -> None:
    code = row["code"]
    extra = BOOK.table("travel.festival.extra-per-pair")
    assert BOOK.value(f"travel.festival.per-pair.{code}") == 100 * int(row["sek_per_pair_festival"])
    assert extra.get(code, 0) == 100 * int(row["extra_per_final_pair"])
    final = BOOK.value(f"travel.team-final.per-player.{code}")
    assert final == 100 * int(row["sek_per_player_team_final"])


def test_a_pair_gets_twice_a_team_player_but_for_angermanland() -> None:
    pair, extra = (BOOK.table(f"travel.festival.{t}") for t in ("per-pair", "extra-per-pair"))
    player = BOOK.table("travel.team-final.per-player")
    off = {code: 2 * player[code] - pair[code] - extra.get(code, 0) for code in pair}
    assert {code: gap for code, gap in off.items() if gap} == {"ANG": 10000}


@pytest.mark.parametrize("boards", [7, 8, 10, 12, 14, 16, 20, 24, 28, 32])
def test_the_25_0_scale_is_the_typed_one(boards: int) -> None:
    typed = [row for row in rows("wbf25.csv") if int(row["boards"]) == boards]
    figure = BOOK.parameter(f"vp.wbf25.bounds.{boards}")
    assert figure.value == tuple(int(row["imp_max"]) for row in typed if row["imp_max"])
    assert figure.status == typed[0]["status"]
    results = BOOK.value("vp.wbf25.results", tuple)
    assert results == tuple((int(row["winner_vp"]), int(row["loser_vp"])) for row in typed)


def test_the_24_board_row_gives_the_fixed_walkover() -> None:
    bounds, results = BOOK.value("vp.wbf25.bounds.24"), BOOK.value("vp.wbf25.results")
    fixed = BOOK.table("walkover.fixed")
    place = [winner for winner, _ in results].index(fixed["vp"])
    assert bounds[place - 1] + 1 == fixed["imps"] == 15


def test_the_veteran_formats_leave_no_number_of_teams_out_and_none_twice() -> None:
    formats = BOOK.table("veteran.formats").values()
    for teams in range(1, 100):
        fitting = [f for f in formats if f.get("from", 1) <= teams <= f.get("to", teams)]
        assert len(fitting) == 1, teams
    at = {
        n: next(f for f in formats if f.get("from", 1) <= n <= f.get("to", n)) for n in (9, 12, 16)
    }
    assert [f["boards"] for f in at.values()] == numbers("10 8 7")


def test_the_parts_of_an_opening_add_up_to_seven_dots_at_most() -> None:
    dots = BOOK.table("systems.dots")
    worst = (
        dots["base"]["fewer-than-three"]
        + dots["unbalanced-when-short"]
        + dots["one-of-a-major"]["1H"]
        + dots["weak"]["1H"]
    )
    assert worst == dots["most"] == 7


def test_the_recommended_levels_and_classes_share_their_limits() -> None:
    classes, levels = BOOK.table("systems.class-from"), BOOK.table("systems.levels")
    assert levels["B"]["maximum"] + 1 == classes["A"]
    assert levels["C"]["maximum"] + 1 == classes["B"]
