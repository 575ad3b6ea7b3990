"""Playing cards as SVG for paper, of our own drawing: pips, courts and suits.

Red suits are outlines and black ones are filled, so a school's copier keeps them apart. Typst draws an image far faster
than the same shapes of its own.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias
from xml.etree.ElementTree import Element, tostring

from scorekeeper.exports.chart import written
from scorekeeper.exports.elements import element
from scorekeeper.rules import Card, Rank, Suit
from scorekeeper.rules.cards import STANDARD_RANKS

WIDTH, HEIGHT = 60, 80
BLACK, RED, PALE_RED, GRAY, PALE = "#000", "#b0241c", "#e9c0bd", "#555", "#e0e0e0"
FONT: Final = {"font-family": "DejaVu Sans, Liberation Sans, Arial, Libertinus Serif", "font-weight": "700"}

LEAF = "c2.6 0 4.7 2.1 4.7 4.7c0 2.6 -2.1 4.7 -4.7 4.7c-2.6 0 -4.7 -2.1 -4.7 -4.7c0 -2.6 2.1 -4.7 4.7 -4.7z"
SIGNS: Final = {
    Suit.SPADES: "m0 -10c-3 5 -9 7.5 -9 12c0 2.6 2 4.3 4.3 4.3c1.3 0 2.5 -.6 3.3 -1.6c-.2 2.3 -1 3.8 -2.6 5.3l8 0"
    "c-1.6 -1.5 -2.4 -3 -2.6 -5.3c.8 1 2 1.6 3.3 1.6c2.3 0 4.3 -1.7 4.3 -4.3c0 -4.5 -6 -7 -9 -12z",
    Suit.HEARTS: "m0 9.5c-4 -4.5 -9.5 -8.5 -9.5 -13.5c0 -3 2.2 -5 4.7 -5c2.2 0 4 1.3 4.8 3.4c.8 -2.1 2.6 -3.4 4.8 -3.4"
    "c2.5 0 4.7 2 4.7 5c0 5 -5.5 9 -9.5 13.5z",
    Suit.DIAMONDS: "m0 -10.5c2.5 4.5 5 7.5 8 10.5c-3 3 -5.5 6 -8 10.5c-2.5 -4.5 -5 -7.5 -8 -10.5c3 -3 5.5 -6 8 -10.5z",
    Suit.CLUBS: f"m0 -10{LEAF}m-5.2 7.1{LEAF}m10.4 0{LEAF}m-5.2 2.9c-.8 6 -2 8 -4 10l8 0c-2 -2 -3.2 -4 -4 -10z",
}
"""The signs from their middles, 24 wide and all of it relative, so that a card's signs are one path of any size."""

HATS: Final = {
    Rank.KING: "M3 19 2 7l5.5 5L12 4l4.5 8L22 7l-1 12z",
    Rank.QUEEN: "M3 19C4 14 3 10 2 8c3 3 5 3 6 0 1 3 3 2 4-3 1 5 3 6 4 3 1 3 3 3 6 0-1 2-2 6-1 11-6-2-12-2-18 0z",
    Rank.JACK: "M3 18C3 8 8 5 12 5s9 3 9 13c-6-2-12-2-18 0z",
}
STAR: Final = "M12 1.5l2.9 7.2 7.6.5-5.9 5 1.9 7.4-6.5-4.1-6.5 4.1 1.9-7.4-5.9-5 7.6-.5z"

SignAt: TypeAlias = tuple[float, float, float]
"""The middle of a sign and its size, below 0 where it stands on its head."""

LEFT, MIDDLE, RIGHT = 21.6, 30, 38.4
CORNERS: Final[tuple[SignAt, SignAt]] = ((9, 26.5, 11.5), (51, 53.5, -11.5))
_ROWS: Final = {  # the middles of pips: by the heights of those at both sides, then of those in the middle
    Rank.ACE: ((), (40,)),
    Rank.TWO: ((), (13.6, 66.4)),
    Rank.THREE: ((), (13.6, 40, 66.4)),
    Rank.FOUR: ((13.6, 66.4), ()),
    Rank.FIVE: ((13.6, 66.4), (40,)),
    Rank.SIX: ((13.6, 40, 66.4), ()),
    Rank.SEVEN: ((13.6, 40, 66.4), (26.8,)),
    Rank.EIGHT: ((13.6, 40, 66.4), (26.8, 53.2)),
    Rank.NINE: ((13.6, 31.2, 48.8, 66.4), (40,)),
    Rank.TEN: ((13.6, 31.2, 48.8, 66.4), (22.4, 57.6)),
}


@lru_cache(maxsize=512)
def card_svg(card: Card | None, *, hidden: bool = False, narrow: bool = False) -> str:
    """A card; None is a blank one. A ``hidden`` one was face down; a ``narrow`` one has one large sign, no pips."""
    parts = [_edge(card, hidden), *_face(card, hidden, narrow)]
    drawn = element("svg", parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}")
    return tostring(drawn, encoding="unicode")


