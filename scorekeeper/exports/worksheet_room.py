"""How large the cards of a worksheet are, so that its hands fill the page: by an estimate of the text above them.

Measuring the text itself would take as long again as drawing the page. What the estimate leaves over, the style spreads
between the rows.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from scorekeeper.exports.chart import width_of
from scorekeeper.exports.paper import Data
from scorekeeper.exports.worksheet_style import BETWEEN, BOX, MARGIN, TEXT, WIDTH, Look, sheet_card, ways_to_fill
from scorekeeper.rules import Grid, House

POINT = 25.4 / 72
"""In millimeters, as all measures here."""

BODY = {"A4": 272.0, "Letter": 254.4}
"""Height of a page between its margins."""

REGULAR = 0.9
"""Width of regular letters, in parts of the bold ones that `width_of` knows."""

CODE, INSET, ARROW = 27.0, 3.0, 16.0
"""Width of the codes beside the title, of the space in the box of rules, and of the arrow in its picture."""

PICTURED, APART = 10.5, 4.0
"""Width of a card in the picture, and the least between two rows of hands."""

SLACK = 2.0


class Filling(NamedTuple):
    """Hands in a row, the width of a card, and whether the rows of hands spread to the foot of their page."""

    across: int
    width: float
    fills: bool = True


class Above(NamedTuple):
    """What a page has above its hands: the title, the box of rules if any (as `paper.typ` has it), and what it asks."""

    title: str
    rules: Sequence[Data]
    asks: str


def filling(house: House, look: Look, paper: str, above: Above, hands: int) -> Filling:
    """How the hands fill what is left of the first page: as many in a row as usual, or fewer where they are larger."""
    room = BODY[paper] - SLACK - _height_above(look, above)
    usual, *others = ways_to_fill(house, look)
    size, best = sheet_card(house, look), _whole(house, look, room, hands, *usual)
    if best is not None:
        # Without a row that the usual number would have filled.
        fewer = (_whole(house, look, room, hands, *way) for way in others if -hands % way[0] <= -hands % usual[0])
        return max([best, *filter(None, fewer)], key=lambda way: way.width)
    # On several pages, as many rows on the first as slightly smaller cards make room for.
    widths = (_width(house, look, room, rows) for rows in range(ceil(hands / usual[0]), 0, -1))
    width = next((width for width in widths if width >= size.least), size.width)
    return Filling(usual[0], round(min(width, size.width), 1))


def _whole(house: House, look: Look, room: float, hands: int, across: int, most: float) -> Filling | None:
    """All hands in that room; None where cards would be too small."""
    width = _width(house, look, room, ceil(hands / across))
    return Filling(across, round(min(width, most), 1)) if width >= sheet_card(house, look).least else None


def _width(house: House, look: Look, room: float, rows: int) -> float:
    """The width of a card with which these rows of hands fill the room."""
    height = (room + APART) / rows - APART - _height_beside(house.grid, look, boxes=adds_by_column(house))
    return height / house.grid.rows * 3 / 4 + 0.6


def adds_by_column(house: House) -> bool:
    """Whether each column of a hand has a box of its own."""
    return house.by_column and house.grid.columns > 1


def _height_beside(grid: Grid, look: Look, *, boxes: bool) -> float:
    """Height of a hand without its cards: letter, gaps and boxes."""
    letter = 1.6 * TEXT[look] * POINT + 1.5
    return letter + (grid.rows - 1) * BETWEEN + (1.6 + BOX[look]) * boxes + 2 + 1.15 * BOX[look]


def _height_above(look: Look, above: Above) -> float:
    em = TEXT[look] * POINT
    heading = (1.25 if look == "large" else 1.45) * em
    head = (38.0 if look == "large" else 34.5) + (_lines(above.title, heading, WIDTH - 2 * MARGIN - CODE) - 1) * heading
    asks = _lines(above.asks, em, WIDTH - 2 * MARGIN)
    return head + sum(_height_of_rules(em, part) for part in above.rules) + asks * 1.33 * em + 1.4


def _height_of_rules(em: float, part: Data) -> float:
    room, picture = WIDTH - 2 * MARGIN - 2 * INSET, part["cancels"]
    if picture:
        room -= len(picture["rows"][0]) * (PICTURED + 0.8) + ARROW + em
    lines = sum(_lines(f"{title}. {text}", em, room) for title, text in part["lines"])
    heading = _lines(part["heading"], 1.05 * em, WIDTH - 2 * MARGIN - 2 * INSET) * 1.05 * em
    said = heading + 0.8 + len(part["lines"]) * 0.08 * em + lines * 1.2 * em
    return 8 + max(said, len(picture["rows"]) * (PICTURED * 4 / 3 + 0.8) if picture else 0)


def _lines(text: str, size: float, room: float) -> int:
    """Lines of a text, at least one."""
    return max(1, ceil(REGULAR * width_of(text, size) / room))
