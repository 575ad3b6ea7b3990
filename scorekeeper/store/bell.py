"""A bell for each game and each class: who listens is told that it has changed, and asks what."""

from collections.abc import Callable
from threading import Lock


class Bell:
    """The listeners of one process, by what they listen to, such as "game 7". Any thread may ring."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ears: dict[str, set[Callable[[], object]]] = {}
        self.rings = 0  # so far

    def listen(self, topic: str, heard: Callable[[], object]) -> Callable[[], None]:
        """Call ``heard`` at each ring, in the thread that rings. Returns the function that ends this."""
        with self._lock:
            self._ears.setdefault(topic, set()).add(heard)

        def leave() -> None:
            with self._lock:
                ears = self._ears.get(topic, set())
                ears.discard(heard)
                if not ears:
                    self._ears.pop(topic, None)

        return leave

    def ring(self, topic: str) -> None:
        with self._lock:
            self.rings += 1
            ears = tuple(self._ears.get(topic, ()))
        for heard in ears:
            heard()

    def ring_all(self) -> None:
        """Ring for everything, because some rings may have been missed."""
        with self._lock:
            topics = tuple(self._ears)
        for topic in topics:
            self.ring(topic)
