"""Worksheets and answer keys, as tagged PDF and as plain text. Worksheets never show an answer.

An answer key has all totals, their score lines, and the likely cause of each wrong number.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from scorekeeper.exports.drawing import Drawing
from scorekeeper.exports.paper import (
    Data,
    Paper,
    drawings,
    drawn,
    empty_hand,
    hand_drawn,
    hand_shown,
    printed,
    qr_code,
    told_rows,
    with_suits,
)
from scorekeeper.exports.set_items import face_down_told, rule_lines
from scorekeeper.exports.worksheet_room import Above, Filling, adds_by_column, filling
from scorekeeper.exports.worksheet_style import (
    BOX,
    KEY_TEXT,
    ROOMY,
    STRIP_TEXT,
    TEXT,
    Look,
    hands_in_a_row,
    key_card,
    sheet_card,
)
from scorekeeper.houses.sheet.worked_examples import showing
from scorekeeper.rules import Cell, House, Layout, Line
from scorekeeper.rules.scoring import PAIR
from scorekeeper.rules.wording import capitalize_first, isolated, number
from scorekeeper.school.exercises.codes import letter_of
from scorekeeper.school.exercises.items import Hand, Item, worked_once
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.sets import SCORE, QuestionSet, Sheet

ASKS = "How many points is each hand worth?"
BY_COLUMN = "Write each column’s points, then the total."
IF = "If a student wrote"
LONGEST_STRIP = {"cards": 40, "large": 24}
"""Answers of a strip that a page has room for."""
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
    sheets = printing.sheets(made)
    first, *others = [_sheet(made, sheet, printing, address) for sheet in sheets]
    narrow = min(one["card"]["width"] for one in (first, *others)) < ROOMY
    return Drawing.of([{**first, "drawings": drawings(_layouts(made.house, sheets), narrow=narrow)}, *others])


def _layouts(house: House, sheets: Iterable[Sheet]) -> Iterator[Layout]:
    """All layouts with cards to draw."""
    for hand in (hand for sheet in sheets for question in sheet.questions for hand in question.hands):
        yield with_suits(hand.layout, house)
    yield from (layout for layout, _ in [_matching(house)] if layout)


def worksheet_key_drawing(made: QuestionSet, printing: Printing, address: str, key_code: str) -> Drawing:
    """The answer key, also tagged. ``address`` is its own, with the answer key's code."""
    return Drawing.of([_key(made, sheet, printing, address, key_code) for sheet in printing.sheets(made)])


def marking_strip_drawing(made: QuestionSet, printing: Printing) -> Drawing:
    """Answers only: the numbers of each version in order, as strips to lay next to a paper."""
    title = f"{isolated(made.title)}, answers"
    strips = [strip for sheet in printing.sheets(made) for strip in _strips(sheet, LONGEST_STRIP[printing.look])]
    page = _page(printing, title, title, f"Answers to {made.code}", (made.code,))
    return Drawing.of([{**page, "size": STRIP_TEXT[printing.look], "parts": [{"kind": "strips", "strips": strips}]}])


def _strips(sheet: Sheet, longest: int) -> Iterator[Data]:
    """The answers of a version, in several strips where a page is too short for one."""
    right = [(letter, item) for letter, item in sheet.items if isinstance(item.answer, int)]
    for begin in range(0, len(right), longest):
        rows = [(_named(letter, item), _said(item.answer)) for letter, item in right[begin : begin + longest]]
        yield {"variant": sheet.variant, "rows": rows}


def _named(letter: str, item: Item) -> str:
    return f"{letter} {item.part}".rstrip()


def _page(printing: Printing, title: str, heading: str, foot: str, codes: Sequence[str]) -> Data:
    """A document: what is at the top and the foot of its pages. ``size`` and ``parts`` are still missing."""
    return {
        "title": printed(title),
        "paper": {"A4": "a4", "Letter": "us-letter"}[printing.paper],
        "large": printing.look == "large",
        "heading": printed(heading),
        "below": "",
        "who": False,
        "code": None,
        "codes": codes,
        "foot": foot,
    }


def _code_of(sheet: Sheet, address: str) -> Data:
    return qr_code(f"{address}?variant={sheet.variant}")


# --- a version --------------------------------------------------------------------------------------------------------


def _sheet(made: QuestionSet, sheet: Sheet, printing: Printing, address: str) -> Data:
    title = isolated(made.title)
    foot = f"{made.code} \N{MIDDLE DOT} version {sheet.version}"
    page = _page(printing, f"{title}, version {sheet.version}", title, foot, (made.code, f"Version {sheet.version}"))
    size, fill = sheet_card(made.house, printing.look), _filling(made, sheet, printing)
    return {
        **page,
        "who": True,
        "code": _code_of(sheet, address),
        "size": TEXT[printing.look],
        "card": size._replace(width=fill.width)._asdict(),
        "parts": [*_rules(made, sheet, printing), *_parts(made, sheet, printing, fill)],
    }


