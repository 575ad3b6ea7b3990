"""Other processes that write to a store, to be watched or killed: `python -m tests.store.writer STORE KEY`.

They say on standard output what was acknowledged to them.
"""

import os
import sys
from itertools import count

from scorekeeper.rules import Entry
from scorekeeper.store.connection import Store
from scorekeeper.store.opening import open_store
from scorekeeper.store.writes import Write
from scorekeeper.tally.changing import change
from scorekeeper.tally.game_errors import Conflict
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.values import EnterHand
from tests.store.playing import NOON, points


def numbered(store: Store, key: str, number: int) -> bool:
    """Send the write of that number, the same from every writer; returns whether it was done before."""
    kept = find_game(store, key)
    hole, player = number % 9 + 1, kept.game.players[number % 3].id
    seen = kept.hand_versions.get((hole, player), 0)
    write = Write(f"numbered-{number}", "phone", NOON)
    return change(store, key, [EnterHand(hole, player, value(number), seen)], write).repeated


def value(number: int) -> Entry:
    """What the write of that number enters: never twice the same for one hand in a row."""
    return points(number % 1999 - 999)


def replaced(store: Store, key: str, first: int, times: int) -> list[tuple[int | None, int]]:
    """Read a hand and replace it by our next number, in competition with other writers.

    Returns the hand read and the number written, for each accepted write.
    """
    pairs = []
    for number in range(first, first + times):
        for attempt in count():
            kept = find_game(store, key)
            player = kept.game.players[0].id
            hole = kept.game.hole(1)
            entry = None if hole is None else hole.entries.get(player)
            edit = EnterHand(1, player, points(number), kept.hand_versions.get((1, player), 0))
            try:
                change(store, key, [edit], Write(f"{number}-{attempt}", "phone", NOON))
            except Conflict:
                continue
            pairs.append((None if entry is None else entry.points, number))
            break
    return pairs


def endless_rounds(address: str, key: str) -> None:
    """For each line that comes in, a number: fork a writer that starts there and goes on until it is killed.

    Says `pid N` of the writer, `N` for each acknowledged write, and `over` when the writer is dead.
    """
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            store = open_store(address)
            for number in count(int(line)):
                numbered(store, key, number)
                os.write(1, b"%d\n" % number)
        os.write(1, b"pid %d\n" % child)
        os.waitpid(child, 0)
        os.write(1, b"over\n")


if __name__ == "__main__":
    endless_rounds(sys.argv[1], sys.argv[2])
