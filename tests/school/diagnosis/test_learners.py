"""The learners of the benchmarks: made of nothing of the product, and yet their wrong rules are the listed ones."""

import ast
from pathlib import Path
from random import Random

import pytest

from scorekeeper import houses
from scorekeeper.houses import freeze, groups
from scorekeeper.rules import parse_layout, score
from scorekeeper.school.classes.answer_misreads import mistakes
from scorekeeper.school.diagnosis.beliefs import Belief, Believers, singles
from tests import learners
from tests.learners.hands import JOKER, RANKS, Hand, deal, deck, read, written
from tests.learners.learners import learners as some_learners
from tests.learners.learners import slipped
from tests.learners.sheets import SHEETS, Sheet
from tests.learners.wrong_rules import KNOWN, STRANGERS, wrong_rules

each_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])


def hands_of(sheet: Sheet, count: int = 200) -> list[Hand]:
    dice = Random(sheet.name)
    return [deal(deck(sheet.jokers), sheet.columns, dice) for _ in range(count)]


def full_of_pairs(sheet: Sheet, count: int = 200) -> list[Hand]:
    """Hands of three ranks and jokers: what rarely lies in a dealt hand is in many of these."""
    dice, hands = Random(sheet.name), []
    for _ in range(count):
        ranks = {*dice.sample(RANKS, 3), JOKER}
        hands.append(deal([card for card in deck(sheet.jokers) if card.rank in ranks], sheet.columns, dice))
    return hands


def test_they_are_made_of_nothing_of_the_product() -> None:
    for file in Path(learners.__file__).parent.glob("*.py"):
        for statement in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(statement, ast.Import):
                imported = [name.name for name in statement.names]
            elif isinstance(statement, ast.ImportFrom):
                assert not statement.level, file
                imported = [statement.module or ""]
            else:
                continue
            ours = [name for name in imported if name.split(".")[0] in {"scorekeeper", "tests"}]
            assert all(name.startswith("tests.learners") for name in ours), file


def test_the_sheets_are_those_of_the_built_in_houses_with_one() -> None:
    assert {sheet.name for sheet in SHEETS} == {house.key for house in groups()[0].houses}


@each_sheet
def test_hands_are_read_as_pages_write_them(sheet: Sheet) -> None:
    house = houses.get(sheet.name)
    for hand in hands_of(sheet, 20):
        assert read(str(parse_layout(written(hand), house))) == hand


@each_sheet
def test_they_know_the_right_rules(sheet: Sheet) -> None:
    house = houses.get(sheet.name)
    for hand in hands_of(sheet) + full_of_pairs(sheet):
        assert sheet.way.total(hand) == score(parse_layout(written(hand), house), house).total, written(hand)


@pytest.mark.long
@each_sheet
def test_each_listed_mistake_has_learners_who_make_it(sheet: Sheet) -> None:
    """On every dealt hand; and on most of those full of pairs, where two people read some wrong rules in two ways."""
    found = mistakes(freeze(houses.get(sheet.name)))
    held = {rule.key: rule.change(sheet.way) for rule in wrong_rules(KNOWN, sheet)}
    assert set(held) == {belief.key for belief in found}
    for hands, least in ((hands_of(sheet), 200), (full_of_pairs(sheet), 180)):
        for belief, totals in zip(found, totals_under(found, hands, sheet), strict=True):
            agree = sum(held[belief.key].total(hand) == total for hand, total in zip(hands, totals, strict=True))
            assert agree >= least, belief.key


@each_sheet
def test_strangers_make_none_that_is_listed(sheet: Sheet) -> None:
    hands = hands_of(sheet)
    listed = totals_under(singles(houses.get(sheet.name)), hands, sheet)
    right = [sheet.way.total(hand) for hand in hands]
    for rule in wrong_rules(STRANGERS, sheet):
        numbers = tuple(rule.change(sheet.way).total(hand) for hand in hands)
        assert sum(map(int.__ne__, numbers, right)) >= len(hands) / 20, rule.meaning
        assert numbers not in listed, rule.meaning


def totals_under(found: tuple[Belief, ...], hands: list[Hand], sheet: Sheet) -> list[tuple[int | None, ...]]:
    """What each of these mistakes gives for all those hands."""
    scorer, house = Believers(found), houses.get(sheet.name)
    return list(zip(*[scorer.totals(parse_layout(written(hand), house)) for hand in hands], strict=True))


def test_one_hand_in_ten_is_a_slip_and_half_of_them_are_near() -> None:
    (learner,), dice = some_learners(SHEETS[0], "correct", 1), Random(1)
    hands = hands_of(SHEETS[0], 5_000)
    wrong = sum(learner.answer(hand) != learner.way.total(hand) for hand in hands)
    assert 0.09 < wrong / len(hands) < 0.11
    slips = [slipped(27, dice) for _ in range(2_000)]
    assert 27 not in slips
    assert 0.45 < sum(abs(slip - 27) in (1, 2, 10) for slip in slips) / len(slips) < 0.6
    assert 0.2 < slips.count(72) / len(slips) < 0.3
