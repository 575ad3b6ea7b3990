"""Which answers to five hands name a misread."""

from collections.abc import Sequence

import pytest

from scorekeeper import houses
from scorekeeper.rules import parse_layout, score
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.practice.find_my_mistake import found

HOUSE = houses.get("worksheet")
KINGS_ARE_TEN = next(belief for belief in singles(HOUSE) if belief.key == "V3")
WITH_A_KING = ["K 5 7 / 9 4 A", "3 K 8 / 6 9 J", "7 4 K / A 6 9", "K 8 3 / 4 J 6", "5 9 K / 7 3 8"]
PLAIN = "5 9 4 / 7 3 8"
OFF = (4, -6, 7, 5, -4)
"""By how much a slip on each hand is off: all differ, or they would be another misread."""


@pytest.mark.parametrize(
    ("hands", "slips", "named"),
    [
        pytest.param(WITH_A_KING, [], "V3", id="five kings counted as ten"),
        pytest.param(WITH_A_KING, [3, 4], "V3", id="three such answers, and two slips: none is right"),
        pytest.param(WITH_A_KING, [2, 3, 4], None, id="two such answers, and three slips"),
        pytest.param([*WITH_A_KING[:2], PLAIN], [], "V3", id="two such answers, and one that is right"),
        pytest.param(WITH_A_KING[:2], [], None, id="two such answers alone: any high card may count more"),
    ],
)
def test_a_misread_is_named_by_three_answers_or_beside_a_right_one(
    hands: Sequence[str], slips: Sequence[int], named: str | None
) -> None:
    layouts = [parse_layout(hand, HOUSE) for hand in hands]
    believed = [KINGS_ARE_TEN.total(layout) or 0 for layout in layouts]
    answers = [(layout, believed[at] + OFF[at] * (at in slips)) for at, layout in enumerate(layouts)]
    assert all(answer != score(layout, HOUSE).total for layout, answer in answers if "K" in str(layout))
    misread = found(HOUSE, answers).misread
    assert (misread.key if misread else None) == named
