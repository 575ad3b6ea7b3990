"""A test by forms alone: what pupils answer counts, and nothing is told before its time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper import houses
from scorekeeper.classroom.session import Pace
from scorekeeper.rules import parse_layout
from scorekeeper.store.sets import KeptSet, create_set_of_layouts
from scorekeeper.web.db import store
from tests.web.pupils import (
    Pupil,
    main_words,
    make_sheets,
    new_app,
    pupil_in,
    said,
    state,
    write,
)

LETTERS = "ABCD"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    yield from new_app(tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="module")
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


@pytest.fixture
def examinee(app: Flask, sheets: KeptSet) -> Pupil:
    return pupil_in(app, sheets, Pace.TEST, "begin")


def test_a_test_by_forms_alone(examinee: Pupil) -> None:
    for letter, typed in (("A", examinee.right("A")), ("B", examinee.wrong("B")), ("C", examinee.wrong("C"))):
        assert examinee.send(letter, typed=typed).status_code == 303
        assert "Your answer is in. You can change it until the teacher ends this." in said(examinee, letter)
    examinee.send("C", typed=examinee.right("C"))  # changed: the last one counts
    assert [state(examinee, letter) for letter in LETTERS] == ["given", "given", "given", "empty"]
    assert 'value="hint"' not in examinee.page()
    assert 'value="show"' not in examinee.page()
    examinee.room.lead("end")
    assert [state(examinee, letter) for letter in LETTERS] == ["right", "wrong", "right", "empty"]
    page = examinee.page()
    assert "This is over" in main_words(page)
    assert 'class="exercise__form"' not in page
    assert page.count("score-lines") == len(LETTERS)
    assert "Right" in said(examinee, "A")
    assert "not answered" in said(examinee, "D")


def test_what_two_answers_have_in_common_is_told_once_it_is_over(app: Flask) -> None:
    house = houses.get("worksheet")
    layouts = [parse_layout(text, house) for text in ("2 9 J / 2 9 A", "6 2 Q / 6 2 8", "4 4 8 / 10 6 8")]
    with app.app_context():
        hands = create_set_of_layouts(store(), house, write(), layouts)
    pupil = pupil_in(app, hands, Pace.TEST, "begin")
    for letter in "AB":  # a pair of twos as −4
        pupil.send(letter, typed=pupil.wrong(letter, by=-4))
    telling = "More than one answer comes out if a pair of twos counts −4."
    assert "comes out if" not in pupil.page()
    pupil.room.lead("end")
    assert telling in main_words(pupil.page())
