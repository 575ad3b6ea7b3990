"""Which line of a filled-in score card is wrong, and what does it count? One misread or one slip is in every card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from scorekeeper.houses import freeze
from scorekeeper.rules import House, Layout, parse_layout
from scorekeeper.rules.wording import number
from scorekeeper.school.beliefs import beliefs, readings
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.items import Item, Wrong
from scorekeeper.school.laying import laid
from scorekeeper.school.levels import HIGHEST, affordable, level_of
from scorekeeper.school.misreads import Misread, by_house
from scorekeeper.school.question import Answer, Choice, ChoiceField, Field, LayoutQuestion, NumberField, Step, Verdict
from scorekeeper.school.questions.by_column import ColumnsQuestion
from scorekeeper.school.questions.score import about as counted_rules
from scorekeeper.school.tallying import POINTS, Tally, addition, as_sum, conventions, entries, entry_name, tally, why

LINE = "line"
ONE_LINE = "Exactly one line of the card is wrong. All together is wrong only if the lines above do not add up to it."

TRIES, TRIES_OF_RULE, LOOKED_AT = 120, 800, 300
"""Layouts that are laid to find one whose card can be wrong in one line, or is because of a certain rule; and those
that are laid to find which rules can be asked about at all."""


@dataclass(frozen=True)
class MistakeQuestion(LayoutQuestion):
    """One layout, and its card as somebody fills it in who holds one misread, which changes one line of it."""

    misread: Misread

    kind = "mistake"
    prompt = "Which line of this score card is wrong, and how many points are right there?"

    def __post_init__(self) -> None:
        if self.misread not in spottable(self.house, self.layout):
            raise ValueError(f"{self.misread.key} does not change exactly one line of {self.layout}")

    @property
    def card(self) -> dict[str, str]:
        """The card as it is filled in, line by line: each column, what reaches over several, and the sum."""
        return {one: f"{entry_name(one)}: {number(self.claimed[one])}" for one in entries(self.house)}

    @cached_property
    def wrong_line(self) -> str:
        """The entry that is wrong. It is the answer: never to be shown before."""
        return _wrong_entries(self.house, self.claimed, self.columns.tally)[0]

    @cached_property
    def columns(self) -> ColumnsQuestion:
        """The same layout, to be filled in: it knows what each line counts, and why."""
        return ColumnsQuestion(self.house, self.layout)

    @property
    def told(self) -> tuple[str, ...]:
        return (f"The card says: {'; '.join(self.card.values())}.", ONE_LINE, *conventions(self.house))

    @property
    def fields(self) -> tuple[Field, ...]:
        lines = tuple(Choice(line, text) for line, text in self.card.items())
        return (ChoiceField(LINE, "The wrong line", lines), NumberField(POINTS, "Its right points"))

    @property
    def solution(self) -> Answer:
        return {LINE: self.wrong_line, POINTS: self._right}

    @property
    def hints(self) -> tuple[str, ...]:
        return (
            "Work out every line for yourself before you look at what is written there.",
            f"{entry_name(next(one for one in self._parts if one != self.wrong_line))} is right as it stands.",
        )

    @property
    def worked(self) -> tuple[Step, ...]:
        right, line = self.columns.tally, self.wrong_line
        steps = [Step(f"{entry_name(one)}: {why(one, self.columns.score)}", right[one]) for one in self._parts]
        written = f"{entry_name(line)} is {number(self.claimed[line])} on the card"
        return (
            *steps,
            Step(f"{entry_name(POINTS)}: {addition(self.columns.score)}"),
            Step(f"{written}: that comes out if {self.misread.doing}."),
        )

    @cached_property
    def rules(self) -> frozenset[str]:
        return self.columns.rules_of(self.wrong_line)

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        line, points = str(answer[LINE]), int(answer[POINTS])
        if line != self.wrong_line:
            return self._other_line(line, points)
        name = entry_name(line)
        if points == self._right:
            because = f"{number(self.claimed[line])} comes out if {self.misread.doing}"
            return Verdict(True, f"Right: {name.lower()}. {because}. Here: {why(line, self.columns.score)}.")
        if points == self.claimed[line]:
            text = f"{name} is wrong, and {number(points)} is what the card says there."
            return Verdict(False, text, frozenset({POINTS}), (), self.misread.rule)
        text, found, rule = self.columns.explain(line, points)
        reading = self.columns.is_read_so({line: points})
        return Verdict(False, f"That line is wrong. {text}", frozenset({POINTS}), found, rule, reading)

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
            "Work out every line for yourself.",
            part=LINE,
            prompt="Which line of this score card is wrong?",
            choices=tuple(texts.values()),
            right=f"Right: that comes out if {self.misread.doing}.",
        )
        count = self.item(
            self._right,
            self.columns.wrongs(self.wrong_line),
            "Work out every line for yourself, and compare it with the card.",
            part=POINTS,
            prompt="One line of this score card is wrong. How many points are right there?",
        )
        return (which, count)

    # --- the card -------------------------------------------------------------------------------------------------

    @cached_property
    def claimed(self) -> Tally:
        """What is written on the card."""
        return next(theirs for belief, theirs in self.columns.tallies if belief.key == self.misread.key)

    @property
    def _right(self) -> int:
        return self.columns.tally[self.wrong_line]

    @property
    def _parts(self) -> tuple[str, ...]:
        return entries(self.house)[:-1]

    def _is_right(self, line: str) -> str:
        """What is said of a line that is right."""
        if line == POINTS:
            return f"The sum is right for what stands above it: {as_sum([self.claimed[one] for one in self._parts])}."
        return f"{entry_name(line)} is right: {why(line, self.columns.score)}."

    def _other_line(self, line: str, points: int) -> Verdict:
        """What is said of a line that is right: with what somebody may have misread who wants other points there."""
        wrong = frozenset({LINE} if points == self._right else {LINE, POINTS})
        if line != POINTS and points != self.claimed[line]:
            text, found, rule = self.columns.explain(line, points)
            if self.columns.is_read_so({line: points}):
                return Verdict(False, text, wrong, reading=True)
            if found or rule:
                return Verdict(False, f"{entry_name(line)} is right as it stands. {text}", wrong, found, rule)
        return Verdict(False, self._is_right(line), wrong)


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> MistakeQuestion | None:
    """A card that is wrong in one line; with a rule, because that one is misread. None where none is found.

    Another reading of what the house leaves open would write the same in every line.
    """
    if not (about(house) if rule is None else rule in about(house)):
        return None
    for highest in (level, HIGHEST):
        for tried in range(TRIES if rule is None else TRIES_OF_RULE):
            layout = laid(house, highest, dice)
            # What the level adds is looked for first; large grids hardly have the lowest ones.
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
    """The rules of which some misread changes just one line of some card."""
    wanted, found, dice = counted_rules(house), set[str](), Dice(freeze(house))
    if house.grid.columns == 1:
        return frozenset()
    for _ in range(affordable(LOOKED_AT, house)):
        layout = laid(house, HIGHEST, dice)
        if _leaves_no_doubt(house, layout):
            found |= {misread.rule for misread in spottable(house, layout)}
        if found == wanted:
            break
    return frozenset(found)


def spottable(house: House, layout: Layout) -> tuple[Misread, ...]:
    """The misreads that make exactly one line of the card of that layout wrong.

    A card that is right by another reading of what the house leaves open is not wrong.
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
    """Whether every reading that the house leaves open writes the same in every line."""
    right = tally(layout, beliefs(house)[0])
    return all(tally(layout, reading) in (None, right) for reading in readings(house))


def _wrong_entries(house: House, theirs: Tally, right: Tally) -> list[str]:
    """The lines of a card that are wrong. The sum is, where it is not that of what stands above it."""
    *parts, total = entries(house)
    wrong = [part for part in parts if theirs[part] != right[part]]
    return wrong if sum(theirs[part] for part in parts) == theirs[total] else [*wrong, total]
