"""Changing a game by edits, all or none, and undoing a change."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC
from itertools import count

from scorekeeper.houses import as_chosen
from scorekeeper.rules import Game, RuleError
from scorekeeper.rules.problems import raise_any
from scorekeeper.rules.what_if import check_playable
from scorekeeper.store.columns import fingerprint, format_moment, plain_entry
from scorekeeper.store.connection import Database, Store
from scorekeeper.store.errors import StoreBusy
from scorekeeper.store.writes import Write
from scorekeeper.tally import game_row
from scorekeeper.tally.editing import check_game, edited, without_stale_acceptance
from scorekeeper.tally.game_errors import Conflict, NothingToUndo, UndoBlocked
from scorekeeper.tally.history import (
    changes_of,
    difference,
    done_before,
    in_order,
    kind_of,
    newest_change,
    record,
    reversed_parts,
    state_after,
)
from scorekeeper.tally.values import Changed, Edit, EnterHand, KeptGame, Part, Undone


def change(store: Store, edit_key: str, edits: Sequence[Edit], write: Write) -> Changed:
    """Do all of these edits in order, or none, as one row of history.

    The history records a hand that loses a Conflict, once per write. The same write again does nothing and answers
    with the game as it is now. Raises GameNotFound, Conflict, HoleConflict, IdReused, and RuleError for what the rules
    or the game do not allow.
    """
    content = fingerprint("change", list(edits))
    try:
        return _change(store, edit_key, edits, write, content)
    except Conflict:
        # In a separate write, because the refused one leaves no trace.
        _remember_declined(store, edit_key, edits, write, content)
        raise


def changed_before(store: Store, kept: KeptGame, edits: Sequence[Edit], write: Write) -> bool:
    """Whether this write has already changed the game.

    For callers that compare a form with the current game: a form that is done has no differences left. Raises IdReused.
    """
    return done_before(store.database, write, kept.id, fingerprint("change", list(edits))) is not None


def _change(store: Store, edit_key: str, edits: Sequence[Edit], write: Write, content: str) -> Changed:
    with store.write() as database:
        before = game_row.find_to_change(store, edit_key)
        if done_before(database, write, before.id, content) is not None:
            return Changed(before, repeated=True)

        ids = count(before.last_player + 1)
        game, title = before.game, before.title
        problems: list[RuleError] = []
        for edit in edits:
            try:
                game, title = edited(game, title, edit, before, ids)
            except RuleError as refused:
                problems.append(refused)
        raise_any(problems)
        game = without_stale_acceptance(before.game, game, edits)
        check_game(game)
        parts = difference(game_row.subjects(before.game, before.title), game_row.subjects(game, title))
        record(database, before.id, write, kind_of(parts), parts, content)
        kept = _swap(store, database, before, game, title, parts, write)
    store.keep_built(kept.id, kept, kept.cards)
    return Changed(kept, repeated=False)


def _remember_declined(store: Store, edit_key: str, edits: Sequence[Edit], write: Write, content: str) -> None:
    with store.write() as database:
        now = game_row.find_to_change(store, edit_key)
        parts = []
        for edit in edits:
            if isinstance(edit, EnterHand):
                hole = now.game.hole(edit.hole)
                theirs = None if hole is None else hole.entries.get(edit.player)
                seen = now.hand_versions.get((edit.hole, edit.player), 0)
                if edit.based_on != seen and theirs != edit.entry:
                    kept, sent = plain_entry(theirs), plain_entry(edit.entry)
                    parts.append(Part("hand", kept, sent, edit.hole, edit.player))
        if parts:
            record(database, now.id, write, "declined", in_order(parts), content)


def undo(store: Store, edit_key: str, write: Write, change: int | None = None) -> Undone:
    """Undo the newest change that still stands, or the one with the id ``change``. To undo an undo is a redo.

    With an id, the change that the player saw is undone, even if another phone has changed the game since. Raises
    GameNotFound, NothingToUndo, UndoBlocked, IdReused.
    """
    content = fingerprint("undo", change)
    with store.write() as database:
        before = game_row.find_to_change(store, edit_key)
        done = done_before(database, write, before.id, content)
        if done is not None:
            again = next(one for one in changes_of(database, before.id) if one.id == done.of_change)
            return Undone(before, repeated=True, change=again)
        chosen = newest_change(store, before, change)
        if chosen is None:
            raise NothingToUndo("Nothing left to undo.")
        parts = reversed_parts(chosen.parts)
        now = game_row.subjects(before.game, before.title)
        if any(now.get(part.about) != part.before for part in parts):
            raise UndoBlocked("This was changed again later. Undo the later change first.")
        state = state_after(now, parts)
        is_reread = state[game_row.HOUSE] != now[game_row.HOUSE]
        house = as_chosen(before.house_begun, state[game_row.HOUSE]) if is_reread else before.game.house
        try:
            game = game_row.game_from(state, house)
            check_game(game)
            if is_reread:
                check_playable(game, house)
        except (LookupError, RuleError) as error:
            raise UndoBlocked("A later change depends on this. Undo the later change first.") from error
        kind = "redo" if chosen.kind == "undo" else "undo"
        record(database, before.id, write, kind, parts, content, chosen.id)
        kept = _swap(store, database, before, game, state[game_row.PLAN]["title"], parts, write)
    store.keep_built(kept.id, kept, kept.cards)
    return Undone(kept, repeated=False, change=chosen)


def _swap(
    store: Store, database: Database, before: KeptGame, game: Game, title: str, parts: Sequence[Part], write: Write
) -> KeptGame:
    """Replace a game by its state after these parts, and return it as kept."""
    if not parts:
        return before
    state, version = game_row.subjects(game, title), before.version + 1
    kept = replace(
        before,
        game=game,
        title=title,
        version=version,
        changed_at=write.at.astimezone(UTC),
        versions=game_row.versions_after(before.versions, parts, state, version),
        last_player=max(before.last_player, *(player.id for player in game.players)),
    )
    if game.house != before.game.house:
        database.execute(
            "UPDATE games SET house = ? WHERE id = ?", [game_row.keep_house(database, game.house), before.id]
        )
    swapped = database.execute(
        """
        UPDATE games SET state = ?, last_player = ?, version = ?, changed_at = ?
        WHERE id = ? AND version = ?
        """,
        [
            game_row.state_to_json(state, kept.versions),
            *(kept.last_player, version, format_moment(write.at)),
            before.id,
            before.version,
        ],
    )
    if not swapped.rowcount:
        raise StoreBusy("Someone else changed this game just now. Try again.")
    here = {player.id for player in game.players}
    for gone in before.game.players:
        if gone.id not in here:
            database.execute("DELETE FROM seats WHERE game = ? AND player = ?", [before.id, gone.id])
    game.learn_from(before.game)
    store.ring(game_row.topic_of(before.id))
    return kept
