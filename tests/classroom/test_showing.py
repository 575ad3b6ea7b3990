"""What is not projected: small groups, and whatever they could be worked out from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from scorekeeper import houses
from scorekeeper.classroom import ClassSession, Done, Pace, Seat
from scorekeeper.classroom.misread_map import answers_given, misread_map, worked_cell
from scorekeeper.classroom.showing import Moment, Pupils, to_show
from scorekeeper.quiz.questions.score import POINTS
from scorekeeper.rules import House
from tests.classroom.classes import ACES, FIVES, TWOS, WORKSHEET, pupils, session


def group(pupils: str) -> Pupils:
    """Pupils by letters."""
    return frozenset(map(ord, pupils))


def moment(numbers: Mapping[str, str], seen: Sequence[str] = ()) -> Moment:
    return Moment(tuple(map(group, seen)), tuple((key, group(pupils)) for key, pupils in numbers.items()))


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        pytest.param({}, "", id="nothing"),
        pytest.param({"x": ""}, "", id="nobody"),
        pytest.param({"x": "ab"}, "", id="two"),
        pytest.param({"x": "abc"}, "x", id="three"),
        pytest.param({"x": "abc", "y": "de"}, "x", id="three beside two"),
        pytest.param({"x": "abc", "y": "abc"}, "xy", id="the same three twice"),
        pytest.param({"x": "abcd", "y": "abc"}, "x", id="three of four: the one left over would be told"),
        pytest.param({"x": "abcde", "y": "abc"}, "x", id="three of five"),
        pytest.param({"x": "abcdef", "y": "abc"}, "xy", id="three of six"),
        pytest.param({"x": "abcd", "y": "bcde"}, "xy", id="three in common, one each besides"),
        pytest.param({"x": "abcdefg", "y": "abc", "z": "def"}, "xy", id="three and three of seven"),
        pytest.param({"x": "abcdefgh", "y": "abcd", "z": "abc"}, "xy", id="one within another within a third"),
        pytest.param({"w": "abcd", "x": "abc", "y": "bcd"}, "w", id="each within the whole, though not all of it"),
        pytest.param({"w": "abcdef", "x": "abcd", "y": "bcde"}, "w", id="two would be left of the whole"),
        pytest.param({"x": "abcd", "y": "cdef", "z": "abef"}, "xy", id="three rings: each pair would follow"),
        pytest.param({"w": "abcdefg", "x": "abcd", "y": "defg"}, "wx", id="two that share one make up the whole"),
        pytest.param({"w": "cdef", "x": "ace", "y": "bdf"}, "wx", id="one of each beside the whole of the others"),
        pytest.param({"x": "abcd", "y": "bcde", "z": "aef"}, "xyz", id="none of them within another"),
    ],
)
def test_which_numbers_are_shown(numbers: Mapping[str, str], shown: str) -> None:
    assert "".join(map(str, to_show((moment(numbers),)).numbers)) == shown


@pytest.mark.parametrize(
    ("numbers", "seen", "shown"),
    [
        pytest.param({"x": "abc"}, ["abcd"], "", id="one would be left of what everybody sees"),
        pytest.param({"x": "abc"}, ["abcdef"], "x", id="three are left of it"),
        pytest.param({"x": "abc"}, ["de"], "x", id="two whom everybody sees do not hinder the others"),
        pytest.param({"x": "de"}, ["de"], "", id="nor are they told of once more"),
        pytest.param({"x": "abcde", "y": "cde"}, ["de"], "x", id="but nothing more follows from them"),
    ],
)
def test_what_everybody_sees_counts_as_well(numbers: Mapping[str, str], seen: Sequence[str], shown: str) -> None:
    assert "".join(map(str, to_show((moment(numbers, seen),)).numbers)) == shown


@pytest.mark.parametrize(
    ("moments", "shown"),
    [
        pytest.param([{"x": "abc"}, {"x": "abcd"}], {"x": "abc"}, id="one more is not told"),
        pytest.param([{"x": "abc"}, {"x": "abcde"}], {"x": "abc"}, id="nor are two"),
        pytest.param([{"x": "abc"}, {"x": "abcd"}, {"x": "abcdef"}], {"x": "abcdef"}, id="three are"),
        pytest.param([{"x": "ab"}, {"x": "abc"}], {"x": "abc"}, id="nothing was shown before"),
        pytest.param([{"x": "abc"}, {"x": "abcd", "y": "def"}], {"x": "abc", "y": "def"}, id="each moves for itself"),
        pytest.param(
            [{"x": "abcd"}, {"x": "abcdefg", "y": "defg"}],
            {"x": "abcdefg"},
            id="what came meanwhile can be subtracted too",
        ),
    ],
)
def test_whoever_watches_can_subtract_what_was_shown_before(
    moments: Sequence[Mapping[str, str]], shown: Mapping[str, str]
) -> None:
    found = to_show(tuple(moment(numbers) for numbers in moments))
    assert found.numbers == {key: group(pupils) for key, pupils in shown.items()}


# --- an attack on whole classes ---------------------------------------------------------------------------------------


def rank(rows: Sequence[Sequence[int]]) -> int:
    """Of the equations that are known, how many do not follow from the others."""
    left = [[Fraction(one) for one in row] for row in rows]
    found = 0
    for column in range(len(left[0]) if left else 0):
        first = next((place for place in range(found, len(left)) if left[place][column]), None)
        if first is None:
            continue
        left[found], left[first] = left[first], left[found]
        for place in range(found + 1, len(left)):
            times = left[place][column] / left[found][column]
            left[place] = [one - times * other for one, other in zip(left[place], left[found], strict=True)]
        found += 1
    return found


def solved(told: Sequence[Pupils]) -> list[Pupils]:
    """Every one or two pupils whose number follows from these numbers."""
    by_sight: dict[tuple[bool, ...], set[int]] = {}
    for pupil in frozenset[int]().union(*told):
        by_sight.setdefault(tuple(pupil in one for one in told), set()).add(pupil)
    alike = [frozenset(pupils) for pupils in by_sight.values()]
    rows = [[int(part <= one) for part in alike] for one in told]
    found, known = [], rank(rows)
    for some in (*combinations(range(len(alike)), 1), *combinations(range(len(alike)), 2)):
        meant = frozenset[int]().union(*(alike[place] for place in some))
        if len(meant) < 3 and rank([*rows, [int(place in some) for place in range(len(alike))]]) == known:
            found.append(meant)
    return found


def told_of(one: ClassSession, seats: Sequence[Seat], letter: str) -> Iterator[Pupils]:
    """Whose answers every number is of that the shared view tells of a question, as far as the teacher sees it."""
    own = misread_map(one, seats, own=True)
    cells = {row.rule: cell for row in own.rows for cell in row.cells if cell.letter == letter}
    groups = {(row.rule, group.letters): group for row in own.rows for group in row.agreeing}
    answers = {(given.variant, given.answer): given for given in answers_given(one, seats, letter, own=True)}
    for row in misread_map(one, seats, own=False).rows:
        for cell in row.cells:
            if cell.letter == letter and cell.count is not None:
                whose = cells[row.rule].seats
                assert len(whose) == cell.count >= 3
                yield frozenset(whose)
                for worked in worked_cell(one, seats, letter, row.rule, own=False):
                    given = answers.get((worked.variant, worked.answer))
                    assert worked.count is None or (given is not None and given.count == worked.count)
        for shared in row.agreeing:
            if letter in shared.letters:
                assert groups[row.rule, shared.letters].count == shared.count >= 3
                yield frozenset(groups[row.rule, shared.letters].seats)
    for shared_answer in answers_given(one, seats, letter, own=False):
        given = answers[shared_answer.variant, shared_answer.answer]
        assert given.count == shared_answer.count >= 3
        yield frozenset(given.seats)
    yield frozenset(seat for given in answers.values() if given.right for seat in given.seats)


SIX_CARD = houses.get("six-card")
HANDS = [
    pytest.param(WORKSHEET, ["A A K / A J 2"], [[7, 10, 11, 19, 22, 23, -1, 9, 9]], id="cells that overlap"),
    pytest.param(SIX_CARD, ["2C 5H * / 3S 2S *"], [[0, 8, 2, 1, 4]], id="six cards"),
    pytest.param(WORKSHEET, ["JH QS 6S / QC KH 6H"], [[36, 0, 40, 42, 35, 48, 10, 20, 18, 43]], id="many answers"),
    pytest.param(WORKSHEET, [ACES, TWOS, FIVES], [[20, 30, 33, 35], [3, 13, 16, -5], [44, 26, 32]], id="three hands"),
]  # fmt: skip


@pytest.mark.parametrize(("house", "hands", "given"), HANDS)
def test_whatever_a_class_answers_nobody_works_out_one_or_two_pupils(
    house: House, hands: Sequence[str], given: Sequence[Sequence[int]]
) -> None:
    dice, seen = random.Random(6), 0
    over = session(Pace.TEST, hands, phase="ended", house=house)
    for _ in range(60):
        common = [dice.choices(answers, k=3) + list(answers) for answers in given]
        seats = pupils(*[[dice.choice(answers) for answers in common] for _ in range(dice.randint(4, 28))])
        for place in range(len(hands)):
            letter = "ABC"[place]
            told = list(told_of(over, seats, letter))
            right = told[-1]
            assert [one for one in solved(told) if one != right] == []
            seen += len(told) > 2
    assert seen > 20


def test_whoever_watches_a_class_practise_works_out_nobody() -> None:
    """The numbers on the wall after every single answer, taken from each other."""
    hands, given = ["A A K / A J 2"], [7, 10, 11, 11, 19, 22, 23, 23, 23, -1, 9, 9]
    dice, moved = random.Random(6), 0
    one = session(Pace.PRACTICE, hands)
    for _ in range(6):
        order = dice.sample(range(1, 25), 24)
        seats: list[Seat] = []
        sights: dict[str, list[int]] = {}
        for came, number in enumerate(order):
            done = Done(0, "answer", {POINTS: str(dice.choice(given))}, came=came)
            seats.append(Seat(number, "Bold Ace", "A1", (done,)))
            for row in misread_map(one, sorted(seats, key=lambda seat: seat.number), own=False).rows:
                counts = sights.setdefault(row.rule, [0])
                (cell,) = row.cells
                assert cell.count is not None
                if cell.count != counts[-1]:
                    counts.append(cell.count)
        for counts in sights.values():
            assert all(now - before >= 3 for before, now in pairwise(counts)), counts
            moved += len(counts) - 2
    assert moved > 5


@pytest.mark.parametrize("wrong", range(8))
def test_while_a_class_practises_three_wrong_answers_at_a_time_are_counted(wrong: int) -> None:
    """What is right is not among the three: its row says by itself what was answered."""
    one, given = session(Pace.PRACTICE, [TWOS]), ["13"] * wrong + ["3"] * 4
    seats = [
        Seat(number, "Bold Ace", "A1", (Done(0, "answer", {POINTS: answer}, came=number),))
        for number, answer in enumerate(given, start=1)
    ]
    full = wrong // 3 * 3
    shown = {given.answer: given.count for given in answers_given(one, seats, "A", own=False)}
    assert shown == {"3": 4, **({"13": full} if full else {})}
    assert [cell.count for row in misread_map(one, seats, own=False).rows for cell in row.cells] == [full] * bool(full)
    over = session(Pace.PRACTICE, [TWOS], phase="ended")
    told = [cell.count for row in misread_map(over, seats, own=False).rows for cell in row.cells]
    assert told == [wrong] * (wrong >= 3)
    own = [cell.count for row in misread_map(one, seats, own=True).rows for cell in row.cells]
    assert own == [wrong] * bool(wrong)
