"""The golden files hold: the layouts of every house count what they counted before."""

from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from scorekeeper import houses
from scorekeeper.rules import Card, Grid, House, Layout, format_layout, parse_layout, score
from tests.golden import FOLDER, changing_readings, kept, measured
from tests.golden.sampling import sampled_layouts

HOUSES = houses.built_in()
by_house = partial(pytest.mark.parametrize, "house", HOUSES, ids=[house.key for house in HOUSES])


@by_house()
def test_the_layouts_of_the_house_as_printed_and_of_every_other_reading(house: House) -> None:
    assert measured(house) | {"readings": changing_readings(house)} == kept(house)


@pytest.mark.parametrize(
    ("key", "lowest", "highest"),
    [
        pytest.param("worksheet", -6, 60, id="worksheet: three loose twos over kings"),
        pytest.param("four-card", 0, 40, id="four-card: four kings to four queens"),
    ],
)
def test_extremes_known_from_the_sheets(key: str, lowest: int, highest: int) -> None:
    """Over every column: in these houses a layout is the sum of its columns."""
    house = houses.get(key)
    column, columns = replace(house, grid=Grid(2, 1)), house.grid.columns
    pairs = product(house.ranks, repeat=2)
    totals = [score(Layout(((Card(one),), (Card(other),))), column).total for one, other in pairs]
    assert (columns * min(totals), columns * max(totals)) == (lowest, highest)


@by_house()
def test_a_sample_is_of_layouts_that_the_house_can_count(house: House) -> None:
    drawn = list(sampled_layouts(house, 50))
    assert len({format_layout(layout) for layout in drawn}) > 40
    assert all(parse_layout(format_layout(layout), house) == layout for layout in drawn)


def test_every_file_belongs_to_a_house() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {house.key for house in HOUSES}
