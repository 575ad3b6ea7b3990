"""Choosing hands: the next one of a learner, a worksheet, and a class in which everyone answers something else."""

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time

from scorekeeper.houses import groups
from scorekeeper.rules import House, Layout
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.exercises.bank import bank_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.levels import HIGHEST
from scorekeeper.school.exercises.sets import USUAL_SIZE, USUAL_VARIANTS, make_set
from scorekeeper.school.practice.find_my_mistake import HANDS, next_hand
from tests.bench.rows import Effort, Row

STUDENTS = 30


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The slowest of the five houses, in processor time."""
    rounds = effort.choose(quick=1, usual=5)
    made = [[_seconds(lambda house=house: bank_of(house, HIGHEST))] for house in groups()[0].houses]  # type: ignore[misc]
    yield _slowest("a bank of hands is made", made)
    for name, bar, work in (
        ("the next hand, its bank made", "at most 20", _hand),
        (f"a worksheet of {USUAL_SIZE} hands in {USUAL_VARIANTS} versions", "at most 100", _set),
        (f"{STUDENTS} students who answer differently: the next hand of each", "at most 1000", _class),
    ):
        yield _slowest(name, [[work(house, number) for number in range(rounds)] for house in groups()[0].houses], bar)


def _slowest(name: str, seconds: list[list[float]], bar: str = "") -> Row:
    return Row(f"{name}, processor time", 1000 * max(map(median, seconds)), "ms", bar)


def _seconds(do: Callable[[], object]) -> float:
    begun = process_time()
    do()
    return process_time() - begun


def _answers(house: House, seed: str, hands: int) -> list[tuple[Layout, int]]:
    """What somebody with a misread answered to so many hands of the bank."""
    dice = Dice(f"answers {seed}")
    believed, layouts = dice.pick(singles(house)), dice.draw(bank_of(house, HIGHEST).layouts, hands)
    return [(layout, believed.total(layout) or 0) for layout in layouts]


def _hand(house: House, number: int) -> float:
    answers = _answers(house, f"{number}", number % HANDS)
    return _seconds(lambda: next_hand(house, answers, Dice(f"{number}")))


def _set(house: House, number: int) -> float:
    return _seconds(lambda: make_set(house, HIGHEST, USUAL_SIZE, USUAL_VARIANTS, code=f"bench {number}"))


def _class(house: House, number: int) -> float:
    given = [_answers(house, f"{number} {student}", 1 + student % (HANDS - 1)) for student in range(STUDENTS)]
    return _seconds(
        lambda: [next_hand(house, answers, Dice(f"{number} {index}")) for index, answers in enumerate(given)]
    )
