"""The key to a set: every total, how it is worked out, and what each wrong number of a pupil probably means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from scorekeeper.exports.drawing import Drawing
from scorekeeper.exports.hands_on_paper import hand_table, qr_code, told_rows
from scorekeeper.exports.worksheet import Look, Printing, address_of_sheet, given
from scorekeeper.exports.worksheet_style import key_style
from scorekeeper.rules.wording import isolated, number
from scorekeeper.school.items import Hand, Item
from scorekeeper.school.question import Question
from scorekeeper.school.set_codes import letter_of
from scorekeeper.school.sets import SCORE, QuestionSet, Sheet

IF = "If a pupil wrote \N{HORIZONTAL ELLIPSIS}"
TELLS = "number that is not right often tells which rule was read otherwise."
SLIPS = "One that is 10 or 1 too high or too low, or has its digits changed round, is often but a slip in adding up."
ANY = "Any hand that scores {total} is right."


def worksheet_key_drawing(made: QuestionSet, printing: Printing, address: str, key_code: str) -> Drawing:
    """The key to the sheets, fit for screen readers (PDF/UA). ``address`` is where it is found, under its own code."""
    documents = ((_html(made, sheet, printing, address, key_code),) for sheet in printing.sheets(made))
    return Drawing(tuple(documents), accessible=True)


def _html(made: QuestionSet, sheet: Sheet, printing: Printing, address: str, key_code: str) -> str:
    title = f"{isolated(made.title)}, key to sheet {sheet.variant}"
    foot = f"Key {key_code} \N{MIDDLE DOT} sheet {sheet.variant} of {made.code}"
    head = (
        f'<header><div class="head"><h1>Key to sheet {sheet.variant}</h1><p>{escape(isolated(made.title))}. '
        f"For whoever marks the sheets: a {TELLS} {SLIPS}</p></div>"
        f'<p class="code">{qr_code(address_of_sheet(address, sheet))}'
        f"<span>Key</span><span>{key_code}</span></p></header>"
    )
    body = "".join(
        (
            _totals(sheet, printing.look),
            *(_worked(letter, question) for letter, question in sheet.lettered),
        )
    )
    looks = key_style(made.house, printing.paper, printing.look, foot)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="author" content="Scorekeeper"><style>{looks}</style></head>'
        f"<body>{head}<main>{body}{_own(made, sheet)}</main></body></html>"
    )


def _totals(sheet: Sheet, look: Look) -> str:
    """All answers on one line, to mark by; those that are words stand with their questions."""
    right = [(letter, item) for letter, item in sheet.items if isinstance(item.answer, int)]
    most = 10 if look == "cards" else 5
    rows = []
    for begin in range(0, len(right), most):
        part = right[begin : begin + most]
        named = "".join(f'<th scope="col">{_name(letter, item)}</th>' for letter, item in part)
        answers = "".join(f"<td>{said(item.answer)}</td>" for _, item in part)
        rows.append(f'<table class="totals"><thead><tr>{named}</tr></thead><tbody><tr>{answers}</tr></tbody></table>')
    return "".join(rows)


def _name(letter: str, item: Item) -> str:
    return f"{letter} {escape(item.part)}" if item.part else letter


def said(answer: int | str) -> str:
    """An answer as it is printed."""
    return number(answer) if isinstance(answer, int) else escape(answer)


def _worked(letter: str, question: Question) -> str:
    hands = "".join(hand_table(hand) for hand in question.hands)
    items = question.items()
    asked = "" if question.kind == SCORE else f"<p>{escape(question.prompt)}</p>"
    told = given(question)
    steps = "".join(f"<li>{escape(step)}</li>" for step in _steps(items))
    answers = "".join(
        f"<p><b>{escape(item.prompt) + ' ' if len(items) > 1 else 'Right: '}{said(item.answer)}</b></p>"
        for item in items
    )
    wrong = "".join(_wrong(item, len(items) > 1) for item in items)
    return (
        f'<section class="worked"><h2>{letter}</h2>{asked}{told}<div class="with"><div class="hands">{hands}</div>'
        f'<div class="how">{answers}<ol>{steps}</ol></div></div>{wrong}</section>'
    )


def _steps(items: Sequence[Item]) -> list[str]:
    """How all of them are worked out, each line once."""
    return list(dict.fromkeys(step for item in items for step in item.worked))


def _wrong(item: Item, named: bool) -> str:
    if not item.wrong:
        return ""
    caption = f"{escape(item.prompt)} {IF}" if named else IF
    kind = "words" if item.choices else "number"
    rows = "".join(
        f'<tr><th scope="row" class="{kind}">{said(wrong.answer)}</th><td>{escape(wrong.text)}</td></tr>'
        for wrong in item.wrong
    )
    return f'<table class="wrong"><caption>{caption}</caption><tbody>{rows}</tbody></table>'


def _own(made: QuestionSet, sheet: Sheet) -> str:
    if made.kinds != (SCORE,):
        return ""
    told = f"Where there is a place for a hand of their own: {ANY.format(total=number(made.own_total(sheet)))}"
    return (
        f'<section class="worked"><h2>{letter_of(len(sheet.questions))}</h2>'
        f'<div class="with"><div class="hands">{hand_table(Hand(sheet.own))}</div>'
        f'<div class="how"><p>{told} This is one.</p></div></div></section>'
    )


# --- plain text -------------------------------------------------------------------------------------------------------


def worksheet_key_text(made: QuestionSet, printing: Printing, address: str, key_code: str) -> str:
    """The key as plain text."""
    return "\n\n".join("\n".join(_text(made, sheet, address, key_code)) for sheet in printing.sheets(made)) + "\n"


def _text(made: QuestionSet, sheet: Sheet, address: str, key_code: str) -> Iterator[str]:
    yield f"{made.title}, key to sheet {sheet.variant}"
    yield f"Key {key_code}: {address}"
    yield f"A {TELLS} {SLIPS}"
    for letter, question in sheet.lettered:
        yield ""
        yield f"{letter}. {question.prompt}"
        for hand in question.hands:
            yield from ([f"   {hand.name}"] if hand.name else [])
            yield from (f"   {row}" for row in told_rows(hand.layout))
        items = question.items()
        yield from (f"   {step}" for step in _steps(items))
        for item in items:
            prompt = f"{item.prompt} " if len(items) > 1 else ""
            yield f"   {prompt}Right: {number(item.answer) if isinstance(item.answer, int) else item.answer}"
            for wrong in item.wrong:
                wrote = number(wrong.answer) if isinstance(wrong.answer, int) else wrong.answer
                yield f"   If a pupil wrote {wrote}: {wrong.text}"
    if made.kinds == (SCORE,):
        yield ""
        yield f"{letter_of(len(sheet.questions))}. {ANY.format(total=number(made.own_total(sheet)))}"
