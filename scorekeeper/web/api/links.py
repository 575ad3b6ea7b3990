"""What a program can ask next with what it was answered: the links in /openapi.json."""

from __future__ import annotations

from collections.abc import Mapping

from flask_openapi3.models.link import Link
from flask_openapi3.models.path_item import PathItem

_THE_KEY = {"key": "$request.path.key"}
_CURRENT_HOLE = {**_THE_KEY, "hole": "$response.body#/current_hole"}
_THIS_HOLE = {**_THE_KEY, "hole": "$response.body#/hole"}
_THE_CLASS = {"code": "$request.path.code"}


def _link(operation: str, parameters: Mapping[str, str], description: str) -> Link:
    return Link(operationId=operation, parameters=dict(parameters), description=description)


_AFTER_A_HOLE = {
    "enter": _link(
        "enter_hand",
        {**_THIS_HOLE, "player": "$response.body#/hands/0/player"},
        "Correct the first hand, based on its version in this answer.",
    ),
    "enter_missing": _link(
        "enter_hand",
        {**_THIS_HOLE, "player": "$response.body#/missing/0"},
        "Enter the first hand that is missing, based on 0.",
    ),
    "confirm": _link("confirm", _THIS_HOLE, "Once no hand is missing: the table is done with this hole."),
    "read_game": _link("read_game", _THE_KEY, "The game with the hole as it now stands."),
}

LINKS: Mapping[str, Mapping[str, Link]] = {
    "read_game": {
        "read_hole": _link("read_hole", _CURRENT_HOLE, "The hole that is being played."),
        "read_house": _link("read_house", _THE_KEY, "What its scores are counted by."),
        "enter": _link(
            "enter_hand",
            {**_CURRENT_HOLE, "player": "$response.body#/players/0/id"},
            "Enter a hand on the hole that is being played.",
        ),
    },
    "read_hole": _AFTER_A_HOLE,
    "enter_hand": _AFTER_A_HOLE,
    "confirm": {
        "read_hole": _link("read_hole", {**_THE_KEY, "hole": "$request.path.hole"}, "The hole that now counts."),
        "read_game": _link("read_game", _THE_KEY, "The game, with the standings after this hole."),
    },
    "read_class": {
        "do_work": _link("do_work", _THE_CLASS, "Answer a question, from a device that has a seat in this class."),
    },
    "do_work": {"read_class": _link("read_class", _THE_CLASS, "How far the class is by now.")},
}
"""By operation, of its answer 200."""


def add_links(paths: Mapping[str, PathItem]) -> None:
    """Tell them in what is described of each path."""
    for item in paths.values():
        for operation in (item.get, item.post, item.put):
            if operation is not None and (links := LINKS.get(operation.operationId or "")):
                assert operation.responses is not None
                operation.responses["200"].links = dict(links)


def operation_id(name: str, path: str, method: str) -> str:
    """What an operation is called in links: as its view is."""
    return name
