"""Actions of a player, each with a readable form: `replace 1 2` puts a card into row 1, column 2."""

import re
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.rules import Card, Cell, RuleError, parse_card


@dataclass(frozen=True)
class _Action:
    """An action that is fully said by its name."""

    words: ClassVar[str]

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class _WithOneCard(_Action):
    """An action with one card of the player's own grid."""

    cell: Cell

    def __str__(self) -> str:
        return f"{self.words} {_at(self.cell)}"


class TurnUp(_WithOneCard):
    """Flip a face-down card: in the opening, after discarding, or as a whole turn."""

    words = "turn up"


class Peek(_WithOneCard):
    """Peek at an own card in the opening, and leave it face down."""

    words = "peek"


class Look(_WithOneCard):
    """Peek at an own face-down card during a turn."""

    words = "look"


class Ready(_Action):
    """Stop peeking in the opening."""

    words = "ready"


class DrawStock(_Action):
    """Draw the top card of the stock."""

    words = "draw stock"


class TakeDiscard(_Action):
    """Take the top card of the discard pile."""

    words = "take discard"


class Discard(_Action):
    """Put the drawn card onto the discard pile."""

    words = "discard"


class Knock(_Action):
    """End the hole, so that the others have at most their last turns."""

    words = "knock"


class EndTurn(_Action):
    """End the turn: leave the card face down, do not knock. Before drawing this would be a pass."""

    words = "end turn"


@dataclass(frozen=True)
class Shuffle:
    """Make a new stock of all discards except the top one, in the given order, its top card first."""

    order: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["shuffle", *map(str, self.order)])


@dataclass(frozen=True)
class Replace:
    """Swap the drawn card for the card in a cell, which goes to the discard pile."""

    cell: Cell
    face_up: bool = True

    def __str__(self) -> str:
        return f"replace {_at(self.cell)}{'' if self.face_up else ' face down'}"


@dataclass(frozen=True)
class Rearrange:
    """Switch two cards of the player's own grid."""

    cell: Cell
    other: Cell

    def __str__(self) -> str:
        return f"exchange {_at(self.cell)} with {_at(self.other)}"


Action = (
    TurnUp | Peek | Ready | DrawStock | TakeDiscard | Shuffle | Look | Replace | Discard | Knock | EndTurn | Rearrange
)

_NAMED: dict[str, type[Ready | DrawStock | TakeDiscard | Discard | Knock | EndTurn]] = {
    kind.words: kind for kind in (Ready, DrawStock, TakeDiscard, Discard, Knock, EndTurn)
}
_WITH_ONE_CARD: dict[str, type[TurnUp | Peek | Look]] = {kind.words: kind for kind in (TurnUp, Peek, Look)}


def _at(cell: Cell) -> str:
    return f"{cell.row + 1} {cell.column + 1}"


def parse_action(text: str) -> Action:
    """Read an action.

    >>> parse_action("replace 1 2 face down")
    Replace(cell=Cell(row=0, column=1), face_up=False)

    Raises RuleError for any other text.
    """
    words = " ".join(text.split())
    name, _, cards = words.partition(" ")
    if name == "shuffle":
        return Shuffle(tuple(parse_card(card) for card in cards.split()))
    # The action and its cells: `exchange 1 1 with 2 2` is `exchange with` and two cells.
    cells = [Cell(int(row) - 1, int(column) - 1) for row, column in re.findall(r"(\d+) (\d+)", words)]
    match " ".join(re.sub(r"\d+ \d+", "", words).split()), cells:
        case done, [] if done in _NAMED:
            return _NAMED[done]()
        case done, [cell] if done in _WITH_ONE_CARD:
            return _WITH_ONE_CARD[done](cell)
        case ("replace" | "replace face down") as done, [cell]:
            return Replace(cell, face_up=done == "replace")
        case "exchange with", [cell, other]:
            return Rearrange(cell, other)
    message = f"{text!r} isn't an action. Actions are, for example, `draw stock`, `replace 1 2` and `knock`."
    raise RuleError(message, "action.unknown")
