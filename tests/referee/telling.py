"""Short words for the table of turns: a plain house, a deal that never changes, and holes told in one line.

The house is the six-card one of two rows of three, with what a case says. Ann, Bo and Cy sit clockwise and Ann begins.
"""

from dataclasses import replace
from typing import Any

from scorekeeper import houses
from scorekeeper.referee import NotAllowed, State, begin, do, legal_actions, parse_action, verify
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import House, parse_card
from scorekeeper.rules.parameters import Ending, Opening, Turn

PLAIN = replace(
    houses.get("two-joker"),
    key="plain",
    options=(),
    opening=Opening(),
    turn=Turn(may_return_discard=True),
    ending=Ending(trigger="all-face-up", last_turns=1),
)
NAMES = ("Ann", "Bo", "Cy")


def house_with(**changes: Any) -> House:
    """The plain house with other parameters: `turn=..., ending=...` as keywords of these."""
    return replace(PLAIN, **{name: replace(getattr(PLAIN, name), **keys) for name, keys in changes.items()})


def dealt(house: House, deck: str = "", players: int = 3) -> State:
    """The hole after the deal; ``deck`` are the cards on top, in the order in which they are dealt."""
    cards = list(full_deck(house, 1))
    top = []
    for card in deck.split():
        top.append(cards.pop(cards.index(parse_card(card))))
    return begin(house, NAMES[:players], [*top, *cards])


def played(state: State, story: str) -> State:
    """The state after `Ann: draw stock; Ann: replace 1 1; ...`."""
    for line in filter(None, (line.strip() for line in story.split(";"))):
        name, action = line.split(": ")
        state = do(state, NAMES.index(name), parse_action(action))
    return state


def offered(state: State) -> set[str]:
    """Everything that may be done, places left out: `Ann: replace`."""
    return {f"{NAMES[player]}: {str(action).rstrip(' 0123456789')}" for player, action in legal_actions(state)}


def refusal(state: State, line: str) -> str:
    """The code with which it is refused; empty where it is allowed."""
    name, action = line.split(": ")
    try:
        verify(state, NAMES.index(name), parse_action(action))
    except NotAllowed as refused:
        return refused.code
    return ""


OPEN_ALL = "; ".join(f"{name}: draw stock; {name}: discard" for name in NAMES)
"""A round in which all players discard the card they draw."""


def up(name: str, *spots: str) -> str:
    """Rounds in which that player puts a card into each of these places and the others throw theirs away."""
    first = NAMES.index(name)
    story = []
    for spot in spots:
        for number, other in enumerate(NAMES):
            play = f"replace {spot}" if number == first else "discard"
            story += [f"{other}: draw stock", f"{other}: {play}"]
    return "; ".join(story)


PLACES = ("1 1", "1 2", "1 3", "2 1", "2 2", "2 3")
FIVE_UP = up("Ann", *PLACES[:5])


def shown(state: State) -> str:
    """A state in readable lines; docs/referee.md says how to read them."""
    columns = state.house.grid.columns
    width = max(len(seat.name) for seat in state.seats)
    lines = [_headline(state)]
    for seat in state.seats:
        words = [str(spot) for spot in seat.spots]
        rows = [" ".join(words[start : start + columns]) for start in range(0, len(words), columns)]
        lines.append(f"  {seat.name:{width}}  {' / '.join(rows)}")
    top = state.discards[0] if state.discards else "none"
    lines.append(f"  stock {len(state.stock)}, discards {len(state.discards)}, top {top}")
    return "\n".join(lines)


def _headline(state: State) -> str:
    who = "all" if state.player is None else state.seats[state.player].name
    words = [str(state.step) if state.over else f"next {who}, {state.step}"]
    if state.drawn is not None:
        words.append(f"holds {state.drawn} from the {state.drawn_from}")
    if state.looked_at is not None:
        words.append(f"looked at {state.looked_at}")
    if state.ender is not None:
        words.append(f"ended by {state.seats[state.ender].name}")
    if state.last_turns:
        words.append(f"then {' '.join(state.seats[number].name for number in state.last_turns)}")
    return ", ".join(words)
