"""What of a class's answers may be projected: never so little that it would be clear who is meant.

docs/classroom.md ("What is not projected") tells the rules and why they hold.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

SMALLEST = 3
"""What fewer pupils have in common is not projected."""

Key = TypeVar("Key", bound=Hashable)
Pupils: TypeAlias = frozenset[int]
"""The numbers of their seats."""


def cells_to_show(cells: Mapping[Key, Pupils]) -> frozenset[Key]:
    """Which cells of one question may be shown: none with too few pupils, and none that lies, alone or with others,
    within another one so that too few are left of that."""
    shown = {key: pupils for key, pupils in cells.items() if len(pupils) >= SMALLEST}
    while True:
        for whole in shown.values():
            within = [key for key, pupils in shown.items() if pupils < whole]
            if 0 < len(whole.difference(*(shown[key] for key in within))) < SMALLEST:
                del shown[_smallest(shown, within)]
                break
        else:
            return frozenset(shown)


def answers_to_show(answers: Mapping[Key, Pupils], wholes: Sequence[Pupils]) -> frozenset[Key]:
    """Which answers to one question may be shown: none that too few gave, and none where too few of a whole would be
    left that everybody can tell the size of, such as a cell that is shown."""
    shown = {key: pupils for key, pupils in answers.items() if len(pupils) >= SMALLEST}
    while True:
        left = [(whole, whole.difference(*shown.values())) for whole in wholes]
        bare = next((whole for whole, rest in left if 0 < len(rest) < SMALLEST and len(rest) < len(whole)), None)
        if bare is None:
            return frozenset(shown)
        del shown[_smallest(shown, [key for key, pupils in shown.items() if pupils & bare])]


def _smallest(shown: Mapping[Key, Pupils], among: Iterable[Key]) -> Key:
    return min(among, key=lambda key: (len(shown[key]), repr(key)))