def _filling(made: QuestionSet, sheet: Sheet, printing: Printing) -> Filling:
    """How hands alone fill their page; beside other questions they have their usual size."""
    house, look = made.house, printing.look
    if made.kinds == (SCORE,):
        above = Above(isolated(made.title), list(_rules(made, sheet, printing)), _asks(made, sheet, printing))
        return filling(house, look, printing.paper, above, len(sheet.questions))
    return Filling(hands_in_a_row(house, look), sheet_card(house, look).width, fills=False)


def _asks_for_hand(made: QuestionSet, sheet: Sheet, fill: Filling) -> bool:
    """Whether the last free place of a row asks for a hand."""
    return made.kinds == (SCORE,) and len(sheet.questions) % fill.across > 0


def _rules(made: QuestionSet, sheet: Sheet, printing: Printing) -> Iterator[Data]:
    if printing.rules:
        lines = rule_lines(made.house, made.kinds, face_down=sheet.face_down)
        listed = [(printed(title), printed(text)) for title, text in lines]
        heading = printed(f"Rules: {made.house.name}")
        yield {"kind": "rules", "heading": heading, "lines": listed, "cancels": _canceling(made.house)}


def _canceling(house: House) -> Data | None:
    """A picture of matching cards and what they are worth; None where nothing cancels."""
    layout, line = _matching(house)
    if layout is None or line is None:
        return None
    rows, columns = (sorted(set(places)) for places in zip(*line.cells, strict=True))
    cards = [
        [drawn(layout[cell]) if (cell := Cell(row, column)) in line.cells else None for column in columns]
        for row in rows
    ]
    return {"rows": cards, "points": number(line.points), "alt": capitalize_first(line.text)}


@lru_cache(maxsize=64)
def _matching(house: House) -> tuple[Layout | None, Line | None]:
    """A layout with matching cards that cancel, and their line; nothing where none do."""
    worked = showing(PAIR, house) if house.cancelling else None
    if worked is None:
        return None, None
    return with_suits(worked.layout, house), next(line for line in worked.lines if line.rule == PAIR)


def _parts(made: QuestionSet, sheet: Sheet, printing: Printing, fill: Filling) -> Iterator[Data]:
    first = None if printing.rules else _first_face_down(sheet)
    for is_hand, grouped in groupby(sheet.lettered, key=lambda lettered: lettered[1].kind == SCORE):
        run = list(grouped)
        if is_hand:
            yield _hands(made, sheet, run, _asks(made, sheet, printing, run), fill, printing.look)
        else:
            for letter, question in run:
                yield _question(letter, question, [_face_down(made.house)] * (letter == first), printing.look)


def _asks(made: QuestionSet, sheet: Sheet, printing: Printing, run: Sequence[tuple[str, Question]] = ()) -> str:
    """What is asked of hands to score, with what must be explained at the first that are face down."""
    asks, first = [ASKS], None if printing.rules else _first_face_down(sheet)
    if adds_by_column(made.house):
        asks.append(BY_COLUMN)
    if first in {letter for letter, _ in run or sheet.lettered}:
        asks.append(_face_down(made.house))
    return " ".join(asks)


def _hands(
    made: QuestionSet, sheet: Sheet, run: Sequence[tuple[str, Question]], asks: str, fill: Filling, look: Look
) -> Data:
    """Hands to score by letter."""
    hands = [_hand(letter, hand_drawn(question.hands[0], made.house)) for letter, question in run]
    if _asks_for_hand(made, sheet, fill):
        total = number(made.own_total(sheet))
        hands.append(_hand(letter_of(len(sheet.questions)), empty_hand(made.house.grid), total))
    boxes = {"by-column": adds_by_column(made.house), "box": BOX[look]}
    return {"kind": "hands", "asks": asks, "hands": hands, "across": fill.across, "fills": fill.fills, **boxes}


def _first_face_down(sheet: Sheet) -> str | None:
    """The letter of the first question with a card that was face down."""
    shown = ((letter, hand) for letter, question in sheet.lettered for hand in question.hands)
    return next((letter for letter, hand in shown if hand.layout.hidden), None)


def _face_down(house: House) -> str:
    """What the words on such a card mean, for a sheet without the rules."""
    return f"Some cards were face down when the hole ended. {face_down_told(house)}"


def _hand(letter: str, hand: Data, total: str | None = None) -> Data:
    """A hand to score; with a ``total``, one to make."""
    return {"letter": letter, "hand": hand, "total": total}


