"""Where counts are kept: in the memory of this process, and never more of them than a machine can bear."""

from __future__ import annotations

from time import monotonic, time

from limits.storage import MemoryStorage

SCHEME = "bounded-memory"

MOST_COUNTS = 50_000
"""So many are kept, some 20 MB. Whoever comes from more networks than that at once is not held up by counting any."""

SWEPT = 1.0
"""Seconds after which something that is counted drops all counts whose time is over."""


class BoundedMemory(MemoryStorage):
    """Counts in memory, of which those that would end first go where there are too many."""

    STORAGE_SCHEME = [SCHEME]  # noqa: RUF012 - so it is declared by the library

    most = MOST_COUNTS
    _swept_at = float("-inf")

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count, as `MemoryStorage` does, which would start a thread for it that looks through all counts."""
        now = time()
        if monotonic() >= self._swept_at + SWEPT:
            self._swept_at = monotonic()
            for old in [name for name, end in list(self.expirations.items()) if end <= now]:
                self.get(old)  # which drops it
        if len(self.storage) >= self.most and key not in self.storage:
            self._make_room()
        self.get(key)
        with self.locks[key]:
            self.storage[key] += amount
            if self.storage[key] == amount:
                self.expirations[key] = now + expiry
            return self.storage[key]

    def _make_room(self) -> None:
        ends = list(self.expirations.items())  # others count meanwhile
        ends.sort(key=lambda one: one[1])
        for key, _ in ends[: self.most // 10]:
            self.clear(key)
            self.expirations.pop(key, None)
