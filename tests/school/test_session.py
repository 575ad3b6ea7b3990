"""A session: what the teacher can do when, what that makes of it, and which answers are taken or told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from scorekeeper.school.session import ACTIONS, Action, ClassSession, NotNow, Pace, Phase, closed, lead, may_lead
from tests.school.classes import FIRST, SECOND, session

PHASES: tuple[Phase, ...] = get_args(Phase)
LAST = len(FIRST) - 1


def situations() -> Iterator[ClassSession]:
    """Every one that there is, for three questions."""
    no_yes = (False, True)
    for pace, phase, at, revealed, locked in product(Pace, PHASES, range(3), no_yes, no_yes):
        yield replace(SESSIONS[pace], phase=phase, at=at, revealed=revealed, locked=locked)


def reached_by_leading() -> list[ClassSession]:
    """Every situation that a teacher can bring about from the lobby."""
    found = [replace(SESSIONS[pace], phase="lobby") for pace in Pace if pace is not Pace.PAPER]
    for one in found:  # grows meanwhile
        for action in ACTIONS:
            if may_lead(one, action) and (after := lead(one, action)) not in found:
                found.append(after)
    return found


SESSIONS = {pace: session(pace) for pace in Pace}

ALLOWED: dict[Phase, set[Action]] = {
    "lobby": {"begin", "end"},
    "open": {"pause", "end"},
    "paused": {"resume", "end"},
    "ended": set(),
}
"""At any pace. Besides: locking until it is over, and where the teacher leads what takes the class further."""


def allowed(one: ClassSession) -> set[Action]:
    found = set(ALLOWED[one.phase])
    if one.phase != "ended":
        found.add("unlock" if one.locked else "lock")
    if one.pace is Pace.LIVE and one.phase in ("open", "paused"):
        found |= {"reveal"} if not one.revealed else set()
        found |= {"next"} if one.at < LAST else set()
        found |= {"back"} if one.at and not one.revealed else set()
    return found


def told_of(one: ClassSession) -> str:
    return "".join("+" if one.tells(place) else "-" for place in range(3))


def taken_of(one: ClassSession) -> str:
    shut = [closed(one, place) for place in range(3)]
    return "".join("o" if why is None else "w" if why.again else "x" for why in shut)


def test_every_action_in_every_situation_is_possible_exactly_when_it_should_be() -> None:
    for one in situations():
        possible = {action for action in ACTIONS if may_lead(one, action)}
        assert possible == allowed(one), one
        for action in ACTIONS:
            if action in possible:
                lead(one, action)
            else:
                with pytest.raises(NotNow):
                    lead(one, action)


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        pytest.param({"phase": "lobby"}, "begin", {"phase": "open"}, id="begin"),
        pytest.param({"phase": "open"}, "pause", {"phase": "paused"}, id="pause"),
        pytest.param({"phase": "paused"}, "resume", {"phase": "open"}, id="resume"),
        pytest.param({"phase": "open"}, "lock", {"locked": True}, id="lock"),
        pytest.param({"phase": "lobby"}, "lock", {"locked": True}, id="lock before it begins"),
        pytest.param({"phase": "paused", "locked": True}, "unlock", {"locked": False}, id="unlock"),
        pytest.param({"phase": "open", "at": 1}, "end", {"phase": "ended", "revealed": True}, id="end"),
        pytest.param({"phase": "lobby"}, "end", {"phase": "ended", "revealed": True}, id="end before it begins"),
        pytest.param({"phase": "paused"}, "end", {"phase": "ended", "revealed": True}, id="end while paused"),
    ],
)
def test_what_becomes_of_a_session_at_any_pace(
    pace: Pace, before: dict[str, object], action: Action, after: dict[str, object]
) -> None:
    one = replace(SESSIONS[pace], **before)  # type: ignore[arg-type]
    assert lead(one, action) == replace(one, **after)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        pytest.param({"phase": "open"}, "reveal", {"revealed": True}, id="reveal"),
        pytest.param({"phase": "paused"}, "reveal", {"phase": "open", "revealed": True}, id="reveal while paused"),
        pytest.param({"phase": "open", "revealed": True}, "next", {"at": 1, "revealed": False}, id="next"),
        pytest.param({"phase": "paused", "at": 1}, "next", {"phase": "open", "at": 2}, id="next while paused"),
        pytest.param({"phase": "open", "at": 1}, "back", {"at": 0, "revealed": True}, id="back at what was shown"),
        pytest.param(
            {"phase": "paused", "at": 2}, "back", {"phase": "open", "at": 1, "revealed": True}, id="back while paused"
        ),
        pytest.param({"phase": "paused", "revealed": True}, "resume", {"phase": "open"}, id="what is revealed stays"),
    ],
)
def test_what_becomes_of_a_session_that_is_led(
    before: dict[str, object], action: Action, after: dict[str, object]
) -> None:
    one = replace(SESSIONS[Pace.LIVE], **before)  # type: ignore[arg-type]
    assert lead(one, action) == replace(one, **after)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("pace", "phase", "at", "revealed", "reached", "told", "taken"),
    # Of each of the three questions: told or not (+ -); answers taken, perhaps later, or no more (o w x).
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
        pytest.param("paper", "ended", 0, True, 3, "+++", "xxx", id="paper"),
    ],
)
def test_what_is_told_and_which_answers_are_taken(
    pace: str, phase: Phase, at: int, revealed: bool, reached: int, told: str, taken: str
) -> None:
    one = replace(SESSIONS[Pace(pace)], phase=phase, at=at, revealed=revealed)
    assert (one.reached, told_of(one), taken_of(one)) == (reached, told, taken)


def test_no_answer_is_taken_once_it_was_told_what_is_right_but_in_practice() -> None:
    for one in reached_by_leading():
        for place in range(3):
            taken_some_time = (why := closed(one, place)) is None or why.again
            if one.pace is not Pace.PRACTICE:
                assert not (one.tells(place) and taken_some_time), (one, place)


def test_what_was_told_once_is_told_for_ever_whatever_the_teacher_does() -> None:
    for one in reached_by_leading():
        for action in ACTIONS:
            if may_lead(one, action):
                after = lead(one, action)
                assert all(after.tells(place) for place in range(3) if one.tells(place)), (one, action)


def test_sheets_are_given_out_in_turn() -> None:
    two = session(Pace.TEST, FIRST, SECOND)
    assert [two.variant_for(seat) for seat in range(1, 6)] == ["A1", "A2", "A1", "A2", "A1"]
    assert {SESSIONS[Pace.LIVE].variant_for(seat) for seat in range(1, 6)} == {"A1"}
