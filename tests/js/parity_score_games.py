"""Games without cards as tables play them, for node to compare with; `parity_games` has those with cards."""

import random
from dataclasses import replace
from typing import Any

from scorekeeper import houses
from scorekeeper.houses.loading import from_data
from scorekeeper.rules import House
from scorekeeper.rules.parameters import Round
from scorekeeper.rules.wording import SENTENCES
from scorekeeper.web.game_json import page_rules
from tests.js.parity_games import Case, answers, plain, some_game
from tests.rules.published_games import GAMES

ROUNDS = [
    {"name": "Windmill", "par": 2},
    {"par": 3, "sets": {"entry.max": 9, "settle.kind": "own", "penalty.points": 1, "penalty.kind": "add"}},
    {"name": "Loop", "sets": {"reward": "none", "sweep": {"total": 3, "own": 2, "others": 1}}},
]

WAYS: dict[str, tuple[Any, ...]] = {
    "match.better": ("lower", "higher"),
    "match.tie": (
        *("shared", "extra-hole", "lowest-hole", "most-holes", "ender-loses"),
        *("before-settling", "count-back", "cut"),
    ),
    "match.winner": ("lowest-total", "lowest-total", "most-holes"),
    "match.until": (None, 6, -2),
    "match.teams": ("none", "none", "none", "sum", "best-ball"),
    "match.open": (False, True),
    "match.start_points": (0, 0, 5),
    "match.after_until": ("round-ends", "others-once-more"),
    "match.out_at": (None, None, 4, -1),
    "match.out_when": ("reached", "passed"),
    "match.exact": ({}, {"3": 1}),
    "match.deal": ("moves-on", "winner-starts", "loser-deals", "ender-starts"),
    "words.round": ("hole", "round", "turn"),
    "words.dealer": (True, False),
    "entry": ({}, {"min": 0, "max": 3}, {"step": 2, "sum": 4}),
    "penalty": (None, {"kind": "add", "points": 3}, {"kind": "worst"}),
    "placing": ({}, {"equal": 2, "compared": "after-penalty"}, {"winner": {"kind": "add", "points": 3}}),
    "settle.kind": ("own", "winner-takes", "winner-is-paid"),
    "settle.own": ("ignored", "off-once", "off-each"),
    "settle.bonus": (0, 5),
    "settle.tie": ("nobody", "each"),
    "settle.when": ("each-round", "each-round", "end"),
    "sweep": (None, {"total": 4, "own": 0, "others": 7}, {"total": 5, "own": 1, "others": -1}),
    "rounds": ([], ROUNDS),
    "reward": (None, {"kind": "add", "points": -2, "when": "shared"}),
}
"""What a house without cards can say; a game takes one value of each."""


def some_house(dice: random.Random) -> House:
    """A house without cards that says something about nearly everything."""
    data: dict[str, Any] = {"key": "dice", "name": "Dice", "summary": "Made by dice."}
    data["source"] = {"sheet": "", "title": "Dice"}
    for path, values in WAYS.items():
        table, _, key = path.partition(".")
        value = dice.choice(values)
        if key:
            data.setdefault(table, {})[key] = value
        else:
            data[table] = value
    # Whatever is contradictory about it, both scorers must do the same.
    return from_data(data, "dice", judge=lambda _: ())


def with_rounds(house: House) -> House:
    """A house with cards whose highest score wins, and whose second hole has other values."""
    rank = house.ranks[-1].value
    second = Round(name="Wild", sets={f"values.{rank}": 40, "penalty": {"kind": "add", "points": 7}})
    return replace(house, match=replace(house.match, better="higher"), rounds=(Round(par=9), second))


def write_out(games: int) -> Case:
    """Games of dice, some of each of our own games, and every worked example."""
    dice = random.Random("score games")
    found: list[Case] = []
    rules: dict[str, Case] = {}
    own = [house for house in houses.score_games() for _ in range(8)]
    turned = [with_rounds(house) for house in houses.built_in()]
    of_dice = [some_game(house, dice) for house in (*own, *turned, *(some_house(dice) for _ in range(games)))]
    for number, game in enumerate([*of_dice, *(published.game for published in GAMES.values())]):
        name = f"{game.house.key} {number}"
        rules[name] = page_rules(game.house)["house"]
        found.append({"house": name, "match": rules[name]["match"], **plain(game), "answers": answers(game)})
    wordings = {"perHole": [], "ordinals": [], "isolated": "", "notIsolated": ""}
    return {"sentences": SENTENCES, "houses": rules, "games": found, **wordings}
