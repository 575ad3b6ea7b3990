"""A server that is told to end before it has come up: it ends, whenever that is."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from tests.serving import PATIENCE, TREE, free_port

MOMENTS = [(0.0, signal.SIGTERM), (0.1, signal.SIGINT)]
"""Seconds after the line `started`, and what is sent then."""


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A server that has just said that it started."""
    server = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "serve", "--port", str(free_port())],
        cwd=TREE,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path / "instance")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert server.stderr is not None
    try:
        assert " info started: " in server.stderr.readline()
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)
        server.wait(PATIENCE)
        server.stderr.close()


@pytest.mark.parametrize(("later", "told"), MOMENTS)
def test_it_ends(starting: subprocess.Popen[str], later: float, told: signal.Signals) -> None:
    Event().wait(later)
    starting.send_signal(told)
    assert starting.wait(PATIENCE) == 0
    assert starting.stderr is not None
    assert starting.stderr.read().endswith("Z info stopped\n")
    with pytest.raises(ProcessLookupError):  # nor does its worker go on
        os.killpg(starting.pid, 0)
