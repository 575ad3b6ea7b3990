"""A session as JSON: what the teacher controls, replaced as a whole with each action."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.rules import Layout, format_layout
from scorekeeper.school.classes.class_session import ClassSession, Goal, OwnHands, Pace
from scorekeeper.school.exercises.sets import QuestionSet
from scorekeeper.store.columns import format_moment, parse_cards, to_json

_LED = ("phase", "at", "revealed", "locked")


def session_of(questions: QuestionSet, state: Mapping[str, Any]) -> ClassSession:
    """The session that ``state_of`` wrote."""
    led = {part: state[part] for part in _LED}
    goal = Goal(*state["goal"]) if "goal" in state else None
    own = _own_hands(state["own"]) if "own" in state else None
    return ClassSession(questions, Pace(state["pace"]), tuple(state["variants"]), **led, goal=goal, own=own)


def _own_hands(kept: Mapping[str, Any]) -> OwnHands:
    def layouts(hands: Sequence[str]) -> tuple[Layout, ...]:
        return tuple(map(parse_cards, hands))

    by_name = {name: layouts(hands) for name, hands in kept["by_name"].items()}
    return OwnHands(by_name, tuple(map(layouts, kept["others"])))


def state_of(session: ClassSession, joins_until: datetime, label: str, led_by: str, follows: int) -> str:
    """The part of a session that is replaced as a whole, as JSON."""
    begun: dict[str, Any] = {
        "pace": session.pace,
        "variants": session.variants,
        "joins_until": format_moment(joins_until),
    }
    if session.goal is not None:
        begun["goal"] = [session.goal.wanted, session.goal.before]
    if session.own is not None:
        by_name = {name: list(map(format_layout, hands)) for name, hands in session.own.by_name.items()}
        begun["own"] = {
            "by_name": by_name,
            "others": [list(map(format_layout, hands)) for hands in session.own.others],
        }
    if follows:
        begun["follows"] = follows
    return to_json({**begun, "label": label, **{part: getattr(session, part) for part in _LED}, "led_by": led_by})
