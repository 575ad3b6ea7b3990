"""Every kind of exercise, and the way from a kind and a house to a question."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.rules import House, RuleError
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.question import Question
from scorekeeper.school.questions import by_column, ending, mistake, score, swap, turn, winner


class Asking(Protocol):
    """A module of questions."""

    def ask(
        self, house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
    ) -> Question | None:
        """A question; the same for the same dice. None where this house has none."""

    def about(self, house: House) -> frozenset[str]:
        """The practised rules that it can ask about in a house; none where it never asks there."""


@dataclass(frozen=True)
class Kind:
    """A kind of exercise. ``key`` is its name for ever, in addresses and in what is kept; the rest is for people."""

    key: str
    name: str
    says: str  # what is to be done, in a few words
    asking: Asking

    def ask(
        self, house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
    ) -> Question | None:
        return self.asking.ask(house, level, dice, rule, diagnosis)

    def about(self, house: House) -> frozenset[str]:
        return self.asking.about(house)


KINDS: tuple[Kind, ...] = (
    Kind("score", "Score a layout", "count the points of one layout", score),
    Kind("columns", "Score column by column", "count each column, and then all of them together", by_column),
    Kind("mistake", "Find the mistake", "say which line of a score card is wrong, and put it right", mistake),
    Kind("swap", "Place a drawn card", "say where a drawn card leaves the fewest points", swap),
    Kind("winner", "Who wins the hole", "count a whole hole, with what its ender pays, and say who wins", winner),
    Kind(
        "turn",
        "Judge a move",
        "say whether a move is legal and which rule says so, or what becomes of the hole by it",
        turn,
    ),
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

_GONE = frozenset({"house", "write", "game", "decks"})
"""Kinds that were asked once, and that kept sets may hold."""


class UnknownQuestion(RuleError):
    """Facts that no question is made of: of a kind that does not exist, or not fitting its house."""

    code = "question.unknown"


class GoneQuestion(UnknownQuestion):
    """A question of a kind that is no longer asked."""

    code = "question.gone"

    def __init__(self) -> None:
        super().__init__("This has questions of a kind that is no longer asked: make a new set.")


def kinds_for(house: House, rule: str | None = None) -> tuple[Kind, ...]:
    """The kinds that this house has questions of, or those that can ask about that rule."""
    return tuple(kind for kind in KINDS if (kind.about(house) if rule is None else rule in kind.about(house)))


def to_data(question: Question) -> dict[str, Any]:
    """The question as JSON values; whoever keeps it keeps its house beside it."""
    return {"kind": question.kind, **question.facts()}


def from_data(house: House, data: Mapping[str, Any]) -> Question:
    """The question that `to_data` wrote. Raises UnknownQuestion, GoneQuestion for kinds that are no longer asked."""
    try:
        if data["kind"] in _GONE:
            raise GoneQuestion
        question = next(question for question in _QUESTIONS if question.kind == data["kind"])
        return question.of_facts(house, data)
    except GoneQuestion:
        raise
    except (StopIteration, LookupError, TypeError, ValueError, AttributeError, RuleError) as error:
        raise UnknownQuestion(f"this is no question of {house.name}: {error!r}") from None
