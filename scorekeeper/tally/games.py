"""Beginnings of games, new, again with the same people, or from elsewhere."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.rules import LONGEST_GAME, Game, Player
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.rules.problems import problems_of, raise_any
from scorekeeper.store.columns import digest, fingerprint, format_moment, is_same, new_key, new_uid
from scorekeeper.store.connection import Database, Store, repeated
from scorekeeper.store.writes import Write
from scorekeeper.tally.editing import (
    LAST_HOLE,
    check_entry,
    check_game,
    check_length,
    check_rivals,
    check_title,
    checked_players,
)
from scorekeeper.tally.game_errors import GameNotFound, HadAlready, HoleOutOfOrder, KeyTaken, LinkRenewed
from scorekeeper.tally.game_row import (
    find_again,
    find_by_id,
    find_game,
    find_to_change,
    find_to_edit,
    keep_house,
    state_to_json,
    still_there,
    subjects,
)
from scorekeeper.tally.history import difference, done_before, record
from scorekeeper.tally.origins import games_had, moments_of, origin_part
from scorekeeper.tally.values import GameFile, KeptGame, Origin, Part


@repeated
def import_game(store: Store, game: Game, title: str, write: Write) -> KeptGame:
    """Keep a game, begun or played, whose players are numbered from 1 as they sit, under new links.

    The same write again gives the same game, or LinkRenewed if another device renewed its edit link since. Raises
    RuleError for what no game can hold, and IdReused.
    """
    return _begin(store, game, title, write, fingerprint("begin", game, title))


@repeated
def import_file(store: Store, file: GameFile, write: Write, *, copy: bool = False) -> KeptGame:
    """Keep the game of a file, on the days on which it was played, as `import_game` does.

    Raises HadAlready where the device lists that game, unless a ``copy`` is wanted all the same.
    """
    content = fingerprint("begin", file.game, file.title)
    with store.write() as database:
        is_new = not copy and done_before(database, write, None, content) is None
        if is_new and (had := games_had(store, database, write.device, file, content)):
            raise HadAlready(had)
        return _begin(store, file.game, file.title, write, content, origin=file.origin)


class Own(NamedTuple):
    """What a phone made for a game that it began without a network: the key of its edit link, and its uid."""

    edit_key: str
    uid: str


@repeated
def begin_under(store: Store, own: Own, game: Game, title: str, write: Write, rematch_of: str = "") -> KeptGame:
    """Keep a game that a phone began by itself; sent again it is the same one, whoever sends it.

    ``rematch_of`` is the edit key of the game that the table came from: that one tells where it went, whose phone is
    whose goes along, and another rematch of it stays. A key that leads nowhere any more is no reason to lose a game.
    Raises RuleError for what no game can hold, KeyTaken, and LinkRenewed or GameDeleted where that was done since.
    """
    with store.write() as database:
        begun = _begun_under(store, database, own)
        if begun is not None:
            return still_there(find_by_id(store, begun))
        content = fingerprint("begin", game, title)
        try:
            before = find_to_change(store, rematch_of)
        except GameNotFound:
            return _begin(store, game, title, write, content, own=own)
        kept = _begin(store, game, title, write, content, own=own, rematch_of=before.id)
        seats = {player.name: player.id for player in kept.game.players}
        here = {old.id: seats[old.name] for old in before.game.players if old.name in seats}
        _lead_on(database, before, kept, here, write, content)
    return kept


def _begun_under(store: Store, database: Database, own: Own) -> int | None:
    """The id of the game that was begun so; None for none yet. Raises KeyTaken for another one, and LinkRenewed."""
    row = database.execute("SELECT id, edit_key FROM games WHERE uid = ? AND uid <> ''", [own.uid]).fetchone()
    if row is not None and is_same(row[1], own.edit_key):
        return int(row[0])
    try:
        find_game(store, own.edit_key)
    except LinkRenewed as renewed:
        if row is not None:
            raise
        raise KeyTaken from renewed
    except GameNotFound as free:
        if row is None:
            return None
        raise KeyTaken from free
    raise KeyTaken


def rematch(store: Store, edit_key: str, write: Write, *, seen: int | None = None) -> KeptGame:
    """A new game of those still at the table: same house, same length, and the deal goes on to the next player.

    Teams stay together, unless only one of them is left: then everybody plays alone.

    Whose phone is whose goes along. The old game tells where the table went; its version grows with that. ``seen`` is
    the id of the newest rematch that the sender knew of, 0 for none: if another phone began one meanwhile, the table
    goes on in that one, and none is begun now. Left out, a new one begins in any case.

    Raises GameNotFound, RuleError for too few, IdReused, and LinkRenewed as `import_game` does.
    """
    with store.write() as database:
        before = find_to_change(store, edit_key)
        # The same write even if a player left the old game between the two attempts.
        content = fingerprint("rematch", before.id)
        done = done_before(database, write, None, content)
        if done is not None:
            return find_again(store, done.game, write.device)
        begun = before.rematch
        if seen is not None and begun is not None and begun.id != seen and begun.edit_key:
            return find_by_id(store, begun.id)
        here = [player for player in before.game.players if player.left is None]
        dealer = _next_dealer(before.game)
        teams = {player.team for player in here}
        people = tuple(
            Player(number, player.name, team=player.team if len(teams) > 1 else None)
            for number, player in enumerate(here, 1)
        )
        first = next((number for number, player in enumerate(here, 1) if player.id == dealer), 1)
        # One to a number of points has no planned end but the longest game there is.
        holes = before.game.full_length if before.game.house.match.until is None else LONGEST_GAME
        again = Game(before.game.house, people, holes, first)
        kept = _begin(store, again, before.title, write, content, rematch_of=before.id)
        seats = {old.id: new.id for old, new in zip(here, kept.game.players, strict=True)}
        _lead_on(database, before, kept, seats, write, content)
    return find_to_edit(store, kept.edit_key)


def _lead_on(
    database: Database, before: KeptGame, kept: KeptGame, seats: Mapping[int, int], write: Write, content: str
) -> None:
    """The game before tells that the table went on to this one, in which its people have those ids."""
    _take_seats_along(database, before.id, kept.id, seats)
    database.execute("UPDATE games SET version = version + 1 WHERE id = ?", [before.id])
    record(database, before.id, write, "rematch", [Part("rematch", None, kept.id)], content)


def _next_dealer(game: Game) -> int:
    """Who would deal the hole after the last one played, of those still at the table."""
    last = max((hole.number for hole in game.holes), default=None)
    if last is None:
        return game.first_dealer
    dealt = game.hole(last)
    assert dealt is not None
    here = {player.id for player in game.players if player.left is None}
    following = next_clockwise(game.seats, dealt.dealer, here)
    return dealt.dealer if following is None else following


def _take_seats_along(database: Database, before: int, after: int, players: Mapping[int, int]) -> None:
    """Whoever sat in one game sits in another; ``players`` are their new ids. The phone of who is gone has not said."""
    rows = database.execute("SELECT device, player FROM seats WHERE game = ?", [before]).fetchall()
    for device, player in rows:
        if player is None or player in players:
            taken = None if player is None else players[player]
            database.execute("INSERT INTO seats (device, game, player) VALUES (?, ?, ?)", [device, after, taken])


def _begin(
    store: Store,
    wanted: Game,
    title: str,
    write: Write,
    content: str,
    *,
    rematch_of: int | None = None,
    own: Own | None = None,
    origin: Origin | None = None,
) -> KeptGame:
    with store.write() as database:
        done = done_before(database, write, None, content)
        if done is not None:
            return find_again(store, done.game, write.device)
        game = checked_game(wanted, title)
        state = subjects(game, check_title(title))
        house = keep_house(database, game.house)
        begun_at, changed_at = moments_of(origin, write.at)
        (edit_key, uid), view_key = own or (new_key(), new_uid()), new_key()
        (game_id,) = database.execute(
            """
            INSERT INTO games (uid, edit_key, edit_digest, view_key, view_digest, house, house_begun, state,
                               last_player, rematch_of, version, created_at, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?) RETURNING id
            """,
            [
                *(uid, edit_key, digest(edit_key), view_key, digest(view_key), house, house),
                state_to_json(state, dict.fromkeys(state, 1)),
                *(len(game.players), rematch_of, format_moment(begun_at), format_moment(changed_at)),
            ],
        ).fetchone()
        parts = difference({}, state) if origin is None else (*difference({}, state), origin_part(origin, write.at))
        record(database, game_id, replace(write, at=begun_at), "created", parts, content)
        database.execute("INSERT INTO device_games (device, game, may_edit) VALUES (?, ?, 1)", [write.device, game_id])
        kept = find_by_id(store, game_id)
    store.keep_built(kept.id, kept, kept.cards)
    return kept


def checked_game(wanted: Game, title: str = "") -> Game:
    """The game as `import_game` keeps it, under clean names. Raises every RuleError at once."""
    raise_any(
        (
            *problems_of(checked_players, wanted.players),
            *problems_of(check_length, wanted.holes_planned),
            *problems_of(check_length, wanted.full_length),
            *problems_of(check_title, title),
            *problems_of(_check_played if wanted.holes else _check_seats, wanted),
        )
    )
    game = replace(
        wanted,
        players=checked_players(wanted.players),
        holes=tuple(sorted(wanted.holes, key=lambda hole: hole.number)),
    )
    check_game(game)
    return game


def _check_seats(wanted: Game) -> None:
    here = [player.team for player in wanted.players if player.left is None]
    raise_any((*problems_of(wanted.house.check_players, len(here)), *problems_of(check_rivals, wanted.house, here)))


def _check_played(wanted: Game) -> None:
    # A game that was played was played; the house's limits only keep a new one from being begun.
    for played in wanted.holes:
        for entry in played.entries.values():
            check_entry(entry, wanted.house)
    numbers = [hole.number for hole in wanted.holes]
    if len(set(numbers)) < len(numbers):
        raise HoleOutOfOrder("a hole is there twice")
    planned = {hole.number for hole in wanted.holes if not hole.playoff}
    if not planned <= set(range(1, wanted.holes_planned + 1)):
        raise HoleOutOfOrder(f"this game has holes 1 to {wanted.holes_planned}, not {max(planned)}")
    extra = sorted(hole.number for hole in wanted.holes if hole.playoff)
    if extra != list(range(wanted.holes_planned + 1, LAST_HOLE + 1))[: len(extra)]:
        raise HoleOutOfOrder(f"extra holes follow the last planned hole, one after the other, up to hole {LAST_HOLE}")
