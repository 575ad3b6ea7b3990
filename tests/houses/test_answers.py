"""What a table's answers change: each something."""

from collections.abc import Iterator, Sequence
from itertools import product

from scorekeeper import houses
from scorekeeper.houses import with_readings
from scorekeeper.houses.sheet import SheetSection, rule_sheet
from scorekeeper.referee.open_questions import answers
from scorekeeper.rules import BadLayout, House, Layout, Option, Reading, score, score_hole
from tests.golden.sampling import sampled_layouts

HOUSES = houses.built_in()
HOLES = [dict(zip(("Ann", "Bob", "Cy"), points, strict=True)) for points in product((-3, 4, 9), repeat=3)]


def numbers(house: House, layouts: Sequence[Layout]) -> Iterator[int | None]:
    """What telling holes and these layouts count in the house, one after the other; None for one that it refuses."""
    for raw in HOLES:
        yield from (player.score for player in score_hole(raw, house, "Ann").players)
    for layout in layouts:
        try:
            yield score(layout, house).total
        except BadLayout:
            yield None


def count_alike(one: House, other: House) -> bool:
    if one.grid != other.grid or one.ranks != other.ranks:
        return False
    layouts = [layout for house in (other, one) for layout in sampled_layouts(house, 40)]
    return all(own == others for own, others in zip(numbers(one, layouts), numbers(other, layouts), strict=True))


def tell_apart(house: House, option: Option) -> bool:
    """Whether the example of the question counts otherwise under another of its readings."""
    return len({(answer.total, answer.totals) for answer in answers(house, option)}) > 1


def to_choose(house: House) -> list[tuple[Option, Reading]]:
    """Every answer that is not the one taken in any case."""
    return [
        (option, reading)
        for option in house.options
        if option.asked != "explained"
        for reading in option.readings
        if reading is not option.default
    ]


def test_every_answer_changes_a_score_a_verdict_or_a_sentence() -> None:
    idle = []
    for house in HOUSES:
        printed = rule_sheet(house)
        for option, reading in to_choose(house):
            chosen = with_readings(house, {option.key: reading.key})
            if option.kind == "score":
                changed = not count_alike(house, chosen) or tell_apart(house, option)
            else:
                changed = sentences(rule_sheet(chosen), reading) != sentences(printed, reading)
            if not changed:
                idle.append(f"{house.key}: {option.key}={reading.key}")
    assert not idle


def sentences(sheet: Sequence[SheetSection], reading: Reading) -> list[object]:
    """What a sheet says; without the table that repeats each answer, unless it is just an agreement of the table."""
    return [section for section in sheet if section.key != "readings" or not reading.sets]
