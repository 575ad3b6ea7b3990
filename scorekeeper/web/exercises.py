"""Exercises as pages show them, with the macros of templates/macros/questions.html."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask

from scorekeeper.exports.set_items import face_down_told
from scorekeeper.houses.sheet import SheetSection, unsigned_sheet
from scorekeeper.rules import House, Layout, RuleError, Score, score
from scorekeeper.rules.wording import short
from scorekeeper.school.diagnosis.score_cards import COLUMN
from scorekeeper.school.exercises.attempt import Attempt, Did
from scorekeeper.school.exercises.positions import Moment
from scorekeeper.school.exercises.question import (
    AnswersRefused,
    ChoiceField,
    Field,
    Question,
    Step,
    Verdict,
    answer_in_words,
    value_in_words,
)
from scorekeeper.school.exercises.questions.mistake import MistakeQuestion
from scorekeeper.school.practice.practice_session import UNLEARN

LONGEST_TYPED = 200
"""The most characters of typed text that a page shows again; no answer is longer."""

_NOT_BESIDE = frozenset({"aim", "readings", "examples"})
_COUNTING = ("values", "equal", "four")
"""The sections of a rule sheet about scores, which come first."""


Errors = Mapping[str, list[str]]
"""Sentences by field name."""


@dataclass(frozen=True)
class AttemptShown:
    """A question with its answer form or worked solution, and the feedback for the last answer.

    ``typed`` are the box contents if they differ from the last answer; ``refused`` says why the page refused an answer.
    """

    attempt: Attempt
    typed: Mapping[str, str] | None = None
    errors: Errors = field(default_factory=dict)
    refused: str = ""
    focused: bool = False  # whether to focus the first box

    @property
    def question(self) -> Question:
        return self.attempt.question

    @property
    def prefix(self) -> str:
        """The prefix of every id, for pages with several questions."""
        return ""

    @property
    def waits(self) -> bool:
        """Whether the question opens later."""
        return False

    @property
    def is_over(self) -> bool:
        """Whether it takes no more answers and shows the worked solution."""
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
        """The feedback for the last answer, if the page may show it; None beside errors."""
        return None if self.errors else self.attempt.verdict

    @property
    def is_right(self) -> bool:
        return self.verdict is not None and self.verdict.right

    @property
    def wrong(self) -> frozenset[str]:
        """The boxes with wrong answers."""
        return self.verdict.wrong if self.verdict else frozenset()

    @property
    def meaning(self) -> str:
        """The kind of feedback; "" without feedback."""
        if self.is_over:
            return "right" if self.is_right else "shown"
        if self.verdict is None:
            return ""
        return "same" if self.attempt.repeated else "again"

    @property
    def title(self) -> str:
        return {
            "again": "Not yet. Try once more.",
            "same": "Same answer as before. That doesn’t use up a try.",
            "shown": "Here’s why." if hasattr(self.question, "moment") else "Here’s how it adds up.",
        }.get(self.meaning, "")

    @property
    def hints(self) -> tuple[str, ...]:
        return () if self.is_over else self.attempt.hints

    @property
    def worked(self) -> tuple[Step, ...]:
        """The worked solution, beside the lines of the last answer."""
        if self.verdict is None or self.attempt.last is None:
            return self.question.worked
        return self.question.worked_beside(self.verdict, self.attempt.last.answer)

    @property
    def scores(self) -> tuple[Score | None, ...]:
        """The scores of the hands, once a question about scoring is over."""
        return scores_beside(self.question) if self.is_over else ()


def init_app(app: Flask) -> None:
    """Add template tests for field kinds and filters for answers."""
    app.add_template_test(lambda field: isinstance(field, ChoiceField), "choice_field")
    app.add_template_test(lambda field: field.name.startswith(COLUMN), "column_field")
    app.add_template_filter(solution_text, "solution_text")
    app.add_template_filter(told_beside, "told_beside")
    app.add_template_filter(stripes_told, "stripes_told")
    app.add_template_filter(lambda misread: UNLEARN + misread.key, "unlearning")


def question_errors(refused: AnswersRefused) -> dict[str, list[str]]:
    """Reasons against an answer for the macros: sentences by field name."""
    return {name: [short(reason, 300)] for name, reason in refused.reasons.items()}


def typed_again(question: Question, typed: Mapping[str, str]) -> dict[str, str]:
    """The typed text by field of the question, cut where it is longer than any answer."""
    return {field.name: typed.get(field.name, "")[:LONGEST_TYPED] for field in question.fields}


def did_of(button: str) -> Did:
    """The action of a form's button: an answer, unless it asks for help."""
    return "hint" if button == "hint" else "show" if button == "show" else "answer"


STRIPED = "Striped cards were face down when the hole ended."


def told_beside(question: Question, answered: bool = False) -> tuple[str, ...]:
    """The facts of a question that its drawing does not show, and what its stripes mean.

    The page draws all players' cards of a moment. The lines of a score card are choices until the answer.
    """
    if isinstance(question, MistakeQuestion) and not answered:
        return (*question.told[1:], *stripes_told(question))
    moment = getattr(question, "moment", None)
    if not isinstance(moment, Moment):
        return (*question.told, *stripes_told(question))
    own, *others = moment.shown
    seen = moment.told[: len(own.rows) + len(others)]
    return tuple(sentence for sentence in question.told if sentence not in seen)


def stripes_told(question: Question) -> tuple[str, ...]:
    """What the stripes of a drawn card mean, where one has them."""
    if not any(hand.layout.hidden for hand in question.hands):
        return ()
    return (f"{STRIPED} {face_down_told(question.house)}",)


def rules_beside(house: House) -> tuple[SheetSection, ...]:
    """The rules to look up beside a question, scoring first."""
    shown = [section for section in unsigned_sheet(house) if section.key not in _NOT_BESIDE]
    return tuple(sorted(shown, key=lambda section: section.key not in _COUNTING))


def scores_beside(question: Question) -> tuple[Score | None, ...]:
    """The scores of the hands of a question about scoring, for after the answer."""
    hands = question.hands
    if len(hands) == 1 and question.counted_as(question.solution) is None:
        return ()
    return tuple(_score(hand.layout, question.house) for hand in hands)


def solution_text(question: Question, field: Field) -> str:
    """The right answer of one field in words, for after the answer."""
    return value_in_words(field, question.solution[field.name])


def _score(layout: Layout, house: House) -> Score | None:
    try:
        return score(layout, house)
    except RuleError:
        return None
