"""The number of legal lines from a fixed deal is what it was: whoever changes a rule of a turn sees it here."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.rules import House
from tests.referee import HOUSES, each_house
from tests.referee.perft import count_lines, counts, fixed_deal, lines_by_first_action, pinned


@each_house()
def test_the_count_of_legal_lines(house: House) -> None:
    expected = pinned().get(house.key)
    assert expected, f"{house.key} is not counted yet: run `python -m tests.referee`"
    found = counts(house, len(expected))
    if found != expected:
        depth = next(depth for depth, pair in enumerate(zip(found, expected, strict=True), 1) if pair[0] != pair[1])
        split = "\n".join(
            f"{count:>10}  {action}" for action, count in lines_by_first_action(fixed_deal(house), depth).items()
        )
        pytest.fail(
            f"{house.key}, depth {depth}: {found[depth - 1]} lines, pinned are {expected[depth - 1]}.\n"
            f"By first action:\n{split}\n{fixed_deal(house)}\n"
            f"If the rule was meant to change: `python -m tests.referee {house.key}`"
        )


def test_only_houses_are_counted() -> None:
    assert sorted(pinned()) == sorted(house.key for house in HOUSES)


def test_a_count_that_can_be_done_by_hand() -> None:
    # Two players turn up two of six each, in any order and by turns as they like: 12 first cards; the second is one of
    # 11; the third of 10, but for those who have turned two up, who may turn no more.
    state = fixed_deal(houses.get("two-joker"))
    assert counts(houses.get("two-joker"), 2) == [12, 6 * 5 * 2 + 6 * 6 * 2]
    assert count_lines(state, 4) == 6 * (6 * 5) ** 2  # who turns when: 4 over 2
    assert count_lines(state, 5) == 2 * count_lines(state, 4)  # stock or discard pile
    assert count_lines(state, 6) == 7 * count_lines(state, 5)  # six places or the discard pile


def test_the_split_adds_up() -> None:
    state = fixed_deal(houses.get("four-card"))
    assert sum(lines_by_first_action(state, 4).values()) == count_lines(state, 4)
