"""`scorekeeper score`: one layout with its reasons, or very many."""

import json

import pytest

from scorekeeper import houses
from tests.cli.running import by_click, run

CARDS = "Cards are A 2 3 4 5 6 7 8 9 10 J Q K and * for a joker."
ONE_ROW = "You have 1 row, but these rules use 2 rows of 3. Put a / between the rows."
THERE_ARE = "Choose from " + ", ".join(house.key for house in houses.built_in()) + "."
TWO_JOKER = ("score", "--house", "two-joker")


def test_the_sheets_own_example_is_15_and_says_why() -> None:
    result = by_click(*TWO_JOKER, "5 * 7 / 5 Q K")
    assert result.stdout.splitlines() == [
        "Two-Joker Golf",
        "",
        "    5    *    7",
        "    5    Q    K",
        "  -------------",
        "    0    8    7",
        "",
        "    0  two fives: the column is 0",
        "    8  joker −2 + queen 10 = 8",
        "    7  7 + king 0 = 7",
        "   15  in total",
    ]
    assert (result.exit_code, result.stderr) == (0, "")


def test_json_has_the_documented_shape() -> None:
    result = by_click(*TWO_JOKER, "--json", "5jo7/5qk")
    assert json.loads(result.stdout) == {
        "house": "two-joker",
        "layout": "5 * 7 / 5 Q K",
        "total": 15,
        "lines": [
            {"rule": "pair", "points": 0, "cells": [[0, 0], [1, 0]], "text": "two fives: the column is 0"},
            {"rule": "values", "points": 8, "cells": [[0, 1], [1, 1]], "text": "joker −2 + queen 10 = 8"},
            {"rule": "values", "points": 7, "cells": [[0, 2], [1, 2]], "text": "7 + king 0 = 7"},
        ],
    }


def test_a_terminal_without_a_true_minus_gets_a_plain_one() -> None:
    result = run(*TWO_JOKER, "* A A / * A A", encoding="latin-1")
    assert "   -4  in total" in result.stdout.splitlines()


def test_chosen_readings_are_named_above_the_score() -> None:
    result = by_click("score", "--house", "penalty", "--option", "joker-pair=keep", "* 5 6 / * 5 7")
    assert result.stdout.splitlines()[0] == "Penalty Golf (joker-pair=keep)"


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        (
            ("--house", "penalty", "X 5 5 / *S 5"),
            [
                f'Row 1, column 1: "X" isn\'t a card. {CARDS}',
                'Row 2, column 1: a joker has no suit, so "*S" isn\'t a card.',
                "Row 2 has 2 cards. It needs 3.",
            ],
        ),
        (("--house", "nobody", "5 5 5 / 5 5 5"), [f'There are no rules called "nobody". {THERE_ARE}']),
        (
            ("--house", "worksheet", "--option", "tie", "--option", "tie=no", "5 5 5 / 5 5 5"),
            [
                "--option 'tie': Write NAME=VALUE.",
                'Option "tie" has no reading "no". It has shared, extra-hole, lowest-hole.',
            ],
        ),
    ],
)
def test_every_problem_is_listed_on_standard_error(arguments: tuple[str, ...], problems: list[str]) -> None:
    result = by_click("score", *arguments)
    assert sorted(result.stderr.splitlines()) == sorted(f"error: {problem}" for problem in problems)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("", []),
        ("AAA/AAA\r\n5*7/5QK\r\n", ["0", "15"]),
        ("\ufeffAAA/AAA\n", ["0"]),
        ("5 * 7 / 5 Q K\r\n5 * 7 / 5 Q\r\nA A A / A A A\r\n", ["15", "error: Row 2 has 2 cards. It needs 3.", "0"]),
        ("5 1 7 / 5 Q K\n5 * 7 / 5 Q K", [f'error: Row 1, column 2: "1" isn\'t a card. An ace is A. {CARDS}', "15"]),
        ("5*7/5QK\n\nAAA/AAA\n", ["15", "error: There are no cards.", "0"]),
        ("\x00\n", [f'error: Row 1, column 1: "\\x00" isn\'t a card. {CARDS} {ONE_ROW}']),
    ],
)
def test_each_line_is_answered_in_step(text: str, answers: list[str]) -> None:
    result = by_click(*TWO_JOKER, "--stdin", input=text)
    assert result.stdout.splitlines() == answers
    bad = sum(line.startswith("error: ") for line in result.stdout.splitlines())
    of = len(result.stdout.splitlines())
    assert result.stderr == (f"error: Couldn't score {bad} of {of} lines.\n" if bad else "")
    assert result.exit_code == (2 if bad else 0)


def test_bytes_that_are_no_text_spoil_only_their_line() -> None:
    result = by_click(*TWO_JOKER, "--stdin", input=b"\xff\xfe\nAAA/AAA\n")
    bad, good = result.stdout.splitlines()
    assert bad.startswith("error: Row 1, column 1: ")
    assert good == "0"


AS_BYTES = {
    "UTF-16, as a shell of Windows writes it": "AAA/AAA\r\n555/5QK\r\n".encode("utf-16"),
    "UTF-16 without a mark": "AAA/AAA\n555/5QK\n".encode("utf-16-le"),
    "UTF-8 with a mark": "AAA/AAA\n555/5QK\n".encode("utf-8-sig"),
    "line ends of an old Mac": b"AAA/AAA\r555/5QK\r",
    "line ends of Windows": b"AAA/AAA\r\n555/5QK",
    "blanks of Windows that do not break": b"A\xa0A A/AAA\n555/5QK\n",
}


@pytest.mark.parametrize("content", AS_BYTES.values(), ids=list(AS_BYTES))
def test_lines_are_read_as_any_program_writes_them(content: bytes) -> None:
    result = by_click(*TWO_JOKER, "--stdin", input=content)
    assert result.stdout.splitlines() == ["0", "20"]
    assert result.exit_code == 0


def test_a_document_is_refused_before_anything_is_answered() -> None:
    result = by_click(*TWO_JOKER, "--stdin", input=b"%PDF-1.7\n5 5 5 / 5 5 5\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: standard input: This file is a PDF")


def test_a_line_of_any_length_is_one_bad_line() -> None:
    result = by_click(*TWO_JOKER, "--stdin", input="A" * 300_000 + "\nAAA/AAA\n" + "A" * 3_000)
    first, good, last = result.stdout.splitlines()
    assert good == "0"
    for bad in (first, last):
        assert bad.startswith("error: ")
        assert bad.endswith("A hand can have up to 2,000 characters.")
