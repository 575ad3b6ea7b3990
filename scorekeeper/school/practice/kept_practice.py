"""Stored practice: one row for each device and house.

A row has layouts, answers and days, but nothing about the person. It belongs to one device.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, replace
from datetime import datetime
from typing import Any

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import House, RuleError
from scorekeeper.school.exercises.attempt import Done
from scorekeeper.school.exercises.questions import from_data as question_from
from scorekeeper.school.exercises.questions import to_data as question_data
from scorekeeper.school.practice.mastery import NAMES, Moment, RuleProgress, foreign_rules
from scorekeeper.school.practice.practice_session import Asked, Diary, Evidence, Practice, Return, Sitting
from scorekeeper.store.columns import format_moment, parse_moment, to_json
from scorekeeper.store.connection import Database, LostRace, Store, retry_when_lost
from scorekeeper.store.errors import StoreError
from scorekeeper.store.writes import Write

HOUSES_LISTED = 100


class PracticeChanged(StoreError):
    """The practice has moved on, as in another tab. Nothing is changed; load it again."""

    code = "practice.changed"
    text = "Your practice moved on in another tab. Here’s the current question."


def practice_of(store: Store, device: str, house: House) -> Practice:
    """The practice of a device in a house; a new one if there is none.

    If the house has changed, its layouts have other scores. Then the progress of rules stays, without the answers and
    the open question.
    """
    return _practice(store.database, device, house) or Practice(house)


@retry_when_lost
def keep_practice(store: Store, device: str, practice: Practice, write: Write) -> Practice:
    """Store the next state of a practice from `practice_of`, and return it with its new version.

    A repeated write changes nothing. Raises PracticeChanged if the stored version is a newer one.
    """
    with store.write() as database:
        row = database.execute(
            "SELECT version, write_id FROM practice WHERE device = ? AND house = ?", [device, practice.house.key]
        ).fetchone()
        version, done = row or (0, "")
        if done == write.id:
            return _practice(database, device, practice.house) or practice
        if version != practice.version:
            raise PracticeChanged
        kept = replace(practice, version=practice.version + 1)
        swapped = database.execute(
            """
            INSERT INTO practice (rules, progress, version, write_id, changed_at, device, house)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
            if row is None
            else """
            UPDATE practice SET rules = ?, progress = ?, version = ?, write_id = ?, changed_at = ?
            WHERE device = ? AND house = ? AND version = ?
            """,
            [
                *(freeze(kept.house), to_json(to_data(kept)), kept.version, write.id, format_moment(write.at)),
                *(device, kept.house.key),
                *([] if row is None else [version]),
            ],
        )
        if not swapped.rowcount:
            raise LostRace
        return kept


def practiced_when(store: Store, device: str, limit: int = HOUSES_LISTED) -> tuple[tuple[datetime, House], ...]:
    """The houses that a device practiced, with the time, latest first."""
    rows = store.database.execute(
        "SELECT changed_at, rules FROM practice WHERE device = ? ORDER BY changed_at DESC, house LIMIT ?",
        [device, limit],
    ).fetchall()
    return tuple((parse_moment(changed_at), thaw(rules)) for changed_at, rules in rows)


def rules_due(store: Store, device: str, house: House, now: Moment) -> int:
    """How many rules of this house this device should look at again today, without reading the whole practice."""
    row = store.database.execute(
        "SELECT progress FROM practice WHERE device = ? AND house = ?", [device, house.key]
    ).fetchone()
    kept = json.loads(row[0])["rules"] if row else {}
    listed = NAMES.keys() - foreign_rules(house)
    return sum(RuleProgress(rule, card=one["card"]).is_due(now) for rule, one in kept.items() if rule in listed)


def forget_practice(store: Store, device: str) -> None:
    """Delete all practice of a device."""
    with store.write() as database:
        database.execute("DELETE FROM practice WHERE device = ?", [device])


# --- rows -------------------------------------------------------------------------------------------------------------


def _practice(database: Database, device: str, house: House) -> Practice | None:
    """The stored practice, under this house."""
    row = database.execute(
        "SELECT rules, progress, version FROM practice WHERE device = ? AND house = ?", [device, house.key]
    ).fetchone()
    if row is None:
        return None
    rules, progress, version = row
    kept = from_data(house, json.loads(progress), version)
    return kept if rules == freeze(house) else kept.under(house)


# --- as JSON values ---------------------------------------------------------------------------------------------------


def to_data(practice: Practice) -> dict[str, Any]:
    """The practice as JSON values, without its house and version."""
    sitting = practice.sitting
    return {
        "rules": {rule: asdict(one) for rule, one in practice.rules.items()},
        "evidence": [list(astuple(one)) for one in practice.evidence],
        "level": practice.level,
        "sittings": practice.sittings,
        "sitting": sitting
        and {
            "number": sitting.number,
            "wanted": sitting.wanted,
            "asked": sitting.asked
            and {
                "question": question_data(sitting.asked.question),
                "rule": sitting.asked.rule,
                "done": [[one.did, dict(one.typed)] for one in sitting.asked.done],
                "over": sitting.asked.over,
            },
            "results": [[question_data(one.question), one.rule, one.state] for one in sitting.results],
            "coming_back": [list(astuple(one)) for one in sitting.coming_back],
            "until": sitting.until and format_moment(sitting.until),
            "counted": list(sitting.counted),
        },
        "diary": list(astuple(practice.diary)),
        "unlearned": practice.unlearned,
    }


def from_data(house: House, data: Mapping[str, Any], version: int = 0) -> Practice:
    """The practice that `to_data` wrote, now or earlier, without an unreadable practice run."""
    rules = {
        rule: RuleProgress(rule, kept["in_a_row"], tuple(kept["days"]), kept["mixed"], kept["card"])
        for rule, kept in data["rules"].items()
    }
    evidence = tuple(Evidence(*one) for one in data["evidence"])
    try:
        sitting = None if data["sitting"] is None else _sitting(house, data["sitting"])
    except (RuleError, LookupError, TypeError, ValueError):
        sitting = None
    diary, unlearned = Diary(*data.get("diary", ())), data.get("unlearned", "")
    return Practice(house, rules, evidence, data["level"], data["sittings"], sitting, diary, unlearned, version)


def _sitting(house: House, kept: Mapping[str, Any]) -> Sitting:
    results = tuple(
        Asked(question_from(house, question), rule, state=state) for question, rule, state in kept["results"]
    )
    back = tuple(Return(*one) for one in kept["coming_back"])
    until = kept.get("until") and parse_moment(kept["until"])
    sitting = Sitting(kept["number"], kept["wanted"], None, results, back, until, tuple(kept.get("counted", ())))
    asked = kept["asked"]
    if asked is None:
        return sitting
    done = tuple(Done(len(results) - asked["over"], did, typed) for did, typed in asked["done"])
    state = results[-1].state if asked["over"] else None
    return replace(sitting, asked=Asked(question_from(house, asked["question"]), asked["rule"], done, state))
