"""How many legal lines there are from a fixed state, depth by depth: it changes when any rule of a turn does.

perft.txt has three lines for each house, for two players and a fixed deal: from the deal, from the first turn, and from
the last turn before somebody ended the hole. `key, from: lines of one action, of two, of three ...`
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

from scorekeeper.referee import Shuffle, State, Step, do, legal_actions
from scorekeeper.rules import House
from tests.referee import deal
from tests.referee.simulator import hurried

PINNED = Path(__file__).parent / "perft.txt"

DEEPEST = 8
MOST_STATES = 700
"""So many different states are looked into when a new house is counted; then it goes no deeper."""


def positions(house: House) -> dict[str, State]:
    """The states that the lines of a house are counted from."""
    dice = Random("the deal of the count")
    state = deal(house, max(2, house.table.players_min), dice)
    found = {"the deal": state}
    while state.step is not Step.OVER:
        if state.step is Step.DRAW and state.ender is None:
            found.setdefault("the first turn", state)
            found["the last turn"] = state
        player, action = dice.choice(hurried(state, legal_actions(state)))
        assert not isinstance(action, Shuffle), "a hole in haste is over before the stock is"
        state = do(state, player, action)
    return found


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


def counts(state: State, depths: int | None = None) -> list[int]:
    """The count for each depth; without ``depths`` as deep as is quick."""
    ways = {state: 1}
    found: list[int] = []
    for _ in range(depths or DEEPEST):
        if depths is None and len(ways) > MOST_STATES:
            break
        ways = _one_further(ways)
        if depths is None and not ways:
            break
        found.append(sum(ways.values()))
    return found


def pinned() -> dict[tuple[str, str], list[int]]:
    """What is pinned, by house and state."""
    found = {}
    for line in PINNED.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            key, where, lines = line.replace(", ", ":", 1).split(":")
            found[key, where] = [int(count) for count in lines.split()]
    return found


def write(houses: Iterable[House]) -> None:
    """Pin the counts of these houses; the others stay as they are."""
    kept = pinned() if PINNED.exists() else {}
    for house in houses:
        for where, state in positions(house).items():
            kept[house.key, where] = counts(state)
    text = "# Legal lines of one action, of two, of three ...; two players, a fixed deal. See perft.py.\n"
    text += "".join(f"{key}, {where}: {' '.join(map(str, found))}\n" for (key, where), found in sorted(kept.items()))
    PINNED.write_text(text, "utf-8")
