"""The golden files hold: the layouts of every house count what they counted before."""

from __future__ import annotations

from functools import partial

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Layout, Totals, format_layout, parse_layout, score
from tests.by_night import EACH_HOUSE, sort_of_house, with_marks
from tests.golden import (
    FOLDER,
    MODULUS,
    SAMPLE,
    counts_every_layout,
    counts_layouts_alike,
    kept,
    measured,
    measured_reading,
    option_of,
    other_readings,
)
from tests.golden.sampling import Draws, sampled_layouts

HOUSES = houses.built_in()
by_house = partial(pytest.mark.parametrize, "house", HOUSES, ids=[house.key for house in HOUSES])

CHANGING = [
    pytest.param(house, name, other, id=f"{house.key}-{name}", marks=marks)
    for (house, name, other), marks in with_marks(
        (
            (house, name, other)
            for house in HOUSES
            for name, other in other_readings(house)
            if not counts_layouts_alike(house, other)
        ),
        lambda case: sort_of_house(case[0], case[1]),
    )
]


@pytest.mark.parametrize("key", EACH_HOUSE)
def test_the_layouts_of_the_house_as_printed(key: str) -> None:
    house = houses.get(key)
    assert measured(house) == {key: value for key, value in kept(house).items() if key != "readings"}


@pytest.mark.parametrize(("house", "name", "other"), CHANGING)
def test_the_layouts_of_every_other_reading(house: House, name: str, other: House) -> None:
    assert measured_reading(option_of(house, name), other) == kept(house)["readings"][name]


@by_house()
def test_the_readings_that_change_what_a_layout_counts_are_those_listed(house: House) -> None:
    changing = {name for name, other in other_readings(house) if not counts_layouts_alike(house, other)}
    assert set(kept(house)["readings"]) == changing


@pytest.mark.parametrize(("house", "name", "other"), CHANGING)
def test_each_of_these_readings_changes_some_layout(house: House, name: str, other: House) -> None:
    """Only what is said in words may change nothing."""
    if house.grid != other.grid or house.needs_suits != other.needs_suits:
        return  # not even the same layouts can be laid
    drawn = sampled_layouts(other, 3_000)
    assert any(score(layout, house).total != score(layout, other).total for layout in drawn if fits(layout, house)), (
        name
    )


def fits(layout: Layout, house: House) -> bool:
    """Whether the house can count that layout too, where the reading leaves cards out of the grid."""
    return all(card.rank in house.values for card in layout.cards())


def test_which_of_the_usual_readings_of_the_sheets_change_what_a_layout_counts() -> None:
    assert {
        house.key: sorted(name for name in kept(house)["readings"] if option_of(house, name).asked == "usual")
        for house in HOUSES
        if house.source.sheet
    } == {
        "worksheet": ["twos=plus"],
        "penalty": [
            "four-jokers=no",
            "four-of-a-kind=off",
            "four-of-a-kind=on-top",
            "joker-pair=keep",
            "joker-pair=minus-three",
            "joker-value=minus-five",
            "joker-value=minus-two",
            "six-alike=each-block",
            "six-alike=each-pair",
            "touching=touching",
            "two-and-two=rows",
            "twos=minus",
        ],
        "rvers": ["joker-pair=keep", "joker-pair=minus-four", "joker-value=minus-two", "twos=minus"],
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
        pytest.param("queens-nothing", 13**4, 0, 40, id="queens-nothing: four queens to four kings"),
        pytest.param("turtle", 14**4, -3, 34, id="turtle: joker and ace beside two jacks; ten, nine, eight, seven"),
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


@by_house()
def test_a_sample_is_of_layouts_that_the_house_can_count_and_is_always_the_same(house: House) -> None:
    drawn = list(sampled_layouts(house, 50))
    assert drawn == list(sampled_layouts(house, 50))
    assert len({format_layout(layout) for layout in drawn}) > 40
    assert all(parse_layout(format_layout(layout), house) == layout for layout in drawn)


def test_the_draws_are_what_their_definition_says() -> None:
    draws = Draws()
    state = 1
    for n in (5, 13, 4, 1, 1000):
        state = (state * 1664525 + 1013904223) % MODULUS
        assert draws.one_of(n) == (state // 65536) % n


def test_only_what_is_few_or_quick_is_counted_in_full() -> None:
    in_full = [house.key for house in HOUSES if counts_every_layout(house)]
    assert in_full == [
        "worksheet", "penalty", "rvers", "four-card", "two-joker",
        "four-cancelling", "four-turns", "queens-nothing", "turtle",
    ]  # fmt: skip
    assert all(kept(house)["sample"] == SAMPLE for house in HOUSES if house.key not in in_full)


def test_every_file_belongs_to_a_house() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {house.key for house in HOUSES}
