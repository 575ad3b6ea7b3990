"""Who wins the game: score cards of rules.md D, and houses in which scores alone do not decide it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.quiz import Dice
from scorekeeper.quiz.hole_explaining import SEVERAL
from scorekeeper.quiz.questions.game import GameQuestion, about, ask
from scorekeeper.rules import House

ANN, BOB = (5, 5, 5, 5, 5, 10, 11, 12, 12), (6, 7, 8, 7, 6, 6, 7, 7, 7)
"""70 points and five holes won, against 61 points and four holes."""


def card(house: House, *scores: tuple[int, ...]) -> GameQuestion:
    return GameQuestion(house, tuple(zip(("Ann", "Bob", "Cy"), scores, strict=False)))


def by_holes() -> House:
    house = houses.get("penalty")
    return replace(house, match=replace(house.match, winner="most-holes"))


CASES: dict[str, tuple[GameQuestion, str, dict[str, tuple[str, ...]]]] = {
    "the lowest total": (card(houses.get("penalty"), ANN, BOB), "Bob", {"Ann": ("G1", "G2"), SEVERAL: ()}),
    "the most holes": (card(by_holes(), ANN, BOB), "Ann", {"Bob": ("G2",)}),
    "equal totals": (card(houses.get("worksheet"), (3, 4), (5, 2)), SEVERAL, {"Ann": ()}),
    "eighteen holes": (
        card(houses.get("two-joker"), (1,) * 9 + (9,) * 9, (2,) * 9 + (3,) * 9), "Bob", {"Ann": ("G1", "G3")}
    ),
    "below zero": (card(houses.get("worksheet"), (-3, 4), (5, -12)), "Bob", {"Ann": ("G1",)}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_who_wins_and_what_a_wrong_name_means(case: str) -> None:
    question, right, wrong = CASES[case]
    assert question.solution == {"wins": right}
    for chosen, keys in wrong.items():
        verdict = question.judge({"wins": chosen})
        assert not verdict.right
        assert verdict.misreads == keys


def test_a_wrong_name_is_said_to_win_by_another_rule_and_not_to_be_right() -> None:
    question, _, _ = CASES["the lowest total"]
    said = "Ann wins if the most points win, or if whoever has won the most holes wins. Here: "
    assert question.judge({"wins": "Ann"}).text.startswith(said)
    (item,) = question.items()
    assert item.wrong[0].text.startswith(said)


def test_its_scores_are_a_card_of_nine_holes_in_a_row() -> None:
    short, long = CASES["equal totals"][0], CASES["eighteen holes"][0]
    assert [(part.holes, part.rows) for part in short.score_card] == [((1, 2), (("Ann", (3, 4)), ("Bob", (5, 2))))]
    first, second = long.score_card
    assert (first.holes, second.holes) == (tuple(range(1, 10)), tuple(range(10, 19)))
    assert second.rows == (("Ann", (9,) * 9), ("Bob", (3,) * 9))
    assert long.told[0].startswith("Ann: 1, 1,"), "on paper they stand in words"


def test_a_card_that_tells_totals_from_holes_is_looked_for() -> None:
    house = houses.get("penalty")
    found = [ask(house, 1, Dice(f"{seed}")) for seed in range(10)]
    told = [
        question.judge({"wins": name}).misreads
        for question in found
        if question is not None
        for name in (*dict(question.scores), SEVERAL)
    ]
    assert sum("G2" in keys for keys in told) == 10


def test_where_scores_alone_do_not_decide_it_is_not_asked() -> None:
    house = houses.get("vanishing-columns")
    assert house.match.until is not None
    assert about(house) == frozenset()
    assert ask(house, 1, Dice("1")) is None
