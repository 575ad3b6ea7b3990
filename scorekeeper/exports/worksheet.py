"""Worksheets: the sheets of a set as a tagged PDF for A4 or Letter, and as plain text; never an answer on them.

The key is another file: `worksheet_key`. What both share in looks is in `worksheet_style`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Literal

from scorekeeper.exports.drawing import Drawing
from scorekeeper.exports.hands_on_paper import (
    empty_table,
    hand_table,
    qr_code,
    rule_box,
    rule_lines,
    told_rows,
)
from scorekeeper.exports.rule_sheet import Paper
from scorekeeper.exports.worksheet_style import hands_in_a_row, style
from scorekeeper.rules.wording import isolated, number
from scorekeeper.school.items import Item
from scorekeeper.school.question import Question
from scorekeeper.school.set_codes import letter_of
from scorekeeper.school.sets import SCORE, QuestionSet, Sheet

Look = Literal["cards", "large"]
LOOKS: tuple[Look, ...] = ("cards", "large")
"""Cards three in a row; or the same in large print."""

ASKS = "How many points are scored in each hand?"
BLANK = '<span class="blank"></span>'


@dataclass(frozen=True)
class Printing:
    """How a set is printed. ``variant`` is one of its sheets, or nothing for all of them, one after the other."""

    paper: Paper = "A4"
    look: Look = "cards"
    rules: bool = True
    variant: str = ""

    def sheets(self, made: QuestionSet) -> tuple[Sheet, ...]:
        """The sheets that are printed."""
        return tuple(sheet for sheet in made.sheets if self.variant in ("", sheet.variant))


def worksheet_drawing(made: QuestionSet, printing: Printing, address: str) -> Drawing:
    """The sheets for pupils, fit for screen readers (PDF/UA). ``address`` of the set is for the QR code on each."""
    return Drawing(tuple((_html(made, sheet, printing, address),) for sheet in printing.sheets(made)), accessible=True)


def address_of_sheet(address: str, sheet: Sheet) -> str:
    """Where a sheet is found, given where its set is."""
    return f"{address}?variant={sheet.variant}"


def document(title: str, made: QuestionSet, sheet: Sheet, printing: Printing, body: str) -> str:
    """A whole document around what it says."""
    foot = f"{made.code} \N{MIDDLE DOT} sheet {sheet.variant}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="author" content="Scorekeeper"><meta name="description" content="{escape(title)}">'
        f"<style>{style(made.house, printing.paper, printing.look, foot)}</style></head><body>{body}</body></html>"
    )


def _html(made: QuestionSet, sheet: Sheet, printing: Printing, address: str) -> str:
    title = f"{isolated(made.title)}, sheet {sheet.variant}"
    head = (
        f'<header><div class="head"><h1>{escape(isolated(made.title))}</h1>'
        f'<p class="who">Name {BLANK} Date {BLANK[:-8]}</span></p></div>'
        f'<p class="code">{qr_code(address_of_sheet(address, sheet))}'
        f"<span>{made.code}</span><span>Sheet {sheet.variant}</span></p></header>"
    )
    rules = rule_box(made.house, made.kinds, face_down=sheet.face_down) if printing.rules else ""
    parts = "".join(_parts(made, sheet, printing))
    return document(title, made, sheet, printing, f"{head}{rules}<main>{parts}</main>")


def _parts(made: QuestionSet, sheet: Sheet, printing: Printing) -> Iterator[str]:
    in_a_row = hands_in_a_row(made.house, printing.look)
    for is_hand, run in groupby(_runs(sheet, in_a_row if printing.look == "cards" else 0), key=lambda one: one[0]):
        lettered = [one[1:] for one in run]
        if is_hand:
            yield f'<p class="asks">{ASKS} Write your answer on the line under it.</p>'
            hands = [
                _hand(letter, question)
                if question.kind == SCORE
                else _question(letter, question, printing.look, "hand wide")
                for letter, question in lettered
            ]
            hands += _own(made, sheet, printing, len(hands))
            yield f'<div class="hands">{"".join(hands)}</div>'
        else:
            yield from (_question(letter, question, printing.look) for letter, question in lettered)


def _runs(sheet: Sheet, in_a_row: int) -> Iterator[tuple[bool, str, Question]]:
    """Every question, and whether it stands among the hands to be scored.

    Where these leave two places of a row free, the next question about one hand takes them: its hand and its lines.
    """
    hands = 0
    for letter, question in sheet.lettered:
        fills = in_a_row > 2 and (hands + 2) % in_a_row == 0 and len(question.hands) == 1 and len(question.told) < 2
        among = question.kind == SCORE or (hands > 0 and fills)
        hands = hands + 1 if question.kind == SCORE else 0
        yield among, letter, question


def _hand(letter: str, question: Question) -> str:
    (hand,) = question.hands
    return f'<section class="hand"><h2>{letter}</h2>{hand_table(hand)}<p class="answer">Points {BLANK}</p></section>'


def _own(made: QuestionSet, sheet: Sheet, printing: Printing, hands: int) -> list[str]:
    """In the last free place of a row: a hand to be made up."""
    if made.kinds != (SCORE,) or hands % hands_in_a_row(made.house, printing.look) == 0:
        return []
    wanted = number(made.own_total(sheet))
    places = empty_table(made.house.grid)
    own = f'<section class="hand own"><h2>{letter_of(len(sheet.questions))}</h2>{places}'
    return [f'{own}<p class="answer">Make your own hand that scores <b>{wanted}</b>.</p></section>']


def _question(letter: str, question: Question, look: Look, named: str = "question") -> str:
    told = given(question)
    hands = "".join(hand_table(hand) for hand in question.hands)
    items = question.items()
    lines = "".join(_answer_line(item, len(items) > 1 or item.prompt != question.prompt) for item in items)
    placed = "beside" if len(question.hands) == 1 and look == "cards" else "below"
    return (
        f'<section class="{named}"><h2>{letter}</h2><p class="asks">{escape(question.prompt)}</p>'
        f'{told}<div class="{placed}"><div class="side-by-side">{hands}</div><div>{lines}</div></div></section>'
    )


def given(question: Question) -> str:
    """What is known besides the hands."""
    told = "".join(f"<li>{escape(sentence)}</li>" for sentence in question.told)
    return f"<ul>{told}</ul>" if told else ""


def _answer_line(item: Item, named: bool) -> str:
    asked = f"{escape(item.prompt)} " if named else ""
    if not item.choices:
        return f'<p class="answer">{asked}{BLANK}</p>'
    choices = "".join(f'<li><span class="box">\N{BALLOT BOX}</span> {escape(choice)}</li>' for choice in item.choices)
    return f'<p class="answer">{asked}</p><ul class="choices">{choices}</ul>'


# --- plain text -------------------------------------------------------------------------------------------------------


def worksheet_text(made: QuestionSet, printing: Printing, address: str) -> str:
    """The sheets as plain text: every card in words, for whoever cannot see pictures, and for any printer."""
    return "\n\n".join("\n".join(_text(made, sheet, printing, address)) for sheet in printing.sheets(made)) + "\n"


def _text(made: QuestionSet, sheet: Sheet, printing: Printing, address: str) -> Iterator[str]:
    yield f"{made.title}, sheet {sheet.variant}"
    yield f"Set {made.code}: {address}"
    yield ""
    yield "Name: ____________________   Date: ____________"
    if printing.rules:
        yield ""
        yield f"The rules of {made.house.name}"
        rules = rule_lines(made.house, made.kinds, face_down=sheet.face_down)
        yield from (f"- {title}. {text}" for title, text in rules)
    for letter, question in sheet.lettered:
        yield ""
        yield f"{letter}. {question.prompt}"
        yield from (f"   {sentence}" for sentence in question.told)
        for hand in question.hands:
            if hand.name:
                yield f"   {hand.name}"
            yield from (f"   {row}" for row in told_rows(hand.layout))
        items = question.items()
        for item in items:
            asked = item.prompt if len(items) > 1 or item.prompt != question.prompt else "Points:"
            yield f"   {asked}{'' if item.choices else ' ________'}"
            yield from (f"   [ ] {choice}" for choice in item.choices)
    if made.kinds == (SCORE,):
        yield ""
        yield f"{letter_of(len(sheet.questions))}. Make your own hand that scores {number(made.own_total(sheet))}."
        yield from (
            f"   Row {row + 1}: {'________ ' * made.house.grid.columns}".rstrip() for row in range(made.house.grid.rows)
        )
