"""Does the hole end, and who still plays: hand-made moments of the sheets."""

import pytest

from scorekeeper import houses
from scorekeeper.referee import Situation, parse_action, state_of
from scorekeeper.school.positions import Moment
from scorekeeper.school.questions import from_data, to_data
from scorekeeper.school.questions.ending import EndingQuestion

# House, what is said of the moment, the move, and what becomes of the hole. Seat 0 asks; 1 and 2 follow clockwise.
MOVES: dict[str, tuple[str, dict[str, object], str, str]] = {
    "000: the last card": ("worksheet", {"moment": "stock", "face_down": 1}, "replace 1 1", "over"),
    "004: the last card": ("two-joker", {"moment": "stock", "face_down": 1}, "replace 1 1", "seats-1-2"),
    "001: the last card is left": ("penalty", {"moment": "discarded", "face_down": 1}, "end turn", "goes-on"),
    "003: a knock": ("four-card", {}, "knock", "seats-1-2"),
}  # fmt: skip


def question(case: str) -> EndingQuestion:
    house, situation, action, _ = MOVES[case]
    state = state_of(Situation(house=houses.get(house), **situation))  # type: ignore[arg-type]
    return EndingQuestion(houses.get(house), Moment.of(state, 0, parse_action(action)))


@pytest.mark.parametrize("case", MOVES)
def test_what_becomes_of_the_hole(case: str) -> None:
    asked = question(case)
    assert asked.right == MOVES[case][3]
    assert asked.judge(asked.solution).right
    assert from_data(asked.house, to_data(asked)) == asked
    for choice in asked.fields[0].choices:  # type: ignore[union-attr]
        if choice.key != asked.right:
            verdict = asked.judge({"ending": choice.key})
            assert not verdict.right
            assert verdict.text.startswith(("Only if ", "That’s right if you answer “"))


def test_whoever_still_plays_where_the_table_may_choose_it_is_no_mistake() -> None:
    verdict = question("000: the last card").judge({"ending": "seats-1-2"})
    assert (verdict.right, verdict.reading, verdict.rule) == (False, True, "")
    assert not question("000: the last card").judge({"ending": "goes-on"}).reading
