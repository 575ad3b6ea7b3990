"""The houses after other published rules: listed apart, with their sources, and questions that change something."""

from __future__ import annotations

from dataclasses import fields

import pytest

from scorekeeper import houses
from scorekeeper.referee.questions import answers
from scorekeeper.rules import House, Option, parse_layout, score

SHEETS, PUBLISHED = houses.groups()
each = pytest.mark.parametrize("house", PUBLISHED.houses, ids=lambda house: house.key)
SHOWN = [
    pytest.param(house, option, id=f"{house.key}-{option.key}")
    for house in PUBLISHED.houses
    for option in house.options
    if option.example is not None and (option.example.layout or option.example.hole)
]


def test_every_house_is_in_one_group_and_the_sheets_come_first() -> None:
    assert (*SHEETS.houses, *PUBLISHED.houses) == houses.built_in()
    assert [house.source.sheet for house in SHEETS.houses] == ["000", "001", "002", "003", "004"]
    assert {house.source.sheet for house in PUBLISHED.houses} == {""}
    assert [house.name for house in PUBLISHED.houses] == sorted(house.name for house in PUBLISHED.houses)


def rules_of(house: House) -> dict[str, object]:
    """What is played by, without the names, the words and the questions."""
    told = {"key", "name", "summary", "source", "options", "examples", "readings", "version"}
    return {field.name: getattr(house, field.name) for field in fields(house) if field.name not in told}


@each
def test_it_says_where_it_comes_from_and_plays_unlike_every_other(house: House) -> None:
    assert len(house.source.title) > 10
    assert not house.source.title.endswith(".")
    assert len(house.examples) >= 1
    assert all(example.why.endswith(".") for example in house.examples)
    for other in houses.built_in():
        if other is not house:
            assert (other.name, other.summary) != (house.name, house.summary)
            assert rules_of(other) != rules_of(house), other.key


@each
def test_its_questions_go_by_their_keys(house: House) -> None:
    assert {option.row for option in house.options} == {""}


@each
def test_every_question_that_changes_a_score_shows_how(house: House) -> None:
    for option in house.options:
        assert option.example is not None or option.kind != "score" or option.asked == "rare", option.key
        if option.key == "last-turn":
            assert option.example is not None
            assert option.example.layout


@pytest.mark.parametrize(("house", "option"), SHOWN)
def test_the_readings_of_a_question_count_its_example_differently(house: House, option: Option) -> None:
    told = [answer.text if answer.total is None else answer.total for answer in answers(house, option)]
    assert "" not in told
    assert len(set(told)) > 1


def test_what_the_published_family_has_is_there() -> None:
    """What each of them is known for, so that no later change of a file loses it."""
    told = {house.key: house for house in PUBLISHED.houses}
    nine, eight, ten = told["nine-card"], told["eight-card"], told["ten-card"]
    assert nine.cancelling is not None
    assert (nine.cancelling.size, nine.cancelling.where) == (3, ("column", "row", "diagonal"))
    assert nine.four_of_a_kind is not None
    assert (nine.four_of_a_kind.pattern, nine.four_of_a_kind.points) == ("block", -25)
    assert eight.four_of_a_kind is not None
    assert (eight.four_of_a_kind.pattern, eight.four_of_a_kind.points) == ("end-block", -20)
    assert (str(eight.grid), str(ten.grid)) == ("2 rows of 4", "2 rows of 5")
    vanishing = told["vanishing-columns"]
    assert (vanishing.cards_in_play(1), vanishing.match.until) == (150, 100)
    assert vanishing.cancelling is not None
    assert vanishing.cancelling.leave
    assert vanishing.penalty is not None
    assert (vanishing.penalty.kind, vanishing.penalty.when) == ("double", "someone-lower-or-equal")
    assert (houses.get("skyjo"), vanishing.match.deal) == (vanishing, "highest-opening-then-ender")
    assert (told["play-nine"].cards_in_play(1), str(told["play-nine"].grid)) == (108, "2 rows of 4")
    assert told["four-cancelling"].cancelling is not None
    assert told["suits-and-runs"].needs_suits
    assert told["suits-and-runs"].match.exact == {150: 0}
    assert told["four-turns"].ending.turns == 4
    penalties = told["six-card"].option("penalty")
    assert penalties is not None
    assert [reading.key for reading in penalties.readings] == ["none", "plus-ten", "double-and-five", "worst"]
    turning = houses.with_readings(told["six-card"], {"turn-one-up": "after-discard"}).turn
    assert (turning.turn_up_after_discard, turning.turn_up_instead) == ("must", False)
    dear = houses.with_readings(told["four-cancelling"], {"kings": "ten"})
    assert score(parse_layout("K 3 / Q 7", dear), dear).total == 30
    assert houses.with_readings(told["queens-nothing"], {"knock": "after-turn"}).ending.knock == "after-turn"


