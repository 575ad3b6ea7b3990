"""What holds for every layout, every house and every hole, whatever the cards."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.rules import (
    BadLayout,
    Card,
    Cell,
    Grid,
    House,
    Layout,
    Rank,
    RuleError,
    Suit,
    format_layout,
    parse_layout,
    score,
    score_hole,
)
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.parameters import Cancelling, Placing
from tests.by_night import sort_of_house, with_marks
from tests.golden import counts_layouts_alike, option_of, other_readings

# As printed, and with the answers that every table is asked for.
ALL = [
    *((house.key, house) for house in houses.built_in()),
    *(
        (f"{house.key}-{name}", other)
        for house in houses.built_in()
        for name, other in other_readings(house)
        if house.source.sheet and option_of(house, name).asked == "usual"
    ),
]
# Without the readings that only concern play, and with a rule that no house has.
COUNTING = [
    *(
        (name, house)
        for name, house in ALL
        if house in houses.built_in() or not counts_layouts_alike(house, houses.get(house.key))
    ),
    ("anywhere", replace(houses.get("four-card"), cancelling=Cancelling(where=("anywhere",)))),
]


def sort_of(named: tuple[str, House]) -> Hashable:
    """By day: houses of every sort, each option once, and the rule that no house has."""
    name, house = named
    of_a_house = name.startswith(house.key)
    return sort_of_house(house, name.removeprefix(house.key).removeprefix("-")) if of_a_house else name


def each(named: list[tuple[str, House]]) -> pytest.MarkDecorator:
    cases = [pytest.param(house, id=name, marks=marks) for (name, house), marks in with_marks(named, sort_of)]
    return pytest.mark.parametrize("house", cases)


def cards(ranks: st.SearchStrategy[Rank]) -> st.SearchStrategy[Card]:
    return ranks.flatmap(
        lambda rank: st.builds(
            Card, st.just(rank), st.sampled_from((None, *Suit)) if rank in STANDARD_RANKS else st.none()
        )
    )


@st.composite
def layouts(draw: st.DrawFn, grid: Grid, ranks: tuple[Rank, ...] = tuple(Rank), *, hidden: bool = False) -> Layout:
    """Layouts of few different ranks, so that equal cards meet often."""
    few = draw(st.lists(st.sampled_from(ranks), min_size=1, max_size=4, unique=True))
    found = [[draw(cards(st.sampled_from(few))) for _ in range(grid.columns)] for _ in range(grid.rows)]
    covered = draw(st.frozensets(st.sampled_from(grid.cells()))) if hidden else frozenset()
    return Layout(tuple(map(tuple, found)), covered)


def layouts_of(house: House, *, hidden: bool = False) -> st.SearchStrategy[Layout]:
    """Layouts that the house can count: with the suits that it asks for."""

    def with_suits(layout: Layout) -> Layout:
        rows = tuple(
            tuple(
                Card(card.rank, card.suit or Suit.SPADES) if card.rank in house.suited_ranks else card for card in row
            )
            for row in layout.rows
        )
        return Layout(rows, layout.hidden)

    return layouts(house.grid, house.ranks, hidden=hidden).map(with_suits)


grids = st.builds(Grid, st.integers(1, 4), st.integers(1, 6))


@given(layout=grids.flatmap(lambda grid: layouts(grid, hidden=True)))
def test_reading_and_writing_a_layout_are_inverse(layout: Layout) -> None:
    text = format_layout(layout)
    assert parse_layout(text) == layout
    assert format_layout(parse_layout(text)) == text
    assert parse_layout(text.lower().replace("10", "t")) == layout


@given(text=st.text(alphabet="A2370TJQK*OER/ []shdc1x\0♥", max_size=40))
@settings(max_examples=300)
def test_whatever_is_typed_is_a_layout_or_a_bad_layout(text: str) -> None:
    problems: Sequence[RuleError] = ()
    layout = None
    try:
        layout = parse_layout(text)
    except BadLayout as error:
        problems = error.problems
    assert bool(layout) != bool(problems)
    assert layout is None or parse_layout(format_layout(layout)) == layout
    assert all(problem.message and problem.code for problem in problems)


@each(COUNTING)
@given(data=st.data())
@settings(max_examples=20)
def test_the_lines_add_up_and_hold_every_card_once(house: House, data: st.DataObject) -> None:
    layout = data.draw(layouts_of(house, hidden=True))
    worked = score(layout, house)
    assert worked.total == sum(line.points for line in worked.lines)
    assert worked.total == sum(worked.column_points) + sum(line.points for line in worked.lines_across)
    values = [cell for line in worked.lines if line.rule == "values" for cell in line.cells]
    groups = {cell for line in worked.lines if line.rule == "pair" for cell in line.cells}
    # A bonus in place of its cards may be the only line that names them.
    bonuses = {cell for line in worked.lines if line.rule in ("four-of-a-kind", "bonus") for cell in line.cells}
    assert len(set(values)) == len(values)
    assert groups.isdisjoint(values)
    assert {*values, *groups, *bonuses} == set(house.grid.cells())
    assert all(line.text and line.cells for line in worked.lines)


@each(COUNTING)
@given(data=st.data())
@settings(max_examples=15)
def test_a_score_depends_on_nothing_but_the_cards(house: House, data: st.DataObject) -> None:
    # The house remembers columns it has worked out; a house that remembers nothing must agree.
    layout = data.draw(layouts_of(house))
    assert score(layout, house) == score(layout, replace(house))


def directions(house: House) -> set[str]:
    """Along what equal cards are looked for, `block` and `corners` included."""
    found: set[str] = set(house.cancelling.where if house.cancelling else ())
    four = house.four_of_a_kind
    if four is not None and (four.points or four.by_rank or four.by_columns):
        found.add("block" if "block" in four.pattern else four.pattern)
    return found | {bonus.pattern for bonus in house.bonuses}


def neighbours_matter(house: House) -> bool:
    bonus = house.four_of_a_kind
    touching = bonus is not None and (bonus.touching or bonus.six_alike == "each-block")
    return touching or not directions(house).isdisjoint({"row", "diagonal", "block", "corners"})


@each(COUNTING)
@given(data=st.data())
@settings(max_examples=15)
def test_columns_may_be_permuted_where_no_rule_looks_at_neighbours(house: House, data: st.DataObject) -> None:
    layout = data.draw(layouts_of(house))
    order = data.draw(st.permutations(range(house.grid.columns)))
    permuted = Layout(tuple(tuple(row[column] for column in order) for row in layout.rows))
    mirrored = Layout(tuple(row[::-1] for row in layout.rows))
    total = score(layout, house).total
    assert score(mirrored, house).total == total
    if not neighbours_matter(house):
        assert score(permuted, house).total == total


def test_where_neighbours_matter_a_permutation_does_change_a_score() -> None:
    touching = houses.with_readings(houses.get("penalty"), {"touching": "touching"})
    assert neighbours_matter(touching)
    apart, together = (parse_layout(text, touching) for text in ("5 K 5 / 5 3 5", "5 5 K / 5 5 3"))
    assert (score(apart, touching).total, score(together, touching).total) == (3, -7)


@each(COUNTING)
@given(data=st.data())
@settings(max_examples=15)
def test_the_two_cards_of_a_column_may_be_swapped(house: House, data: st.DataObject) -> None:
    layout = data.draw(layouts_of(house))
    upside_down = Layout(layout.rows[::-1])
    assert score(upside_down, house).total == score(layout, house).total
    one_column = [list(row) for row in layout.rows]
    one_column[0][0], one_column[1][0] = one_column[1][0], one_column[0][0]
    if directions(house).isdisjoint({"row", "diagonal", "block", "corners", "two-and-two"}):
        assert score(Layout(tuple(map(tuple, one_column))), house).total == score(layout, house).total


# What is in no deck of numbers is no card at all there.
@each([(name, house) for name, house in COUNTING if house.table.deck is None])
@given(data=st.data())
@settings(max_examples=10)
def test_a_card_without_a_value_never_scores(house: House, data: st.DataObject) -> None:
    layout = data.draw(layouts_of(house))
    cell = data.draw(st.sampled_from(house.grid.cells()))
    missing = layout[cell].rank
    without = replace(house, values={rank: value for rank, value in house.values.items() if rank is not missing})
    expected = [place for place in house.grid.cells() if layout[place].rank is missing]
    for attempt in (lambda: score(layout, without), lambda: parse_layout(str(layout), without)):
        with pytest.raises(BadLayout) as error:
            attempt()
        assert [(problem.code, problem.cell) for problem in error.value.problems] == [
            ("card.no_value", place) for place in expected
        ]


@given(data=st.data(), mark=st.sampled_from(["1", "11", "X", "?", "-", "\0", "🂡"]))
def test_an_unknown_card_never_scores(data: st.DataObject, mark: str) -> None:
    house = houses.get("two-joker")
    layout = data.draw(layouts_of(house))
    row, column = cell = data.draw(st.sampled_from(house.grid.cells()))
    written = [[str(card) for card in cards] for cards in layout.rows]
    written[row][column] = mark
    with pytest.raises(BadLayout) as error:
        parse_layout(" / ".join(" ".join(cards) for cards in written), house)
    assert [(problem.code, problem.cell) for problem in error.value.problems] == [("card.unknown", Cell(*cell))]


names = st.sampled_from(["Ann", "Bob", "Cy", "Di", "Eve"])


@each([(name, house) for name, house in ALL if house.reward is None and house.placing == Placing()])
@given(raw=st.dictionaries(names, st.integers(-28, 60), min_size=1), data=st.data())
@settings(max_examples=25)
def test_a_penalty_never_changes_who_is_lowest(house: House, raw: dict[str, int], data: st.DataObject) -> None:
    ender = data.draw(st.sampled_from(sorted(raw)))
    result = score_hole(raw, house, ender)
    lowest = min(raw.values())
    lowest_before = {name for name, points in raw.items() if points == lowest}
    winners = {player.name for player in result.players if player.wins}
    # Where a tie costs, the ender alone drops out of the lowest.
    dropped = {ender} if result[ender].penalty and len(lowest_before) > 1 else set()
    assert winners == lowest_before - dropped
    for player in result.players:
        assert player.penalty == 0 or player.name == ender
        assert player.penalty >= 0


@each(ALL)
def test_freezing_and_thawing_give_the_house_back(house: House) -> None:
    thawed = houses.thaw(houses.freeze(house))
    assert thawed == house
    assert houses.freeze(thawed) == houses.freeze(house)
