"""Hands, rules and codes as they are drawn on sheets for pupils, and as they are told in words."""

from __future__ import annotations

import base64
import io
from html import escape

import segno

from scorekeeper.houses.sheet import rule_sheet
from scorekeeper.rules import Card, Grid, House, Layout, Rank
from scorekeeper.rules.wording import count_word, number
from scorekeeper.school.items import Hand

OF_COUNTING = ("values", "equal", "four", "bonuses")
"""The sections of a rule sheet that say what a layout counts."""

_MORE_FOR = {"winner": ("ender",), "turn": ("turn", "end")}


def hand_table(hand: Hand) -> str:
    """A hand as a table: cards with their suits, black on white."""
    rows = "".join(
        "<tr>"
        + "".join(_cell(card, (row, column) in hand.layout.hidden) for column, card in enumerate(cards))
        + "</tr>"
        for row, cards in enumerate(hand.layout.rows)
    )
    caption = f"<caption>{escape(hand.name)}</caption>" if hand.name else ""
    return f'<table class="cards">{caption}<tbody>{rows}</tbody></table>'


def empty_table(grid: Grid) -> str:
    """A table of places for cards to be written into."""
    row = '<td class="empty">&#160;</td>' * grid.columns
    return f'<table class="cards"><tbody>{f"<tr>{row}</tr>" * grid.rows}</tbody></table>'


def _cell(card: Card, hidden: bool) -> str:
    if card.rank is Rank.GONE:
        return '<td class="gone">–</td>'
    if card.rank is Rank.JOKER:
        face = '<span class="rank">★</span><span class="word">joker</span>'
    else:
        suit = f'<span class="suit">{card.suit.sign}</span>' if card.suit else ""
        face = f'<span class="rank">{escape(card.rank.shown)}</span>{suit}'
    down = '<span class="word">face down</span>' if hidden else ""
    return f"<td{' class=hidden' if hidden else ''}>{face}{down}</td>"


def row_names(grid: Grid) -> tuple[str, ...]:
    """What the rows are called, from the top."""
    if grid.rows == 2:
        return ("Top row", "Bottom row")
    return tuple(f"Row {count_word(row + 1)}" for row in range(grid.rows))


def told_rows(layout: Layout) -> tuple[str, ...]:
    """A layout in words, a row each: `Top row: jack of spades, two of hearts, ace of clubs.`"""
    return tuple(
        f"{name}: {', '.join(card_in_words(card, (row, place) in layout.hidden) for place, card in enumerate(cards))}."
        for row, (name, cards) in enumerate(zip(row_names(layout.grid), layout.rows, strict=True))
    )


def card_in_words(card: Card, hidden: bool = False) -> str:
    """A card as it is read aloud: `queen of hearts`."""
    suit = f" of {card.suit.name.lower()}" if card.suit else ""
    return f"{card.rank.word}{suit}{' (lay face down)' if hidden else ''}"


def rule_lines(house: House, kinds: tuple[str, ...], *, face_down: bool = False) -> tuple[tuple[str, str], ...]:
    """The rules that a sheet of these kinds asks about: what each is about, and what it says.

    ``face_down`` where some card of the sheet lay so: then it is said what such a card counts.
    """
    wanted = {*OF_COUNTING, *(key for kind in kinds for key in _MORE_FOR.get(kind, ()))}
    lines: list[tuple[str, str]] = []
    for section in rule_sheet(house):
        if section.key not in wanted or (section.key == "four" and house.four_of_a_kind is None):
            continue
        if section.key == "values" and section.table is not None:
            said = "; ".join(f"{card[:1].lower()}{card[1:]}: {points}" for card, points, *_ in section.table.rows)
            lines.append((section.title, ". ".join([said, *section.paragraphs])))
        else:
            lines.append((section.title, " ".join(section.paragraphs)))
    if face_down:
        hidden = house.ending.hidden
        counted = "They are turned up and count like the rest."
        said = counted if hidden == "counted" else f"Each counts {number(hidden)}, whatever it is."
        lines.append(("Cards that lay face down", said))
    return tuple(lines)


def rule_box(house: House, kinds: tuple[str, ...], *, face_down: bool = False) -> str:
    """The same, framed."""
    lines = rule_lines(house, kinds, face_down=face_down)
    listed = "".join(f"<p><b>{escape(title)}.</b> {escape(text)}</p>" for title, text in lines)
    return f'<aside class="rules"><h2>The rules of {escape(house.name)}</h2>{listed}</aside>'


def qr_code(address: str) -> str:
    """An address as a picture to scan, told in words to whoever cannot see it."""
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", border=2, xmldecl=False, dark="#000")
    picture = base64.b64encode(drawn.getvalue()).decode()
    return f'<img class="qr" src="data:image/svg+xml;base64,{picture}" alt="QR code: {escape(address)}">'
