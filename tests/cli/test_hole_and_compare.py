"""`scorekeeper hole`, `compare` and `houses`."""

import json
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.rules.wording import listing
from tests.cli.running import by_click

SUMS = "Enter a whole number like 15, or a sum like 10+15−5."
AT_FOUR = "--option decks-at-four"
ALL = houses.built_in()
OF_FOUR = [house for house in ALL if house.grid.size == 4]
GRIDS = list(dict.fromkeys(str(house.grid) for house in ALL))


def test_json_has_the_documented_shape() -> None:
    result = by_click("hole", "--house", "penalty", "--ended-by", "Zoë", "--json", "Zoë=A A 3 / K A 2", "Bo=1", "Cy=1")
    assert json.loads(result.stdout) == {
        "players": [
            {"name": "Zoë", "raw": 6, "penalty": 10, "score": 16, "wins": False},
            {"name": "Bo", "raw": 1, "penalty": 0, "score": 1, "wins": True},
            {"name": "Cy", "raw": 1, "penalty": 0, "score": 1, "wins": True},
        ],
        "ender": "Zoë",
    }
    assert (result.exit_code, result.stderr) == (0, "")


def test_people_read_each_hand_line_by_line() -> None:
    result = by_click("hole", "--house", "penalty", "--ended-by", "Ann", "Ann=* * 9 / A * K", "Bo=-7")
    assert (
        result.stdout
        == """\
Penalty Golf

Ann    17
           * * 9 / A * K
           −2  joker −3 + ace 1 = −2
            0  two jokers: the column is 0
            9  9 + king 0 = 9
          +10  Ann went out with 7, but Bo had −7: +10
Bo     −7  lowest
           entered without cards
"""
    )


def test_a_round_of_a_game_without_cards_is_told_in_its_own_words() -> None:
    result = by_click("hole", "--house", "rummikub", "--ended-by", "Cy", "Ann=20+4", "Bo=31", "Cy=0")
    assert (
        result.stdout
        == """\
Rummikub

Ann   −24
           Ann loses what's left: −24
Bo    −31
           Bo loses what's left: −31
Cy     55  highest
           Cy went out and takes 24 and 31: 55
"""
    )
    result = by_click("hole", "--house", "uno", "--ended-by", "Bo", "Ann=20")
    assert result.stdout.splitlines()[-2].split() == ["Bo", "20", "highest"]  # nothing in hand, so nothing to type
    result = by_click("hole", "--house", "hearts", "Ann=20", "Bo=0", "Cy=0")
    assert result.stderr == "warning: These scores add up to 20, but each hand adds up to 26.\n"
    result = by_click("score", "--house", "uno", "3 4 / 5 5")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "error: Uno has no cards. Use `scorekeeper hole` with the points of each player.\n"


@pytest.mark.parametrize(
    ("arguments", "remarks"),
    [
        (
            ("--house", "two-joker", "Ann=**A/234", "Bo=*56/789"),
            ["warning: Ann has two jokers and Bo one, but one deck has only two."],
        ),
        (
            ("--house", "penalty", "--ended-by", "Ann", "Ann=1", "Bo=2", "Cy=3", "Di=4"),
            [f"note: One deck or two for four players? The rules don't say. {AT_FOUR}=two or {AT_FOUR}=one"],
        ),
        (
            ("--house", "penalty", "Ann=1", "Bo=2"),
            ["note: Under these rules it can matter who went out. Add --ended-by NAME"],
        ),
        (("--house", "extras", "--ended-by", " Bo ", "Ann=20", "Bo=9 7 * / 5 2 K"), []),
    ],
)
def test_what_the_table_should_look_at_goes_to_standard_error(arguments: tuple[str, ...], remarks: list[str]) -> None:
    result = by_click("hole", *arguments)
    assert result.stderr.splitlines() == remarks
    assert result.exit_code == 0
    assert result.stdout


def test_every_problem_of_every_hand_is_listed() -> None:
    result = by_click(
        *("hole", "--house", "worksheet", "--ended-by", "Eve"),
        *("Ann=X 1 3 / 4 5", "Bo", "=5", "Cy=5", "Cy=6", "Di=12345", "Fay=1.5", "Gus=5+"),
    )
    cards = "isn't a card. Cards are A 2 3 4 5 6 7 8 9 10 J Q K and * for a joker."
    assert result.stderr.splitlines() == [
        f'error: Ann: Row 1, column 1: "X" {cards}',
        f'error: Ann: Row 1, column 2: "1" {cards.replace("card.", "card. An ace is A.", 1)}',
        "error: Ann: Row 2 has 2 cards. It needs 3.",
        "error: 'Bo': Write NAME='HAND' or NAME=NUMBER.",
        "error: '=5': Write NAME='HAND' or NAME=NUMBER.",
        "error: Cy is named twice.",
        "error: Di: Scores go from −999 to 999.",
        *(f"error: {told} isn't a score. {SUMS}" for told in ('Fay: "1.5"', 'Gus: "5+"')),
        "error: 'Eve' ended the hole but isn't one of the players.",
    ]
    assert (result.exit_code, result.stdout) == (2, "")


