"""Readings that are not in force, one at a time, and what each would change."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from scorekeeper import houses
from scorekeeper.referee.may import Answer, may
from scorekeeper.referee.situation import Situation
from scorekeeper.rules import House, Option, Reading, RuleError

_Found = TypeVar("_Found")
_Otherwise = tuple[Option, Reading, House]

_CHANGES_A_LAYOUT = (
    "values",
    "card_values",
    "cancelling",
    "four_of_a_kind",
    "bonuses",
    "ending.hidden",
    "grid",
    "table.deck",
)
"""Only readings that set one of these, or something in them, can change a layout's score."""

_CHANGES_THE_PLAY = (
    "opening",
    "turn",
    "ending",
    "match.deal",
    "match.first",
    "grid",
    "table.decks",
    "table.jokers_per_deck",
)
"""Only readings that set one of these, something in them, or nothing can change the referee's answer."""


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """A reading that is not in force, and the answer that it would give."""

    option: Option
    reading: Reading
    answer: Answer

    @property
    def condition(self) -> str:
        """The reading, to follow a verdict: `if you must swap it.` Without its own yes or no, or with its question."""
        text = self.reading.text
        yes_or_no, _, rest = text.partition(", ")
        if self.answer.allowed == "told" or yes_or_no not in ("yes", "no"):
            return _if(text)
        rest = rest.removeprefix("but ")
        if rest.partition(" ")[0] in _NEED_THEIR_QUESTION:
            return f"if you answer “{self.option.question}” with “{text}.”"
        return _if(rest)


def _if(text: str) -> str:
    clause = text.startswith(_START_CLAUSES)
    return f"if {text}." if clause else f"if the answer is “{text}.”"


_START_CLAUSES = ("everyone ", "it ", "it’s ", "nothing ", "play ", "that ", "they ", "they’re ", "you ")
"""First words of readings that are clauses."""

_NEED_THEIR_QUESTION = ("", "all", "and", "as", "like", "once", "then", "to")
"""First words of readings that say little without yes or no."""


def other_answers(situation: Situation, question: str) -> tuple[OtherAnswer, ...]:
    """Readings of the house that would give another verdict, one at a time. Raises Impossible.

    A reading under which the moment can't happen is left out.
    """
    answer = may(situation, question)
    by_each = worked_out(situation.house, _concerns_play, lambda house: may(replace(situation, house=house), question))
    return tuple(
        OtherAnswer(option, reading, by_it) for option, reading, _, by_it in by_each if by_it.word != answer.word
    )


def worked_out(
    house: House, concerns: Callable[[Option], bool], ask: Callable[[House], _Found]
) -> Iterator[tuple[Option, Reading, House, _Found]]:
    """The answer under each reading that is not in force, where there is one."""
    shipped = any(house is one for one in houses.built_in())
    for option, reading, other in _of_shipped(house.key, concerns) if shipped else _otherwise(house, concerns):
        try:
            found = ask(other)
        except RuleError:
            continue  # such as a joker without a value: no table with this reading has this layout
        yield option, reading, other, found


@lru_cache(maxsize=128)
def _of_shipped(key: str, concerns: Callable[[Option], bool]) -> tuple[_Otherwise, ...]:
    return tuple(_otherwise(houses.get(key), concerns))


def _otherwise(house: House, concerns: Callable[[Option], bool]) -> Iterator[_Otherwise]:
    for option in filter(concerns, house.options):
        for reading in option.readings:
            if reading is not house.taken(option):
                try:
                    yield option, reading, houses.with_reading(house, option, reading)
                except houses.BadHouse:
                    continue  # it contradicts what the table chose before


def changes_a_layout(option: Option) -> bool:
    """Whether the answer to this question can change the score of a layout; the ender's penalty can't.

    A question that is only explained has no answer of its own: others set the same parameters.
    """
    return option.asked != "explained" and any(_is_among(path, _CHANGES_A_LAYOUT) for path in option.parameters)


def _concerns_play(option: Option) -> bool:
    if option.asked == "explained":
        return False
    sets = option.parameters
    return any(_is_among(path, _CHANGES_THE_PLAY) for path in sets) if sets else option.kind != "match"


def _is_among(path: str, starts: tuple[str, ...]) -> bool:
    return any(path == start or path.startswith(f"{start}.") for start in starts)
