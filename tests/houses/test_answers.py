"""What a table's answers change: each something."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from scorekeeper import houses
from scorekeeper.houses import with_readings
from scorekeeper.houses.sheet import SheetSection, rule_sheet
from scorekeeper.referee.open_questions import answers
from scorekeeper.rules import BadLayout, Card, Grid, House, Layout, Option, Rank, Reading, score, score_hole
from scorekeeper.rules.cards import Suit

HOUSES = houses.built_in()
HOLES = [dict(zip(("Ann", "Bob", "Cy"), points, strict=True)) for points in product((-3, 4, 9), repeat=3)]


@cache
def telling_layouts(grid: Grid, ranks: tuple[Rank, ...], *, suited: bool, count: int = 300) -> tuple[Layout, ...]:
    """Layouts of few ranks and suits, so that equal cards, jokers, kings, twos and hidden cards meet in every way."""
    dice = random.Random(grid.size)
    layouts = []
    for number in range(count):
        some = dice.sample(ranks, min(1 + number % 5, len(ranks)))
        if Rank.JOKER in ranks and number % 4 == 0:
            some = [Rank.JOKER, *some[:1]]
        suits = list(Suit)[: 1 + number % 4]
        dealt = [dice.choice(some) for _ in grid.cells()]
        cards = [Card(rank, dice.choice(suits) if suited and rank is not Rank.JOKER else None) for rank in dealt]
        rows = tuple(tuple(cards[start : start + grid.columns]) for start in range(0, grid.size, grid.columns))
        hidden = frozenset(cell for cell in grid.cells() if number % 3 == 0 and dice.random() < 0.3)
        layouts.append(Layout(rows=rows, hidden=hidden))
    return tuple(layouts)


def numbers(house: House) -> Iterator[int | None]:
    """What telling holes and layouts count in the house, one after the other; None for a layout that it refuses."""
    for raw in HOLES:
        yield from (player.score for player in score_hole(raw, house, "Ann").players)
    for layout in telling_layouts(house.grid, house.ranks, suited=house.table.deck is None):
        try:
            yield score(layout, house).total
        except BadLayout:
            yield None


def count_alike(one: House, other: House) -> bool:
    if one.grid != other.grid or one.ranks != other.ranks:
        return False
    return all(own == others for own, others in zip(numbers(one), numbers(other), strict=True))


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
