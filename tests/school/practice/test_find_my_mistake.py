"""Find my mistake: which answers are enough to name a misread, and hands that bring them."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import Layout, parse_layout, score
from scorekeeper.school.diagnosis.beliefs import singles
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.practice.find_my_mistake import HANDS, Answers, found, next_hand

HOUSE = houses.get("worksheet")
TWOS = next(belief for belief in singles(HOUSE) if belief.key == "V1")
"""Whoever believes that a two is worth 2."""

SHOWN, SHOWN_TOO, AND_AGAIN = "2C 5D 9H / 7C 4D 8H", "2H 6D JH / 9C 3D 5S", "2S 10D QH / 4C AD 9S"
PLAIN, PLAIN_TOO = "5C 5D 9H / 7C 4D 8H", "JC 5D KH / JD 4D 8H"
"""Hands with a two, and without."""


def answered(*given: tuple[str, int | None]) -> Answers:
    """Answers to these hands; None stands for what somebody with that belief answers."""
    layouts = [(parse_layout(cards, HOUSE), answer) for cards, answer in given]
    return [(layout, TWOS.total(layout) or 0 if answer is None else answer) for layout, answer in layouts]


@pytest.mark.parametrize(
    ("answers", "shown"),
    [
        pytest.param(answered((SHOWN, None), (SHOWN_TOO, None), (PLAIN, None)), (0, 1), id="two show it"),
        pytest.param(answered((SHOWN, None), (PLAIN, None), (PLAIN_TOO, None)), (0,), id="one, the others are right"),
        pytest.param(answered((SHOWN, None), (SHOWN_TOO, 31), (PLAIN, None)), (), id="one, another speaks against it"),
        pytest.param(answered((SHOWN, None), (PLAIN, 3), (PLAIN_TOO, None)), (), id="one, another is odd"),
        pytest.param(
            answered((SHOWN, None), (SHOWN_TOO, None), (PLAIN, 3), (PLAIN_TOO, None)), (0, 1), id="two, one is odd"
        ),
        pytest.param(
            answered((SHOWN, None), (SHOWN_TOO, None), (AND_AGAIN, None), (PLAIN, 3), (PLAIN_TOO, 5)),
            (),
            id="three, two are odd",
        ),
        pytest.param(answered((SHOWN, None), (SHOWN_TOO, None)), (), id="two, but none is right"),
        pytest.param(answered((SHOWN, None), (SHOWN_TOO, None), (AND_AGAIN, None)), (0, 1, 2), id="three, none right"),
    ],
)
def test_answers_that_are_enough_to_name_a_misread(answers: Answers, shown: tuple[int, ...]) -> None:
    result = found(HOUSE, answers)
    assert result.shown == shown
    assert (result.misread == TWOS.misreads[0]) is bool(shown)


@pytest.mark.long
@pytest.mark.parametrize("key", ["worksheet", "penalty", "rvers", "four-card", "two-joker"])
def test_who_does_not_slip_is_told(key: str) -> None:
    """All but the misreads about four of one kind: only two of three chosen hands would make them certain."""
    house, untold = houses.get(key), []
    for belief in singles(house):
        answers: list[tuple[Layout, int]] = []
        for index in range(HANDS):
            layout = next_hand(house, answers, Dice(f"hand {index}"))
            answers.append((layout, belief.total(layout) or 0))
        result = found(house, answers)
        assert all(
            answer != score(layout, house).total for layout, answer in [answers[index] for index in result.shown]
        )
        named = [result.misread.key] if result.misread else [belief.key] if result.reading else []
        untold += [belief.key] if named != [belief.key] else []
    assert set(untold) <= {"F5", "F6", "F8"}
