"""Parts of all printed pages as data for paper.typ: the page, hands of cards and QR codes."""

import io
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import segno

from scorekeeper.exports.drawn_cards import card_svg
from scorekeeper.exports.elements import one_line
from scorekeeper.rules import Card, Grid, House, Layout, Rank, Suit
from scorekeeper.rules.cards import STANDARD_RANKS
from scorekeeper.rules.names import signs
from scorekeeper.rules.wording import count_word
from scorekeeper.school.exercises.items import Hand

Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = ("A4", "Letter")

Data: TypeAlias = dict[str, Any]

SUITS = tuple(Suit)

BLANK = "blank"
"""Name of the drawing of a card to fill in."""

LONGEST_WORD = 24
"""Signs of a word that stays in one piece."""


def printed(text: str) -> str:
    """A text for paper, on one line; a longer word than any may be broken anywhere."""
    return " ".join(
        word if len(word) <= LONGEST_WORD else "\N{ZERO WIDTH SPACE}".join(signs(word))
        for word in one_line(text).split(" ")
    )


def hand_shown(hand: Hand) -> Data:
    """A hand row by row, with its player's name."""
    rows = [
        [_card(card, (row, column) in hand.layout.hidden) for column, card in enumerate(cards)]
        for row, cards in enumerate(hand.layout.rows)
    ]
    return {"name": printed(hand.name), "rows": rows}


def hand_drawn(hand: Hand, house: House) -> Data:
    """The same with drawn cards, for worksheets."""
    layout = with_suits(hand.layout, house)
    rows = [
        [drawn(card, hidden=(row, column) in layout.hidden) for column, card in enumerate(cards)]
        for row, cards in enumerate(layout.rows)
    ]
    return {"name": printed(hand.name), "rows": rows}


def drawn(card: Card, *, hidden: bool = False) -> Data:
    """A drawn card: the name of its drawing, and of the card for screen readers."""
    return {"card": f"[{card}]" if hidden else str(card), "alt": card.word + ", face down" * hidden}


def empty_hand(grid: Grid) -> Data:
    """Blank cards to fill in."""
    return {"name": "", "rows": [[{"card": BLANK, "alt": "blank card"}] * grid.columns] * grid.rows}


def drawings(layouts: Iterable[Layout], *, narrow: bool) -> dict[str, str]:
    """All cards of these layouts drawn, by the names of their drawings, and a blank one."""
    there = {(layout[cell], cell in layout.hidden) for layout in layouts for cell in layout.grid.cells()}
    made = {
        str(drawn(card, hidden=hidden)["card"]): card_svg(card, hidden=hidden, narrow=narrow)
        for card, hidden in sorted(there, key=lambda one: (str(one[0]), one[1]))
    }
    return {**made, BLANK: card_svg(None)}


def with_suits(layout: Layout, house: House) -> Layout:
    """The layout with a suit for every card of a standard deck, and no card twice if it can.

    Suits follow from the cards and their places, so that a sheet prints the same again.
    """
    if house.table.deck is not None:
        return layout
    taken = {card for card in layout.cards() if card.suit}
    rows = []
    for row, cards in enumerate(layout.rows):
        suited = []
        for column, card in enumerate(cards):
            if card.suit is None and card.rank in STANDARD_RANKS:
                first = row + 3 * column + STANDARD_RANKS.index(card.rank)
                choices = [Card(card.rank, SUITS[(first + turn) % len(SUITS)]) for turn in range(len(SUITS))]
                card = next((one for one in choices if one not in taken), choices[0])
                taken.add(card)
            suited.append(card)
        rows.append(tuple(suited))
    return Layout(tuple(rows), layout.hidden)


def _card(card: Card, hidden: bool) -> Data:
    if card.rank is Rank.GONE:
        return _face("gone")
    if card.rank is Rank.JOKER:
        return _face("joker", hidden=hidden)
    return _face(card.rank.shown, card.suit.sign if card.suit else "", hidden=hidden)


def _face(face: str, suit: str = "", *, hidden: bool = False) -> Data:
    return {"face": face, "suit": suit, "hidden": hidden}


def told_rows(layout: Layout) -> list[str]:
    """A layout in words, row by row: `Top row: jack of spades, two of hearts, ace of clubs.`"""
    told = []
    for row, cards in enumerate(layout.rows):
        name = f"Row {count_word(row + 1)}" if layout.grid.rows != 2 else ("Top row", "Bottom row")[row]
        words = (
            card.word + (" (was face down)" if (row, index) in layout.hidden else "")
            for index, card in enumerate(cards)
        )
        told.append(f"{name}: {', '.join(words)}.")
    return told


def qr_code(address: str) -> Data:
    """QR code of an address, with alternative text."""
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=2, xmldecl=False, dark="#000")
    return {"svg": drawn.getvalue().decode(), "alt": f"QR code: {address}"}
