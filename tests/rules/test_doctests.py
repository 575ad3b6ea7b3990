"""The examples in the docstrings of rules, houses and referee are true."""

import doctest
import importlib
import pkgutil

import scorekeeper.houses
import scorekeeper.referee
import scorekeeper.rules

MODULES = sorted(
    found.name
    for package in (scorekeeper.rules, scorekeeper.houses, scorekeeper.referee)
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
)


def test_examples_in_docstrings() -> None:
    tried = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(found.failed for found in tried) == 0
    assert sum(found.attempted for found in tried) > 10
