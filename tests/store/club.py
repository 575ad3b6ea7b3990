"""A club's store: games in which everything has happened that can, a house, practice, a set, and classes."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.school.classes.class_session import Pace
from scorekeeper.school.practice.kept_practice import keep_practice
from scorekeeper.store.connection import Store
from scorekeeper.tally.changing import change
from scorekeeper.tally.deleting import delete_game, erase_game
from scorekeeper.tally.game_errors import Conflict
from scorekeeper.tally.games import rematch
from scorekeeper.tally.kept_houses import change_house, create_house
from scorekeeper.tally.sharing import choose_seat, renew_link
from scorekeeper.tally.values import EnterHand, SettleHole
from tests.store.playing import FIVES, KINGS, Table, begin, file_of, new_write, points
from tests.store.schooling import answer, begin_lesson
from tests.store.test_practice import a_sitting
from tests.tally.test_made_houses import OURS
from tests.tally.test_teams import in_teams, moved


def fill(store: Store) -> None:
    _quarrel(begin(store))
    _tie(begin(store, "Eve", "Flo", holes=1))
    gone = begin(store)
    delete_game(store, gone.key, new_write())
    erase_game(store, gone.key, new_write())
    teams = in_teams(store, 1, 2, 1, 2)
    moved(teams, Bo=1, Cy=2)
    teams.enter(1, "Ann", FIVES)
    made = create_house(store, OURS, new_write(), begun_from="two-joker")
    change_house(store, made.owner_key, replace(OURS, name="Later"), new_write(), based_on=made.newest)
    keep_practice(store, "phone", a_sitting(houses.get("four-card")), new_write())
    lesson = begin_lesson(store)
    lesson.join("token")
    lesson.work(1, "token", answer("12"), "w1")
    begin_lesson(store, Pace.PAPER)


def _quarrel(table: Table) -> None:
    """Two phones, an undo, replaced links, a player who leaves, and a rematch."""
    store = table.store
    choose_seat(store, "phone", table.key, table.id("Ann"))
    table.enter(1, "Ann", FIVES)
    with pytest.raises(Conflict):
        change(store, table.key, [EnterHand(1, table.id("Ann"), KINGS, 0)], new_write("tablet"))
    table.enter(1, "Bo", KINGS)
    table.enter(1, "Cy", points(12))
    table.change(SettleHole(1, ender=table.id("Bo"), ender_known=True, confirmed=True))
    table.undo()
    table.change(SettleHole(1, ender=table.id("Ann"), ender_known=True, confirmed=True))
    table.seat("Cy", "Ann", "Bo", "Di")
    table.key = renew_link(store, table.key, "edit", new_write()).edit_key
    rematch(store, table.key, new_write())


def _tie(table: Table) -> None:
    for name in ("Eve", "Flo"):
        table.enter(1, name, FIVES)
    table.change(SettleHole(1, ender=None, ender_known=True, confirmed=True))
    table.change(SettleHole(2, playoff=(table.id("Eve"), table.id("Flo"))))
    table.enter(2, "Flo", KINGS)


def rows(store: Store, *, but: int = 0) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, leaving out those of one game."""
    database = file_of(store).database
    found = {}
    for table in database.table_names():
        columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")').fetchall()]
        game = "id" if table == "games" else "game" if "game" in columns else "0"
        if table != "sqlite_sequence":
            asked = f'SELECT * FROM "{table}" WHERE {game} <> ?'
            found[table] = sorted(database.execute(asked, [but or -1]).fetchall(), key=repr)
    return found
