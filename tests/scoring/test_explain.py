"""How the points of a line came about."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from storslam.scoring import Against, Line, Settings, explain, neuberg, score
from tests.scoring.makers import averages, board, events, percent, weighted


def test_match_points_come_from_comparisons_and_neuberg() -> None:
    standing = score(board(1, [420, 170, 170, -50, percent(60, 40)]))
    derivation = explain(standing.boards[0].results[1], standing)
    assert derivation.against == (Against(420, 1, 0), Against(170, 1, 1), Against(-50, 1, 2))
    assert (derivation.expected, derivation.scored.compared, derivation.scored.raw) == (5, 4, 3)
    assert derivation.scored.ns == neuberg(3, 4, 5) == Fraction(16, 4)


def test_only_the_own_group_is_compared_with() -> None:
    lines = [*board(1, [420, 170]), *board(1, [0, 0, 50, -50], "b")[2:]]
    standing = score(lines)
    assert explain(standing.boards[0].results[2], standing).against == (Against(-50, 1, 2),)


def test_butler_imps_come_from_the_datum() -> None:
    standing = score(board(1, [50, -460, -490, -430]), Settings("butler"))
    derivation = explain(standing.boards[0].results[0], standing)
    assert derivation.datum == -450
    assert derivation.against == (Against(-450, 1, 11),)


def test_a_weighted_ruling_shows_its_parts_and_counts_with_them() -> None:
    ruling = weighted((620, 60), (170, 40))
    standing = score(board(1, [ruling, 170]), Settings("cross-imps"))
    first, second = (explain(line, standing) for line in standing.boards[0].results)
    assert first.parts == ruling.parts
    assert first.against == (Against(170, 1, Fraction(60 * 10, 100)),)
    assert second.against == (
        Against(620, Fraction(60, 100), -10),
        Against(170, Fraction(40, 100), 0),
    )


def test_an_artificial_score_comes_from_no_comparison() -> None:
    standing = score(board(1, [percent(60, 40), 0]))
    derivation = explain(standing.boards[0].results[0], standing)
    assert derivation.against == derivation.parts == ()


METHODS = st.sampled_from(
    (Settings(), Settings("cross-imps"), Settings("butler"), Settings("cross-imps", imp_cap=5))
)


@given(events(averages), METHODS)
def test_the_explanation_adds_up_to_the_points(lines: list[Line], settings: Settings) -> None:
    standing = score(lines, settings)
    for one in (one for scored in standing.boards for one in scored.results if one.compared):
        derivation = explain(one, standing)
        won = sum((part.results * part.points for part in derivation.against), Fraction())
        if settings.method == "matchpoints":
            assert won == one.raw
            assert one.ns == neuberg(won, one.compared, derivation.expected)
        else:
            rest = sum((part.results for part in derivation.against), Fraction())
            assert one.ns == (won / rest if rest else 0)
