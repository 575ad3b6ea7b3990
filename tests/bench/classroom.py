"""A class of 35 pupils and two boards on one server: how long it takes until an answer is acknowledged.

Everybody answers five questions within half a minute, which is ten times as many answers as when all answer one within
a minute. They practise: each answer is judged at once, which is the dearest pace. Meanwhile every page asks every two
seconds whether something is new, and is fetched again when it is; and after each answer the pupil's own page is.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from heapq import merge
from pathlib import Path
from statistics import quantiles
from threading import Barrier
from time import perf_counter, sleep
from typing import Protocol

from scorekeeper.classroom.session import Pace
from scorekeeper.quiz.set_codes import letter_of
from scorekeeper.store.classes import KeptClass
from tests.bench.comparing import FLASK, beside
from tests.bench.hall import typed_by
from tests.bench.rows import Effort, Row
from tests.devices import Answer, Device, Pupil, begun_class
from tests.serving import RunningServer

PUPILS = 35
QUESTIONS = 5
KINDS = ("score", "columns", "winner")
SECONDS = 30.0
EVERY = 2.0
"""Seconds between two questions of a page whether something is new."""


class Visitor(Protocol):
    """Somebody with an open page."""

    @property
    def device(self) -> Device:
        """What the page is open on."""

    def moments(self, dice: random.Random, seconds: float) -> Iterator[tuple[float, int]]:
        """When something is done, in seconds, and what: the place of a question to answer, or LOOK."""

    def act(self, what: int) -> float | None:
        """Do it. Seconds until an answer was acknowledged, if one was given."""


LOOK = -1


def looks(dice: random.Random, seconds: float) -> Iterator[tuple[float, int]]:
    at = dice.uniform(0, EVERY)
    while at < seconds:
        yield at, LOOK
        at += EVERY


def answers(dice: random.Random, seconds: float) -> Iterator[tuple[float, int]]:
    yield from zip(sorted(dice.uniform(0, seconds) for _ in range(QUESTIONS)), range(QUESTIONS), strict=True)


@dataclass
class Page:
    """What an open page knows of its class."""

    device: Device
    state: str
    shown: str
    tag: str = ""

    def look(self) -> None:
        """Ask whether something is new, and load the page again if so."""
        answer = _get(self.device, self.state, self.tag)
        if answer.status == 200:
            self.tag = answer.headers["etag"]
            self.load()

    def load(self) -> None:
        _get(self.device, self.shown)


@dataclass
class PupilAtWork:
    page: Page
    pupil: Pupil
    typed: list[Mapping[str, str]]

    @property
    def device(self) -> Device:
        return self.pupil

    def moments(self, dice: random.Random, seconds: float) -> Iterator[tuple[float, int]]:
        return merge(looks(dice, seconds), answers(dice, seconds))

    def act(self, what: int) -> float | None:
        if what == LOOK:
            self.page.look()
            return None
        begun = perf_counter()
        answer = self.pupil.answer(letter_of(what), self.typed[what], f"pupil-{self.pupil.number:03}-{what}")
        took = perf_counter() - begun
        if answer.status != 200:
            raise RuntimeError(answer.text)
        self.page.load()
        return took


@dataclass
class BoardOnShow:
    page: Page

    @property
    def device(self) -> Device:
        return self.page.device

    def moments(self, dice: random.Random, seconds: float) -> Iterator[tuple[float, int]]:
        return looks(dice, seconds)

    def act(self, what: int) -> float | None:
        self.page.look()
        return None


@dataclass
class BareVisitor:
    """Whoever comes as often as a pupil, to a page that Flask makes without asking anybody."""

    device: Device
    path: str

    def moments(self, dice: random.Random, seconds: float) -> Iterator[tuple[float, int]]:
        return merge(looks(dice, seconds), answers(dice, seconds))

    def act(self, what: int) -> float | None:
        begun = perf_counter()
        _get(self.device, self.path)
        return None if what == LOOK else perf_counter() - begun


@dataclass
class Percentiles:
    """Of so many seconds."""

    seconds: list[float] = field(default_factory=list)

    def at(self, percent: int) -> float:
        return quantiles(self.seconds, n=100, method="inclusive")[percent - 1]


def measures(effort: Effort = Effort.USUAL) -> list[Row]:
    """A lesson, as many visits to a bare page beside it, and a test that ends."""
    pupils = effort.choose(quick=3, usual=PUPILS)
    seconds = effort.choose(quick=0.5, usual=SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "school"
        kept = begun_class(instance, Pace.PRACTICE, QUESTIONS, KINDS)
        with beside(instance) as server:
            took = _run(list(_class_at(server, kept, pupils)), seconds)
            size = len(_get(visitor := Device(server), f"/api/class/{kept.code}").body)
            visitor.hang_up()
            plain = _run([BareVisitor(Device(server), FLASK.format(size)) for _ in range(pupils + 2)], seconds)
        ended = _first_board(Path(folder) / "test", pupils)
    what = f"{pupils} pupils, {QUESTIONS} answers each in {seconds:.0f} s, two boards: acknowledged"
    return [
        Row(f"{what}, median", took.at(50) * 1000, "ms"),
        Row(f"{what}, p99", took.at(99) * 1000, "ms", "at most 300"),
        Row("the same, median, against as many visits to a bare page", took.at(50) / plain.at(50), "times"),
        Row("the same, p99, against as many visits to a bare page", took.at(99) / plain.at(99), "times"),
        Row("the board of a test that has just ended, where nothing was judged before", ended * 1000, "ms"),
    ]


def _first_board(instance: Path, pupils: int) -> float:
    """Seconds until the board is there that has every answer of a test to judge at once; all others wait meanwhile."""
    kept = begun_class(instance, Pace.TEST, QUESTIONS, KINDS)
    dice = random.Random("a test")
    with RunningServer(instance) as server:
        board = Device(server)
        for number in range(1, pupils + 1):
            pupil = Pupil(server)
            pupil.join(kept.code)
            for place, question in enumerate(kept.session.questions.sheets[0].questions):
                pupil.answer(letter_of(place), typed_by(dice, question), f"pupil-{number:03}-{place}")
            pupil.hang_up()
        page = board.page(f"/class/{kept.key}").text
        led = re.search(r'name="based_on" value="(\d+)"', page)
        if led is None:
            raise RuntimeError("the board has nothing to lead by")
        if board.send_form(f"/class/{kept.key}/lead", action="end", based_on=led[1]).status != 302:
            raise RuntimeError("the test did not end")
        begun = perf_counter()
        _get(board, f"/class/{kept.key}")
        took = perf_counter() - begun
        board.hang_up()
        return took


def _class_at(server: RunningServer, kept: KeptClass, pupils: int) -> Iterator[Visitor]:
    dice = random.Random("a class")
    for view in ("", "?view=own"):
        page = Page(Device(server), f"/api/class/boards/{kept.key}", f"/class/{kept.key}{view}")
        page.look()
        yield BoardOnShow(page)
    for _ in range(pupils):
        pupil = Pupil(server)
        pupil.join(kept.code)
        page = Page(pupil, f"/api/class/{kept.code}", pupil.address)
        page.look()
        sheet = kept.session.questions.sheets[0]
        yield PupilAtWork(page, pupil, [typed_by(dice, question) for question in sheet.questions])


def _run(visitors: list[Visitor] | list[BareVisitor], seconds: float) -> Percentiles:
    """Everybody at once; the seconds of all acknowledgements."""
    together = Barrier(len(visitors))

    def stay(place: int, visitor: Visitor) -> list[float]:
        moments = list(visitor.moments(random.Random(place), seconds))
        together.wait()
        begun = perf_counter()
        waited = []
        for at, what in moments:
            sleep(max(0.0, begun + at - perf_counter()))
            took = visitor.act(what)
            if took is not None:
                waited.append(took)
        return waited

    with ThreadPoolExecutor(len(visitors)) as threads:
        took = [one for waited in threads.map(stay, range(len(visitors)), visitors) for one in waited]
    for visitor in visitors:
        visitor.device.hang_up()
    return Percentiles(took)


def _get(device: Device, path: str, tag: str = "") -> Answer:
    """As a browser on another machine asks."""
    answer = device.ask("GET", path, Accept_Encoding="gzip, deflate", If_None_Match=tag)
    if answer.status not in (200, 304):
        raise RuntimeError(f"{path}: {answer.status}")
    return answer
