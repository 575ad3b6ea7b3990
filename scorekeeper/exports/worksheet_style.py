"""Print styles of worksheets and answer keys: black on white, cards of 11 by 15 mm or more, three hands in a row."""

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from scorekeeper.exports.paper import Paper, page_style
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


def hands_in_a_row(house: House, look: Look) -> int:
    """Number of hands in a row, the same for both paper sizes."""
    least = LEAST if look == "cards" else 18.0
    return next((beside for beside in range(BESIDE[look], 1, -1) if _card_width(house, look, beside) >= least), 1)


def _card_width(house: House, look: Look, beside: int) -> float:
    """Width of a card for that many hands in a row, up to the normal width."""
    room = (WIDTH - 2 * MARGIN) / beside - APART
    return min(CARD[look][0], room / house.grid.columns - BETWEEN)


def sheet_style(house: House, paper: Paper, look: Look, foot: str) -> Iterator[str]:
    """Style sheet of a worksheet. ``foot`` appears at the bottom of each page, next to the page number."""
    return chain(_page(paper, look, foot), _cards(house, look), _sheet(house, look))


def key_style(house: House, paper: Paper, look: Look, foot: str) -> Iterator[str]:
    """Style sheet of an answer key."""
    return chain(_page(paper, look, foot), _cards(house, look), _key(house, look))


def strip_style(paper: Paper, look: Look, foot: str) -> Iterator[str]:
    """Style sheet of the answer strips: narrow, a line per answer, thirty on a page."""
    yield from _page(paper, look, foot)
    yield ".strip{display:inline-table;border-collapse:collapse;margin:0 6mm 4mm 0;vertical-align:top}"
    yield ".strip caption{font-weight:bold}"
    yield ".strip th,.strip td{border:.6pt solid #000;padding:.5mm 2.5mm;text-align:right;line-height:1.2}"


def _page(paper: Paper, look: Look, foot: str) -> Iterator[str]:
    large = look == "large"
    feet = {"left": f"'{foot}'", "right": "'Page ' counter(page) ' of ' counter(pages)"}
    yield page_style(paper, f"12mm {MARGIN}mm 15mm", feet, 11 if large else 8, f"{TEXT[look]}pt/1.35")
    yield "html{color:#000}"
    yield "header{display:flex;gap:6mm;border-bottom:1.2pt solid #000;padding-bottom:3mm;margin-bottom:4mm}"
    yield f".head{{flex:1}}h1{{font-size:{1.25 if large else 1.45}em;line-height:1.2}}"
    yield ".who{display:block;margin-top:7mm;white-space:nowrap}.who .blank:last-child{width:24mm}"
    yield ".blank{display:inline-block;border-bottom:.8pt solid #000;width:38mm}"
    yield f".code{{text-align:center;font-size:{13 if large else 9}pt;line-height:1.3;font-weight:bold}}"
    yield ".code span{display:block}.qr{width:24mm;height:24mm;display:block;margin:0 auto}"


def _cards(house: House, look: Look) -> Iterator[str]:
    width = _card_width(house, look, hands_in_a_row(house, look))
    height = round(width * CARD[look][1] / CARD[look][0], 1)
    big = round(width * 1.25, 1)
    yield f".cards{{border-collapse:separate;border-spacing:{BETWEEN}mm;margin:0 0 0 -{BETWEEN}mm}}"
    yield f".cards td{{width:{round(width - 0.6, 1)}mm;min-width:{round(width - 0.6, 1)}mm;height:{height}mm;padding:0;"
    yield "border:1pt solid #000;border-radius:1.4mm;text-align:center;vertical-align:middle;line-height:1.1;"
    yield "overflow-wrap:normal}"
    yield f".rank{{font-weight:bold;font-size:{big}pt}}.suit{{display:block;font-size:{big}pt;line-height:1}}"
    yield f".word{{display:block;font-size:{_word(width, look)}pt;line-height:1.1}}"
    # Room for the words under the card.
    yield f".hidden .rank,.hidden .suit{{display:inline;font-size:{round(width, 1)}pt}}"
    yield ".cards .hidden{border-style:dashed;border-width:1.6pt}.cards .gone,.cards .empty{border-style:dashed}"
    yield ".cards caption{font-weight:bold;text-align:left;padding-left:1.4mm}"


