"""Which layouts are asked about: of the level, and from the deck."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from statistics import median
from threading import Barrier

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, Layout, Rank, parse_layout, score
from scorekeeper.school.diagnosis.beliefs import Believers, singles
from scorekeeper.school.diagnosis.diagnosis import AGREEING, Diagnosis
from scorekeeper.school.exercises import bank
from scorekeeper.school.exercises.bank import DEALT, FEWEST, LAID, Answers, answers_to, bank_of, known_beliefs
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.laying import cards_for, laid, lay_out
from scorekeeper.school.exercises.layout_choice import gains, next_layout
from scorekeeper.school.exercises.levels import HIGHEST, LEVELS, level_of, levels_of
from scorekeeper.school.practice.find_my_mistake import DEALT as DEALT_AT
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
            assert not Counter(card for card in layout.cards() if card.rank is not Rank.GONE) - deck
            if level.number in there and rules.grid.size <= 6:
                assert level_of(layout, rules) == level.number


@pytest.mark.long
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
def test_a_class_that_begins_at_once_waits_for_one_bank(monkeypatch: pytest.MonkeyPatch) -> None:
    house = replace(houses.get("four-card"), name="Begun at once")  # of which nothing is worked out yet
    start, made = Barrier(8), list[int]()

    def counted(of: House, layouts: Sequence[Layout]) -> Answers:
        made.append(len(layouts))
        return answers_to(of, layouts)

    monkeypatch.setattr(bank, "answers_to", counted)

    def begin(student: int) -> Layout:
        start.wait()
        return next_layout(Diagnosis.of(house), house, HIGHEST, Dice(str(student)))

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(begin, range(8)))) > 1
    assert len(made) == 2  # the layouts of one bank; hands with exchanged columns are scored in layout_choice


# --- the bank ---------------------------------------------------------------------------------------------------------

FIVE = houses.groups()[0].houses


@pytest.mark.long
@pytest.mark.parametrize("house", FIVE, ids=lambda house: house.key)
def test_a_bank_has_what_each_belief_makes_of_its_layouts_and_a_quarter_of_them_are_dealt(house: House) -> None:
    made = bank_of(house, HIGHEST)
    assert (len(made.laid) >= LAID, len(made.dealt)) == (True, DEALT)
    assert len(set(made.layouts)) >= LAID + DEALT
    assert all(totals != made.answers[""] for key, totals in made.answers.items() if key), "each misread is shown"
    for (one, other), totals in zip(combinations(made.answers, 2), combinations(made.answers.values(), 2), strict=True):
        assert sum(map(int.__ne__, *totals)) >= AGREEING, f"{one} and {other} are told apart"
    for belief in known_beliefs(house):
        for index in range(0, LAID + DEALT, 40):
            assert made.answers[belief.key][index] == belief.total(made.layouts[index])


@pytest.mark.long
def test_large_hands_have_a_bank_for_each_level_though_they_hardly_have_the_level() -> None:
    house = houses.get("vanishing-columns")
    for level in levels_of(house):
        assert len(bank_of(house, level.number).laid) >= FEWEST


@pytest.mark.parametrize("house", FIVE, ids=lambda house: house.key)
def test_from_a_made_bank_a_hand_is_chosen_with_one_layout_scored(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank_of(house, HIGHEST)
    scored: list[Layout] = []
    totals = Believers.totals

    def counted(found: Believers, layout: Layout) -> tuple[int | None, ...]:
        scored.append(layout)
        return totals(found, layout)

    monkeypatch.setattr(Believers, "totals", counted)
    for diagnosis in (Diagnosis.of(house), Diagnosis.among(known_beliefs(house))):
        scored.clear()
        hand = next_layout(diagnosis, house, HIGHEST, Dice("chosen"))
        assert [ranks(layout) for layout in scored] == [ranks(hand)]  # with its columns exchanged


def ranks(layout: Layout) -> list[tuple[str, ...]]:
    """The ranks of its columns in any order."""
    return sorted(tuple(card.rank.value for card in column) for column in layout.columns)


def answered(house: House, key: str, count: int) -> list[tuple[Layout, int]]:
    """Hands answered by somebody with that misread."""
    believed, dice = next(one for one in singles(house) if one.key == key), Dice(f"answers of {key}")
    hands = [laid(house, HIGHEST, dice) for _ in range(count)]
    return [(hand, believed.total(hand) or 0) for hand in hands]


def test_two_of_five_hands_are_dealt() -> None:
    for house in FIVE:
        deck = [ranks(layout) for layout in bank_of(house, HIGHEST).dealt]
        answers: list[tuple[Layout, int]] = []
        for index in range(HANDS):
            hand = next_hand(house, answers, Dice(f"hand {index}"))
            answers.append((hand, score(hand, house).total))
        assert [ranks(hand) in deck for hand, _ in answers] == [index in DEALT_AT for index in range(HANDS)]


@pytest.mark.long
def test_neighbors_who_answer_alike_see_other_hands_six_times_of_seven() -> None:
    alike = [
        next_hand(house, answers, Dice(f"{code} A1")) == next_hand(house, answers, Dice(f"{code} A2"))
        for house in FIVE
        for code in range(10)
        for answers in ([], answered(house, singles(house)[0].key, 2))
    ]
    assert sum(alike) <= len(alike) / 7


SEARCHED = {
    ("worksheet", "V1", 0): "KC 2D 2H / AH 2C AD",
    ("worksheet", "V7", 1): "KH AD JC / 2D 2C AH",
    ("worksheet", "P3b", 2): "AC 2C KC / 2D [AH] AS",
    ("worksheet", "P6", 4): "2D 3S [3H] / 2S 2C 2H",
    ("penalty", "V2", 0): "KS 2S 2C / 2D 2H *",
    ("penalty", "V7", 1): "[AD] AC AH / AS * *",
    ("penalty", "V10b", 2): "* AD AH / 2S AS AC",
    ("penalty", "P18", 4): "QC QS QD / QH JH 10S",
    ("rvers", "V2", 0): "AH KS [AD] / * JD JC",
    ("rvers", "V7", 1): "2C * AH / * JS JH",
    ("rvers", "V10c", 2): "JC AH [JD] / * KS AD",
    ("rvers", "P18", 4): "KC QC * / JC JD *",
    ("four-card", "V2", 0): "KS AC / QS AS",
    ("four-card", "V7", 1): "AC KS / AS [2H]",
    ("four-card", "A2", 2): "QS KS / [QH] 2H",
    ("two-joker", "V2", 0): "JS KC [*] / JD AC AH",
    ("two-joker", "V7", 1): "* AD AC / * KD JD",
    ("two-joker", "V10c", 2): "KC AC [JS] / * * JH",
    ("two-joker", "P18", 4): "QC QS QD / QH KD 10S",
}
"""What a search of all changes of the best layouts found for answers of a misread to so many hands (f69fd44e)."""


def test_the_bank_tells_as_much_as_a_search_of_all_changes() -> None:
    told: list[float] = []
    for (key, misread, count), searched in SEARCHED.items():
        house = houses.get(key)
        diagnosis = Diagnosis.among(known_beliefs(house))
        for layout, answer in answered(house, misread, count):
            diagnosis = diagnosis.after(layout, answer)
        rarity = bank_of(house, HIGHEST).rarity
        chosen = [next_layout(diagnosis, house, HIGHEST, Dice(f"bank {number}")) for number in range(4)]
        *bits, most = gains(diagnosis, answers_to(house, [*chosen, parse_layout(searched, house)]), rarity)
        told += [one / most for one in bits]
    assert median(told) >= 0.97
