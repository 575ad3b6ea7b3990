"""The answers of a class on its board: wrong ones that nothing explains, and a whole class judged at once."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from time import process_time

import pytest
from flask import Flask
from flask_openapi3.openapi import OpenAPI

from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.quiz.beliefs import beliefs
from scorekeeper.quiz.dice import Dice
from scorekeeper.quiz.laying import laid
from scorekeeper.quiz.levels import HIGHEST
from scorekeeper.rules import House, Layout, format_layout, parse_layout
from scorekeeper.rules.scoring import work_out
from scorekeeper.store import KeptSet, create_set_of_layouts
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import start, write

WORKSHEET = houses.get("worksheet")
HANDS = ("2 5 K / 2 Q 9", "7 A 2 / 7 3 J")
PUPILS, QUESTIONS = 35, 5
SLOWEST = 4.0
"""A board judges a class at once in so many times what every belief takes to count every hand once."""


def set_of(app: Flask, layouts: list[Layout], house: House = WORKSHEET) -> KeptSet:
    with app.app_context():
        return create_set_of_layouts(store(), house, write(), layouts)


@pytest.mark.parametrize(
    ("view", "shown"),
    [("?view=own", ["A 777 4 pupils", "B 999 3 pupils", "A 888 1 pupil"]), ("", ["A 777 4 pupils", "B 999 3 pupils"])],
)
def test_the_commonest_wrong_answers_that_nothing_explains_stand_on_the_board(
    app: OpenAPI, client: Phone, view: str, shown: list[str]
) -> None:
    room = start(app, set_of(app, [parse_layout(hand, WORKSHEET) for hand in HANDS]), Pace.TEST)
    pupils = [room.join() for _ in range(12)]
    room.lead("begin")
    for letter, answers in (("A", ["777"] * 4 + ["888"] + ["24"] * 7), ("B", ["12"] * 9 + ["999"] * 3)):
        for pupil, points in zip(pupils, answers, strict=True):
            assert pupil.post(letter, typed={"points": points}).status_code == 200
    assert unexplained(client.get(f"/class/{room.key}").text) == []
    room.lead("end")
    assert unexplained(client.get(f"/class/{room.key}{view}").text) == shown


def unexplained(page: str) -> list[str]:
    """The wrong answers without a known misread, in the order of the page."""
    found = re.search(r'<ul class="board-unexplained">.*?</ul>', page, re.DOTALL)
    items = re.findall(r"<li>.*?</li>", found[0], re.DOTALL) if found else []
    return [" ".join(re.sub(r"<[^>]*>", " ", item).split()) for item in items]


@pytest.mark.parametrize("key", ["worksheet", "nine-card"])
def test_a_whole_class_is_judged_in_little_more_than_everybody_takes_to_count_its_hands(
    app: OpenAPI, client: Phone, key: str
) -> None:
    house, dice = houses.get(key), Dice(f"a class of {key}")
    layouts = [laid(house, HIGHEST, dice) for _ in range(QUESTIONS)]
    assert len({format_layout(layout) for layout in layouts}) == QUESTIONS
    room = start(app, set_of(app, layouts, house), Pace.TEST)
    pupils = [room.join() for _ in range(PUPILS)]
    room.lead("begin")
    single = [belief for belief in beliefs(house) if len(belief.misreads) == 1]
    for place, pupil in enumerate(pupils):
        for letter, layout in zip("ABCDE", layouts, strict=True):
            points = single[place % len(single)].total(layout)
            assert pupil.post(letter, typed={"points": str(points)}).status_code == 200
    room.lead("end")
    client.get("/")  # what the first page of an app takes
    drawn = seconds(lambda: client.get(f"/class/{room.key}?view=own"))
    again = seconds(lambda: client.get(f"/class/{room.key}?view=own"))
    counted = seconds(lambda: [[list(work_out(one, belief.house)) for belief in beliefs(house)] for one in layouts])
    page = client.get(f"/class/{room.key}?view=own").text
    assert all(pupil.kept.seat.name in page for pupil in pupils)
    assert drawn < SLOWEST * counted, f"{drawn:.3f} s, where counting takes {counted:.3f} s"
    assert again < counted, f"{again:.3f} s, where counting takes {counted:.3f} s"


def seconds(work: Callable[[], object]) -> float:
    """Of the processor: others may be at work on the machine. Without sweeping up what other tests left."""
    gc.collect()
    gc.disable()
    try:
        begun = process_time()
        work()
        return process_time() - begun
    finally:
        gc.enable()
