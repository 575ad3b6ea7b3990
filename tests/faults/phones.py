"""Phones that play on a real server through all faults, repeating each write until it is confirmed, as outboxes do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Event
from time import monotonic

from scorekeeper import houses
from scorekeeper.store.connection import Store
from scorekeeper.store.opening import open_store
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.values import KeptGame
from tests.devices import TROUBLE, Answer, Device
from tests.serving import PATIENCE, RunningServer
from tests.store.playing import create_game, new_write

HOUSE = houses.get("two-joker")
NAMES = ("Ann", "Bo", "Cy", "Di")
HOLES = 4
AGAIN = 0.05
"""Seconds after which a phone that was told to come later tries again; sooner than real ones, to see more of it."""


def games(store_address: Path | str, count: int) -> list[KeptGame]:
    """New games in a store without a server."""
    store = open_store(store_address)
    try:
        return [
            create_game(store, house=HOUSE, players=NAMES, holes=HOLES, first_dealer=0, write=new_write())
            for _ in range(count)
        ]
    finally:
        store.close()


@dataclass
class Hall:
    """A server with several phones, and what it has acknowledged to all of them."""

    server: RunningServer
    up: Event = field(default_factory=Event)
    refusals: list[Answer] = field(default_factory=list)
    """Each time that a phone was told to come later."""
    acknowledged: int = 0
    failed: BaseException | None = None
    _changed: Condition = field(default_factory=Condition)

    def acknowledge(self) -> None:
        with self._changed:
            self.acknowledged += 1
            self._changed.notify_all()

    def refuse(self, answer: Answer) -> None:
        with self._changed:
            self.refusals.append(answer)
            self._changed.notify_all()

    def await_that(self, so: Callable[[], bool]) -> None:
        """Wait until it is so; what the phones do is looked at after each answer."""
        until = monotonic() + PATIENCE
        with self._changed:
            while not so() and not self.failed:
                assert monotonic() < until, (self.acknowledged, len(self.refusals))
                self._changed.wait(0.1)
        assert not self.failed, f"a phone failed: {self.failed!r}"

    def kill(self) -> None:
        self.up.clear()
        self.server.kill()

    def start(self) -> None:
        self.server.start()
        self.up.set()

    @contextmanager
    def playing(self, phones: list[Phone]) -> Iterator[None]:
        """All phones play while this lasts, and then to the end of their games."""
        self.up.set()
        with ThreadPoolExecutor(len(phones)) as threads:
            running: list[Future[None]] = [threads.submit(phone.play) for phone in phones]
            try:
                yield
                self.up.set()
                for one in running:
                    one.result(PATIENCE)
            except BaseException as error:
                self.failed = self.failed or error
                self.up.set()  # no waiting for a server that does not return
                raise


@dataclass
class Phone:
    """One phone with a game of its own."""

    hall: Hall
    game: KeptGame
    acknowledged: list[str] = field(default_factory=list)

    def play(self) -> None:
        """Enter every hole and confirm it."""
        device = Device(self.hall.server)
        try:
            for write_id, send in self.writes(device):
                self.insist(device, send)
                self.acknowledged.append(write_id)
                self.hall.acknowledge()
        except BaseException as error:
            self.hall.failed = error
            raise
        finally:
            device.hang_up()

    def planned(self) -> list[str]:
        """The ids of all its writes, in order."""
        return [write_id for write_id, _ in self.writes(Device(self.hall.server))]

    def writes(self, device: Device) -> Iterator[tuple[str, Callable[[], Answer]]]:
        for hole in range(1, HOLES + 1):
            name = f"game-{self.game.id}-hole-{hole}"
            for place, player in enumerate(self.game.game.players):
                body = {"write_id": f"{name}-{place}", "based_on": 0, "points": points(hole, place)}
                path = f"/api/games/{self.game.edit_key}/holes/{hole}/hands/{player.id}"
                yield f"{name}-{place}", lambda path=path, body=body: send_json(device, "PUT", path, body)  # type: ignore[misc]
            body = {"write_id": f"{name}-end", "ender": None, "ender_known": True}
            path = f"/api/games/{self.game.edit_key}/holes/{hole}/confirm"
            yield f"{name}-end", lambda path=path, body=body: send_json(device, "POST", path, body)  # type: ignore[misc]

    def insist(self, device: Device, send: Callable[[], Answer]) -> None:
        """Send until it is confirmed. Any answer except that and "later" is a failure."""
        while True:
            assert self.hall.up.wait(PATIENCE), "the server did not come back"
            assert not self.hall.failed
            try:
                if not device.token:
                    device.page("/")
                answer = send()
            except TROUBLE:
                continue
            if answer.status == 200:
                return
            assert answer.status == 503, (answer.status, answer.text)
            assert int(answer.headers["retry-after"]) > 0
            self.hall.refuse(answer)
            Event().wait(AGAIN)


def send_json(device: Device, method: str, path: str, body: dict[str, object]) -> Answer:
    sent = json.dumps(body).encode()
    return device.ask(method, path, sent, content_type="application/json", x_csrftoken=device.token)


def points(hole: int, place: int) -> int:
    """The entries of all players."""
    return (hole * 11 + place * 7) % 61 - 12


def compare(store_address: Path | str, phones: list[Phone], *, ended: bool) -> None:
    """What each phone was told of is in the file, in order and once, with at most one write of which it was not told.

    Each hole is as far as it was entered. ``ended``: all of it is there.
    """
    store = open_store(store_address)
    try:
        for phone in phones:
            kept = find_game(store, phone.game.edit_key)
            planned, there = phone.planned(), kept_writes(store, kept.id)
            assert there == planned[: len(there)], "something is doubled, or out of order"
            assert len(phone.acknowledged) <= len(there) <= len(phone.acknowledged) + 1
            assert not ended or len(phone.acknowledged) == len(planned)
            for place, player in enumerate(kept.game.players):
                entered = {
                    hole.number: hole.entries[player.id].points for hole in kept.game.holes if player.id in hole.entries
                }
                assert entered == {hole: points(hole, place) for hole in range(1, (len(there) + 4 - place) // 5 + 1)}
            confirmed = [hole.number for hole in kept.game.holes if hole.confirmed]
            assert confirmed == list(range(1, len(there) // 5 + 1))
    finally:
        store.close()


def kept_writes(store: Store, game: int) -> list[str]:
    """The ids of everything that the history of a game tells after its beginning, oldest first."""
    asked = "SELECT write_id FROM history WHERE game = ? AND kind != 'created' AND since IS NULL ORDER BY id"
    return [name for (name,) in store.database.execute(asked, [game]).fetchall()]
