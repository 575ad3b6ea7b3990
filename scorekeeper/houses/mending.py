"""A house file with unreadable keys, made whole, so that what else is wrong with it can be said at the same time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from scorekeeper.rules.cards import STANDARD_RANKS

# What must be there, as two very different houses have it: what is wrong with both is wrong in any case.
_FILLINGS: tuple[dict[str, dict[str, Any]], ...] = (
    {"grid": {"rows": 2, "columns": 3}, "ending": {"trigger": "all-face-up"}},
    {"grid": {"rows": 4, "columns": 4}, "ending": {"trigger": "knock"}},
)
_WORDS = {"key": "house", "name": "House", "summary": "A house."}
_NEEDED: dict[str, dict[str, Any]] = {
    "four_of_a_kind": {"points": -1},
    "penalty": {"kind": "none"},
    "reward": {"kind": "none"},
}


def mended(data: Mapping[str, Any], keys: Sequence[str]) -> list[dict[str, Any]]:
    """The data without those keys (`grid.rows`), and with something in place of each that a house must have.

    Twice, each time with something else.
    """
    return [_mended(data, keys, filling) for filling in _FILLINGS]


def _mended(data: Mapping[str, Any], keys: Sequence[str], filling: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    whole: dict[str, Any] = {name: deepcopy(value) for name, value in data.items() if name not in keys}
    for key in keys:
        top, _, rest = key.partition(".")
        if isinstance(table := whole.get(top), dict):
            # Deeper keys go with the one that holds them.
            whole[top] = {name: value for name, value in table.items() if not f"{rest}.".startswith(f"{name}.")}
        else:
            # One bad entry of a list takes the list along: numbers of entries stand in what is found.
            whole.pop(top, None)
    whole |= {name: words for name, words in _WORDS.items() if name not in whole}
    whole.setdefault("source", {})
    whole["source"] = {"sheet": "", "title": "", **whole["source"]}
    whole.setdefault("values", dict.fromkeys(STANDARD_RANKS, 1))
    for name, needed in filling.items():
        whole[name] = {**needed, **whole.get(name, {})}
    for name, needed in _NEEDED.items():
        if isinstance(whole.get(name), dict):
            whole[name] = {**needed, **whole[name]}
    return whole
