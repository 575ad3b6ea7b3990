"""The command line as its users see it: what it exits with, prints and says of errors."""

import json
from collections.abc import Mapping
from typing import Any

from tests.cli.running import by_click


class Refused(AssertionError):
    """The command exited with 2; the problems are its text."""


def told(*arguments: str, given: str | None = None) -> str:
    """What the command prints. Raises Refused where it exits with 2."""
    done = by_click(*arguments, input=given)
    if done.exit_code == 2:
        raise Refused(done.stderr)
    assert done.exit_code == 0, done.output
    return done.stdout


def options(readings: Mapping[str, str]) -> list[str]:
    """`--option NAME=VALUE` for each."""
    return [word for name, value in readings.items() for word in ("--option", f"{name}={value}")]


def score(house: str, layout: str, **readings: str) -> dict[str, Any]:
    """The JSON of `scorekeeper score`; `joker_pair="keep"` for the option joker-pair. Raises Refused."""
    answers = {name.replace("_", "-"): value for name, value in readings.items()}
    found: dict[str, Any] = json.loads(told("score", "--house", house, *options(answers), "--json", layout))
    return found


def total(house: str, layout: str, **readings: str) -> int:
    """What a layout counts."""
    return int(score(house, layout, **readings)["total"])


def hole(house: str, ended_by: str | None = None, *, readings: Mapping[str, str] | None = None, **hands: str) -> Any:
    """The JSON of `scorekeeper hole`: hands by player's name."""
    ended = ["--ended-by", ended_by] if ended_by else []
    typed = [f"{name}={hand}" for name, hand in hands.items()]
    return json.loads(told("hole", "--house", house, *options(readings or {}), *ended, "--json", *typed))
