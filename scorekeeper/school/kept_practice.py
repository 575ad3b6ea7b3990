"""Practice as it is kept: one row for each device and house.

Nothing of it says who somebody is: a row holds layouts, answers and days, and belongs to a device and to nobody else.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, astuple, replace
from datetime import datetime
from typing import Any

from scorekeeper.houses import freeze, thaw
from scorekeeper.rules import House, RuleError
from scorekeeper.school.attempt import Done
from scorekeeper.school.mastery import RuleProgress
from scorekeeper.school.questions import from_data as question_from
from scorekeeper.school.questions import to_data as question_data
from scorekeeper.school.sitting import Asked, Diary, Evidence, Practice, Return, Sitting
from scorekeeper.store.columns import format_moment, parse_moment, to_json
from scorekeeper.store.connection import Database, Lost, Store, repeated
from scorekeeper.store.errors import StoreError
from scorekeeper.store.writes import Write

HOUSES_LISTED = 100


class PracticeChanged(StoreError):
    """The same practice went on elsewhere meanwhile, as in another tab: nothing is changed; look at it as it is now."""

    code = "practice.changed"
    text = "this practice went on in another tab meanwhile; here is the question that it has come to"


def practice_of(store: Store, device: str, house: House) -> Practice:
    """What a device practiced in a house; a new practice where it did not yet.

    If the rules of the house were changed since, its layouts count something else: how far the rules are known stays,
    but neither the answers nor the question under way.
    """
    return _practice(store.database, device, house) or Practice(house)


@repeated
def keep_practice(store: Store, device: str, practice: Practice, write: Write) -> Practice:
    """Keep the next state of a practice that `practice_of` gave; as it is kept now, with its new version.

    The same write again changes nothing. Raises PracticeChanged where it is not based on what is kept.
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
            raise Lost
        return kept


def practiced_when(store: Store, device: str, limit: int = HOUSES_LISTED) -> tuple[tuple[datetime, House], ...]:
    """The houses that a device practiced, and when; the one practiced last first."""
    rows = store.database.execute(
        "SELECT changed_at, rules FROM practice WHERE device = ? ORDER BY changed_at DESC, house LIMIT ?",
        [device, limit],
    ).fetchall()
    return tuple((parse_moment(changed_at), thaw(rules)) for changed_at, rules in rows)


def forget_practice(store: Store, device: str) -> None:
    """Remove for good what a device practiced in all houses."""
    with store.write() as database:
        database.execute("DELETE FROM practice WHERE device = ?", [device])


# --- rows -------------------------------------------------------------------------------------------------------------


def _practice(database: Database, device: str, house: House) -> Practice | None:
    """What is kept, under that house."""
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
    """What is kept: facts only. Its house and its version are kept beside it."""
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
    """The practice that `to_data` wrote, now or earlier. A sitting that cannot be read any more is left out."""
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
