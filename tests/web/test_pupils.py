"""Pupils of a class: joining, every pace and phase by forms alone and by JSON, and nothing told before its time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.classroom import Pace
from scorekeeper.store import KeptSet
from scorekeeper.web import create_app
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.pupils import make_sheets, section, start, words


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app with one set: making a set takes a second, and each test has a class of its own."""
    app = create_app({"TESTING": True}, instance_path=str(tmp_path_factory.mktemp("classes")))
    app.test_client_class = Phone
    yield app
    with app.app_context():
        store().close()


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


def test_a_pupil_practises_by_forms_alone(app: Flask, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.PRACTICE)
    pupil = room.join()
    assert "Wait for the teacher" in words(pupil.page())
    room.lead("begin")
    pupil.send("A", typed=pupil.right("A"))
    assert "Right" in words(section(pupil.page(), "A"))
