"""The examples in the docstrings of the rules and houses are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import scorekeeper.houses
import scorekeeper.rules

MODULES = sorted(
    found.name
    for package in (scorekeeper.rules, scorekeeper.houses)
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert {test.name.removeprefix("scorekeeper.") for test in examples} >= {
        "rules.notation.parse_card",
        "rules.notation.parse_layout",
        "rules.notation.parse_points",
        "rules.wording.number",
        "houses.choosing.with_readings",
    }
