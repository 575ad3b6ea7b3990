"""The scorecard as a table for spreadsheets."""

import csv
import io
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

import pytest
from hypothesis import given, settings

from scorekeeper.exports.tables import Separator, game_csv
from scorekeeper.rules import ByHand, Game, Player, parse_layout
from scorekeeper.tally.values import Origin
from tests.exports.games import full_game, games, team_game, tied_game

ABOUT = 4
"""Rows below the ranks: title, start, last change and rules; each option has one more."""


def table(game: Game, **told: Any) -> list[dict[str, str]]:
    """The rows of the file down to the ranks, by column name."""
    text = game_csv(game, **told).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    return rows[: -ABOUT - len(game.house.readings)]


def by_name(game: Game, **told: Any) -> dict[str, list[str]]:
    """The filled cells of the rows below the holes, by the first cell."""
    rows = csv.reader(io.StringIO(game_csv(game, **told).decode("utf-8-sig"), newline=""))
    return {first: [cell for cell in rest if cell] for first, *rest in rows if not first.isdigit()}


def test_the_whole_file() -> None:
    lines = game_csv(tied_game()).decode("utf-8").split("\r\n")
    columns = [
        f"{name} {what}" for name in ("Ann", "Bo", "Cy") for what in ("cards", "raw", "penalty", "score", "total")
    ]
    assert lines == [
        f"\ufeffHole,Dealer,Ended by,Remark,{','.join(columns)},Confirmed",
        "1,Ann,,,,5,0,5,5,,5,0,5,5,,9,0,9,9,",
        "2,Bo,,extra hole,,8,0,8,,,-1,0,-1,,,,,,,",
        "Total,,,,,,,,5,,,,,5,,,,,9,",
        "Extra hole,,,,,,,,8,,,,,-1,,,,,,",
        "Rank,,,,,,,,2,,,,,1,,,,,3,",
        "Title" + "," * 19,
        "Begun" + "," * 19,
        "Changed" + "," * 19,
        "Rules,Two-Joker Golf,two-joker" + "," * 17,
        "",
    ]


def test_what_ranks_go_by_stands_above_them() -> None:
    late = by_name(full_game())
    assert (late["Total"], late["Per hole"], late["Rank"]) == (
        ["8", "31", "0", "11"],
        ["4", "15.5", "0", "11"],
        ["2", "3", "1"],
    )
    parted = game_csv(full_game(), separator=Separator.SEMICOLON).decode("utf-8-sig")
    assert "15,5" in next(line for line in parted.splitlines() if line.startswith("Per hole;")).split(";")
    game = tied_game()
    decided: tuple[tuple[Literal["most-holes", "lowest-hole"], str, list[str]], ...] = (
        ("most-holes", "Holes won", ["1", "1", "0"]),
        ("lowest-hole", "Lowest hole", ["5", "5", "9"]),
    )
    for rule, name, told in decided:
        ruled = replace(game, house=replace(game.house, match=replace(game.house.match, tie=rule)))
        assert by_name(ruled)[name] == told


def test_the_title_the_rules_and_the_days_stand_below() -> None:
    evening = datetime(2025, 3, 14, 20, 15)  # noqa: DTZ001  by the clock of who reads
    origin = Origin("", evening, evening + timedelta(hours=2), {1: evening + timedelta(minutes=20)})
    rows = by_name(full_game(), title="=Friday", origin=origin)
    assert rows["Title"] == ["'=Friday"]
    assert (rows["Begun"], rows["Changed"]) == (["2025-03-14 20:15"], ["2025-03-14 22:15"])
    assert rows["Rules"] == ["Penalty Golf", "penalty"]
    assert rows["Option"] == ["tie", "extra-hole"]  # and joker-pair above it
    first, second, *_ = table(full_game(), origin=origin)
    assert (first["Confirmed"], second["Confirmed"]) == ("2025-03-14 20:35", "")


@pytest.mark.parametrize("separator", Separator)
@pytest.mark.parametrize("name", ["=1+1", "Bo;=1+1", "Bo,=1+1", 'Bo;"=1+1', "Bo; +1", "Bo\t@sum"])
def test_no_name_is_a_formula_wherever_a_spreadsheet_parts_the_columns(name: str, separator: Separator) -> None:
    game = replace(tied_game(), players=(Player(1, name), *tied_game().players[1:]))
    text = game_csv(game, separator=separator).decode("utf-8-sig")
    for parted in (",", ";", "\t"):
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=parted):
            assert not [cell for cell in row if re.match(r"[\s\"]*[=+@]", cell)]


