"""What templates need to show any exercise, with the macros of templates/macros/questions.html."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask

from scorekeeper.houses.sheet import SheetSection, rule_sheet
from scorekeeper.rules import House, Layout, RuleError, Score, score
from scorekeeper.rules.wording import short
from scorekeeper.school.positions import Moment
from scorekeeper.school.question import AnswersRefused, ChoiceField, Field, Question, value_in_words
from scorekeeper.school.questions.mistake import MistakeQuestion
from scorekeeper.school.tallying import COLUMN
from scorekeeper.web.filters import capitalize_first

LONGEST_TYPED = 200
"""Characters of what was typed that a page shows again; no answer has so many."""

_NOT_BESIDE = frozenset({"aim", "readings", "examples"})
_COUNTING = ("values", "equal", "four")
"""The sections of a rule sheet that decide what a layout counts, which come first."""


def init_app(app: Flask) -> None:
    """Tell templates the kinds of fields apart, and let them write an answer."""
    app.add_template_test(_is_choice, "choice_field")
    app.add_template_test(_is_column, "column_field")
    app.add_template_filter(solution_text, "solution_text")
    app.add_template_filter(told_beside, "told_beside")


def question_errors(refused: AnswersRefused) -> dict[str, list[str]]:
    """Why something is no answer, as the macros want it: sentences by the names of the fields, with a capital."""
    return {name: [capitalize_first(short(reason, 300))] for name, reason in refused.reasons.items()}


def typed_again(question: Question, typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed into the fields of that question, cut where it is longer than any answer."""
    return {field.name: typed.get(field.name, "")[:LONGEST_TYPED] for field in question.fields}


def told_beside(question: Question, answered: bool = False) -> tuple[str, ...]:
    """What else has to be known, beside what is drawn.

    Of a moment of a hole everybody's cards are seen, and the lines of a card are choices until it is answered.
    """
    if isinstance(question, MistakeQuestion) and not answered:
        return question.told[1:]
    moment = getattr(question, "moment", None)
    if not isinstance(moment, Moment):
        return question.told
    own, *others = moment.shown
    seen = moment.told[: len(own.rows) + len(others)]
    return tuple(sentence for sentence in question.told if sentence not in seen)


def rules_beside(house: House) -> tuple[SheetSection, ...]:
    """The rules to look up beside a question, what a layout counts first."""
    shown = [section for section in rule_sheet(house) if section.key not in _NOT_BESIDE]
    return tuple(sorted(shown, key=lambda section: section.key not in _COUNTING))


def scores_beside(question: Question) -> tuple[Score | None, ...]:
    """The scores of the hands, where what they count by these rules is the question. For after it was answered."""
    hands = question.hands
    if len(hands) == 1 and question.counted_as(question.solution) is None:
        return ()
    return tuple(_score(hand.layout, question.house) for hand in hands)


def solution_text(question: Question, field: Field) -> str:
    """The right answer in one field, in words. For after it was given."""
    return value_in_words(field, question.solution[field.name])


def _score(layout: Layout, house: House) -> Score | None:
    try:
        return score(layout, house)
    except RuleError:
        return None


def _is_choice(field: Field) -> bool:
    return isinstance(field, ChoiceField)


def _is_column(field: Field) -> bool:
    """Whether it is filled in for one column, and stands under it."""
    return field.name.startswith(COLUMN)
