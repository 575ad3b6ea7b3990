"""The answers of a class on its board: wrong ones that nothing explains, and a whole class judged at once."""

from __future__ import annotations

import re

from flask import Flask
from flask_openapi3.openapi import OpenAPI

from scorekeeper import houses
from scorekeeper.rules import House, Layout, parse_layout
from scorekeeper.school.kept_sets import KeptSet, create_set_of_layouts
from scorekeeper.school.session import Pace
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import start, write

WORKSHEET = houses.get("worksheet")
HANDS = ("2 5 K / 2 Q 9", "7 A 2 / 7 3 J")


def set_of(app: Flask, layouts: list[Layout], house: House = WORKSHEET) -> KeptSet:
    with app.app_context():
        return create_set_of_layouts(store(), house, write(), layouts)


def test_the_commonest_wrong_answers_that_nothing_explains_stand_on_the_board(app: OpenAPI, client: Phone) -> None:
    room = start(app, set_of(app, [parse_layout(hand, WORKSHEET) for hand in HANDS]), Pace.TEST)
    pupils = [room.join() for _ in range(12)]
    room.lead("begin")
    for letter, answers in (("A", ["777"] * 4 + ["888"] + ["24"] * 7), ("B", ["12"] * 9 + ["999"] * 3)):
        for pupil, points in zip(pupils, answers, strict=True):
            assert pupil.post(letter, typed={"points": points}).status_code == 200
    assert unexplained(client.get(f"/class/{room.key}").text) == []
    room.lead("end")
    for view in ("", "?view=own"):
        board = client.get(f"/class/{room.key}{view}").text
        assert unexplained(board) == ["A 777 4 pupils", "B 999 3 pupils", "A 888 1 pupil"]


def unexplained(page: str) -> list[str]:
    """The wrong answers without a known misread, in the order of the page."""
    found = re.search(r'<ul class="board-unexplained">.*?</ul>', page, re.DOTALL)
    items = re.findall(r"<li>.*?</li>", found[0], re.DOTALL) if found else []
    return [" ".join(re.sub(r"<[^>]*>", " ", item).split()) for item in items]