def test_points_by_hand_have_two_columns_more_before_the_score() -> None:
    game = full_game()
    noted = replace(game.holes[0], by_hand={7: ByHand(5, "=looked"), 3: ByHand(-1, "a gift")})
    first, second, *_ = table(replace(game, holes=(noted, *game.holes[1:])))
    of_ann = [first[f"Ann {what}"] for what in ("raw", "penalty", "points by hand", "reason", "score", "total")]
    assert of_ann == ["14", "10", "5", "'=looked", "29", "29"]
    assert [first[f"'=Bo {what}"] for what in ("points by hand", "reason", "score")] == ["-1", "a gift", "-3"]
    assert [second[f"Ann {what}"] for what in ("points by hand", "reason")] == ["", ""]


def test_cards_penalties_and_what_is_missing() -> None:
    first, second, third, total, _, rank = table(full_game())
    assert (first["Ended by"], second["Ended by"], third["Ended by"]) == ("Ann", "nobody", "")
    assert (first["Remark"], third["Remark"]) == ("", "not yet counted")
    assert first["Ann cards"] == "5 * 7 / 5 Q K"
    assert [first[f"Ann {what}"] for what in ("raw", "penalty", "score", "total")] == ["14", "10", "24", "24"]
    assert [first[f"'=Bo {what}"] for what in ("cards", "raw", "total")] == ["", "-2", "-2"]
    assert second["'=Bo cards"] == "JS 10H [A] / Q K 2"
    for what in ("cards", "raw", "penalty", "score", "total"):
        assert first[f"Zoë & <Cy> {what}"] == ""  # she joined later: empty, not 0
        assert second[f"Di {what}"] == ""
    assert second["Zoë & <Cy> total"] == "0"
    assert third["'=Bo score"] == "4"
    assert third["'=Bo total"] == ""
    assert (total["Ann total"], rank["Ann total"], rank["Di total"]) == ("8", "2", "")


@pytest.mark.parametrize(("teams", "one", "other"), [("sum", (7, 25), (22, 31)), ("best-ball", (3, 1), (10, 11))])
def test_each_team_has_a_column(
    teams: Literal["sum", "best-ball"], one: tuple[int, int], other: tuple[int, int]
) -> None:
    first, second, third, total, rank = table(team_game(teams))
    for name, totals in (("Team Ann & Cat total", one), ("Team Bo & Di total", other)):
        assert [first[name], second[name], third[name], total[name]] == [*map(str, totals), "", str(totals[1])]
    assert (rank["Team Ann & Cat total"], rank["Team Bo & Di total"]) == ("1", "2")
    assert [first["Ann total"], rank["Ann total"], rank["Di total"]] == ["3", "1", "2"]
    alone = replace(game := team_game(teams), players=tuple(replace(one, team=one.id) for one in game.players))
    for without in (full_game(), alone):
        assert not [name for name in table(without)[0] if name.startswith("Team")]


@pytest.mark.long
@given(games())
@settings(max_examples=8)
def test_any_game_is_a_table_without_formulas_whose_numbers_are_the_games(game: Game) -> None:
    rows = list(csv.reader(io.StringIO(game_csv(game).decode("utf-8-sig"), newline="")))
    assert len({len(row) for row in rows}) == 1
    below = [row[0] for row in rows[1 + len(game.holes) :]]
    assert (below[0], below[-ABOUT - len(game.house.readings) - 1]) == ("Total", "Rank")
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "+", "@", "\t", "\r"))
        if cell.startswith("-"):
            int(cell)
    width = 7 if any(hole.by_hand for hole in game.holes) else 5
    for hole, row in zip(game.holes, rows[1:], strict=False):
        for place, player in enumerate(game.players):
            result = game.player_result(hole.number, player)
            cards, *numbers = row[4 + width * place : 4 + width * (place + 1)]
            assert "−" not in "".join(numbers)
            entry = hole.entries.get(player.id)
            assert (parse_layout(cards, game.house) if cards else None) == (entry.layout if entry else None)
            score = numbers[-2]
            assert score == ("" if result is None else str(result.score))
