"""Find my mistake over HTTP, with learners who are made of nothing of the product."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.rules import Layout
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.practice import find_my_mistake
from scorekeeper.school.practice.find_my_mistake import HANDS
from scorekeeper.school.practice.practice_session import MISTAKE
from tests.bench.rows import Effort, Row
from tests.bench.told import Share, Told, house_of
from tests.devices import Device
from tests.learners.hands import read
from tests.learners.learners import Kind, Learner, learners
from tests.learners.sheets import SHEETS, Sheet
from tests.serving import RunningServer
from tests.web.tables import new_id

COUNTS: Mapping[Kind, int] = {"known": 150, "stranger": 100, "correct": 100}
"""How many learners of each kind answer by each rule sheet."""


def over_http(device: Device, learner: Learner) -> Told:
    """Answer the five hands of the page, and read what it says then."""
    here, answers = f"/practice/{learner.sheet.name}", []
    device.page(here)
    device.send_form(f"{here}/start", rule=MISTAKE, write_id=new_id())
    page = device.page(f"{here}/question").text
    for _ in range(HANDS):
        hidden = dict(re.findall(r'<input type="hidden" name="(asked|write_id)" value="([^"]*)"', page))
        (cards,) = map(unescape, re.findall(r'data-cards="([^"]*)"', page))
        answers.append((cards, learner.answer(read(cards))))
        sent = device.send_form(f"{here}/question", do="answer", points=str(answers[-1][1]), **hidden)
        assert sent.status == 303, sent.text
        page = device.page(f"{here}/question").text
    assert "data-cards" not in page, "the result has come"
    return Told(learner, answers, first_named(re.findall(r'data-misread="([^"]*)"', page)))


def in_process(learner: Learner, dice: Dice) -> Told:
    """The same without pages: the hands that they ask, and the mistake that they would name."""
    house = house_of(learner.sheet)
    answers: list[tuple[Layout, int]] = []
    for _ in range(HANDS):
        layout = find_my_mistake.next_hand(house, answers, dice)
        answers.append((layout, learner.answer(read(str(layout)))))
    misread = find_my_mistake.found(house, answers).misread
    named = first_named([misread.key] if misread else [])
    return Told(learner, [(str(layout), answer) for layout, answer in answers], named)


def first_named(keys: Sequence[str]) -> str:
    """The key of the first mistake; two at once have a plus between them."""
    return re.split(r"[+ ,]", keys[0])[0] if keys else ""


def asked_over_http(sheet: Sheet, kind: Kind, count: int, server: RunningServer) -> Iterator[Told]:
    """Each learner with a device of their own."""
    for learner in learners(sheet, kind, count):
        device = Device(server)
        yield over_http(device, learner)
        device.hang_up()


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The five rule sheets."""
    for sheet in SHEETS:
        with TemporaryDirectory() as folder, RunningServer(Path(folder) / "instance") as server:
            for kind, usual in COUNTS.items():
                count = effort.choose(quick=1, usual=usual)
                yield from _rows(sheet, Share.of(kind, asked_over_http(sheet, kind, count, server)))


def _rows(sheet: Sheet, share: Share) -> Iterator[Row]:
    of = f"five hands of {house_of(sheet).name}, {share.whole} learners"
    if share.kind == "known":
        told, another = share.percent(share.rightly), share.percent(share.named - share.rightly)
        yield Row(f"{of} with a listed mistake: told of it", told, "%", "at least 92", design=True)
        yield Row(f"{of} with a listed mistake: told of another", another, "%", "at most 2", design=True)
    elif share.kind == "stranger":
        yield Row(f"{of} with an unlisted one: told of any", share.percent(share.named), "%", "at most 7", design=True)
    else:
        yield Row(f"{of} without one: told of any", share.named, "", "0", design=True)
