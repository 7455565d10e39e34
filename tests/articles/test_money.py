"""Fees, travel and the EM fund (pp. 7-12): an article a test, by its id."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storslam.errors import StorslamError
from storslam.rulebook.edition import edition
from storslam.rulebook.registry import decide, discover

discover("storslam.championship")


def ask(name: str, **facts: object):
    return decide(name, facts, edition())


def result(name: str, **facts: object):
    return dict(ask(name, **facts).result)


def sek(name: str, **facts: object) -> Fraction:
    return result(name, **facts)["sek"]


def test_a_table_fee_in_finals_and_in_team_semifinals__SM_FEE_1() -> None:
    """SM-FEE-1: outside Open and the team event, the championship has no semifinal."""
    assert sek("table-fee", discipline="open-teams", stage="semifinal", players=4) == 1000
    assert sek("table-fee", discipline="women-pairs", stage="final", players=2) == 600
    for discipline in ("women-pairs", "beginner-pairs", "veteran-teams"):
        with pytest.raises(StorslamError, match=f"no semifinal in {discipline}"):
            sek("table-fee", discipline=discipline, stage="semifinal", players=2)


@pytest.mark.parametrize(
    ("discipline", "players", "fault"),
    [
        ("women-pairs", 3, "players must be at most 2"),
        ("women-pairs", 1, "players must be at least 2"),
        ("open-teams", 3, "players must be at least 4"),
        ("open-teams", 7, "players must be at most 6"),
    ],
)
def test_a_table_fee_is_for_as_many_as_a_pair_or_team_is(
    discipline: str, players: int, fault: str
) -> None:
    """SM-FEE-4, SM-FEE-5, SM-TEAM-1."""
    with pytest.raises(StorslamError, match=fault):
        sek("table-fee", discipline=discipline, stage="final", players=players)


def test_beginners_pay_a_table_fee_like_other_pairs_of_the_festival() -> None:
    """SM-FEE-4 (G-63, G-25)."""
    found = ask("table-fee", discipline="beginner-pairs", stage="final", players=2)
    assert (found.result["sek"], set(found.assumptions)) == (600, {"G-25", "G-63"})


@pytest.mark.parametrize(
    ("discipline", "players"), [("junior-pairs", 2), ("junior-teams", 4), ("veteran-teams", 5)]
)
def test_a_final_that_is_entered_directly_has_no_table_fee(discipline: str, players: int) -> None:
    """SM-FEE-1, SM-FEE-2, SM-FEE-3 (G-64)."""
    found = ask("table-fee", discipline=discipline, stage="final", players=players)
    assert (found.result["sek"], found.assumptions) == (0, ("G-64",))


@pytest.mark.parametrize(
    ("discipline", "event", "fee"),
    [
        ("veteran-pairs", "qualifier", 200),
        ("women-pairs", "qualifier", 200),
        ("mixed-pairs", "qualifier", 200),
        ("open-pairs", "qualifier", 200),
        ("open-pairs", "last-chance", 400),
        ("mixed-pairs", "last-chance", 400),
        ("junior-pairs", "final", 600),
    ],
)
def test_entry_fees_of_pairs__SM_FEE_2(discipline: str, event: str, fee: int) -> None:
    """SM-FEE-2."""
    assert sek("entry-fee", discipline=discipline, event=event, players=2) == fee
    assert ask("entry-fee", discipline=discipline, event=event).missing == ("players",)


def test_entry_fees_of_teams__SM_FEE_3() -> None:
    """SM-FEE-3: 470 a team; veterans 1200 and 400; juniors 250 a player."""
    assert sek("entry-fee", discipline="open-teams", event="qualifier") == 470
    assert sek("entry-fee", discipline="veteran-teams", event="final", days=1) == 1200
    assert sek("entry-fee", discipline="veteran-teams", event="final", days=2) == 1600
    assert sek("entry-fee", discipline="junior-teams", event="final", players=5) == 1250
    assert ask("entry-fee", discipline="veteran-teams", event="final").missing == ("days",)
    with pytest.raises(StorslamError, match="no entry fee"):
        sek("entry-fee", discipline="women-pairs", event="final", players=2)
    with pytest.raises(StorslamError, match="no qualifier in veteran-teams"):
        sek("entry-fee", discipline="veteran-teams", event="qualifier", days=1)
    with pytest.raises(StorslamError, match="players must be at most 6"):
        sek("entry-fee", discipline="junior-teams", event="final", players=7)
    with pytest.raises(StorslamError, match=r"no last-chance in mixed-pairs on 2012-10-04"):
        sek("entry-fee", discipline="mixed-pairs", event="last-chance", players=2, on="2012-10-04")


def test_table_fees_of_pairs__SM_FEE_4() -> None:
    """SM-FEE-4: an Open pair pays 400 in the semifinal and 500 in the final."""
    stages = ("semifinal", "final")
    fees = [sek("table-fee", discipline="open-pairs", stage=s, players=2) for s in stages]
    assert fees == [400, 500]


def test_table_fees_of_teams__SM_FEE_5() -> None:
    """SM-FEE-5: five players and both stages are 3000, for the registered players (G-25)."""
    found = [
        ask("table-fee", discipline="open-teams", stage=s, players=5)
        for s in ("semifinal", "final")
    ]
    assert sum(one.result["sek"] for one in found) == 3000
    assert found[0].assumptions == ("G-25",)


def kept(discipline: str, stage: str, paid_at: str | None, **facts: object) -> bool:
    return result(
        "table-fee-deadline", discipline=discipline, stage=stage, paid_at=paid_at, **facts
    )["place_kept"]


@pytest.mark.parametrize(
    ("paid_at", "keeps"),
    [
        ("2013-06-30T23:59:59+02:00", True),
        ("2013-07-01T00:00:00+02:00", False),
        ("2013-06-30T22:00:00+00:00", False),
        (None, False),
    ],
)
def test_the_table_fee_is_due_on_30_june__SM_FEE_6(paid_at: str | None, keeps: bool) -> None:
    """SM-FEE-6: by Swedish time."""
    assert kept("women-pairs", "final", paid_at) is keeps
    assert kept("open-pairs", "semifinal", paid_at) is keeps


def test_a_pair_that_came_in_later_pays_when_it_accepts__SM_FEE_6() -> None:
    """SM-FEE-6 (G-43)."""
    accepted = "2013-07-20T12:00:00+02:00"
    found = ask(
        "table-fee-deadline",
        discipline="women-pairs",
        stage="final",
        paid_at="2013-07-20T23:59:00+02:00",
        place_accepted_at=accepted,
    )
    assert (found.result["place_kept"], found.assumptions) == (True, ("G-43", "G-67"))
    late = "2013-07-21T00:00:00+02:00"
    assert not kept("women-pairs", "final", late, place_accepted_at=accepted)


def test_of_a_late_pair_that_has_not_paid_the_moment_is_asked__SM_FEE_6() -> None:
    """SM-FEE-6 (G-67): all day long it may still pay; one that had its place in time may not."""
    facts = {"discipline": "women-pairs", "stage": "final", "paid_at": None}
    late = {**facts, "place_accepted_at": "2013-07-20T12:00:00+02:00"}
    assert ask("table-fee-deadline", **late).missing == ("as_of",)
    assert ask("table-fee-deadline", **late, as_of="2013-07-20T23:00:00+02:00").result["place_kept"]
    told = ask("table-fee-deadline", **late, as_of="2013-07-21T08:00:00+02:00").result
    assert told == {"place_kept": False, "last": date(2013, 7, 20)}
    early = {**facts, "place_accepted_at": "2013-06-20T12:00:00+02:00"}
    assert not ask("table-fee-deadline", **early).result["place_kept"]


@pytest.mark.parametrize(("at", "keeps"), [("08:45:00", True), ("08:45:01", False)])
def test_the_open_final_is_paid_by_a_quarter_to_nine__SM_FEE_7(at: str, keeps: bool) -> None:
    """SM-FEE-7: Saturday 3 August 2013."""
    assert kept("open-pairs", "final", f"2013-08-03T{at}+02:00") is keeps
    with pytest.raises(StorslamError, match="no last day"):
        kept("open-teams", "final", None)
    assert edition().at().parameter("fees.due.open-pairs.final").status == "inferred"


@pytest.mark.parametrize(
    ("costs", "paid"), [(4300, 4000), (4000, 4000), ("3999.50", Fraction("3999.5"))]
)
def test_the_federation_pays_at_most_4000_of_a_semifinal__SM_FEE_9(costs, paid) -> None:
    """SM-FEE-9, SM-FEE-10: costs are always reported."""
    found = ask("organiser-costs", costs=costs)
    assert found.result["reimbursed"] == paid
    assert [reason.rule_id for reason in found.reasons] == ["SM-FEE-9", "SM-FEE-10"]


def junior(players: int, transport: str, **facts: object) -> Fraction:
    return sek("travel-junior", one_way_mil=20, players=players, transport=transport, **facts)


def test_juniors_get_six_kronor_a_mil__SM_TRAV_1() -> None:
    """SM-TRAV-1, the text's examples 1, 3 and 4: 240, train for 310, train for 200."""
    assert junior(1, "car") == 240
    assert junior(1, "train", actual_cost=310) == 240
    assert junior(1, "train", actual_cost=200) == 200
    assert ask("travel-junior", one_way_mil=20, players=1, transport="train").missing == (
        "actual_cost",
    )


