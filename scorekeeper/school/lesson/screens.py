"""What a screen of a lesson is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.houses.sheet import SheetTable
from scorekeeper.school.lesson.tasks import Task


@dataclass(frozen=True)
class Screen:
    """One idea, told in at most two sentences and done. ``key`` is its name in addresses.

    ``weight`` tells which screens a lesson can do without where a house has more of them than a lesson: the lightest.
    """

    key: str
    title: str
    says: tuple[str, ...]
    task: Task
    table: SheetTable | None = None
    weight: int = 5


def first_sentences(texts: Iterable[str], most: int = 2) -> tuple[str, ...]:
    """The first sentences of what the rule sheet says."""
    return tuple(sentence for text in texts for sentence in re.split(r"(?<=[.!?])\s+", text))[:most]
