"""What is kept of one learner in one house: how far each rule is, what was answered, and the question under way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar

from scorekeeper.rules import House, Layout, RuleError, parse_layout
from scorekeeper.school.beliefs import Belief, beliefs
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.mastery import RuleProgress
from scorekeeper.school.practised import Rule, rules_of
from scorekeeper.school.question import Answer, Question
from scorekeeper.school.questions import from_data as question_from
from scorekeeper.school.questions import to_data as question_data

QUESTIONS = 10
"""A sitting has at most so many."""

TRIES = 2
"""So often a question may be answered."""

EVIDENCE_KEPT, EVIDENCE_LEFT = 16, 10
"""Of the first tries so many are kept; beyond that the oldest go, down to so many."""

FADED = 40
"""After so many sittings nothing is left of what was thought likely."""

State: TypeAlias = Literal["open", "right", "shown"]
"""Of a question: still to be answered; answered; or over, so that the worked steps are shown."""

Kept = TypeVar("Kept")

How: TypeAlias = Literal["at_once", "with_help", "reading", "shown"]
"""How a question ended: right at the first try without a hint; right otherwise; right by a reading that the house
leaves open; or not answered, so that the worked steps were shown."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A first try without a hint, which tells what is believed about scoring."""

    sitting: int
    layout: str  # in card notation
    answer: int