def test_a_car_is_capped__SM_TRAV_2() -> None:
    """SM-TRAV-2, the text's example 2: four in a car get 740, three are under the cap."""
    assert junior(4, "car") == 740
    assert junior(3, "car") == 720


def test_only_residents_of_sweden__SM_TRAV_3() -> None:
    """SM-TRAV-3."""
    assert junior(1, "car", resident_in_sweden=False) == 0


def test_the_sums_of_the_team_final_are_for_where_it_is_played__SM_TRAV_14() -> None:
    """SM-TRAV-14: Örebro."""
    book = edition().at()
    assert book.value("travel.based-on") == book.value("events.open-teams.final.place") == "Örebro"


def festival(district: str, discipline: str, pairs: int, **facts: object):
    return ask(
        "travel-festival", district=district, discipline=discipline, entitled_pairs=pairs, **facts
    )


def test_a_fixed_sum_for_each_entitled_pair__SM_TRAV_5_SM_TRAV_4() -> None:
    """SM-TRAV-5, SM-TRAV-4: Skåne with five pairs gets 7000, to pay out itself."""
    assert festival("Skåne", "women-pairs", 5).result["sek"] == 7000
    assert festival("SKA", "mixed-pairs", 5).result["sek"] == 7000
    with pytest.raises(StorslamError, match="nearest is Skåne"):
        festival("Skone", "women-pairs", 5)


