"""What was built from rows a moment ago, so that the next who asks for it does not make it be built again."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Recent(Generic[T]):
    """The last ``most`` things that were kept or asked for, by their number. Any thread may use it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[int, T] = OrderedDict()
        self._lock = Lock()

    def get(self, number: int) -> T | None:
        """What is kept under that number."""
        with self._lock:
            kept = self._kept.get(number)
            if kept is not None:
                self._kept.move_to_end(number)
            return kept

    def keep(self, number: int, built: T) -> None:
        """Keep it in place of what was kept under that number."""
        with self._lock:
            self._kept[number] = built
            self._touched(number)

    def keep_first(self, number: int, built: T) -> T:
        """Keep it unless somebody else was quicker; gives what is kept."""
        with self._lock:
            built = self._kept.setdefault(number, built)
            self._touched(number)
            return built

    def forget(self) -> None:
        """Let go of everything."""
        with self._lock:
            self._kept.clear()

    def _touched(self, number: int) -> None:
        self._kept.move_to_end(number)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
