"""Which line of a score card is wrong, and what should it be? Every card has one misread or slip."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from scorekeeper.houses import freeze
from scorekeeper.rules import House, Layout, parse_layout
from scorekeeper.rules.wording import listing, number
from scorekeeper.school.diagnosis.beliefs import beliefs, readings
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import Wrong, brief
from scorekeeper.school.diagnosis.misreads import Misread, by_house
from scorekeeper.school.diagnosis.score_cards import (
    POINTS,
    Tally,
    addition,
    as_sum,
    conventions,
    ended,
    entries,
    entry_name,
    said,
    tally,
    why,
)
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.laying import laid
from scorekeeper.school.exercises.levels import HIGHEST, level_of, scaled_to_cost
from scorekeeper.school.exercises.question import (
    Answer,
    Choice,
    ChoiceField,
    Field,
    LayoutQuestion,
    NumberField,
    Step,
    Verdict,
)
from scorekeeper.school.exercises.questions.by_column import ColumnsQuestion
from scorekeeper.school.exercises.questions.score import about as counted_rules

LINE = "line"
ONE_LINE = "Exactly one line is wrong. The total is wrong only if the lines above don’t add up to it."

TRIES, TRIES_OF_RULE, LOOKED_AT = 120, 800, 300
"""Layouts to lay in search of any card with one wrong line, of one for a given rule, and of all possible rules."""


@dataclass(frozen=True)
class MistakeQuestion(LayoutQuestion):
    """One layout, and its card with a misread that changes one line."""

    misread: Misread

    kind = "mistake"
    prompt = "Which line is wrong, and what should it be?"

    def __post_init__(self) -> None:
        if self.misread not in spottable(self.house, self.layout):
            raise ValueError(f"{self.misread.key} does not change exactly one line of {self.layout}")

    @property
    def card(self) -> dict[str, str]:
        """The lines of the filled-in card by entry."""
        return {one: f"{entry_name(one)}: {number(self.claimed[one])}" for one in entries(self.house)}

    @cached_property
    def wrong_line(self) -> str:
        """The wrong entry. It is the answer: do not show it before."""
        return _wrong_entries(self.house, self.claimed, self.columns.tally)[0]

    @cached_property
    def columns(self) -> ColumnsQuestion:
        """The same layout as a columns question, with the right lines."""
        return ColumnsQuestion(self.house, self.layout)

    @property
    def told(self) -> tuple[str, ...]:
        card = listing([said(one, self.claimed[one], self.house) for one in entries(self.house)])
        return (f"On the scorecard, {card}.", ONE_LINE, *conventions(self.house))

    @property
    def fields(self) -> tuple[Field, ...]:
        lines = tuple(Choice(line, text) for line, text in self.card.items())
        return (ChoiceField(LINE, "Wrong line", lines), NumberField(POINTS, "Correct points"))

    @property
    def solution(self) -> Answer:
        return {LINE: self.wrong_line, POINTS: self._right}

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            "Work out each line yourself before you look.",
            f"{entry_name(next(one for one in self._parts if one != self.wrong_line))} is right.",
        )

    @property
    def worked(self) -> tuple[Step, ...]:
        right, line = self.columns.tally, self.wrong_line
        steps = [Step(f"{entry_name(one)}: {ended(why(one, self.columns.score))}", right[one]) for one in self._parts]
        written = f"On the scorecard, {said(line, self.claimed[line], self.house)}."
        return (
            *steps,
            Step(f"{entry_name(POINTS)}: {addition(self.columns.score)}"),
            Step(f"{written} That’s what you get if {self.misread.doing}."),
        )

    @cached_property
    def rules(self) -> frozenset[str]:
        return self.columns.rules_of(self.wrong_line)

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        line, points = str(answer[LINE]), int(answer[POINTS])
        if line != self.wrong_line:
            return self._other_line(line, points)
        name = "the total" if line == POINTS else entry_name(line).lower()
        if points == self._right:
            because = f"You get {number(self.claimed[line])} if {self.misread.doing}"
            return Verdict(True, f"Right: {name}. {because}. Here: {why(line, self.columns.score)}.")
        if points == self.claimed[line]:
            text = f"Right line, but {number(points)} is the number that’s wrong."
            return Verdict(False, text, frozenset({POINTS}), (), self.misread.rule)
        text, found, rule = self.columns.explain(line, points)
        reading = self.columns.is_read_so({line: points})
        text = brief(f"Right line, wrong number. {text}")
        return Verdict(False, text, frozenset({POINTS}), found, rule, reading)

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "misread": self.misread.key}

    @classmethod
    def of_facts(cls, house: House, facts: Mapping[str, Any]) -> Self:
        layout = parse_layout(facts["layout"], house)
        misread = next(one for one in spottable(house, layout) if one.key == facts["misread"])
        return cls(house, layout, misread)

    def items(self) -> tuple[Item, ...]:
        texts = self.card
        which = self.item(
            texts[self.wrong_line],
            (Wrong(texts[key], self._is_right(key)) for key in texts if key != self.wrong_line),
            "Work out each line yourself.",
            part=LINE,
            prompt="Which line is wrong?",
            choices=tuple(texts.values()),
            right=f"Right: that’s what you get if {self.misread.doing}.",
        )
        count = self.item(
            self._right,
            self.columns.wrongs(self.wrong_line),
            "Work out each line yourself, then compare it with the scorecard.",
            part=POINTS,
            prompt="One line is wrong. What should it be?",
        )
        return (which, count)

    # --- the card -------------------------------------------------------------------------------------------------

    @cached_property
    def claimed(self) -> Tally:
        """The numbers on the card."""
        return next(theirs for belief, theirs in self.columns.tallies if belief.key == self.misread.key)

    @property
    def _right(self) -> int:
        return self.columns.tally[self.wrong_line]

    @property
    def _parts(self) -> tuple[str, ...]:
        return entries(self.house)[:-1]

    def _is_right(self, line: str) -> str:
        """Feedback for choosing a line that is right."""
        if line == POINTS:
            return f"The total is right for the lines above it: {as_sum([self.claimed[one] for one in self._parts])}."
        return f"{entry_name(line)} is right: {why(line, self.columns.score)}."

    def _other_line(self, line: str, points: int) -> Verdict:
        """Feedback for choosing a right line, with the misread that the other number points at."""
        wrong = frozenset({LINE} if points == self._right else {LINE, POINTS})
        if line != POINTS and points != self.claimed[line]:
            text, found, rule = self.columns.explain(line, points)
            if self.columns.is_read_so({line: points}):
                return Verdict(False, text, wrong, reading=True)
            if found or rule:
                return Verdict(False, f"{entry_name(line)} is right. {text}", wrong, found, rule)
        return Verdict(False, self._is_right(line), wrong)


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> MistakeQuestion | None:
    """A card with one wrong line, by a misread of the rule if given. None where none is found.

    Open readings of the house agree in every line.
    """
    if not (about(house) if rule is None else rule in about(house)):
        return None
    for highest in (level, HIGHEST):
        for tried in range(TRIES if rule is None else TRIES_OF_RULE):
            layout = laid(house, highest, dice)
            # First try for this very level. Large grids have few layouts of the lowest ones.
            lowest = highest if rule is None and tried < TRIES // 2 else 0
            if not lowest <= level_of(layout, house) <= highest:
                continue
            found = [one for one in spottable(house, layout) if rule in (None, one.rule)]
            if found and _leaves_no_doubt(house, layout):
                wanted = dice.pick(sorted({one.rule for one in found}))
                return MistakeQuestion(house, layout, dice.pick([one for one in found if one.rule == wanted]))
    return None


@by_house
def about(house: House) -> frozenset[str]:
    """The rules with a misread that changes exactly one line of some card."""
    wanted, found, dice = counted_rules(house), set[str](), Dice(freeze(house))
    if house.grid.columns == 1:
        return frozenset()
    for _ in range(scaled_to_cost(LOOKED_AT, house)):
        layout = laid(house, HIGHEST, dice)
        if _leaves_no_doubt(house, layout):
            found |= {misread.rule for misread in spottable(house, layout)}
        if found == wanted:
            break
    return frozenset(found)


def spottable(house: House, layout: Layout) -> tuple[Misread, ...]:
    """The misreads that change exactly one line of this layout's card.

    A line that is right under an open reading is not wrong.
    """
    card = ColumnsQuestion(house, layout)
    read = [theirs for belief, theirs in card.tallies if belief.is_reading]
    found = []
    for belief, theirs in card.tallies:
        wrong = _wrong_entries(house, theirs, card.tally)
        if not belief.is_reading and len(wrong) == 1 and all(other[wrong[0]] != theirs[wrong[0]] for other in read):
            found.append(belief.misreads[0])
    return tuple(found)


def _leaves_no_doubt(house: House, layout: Layout) -> bool:
    """Whether all open readings of the house agree in every line."""
    right = tally(layout, beliefs(house)[0])
    return all(tally(layout, reading) in (None, right) for reading in readings(house))


def _wrong_entries(house: House, theirs: Tally, right: Tally) -> list[str]:
    """The wrong lines of a card. The total is wrong if the lines above do not add up to it."""
    *parts, total = entries(house)
    wrong = [part for part in parts if theirs[part] != right[part]]
    return wrong if sum(theirs[part] for part in parts) == theirs[total] else [*wrong, total]