@pytest.mark.parametrize(
    ("district", "pairs", "total"),
    [
        ("Norrbotten", 3, 9600),
        ("Gotland", 2, 3200),
        ("Ångermanland", 1, 2200),
        ("Västerbotten", 1, 2500),
    ],
)
def test_extra_for_the_far_districts__SM_TRAV_6(district: str, pairs: int, total: int) -> None:
    """SM-TRAV-6 (G-12, G-61)."""
    found = festival(district, "women-pairs", pairs, final_pairs=pairs)
    assert found.result["sek"] == total
    assert found.assumptions == ("G-12", "G-61")
    assert festival(district, "women-pairs", pairs).missing == ("final_pairs",)


def test_in_open_the_first_62_are_entitled__SM_TRAV_7() -> None:
    """SM-TRAV-7: the decision says that only those are to be counted."""
    rules = [reason.rule_id for reason in festival("Uppland", "open-pairs", 2).reasons]
    assert "SM-TRAV-7" in rules
    assert festival("Uppland", "open-pairs", 62).result["sek"] == 31000
    with pytest.raises(StorslamError, match="entitled_pairs must be at most 62"):
        festival("Uppland", "open-pairs", 63)
    with pytest.raises(StorslamError, match="entitled_pairs must be at most 52"):
        festival("Uppland", "women-pairs", 53)


def test_no_more_pairs_start_than_are_entitled() -> None:
    """SM-TRAV-6."""
    with pytest.raises(StorslamError, match="final_pairs must be at most 2"):
        festival("Gotland", "women-pairs", 2, final_pairs=3)


