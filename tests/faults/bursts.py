"""Bursts of writes from several processes at once, all killed with SIGKILL at a random moment.

`python -m tests.faults.bursts STORE` forks the writers of one burst after the other: what a write costs is then mostly
the write, and not starting Python. For each line that comes in, `NUMBER ACKNOWLEDGED DELAY`, it starts the burst of
that number, lets the writers go on until they were told of so many writes and so many microseconds more, and kills them
all. It answers with how many writes each of them had been told of.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from scorekeeper import houses
from scorekeeper.rules import Entry, parse_layout
from scorekeeper.store import Edit, EnterHand, SettleHole, Store, Write, change, create_game

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUSE = houses.get("two-joker")
PLAYERS = ("Ann", "Bo", "Cy", "Di")
HOLES = 9
PLANS = (
    (0, "holes as one change"),
    (1, "hand by hand"),
    # The same writes twice, as from two tabs of one phone.
    (2, "hand by hand"),
    (2, "hand by hand"),
)
"""The plan of each writer of a burst: its number, and how it enters holes."""

_LAYOUTS = tuple(parse_layout(text) for text in ("5 * 7 / 5 Q K", "K K K / K K Q", "A 2 3 / 4 5 6", "* * 2 / 2 9 0"))


@dataclass(frozen=True)
class Step:
    """One write: the beginning of a game, or a change of it."""

    id: str
    edits: tuple[tuple[int, int | None, Entry | None], ...] = ()
    """Hole, place of the player, entry; without a player the hole is confirmed."""


def entry(burst: int, plan: int, game: int, hole: int, player: int) -> Entry:
    """What is entered: cards and bare points, so that neighbours differ."""
    if player % 2:
        return Entry(points=(burst * 31 + plan * 7 + game * 3 + hole * 5 + player) % 199 - 99)
    return Entry(layout=_LAYOUTS[(burst + plan + game + hole + player) % len(_LAYOUTS)])


def steps(burst: int, plan: int, how: str) -> Iterator[tuple[int, Step]]:
    """Everything that a writer of that plan does, with the number of the game that it belongs to, without end."""
    for game in count():
        name = f"burst-{burst}-{plan}-{game}"
        yield game, Step(f"{name}-begin")
        for hole in range(1, HOLES + 1):
            hands = tuple((hole, place, entry(burst, plan, game, hole, place)) for place in range(len(PLAYERS)))
            parts = (*hands, (hole, None, None))
            if how == "holes as one change":
                yield game, Step(f"{name}-{hole}", parts)
            else:
                for number, part in enumerate(parts):
                    yield game, Step(f"{name}-{hole}-{number}", (part,))


def device(burst: int, plan: int) -> str:
    return f"phone-{burst}-{plan}"


def begin(store: Store, burst: int, plan: int, step: Step) -> tuple[str, tuple[int, ...]]:
    """Begin the game, or find it begun: its key and the ids of its players."""
    write = Write(step.id, device(burst, plan), NOON)
    kept = create_game(store, house=HOUSE, players=PLAYERS, holes=HOLES, first_dealer=0, write=write)
    return kept.edit_key, tuple(player.id for player in kept.game.players)


def do(store: Store, burst: int, plan: int, key: str, players: tuple[int, ...], step: Step) -> bool:
    """Whether that change had been done before."""
    edits: list[Edit] = [
        SettleHole(hole, confirmed=True) if place is None else EnterHand(hole, players[place], what, 0)
        for hole, place, what in step.edits
    ]
    return change(store, key, edits, Write(step.id, device(burst, plan), NOON)).repeated


def write_on(store: Store, burst: int, writer: int, told: int) -> None:
    """Be one of the writers, until killed; says its number after each write."""
    plan, how = PLANS[writer]
    key: str = ""
    players: tuple[int, ...] = ()
    for _, step in steps(burst, plan, how):
        if step.edits:
            do(store, burst, plan, key, players, step)
        else:
            key, players = begin(store, burst, plan, step)
        os.write(told, bytes([writer]))


def serve(path: Path) -> None:
    # Used before the fork, as a server's parent may have: no child may use its connection.
    store = Store.open(path)
    begin(store, 0, 0, next(steps(0, 0, ""))[1])
    for line in sys.stdin:
        burst, patience, delay = map(int, line.split())
        reading, told = os.pipe()
        children = []
        for writer in range(len(PLANS)):
            child = os.fork()
            if child == 0:
                os.close(reading)
                write_on(store, burst, writer, told)
            children.append(child)
        os.close(told)
        acknowledged = b""
        while len(acknowledged) < patience and (more := os.read(reading, patience - len(acknowledged))):
            acknowledged += more
        time.sleep(delay / 1_000_000)
        for child in children:
            os.kill(child, signal.SIGKILL)
        endings = [os.waitpid(child, 0)[1] for child in children]
        while more := os.read(reading, 1 << 16):
            acknowledged += more
        os.close(reading)
        counts = [acknowledged.count(writer) for writer in range(len(PLANS))]
        # A writer that ended by itself has failed.
        killed = all(ending == signal.SIGKILL for ending in endings)
        os.write(1, (" ".join(map(str, counts)) if killed else "a writer failed").encode() + b"\n")


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
