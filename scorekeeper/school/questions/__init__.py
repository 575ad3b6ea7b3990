"""Every kind of exercise, and the way from a kind and a house to a question."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.rules import House, RuleError
from scorekeeper.school.dice import Dice
from scorekeeper.school.question import Question
from scorekeeper.school.questions import by_column, ending, mistake, score, swap, turn, winner


class Ask(Protocol):
    """A question of a level, or about a rule; the same for the same dice. None where the house has none."""

    def __call__(self, house: House, level: int, dice: Dice, rule: str | None = None) -> Question | None: ...


@dataclass(frozen=True)
class Kind:
    """A kind of exercise. ``key`` is its name for ever, in addresses and in what is kept; the rest is for people."""

    key: str
    name: str
    ask: Ask
    about: Callable[[House], frozenset[str]]  # the practiced rules that it can ask about; none where it never asks


KINDS: tuple[Kind, ...] = (
    Kind("score", "Score a layout", score.ask, score.about),
    Kind("columns", "Score column by column", by_column.ask, by_column.about),
    Kind("mistake", "Find the mistake", mistake.ask, mistake.about),
    Kind("swap", "Place a drawn card", swap.ask, swap.about),
    Kind("winner", "Who wins the hole", winner.ask, winner.about),
    Kind("turn", "Judge a move", turn.ask, turn.about),
)
"""In the order in which they are offered."""

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
    """Facts that no question is made of: of a kind that is not asked, or not fitting its house."""

    code = "question.unknown"


def kinds_for(house: House, rule: str | None = None, kinds: Iterable[Kind] = KINDS) -> Iterator[Kind]:
    """Those kinds that this house has questions of, or that can ask about that rule, worked out one after the other."""
    return (kind for kind in kinds if (kind.about(house) if rule is None else rule in kind.about(house)))


def to_data(question: Question) -> dict[str, Any]:
    """The question as JSON values; whoever keeps it keeps its house beside it."""
    return {"kind": question.kind, **question.facts()}


def from_data(house: House, data: Mapping[str, Any]) -> Question:
    """The question that `to_data` wrote. Raises UnknownQuestion, for kinds that are no longer asked too."""
    try:
        kind = next((one for one in _QUESTIONS if one.kind == data["kind"]), None)
        question = None if kind is None else kind.of_facts(house, data)
    except (StopIteration, LookupError, TypeError, ValueError, AttributeError, RuleError) as error:
        raise UnknownQuestion(f"this is no question of {house.name}: {error!r}") from None
    if question is None:
        raise UnknownQuestion("This has questions of a kind that is no longer asked: make a new set.")
    return question
