"""The moment at the table that a question is about, as it is told in an address: `drawn=stock&down=1`.

Whatever an address leaves out is as usual in the middle of a hole, or as the question itself supposes: who asks whether
a taken card may go back has taken one.
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
"""What was told of a moment: values by the name of the fact, only where they differ from the usual."""


class FactKind(NamedTuple):
    """Something about the moment that a table can tell. The first value is the usual one."""

    question: str
    values: Mapping[str, tuple[str, Mapping[str, Any]]]  # what each is called, and the fields of a situation it sets
    arises: Mapping[str, Collection[str]]  # the values of other facts without which this one is not asked


def _values(rows: Mapping[str, dict[str, Any]]) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
    return {key: (row.pop("text"), row) for key, row in rows.items()}


def _read() -> tuple[Mapping[str, FactKind], Mapping[str, Told]]:
    told = tomllib.loads((resources.files(__package__) / "moment.toml").read_text(encoding="utf-8"))
    facts = {
        name: FactKind(fact["question"], _values(fact["values"]), fact.get("arises", {}))
        for name, fact in told["facts"].items()
    }
    return facts, told["supposed"]


FACTS, SUPPOSED = _read()
"""What can be told of a moment, by its name in the address; and what a question itself says of the moment."""


@dataclass(frozen=True)
class Asked:
    """A question about a moment of a hole. ``ask`` is empty while no question is chosen."""

    house: House
    ask: str = ""
    told: Told = field(default_factory=dict)
    errors: Mapping[str, list[str]] = field(default_factory=dict)

    def value(self, name: str) -> str:
        """What counts for that fact: as told, as the question supposes, or as usual."""
        first = next(iter(FACTS[name].values))
        return self.told.get(name, self.usual(name)) if self.arises(name) else first

    def usual(self, name: str) -> str:
        """What counts where nothing is told."""
        if name == "opened" and self.house.opening.when == "first-turn":
            return "no"  # that turn begins with it
        if name == "ended" and not self.house.somebody_ends:
            return "nobody"
        return SUPPOSED.get(self.ask, {}).get(name) or next(iter(FACTS[name].values))

    def arises(self, name: str) -> bool:
        """Whether that fact may differ from the usual, as far as the others are known."""
        return all(self.value(other) in values for other, values in FACTS[name].arises.items())

    @property
    def situation(self) -> Situation:
        fields: dict[str, Any] = {}
        for name, kind in FACTS.items():
            fields |= kind.values[self.value(name)][1]
        return Situation(house=self.house, **fields)

    def answer(self) -> Answer | None:
        """The referee's answer; None for a moment that cannot come about, or without a question."""
        try:
            return may(self.situation, self.ask) if self.ask else None
        except Impossible:
            return None

    def about(self, ask: str) -> Asked:
        return Asked(self.house, ask, self.told)

    def with_fact(self, name: str, value: str) -> Asked:
        """The same question with one fact told otherwise."""
        return Asked(self.house, self.ask, {**self.told, name: value}).in_short

    @property
    def in_short(self) -> Asked:
        """The same moment, told without what is as usual or does not arise."""
        kept = {name: value for name, value in self.told.items() if value != self.usual(name) and self.arises(name)}
        return Asked(self.house, self.ask, kept)

    def supposing(self, name: str, value: str) -> Asked | None:
        """That moment; where it cannot come about, the one in which all other facts are as usual; None for none."""
        alone = Asked(self.house, self.ask).with_fact(name, value)
        those = (self.with_fact(name, value), alone)
        return next((asked for asked in those if asked.value(name) == value and asked.is_possible), None)

    @property
    def is_possible(self) -> bool:
        """Whether such a moment can come about in this house."""
        return self._problem() == ""

    def _problem(self) -> str:
        try:
            may(self.situation, self.ask or "rearrange")
        except Impossible as impossible:
            return impossible.message
        return ""

    @property
    def address(self) -> dict[str, str]:
        """The parameters of this question besides the house."""
        return ({"ask": self.ask} if self.ask else {}) | {name: self.told[name] for name in FACTS if name in self.told}


def read_asked(given: Mapping[str, str], house: House) -> Asked:
    """Read an address, without what means nothing in it. ``errors`` tells of a moment that cannot come about."""
    ask = given.get("ask", "")
    told = {name: given[name] for name, kind in FACTS.items() if given.get(name, "") in kind.values and name in given}
    asked = Asked(house, ask if ask in QUESTIONS else "", told).in_short
    problem = asked._problem()
    errors = {"": [f"This moment cannot come about in {house.name}: {problem.rstrip('.')}."]} if problem else {}
    return replace(asked, errors=errors)


def value_words(name: str, value: str) -> str:
    return FACTS[name].values[value][0]
