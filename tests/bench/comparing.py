"""The product and bare answers beside it: one way to compare, in short rounds by turns on one server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

from tests.bench.hall import Asking
from tests.bench.load import Answered, load, request
from tests.bench.rows import Effort, Row
from tests.serving import RunningServer

FLASK, WRITTEN, UNCHANGED, WSGI = "/bare/flask/{}", "/bare/written/{}", "/bare/unchanged", "/bare/wsgi"
"""Where beside.py has its answers, by how many bytes they are to have."""


def beside(instance: Path, *, alone: bool = False) -> RunningServer:
    """A server of the product with the bare answers beside it, or of these ``alone``; not started yet."""
    instance.mkdir(parents=True, exist_ok=True)
    more = ["alone"] if alone else []
    program = lambda port: ["-m", "tests.bench.beside", str(port), *more]  # noqa: E731
    return RunningServer(instance, program=program)


@dataclass(frozen=True)
class Rounds:
    """The same load several times over."""

    answered: Sequence[Answered]
    costs: Sequence[float]
    """Seconds of the server's processor time for each answer; empty where the system does not tell."""

    @property
    def rate(self) -> float:
        return median(one.rate for one in self.answered)

    @property
    def tail(self) -> float:
        return median(one.tail for one in self.answered)

    def times_as_often(self, other: Rounds) -> float:
        """Of the rounds that followed each other, for what disturbs the machine disturbs both; the middle one."""
        return median(mine.rate / its.rate for mine, its in zip(self.answered, other.answered, strict=True))

    def times_as_long(self, other: Rounds) -> float:
        """The same of the waits that one in a hundred answers goes beyond."""
        return median(mine.tail / its.tail for mine, its in zip(self.answered, other.answered, strict=True))

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
    return answered, (server.processor_time() - before) / len(answered.waits) if told else None


def against_bare(server: RunningServer, asking: Asking, effort: Effort) -> Iterator[Row]:
    """Rate and longest waits of what phones ask for, and both against bare answers of the same size."""
    own, *plain = by_turns([(server, one) for one in (asking, *_bare(asking))], effort)
    name, is_page = asking.name, asking.name in ("the scorecard", "the hole page", "the start page")
    told = "a bare Flask answer that nothing changed" if asking.status == 304 else "a bare Flask answer of its size"
    dearer = own.dearer(plain[0])
    if dearer is not None:
        bar = "at most 6" if is_page else ""
        yield Row(f"{name}: processor time against {told}", dearer, "times", bar, design=is_page)
    yield Row(f"{name}: requests/s against the same", own.times_as_often(plain[0]), "times")
    yield Row(f"{name}: p99 against the same", own.times_as_long(plain[0]), "times")
    for written in plain[1:]:
        yield Row(f"{name}: requests/s against the same after a durable commit", own.times_as_often(written), "times")
        yield Row(f"{name}: p99 against the same after a durable commit", own.times_as_long(written), "times")
    yield Row(f"{name}: answers", own.rate, "req/s")
    yield Row(f"{name}: p99", own.tail * 1000, "ms")
    yield Row(f"{name}: the bare answers beside it", plain[0].rate, "req/s")
    if asking.size:
        yield Row(f"{name}: bytes of the answer", asking.size / 1024, "KiB")


def _bare(asking: Asking) -> Iterator[Asking]:
    """The bare answers that it is compared with."""
    if asking.bare is None:
        yield Asking("unchanged", [cycle([request(UNCHANGED)])] * len(asking.phones), status=304)
        return
    addresses = [FLASK]
    if not asking.bare(FLASK).startswith(b"GET"):
        addresses.append(WRITTEN)
    for address in addresses:
        asked = asking.bare(address.format(asking.size))
        yield Asking(address, [cycle([asked]) for _ in asking.phones])
