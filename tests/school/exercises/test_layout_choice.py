"""Which layouts are asked about: of the level, and from the deck."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from scorekeeper import houses
from scorekeeper.rules import Layout, parse_layout
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises import layout_choice
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import cards_for, lay_out
from scorekeeper.school.exercises.layout_choice import next_layout
from scorekeeper.school.exercises.levels import HIGHEST, LEVELS, level_of, levels_of
from scorekeeper.school.practice.find_my_mistake import HANDS, next_hand


@pytest.mark.parametrize(
    ("house", "layout", "level"),
    [
        ("worksheet", "3 4 5 / 6 7 8", 1),
        ("worksheet", "3 4 A / 6 K 8", 2),
        ("worksheet", "3 4 A / 3 K 8", 3),
        ("worksheet", "3 4 4 / 6 K 8", 4),
        ("worksheet", "3 2 4 / 6 K 8", 5),
        ("worksheet", "2 3 4 / 2 K 8", 6),
        ("worksheet", "3 9 4 / 3 9 8", 6),
        ("worksheet", "3 [9] 4 / 5 6 8", 7),
        ("penalty", "* 9 4 / 5 6 8", 7),
        ("penalty", "5 5 4 / 5 5 8", 7),
        ("four-card", "5 5 / 6 6", 1),
    ],
)
def test_the_level_of_a_layout(house: str, layout: str, level: int) -> None:
    rules = houses.get(house)
    assert level_of(parse_layout(layout, rules), rules) == level


@pytest.mark.parametrize("house", ["worksheet", "penalty", "four-card", "vanishing-columns"])
def test_layouts_are_of_their_level_and_from_the_decks_of_the_house(house: str) -> None:
    rules = houses.get(house)
    there = {level.number for level in levels_of(rules)}
    deck = Counter(cards_for(rules, HIGHEST))
    dice = Dice(house)
    for level in LEVELS:
        for _ in range(10 if rules.grid.size <= 6 else 2):  # large grids hardly ever have a low level
            layout = lay_out(rules, level.number, dice)
            assert not Counter(layout.cards()) - deck
            if level.number in there and rules.grid.size <= 6:
                assert level_of(layout, rules) == level.number


def test_the_next_layout_is_never_above_the_level() -> None:
    rules = houses.get("worksheet")
    for level in (1, 5):
        assert level_of(next_layout(Diagnosis.of(rules), rules, level, Dice(f"level {level}")), rules) <= level


@pytest.mark.long
def test_no_hand_is_asked_twice_in_a_search_for_a_misread() -> None:
    rules = houses.get("four-card")
    for belief in singles(rules)[:10]:
        answers: list[tuple[Layout, int]] = []
        for index in range(HANDS):
            hand = next_hand(rules, answers, Dice(f"hand {index}"))
            answers.append((hand, belief.total(hand) or 0))
        assert len({tuple(card.rank for card in hand.cards()) for hand, _ in answers}) == HANDS, belief.key


@pytest.mark.long
def test_a_class_that_begins_at_once_waits_for_one_heap_of_layouts() -> None:
    house = replace(houses.get("four-card"), name="Begun at once")  # of which nothing is worked out yet
    start, known = Barrier(8), layout_choice._laid_once.cache_info().misses

    def begin(student: int) -> Layout:
        start.wait()
        return next_layout(Diagnosis.of(house), house, HIGHEST, Dice(str(student)))

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(begin, range(8)))) > 1
    assert layout_choice._laid_once.cache_info().misses == known + 1
