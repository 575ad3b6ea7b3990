"""Worksheets and answer keys, as tagged PDF and as plain text. Worksheets never show an answer.

An answer key has all totals, their score lines, and the likely cause of each wrong number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from scorekeeper.exports.drawing import Drawing
from scorekeeper.exports.paper import Paper, empty_table, hand_table, page, qr_code, told_rows
from scorekeeper.exports.set_items import rule_lines
from scorekeeper.exports.worksheet_style import Look, hands_in_a_row, key_style, sheet_style, strip_style
from scorekeeper.rules.wording import isolated, number
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.items import Hand, Item
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.sets import SCORE, QuestionSet, Sheet

ASKS = "How many points is each hand worth?"
BLANK = '<span class="blank"></span>'
IF = "If a student wrote"
GRADING = (
    "A wrong number often shows which rule was misunderstood. "
    "If it’s off by 1 or 10, or two digits are swapped, it’s usually an adding slip."
)


@dataclass(frozen=True)
class Printing:
    """How to print a worksheet. ``variant`` is one of its versions, or "" for all."""

    paper: Paper = "A4"
    look: Look = "cards"
    rules: bool = True
    variant: str = ""

    def sheets(self, made: QuestionSet) -> tuple[Sheet, ...]:
        """Versions to print."""
        return tuple(sheet for sheet in made.sheets if self.variant in ("", sheet.variant))


def worksheet_drawing(made: QuestionSet, printing: Printing, address: str) -> Drawing:
    """The worksheet, tagged for screen readers (PDF/UA). Each version has a QR code of ``address``."""
    return Drawing(tuple((_html(made, sheet, printing, address),) for sheet in printing.sheets(made)), accessible=True)


def worksheet_key_drawing(made: QuestionSet, printing: Printing, address: str, key_code: str) -> Drawing:
    """The answer key, also tagged. ``address`` is its own, with the answer key's code."""
    documents = ((_key_html(made, sheet, printing, address, key_code),) for sheet in printing.sheets(made))
    return Drawing(tuple(documents), accessible=True)


def marking_strip_drawing(made: QuestionSet, printing: Printing) -> Drawing:
    """Answers only: the numbers of each version in order, as strips to lay next to a paper."""
    title = f"{isolated(made.title)}, answers"
    strips = "".join(_strip(sheet) for sheet in printing.sheets(made))
    body = f"<main>{strips}</main>"
    style = strip_style(printing.paper, printing.look, f"Answers to {made.code}")
    head = f'<div class="head"><h1>{escape(title)}</h1></div><p class="code"><span>{made.code}</span></p>'
    return Drawing(((page(title, style, head, body),),), accessible=True)


def _strip(sheet: Sheet) -> str:
    rows = "".join(
        f'<tr><th scope="row">{letter} {escape(item.part)}'.rstrip() + f"</th><td>{number(item.answer)}</td></tr>"
        for letter, item in sheet.items
        if isinstance(item.answer, int)
    )
    return f'<table class="strip"><caption>{sheet.variant}</caption><tbody>{rows}</tbody></table>'


def _head(heading: str, below: str, sheet: Sheet, address: str, *codes: str) -> str:
    spans = "".join(f"<span>{code}</span>" for code in codes)
    code = qr_code(f"{address}?variant={sheet.variant}")
    return f'<div class="head"><h1>{escape(heading)}</h1><p>{below}</p></div><p class="code">{code}{spans}</p>'


def _given(question: Question) -> str:
    """Facts given with the hands."""
    told = "".join(f"<li>{escape(sentence)}</li>" for sentence in question.told)
    return f"<ul>{told}</ul>" if told else ""


# --- a version --------------------------------------------------------------------------------------------------------


def _html(made: QuestionSet, sheet: Sheet, printing: Printing, address: str) -> str:
    title = isolated(made.title)
    who = f'<span class="who">Name {BLANK} Date {BLANK}</span>'
    head = _head(title, who, sheet, address, made.code, f"Version {sheet.version}")
    rules = ""
    if printing.rules:
        lines = rule_lines(made.house, made.kinds, face_down=sheet.face_down)
        listed = "".join(f"<p><b>{escape(title)}.</b> {escape(text)}</p>" for title, text in lines)
        rules = f'<aside class="rules"><h2>Rules: {escape(made.house.name)}</h2>{listed}</aside>'
    style = sheet_style(
        made.house, printing.paper, printing.look, f"{made.code} \N{MIDDLE DOT} version {sheet.version}"
    )
    body = f"{rules}<main>{''.join(_parts(made, sheet, printing))}</main>"
    return page(f"{title}, version {sheet.version}", style, head, body)


