"""Repeatable dice: the same on every machine, in every process and with every Python.

A worksheet's code must print the same worksheet in ten years, so this module uses nothing that a library may change.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Thing = TypeVar("Thing")


class Dice:
    """Numbers that follow from a text, such as the code of a set.

    >>> Dice("7K2Q").below(6) == Dice("7K2Q").below(6)
    True
    """

    def __init__(self, seed: str) -> None:
        self._seed = sha256(seed.encode()).digest()
        self._rolled = 0
        self._pool = b""

    def below(self, limit: int) -> int:
        """A whole number from 0 to one less than ``limit``, each as likely as the other."""
        # Numbers beyond the last whole multiple would favor low results, so they are rolled again.
        fair = (1 << 32) // limit * limit
        while True:
            if len(self._pool) < 4:
                self._pool = sha256(self._seed + self._rolled.to_bytes(8, "big")).digest()
                self._rolled += 1
            rolled, self._pool = int.from_bytes(self._pool[:4], "big"), self._pool[4:]
            if rolled < fair:
                return rolled % limit

    def chance(self, share: float) -> bool:
        """True in this share of all throws."""
        return self.below(1 << 20) < share * (1 << 20)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of those things."""
        return things[self.below(len(things))]

    def draw(self, things: Sequence[Thing], count: int) -> list[Thing]:
        """``count`` different things in the order drawn; all of them, shuffled, if there are fewer."""
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]
