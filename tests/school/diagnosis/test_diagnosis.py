"""What is thought likely follows from the answers: Bayes, on cases small enough to follow."""

from scorekeeper import houses
from scorekeeper.rules import House, parse_layout
from scorekeeper.school.diagnosis.beliefs import Belief, beliefs, together
from scorekeeper.school.diagnosis.misreads import misreads
from tests.school.classes_at_work import WORKSHEET, likely


def belief(house: House, key: str) -> Belief:
    return next(found for found in beliefs(house) if found.key == key)


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
