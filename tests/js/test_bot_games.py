"""Whole games of the phone's players: the server allows, refuses and changes the same, and comes to the same scores.

The sharp player thinks for a hundredth of a second, so here it plays few; `make bench BENCH=holes` plays 200 games.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.referee import Action, Shuffle, State, begin, do, legal_actions
from scorekeeper.referee.actions import parse_action
from scorekeeper.referee.refusals import NotAllowed
from scorekeeper.referee.state import to_data
from scorekeeper.referee.verify import verify
from scorekeeper.rules import Entry, Game, Hole, Player, parse_card
from scorekeeper.web.practice_hole import played_rules
from tests.js.node import HERE, run
from tests.js.parity_games import answers
from tests.js.test_holes import words_of
from tests.referee import NAMES

HOLES = 9

PLAIN = ("plain",) * len(NAMES)
MIXED = (("sharp", *PLAIN[1:]), ("plain", "sharp", "sharp", "plain"))
"""Who sits where; at a smaller table the first of them."""

Case = dict[str, Any]


@pytest.mark.long
def test_the_server_judges_whole_games_as_the_page_does(tmp_path: Path) -> None:
    games = [*some_games(2 * len(houses.built_in()), (PLAIN,)), *some_games(1, MIXED)]
    assert min(judged(games, tmp_path)) > HOLES


def some_games(count: int, tables: Sequence[Sequence[str]] = MIXED) -> Iterator[Case]:
    """Tables of two to four, over the houses by turns."""
    for seed, house in enumerate(islice(cycle(houses.built_in()), count)):
        sizes = range(max(house.table.players_min, 2), min(house.most_players, len(NAMES)) + 1)
        players = sizes[seed % len(sizes)]
        levels = tables[seed % len(tables)]
        yield {"rules": house.key, "names": NAMES[:players], "levels": levels[:players], "seed": seed}


def judged(games: Sequence[Case], folder: Path) -> Iterator[int]:
    """The moves of each game, once the server has played it after the page; a difference is an AssertionError."""
    rules = {game["rules"]: played_rules(houses.get(game["rules"])) for game in games}
    file = folder / "games.json"
    file.write_text(json.dumps({"rules": rules, "games": games}), encoding="utf-8")
    done = run(str(HERE / "play" / "games.js"), str(file))
    assert done.returncode == 0, done.stderr
    for game, line in zip(games, done.stdout.splitlines(), strict=True):
        told = json.loads(line)
        assert as_json(answers(replayed(game, told["holes"]))) == told["answers"], game
        yield sum(len(hole["steps"]) for hole in told["holes"])


def replayed(given: Case, holes: Iterable[Case]) -> Game:
    """The game as the server plays it: its own dealers, starters and referee, with the page's decks and moves."""
    house, names = houses.get(given["rules"]), given["names"]
    players = tuple(Player(seat, name) for seat, name in enumerate(names, start=1))
    game = Game(house, players, HOLES, first_dealer=len(players))
    for told in holes:
        number = game.current_hole
        assert number is not None, f"a hole after the end: {given}"
        dealer = game.dealer(number)
        assert dealer is not None
        starter = game.starter(number)
        seat = dealer.id % len(players) if starter is None else starter.id - 1
        state = begin(house, names, [parse_card(card) for card in told["deck"]], seat)
        for at, step in enumerate(told["steps"]):
            state = moved(state, step, f"hole {number}, move {at} of {given}")
        assert to_data(state) == told["last"], given
        game = replace(game, holes=(*game.holes, finished(number, dealer, state)))
    return game


def moved(state: State, step: Case, where: str) -> State:
    """The state after the page's move, where the referee offers and refuses what the page does."""
    assert [[seat, words_of(action)] for seat, action in legal_actions(state)] == step["offered"], where
    for seat, words, code in step["asked"]:
        assert code_of(state, seat, words) == code, f"{words} by {seat}: {where}"
    player, words = step["does"]
    return do(state, player, action_of(words, step["order"]))


def code_of(state: State, player: int, words: str) -> str | None:
    try:
        verify(state, player, action_of(words, map(str, state.shuffled_next())))
    except NotAllowed as refused:
        return refused.code
    return None


def action_of(words: str, order: Iterable[str]) -> Action:
    return Shuffle(tuple(map(parse_card, order))) if words == "shuffle" else parse_action(words)


def finished(number: int, dealer: Player, last: State) -> Hole:
    entries = {seat + 1: Entry(layout=last.layout(seat)) for seat in range(len(last.seats))}
    ender = None if last.ender is None else last.ender + 1
    return Hole(number, dealer.id, entries, ender, ender_known=True, confirmed=True, warnings_accepted=True)


def as_json(data: Case) -> Any:
    return json.loads(json.dumps(data))
