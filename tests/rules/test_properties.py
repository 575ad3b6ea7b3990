"""Properties of every layout, house and hole, for any cards."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import houses
from scorekeeper.rules import Card, Grid, Layout, Rank, Suit, format_layout, parse_layout, score, score_hole
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.parameters import Cancelling, Placing
from tests.golden import counts_layouts_alike, other_readings
from tests.golden.sampling import sampled_layouts

# As printed, and with the answers that every table is asked for.
ALL = [
    *houses.built_in(),
    *(other for house in houses.built_in() for name, other in other_readings(house) if house.source.sheet),
]
# Without the readings that only concern play, and with a rule that no house has.
COUNTING = [
    *(house for house in ALL if house in houses.built_in() or not counts_layouts_alike(house, houses.get(house.key))),
    replace(houses.get("four-card"), cancelling=Cancelling(where=("anywhere",))),
]


def cards(ranks: st.SearchStrategy[Rank]) -> st.SearchStrategy[Card]:
    return ranks.flatmap(
        lambda rank: st.builds(
            Card, st.just(rank), st.sampled_from((None, *Suit)) if rank in STANDARD_RANKS else st.none()
        )
    )


@st.composite
def layouts(draw: st.DrawFn, grid: Grid) -> Layout:
    """Layouts of few ranks, so that cards often match."""
    few = draw(st.lists(st.sampled_from(tuple(Rank)), min_size=1, max_size=4, unique=True))
    found = [[draw(cards(st.sampled_from(few))) for _ in range(grid.columns)] for _ in range(grid.rows)]
    return Layout(tuple(map(tuple, found)), draw(st.frozensets(st.sampled_from(grid.cells()))))


grids = st.builds(Grid, st.integers(1, 4), st.integers(1, 6))


@pytest.mark.long
@given(layout=grids.flatmap(layouts))
@settings(max_examples=40)
def test_reading_and_writing_a_layout_are_inverse(layout: Layout) -> None:
    text = format_layout(layout)
    assert parse_layout(text) == layout
    assert format_layout(parse_layout(text)) == text
    assert parse_layout(text.lower().replace("10", "t")) == layout


def test_the_lines_add_up_and_hold_every_card_once() -> None:
    for house in COUNTING:
        for layout in sampled_layouts(house, 25):
            worked = score(layout, house)
            assert worked.total == sum(line.points for line in worked.lines)
            assert worked.total == sum(worked.column_points) + sum(line.points for line in worked.lines_across)
            values = [cell for line in worked.lines if line.rule == "values" for cell in line.cells]
            groups = {cell for line in worked.lines if line.rule in ("pair", "gone") for cell in line.cells}
            # A bonus in place of its cards may be the only line that names them.
            bonuses = {cell for line in worked.lines if line.rule in ("four-of-a-kind", "bonus") for cell in line.cells}
            assert len(set(values)) == len(values)
            assert groups.isdisjoint(values)
            assert {*values, *groups, *bonuses} == set(house.grid.cells()), str(layout)
            assert all(line.text and line.cells for line in worked.lines)


def test_a_penalty_never_changes_who_is_lowest() -> None:
    plain = [house for house in ALL if house.reward is None and house.placing == Placing()]
    by_penalty = {house.penalty: house for house in plain if house.match.hole_tie == "shared"}
    holes = [dict(zip(("Ann", "Bob", "Cy"), points, strict=True)) for points in product((-7, 0, 4, 16), repeat=3)]
    for house, raw, ender in product(by_penalty.values(), holes, ("Ann", "Cy")):
        result = score_hole(raw, house, ender)
        lowest = {name for name, points in raw.items() if points == min(raw.values())}
        # Where a tie costs, the ender alone drops out of the lowest.
        dropped = {ender} if result[ender].penalty and len(lowest) > 1 else set()
        assert {player.name for player in result.players if player.wins} == lowest - dropped, (house.readings, raw)
        assert result[ender].penalty >= 0
        assert not any(player.penalty for player in result.players if player.name != ender)