def _edge(card: Card | None, hidden: bool) -> Element:
    """The outline, dashed where no card lies face up."""
    dashed = {"stroke-dasharray": "4.2 2.6"} if hidden or card is None or card.rank is Rank.GONE else {}
    line = 2 if hidden else 1.1
    size = {
        "x": f"{line / 2}",
        "y": f"{line / 2}",
        "width": f"{WIDTH - line}",
        "height": f"{HEIGHT - line}",
        "rx": "4.8",
    }
    return element("rect", fill="none", stroke=BLACK, **{"stroke-width": f"{line}"}, **size, **dashed)


def _face(card: Card | None, hidden: bool, narrow: bool) -> Iterator[Element]:
    if card is None or card.rank is Rank.GONE:  # a dash would be read as a minus
        return
    if hidden:
        yield from _face_down(card)
    elif card.rank is Rank.JOKER:
        yield _shape(STAR, MIDDLE, 31, 34, BLACK)
        yield _word("joker", 70, 14)
    elif card.suit is None or card.rank not in STANDARD_RANKS:
        yield _frame(4.8, 4.8, 50.4, 70.4, GRAY)
        yield _word(card.rank.shown, 50, 28)
    else:
        yield from _suited(card, card.suit, narrow)


def _face_down(card: Card) -> Iterator[Element]:
    suit, face = card.suit, "★" if card.rank is Rank.JOKER else card.rank.shown
    yield written(face, 22 if suit else MIDDLE, 28, "middle", _ink(suit), 22, **FONT)
    if suit:
        yield _signs(suit, [(44, 20, 17)])
    yield from (_word(word, y, 13.5, weight="400") for word, y in (("face", 54), ("down", 68)))


def _suited(card: Card, suit: Suit, narrow: bool) -> Iterator[Element]:
    face, ink = card.rank.shown, _ink(suit)
    if narrow:
        yield written(face, 3, 22, "start", ink, 23, **FONT)
        yield _signs(suit, [(35, 52, 36)])
        return
    # Two figures are set closer, or they would reach the pips.
    closer = " scale(.66 1)" if len(face) > 1 else ""
    index = written(face, 0, 0, "middle", ink, 16, **FONT)
    yield element("g", index, transform=f"translate(9 17){closer}")
    yield element("g", index, transform=f"translate(51 63) rotate(180){closer}")
    if card.rank in _ROWS:
        yield _signs(suit, [*CORNERS, *_pips(card.rank)])
    else:
        yield _frame(16.8, 7.8, 26.4, 64.4, ink)
        yield _shape(HATS[card.rank], MIDDLE, 17.5, 16, ink)
        yield written(face, MIDDLE, 48, "middle", ink, 24, **FONT)
        yield _signs(suit, [*CORNERS, (MIDDLE, 62, 12)])


def _pips(rank: Rank) -> Iterator[SignAt]:
    sides, between = _ROWS[rank]
    size = 24 if rank is Rank.ACE else 11.5
    for x, y in [*((x, y) for y in sides for x in (LEFT, RIGHT)), *((MIDDLE, y) for y in between)]:
        yield x, y, -size if y > HEIGHT / 2 else size


def _ink(suit: Suit | None) -> str:
    return RED if suit and suit.is_red else BLACK


def _signs(suit: Suit, places: Iterable[SignAt]) -> Element:
    path = "".join(f"M{x:g} {y:g}{_sized(SIGNS[suit], size / 24)}" for x, y, size in places)
    look = {"fill": PALE_RED, "stroke": RED, "stroke-width": ".9"} if suit.is_red else {"fill": BLACK}
    return element("path", d=path, **look)


def _sized(path: str, scale: float) -> str:
    return re.sub(r"-?[\d.]+", lambda found: f"{scale * float(found[0]):.3g}", path)


def _shape(path: str, x: float, y: float, size: float, ink: str) -> Element:
    """A gray shape of 24 by 24 around a point."""
    at = f"translate({x:g} {y:g}) scale({size / 24:.3g}) translate(-12 -12)"
    return element("path", d=path, transform=at, fill=PALE, stroke=ink, **{"stroke-width": f"{0.9 * 24 / size:.3g}"})


def _frame(x: float, y: float, width: float, height: float, ink: str) -> Element:
    size = {"x": f"{x}", "y": f"{y}", "width": f"{width}", "height": f"{height}", "rx": "2.5"}
    return element("rect", fill="none", stroke=ink, **{"stroke-width": ".7"}, **size)


def _word(text: str, y: float, size: float, weight: str = "700") -> Element:
    return written(text, MIDDLE, y, "middle", BLACK, size, **{**FONT, "font-weight": weight})
