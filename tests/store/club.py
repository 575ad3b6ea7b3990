"""A club's store: something of everything that is kept, and everything that the store tells of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.classroom import Pace
from scorekeeper.rules import Rank
from scorekeeper.store import (
    Conflict,
    EnterHand,
    GameNotFound,
    HouseNotFound,
    SettleHole,
    Store,
    carry_code,
    carry_code_of,
    change,
    change_house,
    choose_seat,
    classes_of_device,
    create_game,
    create_house,
    create_set,
    find_class,
    find_class_by_code,
    find_game,
    find_own_house,
    find_set,
    find_shared_house,
    games_of_device,
    history,
    houses_of_device,
    keep_practice,
    names_of_device,
    practice_of,
    practised_houses,
    redo,
    rematch,
    remember_game,
    remember_house,
    renew_link,
    seat_of,
    seats_of,
    seats_of_game,
    sets_of_device,
    start_class,
)
from tests.store.playing import FIVES, KINGS, NOON, Table, begin, cards, new_write, points
from tests.store.schooling import Lesson, answer
from tests.store.test_class_papers import PAPERS, save_papers
from tests.store.test_practice import FOUR_CARD, TURTLE, a_sitting
from tests.store.test_teams import in_teams, moved

OURS = replace(houses.get("two-joker"), key="ours", name="Ours", options=(), examples=())
DEVICES = ("phone", "tablet", "desk", "guest")


def fill(store: Store) -> None:
    """Games under several houses, with whatever can happen in one; houses, practice, a set, and classes."""
    made = create_house(store, OURS, new_write(), begun_from="two-joker")
    changed = replace(OURS, name="Ours, later", values={**OURS.values, Rank.KING: 3})
    made = change_house(store, made.owner_key, changed, new_write(), based_on=made.newest)
    remember_house(store, "tablet", find_shared_house(store, made.share_key))

    _quarrel(begin(store))
    _tie(begin(store, "Eve", "Flo", holes=1))
    teams = in_teams(store, 1, 2, 1, 2)
    moved(teams, Bo=1, Cy=2)
    teams.enter(1, "Ann", FIVES)
    for house in (made.house, houses.get("worksheet"), FOUR_CARD):
        kept = create_game(
            store, house=house, players=["Gil", "Hal"], holes=9, first_dealer=1, write=new_write("tablet")
        )
        table = Table(store, kept.edit_key, "tablet")
        table.enter(1, "Gil", cards("5 2 / 7 K" if house is FOUR_CARD else "5 2 7 / 5 Q K"))
        table.enter(1, "Hal", points(-4))

    keep_practice(store, "phone", a_sitting(), new_write())
    keep_practice(store, "tablet", a_sitting(TURTLE, "value-k"), new_write())
    carry_code(store, "phone", new_write())
    _school(store)


def _quarrel(table: Table) -> None:
    """Two phones, an undo and a redo, renewed links, somebody who leaves, and a rematch."""
    store = table.store
    remember_game(store, "phone", table.key)
    remember_game(store, "guest", table.kept.view_key)
    choose_seat(store, "phone", table.key, table.id("Ann"))
    choose_seat(store, "guest", table.key, None)
    table.enter(1, "Ann", FIVES)
    hand = EnterHand(1, table.id("Ann"), KINGS, 0)
    with pytest.raises(Conflict):
        change(store, table.key, [hand], new_write("tablet"))
    table.enter(1, "Bo", KINGS)
    table.enter(1, "Cy", points(12))
    table.change(SettleHole(1, ender=table.id("Bo"), ender_known=True, confirmed=True))
    table.undo()
    redo(store, table.key, new_write())
    table.seat("Cy", "Ann", "Bo", "Di")
    renew_link(store, table.key, "view", new_write())
    old = table.key
    table.key = renew_link(store, old, "edit", new_write()).edit_key
    again = rematch(store, table.key, new_write())
    Table(store, again.edit_key).enter(1, "Bo", FIVES)


def _tie(table: Table) -> None:
    for name in ("Eve", "Flo"):
        table.enter(1, name, FIVES)
    table.change(SettleHole(1, ender=None, ender_known=True, confirmed=True))
    tied = (table.id("Eve"), table.id("Flo"))
    table.change(SettleHole(2, playoff=tied))
    table.enter(2, "Flo", KINGS)


def _school(store: Store) -> None:
    kept = create_set(store, houses.get("worksheet"), new_write("desk"), level=7, size=3, variants=2, kinds=["score"])
    for pace in (Pace.PRACTICE, Pace.PAPER):
        begun = start_class(store, kept, new_write("desk"), pace=pace, variants=("A1", "A2"), homework=False)
        lesson = Lesson(store, begun.key)
        if pace is Pace.PAPER:
            save_papers(lesson, *PAPERS)
            continue
        if lesson.kept.session.phase == "lobby":
            lesson.lead("begin")
        for number in (1, 2, 3):
            lesson.join(f"token-{number}")
            lesson.work(number, f"token-{number}", answer(str(10 + number)), f"w{number}")


def column(store: Store, table: str, name: str) -> list[Any]:
    return [value for (value,) in store.database.execute(f'SELECT "{name}" FROM {table} ORDER BY 1').fetchall()]


def told(store: Store, *, but: str = "") -> dict[str, Any]:
    """Everything that the store's contract tells, to whoever has whichever link; leaving out the game of one link."""
    skipped = {but, find_game(store, but).view_key} if but else set()
    links = [key for name in ("edit_key", "view_key") for key in column(store, "games", name) if key not in skipped]
    found: dict[str, Any] = {
        "games": {key: find_game(store, key) for key in links},
        "scores": {key: _scores(find_game(store, key)) for key in links},
        "histories": {key: history(store, key) for key in links},
        "seats": {key: seats_of_game(store, key) for key in links},
        "old links": {key: _refused(store, key) for key in column(store, "retired_keys", "key")},
        "houses": {key: find_own_house(store, key) for key in column(store, "houses", "owner_key")},
        "versions": {
            (key, version): find_shared_house(store, key, version)
            for key in column(store, "houses", "share_key")
            for version in range(1, find_shared_house(store, key).newest + 1)
        },
        "sets": {code: find_set(store, code) for name in ("code", "key_code") for code in column(store, "sets", name)},
        "classes": {key: find_class(store, key) for key in column(store, "classes", "key")},
        "by code": {code: find_class_by_code(store, code) for code in column(store, "classes", "code")},
        "pupils": {key: seats_of(store, find_class(store, key)) for key in column(store, "classes", "key")},
    }
    for device in DEVICES:
        found[device] = {
            "games": [game for game in games_of_device(store, device) if game.key not in skipped],
            "names": names_of_device(store, device),
            "houses": houses_of_device(store, device),
            "sets": sets_of_device(store, device),
            "classes": classes_of_device(store, device),
            "practised": practised_houses(store, device),
            "practice": [practice_of(store, device, house) for house in (FOUR_CARD, TURTLE)],
            "code": carry_code_of(store, device, NOON),
        }
    return found


def comes_back(store: Store) -> list[str]:
    """Under which names the devices of three pupils come back to their seats."""
    (code,) = (
        found.code
        for key in column(store, "classes", "key")
        if (found := find_class(store, key)).session.pace is Pace.PRACTICE
    )
    return [seat_of(store, code, number, f"token-{number}")[1].seat.name for number in (1, 2, 3)]


def _scores(kept: Any) -> list[Any]:
    game = kept.game
    return [
        [game.result(hole.number) for hole in game.holes],
        [(place.side, place.rank, place.total) for place in game.places],
    ]


def _refused(store: Store, key: str) -> str:
    try:
        find_game(store, key)
    except (GameNotFound, HouseNotFound) as error:
        return error.code
    return "opens"
