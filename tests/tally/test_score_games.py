"""Games without cards are kept, changed, sent and brought in like all others."""

import pytest

from scorekeeper import houses
from scorekeeper.exports.game_file import game_json, read_game_file
from scorekeeper.rules import LONGEST_OPEN, Entry, Hole, Player, RuleError
from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import SeveralProblems
from scorekeeper.store.connection import Store
from scorekeeper.tally.changing import change
from scorekeeper.tally.games import import_game, rematch
from scorekeeper.tally.values import ChooseReadings, Edit, EnterHand, NameEnder, PlanGame, SettleHole
from tests.rules.published_games import GAMES
from tests.store.playing import Table, create_game, new_write, points

QWIRKLE, UNO = houses.get("qwirkle"), houses.get("uno")
BOTH = (Player(1, "Ann"), Player(2, "Bo"))


@pytest.mark.parametrize("case", GAMES)
def test_every_worked_example_is_kept_as_it_was_played(case: str, store: Store) -> None:
    game = GAMES[case].game
    kept = import_game(store, game, "", new_write())
    assert kept.game.holes == game.holes
    assert kept.game.places == game.places
    assert read_game_file(game_json(kept.game)).game == kept.game


def test_an_open_game_of_99_rounds_is_kept_and_played_again(store: Store) -> None:
    rounds = tuple(
        Hole(number, 1, {1: points(number), 2: points(99_999)}, confirmed=True) for number in range(1, LONGEST_OPEN + 1)
    )
    kept = import_game(store, Game(QWIRKLE, BOTH, LONGEST_OPEN, 1, rounds), "", new_write())
    assert kept.game.is_over
    assert [place.total for place in kept.game.places] == [99 * 99_999, 99 * 50]
    again = rematch(store, kept.edit_key, new_write())
    assert (again.game.holes_planned, again.game.holes) == (LONGEST_OPEN, ())


def test_a_game_to_a_limit_has_at_most_36_rounds(store: Store) -> None:
    with pytest.raises(SeveralProblems, match="A game can have 1 to 36 hands, not 37"):
        create_game(store, house=UNO, players=("Ann", "Bo"), holes=37, first_dealer=0, write=new_write())


def test_the_table_stops_an_open_game(store: Store) -> None:
    table = Table(store, import_game(store, Game(QWIRKLE, BOTH, LONGEST_OPEN, 1), "", new_write()).edit_key)
    edits: list[Edit] = [EnterHand(1, 1, points(9), 0), EnterHand(1, 2, points(12), 0), SettleHole(1, confirmed=True)]
    kept = change(store, table.key, edits, new_write()).kept
    assert (kept.game.is_over, kept.game.current_hole) == (False, 2)
    stopped = change(store, table.key, [PlanGame(holes_planned=1, early=True)], new_write()).kept
    assert stopped.game.is_over
    assert stopped.game.full_length_words == "any number of turns"


def test_who_went_out_is_counted_before_the_others_have_typed(store: Store) -> None:
    table = Table(store, import_game(store, Game(UNO, BOTH, 36, 1), "", new_write()).edit_key)
    kept = change(store, table.key, [NameEnder(1, 1, ender_known=True)], new_write()).kept
    assert [player.name for player in kept.game.missing(1)] == ["Bo"]
    edits: list[Edit] = [EnterHand(1, 2, Entry(points=77), 0), SettleHole(1, confirmed=True)]
    kept = change(store, table.key, edits, new_write()).kept
    assert [place.total for place in kept.game.places] == [77, 0]
    assert 1 not in kept.game.holes[0].entries


def test_another_reading_counts_the_game_again(store: Store) -> None:
    table = Table(store, import_game(store, GAMES["Uno: left 3 4 5 5"].game, "", new_write()).edit_key)
    kept = change(store, table.key, [ChooseReadings({"counting": "own"})], new_write()).kept
    assert [(place.side.players[0].name, place.total) for place in kept.game.places] == [
        ("Ann", 0),
        ("Bo", 7),
        ("Cy", 10),
    ]


def test_six_digits_are_refused(store: Store) -> None:
    table = Table(store, import_game(store, Game(UNO, BOTH, 36, 1), "", new_write()).edit_key)
    with pytest.raises(RuleError, match="Scores go from −99999 to 99999"):
        change(store, table.key, [EnterHand(1, 1, points(100_000), 0)], new_write())
