"""A misread is told once two answers show it, each of two at once by itself; never on one answer."""

from collections.abc import Sequence

import pytest

from scorekeeper import houses
from scorekeeper.rules import Layout, parse_layout
from scorekeeper.school.beliefs import beliefs
from scorekeeper.school.diagnosis import Diagnosis, told_belief, worth_telling

WORKSHEET = houses.get("worksheet")
HANDS = tuple(
    parse_layout(hand, WORKSHEET)
    for hand in (
        "3D 3S 6C / AD KH AH",
        "10C 6C 2S / QH 2C JH",
        "4H 4S 10S / 4C 4D 9H",
        "KC 2S KS / 2D 2C [9H]",
        "[KD] AC QD / AD AH AS",
    )
)

# Numbers for those five hands, and what may be told of them.
SHEETS = {
    "a pair of twos in one hand alone, and what a king of 20 explains as well": ((34, 32, 19, 3, 32), ()),
    "a column below 0 in one hand alone, where a two of 2 says the same": ((14, 40, 19, 11, 12), ("V1",)),
    "cards of one value in one hand alone, where court cards of 0 say the same": ((14, 12, 19, 7, 2), ("V11",)),
}


def thought_of(answers: Sequence[tuple[Layout, int]]) -> Diagnosis:
    diagnosis = Diagnosis.of(WORKSHEET)
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return diagnosis


@pytest.mark.parametrize(("given", "told"), SHEETS.values(), ids=list(SHEETS))
def test_what_one_answer_shows_is_not_told(given: tuple[int, ...], told: tuple[str, ...]) -> None:
    answers = list(zip(HANDS, given, strict=True))
    assert tuple(one.key for one in worth_telling(thought_of(answers), answers)) == told


def test_each_misread_that_is_told_rests_on_two_answers() -> None:
    told_of = 0
    for held in beliefs(WORKSHEET):
        totals = [(layout, held.total(layout)) for layout in HANDS]
        answers = [(layout, total) for layout, total in totals if total is not None]
        diagnosis = thought_of(answers)
        told = told_belief(diagnosis, answers)
        if told is None:
            continue
        told_of += 1
        assert told.mistakes == worth_telling(diagnosis, answers)
        for misread in told.mistakes:
            rest = {one.key for one in told.misreads if one is not misread}
            without = next(one for one in beliefs(WORKSHEET) if {other.key for other in one.misreads} == rest)
            shown = [layout for layout, answer in answers if told.total(layout) == answer != without.total(layout)]
            assert len(shown) >= 2, (held.key, misread.key)
    assert told_of
