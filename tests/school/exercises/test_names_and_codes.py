"""Made-up names and typed codes of a class."""

import pytest

from scorekeeper.school.exercises.codes import (
    CHOICES,
    LONGEST_NAME,
    BadCode,
    is_made_here,
    names_to_choose,
    read_code,
    read_join_code,
    read_return_code,
)
from scorekeeper.school.exercises.dice import Dice


def every_name() -> list[str]:
    """All names, as successive classes would use them up."""
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


def test_nobody_goes_by_a_name_that_was_not_made_here() -> None:
    named = ("Calm Queen", "", "Anna", "Calm", "Queen Calm", "Calm  Queen", "calm queen", "Calm Queen 4", "=Calm Queen")
    assert [name for name in named if is_made_here(name)] == ["Calm Queen"]


@pytest.mark.parametrize(
    "typed",
    [
        "code: W26PCA",
        "Code W26PCA",
        "W26 PCA",
        "w26-pca.",
        "(W26PCA)",
        "\N{LEFT DOUBLE QUOTATION MARK}W26PCA\N{RIGHT DOUBLE QUOTATION MARK}!",
        "<https://cards.example.org/join/W26PCA>",
        "[join](https://cards.example.org/join/W26PCA)",
        "https://cards.example.org/join/W26PCA?utm_source=SCREEN",
        "The code is W26PCA, see you there",
        "http://localhost:5000/join/W26PCA",
        "https://cards.example.org/golf/join/W26PCA?from=board#top",
        "cards.example.org/join/w26pca/3",
        "https://cards.example.org/join?code=W26PCA",
        "Join: https://cards.example.org/join/W26PCA",
        "\N{FULLWIDTH LATIN CAPITAL LETTER W}26PCA",
        "W26\N{EN DASH}PCA\N{ZERO WIDTH SPACE}",
    ],
)
def test_a_code_is_found_in_what_was_pasted(typed: str) -> None:
    assert read_join_code(typed) == "W26PCA"
    assert read_return_code(typed.replace("6", "")) == "W2PCA"
    of_set = typed.replace("W26PCA", "7K2Q-M4XP").replace("w26pca", "7k2q m4xp")
    if "7" in of_set:
        assert read_code(of_set) == "7K2Q-M4XP"
        assert read_code(of_set.replace("XP", "XP-ACDE").replace("xp", "xp acde")) == "7K2Q-M4XP-ACDE"


def test_a_code_of_a_class_is_read_as_that_of_a_set_but_for_its_length() -> None:
    assert read_join_code(" 7k2-qm4 ") == "7K2QM4"
    assert read_return_code("a c-d e f") == "ACDEF"
    for typed, reason in (
        (" - ", "Type the code from the board"),
        ("7K2Q-M4XP", r"6 characters\. You typed 8\. An 8-character code opens a worksheet"),
        ("7K2QMO", "Codes never contain O"),
    ):
        with pytest.raises(BadCode, match=reason):
            read_join_code(typed)
