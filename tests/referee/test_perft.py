"""The number of legal lines from a fixed deal is what it was: whoever changes a rule of a turn sees it here."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from tests.by_night import EACH_HOUSE
from tests.referee import HOUSES
from tests.referee.perft import count_lines, counts, lines_by_first_action, pinned, positions


@pytest.mark.parametrize("key", EACH_HOUSE)
def test_the_count_of_legal_lines(key: str) -> None:
    house = houses.get(key)
    for where, state in positions(house).items():
        expected = pinned().get((house.key, where))
        assert expected, f"{house.key} is not counted yet: run `python -m tests.referee`"
        found = counts(state, len(expected))
        if found != expected:
            depth = next(depth for depth, pair in enumerate(zip(found, expected, strict=True), 1) if pair[0] != pair[1])
            split = lines_by_first_action(state, depth).items()
            pytest.fail(
                f"{house.key}, {where}, depth {depth}: {found[depth - 1]} lines; {expected[depth - 1]} are pinned.\n"
                + "".join(f"{count:>10}  {action}\n" for action, count in split)
                + f"{state}\nIf the rule was meant to change: `python -m tests.referee {house.key}`"
            )


def test_every_house_is_counted_from_its_deal_its_first_turn_and_its_last() -> None:
    assert sorted(pinned()) == sorted(
        (house.key, where) for house in HOUSES for where in ("the deal", "the first turn", "the last turn")
    )


def test_a_count_that_can_be_done_by_hand() -> None:
    # Two players turn up two of six cards each, and nobody waits for the other: so many first cards, and so many pairs
    # of first and second, by one player or by both.
    state = positions(houses.get("two-joker"))["the deal"]
    assert counts(state, 2) == [12, 2 * 6 * 5 + 2 * 6 * 6]
    assert count_lines(state, 4) == 6 * (6 * 5) ** 2  # four turned up, two of them by the first player: six orders
    assert count_lines(state, 5) == 2 * count_lines(state, 4)  # stock or discard pile
    assert count_lines(state, 6) == 7 * count_lines(state, 5)  # six places or the discard pile


def test_the_split_adds_up() -> None:
    state = positions(houses.get("four-card"))["the first turn"]
    assert sum(lines_by_first_action(state, 4).values()) == count_lines(state, 4)
