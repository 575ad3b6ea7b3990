"""Houses whose matching cards leave the grid: no hand shows a line that had left, and empty places are scored."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Layout, Rank, parse_layout, score
from scorekeeper.rules.notation import layout_problems
from scorekeeper.rules.scoring import GONE, PAIR, leaving, without_leaving
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.exercises.bank import UNSCORED, bank_of
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.items import Hand
from scorekeeper.school.exercises.laying import lay_hole
from scorekeeper.school.exercises.layout_choice import next_layout
from scorekeeper.school.exercises.levels import HIGHEST, level_of, levels_of
from scorekeeper.school.exercises.questions import KINDS, kinds_for
from scorekeeper.school.exercises.rule_hands import rule_hands
from scorekeeper.school.exercises.sets import Sheet, make_set

LEAVE = [house for house in houses.built_in() if house.cancelling is not None and house.cancelling.leave]
SKYJO, ROWS = (houses.get(key) for key in ("vanishing-columns", "vanishing-rows"))


def should_have_left(layout: Layout, house: House) -> bool:
    return bool(leaving(layout, house, layout.hidden))


@pytest.mark.parametrize(
    ("house", "lies", "left"),
    [
        pytest.param(SKYJO, "5 -2 3 8 / 5 4 0 1 / 5 9 4 12", ". -2 3 8 / . 4 0 1 / . 9 4 12", id="a column leaves"),
        pytest.param(SKYJO, "5 -2 3 8 / 5 4 0 1 / 6 9 4 12", "5 -2 3 8 / 5 4 0 1 / 6 9 4 12", id="two fives stay"),
        pytest.param(
            SKYJO, "5 -2 3 8 / [5] 4 0 1 / 5 9 4 12", "5 -2 3 8 / [5] 4 0 1 / 5 9 4 12", id="one lay face down"
        ),
        pytest.param(ROWS, "4 4 4 / J Q K / 7 7 5", ". . . / J Q K / 7 7 5", id="a row leaves"),
        pytest.param(ROWS, "4 5 6 / 4 Q K / 4 7 5", "4 5 6 / 4 Q K / 4 7 5", id="a column stays"),
        pytest.param(houses.get("worksheet"), "4 5 6 / 4 Q K", "4 5 6 / 4 Q K", id="nothing leaves this grid"),
    ],
)
def test_matching_cards_leave_that_lay_face_up(house: House, lies: str, left: str) -> None:
    assert without_leaving(parse_layout(lies, house), house) == parse_layout(left, house)


def hands_of(sheet: Sheet) -> list[Hand]:
    return [hand for question in sheet.questions for hand in question.hands]


@pytest.mark.long
@pytest.mark.parametrize("house", LEAVE, ids=lambda house: house.key)
def test_no_hand_of_a_worksheet_shows_a_line_that_had_left_and_some_show_where_it_was(house: House) -> None:
    made = make_set(house, HIGHEST, 15, 2, code="7K2Q-M4XP")
    hands = [hand.layout for sheet in made.sheets for hand in hands_of(sheet)]
    assert len(hands) == 30
    assert not any(should_have_left(layout, house) for layout in [*hands, *(sheet.own for sheet in made.sheets)])
    rules = Counter(line.rule for layout in hands for line in score(layout, house).lines)
    assert rules[GONE] >= 3
    assert rules[PAIR] >= 3, "a card that was face down made the match too late to leave"


def every_hand(house: House) -> Iterator[Layout]:
    """Hands of every kind of question at every level, of holes, of banks, and of rules."""
    for level in levels_of(house):
        yield from bank_of(house, level.number).layouts
        for kind in kinds_for(house):
            question = kind.ask(house, level.number, Dice(f"{kind.key} {level.number}"))
            yield from (hand.layout for hand in question.hands) if question is not None else ()
    for number in range(40):
        hole = lay_hole(house, HIGHEST, Dice(f"hole {number}"))
        yield from (layout for _, layout in hole.players) if hole is not None else ()
    yield from (worked.layout for worked in rule_hands(house).values())


@pytest.mark.long
@pytest.mark.parametrize("house", LEAVE, ids=lambda house: house.key)
def test_no_hand_of_any_exercise_shows_a_line_that_had_left(house: House) -> None:
    hands = list(every_hand(house))
    assert [layout for layout in hands if should_have_left(layout, house)] == []
    assert sum(Rank.GONE in {card.rank for card in layout.cards()} for layout in hands) > 50


@pytest.mark.long
def test_lines_that_cross_leave_hands_that_can_be_scored() -> None:
    """Where a card left by one line, another line is broken, and exchanged columns break diagonals."""
    nine = houses.get("nine-card")
    assert nine.cancelling is not None
    rule = replace(nine.cancelling, where=("row", "column", "diagonal"), leave=True, exceptions={}, wild=())
    house = replace(nine, key="crossing", cancelling=rule)
    dice, hands = Dice("crossing"), list[Layout]()
    for _ in range(150):
        hands.append(next_layout(Diagnosis.of(house), house, HIGHEST, dice, hands[-100:]))
    hands += [hand.layout for sheet in make_set(house, HIGHEST, 20, 1, code="7K2Q").sheets for hand in hands_of(sheet)]
    assert [layout for layout in hands if layout_problems(layout, house)] == []
    assert not any(should_have_left(layout, house) for layout in hands)


@pytest.mark.parametrize("house", LEAVE, ids=lambda house: house.key)
def test_every_kind_still_asks_and_the_hand_of_a_rule_shows_that_cards_cancel(house: House) -> None:
    assert all(kind.about(house) for kind in KINDS)
    assert {"cancelling", "where", "hidden-cards", "adding"} <= set(rule_hands(house))


@pytest.mark.parametrize("house", LEAVE, ids=lambda house: house.key)
def test_who_misreads_the_rules_scores_hands_with_empty_places_too(house: House) -> None:
    layout = parse_layout(". 5 -2 8 / . 6 0 1 / . 5 3 12" if house is SKYJO else ". . . / JS QH KC / 7S 7H 5D", house)
    right = score(layout, house).total
    assert None not in [belief.total(layout) for belief in singles(house)]
    nothing_cancels = next(belief for belief in singles(house) if belief.key == "P1")
    assert nothing_cancels.total(layout) == right, "whoever thinks so sees the same empty places"
    assert all(UNSCORED not in totals for totals in bank_of(house, HIGHEST).answers.values())


def test_empty_places_are_as_easy_as_cards_that_cancel() -> None:
    assert level_of(parse_layout(". 5 3 8 / . 6 0 1 / . 5 4 12", SKYJO), SKYJO) == 4
    assert level_of(parse_layout(". 5 3 8 / . 6 0 1 / . 7 4 12", SKYJO), SKYJO) == 3
    assert level_of(parse_layout(". 5 3 8 / . 6 0 1 / . 7 -2 12", SKYJO), SKYJO) == 5
