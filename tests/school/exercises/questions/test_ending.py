"""Does the hole end, and who still plays: hand-made moments of the sheets."""

import pytest

from scorekeeper import houses
from scorekeeper.referee import Situation, parse_action, state_of
from scorekeeper.school.exercises.positions import Moment
from scorekeeper.school.exercises.questions import from_data, to_data
from scorekeeper.school.exercises.questions.ending import EndingQuestion

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


# The seats with a last turn after this one, a wrong choice, and what is said to it. Seat 3, Cal, has ended the hole.
LAST_TURNS: dict[str, tuple[tuple[int, ...], str, str]] = {
    "none, but two are named": ((), "seats-1-2", "Only if they still have a turn left. Here, no one does."),
    "one, but none is named": ((2,), "over", "Only if no one has a turn left. Here, Ben still does."),
    "two, but none is named": ((1, 2), "over", "Only if no one has a turn left. Here, Ann and Ben still do."),
    "one, but all are named": ((2,), "seats-1-2-3", "Only if they still have a turn left. Here, only Ben does."),
    "two, but one is named": ((1, 2), "seats-1", "Only if no one else has a turn left. Here, Ben does."),
    "one, but the end is missed": ((2,), "goes-on", "Only if nothing ended the hole. Here, someone already did."),
}


@pytest.mark.parametrize("case", LAST_TURNS)
def test_who_still_has_a_turn_after_the_end(case: str) -> None:
    still, chosen, said = LAST_TURNS[case]
    house = houses.get("two-joker")
    state = state_of(Situation(house=house, moment="stock", face_down=2, ender="other"))
    state = state._replace(seats=(*state.seats, state.seats[1]), ender=3, last_turns=still)
    asked = EndingQuestion(house, Moment.of(state, 0, parse_action("replace 1 1")))
    assert asked.judge({"ending": chosen}).text == said


def test_whoever_still_plays_where_the_table_may_choose_it_is_no_mistake() -> None:
    house = houses.get("six-card")
    state = state_of(Situation(house=house, moment="stock", face_down=1))
    asked = EndingQuestion(house, Moment.of(state, 0, parse_action("replace 1 1")))
    verdict = asked.judge({"ending": "seats-1-2"})
    assert (asked.right, verdict.right, verdict.reading, verdict.rule) == ("over", False, True, "")


def test_what_a_sheet_prints_about_the_end_is_a_mistake_to_get_wrong() -> None:
    for chosen in ("seats-1-2", "goes-on"):
        verdict = question("000: the last card").judge({"ending": chosen})
        assert (verdict.right, verdict.reading, verdict.rule) == (False, False, "ending")
