"""An imported game keeps its date, is recognized, and can be changed like any other."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.store.connection import Store
from scorekeeper.store.errors import IdReused
from scorekeeper.tally.deleting import delete_game, put_back
from scorekeeper.tally.examination import examine
from scorekeeper.tally.game_errors import HadAlready, NothingToUndo
from scorekeeper.tally.games import import_file, import_game, rematch
from scorekeeper.tally.history import history
from scorekeeper.tally.origins import origin_of
from scorekeeper.tally.sharing import games_of_device
from scorekeeper.tally.values import GameFile, KeptGame, Origin, SettleHole
from tests.exports.games import as_read, full_game
from tests.store.playing import Table, file_of, new_write

EVENING = datetime(2025, 3, 14, 19, 30, tzinfo=UTC)
UID = "0123456789abcdef01234567"


def file(uid: str = UID, days: int = 0, title: str = "Friday") -> GameFile:
    """The file of a game played that many days after the evening, its second hole an hour after the first."""
    begun = EVENING + timedelta(days=days)
    holes = {number: begun + timedelta(hours=number) for number in (1, 2)}
    game, _ = as_read(full_game())
    return GameFile(game, title, Origin(uid, begun, begun + timedelta(hours=3), holes))


def had(store: Store, brought: GameFile, device: str = "phone") -> Sequence[KeptGame]:
    with pytest.raises(HadAlready) as asked:
        import_file(store, brought, new_write(device))
    return asked.value.games


def test_it_lies_on_its_day_everywhere_and_tells_it_again(store: Store) -> None:
    for days in (7, 0, 14):
        import_file(store, file(f"{days:024x}", days), new_write())
    listed = games_of_device(store, "phone")
    assert [(kept.created_at - EVENING).days for kept in listed] == [14, 7, 0]
    (created,) = history(store, listed[-1].edit_key)
    assert (created.kind, created.at) == ("created", EVENING)
    assert origin_of(store, listed[-1]) == file(f"{0:024x}").origin


def test_a_hole_that_is_confirmed_again_has_its_last_moment(store: Store) -> None:
    brought = import_file(store, file(), new_write())
    again = Table(store, brought.edit_key)
    again.change(SettleHole(1, confirmed=False))
    assert 1 not in origin_of(store, again.kept).holes
    again.change(SettleHole(1, confirmed=True, ender_known=True))
    told = origin_of(store, again.kept)
    assert told.holes == {1: again.write.at, 2: file().origin.holes[2]}
    assert (told.begun_at, told.changed_at) == (EVENING, again.write.at)


def test_nothing_lies_after_now(store: Store) -> None:
    write = new_write()
    late = replace(file().origin, begun_at=write.at + timedelta(days=3), changed_at=write.at + timedelta(days=9))
    kept = import_file(store, file()._replace(origin=late), write)
    assert kept.created_at == kept.changed_at == write.at


def test_the_import_cannot_be_undone_and_what_comes_after_can(store: Store) -> None:
    table = Table(store, import_file(store, file(), new_write()).edit_key)
    with pytest.raises(NothingToUndo):
        table.undo()
    table.change(SettleHole(1, confirmed=False))
    table.undo()
    assert table.kept.game == import_game(store, *as_read(full_game()), new_write()).game


@pytest.mark.file_only
def test_the_doctor_finds_nothing_wrong_with_it(store: Store) -> None:
    table = Table(store, import_file(store, file(), new_write()).edit_key)
    table.change(SettleHole(1, confirmed=False))
    path = file_of(store).path
    store.close()
    assert [problem for found in examine(path, is_ours=False) for problem in found.problems] == []


def test_a_device_that_lists_the_game_is_asked_and_no_other(store: Store) -> None:
    first = import_file(store, file(), new_write())
    assert [kept.id for kept in had(store, file(title="Another title"))] == [first.id]
    assert import_file(store, file(), new_write("other")).id != first.id
    assert import_file(store, file("f" * 24), new_write()).id != first.id, "another game with the same hands"
    copy = import_file(store, file(), new_write(), copy=True)
    assert {kept.id for kept in had(store, file())} == {first.id, copy.id}


def test_the_game_itself_is_known_and_its_rematch_is_another(store: Store, table: Table) -> None:
    again = rematch(store, table.key, new_write())
    for kept in (table.kept, again):
        brought = GameFile(*as_read(kept.game, kept.title), origin_of(store, kept))
        assert [one.id for one in had(store, brought)] == [kept.id]


def test_a_file_without_a_name_is_known_by_all_that_it_says(store: Store) -> None:
    older = GameFile(*as_read(full_game(), "Friday"))
    first = import_file(store, older, new_write())
    assert [kept.id for kept in had(store, older)] == [first.id]
    Table(store, first.edit_key).change(SettleHole(1, confirmed=False))
    assert [kept.id for kept in had(store, older)] == [first.id], "though it was changed since"
    assert import_file(store, older._replace(title="Saturday"), new_write()).id != first.id
    played = import_game(store, *as_read(full_game(), "Sunday"), new_write())
    assert [kept.id for kept in had(store, older._replace(title="Sunday"))] == [played.id]


def test_a_game_that_was_deleted_is_had_no_more_until_it_is_put_back(store: Store) -> None:
    first = import_file(store, file(), new_write())
    delete_game(store, first.edit_key, new_write())
    second = import_file(store, file(), new_write())
    assert [kept.id for kept in had(store, file())] == [second.id]
    put_back(store, first.edit_key, new_write())
    assert {kept.id for kept in had(store, file())} == {first.id, second.id}


def test_the_same_write_is_one_game_and_another_content_is_refused(store: Store) -> None:
    write = new_write()
    first = import_file(store, file(), write)
    assert import_file(store, file(), write).id == first.id
    with pytest.raises(IdReused):
        import_file(store, file(title="Another"), write)


@pytest.mark.file_only
def test_of_two_that_are_sent_at_once_one_is_asked(store: Store) -> None:
    def brought(_number: int) -> str:
        try:
            return import_file(store, file(), new_write()).title
        except HadAlready:
            return "asked"

    with ThreadPoolExecutor(4) as phones:
        told = list(phones.map(brought, range(4)))
    assert sorted(told) == ["Friday", "asked", "asked", "asked"]
