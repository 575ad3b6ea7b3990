"""Running JavaScript tests from pytest: the environment's own node if it has one, else the machine's."""

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TREE = HERE.parent.parent


@cache
def node() -> str:
    """The node to run. Fails the test where there is none: without node nothing here is proved."""
    found = shutil.which("node", path=sysconfig.get_path("scripts")) or shutil.which("node")
    if found is None:
        pytest.fail("there is no node; `make test` installs one into the virtual environment")
    return found


def run_tests(files: Iterable[Path], **environment: str | Path) -> None:
    """Run test files with node's own test runner, all in one process; fail with everything that node said."""
    names = [str(file) for file in files]
    assert names, "no test file was named"
    done = run("--test", "--test-isolation=none", "--test-force-exit", "--test-reporter=spec", *names, **environment)
    if done.returncode:
        pytest.fail(f"node --test {' '.join(names)}\n{done.stdout}\n{done.stderr}", pytrace=False)


def run(*arguments: str, **environment: str | Path) -> subprocess.CompletedProcess[str]:
    """Run node to its end and hand back what it said. Names of the environment are given in capitals."""
    return subprocess.run(
        [node(), *arguments],
        cwd=TREE,
        env={**os.environ, **{name: str(value) for name, value in environment.items()}},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
