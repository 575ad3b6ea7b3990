"""Every open question of a sheet has its row, and its answers are the points of the rules' own table."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.referee.open_questions import answers, at_other_houses, choice_of, settled_by
from scorekeeper.rules import House, Option, Reading
from scorekeeper.rules.options import AskedAbout
from tests.rules.sheet_readings import CASES, EVERY_ROW, QUESTIONS, WON, Asked, Case, Won

BY_SHEET = {house.source.sheet: house for house in houses.built_in() if house.source.sheet}


def option_of(row: str, key: str) -> tuple[House, Option]:
    house = BY_SHEET[row[:3]]
    option = house.option(key)
    assert option is not None, f"{house.key} has no question {key}"
    return house, option


@pytest.mark.parametrize("case", [case for case in CASES if case.asked.row], ids=str)
def test_an_answer_comes_to_the_points_of_its_reading(case: Case) -> None:
    asked = case.asked
    house, option = option_of(asked.row, asked.option)
    assert (house.key, option.row) == (asked.house, asked.row)
    cards = written(asked)
    if cards not in cards_of(option):
        other = AskedAbout(layout=cards) if isinstance(cards, str) else AskedAbout(hole=cards, ender=asked.ender)
        option = replace(option, example=other)
    found = {one.reading.key: one for one in answers(houses.with_readings(house, asked.given), option)}
    worked = found[case.reading]
    assert (worked.total if isinstance(case.points, int) else dict(worked.totals)) == case.points, worked.problem


def written(asked: Asked) -> str | dict[str, str]:
    """The layout or the hole of a case, as an example writes it."""
    return asked.cards if isinstance(asked.cards, str) else {name: str(hand) for name, hand in asked.cards.items()}


def cards_of(option: Option) -> list[str | dict[str, str]]:
    """The layouts or the hole of a question's example, as written."""
    example = option.example or AskedAbout()
    return [dict(example.hole)] if example.hole else [example.layout, *(one.layout for one in option.readings)]


@pytest.mark.parametrize("row", EVERY_ROW)
def test_every_row_is_a_question_of_its_house_and_what_it_scores_is_in_the_table_of_the_rules(row: str) -> None:
    house = BY_SHEET[row[:3]]
    found = [option for option in house.options if option.row == row]
    assert found
    for option in found:
        known = [written(asked) for asked in QUESTIONS if (asked.house, asked.option) == (house.key, option.key)]
        assert option.kind != "score" or any(cards in cards_of(option) for cards in known), option.key


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ("stays", "Next, Ann deals and Bo goes first."),
        ("ender-starts", "Next, Cy deals and Ann goes first."),
        ("highest-opening-starts", "Next, Bo deals and the highest cards start."),
    ],
)
def test_who_deals_next_is_told_by_name(deal: str, told: str) -> None:
    example = AskedAbout(hole={"Ann": "7", "Bo": "12", "Cy": "4"}, ender="Ann")
    reading = Reading(key="one", text="one", sets={"match.deal": deal})
    option = Option(key="deal", row="", kind="play", question="?", why="", readings=(reading,), example=example)
    (found,) = answers(replace(houses.get("two-joker"), options=(option,)), option)
    assert (found.text, found.totals, found.problem) == (told, (), "")


@pytest.mark.parametrize(
    ("key", "reading", "counts", "tells"),
    [
        ("nobody-ended", "nobody", {"Ann": 9, "Bo": 4}, 9),
        ("nobody-ended", "last-to-reveal", {"Ann": 19, "Bo": 4}, 19),
        ("second-ender", "first", {"Ann": 19, "Bo": 8, "Cy": 3}, 8),
        ("second-ender", "both", {"Ann": 19, "Bo": 18, "Cy": 3}, 18),
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


@pytest.mark.parametrize("game", WON, ids=str)
def test_the_game_of_a_question_is_won_by_its_reading(game: Won) -> None:
    house, option = option_of(game.row, game.option)
    assert (house.key, cards_of(option)) == (game.house, [game.points])
    found = {one.reading.key: one.text for one in answers(house, option)}
    assert found[game.reading].startswith(game.told)


TOLD_IN_WORDS = {"penalty nobody-ended", "penalty second-ender"}
"""Their readings differ in the player named as ender, so one example can't score both."""


def test_every_question_has_an_example_that_is_worked_out_under_each_reading() -> None:
    for house in BY_SHEET.values():
        for option in house.options:
            found = answers(house, option)
            for one in found:
                assert not one.problem, f"{option.key}={one.reading.key}: {one.problem}"
                assert one.house == houses.with_readings(house, {option.key: one.reading.key})
            if option.kind == "score" and f"{house.key} {option.key}" not in TOLD_IN_WORDS:
                numbers = [one.totals if one.total is None else one.total for one in found]
                sets = any(reading.sets for reading in option.readings)
                assert len(numbers) == 1 or not sets or len(set(numbers)) > 1, option.key


def test_every_reading_that_can_be_chosen_comes_to_what_it_says() -> None:
    for house in BY_SHEET.values():
        for option in house.options:
            for reading in option.readings:
                choice = choice_of(house, option, reading)
                if option.asked != "explained":
                    assert choice == {option.key: reading.key}
                elif choice:
                    one = houses.with_readings(house, choice)
                    other = houses.with_readings(house, {option.key: reading.key})
                    assert {**vars(one), "readings": {}} == {**vars(other), "readings": {}}


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


@pytest.mark.parametrize(
    ("house", "key", "reading", "choice"),
    [
        ("worksheet", "pair-or-not", "yes", {"pair-of-twos": "better"}),
        ("penalty", "four-jokers-worth", "both", {"joker-pair": "keep", "four-jokers": "yes"}),
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
