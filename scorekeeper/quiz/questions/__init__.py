"""Every kind of exercise, and the way from a kind and a house to a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.quiz.diagnosis import Diagnosis
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.question import Question
from scorekeeper.quiz.questions import columns, decks, ending, game, mistake, score, swap, turn, winner, write
from scorekeeper.quiz.questions import house as of_house
from scorekeeper.rules import House, RuleError


class Asker(Protocol):
    """Makes a question of its kind; the same for the same dice. None where this house has none."""

    def __call__(
        self, house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
    ) -> Question | None: ...


@dataclass(frozen=True)
class Kind:
    """A kind of exercise. ``key`` is its name for ever, in addresses and in what is kept; the rest is for people."""

    key: str
    name: str
    says: str  # what is to be done, in a few words
    ask: Asker
    of_facts: Callable[[House, Mapping[str, Any]], Question]
    about: Callable[[House], frozenset[str]]  # the practised rules that it can ask about in a house; none: never asked


KINDS: tuple[Kind, ...] = (
    Kind(
        "score",
        "Score a layout",
        "count the points of one layout",
        score.ask,
        score.ScoreQuestion.of_facts,
        score.about,
    ),
    Kind(
        "columns",
        "Score column by column",
        "count each column, and then all of them together",
        columns.ask,
        columns.ColumnsQuestion.of_facts,
        columns.about,
    ),
    Kind(
        "mistake",
        "Find the mistake",
        "say which line of a score card is wrong, and put it right",
        mistake.ask,
        mistake.MistakeQuestion.of_facts,
        mistake.about,
    ),
    Kind(
        "house",
        "Which house is it?",
        "say by the rules of which house a layout counts so much",
        of_house.ask,
        of_house.HouseQuestion.of_facts,
        of_house.about,
    ),
    Kind(
        "swap",
        "Place a drawn card",
        "say where a drawn card leaves the fewest points",
        swap.ask,
        swap.SwapQuestion.of_facts,
        swap.about,
    ),
    Kind(
        "write",
        "Lay a layout",
        "lay cards that count exactly so much",
        write.ask,
        write.WriteQuestion.of_facts,
        write.about,
    ),
    Kind(
        "winner",
        "Who wins the hole",
        "count a whole hole, with what its ender pays, and say who wins",
        winner.ask,
        winner.WinnerQuestion.of_facts,
        winner.about,
    ),
    Kind(
        "game",
        "Who wins the game",
        "read a score card and say who wins",
        game.ask,
        game.GameQuestion.of_facts,
        game.about,
    ),
    Kind(
        "decks",
        "How many decks",
        "say how many decks a table needs",
        decks.ask,
        decks.DecksQuestion.of_facts,
        decks.about,
    ),
    Kind(
        "turn",
        "Is this move legal",
        "say whether a move is legal, and which rule says so",
        turn.ask,
        turn.TurnQuestion.of_facts,
        turn.about,
    ),
    Kind(
        "ending",
        "Does the hole end",
        "say what becomes of a hole after a move",
        ending.ask,
        ending.EndingQuestion.of_facts,
        ending.about,
    ),
)
"""In the order in which they are offered."""


class UnknownQuestion(RuleError):
    """Facts that no question is made of: of a kind that does not exist, or not fitting its house."""

    code = "question.unknown"


def kinds_for(house: House, rule: str | None = None) -> tuple[Kind, ...]:
    """The kinds that this house has questions of, or those that can ask about that rule."""
    return tuple(kind for kind in KINDS if (kind.about(house) if rule is None else rule in kind.about(house)))


def to_data(question: Question) -> dict[str, Any]:
    """The question as JSON values; whoever keeps it keeps its house beside it."""
    return {"kind": question.kind, **question.facts()}


def from_data(house: House, data: Mapping[str, Any]) -> Question:
    """The question that `to_data` wrote. Raises UnknownQuestion."""
    try:
        kind = next(kind for kind in KINDS if kind.key == data["kind"])
        return kind.of_facts(house, data)
    except (StopIteration, LookupError, TypeError, ValueError, AttributeError, RuleError) as error:
        raise UnknownQuestion(f"this is no question of {house.name}: {error!r}") from None
