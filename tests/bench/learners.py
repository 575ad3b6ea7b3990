"""Simulated learners: how surely, and how soon, what they believe is found out from their answers.

Each holds one misread of the house and gives, one time in ten, some other number. They are made from the library that
the diagnosis knows, so the figures are what it can do at best; learners with a misread outside of it (`strangers.py`)
show what it makes of what it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from statistics import median

from scorekeeper import houses
from scorekeeper.rules import House, Layout
from scorekeeper.school import Belief, Diagnosis, Dice, beliefs, lay_out, next_layout, worth_telling
from scorekeeper.school.diagnosis import NEAR, SLIP
from scorekeeper.school.levels import HIGHEST
from tests.bench.rows import Effort, Row
from tests.bench.strangers import Answer, strangers

LEARNERS = 500
SAMPLE = ("worksheet", "four-card")
STRANGERS = 200
"""Learners with a misread that we do not know: no two of them are alike, so what each is asked is worked out anew."""

FEW = 24
"""Learners of each of those houses, where there is no time for all. They show that it works, and prove no bar."""
QUESTIONS = 5
NEVER = QUESTIONS + 1
_ANYWHERE = tuple(off for off in range(-15, 16) if off)
"""Half of the slips are in adding up, the others lead to any number."""

Ask = Callable[[Diagnosis, House, Dice], Layout]


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """A few learners of two houses; where everything is asked for, 500 of each, house by house as each is done."""
    keys = list(effort.choose(quick=SAMPLE[1:], usual=SAMPLE, everything=longest_first()))
    count = effort.choose(quick=1, usual=FEW, everything=LEARNERS)
    with ProcessPoolExecutor(2) as workers:
        # The long ones first, so that both are at work to the end.
        for done in as_completed([workers.submit(_found_of, key, count) for key in keys]):
            yield from _rows(done.result(), count)


def longest_first() -> tuple[str, ...]:
    """The built-in houses; those of large grids and many beliefs take longest."""
    found = sorted(houses.built_in(), key=lambda house: -house.grid.size * len(beliefs(house)))
    return tuple(house.key for house in found)


@dataclass(frozen=True)
class Found:
    """What became of the learners of one house, as shares of them but for the questions that were ``needed``."""

    house: str
    chosen: float
    needed: float
    dealt: float
    wrongly: float
    by_value: float
    by_rule: float


def _found_of(key: str, count: int) -> Found:
    house = houses.get(key)
    sittings = Sittings(house, chosen_layout)
    chosen, needed = found_out(sittings, count)
    dealt, _ = found_out(Sittings(house, dealt_layout), count)
    wrongly = told_wrongly(sittings, min(count, STRANGERS))
    return Found(key, chosen, needed, dealt, *wrongly)


def _rows(found: Found, count: int) -> Iterator[Row]:
    held = bool(houses.get(found.house).source.sheet) and count == LEARNERS  # too few prove nothing
    who = f"{count} learners of {found.house}"
    yield Row(f"{who}: diagnosed rightly after five questions", 100 * found.chosen, "%", "at least 95" if held else "")
    yield Row(f"{who}: questions needed, median", found.needed, "", "at most 3" if held else "")
    yield Row(f"{who}: diagnosed rightly by random layouts", 100 * found.dealt, "%")
    bar = "at most 9" if count == LEARNERS else ""
    who = f"{min(count, STRANGERS)} strangers to {found.house}"
    yield Row(f"{who}: told a misread that they do not hold", 100 * found.wrongly, "%", bar)
    yield Row("  of those who give a card another value", 100 * found.by_value, "%")
    yield Row("  of those who count in another way", 100 * found.by_rule, "%")


def chosen_layout(diagnosis: Diagnosis, house: House, dice: Dice) -> Layout:
    return next_layout(diagnosis, house, HIGHEST, dice)


def dealt_layout(_diagnosis: Diagnosis, house: House, dice: Dice) -> Layout:
    return lay_out(house, HIGHEST, dice)


def found_out(sittings: Sittings, learners: int) -> tuple[float, float]:
    """The share whose misread is the likeliest belief after all questions, and after how many it first was, median."""
    held = [belief for belief in beliefs(sittings.house) if len(belief.misreads) == 1]
    right = 0
    needed: list[int] = []
    for number in range(learners):
        belief = held[number % len(held)]
        after = [one.likeliest[0].key for one, _, _ in sittings.of(_believing(belief), number)]
        right += after[-1] == belief.key
        needed.append(after.index(belief.key) + 1 if belief.key in after else NEVER)
    return right / learners, median(needed)


def told_wrongly(sittings: Sittings, learners: int) -> tuple[float, float, float]:
    """The share of those with a misread that we do not know of whom a teacher would be told one all the same.

    Of all, half of whom give a card another value and half count in another way; then of each half.
    """
    by_half = [list(half.values()) for half in strangers(sittings.house)]
    told: list[list[bool]] = [[], []]
    for number in range(learners):
        half = number % 2
        strange = by_half[half]
        sitting = sittings.of(strange[number // 2 % len(strange)], number)
        answers = [(layout, answer) for _, layout, answer in sitting]
        told[half].append(bool(worth_telling(sitting[-1][0], answers)))
    by_value, by_rule = (sum(half) / max(len(half), 1) for half in told)
    return sum(map(sum, told)) / learners, by_value, by_rule


def _believing(belief: Belief) -> Answer:
    def answer(layout: Layout) -> int:
        total = belief.total(layout)
        assert total is not None
        return total

    return answer


def _slip(dice: Dice) -> int:
    """How far an answer is off what its learner believes in."""
    return dice.pick(NEAR if dice.chance(0.5) else _ANYWHERE) if dice.chance(SLIP) else 0


class Sittings:
    """Learners of one house. Whoever has answered alike so far is asked the same next, which is worked out once."""

    def __init__(self, house: House, ask: Ask) -> None:
        self.house = house
        self._ask = ask
        self._known: dict[tuple[int, ...], tuple[Diagnosis, Layout]] = {}

    def of(self, answer: Answer, number: int) -> list[tuple[Diagnosis, Layout, int]]:
        """Each question: what is thought after it, what it was, and what was answered."""
        dice = Dice(f"slips of learner {number}")
        asked: list[tuple[Diagnosis, Layout, int]] = []
        answers: tuple[int, ...] = ()
        diagnosis, layout = self._next(answers, Diagnosis.of(self.house))
        for _ in range(QUESTIONS):
            given = answer(layout) + _slip(dice)
            answers = (*answers, given)
            after, following = self._next(answers, diagnosis, layout)
            asked.append((after, layout, given))
            diagnosis, layout = after, following
        return asked

    def _next(
        self, answers: tuple[int, ...], before: Diagnosis, layout: Layout | None = None
    ) -> tuple[Diagnosis, Layout]:
        if answers not in self._known:
            after = before if layout is None else before.after(layout, answers[-1])
            dice = Dice(f"{self.house.key} after {answers}")
            last = len(answers) == QUESTIONS
            following = layout if last and layout is not None else self._ask(after, self.house, dice)
            self._known[answers] = (after, following)
        return self._known[answers]
