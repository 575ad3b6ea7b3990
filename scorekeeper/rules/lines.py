"""The lines that a score is made of."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.layout import Cell


@dataclass(frozen=True, slots=True)
class Line:
    """One step of a score: these cells count so many points, by this rule, said in a sentence for people.

    ``others`` are points that every other player of the hole gets through it.
    """

    rule: str
    points: int
    cells: tuple[Cell, ...]
    text: str
    others: int = 0
