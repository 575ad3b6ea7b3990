"""Each reading of an open question has its own rule, and hands that score by it."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import Entry, Game, Hole, House, Player, parse_layout, score, score_hole
from scorekeeper.rules.leading import lead_sentence
from tests.rules.sheet_readings import CASES, WON, Asked, Case, Points, Won


def points_of(asked: Asked, house: House) -> Points:
    """The total of the layout, or every hole score."""
    if isinstance(asked.cards, str):
        return score(parse_layout(asked.cards, house), house).total
    hands = {name: parse_layout(hand, house) if isinstance(hand, str) else hand for name, hand in asked.cards.items()}
    return {player.name: player.score for player in score_hole(hands, house, asked.ender or None).players}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_rule_of_a_reading(case: Case) -> None:
    asked = case.asked
    house = houses.with_readings(houses.get(asked.house), {**asked.given, asked.option: case.reading})
    assert points_of(asked, house) == case.points, case.rule


@pytest.mark.parametrize("game", WON, ids=str)
def test_who_wins_by_a_reading(game: Won) -> None:
    house = houses.with_readings(houses.get(game.house), {game.option: game.reading})
    players = tuple(Player(seat, name) for seat, name in enumerate(game.points, start=1))
    by_hole = list(zip(*(points.split() for points in game.points.values()), strict=True))
    holes = tuple(
        Hole(
            number=number,
            dealer=1,
            entries={player.id: Entry(points=int(own)) for player, own in zip(players, points, strict=True)},
            ender_known=True,
            confirmed=True,
        )
        for number, points in enumerate(by_hole, start=1)
    )
    played = Game(house=house, players=players, holes_planned=len(holes), first_dealer=1, holes=holes)
    assert lead_sentence(played).startswith(game.told), game.rule


AT_THE_TABLE = {"ending.last_turns"}
"""What changes the turns of a hole, and no score of its cards."""


def test_every_reading_that_changes_scores_has_its_rule() -> None:
    wanted = {
        (house.key, option.key, reading.key)
        for house in houses.built_in()
        for option in house.options
        if option.kind == "score"
        for reading in option.readings
        if reading.sets.keys() - AT_THE_TABLE
    }
    assert wanted - {(case.asked.house, case.asked.option, case.reading) for case in CASES} == set()
