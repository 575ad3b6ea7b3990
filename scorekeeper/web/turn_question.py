"""The moment that a question is about, as an address has it: `drawn=stock&down=1`.

Missing facts are as usual in the middle of a hole, or as the question supposes: asking whether a taken card may go back
supposes a taken card.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any, NamedTuple

from scorekeeper.referee import QUESTIONS, Answer, Impossible, Situation, may
from scorekeeper.rules import House

Told = Mapping[str, str]
"""Facts given about a moment: values by name, only where they differ from the usual."""


class FactKind(NamedTuple):
    """A fact about a moment. Its first value is the usual one."""

    question: str
    values: Mapping[str, tuple[str, Mapping[str, Any]]]  # its words, and the fields of a situation that it sets
    arises: Mapping[str, Collection[str]]  # values of other facts without which this one is not asked


def _values(rows: Mapping[str, dict[str, Any]]) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
    return {key: (row.pop("text"), row) for key, row in rows.items()}


def _read() -> tuple[Mapping[str, FactKind], Mapping[str, Told]]:
    told = tomllib.loads((resources.files(__package__) / "turn_question.toml").read_text(encoding="utf-8"))
    facts = {
        name: FactKind(fact["question"], _values(fact["values"]), fact.get("arises", {}))
        for name, fact in told["facts"].items()
    }
    return facts, told["supposed"]


FACTS, SUPPOSED = _read()
"""Facts by their name in the address; and the facts that each question supposes."""


@dataclass(frozen=True)
class Asked:
    """A question about a moment of a hole. ``ask`` is empty while no question is chosen."""

    house: House
    ask: str = ""
    told: Told = field(default_factory=dict)
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """The value of that fact: as given, as the question supposes, or as usual."""
        first = next(iter(FACTS[name].values))
        return self.told.get(name, self.usual(name)) if self.arises(name) else first

    def usual(self, name: str) -> str:
        """The value of a fact that is not given."""
        if name == "opened" and self.house.opening.when == "first-turn":
            return "no"  # that turn begins with it
        if name == "ended" and not self.house.somebody_ends:
            return "nobody"
        return SUPPOSED.get(self.ask, {}).get(name) or next(iter(FACTS[name].values))

    def arises(self, name: str) -> bool:
        """Whether that fact may differ from the usual, given the others."""
        return all(self.value(other) in values for other, values in FACTS[name].arises.items())

    @property
    def situation(self) -> Situation:
        fields: dict[str, Any] = {}
        for name, kind in FACTS.items():
            fields |= kind.values[self.value(name)][1]
        return Situation(house=self.house, **fields)

    def answer(self) -> Answer | None:
        """The referee's answer; None for a moment that can't happen, or without a question."""
        try:
            return may(self.situation, self.ask) if self.ask else None
        except Impossible:
            return None

    def about(self, ask: str) -> Asked:
        return Asked(self.house, ask, self.told)

    def with_fact(self, name: str, value: str) -> Asked:
        """The same question with one fact changed."""
        return Asked(self.house, self.ask, {**self.told, name: value}).in_short

    @property
    def in_short(self) -> Asked:
        """The same moment without facts that are as usual or don't arise."""
        kept = {name: value for name, value in self.told.items() if value != self.usual(name) and self.arises(name)}
        return Asked(self.house, self.ask, kept)

    def supposing(self, name: str, value: str) -> Asked | None:
        """That moment; if it can't happen, the one with all other facts as usual; None if neither can."""
        alone = Asked(self.house, self.ask).with_fact(name, value)
        those = (self.with_fact(name, value), alone)
        return next((asked for asked in those if asked.value(name) == value and asked.is_possible), None)

    @property
    def is_possible(self) -> bool:
        """Whether this moment can happen in this house."""
        return self._problem() == ""

    def _problem(self) -> str:
        try:
            may(self.situation, self.ask or "rearrange")
        except Impossible as impossible:
            return impossible.message
        return ""

    @property
    def address(self) -> dict[str, str]:
        """The address parameters of this question, without the house."""
        return ({"ask": self.ask} if self.ask else {}) | {name: self.told[name] for name in FACTS if name in self.told}


def read_asked(given: Mapping[str, str], house: House) -> Asked:
    """Read an address and drop what means nothing. ``errors`` is for a moment that can't happen."""
    ask = given.get("ask", "")
    told = {name: given[name] for name, kind in FACTS.items() if given.get(name, "") in kind.values and name in given}
    asked = Asked(house, ask if ask in QUESTIONS else "", told).in_short
    problem = asked._problem()
    return replace(asked, errors={"": [problem]} if problem else {})


def value_words(name: str, value: str) -> str:
    return FACTS[name].values[value][0]
