"""Holes played by dice: a page allows, refuses and changes exactly what the referee does."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.referee import Action, Shuffle, State, Step, do, legal_actions
from scorekeeper.referee.refusals import NotAllowed
from scorekeeper.referee.state import full_deck, to_data
from scorekeeper.referee.verify import verify
from scorekeeper.rules import House
from scorekeeper.web.practice_hole import played_rules
from tests.js.node import HERE, run_tests
from tests.random_houses import random_houses
from tests.referee import deal, decks_for
from tests.referee.simulator import PATIENCE, WITHOUT_A_CARD, hurried, nobody_can_end, with_a_card

SAME_HOLES = HERE / "parity" / "same_holes.test.js"

OFTEN = ("penalty wait-for-all=all", "six-card two-up=different-columns", "random-9", "random-46")
"""Rules by which what is rare comes up within six holes. All others have one; `make bench BENCH=holes` plays more."""

ASKED = 4
"""Actions that are asked about at each state, of those with a card and of all others."""

RARE = {"hole.over", "stock.empty", "end.wait", "discard.no_use"}
"""Codes that come up in few holes."""


@pytest.mark.long
def test_same_holes(tmp_path: Path) -> None:
    rules = dict(some_houses())
    often = {name: rules[name] for name in OFTEN}
    holes = [*a_round(rules, 0), *(hole for turn in range(1, 6) for hole in a_round(often, turn))]
    codes = {code for hole in holes for step in (*hole["steps"], hole) for _, _, code in step["asked"]}
    assert not RARE - codes, RARE - codes
    run_tests([SAME_HOLES], HOLES=written(tmp_path / "holes.json", rules, holes))


def written(file: Path, rules: dict[str, House], holes: list[dict[str, Any]]) -> Path:
    """The file that `SAME_HOLES` reads."""
    given = {"rules": {name: played_rules(house) for name, house in rules.items()}, "holes": holes}
    file.write_text(json.dumps(given), encoding="utf-8")
    return file


def some_houses() -> Iterator[tuple[str, House]]:
    for house in houses.built_in():
        yield house.key, house
        for option in house.options:
            for reading in option.readings:
                changes = any(path.split(".")[0] in ("opening", "turn", "ending") for path in reading.sets)
                if changes and reading is not option.default:
                    named = f"{house.key} {option.key}={reading.key}"
                    yield named, houses.with_readings(house, {option.key: reading.key})
        if house.ending.trigger == "turn-up-last":
            strict = replace(house.ending, declines="once", waits_for_all=True, turning_after_swap=True)
            yield f"{house.key}, strict", replace(house, ending=strict)
    yield from random_houses(60, seed=6).items()


def a_round(rules: dict[str, House], turn: int) -> Iterator[dict[str, Any]]:
    """A hole by each of these houses."""
    for name, house in rules.items():
        dice = Random(f"{name} {turn}")
        sizes = [
            players
            for players in range(max(house.table.players_min, 2), min(4, house.most_players) + 1)
            if len(full_deck(house, decks_for(house, players))) > players * house.grid.size
        ]
        if sizes:
            yield {"rules": name, **played(deal(house, dice.choice(sizes), dice), dice)}


def played(state: State, dice: Random) -> dict[str, Any]:
    """One hole as the referee sees it: what lay there first, each step with what else could be done, and the end."""
    first = to_data(state)
    steps: list[dict[str, Any]] = []
    in_haste = dice.random() < 0.8
    while state.step is not Step.OVER and len(steps) < PATIENCE and not nobody_can_end(state):
        offered = legal_actions(state)
        hurry = in_haste or len(steps) > PATIENCE // 3
        player, action = dice.choice(hurried(state, offered) if hurry and dice.random() < 0.6 else offered)
        step = {"offered": [[seat, words_of(one)] for seat, one in offered], "asked": asked(state, dice)}
        if isinstance(action, Shuffle):
            action = Shuffle(tuple(dice.sample(action.order, len(action.order))))
            step["order"] = list(map(str, action.order))
        state = do(state, player, action)
        steps.append(step | {"does": [player, words_of(action)]})
    return {"first": first, "steps": steps, "last": to_data(state), "asked": asked(state, dice)}


def asked(state: State, dice: Random) -> list[tuple[int, str, str | None]]:
    """The code of what is refused, None for what is not."""
    with_card, shuffle = with_a_card(state.house.grid), Shuffle(state.shuffled_next())
    found = []
    for action in (*dice.choices(with_card, k=ASKED), *dice.choices(WITHOUT_A_CARD, k=ASKED), shuffle):
        player = dice.randrange(len(state.seats))
        try:
            verify(state, player, action)
            code = None
        except NotAllowed as refused:
            code = refused.code
        found.append((player, words_of(action), code))
    return found


def words_of(action: Action) -> str:
    """The action as a page writes it, where the dice know the new order of a shuffled pile."""
    return "shuffle" if isinstance(action, Shuffle) else str(action)
