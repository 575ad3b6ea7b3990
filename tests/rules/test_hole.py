"""One hole: raw scores, the ender's penalty or reward, and who won it."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.rules import BadLayout, ByHand, House, adjustment, parse_layout, score_hole
from scorekeeper.rules.parameters import Penalty, Reward
from scorekeeper.rules.problems import RuleError
from tests.rules import changed, chosen

PENALTY = houses.get("penalty")
WORKSHEET = houses.get("worksheet")

ADD = PENALTY
TIE_PAYS = chosen("penalty", penalty_tie="pays")
EACH = chosen("penalty", penalty_rivals="each")
DOUBLE = chosen("penalty", penalty="double")
DOUBLE_AND_FIVE = chosen("penalty", penalty="double-and-five")
WORST = chosen("penalty", penalty="worst")
ZERO = changed("worksheet", reward=Reward(kind="zero"))
MINUS_FIVE = changed("worksheet", reward=Reward(kind="add", points=-5))

# The ender Ann, then the others; what is added to Ann's raw score, and by which rule.
ADJUSTMENTS = [
    ("somebody is lower", ADD, (5, 3), 10, "penalty"),
    ("nobody is lower", ADD, (3, 5), 0, ""),
    ("a tie is free", ADD, (5, 5), 0, ""),
    ("a tie with the lowest costs where the table says so", TIE_PAYS, (5, 5), 10, "penalty"),
    ("several are lower: once", ADD, (9, 4, 3, 0), 10, "penalty"),
    ("several are lower: for each", EACH, (9, 4, 3, 0), 30, "penalty"),
    ("for each, one of them higher", EACH, (9, 4, 30, 0), 20, "penalty"),
    ("below 0 and beaten", ADD, (-7, -8), 10, "penalty"),
    ("doubled", DOUBLE, (16, 9), 16, "penalty"),
    ("doubled from 1", DOUBLE, (1, 0), 1, "penalty"),
    ("doubled from 0 stays", DOUBLE, (0, -1), 0, "penalty"),
    ("doubling is no gift below 0", DOUBLE, (-7, -8), 0, "penalty"),
    ("doubled and five", DOUBLE_AND_FIVE, (16, 9), 21, "penalty"),
    ("only five below 0", DOUBLE_AND_FIVE, (-7, -8), 5, "penalty"),
    ("the worst at the table", WORST, (16, 9, 30), 14, "penalty"),
    ("already the worst", WORST, (16, 9), 0, "penalty"),
    ("alone at the table", ADD, (16,), 0, ""),
    ("no rule at all", WORKSHEET, (16, 9), 0, ""),
    ("rewarded with 0", ZERO, (5, 8), -5, "reward"),
    ("no reward on a tie, which is said", ZERO, (5, 5), 0, "reward"),
    ("nor anything to say where there was none to get", ZERO, (-4, -4), 0, ""),
    ("no reward for being beaten", ZERO, (5, 4), 0, ""),
    ("0 is no reward for less than 0", ZERO, (-4, 8), 0, ""),
    ("rewarded with minus 5", MINUS_FIVE, (5, 8), -5, "reward"),
    ("no reward without rivals", MINUS_FIVE, (5,), 0, ""),
]


@pytest.mark.parametrize(
    ("house", "raw", "points", "rule"), [case[1:] for case in ADJUSTMENTS], ids=[case[0] for case in ADJUSTMENTS]
)
def test_adjustment(house: House, raw: tuple[int, ...], points: int, rule: str) -> None:
    by_name = dict(zip(("Ann", "Bob", "Cy", "Di"), raw, strict=False))
    found = adjustment("Ann", by_name, house)
    assert (found.points, found.rule) == (points, rule)
    assert bool(found.text) == bool(rule)


def test_a_hole_of_cards_and_bare_points() -> None:
    ann, bob = parse_layout("A 4 K / K K K"), parse_layout("A 3 K / K K K")
    result = score_hole({"Ann": ann, "Bob": bob, "Cy": 12}, PENALTY, "Ann")
    assert [(player.name, player.raw, player.penalty, player.score, player.wins) for player in result.players] == [
        ("Ann", 5, 10, 15, False),
        ("Bob", 4, 0, 4, True),
        ("Cy", 12, 0, 12, False),
    ]
    assert result.ender == "Ann"
    worked = result["Ann"].worked
    assert worked is not None
    assert worked.total == 5
    assert result["Cy"].worked is None


def test_nobody_ended_it() -> None:
    result = score_hole({"Ann": 9, "Bob": 4}, PENALTY, None)
    assert result.ender is None
    assert [player.penalty for player in result.players] == [0, 0]


@pytest.mark.parametrize(
    ("house", "ender", "by_hand", "scores", "winners"),
    [
        (PENALTY, "Ann", {"Bob": -20}, [5, -11], ["Bob"]),  # raw scores are compared: Ann pays nothing
        (PENALTY, "Bob", {"Bob": 5}, [5, 24], ["Ann"]),  # on top of the penalty
        (WORKSHEET, None, {"Ann": 4}, [9, 9], ["Ann", "Bob"]),
        (ZERO, "Ann", {"Ann": 5}, [5, 9], ["Ann"]),  # what becomes 0 is the score without them
    ],
    ids=["nobody pays for them", "beside a penalty", "a tie", "after a reward"],
)
def test_points_by_hand_are_added_last_and_never_compared(
    house: House, ender: str | None, by_hand: dict[str, int], scores: list[int], winners: list[str]
) -> None:
    added = {name: ByHand(points, "looked at a card") for name, points in by_hand.items()}
    result = score_hole({"Ann": 5, "Bob": 9}, house, ender, by_hand=added)
    assert [player.score for player in result.players] == scores
    assert [player.name for player in result.players if player.wins] == winners
    assert [player.raw for player in result.players] == [5, 9]


def test_nobody_played_it() -> None:
    assert score_hole({}, PENALTY).players == ()


def test_an_ender_who_does_not_play() -> None:
    with pytest.raises(RuleError, match="Eve ended the hole but isn’t among Ann and Bob") as error:
        score_hole({"Ann": 9, "Bob": 4}, PENALTY, "Eve")
    assert error.value.code == "hole.unknown_player"


def test_a_layout_that_the_house_cannot_count() -> None:
    with pytest.raises(BadLayout):
        score_hole({"Ann": parse_layout("5 * 7 / 5 Q K")}, WORKSHEET)


@pytest.mark.parametrize(
    ("house", "needs"),
    [
        (PENALTY, True),
        (WORKSHEET, False),
        (chosen("penalty", penalty="none"), False),
        (ZERO, True),
        (replace(WORKSHEET, penalty=Penalty(kind="none"), reward=Reward(kind="none")), False),
    ],
    ids=["a penalty", "neither", "a penalty of nothing", "a reward", "both of nothing"],
)
def test_whether_the_ender_matters(house: House, needs: bool) -> None:
    assert house.needs_ender is needs