def _question(letter: str, question: Question, explained: Sequence[str], look: Look) -> Data:
    items = question.items()
    return {
        "kind": "question",
        "letter": letter,
        "asks": printed(question.prompt),
        "told": list(map(printed, (*question.told, *explained))),
        "hands": [hand_drawn(hand, question.house) for hand in question.hands],
        "lines": [_answer_line(item, len(items) > 1 or item.prompt != question.prompt) for item in items],
        "beside": len(question.hands) == 1 and look == "cards",
    }


def _answer_line(item: Item, named: bool) -> Data:
    return {"asked": printed(item.prompt) if named else "", "choices": list(map(printed, item.choices))}


# --- the answer key ---------------------------------------------------------------------------------------------------


def _key(made: QuestionSet, sheet: Sheet, printing: Printing, address: str, key_code: str) -> Data:
    title = isolated(made.title)
    heading = f"Answer key, version {sheet.version}"
    foot = f"Answer key {key_code} \N{MIDDLE DOT} version {sheet.version} of {made.code}"
    page = _page(printing, f"{title}, answer key, version {sheet.version}", heading, foot, ("Answer key", key_code))
    worked = [_worked(letter, question) for letter, question in sheet.lettered]
    if _asks_for_hand(made, sheet, _filling(made, sheet, printing)):
        total = number(made.own_total(sheet))
        told = f"For “Make a hand”, any hand that scores {total} is right. For example:"
        worked.append(_solved(letter_of(len(sheet.questions)), [Hand(sheet.own)], how=told))
    return {
        **page,
        "below": printed(f"{title}. For grading: {GRADING}"),
        "code": _code_of(sheet, address),
        "size": KEY_TEXT[printing.look],
        "card": key_card(printing.look)._asdict(),
        "parts": [*_totals(sheet, printing.look), *worked],
    }


def _totals(sheet: Sheet, look: Look) -> Iterator[Data]:
    """All numeric answers in a row, for grading; answers in words are with their questions."""
    right = [(letter, item) for letter, item in sheet.items if isinstance(item.answer, int)]
    most = 10 if look == "cards" else 5
    for part in (right[begin : begin + most] for begin in range(0, len(right), most)):
        letters = [_named(letter, item) for letter, item in part]
        yield {"kind": "totals", "letters": letters, "answers": [_said(item.answer) for _, item in part]}


def _worked(letter: str, question: Question) -> Data:
    items = question.items()
    return _solved(
        letter,
        question.hands,
        asked="" if question.kind == SCORE else printed(question.prompt),
        told=list(map(printed, question.told)),
        right=[printed(line) for item in items for line in _right(item, items)],
        steps=list(map(printed, worked_once(items))),
        wrong=[_wrong(item, f"{item.prompt} " if len(items) > 1 else "") for item in items if item.wrong],
    )


def _solved(letter: str, hands: Sequence[Hand], **said: Any) -> Data:
    """A question with its solution; what is not ``said`` is empty."""
    nothing: Data = {"asked": "", "told": [], "right": [], "how": "", "steps": [], "wrong": []}
    return {"kind": "worked", "letter": letter, "hands": list(map(hand_shown, hands)), **nothing, **said}


def _wrong(item: Item, named: str) -> Data:
    return {
        "caption": printed(f"{named}{IF} \N{HORIZONTAL ELLIPSIS}"),
        "words": bool(item.choices),
        "rows": [(printed(_said(wrong.answer)), printed(wrong.text)) for wrong in item.wrong],
    }


def _said(answer: int | str) -> str:
    return number(answer) if isinstance(answer, int) else answer


def _right(item: Item, among: Sequence[Item]) -> Iterator[str]:
    """The answer to an item, named where there are several items, and others that are as right."""
    yield f"{item.prompt if len(among) > 1 else 'Right:'} {_said(item.answer)}"
    yield from (f"Also right: {choice}" for choice in item.also)


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
    first = None if printing.rules else _first_face_down(sheet)
    for letter, question in sheet.lettered:
        yield from _asked_text(letter, question)
        yield from [f"   {_face_down(made.house)}"] if letter == first else []
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
        yield from (f"   {step}" for step in worked_once(items))
        for item in items:
            yield f"   {item.prompt + ' ' if len(items) > 1 else ''}Right: {_said(item.answer)}"
            yield from (f"   Also right: {choice}" for choice in item.also)
            yield from (f"   {IF} {_said(wrong.answer)}: {wrong.text}" for wrong in item.wrong)


def _asked_text(letter: str, question: Question) -> Iterator[str]:
    yield f"\n{letter}. {question.prompt}"
    yield from (f"   {sentence}" for sentence in question.told)
    for hand in question.hands:
        yield from ([f"   {hand.name}"] if hand.name else [])
        yield from (f"   {row}" for row in told_rows(hand.layout))