def _word(width: float, look: Look) -> float:
    """Font size in points of `face down` on a card: on one line or, in large print, on two."""
    return round(width * 0.5 if look == "cards" else min(TEXT["large"], width * 0.95), 1)


def _sheet(house: House, look: Look) -> Iterator[str]:
    share = round(100 / hands_in_a_row(house, look), 3)
    # The box starts on the first page, however long it is, because nothing else could fill that page.
    yield ".rules{box-decoration-break:clone;border:.8pt solid #000;border-radius:1.5mm;padding:2mm 3mm;"
    yield "margin-bottom:4mm;"
    yield f"font-size:{0.82 if look == 'cards' else 0.9}em}}.rules h2{{font-size:1.05em}}"
    yield ".rules p{margin-top:.5mm}.asks{margin-bottom:3mm}.hands{font-size:0;orphans:1;widows:1}"
    yield f".hand{{display:inline-block;vertical-align:top;width:{share}%;margin-bottom:6mm;"
    yield f"font-size:{TEXT[look]}pt;break-inside:avoid}}"
    yield ".hand h2,.question h2{font-size:1.15em;line-height:1.2;margin-bottom:.6mm}"
    yield ".answer{margin-top:3mm}.hand .answer{padding-right:6mm}.hand .blank{width:26mm}"
    yield ".question{break-inside:avoid;border-top:.6pt solid #777;padding-top:3mm;margin-bottom:6mm}"
    yield ".question ul{padding-left:1.2em;margin-bottom:2mm}.question .asks{margin-bottom:1.5mm}"
    yield ".beside{display:flex;gap:8mm}.beside>.side-by-side{flex:none}.beside .cards{margin-right:0!important}"
    yield ".beside .answer:first-child{margin-top:0}.side-by-side .cards{display:inline-table;"
    yield "margin-right:8mm;vertical-align:top}"
    yield "ul.choices{list-style:none;padding:0;margin-top:1mm}.choices li{display:inline-block;margin-right:7mm}"
    yield ".box{font-size:1.3em}"


def _key(house: House, look: Look) -> Iterator[str]:
    yield f"html{{font-size:{KEY_TEXT[look]}pt}}.totals{{margin-bottom:4mm}}"
    yield ".totals td,.totals th{border:.6pt solid #000;padding:.6mm 2mm;text-align:center;overflow-wrap:normal}"
    yield "table.totals{border-collapse:collapse}"
    yield "tr,.with{break-inside:avoid}caption,.worked>p{break-after:avoid}"
    yield ".worked{border-top:.6pt solid #777;padding-top:2.5mm;margin-bottom:5mm}"
    yield ".worked h2{font-size:1.25em}.with{display:flow-root}"
    # Floats of fixed width, because a flexible box would be laid out several times.
    card = KEY_CARD[look]
    hands = round(house.grid.columns * (card + 0.8 + BETWEEN) + 1, 1)
    yield f".with .hands{{float:left;width:{hands}mm}}.with .how{{margin-left:{hands + 4}mm}}"
    yield f".worked .cards td{{min-width:{card}mm;width:{card}mm;height:{round(card * 4 / 3, 1)}mm}}"
    yield f".worked .rank,.worked .suit{{font-size:{round(card * 1.25, 1)}pt}}"
    yield f".worked .hidden .rank,.worked .hidden .suit{{font-size:{card}pt}}"
    yield f".worked .word{{font-size:{_word(card, look='large')}pt}}"
    yield "ol{margin:0;padding-left:1.4em}"
    # Fixed, because finding the best column widths takes half of the drawing time.
    yield ".wrong{table-layout:fixed;border-collapse:collapse;width:100%;margin-top:2mm}"
    yield ".wrong caption{text-align:left;font-weight:bold;padding-bottom:.5mm}"
    yield ".wrong th,.wrong td{border:.5pt solid #999;padding:.5mm 1.5mm;text-align:left;vertical-align:top}"
    yield f".wrong .number{{width:{16 if look == 'cards' else 26}mm;text-align:right}}"
    yield ".wrong .words{width:60mm}"
