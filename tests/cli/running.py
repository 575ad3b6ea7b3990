"""Runs the command line: as a process of its own, or within this one where only words and numbers matter."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from scorekeeper.cli import main

TREE = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-W", "error", "-m", "scorekeeper")


def environment(encoding: str = "utf-8") -> dict[str, str]:
    """The environment of a process whose terminal has that encoding."""
    return os.environ | {"PYTHONIOENCODING": encoding, "PYTHONPATH": str(TREE), "PYTHONUNBUFFERED": ""}


def run(*arguments: str, input: str = "", encoding: str = "utf-8") -> subprocess.CompletedProcess[str]:  # noqa: A002
    """The real command, in a process of its own."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=input,
        env=environment(encoding),
        capture_output=True,
        encoding=encoding,
        check=False,
        timeout=60,
    )


def by_click(*arguments: str, input: str | bytes | None = None) -> Result:  # noqa: A002
    """The same command within this process; what it does not catch is raised."""
    return CliRunner().invoke(main, arguments, input=input, catch_exceptions=False, prog_name="scorekeeper")
