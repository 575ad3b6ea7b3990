"""How many decks: the tables of the sheets, what is left open, and what a wrong number means."""

from __future__ import annotations

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.deck_tables import NOT_SO_MANY, answer_of
from scorekeeper.quiz.questions import UnknownQuestion, from_data
from scorekeeper.quiz.questions.decks import DecksQuestion, ask

# House, players, and what is right; None where it is not asked.
TABLES: list[tuple[str, int, str | None]] = [
    ("worksheet", 4, "1"),
    ("worksheet", 5, NOT_SO_MANY),
    ("penalty", 3, "1"),
    ("penalty", 4, None),
    ("penalty", 5, "2"),
    ("rvers", 4, "1"),
    ("rvers", 5, "2"),
    ("rvers", 8, "2"),
    ("rvers", 9, "3"),
    ("two-joker", 4, "1"),
    ("two-joker", 5, NOT_SO_MANY),
    ("eight-card", 2, "2"),
    ("nine-card", 3, None),
    ("nine-card", 4, "2"),
    ("nine-card", 9, NOT_SO_MANY),
    ("four-cancelling", 8, "1"),
    ("four-cancelling", 9, "2"),
]


@pytest.mark.parametrize(("house", "players", "right"), TABLES)
def test_the_decks_of_a_table(house: str, players: int, right: str | None) -> None:
    assert answer_of(houses.get(house), players) == right


@pytest.mark.parametrize(("house", "players"), [(house, players) for house, players, right in TABLES if right is None])
def test_what_the_table_must_say_is_never_asked(house: str, players: int) -> None:
    rules = houses.get(house)
    with pytest.raises(UnknownQuestion):
        from_data(rules, {"kind": "decks", "players": players})
    found = [ask(rules, 1, Dice(f"{seed}")) for seed in range(60)]
    assert all(question is not None and question.players != players for question in found)


def test_once_the_table_has_said_it_can_be_asked() -> None:
    two = houses.as_chosen(houses.get("penalty"), {"decks-at-four": "two"})
    assert DecksQuestion(two, 4).right == "2"


@pytest.mark.parametrize(
    ("house", "players", "chosen", "said"),
    [
        ("rvers", 5, "1", "Here one deck is for 2 to 4 players."),
        ("rvers", 4, "2", "Here two decks are for 5 to 8 players."),
        ("worksheet", 3, "2", "By these rules three players never use two decks."),
        ("nine-card", 4, "1", "Here one deck is for 2 to 3 players."),
        ("two-joker", 4, NOT_SO_MANY, "These rules are for two to four players, so four may play."),
        ("two-joker", 5, "1", "These rules are for two to four players."),
        ("two-joker", 5, "2", "That is right where the table answers “"),
    ],
)
def test_what_a_wrong_number_means(house: str, players: int, chosen: str, said: str) -> None:
    verdict = DecksQuestion(houses.get(house), players).judge({"decks": chosen})
    assert not verdict.right
    assert said in verdict.text


def test_why_so_many_may_not_play_is_told_once_it_was_answered() -> None:
    asked = DecksQuestion(houses.get("worksheet"), 5)
    because = "These rules are for two to four players, so five are too many."
    assert asked.judge({"decks": NOT_SO_MANY}).text == f"Right. {because}"
    assert [step.text for step in asked.worked] == [because]
    assert "too many" not in asked.judge({"decks": "1"}).text


@pytest.mark.parametrize("players", [0, -3, 1000])
def test_no_table_has_so_many_seats(players: int) -> None:
    with pytest.raises(UnknownQuestion):
        from_data(houses.get("worksheet"), {"kind": "decks", "players": players})


def test_every_answer_of_a_house_comes_up() -> None:
    rules = houses.get("rvers")
    found = [ask(rules, 1, Dice(f"{seed}")) for seed in range(60)]
    assert {question.right for question in found if question is not None} >= {"1", "2", "3"}
