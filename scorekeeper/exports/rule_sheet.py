"""The rule sheet of a house on one sheet of paper, as a PDF. `drawing.py` draws it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Literal

from scorekeeper.exports.drawing import Drawing, draw
from scorekeeper.houses import freeze, thaw
from scorekeeper.houses.sheet import SheetSection, WorkedExample, fewest_examples, in_short, rule_sheet
from scorekeeper.rules import Card, Cell, House, Rank
from scorekeeper.rules.options import BY_TABLE, OPEN
from scorekeeper.rules.wording import isolated, number

Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = ("A4", "Letter")

# Points. The largest with which a sheet stays on one page is taken, and never less than can be read.
_SIZES = (10.0, 9.4, 8.8, 8.2, 7.6, 7.0, 6.5, 6.0)


def rule_sheet_pdf(house: House, paper: Paper = "A4") -> bytes:
    """The house's rules, printed: its name, every rule, worked examples. One page, tagged, with its fonts.

    Only a house of endless words takes a second page. The bytes of a house are kept, for drawing takes a second.

    Raises CannotDraw where the machine lacks the libraries that draw.
    """
    return _drawn(freeze(house), paper)


def rule_sheet_drawing(house: House, paper: Paper = "A4") -> Drawing:
    """The same for whoever draws it elsewhere."""
    crowded = _html(house, paper, _SIZES[-1], whole=False)
    return Drawing(((*(_html(house, paper, size) for size in _SIZES), crowded),))


@lru_cache(maxsize=64)
def _drawn(frozen: str, paper: Paper) -> bytes:
    return draw(rule_sheet_drawing(thaw(frozen), paper))


# --- the page ------------------------------------------------------------------------------------------------------


def _html(house: House, paper: Paper, size: float, *, whole: bool = True) -> str:
    """The page; unless ``whole``, of the open questions only those that the table has answered or has yet to."""
    name = escape(isolated(house.name))
    body = "".join(_section(section, whole) for section in rule_sheet(house) if section.key != "examples")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{name}: the rules</title>'
        f'<meta name="author" content="Scorekeeper"><style>{"".join(_style(paper, size))}</style></head><body>'
        f"<header><h1>{name}</h1><p>{escape(' · '.join(in_short(house)))}</p></header>"
        f'<main><div class="rules">{body}</div>{_examples(house)}</main></body></html>'
    )


def _section(section: SheetSection, whole: bool) -> str:
    parts = [f"<section><h2>{escape(section.title)}</h2>"]
    parts += [f"<p>{_words(paragraph)}</p>" for paragraph in section.paragraphs]
    if section.table and section.key == "readings":
        # As a list they take less room than as a table, and half the time.
        rows = "".join(
            f"<li>{_words(ask)} <b>{_words(told)}</b> ({basis})</li>"
            for ask, told, basis in section.table.rows
            if whole or basis in (BY_TABLE, OPEN)
        )
        parts.append(f"<ul>{rows}</ul>")
    elif section.table:
        head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in section.table.headings)
        rows = "".join(
            "<tr>" + "".join(f"<td>{_words(cell)}</td>" for cell in row) + "</tr>" for row in section.table.rows
        )
        parts.append(f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>")
    return "".join([*parts, "</section>"])


def _words(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _examples(house: House) -> str:
    found = fewest_examples(house)
    if not found:
        return ""
    worked = "".join(f'<div class="example">{_example(example)}</div>' for example in found)
    return f'<section class="examples"><h2>Worked examples</h2>{worked}</section>'


def _example(example: WorkedExample) -> str:
    score = example.score
    together = {cell for line in score.lines if line.rule in ("pair", "four-of-a-kind", "bonus") for cell in line.cells}
    rows = "".join(
        "<tr>" + "".join(_card(card, Cell(row, column) in together) for column, card in enumerate(cards)) + "</tr>"
        for row, cards in enumerate(score.layout.rows)
    )
    lines = "".join(
        f'<tr><td class="points">{number(line.points)}</td><td>{escape(line.text)}</td></tr>' for line in score.lines
    )
    return (
        f'<table class="cards"><tbody>{rows}</tbody></table><table class="lines"><tbody>{lines}'
        f'<tr class="total"><td class="points">{number(score.total)}</td><td>in total</td></tr></tbody></table>'
    )


def _card(card: Card, together: bool) -> str:
    if card.rank is Rank.GONE:
        return '<td class="gone">·</td>'
    suit = card.suit.sign if card.suit else ""
    face = "Joker" if card.rank is Rank.JOKER else card.rank.shown
    is_red = card.suit is not None and card.suit.is_red
    names = [name for name, here in (("red", is_red), ("joker", face == "Joker"), ("group", together)) if here]
    return f'<td class="{" ".join(names)}">{face}{suit}</td>'


def _style(paper: Paper, size: float) -> Iterator[str]:
    yield f"@page{{size:{paper};margin:11mm 12mm 12mm;"
    yield "@bottom-right{content:'Scorekeeper';font:6.5pt 'DejaVu Sans',sans-serif;color:#555}}"
    yield f"html{{font:{size}pt/1.32 'DejaVu Sans','Liberation Sans',Arial,sans-serif;color:#111;hyphens:auto}}"
    yield "body,h1,h2,p,ul{margin:0}ul{padding-left:1.2em}p,li,td{overflow-wrap:anywhere;orphans:2;widows:2}"
    yield "header{border-bottom:1.2pt solid #0b4f33;margin-bottom:.7em;padding-bottom:.35em}"
    yield "h1{font-size:1.9em;line-height:1.15;color:#0b4f33;overflow-wrap:anywhere}header p{color:#444}"
    yield "h2{font-size:1.08em;color:#0b4f33;margin:0 0 .1em;break-after:avoid}section{margin-bottom:.7em}"
    yield ".rules{columns:2;column-gap:7mm}.rules p+p{margin-top:.15em}"
    yield "table{border-collapse:collapse}.rules table{margin-top:.2em}"
    yield "th{text-align:left;font-weight:normal;color:#555;hyphens:none;white-space:nowrap}"
    yield ".rules td,.rules th{padding:0 .9em .05em 0;vertical-align:top}"
    yield ".examples{border-top:.5pt solid #999;padding-top:.5em;margin-top:.5em}"
    yield ".example{display:inline-block;vertical-align:top;"
    yield "margin:.2em 1.6em .3em 0;max-width:100%;break-inside:avoid}"
    yield ".cards{margin-bottom:.3em;border-collapse:separate;border-spacing:.25em}.cards td{width:2.1em;height:2.7em;"
    yield "text-align:center;vertical-align:middle;border:.6pt solid #555;border-radius:.3em;padding:0;"
    yield "font-weight:bold}"
    yield ".cards .group{background:#dcebe2}.cards .red{color:#a3122a}.cards .joker{font-size:.62em;width:3.4em}"
    yield ".cards .gone{border-style:dashed;color:#777}"
    yield ".lines td{padding:0 .6em 0 0;vertical-align:top}.points{text-align:right;min-width:2em}"
    yield ".total td{border-top:.5pt solid #555;font-weight:bold}"
