"""What does each column count, and all of them together? It tells a misread card from a slip in adding up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.rules import House, Layout, Score, score
from scorekeeper.rules.wording import listing, number
from scorekeeper.school.beliefs import Belief, beliefs, singles
from scorekeeper.school.diagnosis import Diagnosis
from scorekeeper.school.dice import Dice
from scorekeeper.school.explaining import CLEARLY, MOST_NAMED
from scorekeeper.school.items import Item, Wrong
from scorekeeper.school.misreads import Misread
from scorekeeper.school.question import Answer, Field, LayoutQuestion, NumberField, Step, Verdict
from scorekeeper.school.questions import score as scoring
from scorekeeper.school.tallying import (
    ACROSS,
    COLUMN,
    POINTS,
    Tally,
    addition,
    adds_across,
    as_sum,
    cancels_across,
    conventions,
    entries,
    entry_name,
    said,
    tallies_of,
    tally,
    why,
)

OF_OTHERS = ", and at what its cards cancel with in others"


@dataclass(frozen=True)
class ColumnsQuestion(LayoutQuestion):
    """One layout, and a number for every entry of its score card: `tallying.entries`."""

    kind = "columns"

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The names of the fields, in the order in which they are filled in; the last is the total."""
        return entries(self.house)

    @property
    def prompt(self) -> str:
        return "What does each column count, and what do they count together?"

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
        steps = [Step(f"{entry_name(part)}: {why(part, self.score)}", self.tally[part]) for part in parts]
        return (*steps, Step(f"{entry_name(POINTS)}: {addition(self.score)}"))

    @cached_property
    def rules(self) -> frozenset[str]:
        right = self._seen(self.tally)
        return frozenset(
            belief.misreads[0].rule
            for belief, theirs in self._tallies(1)
            if not belief.is_reading and self._seen(theirs) != right
        )

    def judge(self, answer: Answer, diagnosis: Diagnosis | None = None) -> Verdict:
        given = {entry: _whole(answer[entry]) for entry in self.entries}
        wrong = [entry for entry in self.entries if given[entry] != self.tally[entry]]
        if not wrong:
            return Verdict(True, f"Right: {addition(self.score)}.")
        shares = _shares(diagnosis or Diagnosis.of(self.house))
        parts = [entry for entry in wrong if entry != POINTS]
        if not parts:
            leading = self._leading_to(given, self.entries, shares)
            text, found = self._explained(leading, given, [POINTS])
            missed = f"Each column is right, but added up they are not {number(given[POINTS])}."
            rule = _rule(leading) if leading else "adding"
            reading = self._is_read_so(self.entries, given)
            return Verdict(False, f"{missed} {text}".strip(), frozenset(wrong), found, rule, reading)
        leading = self._leading_to(given, self.entries, shares) or self._leading_to(given, self.entries[:-1], shares)
        leading = leading or self._leading_to(given, parts, shares, most=1)
        if leading:
            text, found = self._explained(leading, given, parts)
        else:
            text, found = " ".join(self.explain(part, given[part])[0] for part in parts), ()
        text += self._adding(given, leading)
        return Verdict(
            False, text, frozenset(wrong), found, _rule(leading), reading=self._is_read_so(self.entries, given)
        )

    def explain(self, entry: str, given: int) -> tuple[str, tuple[str, ...], str]:
        """What is said of a wrong number for one entry alone; the misreads that this names, and the rule, if any."""
        leading = [(belief, 1.0) for belief, theirs in self._tallies(1) if theirs[entry] == given]
        text, found = self._explained(leading, {entry: given}, [entry])
        return text or f"{entry_name(entry)}: {number(given)} is not right.", found, _rule(leading)

    def is_read_so(self, entry: str, given: int) -> bool:
        """Whether that number for one entry alone is right by another reading which the house leaves open."""
        return self._is_read_so([entry], {entry: given})

    def _is_read_so(self, compared: Sequence[str], given: Mapping[str, int]) -> bool:
        return any(all(theirs[entry] == given[entry] for entry in compared) for theirs in self._read_otherwise)

    @cached_property
    def _read_otherwise(self) -> list[Tally]:
        """What is written by everybody who makes no mistake but reads what the house leaves open."""
        reading = tuple(belief for belief in beliefs(self.house) if belief.is_reading)
        return [theirs for theirs in tallies_of(reading, self.layout) if theirs is not None]

    def items(self) -> tuple[Item, ...]:
        return tuple(self._item(entry) for entry in self.entries)

    def counted_as(self, answer: Answer) -> tuple[Layout, int] | None:
        return (self.layout, _whole(answer[POINTS])) if POINTS in answer else None

    # --- what leads to an answer ---------------------------------------------------------------------------------

    @cached_property
    def tally(self) -> Tally:
        """What is right for every entry."""
        found = tally(self.layout, beliefs(self.house)[0])
        assert found is not None
        return found

    def _seen(self, theirs: Tally) -> tuple[int, ...]:
        """What of a tally is written here."""
        return tuple(theirs[entry] for entry in self.entries)

    def _tallies(self, held: int) -> list[tuple[Belief, Tally]]:
        """What is written by everybody who holds so many misreads at once."""
        if held not in self._tallied:
            holding = tuple(belief for belief in beliefs(self.house) if len(belief.misreads) == held)
            tallies = zip(holding, tallies_of(holding, self.layout), strict=True)
            self._tallied[held] = [(belief, found) for belief, found in tallies if found is not None]
        return self._tallied[held]

    @cached_property
    def _tallied(self) -> dict[int, list[tuple[Belief, Tally]]]:
        """Worked out once: a class gives dozens of answers to one question."""
        return {}

    def _leading_to(
        self, given: Mapping[str, int], compared: Sequence[str], shares: Mapping[str, float], most: int = 2
    ) -> list[tuple[Belief, float]]:
        """The beliefs that lead to those entries, likeliest first; two misreads only where no single one does."""
        for held in range(1, most + 1):
            found = [
                (belief, shares.get(belief.key, 0.0))
                for belief, theirs in self._tallies(held)
                if all(theirs[entry] == given[entry] for entry in compared)
            ]
            if found:
                return sorted(found, key=lambda one: -one[1])
        return []

    def _explained(
        self, leading: list[tuple[Belief, float]], given: Mapping[str, int], wrong: Sequence[str]
    ) -> tuple[str, tuple[str, ...]]:
        """What is said of entries that those beliefs lead to, and the keys of the misreads that this names."""
        told = [(belief, share) for belief, share in leading if belief.is_reading] or leading
        if told and told[0][0].is_reading:
            return as_reading(told[0][0].misreads[0], wrong[0], given[wrong[0]], self.score), ()
        clear = len(told) == 1 or (told and told[0][1] >= CLEARLY * told[1][1])
        named = [belief for belief, _ in (told[:1] if clear else told)]
        if not named:
            return "", ()
        counted = " and ".join(said(entry, given[entry], self.house) for entry in wrong)
        here = "" if wrong[0] == POINTS else f" Here: {why(wrong[0], self.score)}."
        if len(named) > MOST_NAMED:
            return f"More than one way of counting leads there.{here}", ()
        doing = ", or if ".join(belief.doing for belief in named)
        return f"If {doing}, {counted}.{here}", tuple(belief.mistaken for belief in named) if len(named) == 1 else ()

    def _adding(self, given: Mapping[str, int], leading: list[tuple[Belief, float]]) -> str:
        """What is said where what was written is not added up rightly either, and no misread is behind it."""
        written = [given[entry] for entry in self.entries[:-1]]
        if sum(written) == given[POINTS] or (leading and any(belief.slip for belief, _ in leading)):
            return ""
        if given[POINTS] == self.score.total:
            return f" All together they do count {number(given[POINTS])}."
        return f" And {as_sum(written)}, not {number(given[POINTS])}."

    # --- for paper -----------------------------------------------------------------------------------------------

    def _asks(self, entry: str) -> str:
        if entry == POINTS:
            return "What do all columns count together?"
        if entry != ACROSS:
            return f"What does {entry_name(entry).lower()} count?"
        what, _, verb = adds_across(self.house).rpartition(" ")
        return f"What {'does' if verb == 'adds' else 'do'} {what} add?"

    def _hints_for(self, entry: str) -> tuple[str, ...]:
        """Where to look for this entry alone."""
        if entry == POINTS:
            return self.hints
        if entry == ACROSS:
            return ("Look at all columns together.", "Which cards of different columns are equal, or go together?")
        place = int(entry.removeprefix(COLUMN)) - 1
        cards = listing([card.rank.word for card in self.layout.columns[place]])
        return (
            f"Look only at {entry_name(entry).lower()}{OF_OTHERS if cancels_across(self.house) else ''}.",
            f"It holds {cards}. What do these rules say about {'those' if self.layout.grid.rows > 1 else 'that'}?",
        )

    def _item(self, entry: str) -> Item:
        rules = {
            belief.misreads[0].rule
            for belief, theirs in self._tallies(1)
            if not belief.is_reading and theirs[entry] != self.tally[entry]
        }
        return self.item(
            self.tally[entry],
            wrongs(self.layout, self.house, entry),
            scoring.UNTOLD if entry == POINTS else "Look at each card of it, and at what cancels.",
            part=entry,
            prompt=self._asks(entry),
            worked=(why(entry, self.score),),
            hints=self._hints_for(entry),
            rules=frozenset(rules),
        )


