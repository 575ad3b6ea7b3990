"""What a player can do at the table, each with a readable form: `replace 1 2` puts a card into row 1, column 2."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.rules import Card, Cell, RuleError, parse_card


class UnknownAction(RuleError):
    """A text that is no action."""

    code = "action.unknown"


def _at(cell: Cell) -> str:
    return f"{cell.row + 1} {cell.column + 1}"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn a face-down card up: in the opening, after discarding, or as a whole turn."""

    cell: Cell

    def __str__(self) -> str:
        return f"turn up {_at(self.cell)}"


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at a card of one's own in the opening, and leave it face down."""

    cell: Cell

    def __str__(self) -> str:
        return f"peek {_at(self.cell)}"


@dataclass(frozen=True, slots=True)
class Ready:
    """Look at no more cards in the opening."""

    def __str__(self) -> str:
        return "ready"


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock."""

    def __str__(self) -> str:
        return "draw stock"


@dataclass(frozen=True, slots=True)
class TakeDiscard:
    """Draw the top card of the discard pile."""

    def __str__(self) -> str:
        return "take discard"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Make a new stock of the discards but the top one. Whoever shuffles says the new order, its top card first."""

    order: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["shuffle", *map(str, self.order)])


@dataclass(frozen=True, slots=True)
class Look:
    """Look at a face-down card of one's own during a turn."""

    cell: Cell

    def __str__(self) -> str:
        return f"look {_at(self.cell)}"


@dataclass(frozen=True, slots=True)
class Replace:
    """Put the drawn card into a place; the card that lay there goes to the discard pile."""

    cell: Cell
    face_up: bool = True

    def __str__(self) -> str:
        return f"replace {_at(self.cell)}{'' if self.face_up else ' face down'}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Put the drawn card onto the discard pile."""

    def __str__(self) -> str:
        return "discard"


@dataclass(frozen=True, slots=True)
class Knock:
    """End the hole, so that the others have at most their last turns."""

    def __str__(self) -> str:
        return "knock"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Do nothing more in this turn: leave the card face down, do not knock. Before drawing this would be a pass."""

    def __str__(self) -> str:
        return "end turn"


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Exchange two cards of one's own grid."""

    cell: Cell
    other: Cell

    def __str__(self) -> str:
        return f"exchange {_at(self.cell)} with {_at(self.other)}"


Action = (
    TurnUp | Peek | Ready | DrawStock | TakeDiscard | Shuffle | Look | Replace | Discard | Knock | EndTurn | Rearrange
)

_PLACE = r"(\d+) (\d+)"


def _cell(found: re.Match[str], first: int = 1) -> Cell:
    return Cell(int(found[first]) - 1, int(found[first + 1]) - 1)


_FORMS: tuple[tuple[str, Callable[[re.Match[str]], Action]], ...] = (
    (f"turn up {_PLACE}", lambda found: TurnUp(_cell(found))),
    (f"peek {_PLACE}", lambda found: Peek(_cell(found))),
    ("ready", lambda _: Ready()),
    ("draw stock", lambda _: DrawStock()),
    ("take discard", lambda _: TakeDiscard()),
    (r"shuffle((?: \S+)*)", lambda found: Shuffle(tuple(parse_card(card) for card in found[1].split()))),
    (f"look {_PLACE}", lambda found: Look(_cell(found))),
    (f"replace {_PLACE}( face down)?", lambda found: Replace(_cell(found), face_up=not found[3])),
    ("discard", lambda _: Discard()),
    ("knock", lambda _: Knock()),
    ("end turn", lambda _: EndTurn()),
    (f"exchange {_PLACE} with {_PLACE}", lambda found: Rearrange(_cell(found), _cell(found, 3))),
)


def parse_action(text: str) -> Action:
    """The action of a readable form.

    >>> parse_action("replace 1 2 face down")
    Replace(cell=Cell(row=0, column=1), face_up=False)

    Raises UnknownAction, or BadCards for a card of a shuffle.
    """
    words = " ".join(text.split())
    for form, action in _FORMS:
        if found := re.fullmatch(form, words):
            return action(found)
    raise UnknownAction(f"{text!r} is nothing that a player does; such are `draw stock`, `replace 1 2`, `knock`")
