"""A confirmed hole counts with those who played it: the ender's penalty does not wait for who sat out."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, Player

HOUSE = houses.get("penalty")

CASES = {
    "Cy sat the hole out": (Player(3, "Cy"), True, 10),
    "Cy left before and came back since": (Player(3, "Cy", left=None), True, 10),
    "Cy left before the hole": (Player(3, "Cy", left=0), True, 10),
    "Cy's cards are still missing": (Player(3, "Cy"), False, 0),
}


@pytest.mark.parametrize(("cy", "confirmed", "penalty"), CASES.values(), ids=CASES.keys())
def test_the_penalty_stands(cy: Player, confirmed: bool, penalty: int) -> None:
    ann, bo = Player(1, "Ann"), Player(2, "Bo")
    hole = Hole(1, 1, {1: Entry(points=9), 2: Entry(points=4)}, ender=1, ender_known=True, confirmed=confirmed)
    game = Game(HOUSE, (ann, bo, cy), 9, 1, (hole,))
    result = game.player_result(1, ann)
    assert result is not None
    assert result.penalty == penalty
