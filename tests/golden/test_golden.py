"""The golden files hold: the layouts of every house count what they counted before."""

from functools import partial

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, format_layout, parse_layout
from tests.golden import FOLDER, counts_layouts_alike, kept, measured, measured_reading, other_readings
from tests.golden.sampling import sampled_layouts

HOUSES = houses.built_in()
by_house = partial(pytest.mark.parametrize, "house", HOUSES, ids=[house.key for house in HOUSES])


@pytest.mark.long
@by_house()
def test_the_layouts_of_the_house_as_printed(house: House) -> None:
    assert measured(house) == {key: value for key, value in kept(house).items() if key != "readings"}


@pytest.mark.long
@by_house()
def test_the_layouts_of_every_other_reading(house: House) -> None:
    changing = {name: other for name, other in other_readings(house) if not counts_layouts_alike(house, other)}
    assert {name: measured_reading(other) for name, other in changing.items()} == kept(house)["readings"]


@pytest.mark.parametrize(
    ("key", "count", "lowest", "highest"),
    [
        pytest.param("worksheet", 13**6, -6, 60, id="worksheet: three loose twos over kings"),
        pytest.param("four-card", 13**4, 0, 40, id="four-card: four kings to four queens"),
    ],
)
def test_extremes_known_from_the_sheets(key: str, count: int, lowest: int, highest: int) -> None:
    golden = kept(houses.get(key))
    assert (golden["count"], golden["min"], golden["max"]) == (count, lowest, highest)


@by_house()
def test_a_sample_is_of_layouts_that_the_house_can_count(house: House) -> None:
    drawn = list(sampled_layouts(house, 50))
    assert len({format_layout(layout) for layout in drawn}) > 40
    assert all(parse_layout(format_layout(layout), house) == layout for layout in drawn)


def test_every_file_belongs_to_a_house() -> None:
    assert {file.stem for file in FOLDER.glob("*.json")} == {house.key for house in HOUSES}
