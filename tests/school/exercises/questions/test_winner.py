"""Who wins a hole: the hand-worked cases, and what wrong numbers are said to mean."""

import pytest

from scorekeeper import houses
from scorekeeper.rules import Layout, parse_layout, score, score_hole
from scorekeeper.school.diagnosis.misreads import Misread, misreads
from scorekeeper.school.exercises.dice import Dice
from scorekeeper.school.exercises.questions.winner import SEVERAL, WinnerQuestion, ask


def hole(house: str, ender: str | None, before: tuple[int, ...] = (), **layouts: str) -> WinnerQuestion:
    rules = houses.get(house)
    players = tuple((name, parse_layout(text, rules)) for name, text in layouts.items())
    return WinnerQuestion(rules, players, ender, before)


def answered(question: WinnerQuestion, *points: int, wins: str) -> dict[str, int | str]:
    return {**{f"points-{seat}": number for seat, number in enumerate(points, start=1)}, "wins": wins}


CASES = {
    # five, king over king, four over four is 0: 5 + 0; the other way round a column of king and four counts 4
    "the ender was beaten": (hole("penalty", "Ann", Ann="5 K 4 / K K 4", Bob="3 K 4 / K K 4"), (15, 3), "Bob"),
    "the ender is lowest": (hole("penalty", "Bob", Ann="5 K 4 / K K 4", Bob="3 K 4 / K K 4"), (5, 3), "Bob"),
    "a tie costs nothing": (hole("penalty", "Bob", Ann="5 K 4 / K K 4", Bob="5 Q 4 / K Q 4"), (5, 5), SEVERAL),
    "the worksheet has no penalty":
        (hole("worksheet", "Ann", Ann="5 2 K / 8 7 K", Bob="3 K 2 / K K 2"), (18, 3), "Bob"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_each_gets_and_who_wins(case: str) -> None:
    question, points, wins = CASES[case]
    assert question.solution == answered(question, *points, wins=wins)


MEANT: dict[str, tuple[str, tuple[int, ...], str, tuple[str, ...], str]] = {
    "N1": ("the ender was beaten", (5, 3), "Bob", ("N1",), "If there’s no penalty for ending the hole, Ann gets 5."),
    "N3": ("the ender is lowest", (5, 13), "Ann", ("N3", "N9"), "and gets no penalty"),
    "G1": ("the worksheet has no penalty", (18, 3), "Ann", ("G1",), "the lowest score"),
    "P2": ("the worksheet has no penalty", (18, -1), "Bob", ("P1", "P2", "P4", "P20"), "if a pair of twos is worth −4"),
    "A4": ("the worksheet has no penalty", (81, 3), "Bob", (), "Check the order of the digits"),
    "nothing known": ("the worksheet has no penalty", (99, 3), "Bob", (), "Score each hand, add"),
}


@pytest.mark.parametrize("case", MEANT)
def test_what_a_wrong_answer_means(case: str) -> None:
    which, points, wins, keys, text = MEANT[case]
    question = CASES[which][0]
    verdict = question.judge(answered(question, *points, wins=wins))
    assert not verdict.right
    assert verdict.misreads == keys
    assert text in verdict.text


def entries_as_counted(question: WinnerQuestion, misread: Misread) -> dict[str, Layout | int]:
    """The cards as somebody with that misread has them before scores are compared."""
    if misread.slip is None:
        return dict(question.players)
    rules = misread.house
    return {name: misread.slip(score(layout, rules), rules) for name, layout in question.players}


@pytest.mark.parametrize("key", ["worksheet", "penalty", "four-card", "spade-queen"])
def test_every_number_of_a_misread_is_that_of_the_house_as_it_is_misread(key: str) -> None:
    """Worked out with the cards on the table, and so with everything that they bring."""
    rules = houses.get(key)
    known = {misread.key: misread for misread in misreads(rules)}
    told = 0
    for seed in range(3):
        question = ask(rules, 7, Dice(f"w{seed}"))
        assert question is not None
        for (name, _), item in zip(question.players, question.items(), strict=False):
            for wrong, key_of in ((one, key_of) for one in item.wrong for key_of in one.misreads):
                if key_of not in known:
                    continue  # of the hole, not of its layouts
                told += 1
                misread = known[key_of]
                made = score_hole(entries_as_counted(question, misread), misread.house, question.ender)
                brought = 0
                if misread.slip is not None:
                    others = [layout for other, layout in question.players if other != name]
                    brought = sum(line.others for layout in others for line in score(layout, rules).lines)
                assert wrong.answer == made[name].score + brought, (key_of, wrong.text)
    assert told > 10


def test_totals_before_the_hole_are_told() -> None:
    question = hole("penalty", "Ann", (35, 24), Ann="5 K 4 / K K 4", Bob="6 K 4 / K K 4")
    assert "Totals before this hole: Ann 35 and Bob 24." in question.told
    verdict = question.judge(answered(question, 15, 6, wins="Bob"))
    assert "N9b" in verdict.misreads
