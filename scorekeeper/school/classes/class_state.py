"""A session as JSON: what the teacher controls, replaced as a whole with each action."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.rules import Layout, format_layout
from scorekeeper.school.classes.class_session import ClassSession, Goal, OwnHands, Pace
from scorekeeper.school.exercises.sets import QuestionSet
from scorekeeper.store.columns import format_moment, parse_cards, to_json
from scorekeeper.store.connection import Database, Store

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


# --- names that go with their lesson ----------------------------------------------------------------------------------


def forget_names(store: Store, database: Database, since: datetime) -> None:
    """Drop the own hands of students whose lessons are all gone and who haven't come back, from lessons made ``since``.

    Students were told the day on which their name is deleted.
    """
    rows = database.execute("SELECT id, state FROM classes WHERE made_at > ?", [format_moment(since)]).fetchall()
    for number in [number for number, state in rows if "own" in json.loads(state)]:
        store.hold(database, "classes", "id", number)
        state = _stored(database, number)
        known = _names_in(database, _lessons_to(database, number))
        by_name = {name: hands for name, hands in state["own"]["by_name"].items() if name in known}
        if by_name != state["own"]["by_name"]:
            state["own"]["by_name"] = by_name
            database.execute("UPDATE classes SET state = ? WHERE id = ?", [to_json(state), number])


def _stored(database: Database, number: int) -> dict[str, Any]:
    row = database.execute("SELECT state FROM classes WHERE id = ?", [number]).fetchone()
    state: dict[str, Any] = {} if row is None else json.loads(row[0])
    return state


def _lessons_to(database: Database, number: int) -> list[int]:
    """The ids of a lesson and of those before it that are still there."""
    lessons = []
    while state := _stored(database, number):
        lessons.append(number)
        number = state.get("follows", 0)
    return lessons


def _names_in(database: Database, lessons: Collection[int]) -> set[str]:
    marks = ", ".join("?" for _ in lessons)
    rows = database.execute(f"SELECT name FROM class_seats WHERE class IN ({marks})", list(lessons)).fetchall()
    return {name for (name,) in rows}
