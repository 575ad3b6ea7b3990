"""How the asking player can end the hole in this turn."""

from scorekeeper.referee.actions import Action, Discard, DrawStock, Knock, Replace, TakeDiscard, TurnUp
from scorekeeper.referee.play import do
from scorekeeper.referee.situation import ME
from scorekeeper.referee.state import State, Step
from scorekeeper.referee.verify import actions_of

_ENDING: dict[type, tuple[str, str | None]] = {
    DrawStock: ("", ""),
    TakeDiscard: ("", ""),
    Knock: ("knock", None),
    TurnUp: ("flip your last card", None),
    Replace: ("swap your last face-down card", "swap another card and "),
    Discard: ("", "discard the card you drew and "),
}
"""By action: the words if it ends the hole, and the words if the hole can be ended right after it."""


def ways_to_end(state: State, done: str = "") -> dict[str, Action]:
    """What the asking player can do in the rest of this turn to end the hole on purpose, in words."""
    ways: dict[str, Action] = {}
    for action in actions_of(state, ME):
        words, before = _ENDING.get(type(action), ("", None))
        after = do(state, ME, action) if words or before is not None else state
        if words and after.ender == ME and state.ender is None:
            ways.setdefault(done + words, action)
        elif before is not None and after.player == ME:
            ways |= ways_to_end(after, before)
    # Where the hole ends by itself, swapping a card is no choice to end it.
    by_itself = state.step is Step.DRAW and state.house.ending.trigger == "all-face-up"
    return {} if by_itself and all(isinstance(action, Replace) for action in ways.values()) else ways
