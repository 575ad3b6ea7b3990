"""Session: the teacher's actions and their effects, and which questions are open or shown."""

from dataclasses import replace

import pytest

from scorekeeper.school.classes.class_session import (
    ACTIONS,
    Action,
    ClassSession,
    NotNow,
    Pace,
    Phase,
    closed,
    lead,
    may_lead,
)
from tests.school.classes_at_work import FIRST, SECOND, session

SESSIONS = {pace: session(pace) for pace in Pace}


def reached_by_leading() -> list[ClassSession]:
    """All states that a teacher can reach from the lobby."""
    found = [replace(SESSIONS[pace], phase="lobby") for pace in Pace if pace is not Pace.PAPER]
    for one in found:  # grows in the loop
        for action in ACTIONS:
            if may_lead(one, action) and (after := lead(one, action)) not in found:
                found.append(after)
    return found


def told_of(one: ClassSession) -> str:
    return "".join("+" if one.tells(index) else "-" for index in range(3))


def taken_of(one: ClassSession) -> str:
    shut = [closed(one, index) for index in range(3)]
    return "".join("o" if why is None else "w" if why.again else "x" for why in shut)


# Effects of each action; in all other states it is refused.
LED: dict[str, tuple[str, dict[str, object], Action, dict[str, object]]] = {
    "begin": ("test", {"phase": "lobby"}, "begin", {"phase": "open"}),
    "pause": ("live", {"phase": "open"}, "pause", {"phase": "paused"}),
    "resume": ("practice", {"phase": "paused"}, "resume", {"phase": "open"}),
    "lock before it begins": ("test", {"phase": "lobby"}, "lock", {"locked": True}),
    "unlock": ("test", {"phase": "paused", "locked": True}, "unlock", {"locked": False}),
    "end": ("live", {"phase": "open", "at": 1}, "end", {"phase": "ended", "revealed": True}),
    "end before it begins": ("test", {"phase": "lobby"}, "end", {"phase": "ended", "revealed": True}),
    "reveal": ("live", {"phase": "open"}, "reveal", {"revealed": True}),
    "reveal while paused": ("live", {"phase": "paused"}, "reveal", {"phase": "open", "revealed": True}),
    "next": ("live", {"phase": "open", "revealed": True}, "next", {"at": 1, "revealed": False}),
    "next while paused": ("live", {"phase": "paused", "at": 1}, "next", {"phase": "open", "at": 2}),
    "back at what was shown": ("live", {"phase": "open", "at": 1}, "back", {"at": 0, "revealed": True}),
    "what is revealed stays": ("live", {"phase": "paused", "revealed": True}, "resume", {"phase": "open"}),
}
REFUSED: dict[str, tuple[str, dict[str, object], set[Action]]] = {
    "in the lobby": ("live", {"phase": "lobby"}, {"begin", "lock", "end"}),
    "a test": ("test", {"phase": "open"}, {"pause", "lock", "end"}),
    "paused practice": ("practice", {"phase": "paused", "locked": True}, {"resume", "unlock", "end"}),
    "first question": ("live", {"phase": "open"}, {"pause", "reveal", "next", "lock", "end"}),
    "second question": ("live", {"phase": "open", "at": 1}, {"pause", "reveal", "next", "back", "lock", "end"}),
    "last answer shown": ("live", {"phase": "open", "at": 2, "revealed": True}, {"pause", "lock", "end"}),
    "paper": ("paper", {"phase": "ended"}, set()),
}


