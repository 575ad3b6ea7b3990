"""What the page shows that settles a score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorekeeper import houses
from scorekeeper.rules import BadLayout, House, Layout, Option, Reading, Score, score
from scorekeeper.web.settle.forms import Question


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A reading that was not chosen, and the total that it would give."""

    option: Option
    reading: Reading
    total: int


@dataclass(frozen=True, slots=True)
class ElsewhereScore:
    """The same cards under another house; ``total`` is None where it cannot count them, and ``problem`` says why."""

    house: House
    total: int | None
    problem: str = ""


@dataclass(frozen=True)
class SettlePage:
    """A question with its answer, as far as it can be given."""

    question: Question

    @property
    def house(self) -> House:
        return self.question.house

    @property
    def layout(self) -> Layout | None:
        return self.question.layout

    @property
    def score_options(self) -> tuple[Option, ...]:
        """The open questions of the house that decide what a layout counts; the ender's penalty is none of them."""
        return tuple(
            option
            for option in self.house.options
            if option.kind == "score"
            and not all(path.startswith(("penalty.", "reward.")) for path in option.readings[0].sets)
            and not all(path.startswith("ending.") for path in option.readings[0].sets)
        )

    def chosen(self, option: Option) -> str:
        """The reading that the answer takes: the one asked for, or the printed one."""
        default = option.default or option.readings[0]
        return self.house.readings.get(option.key, default.key)

    @cached_property
    def score(self) -> Score | None:
        return None if self.layout is None else score(self.layout, self.house)

    @cached_property
    def other_readings(self) -> tuple[OtherReading, ...]:
        """The readings, one at a time, that would give this layout another total."""
        if self.layout is None or self.score is None:
            return ()
        found = []
        for option in self.score_options:
            for reading in option.readings:
                if reading.key == self.chosen(option):
                    continue
                try:
                    total = score(self.layout, houses.with_readings(self.house, {option.key: reading.key})).total
                except BadLayout:
                    continue
                if total != self.score.total:
                    found.append(OtherReading(option, reading, total))
        return tuple(found)

    @cached_property
    def elsewhere(self) -> tuple[ElsewhereScore, ...]:
        """The same cards under the other houses that play with this grid, each as printed."""
        if self.layout is None:
            return ()
        found = []
        for house in houses.built_in():
            if house.key == self.house.key or house.grid != self.house.grid:
                continue
            try:
                found.append(ElsewhereScore(house, score(self.layout, house).total))
            except BadLayout as bad:
                found.append(ElsewhereScore(house, None, bad.problems[0].message))
        return tuple(found)

    def link(self, **other: str) -> dict[str, str]:
        """The parameters of this question's address, with some of them changed."""
        own = {"house": self.house.key, "cards": str(self.layout) if self.layout else self.question.cards}
        own |= {f"option.{key}": reading for key, reading in self.house.readings.items()}
        return own | other
