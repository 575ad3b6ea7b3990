"""Practice as JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from scorekeeper.quiz.mastery import RuleProgress
from scorekeeper.quiz.questions import from_data as question_from
from scorekeeper.quiz.questions import to_data as question_data
from scorekeeper.quiz.sitting import Asked, Evidence, Practice, Result, Return, Sitting
from scorekeeper.rules import House, RuleError


def to_data(practice: Practice) -> dict[str, Any]:
    """What is kept: facts only. Its house and its version are kept beside it."""
    return {
        "rules": {rule: _rule_data(one) for rule, one in practice.rules.items()},
        "evidence": [[one.sitting, one.layout, one.answer] for one in practice.evidence],
        "level": practice.level,
        "sittings": practice.sittings,
        "sitting": None if practice.sitting is None else _sitting_data(practice.sitting),
    }


def from_data(house: House, data: Mapping[str, Any], version: int = 0) -> Practice:
    """The practice that `to_data` wrote. A sitting of which a question is no longer known is left out."""
    return Practice(
        house=house,
        rules={rule: _rule(rule, kept) for rule, kept in data["rules"].items()},
        evidence=tuple(Evidence(*one) for one in data["evidence"]),
        level=data["level"],
        sittings=data["sittings"],
        sitting=_sitting(house, data["sitting"]),
        version=version,
    )


def under(house: House, practice: Practice) -> Practice:
    """The practice of a house that was changed since: rules go by their names, but layouts count something else now."""
    return replace(practice, house=house, evidence=(), sitting=None)


def _rule_data(one: RuleProgress) -> dict[str, Any]:
    return {"in_a_row": one.in_a_row, "days": list(one.days), "mixed": one.mixed, "card": one.card, "began": one.began}


def _rule(rule: str, kept: Mapping[str, Any]) -> RuleProgress:
    return RuleProgress(rule, kept["in_a_row"], tuple(kept["days"]), kept["mixed"], kept["card"], kept.get("began", 0))


# --- the sitting ------------------------------------------------------------------------------------------------------


def _sitting_data(sitting: Sitting) -> dict[str, Any]:
    return {
        "number": sitting.number,
        "wanted": sitting.wanted,
        "were_due": sitting.were_due,
        "asked": None if sitting.asked is None else _asked_data(sitting.asked),
        "results": [
            {"question": question_data(one.question), "rule": one.rule, "how": one.how} for one in sitting.results
        ],
        "coming_back": [asdict(one) for one in sitting.coming_back],
    }


def _sitting(house: House, kept: Mapping[str, Any] | None) -> Sitting | None:
    if kept is None:
        return None
    try:
        return Sitting(
            number=kept["number"],
            wanted=kept["wanted"],
            were_due=kept["were_due"],
            asked=None if kept["asked"] is None else _asked(house, kept["asked"]),
            results=tuple(
                Result(question_from(house, one["question"]), one["rule"], one["how"]) for one in kept["results"]
            ),
            coming_back=tuple(Return(**one) for one in kept["coming_back"]),
        )
    except RuleError:
        return None


def _asked_data(asked: Asked) -> dict[str, Any]:
    return {
        "question": question_data(asked.question),
        "rule": asked.rule,
        "tried": list(asked.tried),
        "last": None if asked.last is None else dict(asked.last),
        "repeated": asked.repeated,
        "hinted": asked.hinted,
        "state": asked.state,
        "points_at": list(asked.points_at),
    }


def _asked(house: House, kept: Mapping[str, Any]) -> Asked:
    return Asked(
        question_from(house, kept["question"]),
        rule=kept["rule"],
        tried=tuple(kept["tried"]),
        last=kept["last"],
        repeated=kept["repeated"],
        hinted=kept["hinted"],
        state=kept["state"],
        points_at=tuple(kept["points_at"]),
    )
