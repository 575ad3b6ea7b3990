"""Is this move allowed: hand-made moments of the sheets, the referee's reason, and fair choices beside it."""

import pytest

from scorekeeper import houses
from scorekeeper.referee import Situation, parse_action, state_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.positions import Moment
from scorekeeper.school.exercises.questions import from_data, to_data
from scorekeeper.school.exercises.questions.turn import TurnQuestion, ask

# House, what is said of the moment, the action, and the right answer; tests/referee tells the whole comparison.
MOVES: dict[str, tuple[str, dict[str, object], str, str]] = {
    "000: a taken discard goes back": ("worksheet", {"moment": "discard"}, "discard", "yes"),
    "002: a taken discard goes back": ("rvers", {"moment": "discard"}, "discard", "discard.must_use"),
    "000: pass": ("worksheet", {}, "end turn", "turn.must_draw"),
    "001: refuse to turn up": ("penalty", {"moment": "discarded"}, "end turn", "turn_up.must"),
    "003: knock": ("four-card", {}, "knock", "yes"),
}  # fmt: skip


def question(case: str) -> TurnQuestion:
    house, situation, action, right = MOVES[case]
    state = state_of(Situation(house=houses.get(house), **situation))  # type: ignore[arg-type]
    others = [code for code in ("turn.not_yours", "look.never") if code != right]
    reasons = tuple(sorted({*([] if right == "yes" else [right]), *others}))
    return TurnQuestion(houses.get(house), Moment.of(state, 0, parse_action(action)), reasons)


@pytest.mark.parametrize("case", MOVES)
def test_the_right_answer_is_the_referees(case: str) -> None:
    asked = question(case)
    right = MOVES[case][3]
    assert asked.solution == {"legal": right}
    verdict = asked.judge({"legal": right})
    assert verdict.right
    assert f"Rule sheet {asked.house.source.sheet}" in verdict.text
    assert from_data(asked.house, to_data(asked)) == asked


def test_what_the_table_may_choose_is_no_mistake() -> None:
    """Whether a taken discard may go back is for the table to choose where no sheet prints it."""
    house = houses.get("suits-and-runs")
    moment = Moment.of(state_of(Situation(house=house, moment="discard")), 0, parse_action("discard"))
    right = TurnQuestion(house, moment, ("discard.must_use", "look.never")).right
    other = "discard.must_use" if right == "yes" else "yes"
    asked = TurnQuestion(house, moment, ("discard.must_use", "look.never"))
    verdict = asked.judge({"legal": other})
    assert (verdict.right, verdict.reading, verdict.rule) == (False, True, "")
    assert "right if you answer “" in verdict.text.replace("Right", "right")
    assert not asked.judge({"legal": "look.never"}).reading


@pytest.mark.parametrize("case", ["000: a taken discard goes back", "002: a taken discard goes back"])
def test_what_a_sheet_prints_is_a_mistake_to_get_wrong(case: str) -> None:
    asked = question(case)
    asked = TurnQuestion(asked.house, asked.moment, ("discard.must_use", "look.never"))
    verdict = asked.judge({"legal": "discard.must_use" if MOVES[case][3] == "yes" else "yes"})
    assert (verdict.right, verdict.reading, verdict.rule) == (False, False, "turns")


def test_what_lies_face_down_is_told_to_nobody() -> None:
    asked = question("000: pass")
    hidden = {place.card.rank for place in asked.moment.state.seats[0].spots if place.face_down and place.card}
    shown = [card for row in asked.moment.shown[0].rows for card in row]
    assert shown.count(None) == 4
    assert not hidden & {card.rank for card in shown if card is not None}
    assert "Row 1 of your cards: all face down." in asked.told


@pytest.mark.parametrize("key", ["worksheet", "penalty", "four-card", "vanishing-columns"])
def test_no_other_reason_forbids_the_move(key: str) -> None:
    """Of the choices exactly one is right: the reasons beside it do not hold at that moment."""
    house = houses.get(key)
    for seed in range(12):
        asked = ask(house, 1, Dice(f"{house.key} {seed}"), "turns")
        assert isinstance(asked, TurnQuestion)
        assert len(asked.reasons) == 3
        assert 2 <= len(asked.hints) <= 3
        for reason in set(asked.reasons) - {asked.solution["legal"]}:
            verdict = asked.judge({"legal": reason})
            assert not verdict.right
            assert verdict.reading == verdict.text.startswith("That’s right if you answer “")
