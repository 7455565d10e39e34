"""The registry of players as the office gets it, and everything that is wrong in it at once."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storslam.errors import FileFault
from storslam.exchange.registry import (
    RegistryPlayer,
    SheetFaults,
    given_fields,
    load_players,
)
from storslam.exchange.sheet import write_csv, write_xlsx

SWEDISH = (
    *("Medlemsnummer", "Namn", "Födelseår", "Distrikt", "Klubb", "Bosatt", "Betald"),
    *("Mästarpoäng", "Handicap", "Rankingpoäng", "Kön", "E-post"),
)
ENGLISH = (
    *("Member number", "Name", "Birth year", "District", "Club", "Residence", "Paid"),
    *("Master points", "Handicap", "Ranking points", "Gender", "E-mail"),
)
NAMES = st.from_regex(r"[A-ZÅÄÖa-zåäö]{1,20}( [A-ZÅÄÖa-zåäö]{1,20})?", fullmatch=True)
POINTS = st.integers(0, 10**6).map(lambda hundredths: Fraction(hundredths, 100))
PLAYERS = st.lists(
    st.builds(
        RegistryPlayer,
        number=st.integers(1, 999_999).map(str),
        name=NAMES,
        birth_year=st.none() | st.integers(1900, 2012),
        district=st.none() | st.sampled_from(("STO", "SKA", "JMT")),
        club=st.none() | NAMES,
        residence=st.none() | st.sampled_from(("STO", "abroad", "abroad: Norge")),
        paid=st.none() | st.dates(date(2012, 7, 1), date(2013, 8, 1)),
        master_points=st.none() | st.integers(0, 99_999),
        handicap=st.none() | POINTS,
        ranking_points=st.none() | POINTS,
        women=st.none() | st.booleans(),
        email=st.none() | st.just("asa@exempel.se"),
    ),
    min_size=1,
    max_size=8,
    unique_by=lambda player: player.number,
)


def cells(player: RegistryPlayer) -> tuple[object, ...]:
    sex = {None: None, True: "K", False: "M"}[player.women]
    return (
        *(player.number, player.name, player.birth_year, player.district, player.club),
        *(player.residence, player.paid, player.master_points, player.handicap),
        *(player.ranking_points, sex, player.email),
    )


@settings(max_examples=60, deadline=None)
@given(PLAYERS, st.sampled_from((SWEDISH, ENGLISH)))
def test_csv_and_workbook_give_the_same_players(
    players: list[RegistryPlayer], header: tuple[str, ...]
) -> None:
    rows = [cells(player) for player in players]
    assert load_players(write_csv(header, rows), "r") == players
    assert load_players(write_xlsx({"Register": (header, rows)}), "r") == players


def load(text: str) -> list[RegistryPlayer]:
    return load_players(text.encode(), "register.csv")


def test_what_is_empty_or_has_no_column_is_not_known_and_never_zero() -> None:
    assert load("medlemsnummer;namn;handicap;mp\n1;Åsa Ek;;\n") == [RegistryPlayer("1", "Åsa Ek")]
    assert load("mid;namn;handicap\n1;Åsa Ek;0\n")[0].handicap == 0


def test_columns_that_no_rule_needs_are_not_kept() -> None:
    text = "Telefon;Medlemsnr;Förnamn;Efternamn;MP\n070;00815;Åsa;von  Ek;1 217\n"
    assert load(text) == [RegistryPlayer("815", "Åsa von Ek", master_points=1217)]
    fields = given_fields(text.encode(), "register.csv")
    assert fields == {"number", "name", "master_points"}


@pytest.mark.parametrize(
    ("heading", "text", "field", "value"),
    [
        ("Födelsedatum", "1953-12-31", "birth_year", 1953),
        ("Handicap", "18,4", "handicap", Fraction(92, 5)),
        ("Rankingpoäng", "101.25", "ranking_points", Fraction(405, 4)),
        ("Mästarpoäng", "1\N{NO-BREAK SPACE}217,0", "master_points", 1217),
        ("Betald", "20120930", "paid", date(2012, 9, 30)),
        ("Betald", "2012/09/30", "paid", date(2012, 9, 30)),
        ("Distrikt", "skånes bridgeförbund", "district", "SKA"),
        ("Distrikt", "Jämtl.-Härjedalen", "district", "JMT"),
        ("Bosatt", "Skåne", "residence", "SKA"),
        ("Bosatt", "Utomlands", "residence", "abroad"),
        ("Bosatt", "utomlands (Norge)", "residence", "abroad: Norge"),
        ("Kön", "Kvinna", "women", True),
        ("Gender", "male", "women", False),
    ],
)
def test_cells_as_people_write_them(heading: str, text: str, field: str, value: object) -> None:
    player = load(f"Medlemsnummer;Namn;{heading}\n1;Åsa Ek;{text}\n")[0]
    assert getattr(player, field) == value


@pytest.mark.parametrize(
    ("heading", "text", "reason"),
    [
        ("Födelseår", "53", "not a day"),
        ("Födelseår", "1853", "not a year of birth"),
        ("Betald", "2013-02-29", "not a day"),
        ("Betald", "1/2/2013", "not a day"),
        ("Betald", "2013-0228", "not a day"),
        ("Handicap", "-1", "below zero"),
        ("Handicap", "hög", "not a number"),
        ("Mästarpoäng", "12,5", "not a whole number"),
        ("Distrikt", "Skåna", "no district 'Skåna'"),
        ("Bosatt", "Norge", "utomlands: Norge"),
        ("Bosatt", "Skaane", "is no district"),
        ("Kön", "x", "neither K"),
        ("E-post", "åsa", "not an e-mail"),
        ("Klubb", "B" * 121, "longer than 120"),
        ("Klubb", "a\x1bb", "cannot be shown"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_heading(heading: str, text: str, reason: str) -> None:
    with pytest.raises(SheetFaults) as caught:
        load(f"Medlemsnummer;Namn;{heading}\n1;Åsa Ek;\n2;Bo Ek;{text}\n")
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (3, heading.lower())
    assert reason in fault.message % fault.params


def test_all_faults_come_at_once_in_the_order_of_the_lines() -> None:
    with pytest.raises(SheetFaults, match="faults: 5") as caught:
        load("mid;namn;betald\n1;Åsa;\nx;;igår\n0001;Bo;2012-09-30\n;Eva;\n")
    told = [(f.line, f.column, f.message % f.params) for f in caught.value.faults]
    assert told == [
        (3, "mid", "'x' is not a member number"),
        (3, "namn", "this must be filled in"),
        (3, "betald", "'igår' is not a day: write 2013-04-28"),
        (4, "mid", "member number 1 is also in line 2"),
        (5, "mid", "this must be filled in"),
    ]
    assert caught.value.place == "register.csv:3"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("medlemsnummer;namn\n", "no players"),
        ("namn;klubb\nÅsa;A\n", "member number and the name"),
        ("medlemsnummer;förnamn\n1;Åsa\n", "member number and the name"),
        ("medlemsnummer;namn;mp;mästarpoäng\n1;Åsa;1;2\n", "mp and mästarpoäng mean the same"),
        ("medlemsnummer;namn\n1;Åsa;extra\n", "3 cells under 2"),
    ],
)
def test_a_file_that_is_no_registry_is_refused(text: str, reason: str) -> None:
    with pytest.raises(FileFault, match=reason) as caught:
        load(text)
    assert caught.value.file == "register.csv"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.sampled_from(SWEDISH))
def test_no_cell_is_too_strange(text: str, heading: str) -> None:
    rows = [("1", "Åsa", text)]
    header = ("Medlemsnummer", "Namn", heading)
    try:
        load_players(write_csv(header, rows), "r")
    except FileFault:
        return


@pytest.mark.parametrize("write", ["csv", "xlsx"])
def test_three_thousand_players_are_read_at_once(write: str) -> None:
    rows = [
        (
            *(str(n), f"Spelare {n}", 1950 + n % 60, "SKA", f"Klubb {n % 400}", "SKA"),
            *(date(2012, 9, 1), n, Fraction(n % 520, 10), Fraction(n, 100), "K", f"s{n}@x.se"),
        )
        for n in range(1, 3001)
    ]
    data = write_csv(SWEDISH, rows) if write == "csv" else write_xlsx({"R": (SWEDISH, rows)})
    assert len(load_players(data, "r")) == 3000
