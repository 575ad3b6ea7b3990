"""Measures of worksheets and keys: cards of 11 by 15 mm or more, three hands in a row. paper.typ has the rest."""

from typing import Literal, NamedTuple

from scorekeeper.rules import House

Look = Literal["cards", "large"]
LOOKS: tuple[Look, ...] = ("cards", "large")
"""Normal print, or large print."""

WIDTH = 210
MARGIN = 13
BESIDE = {"cards": 3, "large": 2}
"""Hands in a row, where the grid leaves room."""

CARD = {"cards": (16.5, 22.0), "large": (24.0, 32.0)}
LEAST = 11.0
"""Size of a card in millimeters, and its least width."""

TEXT = {"cards": 11, "large": 18}
KEY_TEXT = {"cards": 9, "large": 18}
"""Font sizes of a worksheet and of its answer key, in points."""

KEY_CARD = {"cards": 9.0, "large": 17.0}
"""Width of a card on the answer key, in millimeters."""

BETWEEN, APART = 1.4, 6.0
"""Millimeters between two cards, and between two hands."""


class CardSize(NamedTuple):
    """Width and height of a card in millimeters, and the font size in points of `face down` on it."""

    width: float
    height: float
    word: float


def hands_in_a_row(house: House, look: Look) -> int:
    """Number of hands in a row, the same for both paper sizes."""
    least = LEAST if look == "cards" else 18.0
    return next((beside for beside in range(BESIDE[look], 1, -1) if _card_width(house, look, beside) >= least), 1)


def _card_width(house: House, look: Look, beside: int) -> float:
    """Width of a card for that many hands in a row, up to the normal width."""
    room = (WIDTH - 2 * MARGIN) / beside - APART
    return min(CARD[look][0], room / house.grid.columns - BETWEEN)


def sheet_card(house: House, look: Look) -> CardSize:
    """A card of a worksheet. `face down` is on one line or, in large print, on two."""
    width = _card_width(house, look, hands_in_a_row(house, look))
    word = width * 0.5 if look == "cards" else min(TEXT["large"], width * 0.95)
    return CardSize(round(width, 1), round(width * CARD[look][1] / CARD[look][0], 1), round(word, 1))


def key_card(look: Look) -> CardSize:
    """A card of an answer key."""
    width = KEY_CARD[look]
    return CardSize(width + 0.6, round(width * 4 / 3, 1), round(min(TEXT["large"], width * 0.95), 1))