def _parts(made: QuestionSet, sheet: Sheet, printing: Printing) -> Iterator[str]:
    for is_hand, run in groupby(sheet.lettered, key=lambda lettered: lettered[1].kind == SCORE):
        if is_hand:
            yield f'<p class="asks">{ASKS} Write your answer on the line below.</p>'
            hands = [_hand(letter, hand_table(question.hands[0]), f"Points {BLANK}") for letter, question in run]
            if made.kinds == (SCORE,) and len(hands) % hands_in_a_row(made.house, printing.look):
                # The last free place of a row asks for a hand.
                asks = f"Make a hand that scores <b>{number(made.own_total(sheet))}</b>."
                hands.append(_hand(letter_of(len(sheet.questions)), empty_table(made.house.grid), asks))
            yield f'<div class="hands">{"".join(hands)}</div>'
        else:
            yield from (_question(letter, question, printing.look) for letter, question in run)


def _hand(letter: str, table: str, answer: str) -> str:
    return f'<section class="hand"><h2>{letter}</h2>{table}<p class="answer">{answer}</p></section>'


def _question(letter: str, question: Question, look: Look) -> str:
    hands = "".join(hand_table(hand) for hand in question.hands)
    items = question.items()
    lines = "".join(_answer_line(item, len(items) > 1 or item.prompt != question.prompt) for item in items)
    placed = "beside" if len(question.hands) == 1 and look == "cards" else "below"
    return (
        f'<section class="question"><h2>{letter}</h2><p class="asks">{escape(question.prompt)}</p>{_given(question)}'
        f'<div class="{placed}"><div class="side-by-side">{hands}</div><div>{lines}</div></div></section>'
    )


def _answer_line(item: Item, named: bool) -> str:
    asked = f"{escape(item.prompt)} " if named else ""
    if not item.choices:
        return f'<p class="answer">{asked}{BLANK}</p>'
    choices = "".join(f'<li><span class="box">\N{BALLOT BOX}</span> {escape(choice)}</li>' for choice in item.choices)
    return f'<p class="answer">{asked}</p><ul class="choices">{choices}</ul>'


# --- the answer key ---------------------------------------------------------------------------------------------------


def _key_html(made: QuestionSet, sheet: Sheet, printing: Printing, address: str, key_code: str) -> str:
    title = isolated(made.title)
    below = f"{escape(title)}. For grading: {GRADING}"
    head = _head(f"Answer key, version {sheet.version}", below, sheet, address, "Answer key", key_code)
    worked = "".join(_worked(letter, question) for letter, question in sheet.lettered)
    if made.kinds == (SCORE,):
        total = number(made.own_total(sheet))
        told = f"For “Make a hand”, any hand that scores {total} is right. For example:"
        worked += _solved(letter_of(len(sheet.questions)), "", hand_table(Hand(sheet.own)), f"<p>{told}</p>")
    foot = f"Answer key {key_code} \N{MIDDLE DOT} version {sheet.version} of {made.code}"
    style = key_style(made.house, printing.paper, printing.look, foot)
    body = f"<main>{_totals(sheet, printing.look)}{worked}</main>"
    return page(f"{title}, answer key, version {sheet.version}", style, head, body)


def _totals(sheet: Sheet, look: Look) -> str:
    """All numeric answers in a row, for grading; answers in words are with their questions."""
    right = [(letter, item) for letter, item in sheet.items if isinstance(item.answer, int)]
    most = 10 if look == "cards" else 5
    tables = []
    for part in (right[begin : begin + most] for begin in range(0, len(right), most)):
        named = "".join(f'<th scope="col">{letter} {escape(item.part)}'.rstrip() + "</th>" for letter, item in part)
        answers = "".join(f"<td>{_said(item.answer)}</td>" for _, item in part)
        tables.append(f'<table class="totals"><thead><tr>{named}</tr></thead><tbody><tr>{answers}</tr></tbody></table>')
    return "".join(tables)