def situation(pace: str, changed: dict[str, object]) -> ClassSession:
    return replace(SESSIONS[Pace(pace)], **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize("case", LED)
def test_what_becomes_of_a_session(case: str) -> None:
    pace, before, action, after = LED[case]
    assert lead(situation(pace, before), action) == situation(pace, {**before, **after})


@pytest.mark.parametrize("case", REFUSED)
def test_what_can_be_done_now_and_nothing_else(case: str) -> None:
    pace, changed, possible = REFUSED[case]
    one = situation(pace, changed)
    assert {action for action in ACTIONS if may_lead(one, action)} == possible
    for action in set(ACTIONS) - possible:
        with pytest.raises(NotNow):
            lead(one, action)


@pytest.mark.parametrize(
    ("pace", "phase", "at", "revealed", "reached", "told", "taken"),
    # Each of the three questions: shown or not (+ -); open, later or closed (o w x).
    [
        pytest.param("practice", "lobby", 0, False, 0, "+++", "www", id="practice, before it begins"),
        pytest.param("practice", "open", 0, False, 3, "+++", "ooo", id="practice"),
        pytest.param("practice", "paused", 0, False, 3, "+++", "www", id="practice, paused"),
        pytest.param("practice", "ended", 0, True, 3, "+++", "xxx", id="practice, over"),
        pytest.param("test", "lobby", 0, False, 0, "---", "www", id="test, before it begins"),
        pytest.param("test", "open", 0, False, 3, "---", "ooo", id="test"),
        pytest.param("test", "paused", 0, False, 3, "---", "www", id="test, paused"),
        pytest.param("test", "ended", 0, True, 3, "+++", "xxx", id="test, over"),
        pytest.param("live", "lobby", 0, False, 0, "---", "www", id="live, before it begins"),
        pytest.param("live", "open", 0, False, 1, "---", "oww", id="live, first question"),
        pytest.param("live", "paused", 0, False, 1, "---", "www", id="live, first question, paused"),
        pytest.param("live", "open", 0, True, 1, "+--", "xww", id="live, first answer revealed"),
        pytest.param("live", "open", 1, False, 2, "+--", "xow", id="live, second question"),
        pytest.param("live", "paused", 1, False, 2, "+--", "xww", id="live, second question, paused"),
        pytest.param("live", "open", 1, True, 2, "++-", "xxw", id="live, second answer revealed"),
        pytest.param("live", "paused", 1, True, 2, "++-", "xxw", id="live, second answer revealed, paused"),
        pytest.param("live", "open", 2, False, 3, "++-", "xxo", id="live, last question"),
        pytest.param("live", "open", 2, True, 3, "+++", "xxx", id="live, last answer revealed"),
        pytest.param("live", "ended", 1, True, 3, "+++", "xxx", id="live, ended at the second question"),
        pytest.param("find", "open", 0, False, 5, "---", "ooo", id="find"),
        pytest.param("find", "ended", 0, True, 5, "+++", "xxx", id="find, over"),
        pytest.param("paper", "ended", 0, True, 3, "+++", "xxx", id="paper"),
    ],
)
def test_what_is_told_and_which_answers_are_taken(
    pace: str, phase: Phase, at: int, revealed: bool, reached: int, told: str, taken: str
) -> None:
    one = replace(SESSIONS[Pace(pace)], phase=phase, at=at, revealed=revealed)
    assert (one.reached, told_of(one), taken_of(one)) == (reached, told, taken)


def test_no_answer_is_taken_once_it_was_told_what_is_right_but_in_practice() -> None:
    """What students have seen once stays shown, after all actions of the teacher."""
    for one in reached_by_leading():
        for index in range(3):
            taken_some_time = (why := closed(one, index)) is None or why.again
            assert one.pace is Pace.PRACTICE or not (one.tells(index) and taken_some_time), (one, index)
        for action in filter(lambda action: may_lead(one, action), ACTIONS):
            after = lead(one, action)
            assert all(after.tells(index) for index in range(3) if one.tells(index)), (one, action)


def test_sheets_are_given_out_in_turn() -> None:
    two = session(Pace.TEST, FIRST, SECOND)
    assert [two.variant_for(seat) for seat in range(1, 6)] == ["A1", "A2", "A1", "A2", "A1"]
    assert {SESSIONS[Pace.LIVE].variant_for(seat) for seat in range(1, 6)} == {"A1"}
