"""Dice fall the same way for ever, and fairly."""

from collections import Counter

import pytest

from scorekeeper.school.exercises.dice import Dice

FIRST = [4, 2, 4, 0, 2, 2, 4, 2, 2, 5]


def test_the_same_text_gives_the_same_numbers_as_ever() -> None:
    dice = Dice("7K2Q")
    assert [dice.below(6) for _ in FIRST] == FIRST


@pytest.mark.parametrize("limit", [1, 2, 6, 13, 54])
def test_every_number_comes_as_often_as_the_others(limit: int) -> None:
    dice = Dice(f"fair {limit}")
    count = Counter(dice.below(limit) for _ in range(200 * limit))
    assert set(count) == set(range(limit))
    assert all(120 <= times <= 290 for times in count.values())


def test_what_is_drawn_is_drawn_once() -> None:
    drawn = Dice("draw").draw("ABCDEF", 4)
    assert len(set(drawn)) == 4
    assert sorted(Dice("all").draw("ABC", 9)) == ["A", "B", "C"]
