"""Every house without cards counts as its published rules do, and random games as a model of its own counts them."""

import random
from pathlib import Path

import pytest

from scorekeeper import houses
from scorekeeper.houses.loading import BadHouse, parse
from scorekeeper.houses.writing import house_toml
from tests.rules.published_games import GAMES
from tests.rules.score_games import order, played, some_rounds, some_rules, totals
from tests.rules.score_model import model


@pytest.mark.parametrize("case", GAMES)
def test_a_worked_example(case: str) -> None:
    told, game = GAMES[case], GAMES[case].game
    assert totals(game) == told.totals
    assert order(game) == told.order
    assert game.is_over is told.over
    found = [warning.message for warning in game.warnings(len(told.rounds))]
    assert found == ([told.warned] if told.warned else [])


def test_mini_golf_is_told_to_par() -> None:
    game = GAMES["Mini golf: 2 3 7"].game
    assert [game.to_par(side) for side in game.sides] == [6, -3]
    assert game.hole_words(1) == "Hole 1 of 18"
    assert GAMES["Five Crowns: threes, left 3 K; joker 5"].game.hole_words(1) == "Round 1: Threes"


def test_every_game_has_an_example_and_can_be_written_down_and_chosen() -> None:
    assert {told.house for told in GAMES.values()} == {house.key for house in houses.score_games()}
    for house in houses.score_games():
        assert parse(house_toml(house), f"{house.key}.toml") == house
        for option in house.options:
            for reading in option.readings:
                assert houses.with_readings(house, {option.key: reading.key}).readings == {option.key: reading.key}


def test_the_game_of_the_docs_is_ours() -> None:
    page = (Path(__file__).parents[2] / "docs" / "adding-a-house.md").read_text(encoding="utf-8")
    written, ours = parse(page.split("```toml\n")[2].split("```")[0], "skip-bo.toml"), houses.get("skip-bo")
    assert (written.settle, written.match, written.words) == (ours.settle, ours.match, ours.words)


def test_a_round_sets_only_how_it_is_scored() -> None:
    text = house_toml(houses.get("6-nimmt")) + '[[rounds]]\nsets = { "match.until" = 5 }\n'
    text += '[[rounds]]\nsets = { "settle.kind" = "all" }\n'
    with pytest.raises(BadHouse) as found:
        parse(text, "6-nimmt.toml")
    assert [problem.key for problem in found.value.found] == ["rounds.0.sets", "rounds.1.sets"]


def test_random_games_are_as_the_model_counts_them() -> None:
    dice = random.Random("model")
    for _ in range(100):
        house, rules = some_rules(dice)
        rounds, out = some_rounds(rules, dice)
        game = played(house, rounds, out, planned=99)
        assert (totals(game), order(game), game.reached) == model(rules, rounds, out), (rules, rounds, out)
