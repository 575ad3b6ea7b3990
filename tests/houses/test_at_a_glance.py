"""A rule sheet at a glance: what the first screen says of each house."""

import pytest

from scorekeeper import houses
from scorekeeper.houses.sheet import at_a_glance
from scorekeeper.houses.sheet.phrases import unsigned
from scorekeeper.rules import House

VALUES = {
    "penalty": "A 1, 2–10 face, J Q 10, K 0, joker −3",
    "worksheet": "A 1, 2 −2, 3–10 face, J Q 10, K 0",
    "queens-nothing": "A 1, 2–10 face, J 10, Q 0, K 10",
    "spade-queen": "A −2, 2–10 face, J Q 10, K 0, Q♠ 40",
    "vanishing-columns": "−2 to 12 face",
    "play-nine": "−5, 0–12 face",
}

LINES = {
    ("worksheet", "end"): "End: a player has all cards face up. No last turns.",
    ("penalty", "equal"): "Pairs in a column are worth 0. Four of a kind: −10.",
    ("penalty", "penalty"): "Penalty: ending a hole costs 10 if another player has a lower score.",
    ("rvers", "turn"): "Turn: draw, then swap for one of yours or discard. You can’t put a discard back.",
    ("four-card", "deal"): "Deal four cards, peek at two.",
    ("four-card", "equal"): "Pairs: none. Every card counts.",
    ("two-joker", "equal"): "Pairs in a column are worth 0. But two jokers are worth −4.",
    ("two-joker", "match"): "Game: 9 or 18 holes, lowest total wins.",
    ("vanishing-columns", "equal"): "Three of a kind in a column are worth 0 and leave the grid.",
    ("vanishing-columns", "match"): "Game: until 100 points, lowest total wins.",
    ("queens-nothing", "turn"): "Turn: draw, then swap for one of yours.",
    ("four-turns", "end"): "End: everyone has had four turns.",
}


@pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
def test_every_house_fits_on_one_screen(house: House) -> None:
    glance = at_a_glance(house)
    topics = [line.topic for line in glance.lines]
    assert topics == [topic for topic in ("deal", "turn", "equal", "end", "penalty", "match") if topic in topics]
    assert ("penalty" in topics) == house.ender_matters
    assert {"deal", "turn", "equal", "end", "match"} <= set(topics)
    assert all(line.text.endswith(".") and "{" not in line.text for line in glance.lines)
    assert sum(len(f"{line.word} {unsigned(line.text)}".split()) for line in glance.lines) <= 85
    assert glance.table
    assert glance.example.layout.grid == house.grid
    assert bool(glance.example.cancelled) == (house.cancelling is not None)
    across = sum(line.points for line in glance.example.lines_across)
    assert sum(glance.example.column_points) + across == glance.example.total
    if house.source.sheet:
        assert glance.example.layout.shown in [example.layout.replace("-", "−") for example in house.examples]


@pytest.mark.parametrize("key", VALUES)
def test_the_strip_has_every_card_value_of_the_house(key: str) -> None:
    values = at_a_glance(houses.get(key)).values
    shown = [f"{one.cards} {'face' if one.points is None else one.points}".replace("-", "−") for one in values]
    assert ", ".join(shown) == VALUES[key]


@pytest.mark.parametrize(("key", "topic"), LINES)
def test_a_line_says_the_rule_of_the_house(key: str, topic: str) -> None:
    (line,) = [line for line in at_a_glance(houses.get(key)).lines if line.topic == topic]
    assert f"{line.word} {unsigned(line.text)}" == LINES[key, topic]


def test_a_line_follows_what_the_table_chose() -> None:
    house = houses.with_readings(houses.get("penalty"), {"put-back": "forbidden"})
    (turn,) = [line for line in at_a_glance(house).lines if line.topic == "turn"]
    assert turn.text.startswith("draw, then swap for one of yours or discard. You can’t put a discard back‡. If you")
