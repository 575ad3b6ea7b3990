"""Loads compared: in short rounds by turns on servers of the product, each with bare answers beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tests.bench.hall import Asking
from tests.bench.load import Answered, load
from tests.bench.rows import Effort
from tests.serving import RunningServer


def beside(instance: Path) -> RunningServer:
    """A server of the product with the bare answers of beside.py; not started yet."""
    instance.mkdir(parents=True, exist_ok=True)
    return RunningServer(instance, program=lambda port: ["-m", "tests.bench.beside", str(port)])


@dataclass(frozen=True)
class Rounds:
    """The same load several times over."""

    answered: Sequence[Answered]
    costs: Sequence[float]
    """Seconds of the server's processor time for each answer; empty where the system does not tell."""

    @property
    def rate(self) -> float:
        return median(one.rate for one in self.answered)

    def times_as_often(self, other: Rounds) -> float:
        """Of the rounds that followed each other, for what disturbs the machine disturbs both; the middle one."""
        return median(mine.rate / its.rate for mine, its in zip(self.answered, other.answered, strict=True))

    def dearer(self, other: Rounds) -> float | None:
        """How many times the processor time of the other it takes, which other programs hardly change."""
        return median(self.costs) / median(other.costs) if self.costs and median(other.costs) else None


def by_turns(asked: Sequence[tuple[RunningServer, Asking]], effort: Effort) -> list[Rounds]:
    """Load each for a short while, round after round. What was measured first, while all warms up, is dropped."""
    rounds = effort.choose(quick=1, usual=5)
    seconds = effort.choose(quick=0.05, usual=1.0)
    for server, asking in asked:
        load(server.port, asking.phones, seconds / 3, asking.status)
    measured = [[_round(server, asking, seconds) for server, asking in asked] for _ in range(rounds)]
    return [
        Rounds([one for one, _ in column], [cost for _, cost in column if cost is not None])
        for column in zip(*measured, strict=True)
    ]


def _round(server: RunningServer, asking: Asking, seconds: float) -> tuple[Answered, float | None]:
    """What was answered, and the processor time for each answer."""
    told = Path("/proc/self/stat").exists()
    before = server.processor_time() if told else 0
    answered = load(server.port, asking.phones, seconds, asking.status)
    return answered, (server.processor_time() - before) / answered.number if told else None
