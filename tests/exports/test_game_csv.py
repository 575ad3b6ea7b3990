"""The scorecard as a table for spreadsheets."""

import csv
import io
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings

from scorekeeper.exports.tables import game_csv
from scorekeeper.rules import ByHand, Game, parse_layout
from tests.exports.games import full_game, games, team_game, tied_game


def table(game: Game) -> list[dict[str, str]]:
    """The rows of the file by the names of their columns."""
    return list(csv.DictReader(io.StringIO(game_csv(game).decode("utf-8-sig"), newline="")))


def test_the_whole_file() -> None:
    lines = game_csv(tied_game()).decode("utf-8").split("\r\n")
    columns = [
        f"{name} {what}" for name in ("Ann", "Bo", "Cy") for what in ("cards", "raw", "penalty", "score", "total")
    ]
    assert lines == [
        f"\ufeffHole,Dealer,Ended by,Remark,{','.join(columns)}",
        "1,Ann,,,,5,0,5,5,,5,0,5,5,,9,0,9,9",
        "2,Bo,,extra hole,,8,0,8,,,-1,0,-1,,,,,,",
        "Total,,,,,,,,5,,,,,5,,,,,9",
        "Rank,,,,,,,,2,,,,,1,,,,,3",
        "",
    ]


def test_points_by_hand_have_two_columns_more_before_the_score() -> None:
    game = full_game()
    noted = replace(game.holes[0], by_hand={7: ByHand(5, "=looked"), 3: ByHand(-1, "a gift")})
    first, second, *_ = table(replace(game, holes=(noted, *game.holes[1:])))
    of_ann = [first[f"Ann {what}"] for what in ("raw", "penalty", "points by hand", "reason", "score", "total")]
    assert of_ann == ["14", "10", "5", "'=looked", "29", "29"]
    assert [first[f"'=Bo {what}"] for what in ("points by hand", "reason", "score")] == ["-1", "a gift", "-3"]
    assert [second[f"Ann {what}"] for what in ("points by hand", "reason")] == ["", ""]


def test_cards_penalties_and_what_is_missing() -> None:
    first, second, third, total, rank = table(full_game())
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


@given(games())
@settings(max_examples=8)
def test_any_game_is_a_table_without_formulas_whose_numbers_are_the_games(game: Game) -> None:
    rows = list(csv.reader(io.StringIO(game_csv(game).decode("utf-8-sig"), newline="")))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) == 3 + len(game.holes)
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
