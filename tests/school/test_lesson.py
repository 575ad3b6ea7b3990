"""The lesson of each house: what it tells is what the house has, and what comes of a try is what the referee says."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.houses import with_readings
from scorekeeper.referee import can, do
from scorekeeper.referee.situation import ME
from scorekeeper.rules import House, score
from scorekeeper.rules.wording import number
from scorekeeper.school.lesson import lesson
from scorekeeper.school.lesson.tasks import (
    ALLOWED,
    DO,
    DONE,
    NOT_ALLOWED,
    NOT_SO,
    READING,
    RIGHT,
    Moves,
    Screen,
)
from tests.random_houses import random_houses

FEWEST_SCREENS, MOST_SCREENS = 7, 14


def screen_of(house: House, key: str) -> Screen:
    return next(screen for screen in lesson(house) if screen.key == key)


def test_every_lesson_is_short_and_ends_well_and_its_tries_are_answered_by_the_rules() -> None:
    for house in (*houses.built_in(), *random_houses(3).values()):
        screens = lesson(house)
        assert FEWEST_SCREENS <= len(screens) <= MOST_SCREENS
        assert len({screen.key for screen in screens}) == len(screens)
        assert (screens[0].key, screens[-1].key) == ("deal", "score")
        for screen in screens:
            told = screen.task.tried(screen.task.solution)
            assert told.good, (house.key, screen.key, told)
            assert told.word in (DONE, RIGHT)
            assert told.citation is None
            if isinstance(screen.task, Moves):
                answered_by_the_referee(screen.task)
            elif "points" in screen.task.solution:
                assert screen.task.question.solution == {
                    "points": score(screen.task.question.hands[0].layout, house).total
                }


def answered_by_the_referee(task: Moves) -> None:
    for way in task.ways:
        told = task.tried({DO: (way.key,)})
        allowed = can(task.state, ME, way.action)
        assert (told.word != NOT_ALLOWED) == allowed, way
        if allowed:
            assert told.state == do(task.state, ME, way.action)
            assert told.good == (way.key in task.wanted)
        else:
            assert told.state is None
            assert told.citation is not None
            assert told.citation.passage
        assert all(sentence.endswith((".", "?")) for sentence in told.sentences), told


# --- what the houses of the sheets teach -----------------------------------------------------------------------------


OPEN = [
    pytest.param("penalty", "pair-of-jokers", {"points": -6}, "two jokers", id="each joker of 001 keeps its value"),
    pytest.param("worksheet", "after", {"ending": "seats-1-2"}, "yes, one turn each", id="play goes on after the end"),
    pytest.param("five-a-rival", "after", {"ending": "over"}, "no, play stops at once", id="play stops at the end"),
]
"""House, screen, and an answer: a choice, or by how many points it differs from the right number."""


@pytest.mark.parametrize(("key", "screen", "answer", "told_of"), OPEN)
def test_what_the_table_may_choose_is_not_called_wrong(
    key: str, screen: str, answer: dict[str, int | str], told_of: str
) -> None:
    task = screen_of(houses.get(key), screen).task
    typed = {
        name: (value if isinstance(value, str) else str(int(task.solution[name][0]) + value),)
        for name, value in answer.items()
    }
    told = task.tried(typed)
    assert (told.good, told.word) == (False, READING)
    assert " is right where the table answers “" in told.sentences[0]
    assert told_of in told.sentences[0]
    assert "As these rules are played here it is " in told.sentences[0]


def test_a_wrong_number_is_told_what_leads_to_it_and_how_it_is_counted() -> None:
    for key, screen, away, said in (
        ("worksheet", "pair-of-twos", -4, "or if a pair of twos counts −4"),
        ("penalty", "four", 20, "If four of a kind count 10, you get "),
    ):
        task = screen_of(houses.get(key), screen).task
        (points,) = task.solution["points"]
        told = task.tried({"points": (str(int(points) + away),)})
        assert told.word == NOT_SO
        assert said in told.sentences[0]
        assert told.sentences[1] == f"It is {number(int(points))}."
        assert told.steps


@pytest.mark.parametrize(
    ("key", "screen", "way", "code_words"),
    [
        pytest.param("two-joker", "place", "exchange", "No rule lets you exchange", id="own cards exchanged"),
        pytest.param(
            "four-card", "place", "look", "is not looked at before it is replaced", id="a look at a hidden card"
        ),
        pytest.param("vanishing-columns", "thrown", "leave", "must be turned up", id="nothing turned up"),
    ],
)
def test_the_illegal_move_may_be_tried_and_is_explained(key: str, screen: str, way: str, code_words: str) -> None:
    told = screen_of(houses.get(key), screen).task.tried({DO: (way,)})
    assert told.word == NOT_ALLOWED
    assert not told.good
    assert code_words in told.sentences[0]
    assert told.citation is not None
    assert told.citation.sheet == houses.get(key).source.sheet


def test_another_reading_teaches_another_lesson() -> None:
    """Of sheet 004 a taken discard may go back; a table that reads it otherwise is taught so."""
    house = houses.get("two-joker")
    assert screen_of(house, "taken").task.tried({DO: ("throw",)}).word == DONE
    strict = with_readings(house, {"put-back": "forbidden"})
    told = screen_of(strict, "taken").task.tried({DO: ("throw",)})
    assert told.word == NOT_ALLOWED
    assert told.citation is not None
    assert told.citation.row == "004-i"
    assert told.citation.basis == "chosen by the table"


def test_the_hole_is_ended_by_the_card_that_ends_it() -> None:
    task = screen_of(houses.get("worksheet"), "end").task
    assert isinstance(task, Moves)
    ended = task.tried(task.solution)
    assert ended.state is not None
    assert ended.state.over
    other = next(way for way in task.ways if way.key not in task.wanted and can(task.state, ME, way.action))
    told = task.tried({DO: (other.key,)})
    assert told.word == ALLOWED
    assert told.sentences[-1] == "The hole goes on."


def test_an_opening_that_asks_for_one_column_is_refused_in_two() -> None:
    house = houses.get("two-joker")
    house = replace(house, opening=replace(house.opening, where="same-column"))
    task = screen_of(house, "deal").task
    assert task.tried({DO: ("open-2-1",)}).good
    told = task.tried({DO: ("open-1-2",)})
    assert told.sentences == ("The cards turned up first must lie in one column.",)