def test_none_for_veteran_teams_and_beginners__SM_TRAV_13() -> None:
    """SM-TRAV-13."""
    for discipline in ("veteran-teams", "beginner-pairs"):
        assert festival("Skåne", discipline, 2).result["sek"] == 0
    with pytest.raises(StorslamError, match="no Festival allowance"):
        festival("Skåne", "open-teams", 2)


def player(halves: int, home: str, **facts: object) -> dict:
    return {"halves_in_qualifier": halves, "lives_in": home, **facts}


def test_team_final_per_player__SM_TRAV_11() -> None:
    """SM-TRAV-11: four of Jämtland get 3000."""
    four = [player(2, "Jämtl.-Härjedalen")] * 4
    assert sek("travel-team-final", qualified_in="Jämtl.-Härjedalen", players=four) == 3000


def test_who_played_in_the_qualifier_counts_for_its_district__SM_TRAV_9() -> None:
    """SM-TRAV-9: wherever the player lives."""
    assert sek("travel-team-final", qualified_in="Örebro", players=[player(1, "Skåne")]) == 0


def test_who_was_added_later_counts_for_home__SM_TRAV_10() -> None:
    """SM-TRAV-10: lives in Skåne, so the amount of Skåne."""
    assert sek("travel-team-final", qualified_in="Örebro", players=[player(0, "Skåne")]) == 700
    unknown = [player(1, "Skåne"), {"halves_in_qualifier": 0}]
    asked = ask("travel-team-final", qualified_in="Örebro", players=unknown)
    assert asked.missing == ("players[1].lives_in",)


def test_who_lives_abroad_has_no_district__SM_TRAV_3() -> None:
    """SM-TRAV-3: and gets nothing, also for a district far away."""
    players = [{"halves_in_qualifier": n, "resident_in_sweden": False} for n in (0, 2)]
    found = result(
        "travel-team-final", qualified_in="Skåne", players=[*players, player(1, "Skåne")]
    )
    assert found == {"sek": 700, "players": [0, 0, 700]}
    assert (
        sek("travel-team-final", qualified_in="Skåne", players=[{"halves_in_qualifier": 1}]) == 700
    )
    with pytest.raises(StorslamError, match="players must not be empty"):
        sek("travel-team-final", qualified_in="Skåne", players=[])


def test_team_semifinal_by_the_offices_amounts__SM_TRAV_8() -> None:
    """SM-TRAV-8 (G-26)."""
    facts = {"qualified_in": "Uppland", "players": [player(2, "Uppland"), player(0, "Gotland")]}
    found = ask("travel-team-semifinal", **facts, sek_per_player={"Uppland": 120, "Gotland": 500})
    assert (found.result["sek"], found.assumptions) == (620, ("G-26",))
    assert ask("travel-team-semifinal", **facts, sek_per_player={"Uppland": 120}).missing == (
        "sek_per_player.Gotland",
    )


def test_ten_kronor_a_pair_to_the_fund__SM_EMF_1() -> None:
    """SM-EMF-1 (G-27)."""
    found = ask("em-fund", pairs=400)
    assert (found.result["sek"], found.assumptions) == (4000, ("G-27",))
    assert sek("em-fund", pairs=400, discipline="mixed-pairs") == 4000


@pytest.mark.parametrize("discipline", ["junior-pairs", "beginner-pairs", "open-teams"])
def test_four_disciplines_pay_to_the_fund_and_get_from_it(discipline: str) -> None:
    """SM-EMF-1, SM-EMF-2."""
    for name, facts in (("em-fund", {"pairs": 4}), ("em-fund-offers", {"declined_places": []})):
        with pytest.raises(StorslamError, match=f"{discipline} has no part in the fund"):
            ask(name, discipline=discipline, **facts)


def test_the_two_best_are_offered__SM_EMF_2() -> None:
    """SM-EMF-2."""
    assert result("em-fund-offers", declined_places=[])["offered_places"] == [1, 2]


