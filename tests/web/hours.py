"""A clock for what the running server does beside its requests."""

from datetime import datetime, timedelta
from queue import SimpleQueue

from tests.serving import PATIENCE


class Hours:
    """A clock that may be set, and stands still until the test lets an hour pass; it tells who waits for it."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.asked = timedelta()
        self._asked: SimpleQueue[float] = SimpleQueue()
        self._answers: SimpleQueue[bool] = SimpleQueue()

    def wait(self, seconds: float) -> bool:
        self._asked.put(seconds)
        return self._answers.get(timeout=PATIENCE)

    def await_waiting(self) -> None:
        self.asked = timedelta(seconds=self._asked.get(timeout=PATIENCE))

    def pass_by(self, count: int = 1) -> None:
        for _ in range(count):
            self.now += timedelta(hours=1)
            self._answers.put(False)
            self.await_waiting()

    def end(self) -> None:
        self._answers.put(True)
