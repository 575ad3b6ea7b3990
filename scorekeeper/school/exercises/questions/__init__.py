"""All kinds of exercises, and how to make a question of a kind for a house."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.rules import House, RuleError
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.questions import by_column, ending, mistake, score, swap, turn, winner


class Ask(Protocol):
    """Make a question of a level or about a rule, repeatable by dice. None where the house has none."""

    def __call__(self, house: House, level: int, dice: Dice, rule: str | None = None) -> Question | None: ...


@dataclass(frozen=True)
class Kind:
    """A kind of exercise. ``key`` is permanent, in addresses and stored data; the rest is for people."""

    key: str
    name: str
    ask: Ask
    about: Callable[[House], frozenset[str]]  # the practiced rules it can ask about; none where it never asks


KINDS: tuple[Kind, ...] = (
    Kind("score", "Score a hand", score.ask, score.about),
    Kind("columns", "Score column by column", by_column.ask, by_column.about),
    Kind("mistake", "Find the wrong line", mistake.ask, mistake.about),
    Kind("swap", "Find the best swap", swap.ask, swap.about),
    Kind("winner", "Who wins the hole", winner.ask, winner.about),
    Kind("turn", "Is it allowed?", turn.ask, turn.about),
)
"""In menu order."""

_QUESTIONS: tuple[type[Question], ...] = (
    score.ScoreQuestion,
    by_column.ColumnsQuestion,
    mistake.MistakeQuestion,
    swap.SwapQuestion,
    winner.WinnerQuestion,
    turn.TurnQuestion,
    ending.EndingQuestion,
)


class UnknownQuestion(RuleError):
    """Facts that make no question: an unknown kind, or one that does not fit its house."""

    code = "question.unknown"


def kinds_for(house: House, rule: str | None = None, kinds: Iterable[Kind] = KINDS) -> Iterator[Kind]:
    """Yield the kinds with questions for this house, or about this rule."""
    return (kind for kind in kinds if (kind.about(house) if rule is None else rule in kind.about(house)))


def to_data(question: Question) -> dict[str, Any]:
    """The question as JSON values, without its house."""
    return {"kind": question.kind, **question.facts()}


def from_data(house: House, data: Mapping[str, Any]) -> Question:
    """The question that `to_data` wrote. Raises UnknownQuestion, also for retired kinds."""
    try:
        kind = next((one for one in _QUESTIONS if one.kind == data["kind"]), None)
        question = None if kind is None else kind.of_facts(house, data)
    except (StopIteration, LookupError, TypeError, ValueError, AttributeError, RuleError) as error:
        raise UnknownQuestion(f"This question doesn’t fit {house.name}: {error!r}") from None
    if question is None:
        raise UnknownQuestion("This uses an old question type. Make a new worksheet.")
    return question
