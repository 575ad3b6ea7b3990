"""Short words for the table of turns: a plain house, a deal that never changes, and holes told in one line.

The house is the six-card one of two rows of three, with what a case says. Ann, Bo and Cy sit clockwise and Ann begins.
"""

from __future__ import annotations

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
"""A round in which everybody throws away what they draw."""


def up(name: str, *places: str) -> str:
    """Rounds in which that player puts a card into each of these places and the others throw theirs away."""
    first = NAMES.index(name)
    story = []
    for place in places:
        for number, other in enumerate(NAMES):
            play = f"replace {place}" if number == first else "discard"
            story += [f"{other}: draw stock", f"{other}: {play}"]
    return "; ".join(story)


PLACES = ("1 1", "1 2", "1 3", "2 1", "2 2", "2 3")
FIVE_UP = up("Ann", *PLACES[:5])
