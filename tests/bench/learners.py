"""Simulated learners: how surely, and how soon, what they believe is found out from their answers.

Each holds one misread of the house and gives, one time in ten, some other number. They are made from the library that
the diagnosis knows, so the figures are what it can do at best; learners with a misread outside of it show what it makes
of what it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from statistics import median

from scorekeeper import houses
from scorekeeper.quiz import Belief, Diagnosis, Dice, beliefs, lay_out, next_layout, worth_telling
from scorekeeper.quiz.diagnosis import NEAR, SLIP
from scorekeeper.quiz.levels import HIGHEST
from scorekeeper.rules import House, Layout, Rank, score
from tests.bench.rows import Effort, Row

LEARNERS = 500
SAMPLE = ("worksheet", "four-card")
FEW = 24
"""Learners of each of those houses, where there is no time for all. They show that it works, and prove no bar."""
QUESTIONS = 5
NEVER = QUESTIONS + 1
_ANYWHERE = tuple(off for off in range(-15, 16) if off)
"""Half of the slips are in adding up, the others lead to any number."""

Answer = Callable[[Layout], int]
Ask = Callable[[Diagnosis, House, Dice], Layout]


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """A few learners of two houses; where everything is asked for, 500 of each: the better part of an hour."""
    if effort is Effort.ALL:
        keys = [house.key for house in sorted(houses.built_in(), key=lambda house: not house.source.sheet)]
        count = LEARNERS
    else:
        keys = list(effort.choose(quick=SAMPLE[1:], usual=SAMPLE))
        count = effort.choose(quick=1, usual=FEW)
    with ProcessPoolExecutor(2) as workers:
        for rows in workers.map(partial(_rows, count=count), keys):
            yield from rows


def _rows(key: str, count: int) -> list[Row]:
    house = houses.get(key)
    chosen, rounds = found_out(house, count, chosen_layout)
    dealt, _ = found_out(house, count, dealt_layout)
    held = bool(house.source.sheet) and count == LEARNERS  # too few prove nothing
    who = f"{count} learners of {key}"
    rows = [
        Row(f"{who}: diagnosed rightly after five questions", 100 * chosen, "%", "at least 95" if held else ""),
        Row(f"{who}: questions needed, median", rounds, "", "at most 3" if held else ""),
        Row(f"{who}: diagnosed rightly by random layouts", 100 * dealt, "%"),
    ]
    if held:
        wrongly = told_wrongly(house, count)
        rows.append(Row(f"{who}: told a misread that they do not hold", 100 * wrongly, "%", "at most 9"))
    return rows


def chosen_layout(diagnosis: Diagnosis, house: House, dice: Dice) -> Layout:
    return next_layout(diagnosis, house, HIGHEST, dice)


def dealt_layout(_diagnosis: Diagnosis, house: House, dice: Dice) -> Layout:
    return lay_out(house, HIGHEST, dice)


def found_out(house: House, learners: int, ask: Ask) -> tuple[float, float]:
    """The share whose misread is the likeliest belief after all questions, and after how many it first was, median."""
    sittings = Sittings(house, ask)
    held = [belief for belief in beliefs(house) if len(belief.misreads) == 1]
    right = 0
    needed: list[int] = []
    for number in range(learners):
        belief = held[number % len(held)]
        after = [one.likeliest[0].key for one, _, _ in sittings.of(_believing(belief), number)]
        right += after[-1] == belief.key
        needed.append(after.index(belief.key) + 1 if belief.key in after else NEVER)
    return right / learners, median(needed)


def told_wrongly(house: House, learners: int) -> float:
    """The share of those with a misread that we do not know of whom a teacher would be told one all the same."""
    sittings = Sittings(house, chosen_layout)
    strange = [replace(house, values={**house.values, **values}) for values in _strange_values(house)]
    told = 0
    for number in range(learners):
        sitting = sittings.of(_scoring(strange[number % len(strange)]), number)
        answers = [(layout, answer) for _, layout, answer in sitting]
        told += bool(worth_telling(sitting[-1][0], answers))
    return told / learners


def _strange_values(house: House) -> Iterator[dict[Rank, int]]:
    """Values that nobody has been seen to give these cards."""
    for rank, value in ((Rank.ACE, 0), (Rank.TWO, 0), (Rank.TEN, 0), (Rank.JACK, 5), (Rank.KING, 20), (Rank.THREE, -3)):
        if house.values.get(rank) not in (None, value):
            yield {rank: value}


def _scoring(house: House) -> Answer:
    return lambda layout: score(layout, house).total


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
        self._house = house
        self._ask = ask
        self._known: dict[tuple[int, ...], tuple[Diagnosis, Layout]] = {}

    def of(self, answer: Answer, number: int) -> list[tuple[Diagnosis, Layout, int]]:
        """Each question: what is thought after it, what it was, and what was answered."""
        dice = Dice(f"slips of learner {number}")
        asked: list[tuple[Diagnosis, Layout, int]] = []
        answers: tuple[int, ...] = ()
        diagnosis, layout = self._next(answers, Diagnosis.of(self._house))
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
            dice = Dice(f"{self._house.key} after {answers}")
            last = len(answers) == QUESTIONS
            following = layout if last and layout is not None else self._ask(after, self._house, dice)
            self._known[answers] = (after, following)
        return self._known[answers]