def compared(*arguments: str) -> dict[str, Any]:
    """What `compare --json` says of each house, by its key."""
    return {house["house"]: house for house in json.loads(by_click("compare", "--json", *arguments).stdout)["houses"]}


def test_compare_scores_under_every_house_of_that_grid_and_says_which_cannot() -> None:
    found = compared("5*7/5qk")
    assert set(found) == {house.key for house in houses.built_in() if (house.grid.rows, house.grid.columns) == (2, 3)}
    sheets = ("worksheet", "penalty", "rvers", "two-joker")
    assert {key: found[key].get("total") for key in sheets} == {
        "worksheet": None, "penalty": 14, "rvers": 19, "two-joker": 15,
    }  # fmt: skip
    assert found["worksheet"] == {"house": "worksheet", "problems": ["There are no jokers in Classroom Golf."]}
    for house in found.values():
        if "problems" not in house:
            assert sum(line["points"] for line in house["lines"]) == house["total"]
    assert found["two-joker"]["why"] == "jokers are −2 here, but −3 in Penalty Golf"


def test_compare_for_people() -> None:
    result = by_click("compare", "7 3 / 7 Q")
    assert result.stdout.splitlines()[:5] == [
        "7 3 / 7 Q",
        "",
        "four-card          27  7 + 7 = 14; 3 + queen 10 = 13",
        "four-turns         13  two sevens: the column is 0; 3 + queen 10 = 13",
        "                       (the two sevens cancel here, but are worth 14 in Four-Card Golf)",
    ]
    assert (result.exit_code, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("layout", "problems"),
    [
        ("5 5 5", [f"No rule set uses one row of 3. There are rules for {listing(GRIDS)}."]),
        ("5 #-2 / 5 5", [f"There are no minus twos in {house.name}." for house in OF_FOUR]),
        ("5 5 5 / 5 5", ["The rows have 3 and 2 cards. They must have the same number."]),
    ],
    ids=["a grid of no house", "a card of no house", "uneven rows"],
)
def test_a_layout_that_no_house_can_score(layout: str, problems: list[str]) -> None:
    result = by_click("compare", layout)
    assert result.stderr.splitlines() == [f"error: {problem}" for problem in problems]
    assert (result.exit_code, result.stdout) == (2, "")


def test_houses_names_every_house_and_every_reading() -> None:
    told = by_click("houses").stdout + by_click("houses", "--games").stdout
    shown = [json.loads(by_click("houses", *games, "--json").stdout) for games in ((), ("--games",))]
    assert [len(some) for some in shown] == [len(ALL), len(houses.score_games())]
    listed = {house["key"]: house for some in shown for house in some}
    for house in (*ALL, *houses.score_games()):
        assert f"{house.key}: {house.name}, {house.grid if house.has_cards else 'points only'}\n" in told
        data = listed[house.key]
        assert (data["name"], data["summary"], data["sheet"]) == (house.name, house.summary, house.source.sheet)
        grid = {"rows": house.grid.rows, "columns": house.grid.columns}
        assert data["grid"] == (grid if house.has_cards else None)
        for option, option_data in zip(house.options, data["options"], strict=True):
            values = [reading.key for reading in option.readings]
            assert f"--option {option.key}={' | '.join(values)}\n" in told
            assert [value["value"] for value in option_data["values"]] == values
            assert option_data["default"] == (option.default.key if option.default else None)


def test_a_card_below_0_may_come_first_and_is_shown_as_it_is_printed() -> None:
    layout = "-2 5 8 . / 0 5 1 . / 12 3 -1 ."
    scored = by_click("score", "--house", "vanishing-columns", layout)
    assert scored.exit_code == 0, scored.output
    assert scored.stdout.splitlines()[2:5] == ["   −2    5    8    .", "    0    5    1    .", "   12    3   −1    ."]
    compared = by_click("compare", layout)
    assert compared.exit_code == 0, compared.output
    assert compared.stdout.splitlines()[0] == "−2 5 8 . / 0 5 1 . / 12 3 −1 ."
    assert "#" not in scored.stdout + compared.stdout
    # What is printed is read again, by either command and with either minus; programs get the mark.
    again = by_click("score", "--house", "vanishing-columns", "--json", compared.stdout.splitlines()[0])
    assert json.loads(again.stdout)["layout"] == "#-2 5 8 . / #0 5 #1 . / #12 3 #-1 ."
    assert by_click("score", "--house", "vanishing-columns", "--", layout).stdout == scored.stdout
