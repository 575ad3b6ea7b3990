"""What a command loads before it answers. On every machine, a start takes as long as what it loads."""

import json
import subprocess
import sys

import pytest

from tests.cli.running import environment

LOADED = """
import json, sys
from scorekeeper.cli import main
main(sys.argv[1:], standalone_mode=False)
print(json.dumps([*sys.modules]))
"""
NOT_OURS = {"__main__", "_distutils_hack"}
"""Loaded by Python itself, in some environments."""


def loaded_by(*command: str) -> list[str]:
    """The modules that a command loads, but for Python's own."""
    run = subprocess.run(
        [sys.executable, "-c", LOADED, *command], env=environment(), capture_output=True, text=True, check=True
    )
    names: list[str] = json.loads(run.stdout.splitlines()[-1])
    known = sys.stdlib_module_names | NOT_OURS
    return [name for name in names if name.partition(".")[0] not in known and not name.startswith("__editable__")]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("score", "--house", "two-joker", "5 * 7 / 5 Q K"), id="a hand"),
        pytest.param(("score", "--house", "two-joker", "--json", "5 * 7 / 5 Q K"), id="for programs"),
        pytest.param(("hole", "--house", "two-joker", "Ann=5 * 7 / 5 Q K", "Bo=12"), id="a hole"),
        pytest.param(("houses",), id="the list of rules"),
        pytest.param(("--help",), id="help"),
    ],
)
def test_a_command_about_our_own_rules_loads_only_them(command: tuple[str, ...]) -> None:
    loaded = loaded_by(*command)
    assert {name.partition(".")[0] for name in loaded} == {"click", "scorekeeper"}
    parts = {tuple(name.split(".")[:2])[-1] for name in loaded if name.startswith("scorekeeper")}
    assert parts == {"scorekeeper", "cli", "houses", "rules"}
    judges = {"idle", "lint", "lint_words", "sheet", "straightening", "vocabulary", "writing"}
    assert judges.isdisjoint(name.split(".")[2] for name in loaded if name.startswith("scorekeeper.houses."))
