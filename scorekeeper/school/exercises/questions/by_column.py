"""What is each column worth, and what's the total? This separates misread cards from slips in adding up."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rules import House, Layout
from scorekeeper.rules.wording import number
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.explaining import MOST_NAMED, Wrong, brief, causes, if_so
from scorekeeper.school.diagnosis.score_cards import (
    ACROSS,
    COLUMN,
    POINTS,
    Tally,
    addition,
    adds_across,
    conventions,
    ended,
    entries,
    entry_name,
    said,
    tallies_of,
    tally,
    why,
)
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Item
from scorekeeper.school.exercises.question import Answer, Field, LayoutQuestion, NumberField, Step, Verdict
from scorekeeper.school.exercises.questions import score as scoring


@dataclass(frozen=True)
class ColumnsQuestion(LayoutQuestion):
    """One layout, and a number for every entry of its score card: `tallying.entries`."""

    kind = "columns"
    prompt = "What is each column worth, and what’s the total?"

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The names of the fields in order; the last is the total."""
        return entries(self.house)

    @property
    def told(self) -> tuple[str, ...]:
        return conventions(self.house)

    @property
    def fields(self) -> tuple[Field, ...]:
        return tuple(NumberField(entry, entry_name(entry)) for entry in self.entries)

    @property
    def solution(self) -> Answer:
        return {entry: self.tally[entry] for entry in self.entries}

    @property
    def hints(self) -> tuple[str, ...]:
        return scoring.hints_of(self.score, self.house)

    @property
    def worked(self) -> tuple[Step, ...]:
        parts = self.entries[:-1]
        steps = [Step(f"{entry_name(part)}: {ended(why(part, self.score))}", self.tally[part]) for part in parts]
        return (*steps, Step(f"{entry_name(POINTS)}: {addition(self.score)}"))

    def worked_beside(self, verdict: Verdict, answer: Answer) -> tuple[Step, ...]:
        return tuple(
            replace(step, instead=int(answer[entry])) if entry in verdict.wrong else step
            for step, entry in zip(self.worked, self.entries, strict=True)
        )

    @cached_property
    def rules(self) -> frozenset[str]:
        return self.rules_of(*self.entries)

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        given = {entry: int(answer[entry]) for entry in self.entries}
        wrong = frozenset(entry for entry in self.entries if given[entry] != self.tally[entry])
        if not wrong:
            return Verdict(True, f"Right: {addition(self.score)}.")
        parts = {entry: given[entry] for entry in self.entries[:-1] if entry in wrong}
        leading = self._leading_to(given)
        if parts:
            leading = leading or self._leading_to({part: given[part] for part in self.entries[:-1]})
            leading = leading or self._leading_to(parts)
            text, found = self._explained(leading, parts)
            text = text or " ".join(self.explain(part, points)[0] for part, points in parts.items())
            rule = _rule(leading)
        else:
            text, found = self._explained(leading, {POINTS: given[POINTS]})
            text = brief(f"Each column is right, but they don’t add up to {number(given[POINTS])}. {text}")
            rule = _rule(leading) if leading else "adding"
        return Verdict(False, text, wrong, found, rule, self.is_read_so(given))

    def explain(self, entry: str, given: int) -> tuple[str, tuple[str, ...], str]:
        """Feedback for one wrong entry, the misreads that it names, and the rule, if any."""
        leading = self._leading_to({entry: given})
        text, found = self._explained(leading, {entry: given})
        return text or f"{entry_name(entry)}: {number(given)} isn’t right.", found, _rule(leading)

    def is_read_so(self, given: Mapping[str, int]) -> bool:
        """Whether these numbers are right under an open reading of the house."""
        read = tallies_of(tuple(one for one in beliefs(self.house) if one.is_reading), self.layout)
        return any(theirs is not None and _agrees(theirs, given) for theirs in read)

    def counted_as(self, answer: Answer) -> tuple[Layout, int] | None:
        return (self.layout, int(answer[POINTS])) if POINTS in answer else None

    # --- what leads to an answer ---------------------------------------------------------------------------------

    @cached_property
    def tally(self) -> Tally:
        """The right number for every entry."""
        found = tally(self.layout, beliefs(self.house)[0])
        assert found is not None
        return found

    def rules_of(self, *entries: str) -> frozenset[str]:
        """The rules with a misread that changes one of these entries."""
        return frozenset(
            belief.misreads[0].rule
            for belief, theirs in self.tallies
            if not belief.is_reading and any(theirs[entry] != self.tally[entry] for entry in entries)
        )

    def wrongs(self, entry: str) -> tuple[Wrong, ...]:
        """Every wrong number for this entry from single misreads, lowest first."""
        found: defaultdict[int, list[Belief]] = defaultdict(list)
        for belief, theirs in self.tallies:
            found[theirs[entry]].append(belief)
        return tuple(
            Wrong(points, self._means(leading, {entry: points}), keys_of(leading))
            for points, leading in sorted(found.items())
            if points != self.tally[entry]
        )

    @cached_property
    def tallies(self) -> tuple[tuple[Belief, Tally], ...]:
        """The score card under each single misread, cached: a class gives dozens of answers."""
        single = singles(self.house)
        tallies = zip(single, tallies_of(single, self.layout), strict=True)
        return tuple((belief, found) for belief, found in tallies if found is not None)

    def _leading_to(self, given: Mapping[str, int]) -> list[Belief]:
        """The misreads that lead to these entries."""
        return [belief for belief, theirs in self.tallies if _agrees(theirs, given)]

    def _explained(self, leading: Sequence[Belief], wrong: Mapping[str, int]) -> tuple[str, tuple[str, ...]]:
        """Feedback for entries with these causes, and the misread's key if there is only one."""
        if not leading:
            return "", ()
        keys = keys_of(leading)
        if len(keys) > MOST_NAMED:
            return f"There’s more than one way to get there. Here: {why(next(iter(wrong)), self.score)}.", ()
        return self._means(leading, wrong), keys if len(keys) == 1 else ()

    def _means(self, leading: Sequence[Belief], wrong: Mapping[str, int]) -> str:
        entry, points = next(iter(wrong.items()))
        reading = next((belief.misreads[0].reading for belief in leading if belief.is_reading), None)
        if reading is not None:
            return reading.right(f"{number(points)} is", f"Here it’s {number(self.tally[entry])}.")
        counted = " and ".join(said(entry, points, self.house) for entry, points in wrong.items())
        return if_so(causes(leading), counted, "" if entry == POINTS else f"Here: {why(entry, self.score)}")

    # --- for paper -----------------------------------------------------------------------------------------------

    def items(self) -> tuple[Item, ...]:
        return tuple(self._item(entry) for entry in self.entries)

    def _item(self, entry: str) -> Item:
        what, _, verb = adds_across(self.house).rpartition(" ")
        if entry == POINTS:
            prompt, hints = "What’s the total?", self.hints
        elif entry == ACROSS:
            prompt = f"What {'does' if verb == 'adds' else 'do'} {what} add?"
            hints = ("Look at all columns together.", "Do cards in different columns score together?")
        else:
            prompt = f"What is {entry_name(entry).lower()} worth?"
            column = self.layout.columns[int(entry.removeprefix(COLUMN)) - 1]
            hints = (f"Look at {entry_name(entry).lower()}.", scoring.rules_about(column))
        return self.item(
            self.tally[entry],
            self.wrongs(entry),
            scoring.UNTOLD if entry == POINTS else "Look at each card, then at what cancels.",
            part=entry,
            prompt=prompt,
            worked=(f"{entry_name(entry)}: {ended(why(entry, self.score))}",),
            hints=hints,
            rules=tuple(sorted(self.rules_of(entry))),
        )


def ask(house: House, level: int, dice: Dice, rule: str | None = None) -> ColumnsQuestion | None:
    """A question about a layout as in `score`; None for one column, or where none shows the rule."""
    if rule not in (None, *about(house)) or house.grid.columns == 1:
        return None
    question = ColumnsQuestion(house, scoring.ask(house, level, dice, rule).layout)
    return question if rule is None or rule in question.rules else None


def about(house: House) -> frozenset[str]:
    """The scoring rules, in houses of several columns."""
    return scoring.about(house) if house.grid.columns > 1 else frozenset()


def keys_of(leading: Sequence[Belief]) -> tuple[str, ...]:
    """The keys of mistakes; none if an open reading of the house leads to the same."""
    return () if any(belief.is_reading for belief in leading) else tuple(belief.key for belief in leading)


def _agrees(theirs: Tally, given: Mapping[str, int]) -> bool:
    return all(theirs[entry] == points for entry, points in given.items())


def _rule(leading: Sequence[Belief]) -> str:
    """The rule that all these beliefs misread; "" if they misread several, or one is an open reading."""
    rules = {misread.rule for belief in leading for misread in belief.misreads}
    return rules.pop() if len(rules) == 1 and not any(belief.is_reading for belief in leading) else ""
