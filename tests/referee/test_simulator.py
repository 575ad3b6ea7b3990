"""Holes by dice: every state keeps to the rules of the table, in every house and every reading."""

from random import Random

from scorekeeper import houses
from scorekeeper.referee.state import full_deck
from scorekeeper.rules import House
from tests.random_houses import random_houses
from tests.referee import decks_for, each_house
from tests.referee.simulator import play_hole


def play(house: House, holes: int, sampled: float) -> None:
    sizes = range(house.table.players_min, min(4, house.most_players) + 1)
    tables = [  # the others are warned
        players for players in sizes if len(full_deck(house, decks_for(house, players))) > players * house.grid.size
    ]
    for number in range(holes if tables else 0):
        dice = Random(f"{house.key} {house.readings} {number}")
        play_hole(house, dice.choice(tables), dice, sampled)


@each_house()
def test_holes_of_every_house_and_of_every_reading_that_changes_the_play(house: House) -> None:
    play(house, 4, sampled=0.02)
    for option in house.options:
        for reading in option.readings:
            changes = any(path.split(".")[0] in ("opening", "turn", "ending") for path in reading.sets)
            if changes and reading is not option.default:
                play(houses.with_readings(house, {option.key: reading.key}), 1, sampled=0.05)


def test_houses_that_nobody_has_thought_of() -> None:
    for house in random_houses(15).values():
        play(house, 1, sampled=0.02)