@pytest.mark.parametrize(
    ("declined", "offered"),
    [([1, 2, 5], [3, 4]), ([1], [2, 3]), ([1, 2, 3, 4, 5], [6]), ([1, 2, 3, 4, 5, 6], [])],
)
def test_the_offer_goes_down_to_sixth_place__SM_EMF_3(declined: list, offered: list) -> None:
    """SM-EMF-3."""
    assert result("em-fund-offers", declined_places=declined)["offered_places"] == offered


def test_a_district_pays_for_a_replacement_it_did_not_report__SM_PEN_6() -> None:
    """SM-PEN-6."""
    facts = {"discipline": "women-pairs", "stage": "final"}
    assert sek("unreported-replacement", **facts, reported=False) == 600
    assert sek("unreported-replacement", **facts, reported=True) == 0
    with pytest.raises(StorslamError, match="discipline must be one of"):
        sek("unreported-replacement", discipline="open-teams", stage="final", reported=False)
    with pytest.raises(StorslamError, match="no semifinal in women-pairs"):
        sek("unreported-replacement", discipline="women-pairs", stage="semifinal", reported=True)


@given(st.integers(0, 60), st.integers(0, 60))
def test_a_district_pays_for_the_teams_it_reported__SM_ENTRY_7(reported: int, actual: int) -> None:
    """SM-ENTRY-7: 12 reported and 10 played are 12 × 470."""
    total = sek("team-count-invoice", reported=reported, actual=actual)
    assert total == 470 * max(reported, actual)


def test_the_account_of_a_district__SM_FEE_8() -> None:
    """SM-FEE-8: Norrbotten reported 12 teams, has three women's pairs and one team finalist."""
    found = ask(
        "district-ledger",
        district="Norrbotten",
        teams={"reported": 12, "actual": 10},
        festival=[{"discipline": "women-pairs", "entitled_pairs": 3, "final_pairs": 3}],
        team_finalists=[player(2, "Norrbotten")],
        semifinal_costs=[4300],
        unreported=[{"discipline": "women-pairs", "stage": "final"}],
    )
    sums = [(line["decision"], line["sek"]) for line in found.result["lines"]]
    assert sums == [
        ("team-count-invoice", -5640),
        ("unreported-replacement", -600),
        ("travel-festival", 9600),
        ("travel-team-final", 1600),
        ("organiser-costs", 4000),
    ]
    assert found.result["to_the_district"] == 8960
    assert {"G-12", "G-61"} <= set(found.assumptions)


def test_a_team_fee_is_of_teams_also_where_each_player_pays__SM_FEE_3() -> None:
    """SM-FEE-3: junior teams."""
    facts = {"discipline": "junior-teams", "event": "final", "players": 4}
    assert [r.rule_id for r in ask("entry-fee", **facts).reasons] == ["SM-FEE-3"]


PLAYED = {"halves_in_qualifier": 2}


def test_no_more_players_are_paid_for_than_a_team_has__SM_TRAV_11() -> None:
    """SM-TRAV-11, SM-TEAM-7: six play in a final."""
    facts = {"qualified_in": "Skåne", "players": [PLAYED] * 7}
    with pytest.raises(StorslamError, match="players must be at most 6"):
        ask("travel-team-final", **facts)
    assert ask("travel-team-final", **facts, teams=2).result["sek"]
    with pytest.raises(StorslamError, match="players must be at most 6"):
        ask("travel-team-semifinal", **facts, sek_per_player={"Skåne": 100})
    ledger = {"district": "Skåne", "team_finalists": [PLAYED] * 12}
    assert ask("district-ledger", **ledger).result["to_the_district"] > 0


def test_an_account_names_a_discipline_once__SM_FEE_8() -> None:
    pairs = {"discipline": "women-pairs", "entitled_pairs": 3, "final_pairs": 3}
    with pytest.raises(StorslamError, match="festival: women-pairs is there twice"):
        ask("district-ledger", district="Skåne", festival=[pairs, pairs])


@pytest.mark.parametrize(
    ("declined", "fault"), [([1, 1], "1 is there twice"), ([7], "must be at most 6")]
)
def test_who_declined_was_offered_once__SM_EMF_3(declined: list[int], fault: str) -> None:
    with pytest.raises(StorslamError, match=fault):
        ask("em-fund-offers", declined_places=declined)