def _worked(letter: str, question: Question) -> str:
    items = question.items()
    asked = "" if question.kind == SCORE else f"<p>{escape(question.prompt)}</p>"
    answers = "".join(f"<p><b>{escape(_right(item, items))}</b></p>" for item in items)
    steps = "".join(f"<li>{escape(step)}</li>" for step in _steps(items))
    hands = "".join(hand_table(hand) for hand in question.hands)
    wrong = "".join(_wrong(item, f"{escape(item.prompt)} " if len(items) > 1 else "") for item in items if item.wrong)
    return _solved(letter, f"{asked}{_given(question)}", hands, f"{answers}<ol>{steps}</ol>", wrong)


def _solved(letter: str, asked: str, hands: str, how: str, wrong: str = "") -> str:
    beside = f'<div class="with"><div class="hands">{hands}</div><div class="how">{how}</div></div>'
    return f'<section class="worked"><h2>{letter}</h2>{asked}{beside}{wrong}</section>'


def _wrong(item: Item, named: str) -> str:
    kind = "words" if item.choices else "number"
    rows = "".join(
        f'<tr><th scope="row" class="{kind}">{escape(_said(wrong.answer))}</th><td>{escape(wrong.text)}</td></tr>'
        for wrong in item.wrong
    )
    caption = f"<caption>{named}{IF} \N{HORIZONTAL ELLIPSIS}</caption>"
    return f'<table class="wrong">{caption}<tbody>{rows}</tbody></table>'


def _said(answer: int | str) -> str:
    return number(answer) if isinstance(answer, int) else answer


def _right(item: Item, among: Sequence[Item]) -> str:
    """The answer to an item, named where there are several."""
    return f"{item.prompt if len(among) > 1 else 'Right:'} {_said(item.answer)}"


def _steps(items: Sequence[Item]) -> list[str]:
    """Score lines of all items, each once."""
    return list(dict.fromkeys(step for item in items for step in item.worked))


# --- plain text -------------------------------------------------------------------------------------------------------


def worksheet_text(made: QuestionSet, printing: Printing, address: str) -> str:
    """The worksheet as plain text with every card in words, for blind students and any printer."""
    return "\n\n".join("\n".join(_text(made, sheet, printing, address)) for sheet in printing.sheets(made)) + "\n"


def _text(made: QuestionSet, sheet: Sheet, printing: Printing, address: str) -> Iterator[str]:
    yield f"{made.title}, version {sheet.version}"
    yield f"Worksheet {made.code}: {address}"
    yield "\nName: ____________________   Date: ____________"
    if printing.rules:
        yield f"\nRules: {made.house.name}"
        rules = rule_lines(made.house, made.kinds, face_down=sheet.face_down)
        yield from (f"- {title}. {text}" for title, text in rules)
    for letter, question in sheet.lettered:
        yield from _asked_text(letter, question)
        items = question.items()
        for item in items:
            asked = item.prompt if len(items) > 1 or item.prompt != question.prompt else "Points:"
            yield f"   {asked}{'' if item.choices else ' ________'}"
            yield from (f"   [ ] {choice}" for choice in item.choices)


def worksheet_key_text(made: QuestionSet, printing: Printing, address: str, key_code: str) -> str:
    """The answer key as plain text."""
    return "\n\n".join("\n".join(_key_text(made, sheet, address, key_code)) for sheet in printing.sheets(made)) + "\n"


def _key_text(made: QuestionSet, sheet: Sheet, address: str, key_code: str) -> Iterator[str]:
    yield f"{made.title}, answer key, version {sheet.version}"
    yield f"Answer key {key_code}: {address}"
    yield GRADING
    for letter, question in sheet.lettered:
        yield from _asked_text(letter, question)
        items = question.items()
        yield from (f"   {step}" for step in _steps(items))
        for item in items:
            yield f"   {item.prompt + ' ' if len(items) > 1 else ''}Right: {_said(item.answer)}"
            yield from (f"   {IF} {_said(wrong.answer)}: {wrong.text}" for wrong in item.wrong)


def _asked_text(letter: str, question: Question) -> Iterator[str]:
    yield f"\n{letter}. {question.prompt}"
    yield from (f"   {sentence}" for sentence in question.told)
    for hand in question.hands:
        yield from ([f"   {hand.name}"] if hand.name else [])
        yield from (f"   {row}" for row in told_rows(hand.layout))
