"""An item as people read it in other programs: what is asked, and the cards as a table or a line."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from scorekeeper.exports.elements import element, paragraphs
from scorekeeper.exports.hands_on_paper import rule_lines
from scorekeeper.exports.set_items import SetToExport
from scorekeeper.rules import Card, Cell, Layout, Rank
from scorekeeper.school.items import Hand, Item
from scorekeeper.school.practice_rules import ENDER, WINNING

FACE_DOWN = "A card in brackets lay face down."
_CELL = {"style": "border: 1px solid #555; padding: 0.4em 0.8em; text-align: center"}
_HEAD = {"style": "padding: 0.2em 0.6em; font-weight: normal"}


def question(exported: SetToExport, item: Item, *, styled: bool = True) -> tuple[Element, ...]:
    """All that is shown before the answer, as HTML elements; ``styled`` where the format takes ``style`` attributes."""
    return (
        *paragraphs((item.prompt, *item.told)),
        *(_table(hand, styled=styled) for hand in item.hands),
        *paragraphs(rules_told(exported, item)),
    )


def by_rules_of(exported: SetToExport) -> str:
    """Which house is played."""
    return f"House rules: {exported.house.name}."


def rules_told(exported: SetToExport, item: Item) -> tuple[str, ...]:
    """Which house is played, and all that it says about what these cards count, a line each.

    A house alone tells nothing to whoever answers in another program; one that people made stands nowhere else.
    """
    by = by_rules_of(exported)
    if not item.hands:
        return (by,)
    kinds = ("winner",) if {ENDER, WINNING} & set(item.rules) else ()
    lines = rule_lines(exported.house, kinds, face_down=any(hand.layout.hidden for hand in item.hands))
    return (by, *(f"{title}: {text}" for title, text in lines))


def brackets_told(item: Item) -> str:
    """What brackets mean, where cards are written in a line of text."""
    return FACE_DOWN if any(hand.layout.hidden for hand in item.hands) else ""


def meanings(item: Item) -> Iterator[str]:
    """What each wrong answer that is to be expected means, for formats that cannot say it to whoever gave it."""
    for wrong in item.wrong:
        yield wrong.text


def otherwise(item: Item) -> str:
    """What is said to a wrong answer that nothing explains: with the hints, which never tell the answer."""
    return " ".join((item.otherwise, *item.hints))


def _table(hand: Hand, *, styled: bool) -> Element:
    """Each place under its column and beside its row, so that a screen reader says where a card lies; and its word."""
    layout = hand.layout
    head, cell = (_HEAD, _CELL) if styled else ({}, {})
    columns = [
        element("th", f"column {column + 1}", attributes={"scope": "col", **head})
        for column in range(layout.grid.columns)
    ]
    rows = [
        element(
            "tr",
            element("th", f"row {row + 1}", attributes={"scope": "row", **head}),
            *(
                element(
                    "td",
                    _sign(layout, Cell(row, column)),
                    element("br"),
                    _word(layout, Cell(row, column)),
                    attributes=cell,
                )
                for column in range(layout.grid.columns)
            ),
        )
        for row in range(layout.grid.rows)
    ]
    return element(
        "table",
        element("caption", f"Layout of {hand.name}" if hand.name else "The layout"),
        element("thead", element("tr", element("td"), *columns)),
        element("tbody", *rows),
    )


def _sign(layout: Layout, cell: Cell) -> str:
    face = _face(layout[cell])
    return f"[{face}]" if cell in layout.hidden else face


def _face(card: Card) -> str:
    if card.rank is Rank.JOKER:
        return "Joker"
    if card.rank is Rank.GONE:
        return "–"
    return card.rank.shown + (card.suit.sign if card.suit else "")


def _word(layout: Layout, cell: Cell) -> str:
    return layout[cell].word + (", lay face down" if cell in layout.hidden else "")
