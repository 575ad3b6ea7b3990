"""The heap that sheets are made from is searched only for what a search can find."""

from __future__ import annotations

from time import process_time

import pytest

from scorekeeper import houses
from scorekeeper.quiz.questions import KINDS
from scorekeeper.quiz.sets import make_set

PENALTY = houses.get("penalty")


def seconds(size: int, variants: int, kinds: list[str]) -> float:
    """What making such a set takes this process, the least of two times."""
    times = []
    for code in ("7K2Q-M4XP", "7K2Q-M4XQ"):
        began = process_time()
        make_set(PENALTY, 7, size, variants, kinds, code)
        times.append(process_time() - began)
    return min(times)


@pytest.mark.nightly
def test_few_hands_are_not_searched_for_longer_than_the_five_that_tell_all_misreads_apart() -> None:
    five = seconds(5, 2, ["score"])
    assert seconds(2, 2, ["score"]) < 3 * five
    every = [kind.key for kind in KINDS]
    assert seconds(2 * len(every), 2, every) < 8 * five
