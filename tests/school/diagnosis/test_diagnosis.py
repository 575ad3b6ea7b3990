"""What is thought likely follows from the answers: Bayes, on cases small enough to follow."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, believers, together
from scorekeeper.school.diagnosis.diagnosis import Diagnosis
from scorekeeper.school.diagnosis.misreads import misreads
from tests.school.classes_at_work import WORKSHEET, likely


def belief(house: House, key: str) -> Belief:
    return next(found for found in beliefs(house) if found.key == key)


@pytest.mark.long
def test_beliefs_begin_with_the_rules_and_are_all_different() -> None:
    for house in houses.built_in():
        found = beliefs(house)
        assert found[0].misreads == ()
        assert len({one.key for one in found}) == len(found)
        single = [one.misreads[0].doing for one in found if len(one.misreads) == 1]
        assert len(set(single)) == len(single), house.key
        sizes = [len(one.misreads) for one in found]
        assert sizes == sorted(sizes)
        assert max(sizes) == 2


def test_two_misreads_at_once_change_both_rules() -> None:
    both = belief(WORKSHEET, "V1+P1")
    assert both.total(parse_layout("2 5 K / 2 6 K", WORKSHEET)) == 15  # 2 + 2 + 5 + 6
    assert belief(WORKSHEET, "V3+A2").total(parse_layout("5 K 9 / 6 3 9", WORKSHEET)) == 24


def test_misreads_of_the_same_rule_do_not_go_together() -> None:
    by_key = {misread.key: misread for misread in misreads(WORKSHEET)}
    assert together(WORKSHEET, by_key["V3"], by_key["V4"]) is None
    assert together(WORKSHEET, by_key["A1"], by_key["A2"]) is None
    assert together(WORKSHEET, by_key["V3"], by_key["V6"]) is not None


def test_each_wrong_answer_leaves_fewer_misreads_that_explain_it() -> None:
    answers = [("3 5 2 / 10 8 2", 22), ("2 7 7 / 2 7 3", 6), ("2 K 2 / 2 3 2", -5)]
    suspects = []
    for asked in range(1, 4):
        after = likely(WORKSHEET, *answers[:asked])
        suspects.append([one.key for one, share in zip(after.beliefs, after.shares, strict=True) if share > 0.1])
    assert suspects == [["P1", "P2", "P4"], ["P2", "P4"], ["P2"]]


def test_a_slip_does_not_overturn_what_was_shown_before() -> None:
    answers = (("A Q 2 / K 10 A", 20), ("4 A A / 4 K J", 12), ("3 5 2 / 10 8 2", 26), ("7 8 7 / 6 9 7", 31))
    knows = likely(WORKSHEET, *answers)
    assert knows.likeliest[0].key == ""


def test_what_was_likely_fades_toward_what_was_at_first() -> None:
    sure = likely(WORKSHEET, ("3 5 2 / 10 8 2", 22), ("2 K 2 / 2 3 2", -5))
    faded = sure.faded()
    assert faded.likeliest[0].key == sure.likeliest[0].key
    assert faded.likeliest[1] < sure.likeliest[1]


@pytest.mark.parametrize(
    ("house", "layout"),
    [
        ("worksheet", "2 5 K / 2 9 3"),
        ("worksheet", "K 2 [Q] / 3 9 [8]"),
        ("penalty", "K K 7 / K K 10"),
        ("turtle", "3 7 / 7 5"),
        ("four-card", "2 7 / 5 9"),
        ("vanishing-columns", "#-2 5 3 8 / #-2 7 #0 #1 / #-2 9 4 #12"),
        ("vanishing-columns", ". 5 3 8 / . 7 #0 #1 / . 9 4 #12"),
    ],
    ids=["columns", "cards face down", "four of a kind", "anywhere", "no pairs", "columns of three", "a column gone"],
)
def test_many_beliefs_at_once_have_the_totals_of_each(house: str, layout: str) -> None:
    rules = houses.get(house)
    cards = parse_layout(layout, rules)
    found = beliefs(rules)
    assert believers(found).totals(cards) == tuple(one.total(cards) for one in found)


# --- shares, in numbers -----------------------------------------------------------------------------------------------


def test_at_first_each_kind_has_its_share_and_the_beliefs_of_a_kind_are_equal() -> None:
    found = Diagnosis.of(WORKSHEET)
    by_size: list[list[float]] = [[], [], []]
    for one, share in zip(found.beliefs, found.shares, strict=True):
        by_size[len(one.misreads)].append(share)
    assert [sum(shares) for shares in by_size] == pytest.approx([0.40 / 1.02, 0.45 / 1.02, 0.15 / 1.02])
    assert found.unknown == pytest.approx(0.02 / 1.02)
    assert all(max(shares) == pytest.approx(min(shares)) for shares in by_size)


def test_among_a_few_beliefs_each_kind_that_is_missing_leaves_its_share() -> None:
    found = Diagnosis.among((belief(WORKSHEET, ""), belief(WORKSHEET, "V1"), belief(WORKSHEET, "V3")))
    assert found.shares == pytest.approx((0.40 / 0.87, 0.225 / 0.87, 0.225 / 0.87))
    assert found.unknown == pytest.approx(0.02 / 0.87)
    knows = Diagnosis.among((belief(WORKSHEET, ""),))
    assert knows.shares == pytest.approx((0.40 / 0.42,))


# 2 K 5 / 7 6 9 is worth 25; a two of 2 makes it 29. How likely the answer is under each belief, and by chance.
LIKELY = [
    ("the right number", 25, 0.9, 0.03 / 30, 0.4),
    ("the number of the misread", 29, 0.03 / 30, 0.9, 0.02),
    ("one too many of the misread", 30, 0.03 / 30, 0.03 / 30 + 0.05 / 6, 0.02),
    ("two too few of both", 27, 0.03 / 30 + 0.05 / 6, 0.03 / 30 + 0.05 / 6, 0.02),
    ("a ten too many", 35, 0.03 / 30 + 0.05 / 6, 0.03 / 30, 0.02),
    ("a ten too few", 15, 0.03 / 30 + 0.05 / 6, 0.03 / 30, 0.02),
    ("its digits turned", 52, 0.03 / 30 + 0.02, 0.03 / 30, 0.02),
    ("three off", 22, 0.03 / 30, 0.03 / 30, 0.02),
    ("nowhere near", 60, 0.03 / 30, 0.03 / 30, 0.02),
]


@pytest.mark.parametrize(
    ("answer", "right", "misread", "unknown"), [case[1:] for case in LIKELY], ids=[case[0] for case in LIKELY]
)
def test_an_answer_weighs_each_belief_by_how_likely_it_makes_it(
    answer: int, right: float, misread: float, unknown: float
) -> None:
    before = Diagnosis.among((belief(WORKSHEET, ""), belief(WORKSHEET, "V1")))
    after = before.after(parse_layout("2 K 5 / 7 6 9", WORKSHEET), answer)
    weights = [0.40 * right, 0.45 * misread, 0.02 * unknown]
    assert [*after.shares, after.unknown] == pytest.approx([weight / sum(weights) for weight in weights])


def test_a_belief_that_cannot_score_the_hand_expects_any_number() -> None:
    layout = parse_layout("K 5 6 / 4 7 8", WORKSHEET)
    black_kings = belief(WORKSHEET, "V13")
    assert black_kings.total(layout) is None, "the king has no suit"
    before = Diagnosis.among((belief(WORKSHEET, ""), black_kings))
    right = belief(WORKSHEET, "").total(layout)
    assert right is not None
    after = before.after(layout, right)
    weights = [0.40 * 0.9, 0.45 * 0.03 / 30, 0.02 * 0.4]
    assert [*after.shares, after.unknown] == pytest.approx([weight / sum(weights) for weight in weights])


def test_a_tenth_of_each_share_fades() -> None:
    sure = likely(WORKSHEET, ("3 5 2 / 10 8 2", 22), ("2 K 2 / 2 3 2", -5))
    faded, first = sure.faded(), Diagnosis.of(WORKSHEET)
    wanted = [0.9 * share + 0.1 * at_first for share, at_first in zip(sure.shares, first.shares, strict=True)]
    assert faded.shares == pytest.approx(wanted)
    assert faded.unknown == pytest.approx(0.9 * sure.unknown + 0.1 * first.unknown)


def test_the_share_of_a_misread_counts_every_pair_with_it() -> None:
    by_key = {misread.key: misread for misread in misreads(WORKSHEET)}
    two = belief(WORKSHEET, "V1+P1")
    found = Diagnosis.among((belief(WORKSHEET, ""), belief(WORKSHEET, "V1"), two))
    assert found.share_of(by_key["V1"]) == pytest.approx((0.45 + 0.15) / 1.02)
    assert found.share_of(by_key["P1"]) == pytest.approx(0.15 / 1.02)
    assert found.share_of(by_key["V3"]) == 0
    likeliest, share = found.likeliest
    assert likeliest.key == "V1"
    assert share == pytest.approx(0.45 / 1.02)
