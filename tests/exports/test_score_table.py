"""Tables of scores come back as games: our own file whole, and what people keep in a spreadsheet."""

from dataclasses import replace

import pytest

from scorekeeper import houses
from scorekeeper.exports.score_table import DIFFERS, game_of, wrong_totals
from scorekeeper.exports.table_cells import is_table
from scorekeeper.exports.table_reading import read_table
from scorekeeper.exports.table_scores import OF_POINTS
from scorekeeper.exports.tables import Separator, game_csv
from scorekeeper.houses.file_text import text_of
from scorekeeper.rules import ByHand, Game, Hole, Player, RuleError
from scorekeeper.rules.parameters import Reward
from scorekeeper.tally.games import checked_game
from tests.exports.games import full_game, tied_game
from tests.rules.published_games import GAMES

PENALTY = houses.get("penalty")


def read(text: str) -> Game:
    return checked_game(game_of(read_table(text), PENALTY))


def points(game: Game) -> list[list[int | None]]:
    """The score of each player on each hole; None where none is entered."""
    results = [[game.player_result(hole.number, player) for player in game.players] for hole in game.holes]
    return [[None if result is None else result.score for result in row] for row in results]


TABLES = {
    "commas": "Hole,Ann,Bo\n1,3,5\n2,,-4\nTotal,3,1\n",
    "semicolons, German": "Loch;Ann;Bo\n1.;3;5\n2.;;−4\nSumme;3;1\n",
    "tabs, names down": "\t1\t2\tGesamt\nAnn\t3\t\t3\nBo\t5\t-4\t1\n",
    "a title, and empty holes": "Friday;;\nRunde;Ann;Bo\n1;3;5,0\n2;–;-4\n3;;\n4;;\n;3;1\n",
    "columns aside": "Hole,Dealer,Ann,Bo,Notes,Total\nHole 1,Bo,3,5,rain,8\nHole 2,Ann,,-4,,-4\nRank,,2,1,,\n",
    "a line for Excel": "sep=;\nNr.;Ann;Bo\n1;3;5\n2;x;-4\n",
}


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_a_table_is_read_as_people_keep_it(text: str) -> None:
    for saved in (text.encode("utf-8-sig"), text.replace("\n", "\r\n").encode(), text.encode("utf-16")):
        table = read_table(text_of(saved))
        game = game_of(table, PENALTY)
        assert [player.name for player in game.players] == ["Ann", "Bo"]
        assert points(game) == [[3, 5], [None, -4]]
        assert (game.is_over, wrong_totals(table, game)) == (True, {})


@pytest.mark.parametrize("case", GAMES)
def test_a_game_without_cards_comes_back_with_what_was_typed_and_who_went_out(case: str) -> None:
    game = GAMES[case].game
    text = text_of(game_csv(game))
    assert "cards" not in text
    assert text.startswith(f"{game.house.round_word.capitalize()},Dealer,Ended by,")
    again = game_of(read_table(text, limits=OF_POINTS), game.house)
    assert points(again) == points(game)
    assert [hole.by_hand for hole in again.holes] == [hole.by_hand for hole in game.holes]
    assert [place.rank for place in again.places] == [place.rank for place in game.places]


def test_our_own_file_comes_back_whole() -> None:
    game = replace(full_game(), players=tuple(replace(player, joined=1, left=None) for player in full_game().players))
    game = replace(game, holes_planned=2)
    for separator in Separator:
        table = read_table(text_of(game_csv(game, "Friday", separator=separator)))
        assert (table.title, table.rules) == ("Friday", "penalty")
        again = game_of(table, game.house)
        assert wrong_totals(table, again) == {}
        assert game_csv(again, "Friday", separator=separator) == game_csv(game, "Friday", separator=separator)


def test_an_extra_hole_comes_back_as_one() -> None:
    game = tied_game()
    again = game_of(read_table(text_of(game_csv(game))), game.house)
    assert again.holes[1].playoff == (1, 2)
    assert [place.rank for place in again.places] == [place.rank for place in game.places] == [1, 2, 3]


def test_points_by_hand_come_back_with_their_reason() -> None:
    game = read("Hole,Ann,Bo\n1,3,5\n")
    (hole,) = game.holes
    noted = replace(game, holes=(replace(hole, by_hand={2: ByHand(5, "looked at a card")}),))
    again = game_of(read_table(text_of(game_csv(noted))), PENALTY)
    assert again.holes[0].by_hand == {2: ByHand(5, "looked at a card")}
    assert points(again) == [[3, 10]]


def test_the_points_of_the_table_stand_whatever_the_rules_add() -> None:
    house = replace(PENALTY, placing=replace(PENALTY.placing, winner=Reward(kind="add", points=-2)))
    game = game_of(read_table("Hole,Ann,Bo\n1,3,5\n"), house)
    assert points(game) == [[3, 5]]
    assert game.holes[0].by_hand == {1: ByHand(2, DIFFERS)}


def test_totals_that_do_not_add_up_are_told_with_those_of_the_holes() -> None:
    table = read_table("Hole,Ann,Bo\n1,3,5\n2,4,6\nTotal,7,12\n")
    assert wrong_totals(table, game_of(table, PENALTY)) == {"Bo": (12, 11)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ann,Bo\nx,y\n", ["Number the holes from 1"]),
        (
            "Hole,Ann\n1,x5\n1,4\nBack nine,3\n",
            ["Hole 1, Ann: “x5” isn’t", "“Back nine” isn’t", "Hole 1 is there twice."],
        ),
        ("Hole,Ann\n1,5.5\n", ["Hole 1, Ann: “5.5” isn’t a whole number."]),
        ("Hole,Ann,Bo\n1,,\n", ["This table has no scores."]),
        ("Hole,Ann,ann\n1,3,5\n", ["Two players are named ann"]),
        ("Hole,Ann\n1,5000\n", ["999"]),
        (",\n,\n", ["This table is empty."]),
        ("a," * 2000 + "\n1,2\n", ["This table is too large"]),
        ("a,b\n" * 2000, ["This table is too large"]),
        ("Hole,Ann\n" + "".join(f"{hole},3\n" for hole in range(1, 91)), ["up to"]),
    ],
)
def test_what_is_no_game_is_said_in_words(text: str, said: list[str]) -> None:
    assert is_table(text)
    with pytest.raises(RuleError) as refused:
        read(text)
    messages = [problem.message for problem in refused.value.problems]
    assert len(messages) == len(said)
    for message, start in zip(messages, said, strict=True):
        assert start in message


def test_a_hole_without_an_ender_says_that_none_is_known() -> None:
    assert read("Hole,Ann\n1,5\n").holes[0].ender_known is False
    nobody = Hole(1, 1, read("Hole,Ann\n1,5\n").holes[0].entries, None, ender_known=True, confirmed=True)
    file = game_csv(Game(PENALTY, (Player(1, "Ann"),), 1, 1, (nobody,)))
    assert game_of(read_table(text_of(file)), PENALTY).holes[0].ender_known is True
