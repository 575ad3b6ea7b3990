"""Every row of the comparison of the sheets is a question of its house, and counts what the comparison says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest

from scorekeeper import houses
from scorekeeper.referee.playing import last_turn_order
from scorekeeper.referee.questions import answers, at_other_houses, choice_of, settled_by
from scorekeeper.rules import Game, House, Option, Player, Reading
from scorekeeper.rules.options import AskedAbout
from tests.cases import part_b
from tests.cases.part_b import EVERY_ROW, MATCH, NOTE, NUMBERS, PLAY, ROWS, SCORE, WINNERS, Numbers

BY_SHEET = {house.source.sheet: house for house in houses.built_in() if house.source.sheet}
each_house = partial(pytest.mark.parametrize, "house", BY_SHEET.values(), ids=[h.key for h in BY_SHEET.values()])

# What the comparison gives as one row and the app asks as several questions.
SEVERAL = {
    "001-aa": {"tie", "hole-tie"},
    "001-ab": {"stock-empty", "deal", "most-players"},
    "002-p": {"stock-empty", "tie", "hole-winner"},
    "003-s": {"tie", "deal", "hole-winner"},
    "004-r": {"stock-empty", "tie", "hole-winner"},
    # Two questions meet in each of these, so that what they come to together is explained besides.
    "001-d": {"four-jokers", "four-jokers-worth"},
    "002-c": {"joker-pair", "joker-pair-worth"},
}


def option_of(row: str, key: str) -> tuple[House, Option]:
    house = BY_SHEET[row[:3]]
    option = house.option(key)
    assert option is not None, f"{house.key} has no question {key}"
    return house, option


def test_the_rows_are_all_typed_here() -> None:
    assert {sheet: len(letters) for sheet, letters in ROWS.items()} == {
        "000": 22,
        "001": 28,
        "002": 17,
        "003": 20,
        "004": 19,
    }
    by_kind = [
        f"{sheet}-{letter}" for kind in (SCORE, PLAY, MATCH, NOTE) for sheet in kind for letter in kind[sheet].split()
    ]
    assert sorted(by_kind) == sorted(EVERY_ROW)


@pytest.mark.parametrize("row", EVERY_ROW)
def test_every_row_is_a_question_of_its_house(row: str) -> None:
    found = {option.key for option in BY_SHEET[row[:3]].options if option.row == row}
    assert found, f"no question of {BY_SHEET[row[:3]].key} is row {row}"
    assert found == SEVERAL[row] if row in SEVERAL else len(found) == 1


@pytest.mark.parametrize(("kind", "rows"), [("score", SCORE), ("play", PLAY), ("match", MATCH), ("note", NOTE)])
def test_a_row_changes_what_the_comparison_says(kind: str, rows: Mapping[str, str]) -> None:
    for sheet, letters in rows.items():
        for letter in letters.split():
            kinds = {option.kind for option in BY_SHEET[sheet].options if option.row == f"{sheet}-{letter}"}
            assert kind in kinds, f"{sheet}-{letter} is {kinds}"


@pytest.mark.parametrize("case", NUMBERS, ids=lambda case: f"{case.row}-{case.option}-{'-'.join(case.given)}")
def test_the_example_counts_what_the_comparison_says(case: Numbers) -> None:
    house, option = option_of(case.row, case.option)
    assert option.row == case.row
    found = {one.reading.key: one for one in answers(houses.with_readings(house, case.given), option)}
    for reading, number in case.readings.items():
        worked = found[reading]
        assert (worked.total if isinstance(number, int) else dict(worked.totals)) == number, worked.problem


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ("moves-on", "Next Bo deals and Cy plays first."),
        ("stays", "Next Ann deals and Bo plays first."),
        ("winner-starts", "Next Bo deals and Cy plays first."),
        ("loser-deals", "Next Bo deals and Cy plays first."),
        ("ender-starts", "Next Cy deals and Ann plays first."),
        ("ender-deals", "Next Ann deals and Bo plays first."),
        ("highest-opening-starts", "Next Bo deals and the highest open cards start."),
        ("highest-opening-then-ender", "Next Cy deals and Ann plays first."),
    ],
)
def test_who_deals_next_is_told_for_every_way_to_deal(deal: str, told: str) -> None:
    example = AskedAbout(hole={"Ann": "7", "Bo": "12", "Cy": "4"}, ender="Ann")
    reading = Reading(key="one", text="one", sets={"match.deal": deal})
    option = Option(key="deal", row="", kind="play", question="?", why="", readings=(reading,), example=example)
    (found,) = answers(replace(houses.get("two-joker"), options=(option,)), option)
    assert (found.text, found.totals, found.problem) == (told, (), "")


def test_every_row_about_a_score_has_its_numbers() -> None:
    # These four have none in the comparison: it confirms what the sheet says, or nothing of it is counted.
    without = {"001-n", "001-o", "001-w", "003-f"}
    rows = {f"{sheet}-{letter}" for sheet, letters in SCORE.items() for letter in letters.split()}
    assert rows - {case.row for case in NUMBERS} == without


@pytest.mark.parametrize(
    ("row", "key", "readings"),
    [
        ("004-k", "another-completes", {"nothing": "just one last turn", "chain": "another round of last turns"}),
    ],
)
def test_where_nothing_is_counted_both_sides_are_told(row: str, key: str, readings: Mapping[str, str]) -> None:
    """No game can be played by the other side of these; the page says it, and claims no count of the same example."""
    house, option = option_of(row, key)
    assert option.row == row
    found = {one.reading.key: one for one in answers(house, option)}
    assert found.keys() == readings.keys()
    for reading, said in readings.items():
        assert said in found[reading].reading.text
        assert found[reading].total is None
        assert not found[reading].totals


@pytest.mark.parametrize(
    ("key", "reading", "counts", "tells"),
    [
        ("nobody-ended", "nobody", {"Ann": 9, "Bob": 4}, 9),
        ("nobody-ended", "last-to-reveal", {"Ann": 19, "Bob": 4}, 19),
        ("second-ender", "first", {"Ann": 19, "Bob": 8, "Cy": 3}, 8),
        ("second-ender", "both", {"Ann": 19, "Bob": 18, "Cy": 3}, 18),
    ],
)
def test_readings_that_differ_in_who_ended_the_hole_are_counted_with_their_enders(
    key: str, reading: str, counts: dict[str, int], tells: int
) -> None:
    house = BY_SHEET["001"]
    option = house.option(key)
    assert option is not None
    (found,) = [one for one in answers(house, option) if one.reading.key == reading]
    assert (dict(found.totals), found.total) == (counts, tells)
    assert not re.search(r"[0-9]", found.reading.text + (option.example.story if option.example else ""))


@pytest.mark.parametrize(("row", "jokers"), [("001-b", [2, 1, 0]), ("002-b", [0, 2])])
def test_a_deck_may_have_as_many_jokers_as_the_comparison_says(row: str, jokers: list[int]) -> None:
    """What is told of two decks together is half as many in each."""
    house, option = option_of(row, "jokers")
    found = [houses.with_readings(house, {"jokers": reading.key}) for reading in option.readings]
    assert [chosen.table.jokers_per_deck for chosen in found] == jokers


@pytest.mark.parametrize(("row", "key", "reading"), WINNERS)
def test_the_game_is_won_as_the_comparison_says(row: str, key: str, reading: str) -> None:
    house, option = option_of(row, key)
    found = {one.reading.key: one.text for one in answers(house, option)}
    assert WINNERS[row, key, reading] in found[reading]


def test_who_begins_nine_holes_at_a_table_of_four() -> None:
    """000-p: as the deal moves on, whoever begins the first hole begins three, the others two each."""
    players = tuple(Player(seat, name) for seat, name in enumerate(("Ann", "Bob", "Cy", "Di"), start=1))
    game = Game(BY_SHEET["000"], players, holes_planned=9, first_dealer=4)
    begins = [starter.name for hole in range(1, 10) if (starter := game.starter(hole))]
    assert [begins.count(player.name) for player in players] == [3, 2, 2, 2]


def test_what_is_left_to_draw_for_thirteen() -> None:
    """002-n: three decks, thirteen times six cards and one face up."""
    house = BY_SHEET["002"]
    assert house.cards_in_play(house.decks(13) or 0) - 13 * house.grid.size - 1 == 77
    assert "77" in option_of("002-n", "decks")[1].example.story  # type: ignore[union-attr]


@pytest.mark.parametrize(("reading", "by_the_first", "by_the_last"), [("all", 3, 3), ("rest", 3, 0)])
def test_how_many_last_turns_there_are_for_four(reading: str, by_the_first: int, by_the_last: int) -> None:
    """004-l: the first of four seats began, and ends the hole; or the last one does."""
    house = houses.with_readings(BY_SHEET["004"], {"last-turns-for": reading})
    assert len(last_turn_order(house, seats=4, starter=0, ender=0)) == by_the_first
    assert len(last_turn_order(house, seats=4, starter=0, ender=3)) == by_the_last


@each_house()
def test_every_question_has_an_example_that_can_be_worked_out(house: House) -> None:
    for option in house.options:
        assert option.example is not None, option.key
        assert option.example.layout or option.example.hole or option.example.story, option.key
        for one in answers(house, option):
            assert not one.problem, f"{option.key}={one.reading.key}: {one.problem}"


TOLD_IN_WORDS = {"penalty nobody-ended", "penalty second-ender"}
"""Their other side is a matter of whom the table names as the ender, so one example cannot count both."""


@each_house()
def test_what_changes_a_score_is_shown_with_numbers_that_differ(house: House) -> None:
    for option in house.options:
        if option.kind != "score":
            continue
        found = answers(house, option)
        if f"{house.key} {option.key}" in TOLD_IN_WORDS:
            continue
        assert all(one.total is not None or one.totals for one in found), option.key
        numbers = [one.totals if one.total is None else one.total for one in found]
        if any(reading.sets for reading in option.readings) and len(numbers) > 1:
            assert any(number != numbers[0] for number in numbers[1:]), option.key


@each_house()
def test_each_answer_is_worked_under_its_own_reading(house: House) -> None:
    for option in house.options:
        for one in answers(house, option):
            assert one.house == houses.with_readings(house, {option.key: one.reading.key})


def test_an_answer_keeps_what_the_table_has_chosen_otherwise() -> None:
    house = houses.with_readings(houses.get("rvers"), {"joker-value": "minus-two"})
    option = house.option("joker-pair")
    assert option is not None
    assert [one.total for one in answers(house, option)] == [13, 9, 9]


def test_what_cannot_be_worked_out_says_why() -> None:
    house = houses.with_readings(houses.get("worksheet"), {"shape": "three-rows"})
    option = house.option("four-of-a-kind")
    assert option is not None
    assert all(one.problem and one.total is None for one in answers(house, option))


# --- choosing ---------------------------------------------------------------------------------------------------------


@each_house()
def test_a_question_that_may_be_answered_is_chosen_by_its_own_key(house: House) -> None:
    for option in house.options:
        for reading in option.readings if option.asked != "explained" else ():
            assert choice_of(house, option, reading) == {option.key: reading.key}


@each_house()
def test_an_explained_question_is_chosen_with_others_that_come_to_the_same(house: House) -> None:
    for option in house.options:
        for reading in option.readings if option.asked == "explained" else ():
            choice = choice_of(house, option, reading)
            if choice:
                assert reading.sets
                one = houses.with_readings(house, choice)
                other = houses.with_readings(house, {option.key: reading.key})
                assert {**vars(one), "readings": {}} == {**vars(other), "readings": {}}


@pytest.mark.parametrize(
    ("house", "key", "reading", "choice"),
    [
        ("worksheet", "pair-or-not", "yes", {"pair-of-twos": "better"}),
        (
            "penalty",
            "four-jokers-worth",
            "both",
            {"joker-pair": "keep", "four-jokers": "yes"},
        ),
        ("penalty", "two-pairs", "yes", {}),
        ("rvers", "joker-over-two", "minus", {"joker-value": "minus-two", "equal-value": "rank"}),
        ("four-card", "three-alike", "one-counts", {"pairs": "anywhere"}),
        ("two-joker", "one-last-turn", "two", {}),
    ],
)
def test_how_it_is_chosen(house: str, key: str, reading: str, choice: Mapping[str, str]) -> None:
    of = houses.get(house)
    option = of.option(key)
    assert option is not None
    found = option.reading(reading)
    assert found is not None
    assert choice_of(of, option, found) == choice


def test_the_questions_that_settle_an_explained_one() -> None:
    house, option = option_of("002-d", "joker-over-two")
    assert [other.key for other in settled_by(house, option)] == ["joker-value", "equal-value"]


def test_the_same_question_at_the_other_houses() -> None:
    house, option = option_of("001-c", "joker-pair")
    found = {other.key: asked.row for other, asked in at_other_houses(house, option)}
    assert found["rvers"] == "002-c"
    assert found["two-joker"] == "004-a"
    assert "penalty" not in found


def test_the_cases_are_those_of_the_comparison() -> None:
    assert {case.row for case in part_b.NUMBERS} <= set(EVERY_ROW)
