"""A misread is told once two answers show it, each of two at once by itself; never on one answer, never a reading."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Layout, Rank, parse_layout, score
from scorekeeper.school.diagnosis.beliefs import beliefs
from scorekeeper.school.diagnosis.diagnosis import Diagnosis, told_belief, worth_telling

WORKSHEET, PENALTY, FOUR_CARD = map(houses.get, ("worksheet", "penalty", "four-card"))
HANDS = (
    "3D 3S 6C / AD KH AH",
    "10C 6C 2S / QH 2C JH",
    "4H 4S 10S / 4C 4D 9H",
    "KC 2S KS / 2D 2C [9H]",
    "[KD] AC QD / AD AH AS",
)


def thought_of(house: House, answers: Sequence[tuple[Layout, int]]) -> Diagnosis:
    diagnosis = Diagnosis.of(house)
    for layout, answer in answers:
        diagnosis = diagnosis.after(layout, answer)
    return diagnosis


def told(house: House, layouts: Sequence[str], totals: Sequence[int]) -> tuple[str, ...]:
    """The keys of the misreads that a teacher is told of after these answers."""
    answers = [(parse_layout(layout, house), total) for layout, total in zip(layouts, totals, strict=True)]
    return tuple(misread.key for misread in worth_telling(thought_of(house, answers), answers))


PAIRS_OF_TWOS = ("3 5 2 / 10 8 2", "2 K 2 / 2 3 2", "2 A Q / 2 A 7")
ALL = ("A Q 2 / K 10 A", "4 A A / 4 K J", "3 5 2 / 10 8 2", "2 K 2 / 2 3 2")


@pytest.mark.parametrize(
    ("layouts", "totals", "keys"),
    [
        pytest.param(PAIRS_OF_TWOS[:1], (22,), (), id="one answer"),
        pytest.param(PAIRS_OF_TWOS[:2], (22, -5), (), id="two, and a doubt is left"),
        pytest.param(PAIRS_OF_TWOS, (22, -5, 13), ("P2",), id="little doubt is left"),
        pytest.param(ALL, (20, 12, 26, 3), (), id="somebody who knows the rules"),
        pytest.param(HANDS, (34, 32, 19, 3, 32), (), id="twos in one hand alone, and what a king of 20 explains too"),
        pytest.param(HANDS, (14, 40, 19, 11, 12), ("V1",), id="a column below 0 in one hand, where V1 says the same"),
        pytest.param(HANDS, (14, 12, 19, 7, 2), ("V11",), id="one value in one hand, where V11 says the same"),
    ],
)
def test_what_is_told_of_answers(layouts: Sequence[str], totals: Sequence[int], keys: tuple[str, ...]) -> None:
    assert told(WORKSHEET, layouts, totals) == keys


def taken_for(
    house: House, values: dict[Rank, int], layouts: Sequence[str], by: House | None = None
) -> tuple[str, ...]:
    """What is told of somebody who counts all of those layouts with such values."""
    as_played = replace(by or house, values={**house.values, **values})
    return told(house, layouts, [score(parse_layout(text, house), as_played).total for text in layouts])


def test_a_reading_that_the_house_leaves_open_is_not_told() -> None:
    """In Penalty a pair of jokers may count -6; whoever also counts an ace 11 is told of that alone."""
    layouts = ["* 4 8 / * 9 Q", "* 4 A / * 9 Q", "* A 8 / * 3 9", "A 6 9 / 7 4 2", "* 5 7 / * 5 9", "A 10 4 / 6 2 7"]
    by_table = houses.with_readings(PENALTY, {"joker-pair": "keep"})
    assert taken_for(PENALTY, {}, layouts, by_table) == ()
    assert taken_for(PENALTY, {Rank.ACE: 11}, layouts, by_table) == ("V6",)


def test_nothing_is_told_where_another_value_of_a_card_explains_as_much() -> None:
    """Whoever counts a king 20 gets what an ace of 11 gives on each layout that has as many of both."""
    for_both = ["2 K / A Q", "A K / 5 J", "7 K / 9 A", "6 A / 3 K"]
    more = [*for_both, "K 5 / 7 J", "4 K / K 9"]
    assert taken_for(FOUR_CARD, {Rank.KING: 10}, for_both) == ()
    assert taken_for(FOUR_CARD, {Rank.KING: 10}, more) == ("V3",)
    assert taken_for(FOUR_CARD, {Rank.KING: 20}, more) == ()


@pytest.mark.long
def test_each_misread_that_is_told_rests_on_two_answers() -> None:
    told_of = 0
    layouts = [parse_layout(hand, WORKSHEET) for hand in HANDS]
    for held in beliefs(WORKSHEET):
        totals = [(layout, held.total(layout)) for layout in layouts]
        answers = [(layout, total) for layout, total in totals if total is not None]
        diagnosis = thought_of(WORKSHEET, answers)
        found = told_belief(diagnosis, answers)
        if found is None:
            continue
        told_of += 1
        assert found.mistakes == worth_telling(diagnosis, answers)
        for misread in found.mistakes:
            rest = {one.key for one in found.misreads if one is not misread}
            without = next(one for one in beliefs(WORKSHEET) if {other.key for other in one.misreads} == rest)
            shown = [layout for layout, answer in answers if found.total(layout) == answer != without.total(layout)]
            assert len(shown) >= 2, (held.key, misread.key)
    assert told_of
