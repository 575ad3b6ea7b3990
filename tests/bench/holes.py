"""The phone's own players: whether they play by the rules, whether the sharp one is better, and how long it thinks."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper import houses
from scorekeeper.web.practice_hole import played_rules
from tests.bench.rows import Effort, Row
from tests.js.node import run
from tests.js.test_bot_games import Case, judged, some_games
from tests.js.test_holes import SAME_HOLES, a_round, some_houses, written

BATCH = 20


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The five houses, two at the table; docs/play.md has the table of every house."""
    pairs = effort.choose(quick=1, usual=50)
    with TemporaryDirectory() as folder:
        yield same_holes(Path(folder), effort.choose(quick=1, usual=6))
        yield same_games(Path(folder), effort.choose(quick=2, usual=200))
        file = Path(folder) / "rules.json"
        rules = {house.key: played_rules(house) for house in houses.groups()[0].houses}
        file.write_text(json.dumps(rules), encoding="utf-8")
        told = run("tests/bench/holes.js", str(file), str(pairs)).stdout
    for found in map(json.loads, told.splitlines()):
        name = f"a hole of {found['house']}: points by which the sharp player is ahead of the plain one"
        remark = f"{pairs} deals, each played twice; give or take {found['give']:.1f}"
        yield Row(name, found["plain"] - found["sharp"], "", "at least 0", remark=remark)
        remark = f"of {found['moves']}"
        yield Row(f"moves that waste points, {found['house']}", found["bad"], "", "0", remark=remark)
        yield Row(f"an action of the sharp player, {found['house']}", found["took"], "ms", "at most 50")


def same_holes(folder: Path, rounds: int) -> Row:
    """Holes of dice by all rules and readings; the first that a page plays otherwise than the referee ends it."""
    rules = dict(some_houses())
    holes = [hole for turn in range(rounds) for hole in a_round(rules, turn)]
    done = run("--test", str(SAME_HOLES), HOLES=written(folder / "holes.json", rules, holes))
    return Row(
        f"{len(holes):,} holes of dice, played otherwise on a page", done.returncode, "", "0", remark=done.stdout[-200:]
    )


def same_games(folder: Path, count: int) -> Row:
    """Games of nine holes that the players end; the first that the server judges otherwise ends it."""
    moves, wrong = 0, ""
    try:
        for some in batched(some_games(count), BATCH):
            moves += sum(judged(some, folder))
    except AssertionError as different:
        wrong = str(different)[:200]
    name = f"{count} whole games of the phone's players, judged otherwise by the server"
    return Row(name, int(wrong != ""), "", "0", remark=wrong or f"{moves:,} moves")


def batched(games: Iterable[Case], size: int) -> Iterator[list[Case]]:
    """The games, that many at a time: node plays them in one process, and not for too long."""
    left = iter(games)
    while some := list(islice(left, size)):
        yield some
