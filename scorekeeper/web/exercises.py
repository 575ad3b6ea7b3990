"""Exercises as pages show them, with the macros of templates/macros/questions.html."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask

from scorekeeper.houses.sheet import SheetSection, unsigned_sheet
from scorekeeper.rules import House, Layout, RuleError, Score, score
from scorekeeper.rules.wording import short
from scorekeeper.school.attempt import Attempt, Did
from scorekeeper.school.positions import Moment
from scorekeeper.school.question import (
    AnswersRefused,
    ChoiceField,
    Field,
    Question,
    Step,
    Verdict,
    answer_in_words,
    value_in_words,
)
from scorekeeper.school.questions.mistake import MistakeQuestion
from scorekeeper.school.sitting import UNLEARN
from scorekeeper.school.tallying import COLUMN
from scorekeeper.web.filters import capitalize_first

LONGEST_TYPED = 200
"""Characters of what was typed that a page shows again; no answer has so many."""

_NOT_BESIDE = frozenset({"aim", "readings", "examples"})
_COUNTING = ("values", "equal", "four")
"""The sections of a rule sheet that decide what a layout counts, which come first."""


Errors = Mapping[str, list[str]]
"""Sentences by the names of fields."""


@dataclass(frozen=True)
class AttemptShown:
    """A question to be answered, or worked out, with what is said to the last answer.

    ``typed`` is what stands in the boxes where it is not the last answer; ``refused`` says why an answer was not taken.
    """

    attempt: Attempt
    typed: Mapping[str, str] | None = None
    errors: Errors = field(default_factory=dict)
    refused: str = ""
    focused: bool = False  # whether the first box has the focus

    @property
    def question(self) -> Question:
        return self.attempt.question

    @property
    def prefix(self) -> str:
        """What goes before every id, where more than one question stands on a page."""
        return ""

    @property
    def waits(self) -> bool:
        """Whether answers are taken later, but not now."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether it takes no more answers, so that it is worked out."""
        return self.attempt.over

    @property
    def boxes(self) -> Mapping[str, str]:
        if self.typed is not None:
            return self.typed
        return self.attempt.last.typed if self.attempt.last else {}

    @property
    def answered(self) -> str:
        """The last answer, in words."""
        return answer_in_words(self.question, self.attempt.last.answer) if self.attempt.last else ""

    @property
    def verdict(self) -> Verdict | None:
        """What is said to the last answer, where it may be told; nothing while something else is wrong."""
        return None if self.errors else self.attempt.verdict

    @property
    def is_right(self) -> bool:
        return self.verdict is not None and self.verdict.right

    @property
    def wrong(self) -> frozenset[str]:
        """The boxes whose answers are not right."""
        return self.verdict.wrong if self.verdict else frozenset()

    @property
    def meaning(self) -> str:
        """What kind of thing is said; "" where there is nothing to say."""
        if self.is_over:
            return "right" if self.is_right else "shown"
        if self.verdict is None:
            return ""
        return "same" if self.attempt.repeated else "again"

    @property
    def title(self) -> str:
        return {
            "again": "Not yet. There is one more try.",
            "same": "The same answer as before: it is not counted as a try.",
            "shown": "Here is how it is worked out.",
        }.get(self.meaning, "")

    @property
    def hints(self) -> tuple[str, ...]:
        return () if self.is_over else self.attempt.hints

    @property
    def worked(self) -> tuple[Step, ...]:
        """How it is worked out; beside a line what the last answer made of it."""
        if self.verdict is None or self.attempt.last is None:
            return self.question.worked
        return self.question.worked_beside(self.verdict, self.attempt.last.answer)

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """Of the hands, once the question is over, where it is about what they count by these rules."""
        return scores_beside(self.question) if self.is_over else ()


def init_app(app: Flask) -> None:
    """Tell templates the kinds of fields apart, and let them write an answer."""
    app.add_template_test(lambda field: isinstance(field, ChoiceField), "choice_field")
    app.add_template_test(lambda field: field.name.startswith(COLUMN), "column_field")
    app.add_template_filter(solution_text, "solution_text")
    app.add_template_filter(told_beside, "told_beside")
    app.add_template_filter(lambda misread: UNLEARN + misread.key, "unlearning")


def question_errors(refused: AnswersRefused) -> dict[str, list[str]]:
    """Why something is no answer, as the macros want it: sentences by the names of the fields, with a capital."""
    return {name: [capitalize_first(short(reason, 300))] for name, reason in refused.reasons.items()}


def typed_again(question: Question, typed: Mapping[str, str]) -> dict[str, str]:
    """What was typed into the fields of that question, cut where it is longer than any answer."""
    return {field.name: typed.get(field.name, "")[:LONGEST_TYPED] for field in question.fields}


def did_of(button: str) -> Did:
    """What a form's button stands for; an answer, unless it asks for help."""
    return "hint" if button == "hint" else "show" if button == "show" else "answer"


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
    shown = [section for section in unsigned_sheet(house) if section.key not in _NOT_BESIDE]
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
