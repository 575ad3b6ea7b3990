"""What a start costs: one hand on the command line, and a server until it answers."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench.rows import Effort, Row
from tests.serving import TREE, RunningServer

HAND = ("-m", "scorekeeper", "score", "--house", "two-joker", "5 * 7 / 5 Q K")


def of_python(*arguments: str) -> float:
    """Seconds of processor time of a whole Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(TREE)},
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def of_server(folder: Path) -> float:
    """Seconds of processor time of both processes of a server, until it answers."""
    with RunningServer(folder) as server:
        return server.processor_time()


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """By turns with the libraries that they can't do without, so that the machine's speed falls out."""
    hands, servers, clicks, flasks = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        of_python(*HAND)  # compiles what was never loaded
        of_server(Path(folder) / "games")
        for _ in range(effort.choose(quick=1, usual=9)):
            hands.append(of_python(*HAND))
            clicks.append(of_python("-c", "import click"))
            servers.append(of_server(Path(folder) / "games"))
            flasks.append(of_python("-c", "import flask"))
    yield Row(
        "one hand on the command line: processor time against a Python that loads Click",
        median(hands) / median(clicks),
        "times",
        "at most 3.5",
    )
    yield Row(
        "a server until it answers: processor time against a Python that loads Flask",
        median(servers) / median(flasks),
        "times",
        "at most 4.5",
    )
