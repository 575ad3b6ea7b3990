"""What may be done in a state: each action that nothing speaks against."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from scorekeeper.referee.actions import (
    Action,
    Discard,
    DrawStock,
    EndTurn,
    Knock,
    Look,
    Peek,
    Ready,
    Replace,
    Shuffle,
    TakeDiscard,
    TurnUp,
)
from scorekeeper.referee.state import State, Step
from scorekeeper.referee.verifying import can
from scorekeeper.rules import Grid


def legal_actions(state: State) -> tuple[tuple[int, Action], ...]:
    """Everything that anybody may do now, by seat. One order stands for all in which the discards may be shuffled."""
    return tuple((player, action) for player in state.due for action in actions_of(state, player))


def actions_of(state: State, player: int) -> tuple[Action, ...]:
    """Everything that the player in that seat may do now."""
    return tuple(action for action in _worth_asking(state) if can(state, player, action))


def _worth_asking(state: State) -> Iterator[Action]:
    """What may be possible in this step of a turn in such a house; the rules decide."""
    if state.step is Step.DRAW and not state.stock:
        yield Shuffle(state.shuffled_next())
    turn = state.house.turn
    ways = _WAYS[turn.placed]
    yield from _in_step(state.house.grid, state.step, ways, turn.look != "forbidden", turn.turn_up_instead)


_WAYS: dict[str, tuple[bool, ...]] = {
    "face-up": (True,),
    "face-down": (False,),
    "as-drawn": (True, False),
    "as-replaced": (True, False),
    "either": (True, False),
}
"""Whether a card may come to lie face up, or face down, or both."""


@lru_cache(maxsize=1024)
def _in_step(grid: Grid, step: Step, ways: tuple[bool, ...], looks: bool, turns_up: bool) -> tuple[Action, ...]:
    cells = grid.cells()
    turning_up = tuple(TurnUp(cell) for cell in cells)
    if step is Step.OPENING:
        return (*turning_up, *(Peek(cell) for cell in cells), Ready())
    if step is Step.DRAW:
        return (DrawStock(), TakeDiscard(), *(turning_up if turns_up else ()), Knock())
    if step is Step.HAND:
        placing = tuple(Replace(cell, face_up) for face_up in ways for cell in cells)
        return (Discard(), *placing, *(Look(cell) for cell in cells if looks))
    if step in (Step.TURN_UP, Step.LAST_CARD):
        return (*turning_up, EndTurn())
    return (Knock(), EndTurn()) if step is Step.KNOCK else ()
