"""Parts of all printed pages: the page, hands of cards and QR codes."""

import base64
import io
from collections.abc import Collection, Iterable, Mapping
from html import escape
from typing import Literal

import segno

from scorekeeper.rules import Card, Cell, Grid, Layout, Rank
from scorekeeper.rules.wording import count_word
from scorekeeper.school.exercises.items import Hand

Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = ("A4", "Letter")

FONT = "'DejaVu Sans','Liberation Sans',Arial,sans-serif"


def page(title: str, style: Iterable[str], header: str, body: str) -> str:
    """A whole document; ``title`` is plain text."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="author" content="Scorekeeper"><style>{"".join(style)}</style></head>'
        f"<body><header>{header}</header>{body}</body></html>"
    )


def page_style(paper: Paper, margin: str, feet: Mapping[str, str], small: float, text: str) -> str:
    """Base style of all pages, with ``feet`` at the bottom in ``small`` points."""
    at_bottom = "".join(f"@bottom-{side}{{content:{said};font:{small}pt {FONT}}}" for side, said in feet.items())
    return (
        f"@page{{size:{paper};margin:{margin};{at_bottom}}}html{{font:{text} {FONT}}}"
        "body,h1,h2,h3,p,ul{margin:0}p,li,td,h1,h2{overflow-wrap:anywhere;orphans:2;widows:2}h1,h2,h3{break-after:avoid}"
    )


def hand_table(hand: Hand, together: Collection[Cell] = ()) -> str:
    """A hand as a table of cards with their suits; cells of ``together`` are marked as a group."""
    rows = "".join(
        "<tr>"
        + "".join(_card(card, hand.layout, Cell(row, column), together) for column, card in enumerate(cards))
        + "</tr>"
        for row, cards in enumerate(hand.layout.rows)
    )
    caption = f"<caption>{escape(hand.name)}</caption>" if hand.name else ""
    return f'<table class="cards">{caption}<tbody>{rows}</tbody></table>'


def empty_table(grid: Grid) -> str:
    """A table of blank cards to fill in."""
    row = '<td class="empty">&#160;</td>' * grid.columns
    return f'<table class="cards"><tbody>{f"<tr>{row}</tr>" * grid.rows}</tbody></table>'


def _card(card: Card, layout: Layout, cell: Cell, together: Collection[Cell]) -> str:
    if card.rank is Rank.GONE:
        return '<td class="gone">–</td>'
    is_red, hidden = card.suit is not None and card.suit.is_red, cell in layout.hidden
    names = [name for name, here in (("red", is_red), ("hidden", hidden), ("group", cell in together)) if here]
    if card.rank is Rank.JOKER:
        face = '<span class="rank">★</span><span class="word">joker</span>'
    else:
        suit = f'<span class="suit">{card.suit.sign}</span>' if card.suit else ""
        face = f'<span class="rank">{escape(card.rank.shown)}</span>{suit}'
    down = '<span class="word">face down</span>' if hidden else ""
    return f'<td class="{" ".join(names)}">{face}{down}</td>'


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


def qr_code(address: str) -> str:
    """QR code of an address, with alternative text."""
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=2, xmldecl=False, dark="#000")
    picture = base64.b64encode(drawn.getvalue()).decode()
    return f'<img class="qr" src="data:image/svg+xml;base64,{picture}" alt="QR code: {escape(address)}">'
