"""What is thought likely follows from the answers: Bayes, on cases small enough to follow."""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper import houses
from scorekeeper.rules import House, Rank, parse_layout, score
from scorekeeper.school.beliefs import Belief, beliefs, together
from scorekeeper.school.diagnosis import Diagnosis, worth_telling
from scorekeeper.school.misreads import misreads

WORKSHEET = houses.get("worksheet")


def belief(house: House, key: str) -> Belief:
    return next(found for found in beliefs(house) if found.key == key)


def answered(diagnosis: Diagnosis, *answers: tuple[str, int]) -> Diagnosis:
    for layout, answer in answers:
        diagnosis = diagnosis.after(parse_layout(layout, WORKSHEET), answer)
    return diagnosis


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
        after = answered(Diagnosis.of(WORKSHEET), *answers[:asked])
        suspects.append([one.key for one, share in zip(after.beliefs, after.shares, strict=True) if share > 0.1])
    assert suspects == [["P1", "P2", "P4"], ["P2", "P4"], ["P2"]]


def test_a_teacher_is_told_once_two_answers_agree_and_little_doubt_is_left() -> None:
    answers = [("3 5 2 / 10 8 2", 22), ("2 K 2 / 2 3 2", -5), ("2 A Q / 2 A 7", 13)]
    assert told(*answers[:1]) == told(*answers[:2]) == ()
    assert told(*answers) == ("P2",)


def test_a_teacher_is_not_told_of_somebody_who_knows_the_rules() -> None:
    assert told(("A Q 2 / K 10 A", 20), ("4 A A / 4 K J", 12), ("3 5 2 / 10 8 2", 26), ("2 K 2 / 2 3 2", 3)) == ()


def told(*answers: tuple[str, int]) -> tuple[str, ...]:
    """The keys of the misreads that a teacher is told of after these answers."""
    given = [(parse_layout(layout, WORKSHEET), answer) for layout, answer in answers]
    return tuple(misread.key for misread in worth_telling(answered(Diagnosis.of(WORKSHEET), *answers), given))


def test_a_slip_does_not_overturn_what_was_shown_before() -> None:
    knows = answered(
        Diagnosis.of(WORKSHEET), ("A Q 2 / K 10 A", 20), ("4 A A / 4 K J", 12), ("3 5 2 / 10 8 2", 26),
        ("7 8 7 / 6 9 7", 31),
    )  # fmt: skip
    assert knows.likeliest[0].key == ""


def test_what_was_likely_fades_towards_what_was_at_first() -> None:
    sure = answered(Diagnosis.of(WORKSHEET), ("3 5 2 / 10 8 2", 22), ("2 K 2 / 2 3 2", -5))
    faded = sure.faded()
    assert faded.likeliest[0].key == sure.likeliest[0].key
    assert faded.likeliest[1] < sure.likeliest[1]


def taken_for(house: House, as_played: House, layouts: Sequence[str]) -> tuple[str, ...]:
    """What a teacher is told of somebody who counts all of those layouts so."""
    diagnosis, given = Diagnosis.of(house), []
    for text in layouts:
        layout = parse_layout(text, house)
        given.append((layout, score(layout, as_played).total))
        diagnosis = diagnosis.after(*given[-1])
    return tuple(misread.key for misread in worth_telling(diagnosis, given))


def test_a_teacher_is_not_told_of_a_reading_that_the_house_leaves_open() -> None:
    """In Penalty a table may say that twos count -2; who also counts an ace 11 is told of for the ace alone."""
    penalty = houses.get("penalty")
    layouts = ["7 2 K / 5 9 K", "A 2 9 / 4 9 5", "2 3 A / 5 2 8", "A 6 9 / 7 4 2", "3 2 K / 8 9 5", "A 10 4 / 6 2 7"]
    low_twos = replace(penalty, values={**penalty.values, Rank.TWO: -2})
    assert taken_for(penalty, low_twos, layouts) == ()
    high_aces = replace(low_twos, values={**low_twos.values, Rank.ACE: 11})
    assert taken_for(penalty, high_aces, layouts) == ("V6",)


def test_a_teacher_is_not_told_where_another_value_of_a_card_explains_as_much() -> None:
    """Whoever counts a king 20 gets what an ace of 11 gives on each layout that has as many of both."""
    four = houses.get("four-card")
    high_kings = replace(four, values={**four.values, Rank.KING: 20})
    for_both = ["2 K / A Q", "A K / 5 J", "7 K / 9 A", "6 A / 3 K"]
    halved = replace(four, values={**four.values, Rank.KING: 10})
    assert score(parse_layout("2 K / A Q", four), halved).total == 23
    assert taken_for(four, halved, for_both) == ()
    assert taken_for(four, halved, [*for_both, "K 5 / 7 J", "4 K / K 9"]) == ("V3",)
    assert taken_for(four, high_kings, [*for_both, "K 5 / 7 J", "4 K / K 9"]) == ()
