"""What a player can do at the table, each with a readable form: `replace 1 2` puts a card into row 1, column 2."""

import re
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.rules import Card, Cell, RuleError, parse_card


@dataclass(frozen=True)
class _Action:
    """What needs no more words than its name."""

    words: ClassVar[str]

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class _WithOneCard(_Action):
    """What is done with one card of one's own grid."""

    cell: Cell

    def __str__(self) -> str:
        return f"{self.words} {_at(self.cell)}"


class TurnUp(_WithOneCard):
    """Turn a face-down card up: in the opening, after discarding, or as a whole turn."""

    words = "turn up"


class Peek(_WithOneCard):
    """Look at a card of one's own in the opening, and leave it face down."""

    words = "peek"


class Look(_WithOneCard):
    """Look at a face-down card of one's own during a turn."""

    words = "look"


class Ready(_Action):
    """Look at no more cards in the opening."""

    words = "ready"


class DrawStock(_Action):
    """Draw the top card of the stock."""

    words = "draw stock"


class TakeDiscard(_Action):
    """Draw the top card of the discard pile."""

    words = "take discard"


class Discard(_Action):
    """Put the drawn card onto the discard pile."""

    words = "discard"


class Knock(_Action):
    """End the hole, so that the others have at most their last turns."""

    words = "knock"


class EndTurn(_Action):
    """Do nothing more in this turn: leave the card face down, do not knock. Before drawing this would be a pass."""

    words = "end turn"


@dataclass(frozen=True)
class Shuffle:
    """Make a new stock of the discards but the top one. Whoever shuffles says the new order, its top card first."""

    order: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["shuffle", *map(str, self.order)])


@dataclass(frozen=True)
class Replace:
    """Put the drawn card into a place; the card that lay there goes to the discard pile."""

    cell: Cell
    face_up: bool = True

    def __str__(self) -> str:
        return f"replace {_at(self.cell)}{'' if self.face_up else ' face down'}"


@dataclass(frozen=True)
class Rearrange:
    """Exchange two cards of one's own grid."""

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
    """The action of a readable form.

    >>> parse_action("replace 1 2 face down")
    Replace(cell=Cell(row=0, column=1), face_up=False)

    Raises RuleError for any other text.
    """
    words = " ".join(text.split())
    name, _, cards = words.partition(" ")
    if name == "shuffle":
        return Shuffle(tuple(parse_card(card) for card in cards.split()))
    # What is done, and with which places: `exchange 1 1 with 2 2` is `exchange with` and two of them.
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
    message = f"{text!r} is nothing that a player does; such are `draw stock`, `replace 1 2`, `knock`"
    raise RuleError(message, "action.unknown")
