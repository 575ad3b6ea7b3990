"""Misreads of a hole and of a game give the wrong outcomes of the list, and no open reading is called a mistake."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, score_hole
from scorekeeper.school.diagnosis.hole_misreads import HoleMisread, as_outcome, hole_misreads

# House, everybody's raw score, the ender, what is right, and what each misread gives: rules.md D.
TELLING: list[tuple[str, dict[str, int], dict[str, int], dict[str, dict[str, int]]]] = [
    ("penalty", {"Ann": 5, "Bob": 3}, {"Ann": 15, "Bob": 3}, {"N1": {"Ann": 5}, "N8": {"Ann": -5}, "N6": {"Ann": 10}}),
    ("penalty", {"Ann": 5, "Bob": 5}, {"Ann": 5, "Bob": 5}, {"N2": {"Ann": 15}}),
    ("penalty", {"Ann": 3, "Bob": 5}, {"Ann": 3, "Bob": 5},
     {"N3": {"Ann": 13}, "N4": {"Ann": 3, "Bob": 15}, "N4b": {"Bob": 15}, "N9": {"Ann": 13}}),
    ("penalty", {"Ann": 9, "Bob": 4, "Cy": 3, "Di": 0}, {"Ann": 19}, {"N5": {"Ann": 39}, "N4": {"Ann": 19, "Cy": 13}}),
    ("penalty", {"Ann": -7, "Bob": -10}, {"Ann": 3}, {"N6": {"Ann": -14}}),
    ("two-joker", {"Ann": 16, "Bob": 4}, {"Ann": 16}, {"N7": {"Ann": 26}}),
    ("five-a-rival", {"Ann": 9, "Bob": 4, "Cy": 9}, {"Ann": 19}, {"N5": {"Ann": 14}, "N2": {"Ann": 14}}),
    ("vanishing-columns", {"Ann": 9, "Bob": 4}, {"Ann": 18}, {"N6": {"Ann": 19}, "N1": {"Ann": 9}}),
    ("extras", {"Ann": 4, "Bob": 9, "Cy": 9}, {"Ann": 1, "Bob": 14, "Cy": 14},
     {"W1": {"Ann": 4}, "W2": {"Ann": 1, "Bob": 9}}),
]  # fmt: skip


def by_key(house: House) -> dict[str, HoleMisread]:
    return {misread.key: misread for misread in hole_misreads(house)}


@pytest.mark.parametrize(
    ("house", "raw", "right", "wrong"),
    TELLING,
    ids=[f"{', '.join(wrong)}: {', '.join(map(str, raw.values()))} ({house})" for house, raw, _, wrong in TELLING],
)
def test_the_wrong_scores_of_the_list(
    house: str, raw: dict[str, int], right: dict[str, int], wrong: dict[str, dict[str, int]]
) -> None:
    """Ann ended the hole."""
    rules = houses.get(house)
    points = as_outcome(score_hole(raw, rules, "Ann")).points
    assert {name: points[name] for name in right} == right
    for key, theirs in wrong.items():
        made = by_key(rules)[key].outcome(raw, "Ann")
        assert made is not None
        assert {name: made.points[name] for name in theirs} == theirs, key


def test_totals_in_place_of_the_scores_of_the_hole() -> None:
    """Ann has 40 and Bob 30 with this hole: by the totals the ender is behind, on the hole she is not."""
    rules = houses.get("penalty")
    raw = {"Ann": 5, "Bob": 6}
    made = by_key(rules)["N9b"].outcome(raw, "Ann", {"Ann": 35, "Bob": 24})
    assert made is not None
    assert made.points == {"Ann": 15, "Bob": 6}
    assert score_hole(raw, rules, "Ann")["Ann"].score == 5
    assert by_key(rules)["N9b"].outcome(raw, "Ann") is None, "without totals nobody can compare them"


@pytest.mark.parametrize(
    ("house", "open_readings"),
    [("penalty", set()), ("six-card", {"N7"}), ("extras", {"W2"}), ("worksheet", set())],
)
def test_what_a_house_leaves_open_is_no_mistake(house: str, open_readings: set[str]) -> None:
    assert {one.key for one in hole_misreads(houses.get(house)) if one.reading is not None} == open_readings


def test_a_tie_that_costs_nothing_is_no_mistake_where_that_is_open() -> None:
    rules = houses.get("penalty")
    assert rules.penalty is not None
    pays = replace(rules, penalty=replace(rules.penalty, when="someone-lower-or-equal"))
    free = by_key(pays)["N2"]
    assert free.doing == "no penalty is paid for a tie"
    assert free.reading is not None
    assert free.reading.reading.key == "free"


def test_once_the_table_has_chosen_the_other_reading_is_a_mistake() -> None:
    chosen = houses.as_chosen(houses.get("penalty"), {"penalty-tie": "free"})
    assert by_key(chosen)["N2"].reading is None
    pays = houses.as_chosen(houses.get("penalty"), {"penalty-tie": "pays"})
    made = by_key(pays)["N2"].outcome({"Ann": 5, "Bob": 5}, "Ann")
    assert made is not None
    assert made.points["Ann"] == 5
