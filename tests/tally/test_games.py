"""Starting and finding games: links, names, lengths, rematches and imported games."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.rules import Game, Hole, Player, RuleError
from scorekeeper.store.connection import BUILT_IN_MEMORY, OF_FRAME, Store
from scorekeeper.store.errors import BadWrite
from scorekeeper.store.writes import Write
from scorekeeper.tally.changing import change, undo
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import import_game, rematch
from scorekeeper.tally.history import history
from scorekeeper.tally.sharing import games_of_device, renew_link
from scorekeeper.tally.values import PlanGame, SettleHole
from tests.store.playing import (
    FIVES,
    KINGS,
    NOON,
    PENALTY,
    Table,
    cards,
    create_game,
    new_write,
    points,
)

GAME: dict[str, Any] = {"house": PENALTY, "players": ("Ann", "Bo", "Cy"), "holes": 9, "first_dealer": 1}


def test_a_new_game_is_as_it_was_ordered(store: Store) -> None:
    write = new_write()
    kept = create_game(store, **GAME, title="  Cabin  cup ", write=write)
    assert [player.name for player in kept.game.players] == ["Ann", "Bo", "Cy"]
    assert kept.game.house == PENALTY
    assert kept.game.holes_planned == 9
    dealer = kept.game.dealer(1)
    assert dealer is not None
    assert dealer.name == "Bo"
    assert (kept.title, kept.created_at, kept.changed_at) == ("Cabin cup", write.at, write.at)
    assert kept.may_edit
    assert not kept.game.holes
    assert find_game(store, kept.edit_key) == kept


def test_a_view_link_writes_nothing_and_looks_like_no_link(table: Table) -> None:
    view_key, before = table.kept.view_key, table.kept
    said = set()
    for key in (view_key, "no such key"):
        for attempt in (
            lambda key=key: change(table.store, key, [SettleHole(1)], new_write()),
            lambda key=key: undo(table.store, key, new_write()),
            lambda key=key: rematch(table.store, key, new_write()),
            lambda key=key: renew_link(table.store, key, "edit", new_write()),
            lambda key=key: renew_link(table.store, key, "view", new_write()),
        ):
            with pytest.raises(GameNotFound) as found:
                attempt()
            said.add((found.value.code, str(found.value)))
    assert len(said) == 1
    assert table.kept == before


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        pytest.param({"players": ("Straße", "STRASSE")}, "player.name_taken", id="same name, folded"),
        pytest.param({"players": ("Ann", "\u200d")}, "player.name", id="a name that nobody sees"),
        pytest.param({"players": ("Ann", "\x1b[31mBo")}, "player.name", id="an escape code"),
        pytest.param(
            {"players": ("Ann", "an\u200bn\ufeff")}, "player.name_taken", id="same name, with what nobody sees"
        ),
        pytest.param({"first_dealer": 3}, "player.must_stay", id="a dealer who is not there"),
        pytest.param({"title": "t" * 81}, "game.title", id="a long title"),
    ],
)
def test_what_cannot_be_a_game_is_not_begun(store: Store, wrong: dict[str, Any], code: str) -> None:
    with pytest.raises(RuleError) as found:
        create_game(store, **{**GAME, **wrong}, write=new_write())
    assert code in {found.value.code, *(problem.code for problem in found.value.problems)}
    assert games_of_device(store, "phone") == ()


def test_a_write_without_a_sender_or_a_time_cannot_be() -> None:
    for write_id, device in (("", "phone"), ("w" * 65, "phone"), ("w\n", "phone"), ("w", ""), ("w", "\ud800")):
        with pytest.raises(BadWrite):
            Write(write_id, device, NOON)
    with pytest.raises(BadWrite):
        Write("w", "phone", NOON.replace(tzinfo=None))


def test_the_same_beginning_twice_is_one_game(store: Store) -> None:
    write = new_write()
    first = create_game(store, **GAME, write=write)
    assert create_game(store, **GAME, write=write) == first
    assert len(games_of_device(store, "phone")) == 1


# --- rematch ----------------------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_the_next_dealer(table: Table) -> None:
    for hole in (1, 2):  # Ann, then Bo deal
        table.change(*(table.hand(hole, name, points(hole)) for name in table.names), SettleHole(hole, confirmed=True))
    again = rematch(table.store, table.key, new_write())
    assert [player.name for player in again.game.players] == ["Ann", "Bo", "Cy"]
    assert again.game.house == PENALTY
    assert again.game.holes_planned == 9
    assert not again.game.holes
    assert table.kept.rematch_key == again.edit_key
    dealer = again.game.dealer(1)
    assert dealer is not None
    assert dealer.name == "Cy"


def test_who_left_is_not_in_the_rematch_nor_deals_it(table: Table) -> None:
    table.enter(1, "Ann", FIVES)
    table.seat("Ann", Player(table.id("Bo"), "Bo", 1, 1), "Cy")
    again = rematch(table.store, table.key, new_write())
    dealer = again.game.dealer(1)
    assert dealer is not None
    assert ([player.name for player in again.game.players], dealer.name) == (["Ann", "Cy"], "Cy")


def test_a_game_that_was_finished_early_remembers_its_length_until_another_is_planned(table: Table) -> None:
    def planned() -> tuple[int, int | None]:
        return table.kept.game.holes_planned, table.kept.game.cut_from

    table.change(*(table.hand(1, name, FIVES) for name in table.names), SettleHole(1, confirmed=True))
    table.change(PlanGame(holes_planned=1, early=True))
    assert planned() == (1, 9)
    table.change(PlanGame(holes_planned=3))
    assert planned() == (3, None)
    table.undo()
    assert planned() == (1, 9)
    assert rematch(table.store, table.key, new_write()).game.holes_planned == 9
    table.change(PlanGame(title="Lake"))
    assert planned() == (1, 9)


# --- from elsewhere ---------------------------------------------------------------------------------------------------

PEOPLE = (Player(1, "Ann"), Player(2, "Bo"), Player(3, "Di", joined=2))
HOLE_1 = Hole(1, 1, {1: FIVES, 2: points(-3)}, ender=2, ender_known=True, confirmed=True, warnings_accepted=True)
HOLE_2 = Hole(2, 2, {1: KINGS, 2: points(4), 3: points(0)})
EXTRA = Hole(3, 1, {1: points(1)}, playoff=(1, 2))
GAME_FROM_ELSEWHERE = Game(PENALTY, PEOPLE, 2, 2, (HOLE_2, HOLE_1, EXTRA))


def test_a_game_from_elsewhere_is_kept_whole(store: Store) -> None:
    kept = import_game(store, GAME_FROM_ELSEWHERE, "Old game", new_write())
    kept = find_game(store, kept.edit_key)
    assert (kept.game, kept.title) == (replace(GAME_FROM_ELSEWHERE, holes=(HOLE_1, HOLE_2, EXTRA)), "Old game")
    assert [found.kind for found in history(store, kept.edit_key)] == ["created"]
    assert import_game(store, GAME_FROM_ELSEWHERE, "Old game", Write("write-import", "phone", NOON)).id != kept.id


def broken(**changes: Any) -> Game:
    return Game(**{**vars(GAME_FROM_ELSEWHERE), "holes": (HOLE_1,), **changes})


@pytest.mark.parametrize(
    ("imported", "code"),
    [
        pytest.param(broken(holes=(HOLE_1, HOLE_1)), "hole.out_of_order", id="a hole twice"),
        pytest.param(broken(holes=(Hole(3, 1, {}),)), "hole.out_of_order", id="a hole after the last"),
        pytest.param(broken(holes=(Hole(1, 1, {3: FIVES}),)), "player.bad_stay", id="before joining"),
        pytest.param(broken(holes=(Hole(1, 1, {1: cards("5 5")}),)), "layout.bad", id="another grid"),
        pytest.param(broken(players=(*PEOPLE, Player(4, "Ann", 0))), "player.name_taken", id="a name twice"),
        pytest.param(broken(holes=(), players=PEOPLE[:1]), "table.too_few_players", id="alone"),
    ],
)
def test_what_cannot_be_a_game_is_not_imported(store: Store, imported: Game, code: str) -> None:
    with pytest.raises(RuleError) as found:
        import_game(store, imported, "", new_write())
    assert code in {found.value.code, *(problem.code for problem in found.value.problems)}
    assert games_of_device(store, "phone") == ()


def test_what_is_kept_built_has_so_many_cards_in_all(store: Store) -> None:
    for number in range(3):
        store.keep_built(number, str(number), BUILT_IN_MEMORY // 2)
    assert [store.built(str, number) for number in range(3)] == [None, None, "2"]
    for number in range(BUILT_IN_MEMORY // OF_FRAME):
        store.keep_built(number, number, 0)
    assert store.built(str, 2) is None