@pytest.mark.parametrize(
    ("layout", "total"),
    [
        pytest.param("9 9 4 A / 9 9 6 3", -6, id="at the left end"),
        pytest.param("4 A 9 9 / 6 3 9 9", -6, id="at the right end"),
        pytest.param("4 9 9 A / 6 9 9 3", 14, id="in the middle: nothing"),
        pytest.param("4 K K A / 6 K K 3", 14, id="kings in the middle: nothing"),
        pytest.param("K K 4 A / K K 6 3", -2, id="four kings"),
        pytest.param("9 9 9 9 / 9 9 9 9", -40, id="at both ends"),
        pytest.param("9 9 9 A / 9 9 9 3", -16, id="six alike reach one end"),
    ],
)
def test_four_of_a_kind_counts_at_the_ends_of_eight_cards(layout: str, total: int) -> None:
    house = houses.get("eight-card")
    assert score(parse_layout(layout, house), house).total == total


@pytest.mark.parametrize(
    ("layout", "total"),
    [
        pytest.param("7 7 1 2 / 7 7 3 4", 0, id="two columns of sevens"),
        pytest.param("3 3 3 3 / 3 3 3 3", -20, id="four columns of threes"),
        pytest.param("0 0 1 2 / 0 0 3 4", 0, id="two columns of zeros"),
        pytest.param("-5 -5 -5 2 / -5 1 3 4", -10, id="a pair of minus fives and a third one"),
        pytest.param("-5 7 7 -5 / -5 7 7 -5", -40, id="two bonuses"),
    ],
)
def test_equal_columns_of_play_nine(layout: str, total: int) -> None:
    house = houses.get("play-nine")
    assert score(parse_layout(layout, house), house).total == total


@pytest.mark.parametrize(
    ("option", "reading", "layout", "total"),
    [
        ("joker-value", "minus-two", "* 5 6 / * 5 7", 13),
        ("joker-value", "minus-five", "* 5 6 / * 5 7", 13),
        ("joker-value", "plus-two", "* 5 6 / * 5 7", 9),
        ("joker-value", "minus-five", "9 7 * / 6 5 3", 25),
        ("joker-value", "plus-two", "9 7 * / 6 5 3", 32),
        ("kings", "minus-two", "K 9 4 / 7 9 K", 7),
        ("kings", "minus-two", "K 9 4 / K 9 7", 11),
        ("tens", "one", "10 9 4 / 7 9 K", 12),
    ],
)
def test_the_extras_of_the_list_can_be_chosen(option: str, reading: str, layout: str, total: int) -> None:
    house = houses.with_readings(houses.get("extras"), {option: reading})
    assert score(parse_layout(layout, house), house).total == total


@pytest.mark.parametrize(
    ("key", "players_max", "decks"),
    [
        ("six-card", 8, {2: 1, 5: 2}),
        ("six-card-turning", 8, {2: 1, 4: 2}),
        ("four-cancelling", None, {2: 1, 9: 2}),
        ("queens-nothing", None, {2: 1}),
        ("turtle", None, {2: 1}),
        ("suits-and-runs", None, {2: 1}),
        ("five-a-rival", None, {2: 1}),
        ("one-above-other", 10, {2: 1, 4: 2}),
        ("extras", 6, {2: 1, 5: 2}),
        ("eight-card", 8, {2: 2}),
        ("ten-card", 6, {2: 2}),
        ("vanishing-columns", 8, {2: 1}),
        ("play-nine", 6, {2: 1}),
    ],
)
def test_nobody_is_kept_from_a_table_that_the_source_does_not_close(
    key: str, players_max: int | None, decks: dict[int, int]
) -> None:
    table = houses.get(key).table
    assert (table.players_max, dict(table.decks)) == (players_max, decks)