def ask(
    house: House, level: int, dice: Dice, rule: str | None = None, diagnosis: Diagnosis | None = None
) -> ColumnsQuestion | None:
    """A layout as `score` asks about; None where there is only one column, and where none shows the rule."""
    if rule not in (None, *about(house)) or house.grid.columns == 1:
        return None
    question = ColumnsQuestion(house, scoring.ask(house, level, dice, rule, diagnosis).layout)
    return question if rule is None or rule in question.rules else None


def about(house: House) -> frozenset[str]:
    """The rules of counting, wherever there is more than one column."""
    return scoring.about(house) if house.grid.columns > 1 else frozenset()


def wrongs(layout: Layout, house: House, entry: str) -> tuple[Wrong, ...]:
    """Every wrong number that a single misread writes for that entry, lowest first, with all that lead to it."""
    worked = score(layout, house)
    knows, others = beliefs(house)[0], singles(house)
    right = tally(layout, knows)
    assert right is not None
    found: defaultdict[int, list[Belief]] = defaultdict(list)
    for belief in others:
        theirs = tally(layout, belief)
        if theirs is not None and theirs[entry] != right[entry]:
            found[theirs[entry]].append(belief)
    return tuple(_wrong(points, found[points], entry, worked, house) for points in sorted(found))


def _wrong(points: int, leading: list[Belief], entry: str, worked: Score, house: House) -> Wrong:
    for belief in leading:
        if belief.is_reading:
            return Wrong(points, as_reading(belief.misreads[0], entry, points, worked))
    doing = ", or if ".join(belief.misreads[0].doing for belief in leading)
    here = "" if entry == POINTS else f" Here: {why(entry, worked)}."
    return Wrong(points, f"If {doing}, {said(entry, points, house)}.{here}", tuple(belief.key for belief in leading))


def as_reading(misread: Misread, entry: str, points: int, worked: Score) -> str:
    """What is said of a number that is right by another reading: never that it is a mistake."""
    assert misread.reading is not None
    there = f"{number(points)} is right where {misread.reading.told}."
    return f"{there} As these rules are played here: {why(entry, worked)}."


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _shares(diagnosis: Diagnosis) -> dict[str, float]:
    return {belief.key: share for belief, share in zip(diagnosis.beliefs, diagnosis.shares, strict=True)}


def _rule(leading: list[tuple[Belief, float]]) -> str:
    """The rule that all those beliefs misread; none where they misread several, or one of them is no mistake."""
    if any(belief.is_reading for belief, _ in leading):
        return ""
    rules = {misread.rule for belief, _ in leading for misread in belief.mistakes}
    return rules.pop() if len(rules) == 1 else ""
