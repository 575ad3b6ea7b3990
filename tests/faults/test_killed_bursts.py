"""kill -9 in the middle of bursts of writes: nothing acknowledged is lost, nothing is doubled, no change is torn."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from scorekeeper.rules import Entry
from scorekeeper.store import Store, find_game, games_of_device
from tests.faults import bursts
from tests.faults.bursts import PLANS, Step
from tests.serving import TREE

MOST_ACKNOWLEDGED = 24
LONGEST_DELAY = 3000
"""Microseconds after the last write that was waited for; about as long as two writes take."""


@dataclass
class Found:
    """What was found after the kills, to see that they came at all sorts of moments."""

    acknowledged: int = 0
    unheard: int = 0  # kept, but killed before anybody was told
    within_a_hole: int = 0


@pytest.mark.parametrize("times", [50, pytest.param(200, marks=pytest.mark.nightly)])
def test_bursts_of_four_processes_killed_many_times(times: int, tmp_path: Path) -> None:
    dice, found = random.Random(7), Found()
    store = Store.open(tmp_path / "games.sqlite3")
    pipe = subprocess.PIPE
    command = [sys.executable, "-W", "error", "-m", "tests.faults.bursts", str(store.path)]
    with subprocess.Popen(command, cwd=TREE, stdin=pipe, stdout=pipe, text=True) as forker:
        assert forker.stdin is not None
        assert forker.stdout is not None
        for burst in range(1, times + 1):
            moment = dice.randrange(MOST_ACKNOWLEDGED), dice.randrange(LONGEST_DELAY)
            forker.stdin.write(f"{burst} {moment[0]} {moment[1]}\n")
            forker.stdin.flush()
            counts = [int(count) for count in forker.stdout.readline().split()]
            assert len(counts) == len(PLANS)
            compare(store, burst, counts, found)
        forker.stdin.close()
        assert forker.wait() == 0
    assert store.database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not store.database.execute("PRAGMA foreign_key_check").fetchall()
    store.close()
    assert found.acknowledged > times * MOST_ACKNOWLEDGED / 4
    assert found.within_a_hole > times / 4
    assert found.unheard > 0, "it was never killed between the disk and the answer"


def compare(store: Store, burst: int, counts: list[int], found: Found) -> None:
    """What each plan's writers were told of is there, in order and once, with at most one write more."""
    for plan, how in dict(PLANS).items():
        told = max(count for count, (number, _) in zip(counts, PLANS, strict=True) if number == plan)
        planned = list(islice(bursts.steps(burst, plan, how), told + 1))
        there = kept_writes(store, burst, plan)
        done = len(there)
        assert told <= done <= told + 1, (burst, plan)
        assert there == [step.id for _, step in planned[:done]], (burst, plan)
        found.acknowledged += told
        found.unheard += done - told
        found.within_a_hole += how == "hand by hand" and done > 1 and (done - 1) % (5 * bursts.HOLES + 1) % 5 > 0
        compare_games(store, burst, plan, planned[:done])
        send_again(store, burst, plan, planned[told][1], done > told)


def compare_games(store: Store, burst: int, plan: int, done: list[tuple[int, Step]]) -> None:
    """The games hold just what was done: each hole as far as it was entered, and nothing of anything else."""
    keys = game_keys(store, burst, plan)
    for game, key in enumerate(keys):
        expected: dict[int, dict[str, Entry | None]] = {}
        for _, step in (one for one in done if one[0] == game):
            for hole, place, entry in step.edits:
                expected.setdefault(hole, {})["confirmed" if place is None else bursts.PLAYERS[place]] = entry
        kept = find_game(store, key).game
        names = {player.id: player.name for player in kept.players}
        there: dict[int, dict[str, Entry | None]] = {}
        for played in kept.holes:
            there[played.number] = {names[player]: entry for player, entry in played.entries.items()}
            if played.confirmed:
                there[played.number]["confirmed"] = None
        assert there == expected, (burst, plan, game)
    assert len(keys) == len({game for game, _ in done})


def send_again(store: Store, burst: int, plan: int, step: Step, was_done: bool) -> None:
    """The write of which the phone has heard nothing, as it is sent again: done now, unless it was."""
    if step.edits:
        key = game_keys(store, burst, plan)[-1]
        players = tuple(player.id for player in find_game(store, key).game.players)
        assert bursts.do(store, burst, plan, key, players, step) == was_done
    else:
        before = game_keys(store, burst, plan)
        bursts.begin(store, burst, plan, step)
        assert (game_keys(store, burst, plan) == before) == was_done


def game_keys(store: Store, burst: int, plan: int) -> list[str]:
    """The games of a plan, the oldest first."""
    games = games_of_device(store, bursts.device(burst, plan))
    return [one.key for one in sorted(games, key=lambda one: one.id)]


def kept_writes(store: Store, burst: int, plan: int) -> list[str]:
    """The ids of all that the history tells of that phone, oldest first."""
    asked = "SELECT write_id FROM history WHERE device = ? ORDER BY id"
    return [name for (name,) in store.database.execute(asked, [bursts.device(burst, plan)])]
