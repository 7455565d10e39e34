"""Contestants of an event from a table."""

import pytest

from storslam.errors import FileFault
from storslam.exchange.contestants import load_contestants
from storslam.exchange.faults import SheetFaults
from storslam.scoring.event import Contestant, Player


def load(text):
    return load_contestants(text.encode(), "falt.csv")


def test_swedish_headings_and_a_file_without_numbers_are_read():
    assert load("Namn 1;Klubb1;Medlemsnummer1;namn2\nÅsa Ek;BK Ess;11;Bo By\nCaj D;;;Ed F\n") == (
        Contestant("1", (Player("Åsa Ek", "11", "BK Ess"), Player("Bo By"))),
        Contestant("2", (Player("Caj D"), Player("Ed F"))),
    )


def test_a_team_has_a_name_of_its_own():
    (team,) = load("nummer;lag;namn1;namn2;namn3\n5;Essen;A;B;C\n")
    assert (team.id, team.name, [one.name for one in team.players]) == ("5", "Essen", list("ABC"))


def test_every_line_that_is_wrong_is_told():
    with pytest.raises(SheetFaults) as refused:
        load("number;name1;name2\n1;A;B\n1;C;D\n3;;\na/b;E;F\n")
    assert [(fault.line, fault.column) for fault in refused.value.faults] == [
        (3, "number"),
        (4, "name1"),
        (5, "number"),
    ]


def test_a_file_without_names_is_no_field():
    with pytest.raises(FileFault):
        load("number;club1\n1;BK Ess\n")
