"""What pupils go by, and what a class types in."""

import pytest

from scorekeeper.school.codes import (
    CHOICES,
    LONGEST_NAME,
    BadCode,
    is_made_here,
    names_to_choose,
    read_join_code,
    read_return_code,
)
from scorekeeper.school.dice import Dice


def every_name() -> list[str]:
    """All of them, as one class after the other would use them up."""
    taken: list[str] = []
    while more := names_to_choose(taken, Dice(str(len(taken)))):
        taken += more
        if len(taken) > 120:  # as many as a class can have
            break
    return taken


def test_a_whole_class_gets_different_names_that_were_made_here() -> None:
    names = every_name()
    assert len(set(names)) == len(names) > 120
    assert all(is_made_here(name) for name in names)
    assert max(map(len, names)) <= LONGEST_NAME


def test_three_names_are_offered_and_never_one_that_somebody_has() -> None:
    first = names_to_choose([], Dice("class"))
    assert len(set(first)) == CHOICES == 3
    assert first == names_to_choose([], Dice("class"))
    assert not set(first) & set(names_to_choose(first, Dice("class")))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="nothing"),
        pytest.param("Anna", id="their own"),
        pytest.param("Calm", id="half a name"),
        pytest.param("Queen Calm", id="the wrong way round"),
        pytest.param("Calm  Queen", id="two blanks"),
        pytest.param("calm queen", id="small letters"),
        pytest.param("Calm Queen 4", id="more behind"),
        pytest.param("<b>Calm</b> Queen", id="markup"),
        pytest.param("=Calm Queen", id="a formula"),
    ],
)
def test_nobody_goes_by_a_name_that_was_not_made_here(name: str) -> None:
    assert is_made_here("Calm Queen")
    assert not is_made_here(name)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("7K2QM4", "7K2QM4", id="as it stands"),
        pytest.param(" 7k2 qm4 ", "7K2QM4", id="small letters and blanks"),
        pytest.param("7k2-qm4", "7K2QM4", id="a hyphen"),
        pytest.param("BSZ234", "852234", id="signs that look alike"),
    ],
)
def test_a_join_code_is_read_as_people_type_it(typed: str, kept: str) -> None:
    assert read_join_code(typed) == kept


def test_a_return_code_is_read_as_people_type_it() -> None:
    assert read_return_code("a c-d e f") == "ACDEF"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        pytest.param("", "type the code from the board", id="nothing"),
        pytest.param(" - ", "type the code from the board", id="nothing but what stands between"),
        pytest.param("7K2Q", "6 characters, and not 4", id="too short"),
        pytest.param("7K2Q-M4XP", "6 characters, and not 8", id="the code of a set"),
        pytest.param("7K2QMO", "no code has O", id="a sign that no code has"),
        pytest.param("7K2QM4' OR 1=1", "no code has", id="more than a code"),
    ],
)
def test_what_is_no_join_code_is_refused_with_a_reason(typed: str, reason: str) -> None:
    with pytest.raises(BadCode, match=reason):
        read_join_code(typed)
