"""Holes in readable text: they play as written, and show every row of each sheet's procedure."""

import pytest

from scorekeeper.rules import House
from tests.referee import HOUSES
from tests.referee.playthroughs import LEAVING, file_of, replay

# Never allowed, in any house.
NEVER = {
    "refused turn.not_yours",
    "refused turn.must_draw",
    "refused draw.once",
    "refused hand.draw_first",
    "refused look.never",
    "refused rearrange.never",
    "refused hole.over",
}


WRITTEN = [house for house in HOUSES if file_of(house).exists()]
"""Houses whose holes show something that no other house does."""


@pytest.mark.parametrize("house", WRITTEN, ids=lambda house: house.key)
def test_the_holes_are_played_as_written(house: House) -> None:
    text = file_of(house).read_text("utf-8")
    told, shown = replay(text, house)
    assert told == text, f"if the rule was meant to change: `python -m tests.referee {house.key}`"
    assert shown >= {"over", *NEVER} or house.ending.trigger in ("turns", "stock-empty")
    assert ("last turn" in shown) == (house.ending.last_turns > 0)
    assert (LEAVING in shown) == (house.cancelling is not None and house.cancelling.leave)


def test_the_five_sheets_are_played() -> None:
    assert {house.key for house in HOUSES if house.source.sheet} < {house.key for house in WRITTEN}
    assert len(list(file_of(HOUSES[0]).parent.iterdir())) == len(WRITTEN)
