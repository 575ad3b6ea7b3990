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
LEAST, LEAST_LARGE = 11.0, 18.0
MOST = {"cards": 26.0, "large": 36.0}
"""Usual size of a card in millimeters, its least width, and its most where hands would leave a page half empty."""

ROOMY = 13.0
"""Least width of a card with pips; narrower ones have large signs only."""

BOX = {"cards": 7.0, "large": 10.0}
"""Height of the boxes to write in, in millimeters."""

TEXT = {"cards": 12, "large": 18}
KEY_TEXT = {"cards": 9, "large": 18}
STRIP_TEXT = {"cards": 11, "large": 18}
"""Font sizes of a worksheet, of its answer key and of its strips, in points."""

KEY_CARD = {"cards": 9.0, "large": 17.0}
"""Width of a card on the answer key, in millimeters."""

BETWEEN, APART = 1.4, 6.0
"""Millimeters between two cards, and between two hands."""


class CardSize(NamedTuple):
    """Width and height of a card in millimeters, and the font size in points of `face down` on it.

    The cards of a worksheet may shrink to the ``least`` width, to spare a page.
    """

    width: float
    height: float
    word: float
    least: float = 0


def hands_in_a_row(house: House, look: Look) -> int:
    """Number of hands in a row, the same for both paper sizes."""
    return next((beside for beside in range(BESIDE[look], 1, -1) if _room(house, beside) >= _least(look)), 1)


def _least(look: Look) -> float:
    return LEAST if look == "cards" else LEAST_LARGE


def _room(house: House, beside: int) -> float:
    """Room for the width of a card with that many hands in a row."""
    return ((WIDTH - 2 * MARGIN) / beside - APART) / house.grid.columns - BETWEEN


def sheet_card(house: House, look: Look) -> CardSize:
    """A card of a worksheet. `face down` is on one line or, in large print, on two."""
    room = _room(house, hands_in_a_row(house, look))
    width = min(CARD[look][0], room)
    word = width * 0.5 if look == "cards" else min(TEXT["large"], width * 0.95)
    return CardSize(
        width=round(width, 1),
        height=round(width * CARD[look][1] / CARD[look][0], 1),
        word=round(word, 1),
        least=round(min(width, _least(look)), 1),
    )


def ways_to_fill(house: House, look: Look) -> list[tuple[int, float]]:
    """Hands in a row, with the most width of a card: as usual, and fewer and larger ones."""
    usual = hands_in_a_row(house, look)
    return [(beside, round(min(MOST[look], _room(house, beside)), 1)) for beside in (usual, usual - 1) if beside]


def key_card(look: Look) -> CardSize:
    """A card of an answer key."""
    width = KEY_CARD[look]
    return CardSize(width + 0.6, round(width * 4 / 3, 1), round(min(TEXT["large"], width * 0.95), 1))
