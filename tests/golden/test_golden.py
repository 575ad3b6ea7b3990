"""The golden files hold: every possible layout of every house counts what it counted before."""

from __future__ import annotations

from functools import partial

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Totals
from tests.golden import FOLDER, MODULUS, counts_layouts_alike, kept, measured, other_readings

HOUSES = houses.built_in()
by_house = partial(pytest.mark.parametrize, "house", HOUSES, ids=[house.key for house in HOUSES])

CHANGING = [
    pytest.param(house, name, other, id=f"{house.key}-{name}")
    for house in HOUSES
    for name, other in other_readings(house)
    if not counts_layouts_alike(house, other)
]


@by_house()
def test_every_layout_of_the_house_as_printed(house: House) -> None:
    assert measured(house) == {key: value for key, value in kept(house).items() if key != "readings"}


@pytest.mark.parametrize(("house", "name", "other"), CHANGING)
def test_every_layout_of_every_other_reading(house: House, name: str, other: House) -> None:
    found = measured(other)
    assert {key: found[key] for key in found if key != "histogram"} == kept(house)["readings"][name]


@by_house()
def test_the_readings_that_change_what_a_layout_counts_are_those_listed(house: House) -> None:
    golden = kept(house)
    changing = {name for name, other in other_readings(house) if not counts_layouts_alike(house, other)}
    assert set(golden["readings"]) == changing
    # Only what is said in words may change nothing: each of these changes some layout.
    assert golden["hash"] not in {reading["hash"] for reading in golden["readings"].values()}


def test_which_readings_change_what_a_layout_counts() -> None:
    assert {house.key: sorted(kept(house)["readings"]) for house in HOUSES} == {
        "worksheet": ["twos=plus"],
        "penalty": [
            "four-jokers=no",
            "four-of-a-kind=off",
            "four-of-a-kind=on-top",
            "joker-pair=keep",
            "joker-value=minus-five",
            "joker-value=minus-two",
            "six-alike=each-block",
            "touching=touching",
            "two-and-two=rows",
            "twos=minus",
        ],
        "rvers": ["joker-pair=keep", "joker-value=minus-two", "twos=minus"],
        "four-card": ["twos=minus"],
        "two-joker": [
            "joker-pair=minus-two",
            "joker-pair=zero",
            "joker-value=minus-five",
            "joker-value=minus-three",
            "twos=minus",
        ],
    }


@pytest.mark.parametrize(
    ("key", "count", "lowest", "highest"),
    [
        pytest.param("worksheet", 13**6, -6, 60, id="worksheet: three loose twos over kings"),
        pytest.param("penalty", 14**6, -13, 60, id="penalty: four of a kind and a loose joker"),
        pytest.param("rvers", 14**6, 0, 60, id="rvers: nothing is below 0"),
        pytest.param("four-card", 13**4, 0, 40, id="four-card: four kings to four queens"),
        pytest.param("two-joker", 14**6, -12, 60, id="two-joker: six jokers, were there so many"),
    ],
)
def test_extremes_known_from_the_sheets(key: str, count: int, lowest: int, highest: int) -> None:
    golden = kept(houses.get(key))
    assert (golden["count"], golden["min"], golden["max"]) == (count, lowest, highest)


def test_the_histogram_adds_up() -> None:
    for house in HOUSES:
        golden = kept(house)
        histogram = {int(total): count for total, count in golden["histogram"].items()}
        assert sum(histogram.values()) == golden["count"]
        assert sum(total * count for total, count in histogram.items()) == golden["sum"]
        assert (min(histogram), max(histogram)) == (golden["min"], golden["max"])


def test_the_hash_is_what_its_definition_says() -> None:
    house = houses.get("four-card")
    stepwise = 0
    for total in Totals(house).every():
        stepwise = (stepwise * 31 + total + 1000) % MODULUS
    assert stepwise == kept(house)["hash"]


def test_every_file_belongs_to_a_house() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {house.key for house in HOUSES}
