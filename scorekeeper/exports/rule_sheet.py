"""The rule sheet of a house on one sheet of paper, as a PDF. `drawing.py` draws it."""

from collections.abc import Iterator
from html import escape

from scorekeeper.exports.drawing import Drawing
from scorekeeper.exports.paper import Paper, hand_table, page, page_style
from scorekeeper.houses.sheet import SheetSection, WorkedExample, fewest_examples, in_short, rule_sheet
from scorekeeper.rules import House
from scorekeeper.rules.wording import isolated, number
from scorekeeper.school.items import Hand

# Points. The largest with which a sheet stays on one page is taken, and never less than can be read.
_SIZES = (10.0, 9.4, 8.8, 8.2, 7.6, 7.0, 6.5, 6.0)


def rule_sheet_drawing(house: House, paper: Paper = "A4") -> Drawing:
    """The house's rules, printed: its name, every rule, worked examples. One page, tagged, with its fonts.

    Only a house of endless words takes a second page.
    """
    return Drawing((tuple(_html(house, paper, size) for size in _SIZES),))


def _html(house: House, paper: Paper, size: float) -> str:
    name = isolated(house.name)
    header = f"<h1>{escape(name)}</h1><p>{escape(' · '.join(in_short(house)))}</p>"
    body = "".join(_section(section) for section in rule_sheet(house) if section.key != "examples")
    main = f'<main><div class="rules">{body}</div>{_examples(house)}</main>'
    return page(f"{name}: the rules", _style(paper, size), header, main)


def _section(section: SheetSection) -> str:
    parts = [f"<section><h2>{escape(section.title)}</h2>"]
    parts += [f"<p>{_words(paragraph)}</p>" for paragraph in section.paragraphs]
    if section.table and section.key == "readings":
        # As a list they take less room than as a table, and half the time.
        rows = "".join(
            f"<li>{_words(ask)} <b>{_words(told)}</b> ({basis})</li>" for ask, told, basis in section.table.rows
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
    worked = "".join(f'<div class="example">{_example(example)}</div>' for example in fewest_examples(house))
    return f'<section class="examples"><h2>Worked examples</h2>{worked}</section>' if worked else ""


def _example(example: WorkedExample) -> str:
    score = example.score
    together = {cell for line in score.lines if line.rule in ("pair", "four-of-a-kind", "bonus") for cell in line.cells}
    lines = "".join(
        f'<tr><td class="points">{number(line.points)}</td><td>{escape(line.text)}</td></tr>' for line in score.lines
    )
    return (
        f'{hand_table(Hand(score.layout), together)}<table class="lines"><tbody>{lines}'
        f'<tr class="total"><td class="points">{number(score.total)}</td><td>in total</td></tr></tbody></table>'
    )


def _style(paper: Paper, size: float) -> Iterator[str]:
    yield page_style(paper, "11mm 12mm 12mm", {"right": "'Scorekeeper'"}, 6.5, f"{size}pt/1.32")
    yield "html{color:#111;hyphens:auto}ul{padding-left:1.2em}"
    yield "header{border-bottom:1.2pt solid #0b4f33;margin-bottom:.7em;padding-bottom:.35em}"
    yield "h1{font-size:1.9em;line-height:1.15;color:#0b4f33}header p{color:#444}"
    yield "h2{font-size:1.08em;color:#0b4f33;margin:0 0 .1em}section{margin-bottom:.7em}"
    yield ".rules{columns:2;column-gap:7mm}.rules p+p{margin-top:.15em}"
    yield "table{border-collapse:collapse}.rules table{margin-top:.2em}"
    yield "th{text-align:left;font-weight:normal;color:#555;hyphens:none;white-space:nowrap}"
    yield ".rules td,.rules th{padding:0 .9em .05em 0;vertical-align:top}"
    yield ".examples{border-top:.5pt solid #999;padding-top:.5em;margin-top:.5em}"
    yield ".example{display:inline-block;vertical-align:top;"
    yield "margin:.2em 1.6em .3em 0;max-width:100%;break-inside:avoid}"
    yield ".cards{margin-bottom:.3em;border-collapse:separate;border-spacing:.25em}.cards td{width:2.1em;height:2.7em;"
    yield "text-align:center;vertical-align:middle;border:.6pt solid #555;border-radius:.3em;padding:0;"
    yield "font-weight:bold;hyphens:none}.word{display:block;font-size:.62em}"
    yield ".cards .group{background:#dcebe2}.cards .red{color:#a3122a}.cards .gone{border-style:dashed;color:#777}"
    yield ".lines td{padding:0 .6em 0 0;vertical-align:top}.points{text-align:right;min-width:2em}"
    yield ".total td{border-top:.5pt solid #555;font-weight:bold}"
