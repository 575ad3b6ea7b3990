"""How many legal lines there are from one deal, depth by depth: a number that changes when any rule of a turn does.

perft.txt has a line for each house: `key: lines of one action, of two, of three ...`, for two players and a fixed deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from scorekeeper.referee import State, do, legal_actions
from scorekeeper.rules import House
from tests.referee import deal

PINNED = Path(__file__).parent / "perft.txt"

DEEPEST = 9
MOST_STATES = 1_000
"""So many different states are looked into when a new house is counted; then it goes no deeper."""


def fixed_deal(house: House) -> State:
    """The deal that the lines of a house are counted from."""
    return deal(house, max(2, house.table.players_min), Random("the deal of the count"))


def count_lines(state: State, depth: int) -> int:
    """How many ways there are to do so many things one after the other; a hole that is over has none."""
    return sum(_by_state(state, depth).values())


def lines_by_first_action(state: State, depth: int) -> dict[str, int]:
    """The same, split by what is done first: shows where two counts part."""
    return {
        f"{state.seats[player].name}: {action}": count_lines(do(state, player, action), depth - 1)
        for player, action in legal_actions(state)
    }


def _by_state(state: State, depth: int) -> dict[State, int]:
    """The states after so many actions, and how many ways lead to each."""
    ways = {state: 1}
    for _ in range(depth):
        ways = _one_further(ways)
    return ways


def _one_further(ways: dict[State, int]) -> dict[State, int]:
    after: dict[State, int] = {}
    for state, count in ways.items():
        for player, action in legal_actions(state):
            reached = do(state, player, action)
            after[reached] = after.get(reached, 0) + count
    return after


def counts(house: House, depths: int | None = None) -> list[int]:
    """The count for each depth; without ``depths`` as deep as is quick."""
    ways = {fixed_deal(house): 1}
    found: list[int] = []
    for _ in range(depths or DEEPEST):
        if depths is None and len(ways) > MOST_STATES:
            break
        ways = _one_further(ways)
        found.append(sum(ways.values()))
    return found


def pinned() -> dict[str, list[int]]:
    """What is pinned, by house."""
    lines = (line.split(":") for line in PINNED.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return {key: [int(count) for count in found.split()] for key, found in lines}


def write(houses: Iterable[House]) -> None:
    """Pin the counts of these houses; the others stay, but for those that are no houses any more."""
    kept = pinned() if PINNED.exists() else {}
    for house in houses:
        kept[house.key] = counts(house)
    text = "# Legal lines of one action, of two, of three ...; two players, a fixed deal. See perft.py.\n"
    text += "".join(f"{key}: {' '.join(map(str, found))}\n" for key, found in sorted(kept.items()))
    PINNED.write_text(text, "utf-8")
