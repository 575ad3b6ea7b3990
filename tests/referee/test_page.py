"""docs/referee.md is true: its state and its actions; every code has a sentence; examples in docstrings hold."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re

import pytest

import scorekeeper.referee
from scorekeeper import houses
from scorekeeper.referee import Pile, Place, Seat, State, Step, parse_action
from scorekeeper.referee.wording import CODES
from scorekeeper.rules import parse_card
from tests.serving import TREE

PAGE = (TREE / "docs/referee.md").read_text("utf-8")
MODULES = [found.name for found in pkgutil.walk_packages(scorekeeper.referee.__path__, "scorekeeper.referee.")]


def rows(heading: str) -> dict[str, str]:
    """The first two columns of the table below that heading."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)`[^|]*\| (.+?) \|$", part, re.MULTILINE))


def test_every_code_that_the_rules_give_has_a_sentence() -> None:
    given = set()
    for name in ("verifying", "may"):
        source = (TREE / f"scorekeeper/referee/{name}.py").read_text("utf-8")
        given |= set(re.findall(r'"([a-z_]+\.[a-z_]+)"', source))
    assert given == set(CODES)


def test_every_step_is_told() -> None:
    assert list(rows("Reading a state")) == [str(step) for step in Step]


def test_the_state_reads_as_the_page_shows_it() -> None:
    def seat(name: str, *words: str) -> Seat:
        return Seat(name, tuple(place(word) for word in words))

    def place(word: str) -> Place:
        if word == ".":
            return Place(None)
        card = parse_card(word.strip("[]()"))
        return Place(card, face_up=word[0] not in "[(", seen=word[0] == "(")

    cards = tuple(parse_card(text) for text in ["JC", *["5D"] * 30])
    state = State(
        house=houses.get("four-card"),
        seats=(
            seat("Ann", "5H", "KS", "9C", "2D"),
            seat("Bo", "[QH]", "(3S)", "4C", "."),
            seat("Cy", "[AS]", "[10H]", "[6D]", "8C"),
        ),
        stock=cards[:31],
        discards=cards[:6],
        starter=0,
        step=Step.HAND,
        player=1,
        drawn=parse_card("7D"),
        drawn_from=Pile.STOCK,
        ender=0,
        last_turns=(2,),
    )
    assert str(state) in PAGE


def test_the_actions_can_be_read() -> None:
    part = PAGE.split("## Actions\n")[1].split("The numbers")[0]
    for text in re.findall(r"`([^`]+)`", part):
        assert str(parse_action(text.removesuffix(" ..."))) == text.removesuffix(" ...")


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_is_an_example() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert any(test.examples for name in MODULES for test in finder.find(importlib.import_module(name)))