@dataclass(frozen=True)
class Asked:
    """The question under way. ``rule`` is the one that it was chosen for; None where it was chosen to tell most."""

    question: Question
    rule: str | None = None
    tried: tuple[str, ...] = ()  # the wrong answers so far as `written`, in order
    last: Answer | None = None  # the last answer that was read, right or wrong
    repeated: bool = False  # whether the last answer had been given before, so that it was no try
    hinted: int = 0  # hints shown because somebody asked
    state: State = "open"
    points_at: tuple[str, ...] = ()  # the rules that the wrong answers point at

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints on show: those that were asked for, and one more for each wrong answer that nothing explained.

        What is said to an answer that a misread explains tells where to look; a hint might lead elsewhere.
        """
        return self.question.hints[: self.hinted + (0 if self.points_at else len(self.tried))]

    @property
    def more_hints(self) -> bool:
        """Whether another can be asked for."""
        return self.state == "open" and len(self.hints) < len(self.question.hints)


@dataclass(frozen=True)
class Result:
    """A question of this sitting that is over."""

    question: Question
    rule: str | None
    how: How


@dataclass(frozen=True, slots=True)
class Return:
    """A rule that was missed, and after how many questions of the sitting it comes back."""

    rule: str
    after: int


@dataclass(frozen=True)
class Sitting:
    """Up to ten questions. ``asked`` is None once it is over; ``results`` are the questions that are over, in order."""

    number: int  # of this learner in this house, from 1
    wanted: str | None  # the rule that was chosen; None for a mixed set
    asked: Asked | None
    results: tuple[Result, ...] = ()
    coming_back: tuple[Return, ...] = ()
    were_due: bool = False  # whether any rule was due when it began

    @property
    def is_mixed(self) -> bool:
        return self.wanted is None

    @property
    def is_over(self) -> bool:
        return self.asked is None

    @property
    def place(self) -> int:
        """The number of the question under way, from 1; of the last one once the sitting is over."""
        closed = self.asked is not None and self.asked.state != "open"
        return max(1, len(self.results) + (self.asked is not None and not closed))


@dataclass(frozen=True)
class Practice:
    """Everything kept of one learner in one house."""

    house: House
    rules: Mapping[str, RuleProgress] = field(default_factory=dict)  # by rule, those that something was answered about
    evidence: tuple[Evidence, ...] = ()  # oldest first
    level: int = 0  # of the next layout; 0: the first that can be misread
    sittings: int = 0  # that were begun
    sitting: Sitting | None = None
    version: int = 0  # as it was kept; 0: never

    @property
    def asked(self) -> Asked | None:
        """The question under way, if any."""
        return None if self.sitting is None else self.sitting.asked

    @property
    def key(self) -> str:
        """Tells the question under way from every other, for forms: `3-7` is the seventh of the third sitting."""
        return "" if self.sitting is None else f"{self.sitting.number}-{self.sitting.place}"

    @property
    def progress(self) -> tuple[tuple[Rule, RuleProgress], ...]:
        """Every rule of the house in the order in which they are learned, and how far it is."""
        return tuple((rule, self.rules.get(rule.key, RuleProgress(rule.key))) for rule in rules_of(self.house))

    @property
    def answers(self) -> tuple[tuple[Layout, int], ...]:
        """What was counted at first tries, oldest first."""
        return tuple((parse_layout(one.layout, self.house), one.answer) for one in self.evidence)

    @property
    def diagnosis(self) -> Diagnosis:
        """What is likely believed, from the first tries; it fades from sitting to sitting."""
        return _diagnosis(beliefs(self.house)[0], self.evidence, self.sittings or 1)


@lru_cache(maxsize=512)
def _diagnosis(knows: Belief, evidence: tuple[Evidence, ...], sitting: int) -> Diagnosis:
    """Each answer is weighed once: all that came before it is found among those of before."""
    if not evidence:
        return Diagnosis.of(knows.house)
    *before, newest = evidence
    if newest.sitting < sitting:
        diagnosis = _diagnosis(knows, evidence, newest.sitting)
        for _ in range(min(sitting - newest.sitting, FADED)):
            diagnosis = diagnosis.faded()
        return diagnosis
    return _diagnosis(knows, tuple(before), sitting).after(parse_layout(newest.layout, knows.house), newest.answer)


# --- as JSON values ---------------------------------------------------------------------------------------------------


def to_data(practice: Practice) -> dict[str, Any]:
    """What is kept: facts only. Its house and its version are kept beside it."""
    return {
        "rules": {rule: _facts(one, "rule") for rule, one in practice.rules.items()},
        "evidence": [list(astuple(one)) for one in practice.evidence],
        "level": practice.level,
        "sittings": practice.sittings,
        "sitting": None if practice.sitting is None else _sitting_data(practice.sitting),
    }


def from_data(house: House, data: Mapping[str, Any], version: int = 0) -> Practice:
    """The practice that `to_data` wrote. A sitting of which a question is no longer known is left out."""
    return Practice(
        house=house,
        rules={rule: _read(RuleProgress, kept, rule=rule) for rule, kept in data["rules"].items()},
        evidence=tuple(Evidence(*one) for one in data["evidence"]),
        level=data["level"],
        sittings=data["sittings"],
        sitting=_sitting(house, data["sitting"]),
        version=version,
    )


def under(house: House, practice: Practice) -> Practice:
    """The practice of a house that was changed since: rules go by their names, but layouts count something else now."""
    return replace(practice, house=house, evidence=(), sitting=None)


def _facts(value: Any, *without: str) -> dict[str, Any]:
    """The fields of a value but for some."""
    return {part.name: getattr(value, part.name) for part in fields(value) if part.name not in without}


def _read(kind: type[Kept], kept: Mapping[str, Any], **others: Any) -> Kept:
    """The value of those fields; the others were worked out already."""
    there = {part.name: kept[part.name] for part in fields(kind) if part.name in kept}  # type: ignore[arg-type]
    return kind(**{name: tuple(one) if isinstance(one, list) else one for name, one in there.items()} | others)


def _with_question(value: Asked | Result) -> dict[str, Any]:
    return {**_facts(value, "question"), "question": question_data(value.question)}


def _sitting_data(sitting: Sitting) -> dict[str, Any]:
    return {
        **_facts(sitting, "asked", "results", "coming_back"),
        "asked": None if sitting.asked is None else _with_question(sitting.asked),
        "results": [_with_question(one) for one in sitting.results],
        "coming_back": [_facts(one) for one in sitting.coming_back],
    }


def _sitting(house: House, kept: Mapping[str, Any] | None) -> Sitting | None:
    if kept is None:
        return None
    try:
        asked = kept["asked"]
        return _read(
            Sitting,
            kept,
            asked=None if asked is None else _read(Asked, asked, question=question_from(house, asked["question"])),
            results=tuple(
                _read(Result, one, question=question_from(house, one["question"])) for one in kept["results"]
            ),
            coming_back=tuple(_read(Return, one) for one in kept["coming_back"]),
        )
    except RuleError:
        return None
