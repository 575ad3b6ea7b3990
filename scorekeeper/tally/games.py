"""Beginning a game: new, again with the same people, or from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from scorekeeper.rules import Entry, Game, Hole, House, Player
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.rules.problems import problems_of, raise_any
from scorekeeper.store.columns import digest, fingerprint, format_moment, new_key
from scorekeeper.store.writes import Write
from scorekeeper.tally.editing import (
    LAST_HOLE,
    check_entry,
    check_game,
    check_length,
    check_names,
    check_rivals,
    check_stay,
    check_team,
    check_title,
)
from scorekeeper.tally.game_errors import HoleOutOfOrder, NotInGame
from scorekeeper.tally.history import done_before, record, remark
from scorekeeper.tally.history_parts import difference, state_to_json, subjects
from scorekeeper.tally.read_game import find_again, find_by_id, find_to_edit, keep_house
from scorekeeper.tally.values import ImportedGame, ImportedHole, ImportedPlayer, KeptGame, Part

if TYPE_CHECKING:
    from sqlite_utils import Database

    from scorekeeper.store.connection import Store


def create_game(
    store: Store,
    *,
    house: House,
    players: Sequence[str],
    holes: int,
    first_dealer: int,
    write: Write,
    title: str = "",
    teams: Sequence[int | None] = (),
) -> KeptGame:
    """Begin a game of these people in seating order; ``first_dealer`` is a place in ``players``, from 0.

    ``teams`` are those of the players, in the same order and counted from 1; nobody has one if it is left out.

    The same write again gives the same game, or LinkRenewed if another device renewed its edit link since. Raises
    PlayerNameError, NameTaken, TooFewPlayers, TooManyPlayers, WrongLength, NotInGame, BadTeam, BadTitle, IdReused too.
    """
    people = tuple(
        ImportedPlayer(name, team=team) for name, team in zip(players, teams or [None] * len(players), strict=True)
    )
    return import_game(store, ImportedGame(house, people, holes, first_dealer, (), title), write)


def import_game(store: Store, imported: ImportedGame, write: Write) -> KeptGame:
    """Keep a whole game that was written down elsewhere, as a new game with new links.

    Raises RuleError for what no game can hold, IdReused, and LinkRenewed as `create_game` does.
    """
    return _begin(store, imported, write, fingerprint("begin", imported))


def game_of(imported: ImportedGame) -> Game:
    """The game that `import_game` keeps, its players numbered from 1. Raises RuleError for what cannot be a game."""
    game = _game(imported, _checked(imported))
    check_game(game)
    return game


def rematch(store: Store, edit_key: str, write: Write, *, seen: int | None = None) -> KeptGame:
    """A new game of those still at the table: same house, same length, and the deal goes on to the next player.

    Teams stay together, unless only one of them is left: then everybody plays alone.

    Whose phone is whose goes along. The old game tells where the table went; its version grows with that. ``seen`` is
    the id of the newest rematch that the sender knew of, 0 for none: if another phone began one meanwhile, the table
    goes on in that one, and none is begun now. Left out, a new one begins in any case.

    Raises GameNotFound, TooFewPlayers, IdReused, and LinkRenewed as `create_game` does.
    """
    with store.write() as database:
        before = find_to_edit(store, edit_key)
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
        people = tuple(ImportedPlayer(player.name, team=player.team if len(teams) > 1 else None) for player in here)
        first = next((place for place, player in enumerate(here) if player.id == dealer), 0)
        again = ImportedGame(before.game.house, people, before.game.holes_planned, first, (), before.title)
        kept = _begin(store, again, write, content, rematch_of=before.id)
        seats = {old.id: new.id for old, new in zip(here, kept.game.players, strict=True)}
        _take_seats_along(database, before.id, kept.id, seats)
        database.execute("UPDATE games SET version = version + 1 WHERE id = ?", [before.id])
        remark(database, before.id, write, "rematch", [Part("rematch", None, kept.id)], content)
    return find_to_edit(store, kept.edit_key)


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
    store: Store, wanted: ImportedGame, write: Write, content: str, *, rematch_of: int | None = None
) -> KeptGame:
    with store.write() as database:
        done = done_before(database, write, None, content)
        if done is not None:
            return find_again(store, done.game, write.device)
        game = game_of(wanted)
        state = subjects(game, check_title(wanted.title))
        house, moment = keep_house(database, game.house), format_moment(write.at)
        edit_key, view_key = new_key(), new_key()
        (game_id,) = database.execute(
            """
            INSERT INTO games (edit_key, edit_digest, view_key, view_digest, house, house_begun, state, last_player,
                               rematch_of, version, created_at, changed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?) RETURNING id
            """,
            [
                *(edit_key, digest(edit_key), view_key, digest(view_key), house, house),
                state_to_json(state, dict.fromkeys(state, 1)),
                *(len(game.players), rematch_of, moment, moment),
            ],
        ).fetchone()
        record(database, game_id, write, "created", difference({}, state), content)
        database.execute("INSERT INTO device_games (device, game, may_edit) VALUES (?, ?, 1)", [write.device, game_id])
        kept = find_by_id(store, game_id)
    store.keep_built(kept.id, kept)
    return kept


def _checked(wanted: ImportedGame) -> list[ImportedPlayer]:
    """The people under the names they are kept by, if the game can be begun so. Raises every RuleError at once."""
    names = [player.name for player in wanted.players]
    raise_any(
        (
            *problems_of(check_names, names),
            *problems_of(check_length, wanted.holes_planned),
            *problems_of(check_title, wanted.title),
            *problems_of(_check_played if wanted.holes else _check_seats, wanted),
            *(problem for one in wanted.players for problem in problems_of(check_stay, one.name, one.joined, one.left)),
            *(problem for one in wanted.players for problem in problems_of(check_team, one.name, one.team)),
        )
    )
    return [replace(player, name=name) for player, name in zip(wanted.players, check_names(names), strict=True)]


def _check_seats(wanted: ImportedGame) -> None:
    here = [player.team for player in wanted.players if player.left is None]
    raise_any((*problems_of(wanted.house.check_players, len(here)), *problems_of(check_rivals, wanted.house, here)))


def _check_played(wanted: ImportedGame) -> None:
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
    if any(number > LAST_HOLE for number in extra):
        raise HoleOutOfOrder(f"no hole has a higher number than {LAST_HOLE}")
    if extra != list(range(wanted.holes_planned + 1, wanted.holes_planned + 1 + len(extra))):
        raise HoleOutOfOrder("extra holes follow the last planned hole, one after the other")


def _game(wanted: ImportedGame, people: Sequence[ImportedPlayer]) -> Game:
    """The game with its players' ids in place of their places."""
    ids = range(1, len(people) + 1)

    def player_id(place: int) -> int:
        if not 0 <= place < len(ids):
            raise NotInGame(f"there is no player in place {place}")
        return ids[place]

    def hole(one: ImportedHole) -> Hole:
        entries: Mapping[int, Entry] = {player_id(place): entry for place, entry in one.entries.items()}
        return Hole(
            one.number,
            player_id(one.dealer),
            entries,
            None if one.ender is None else player_id(one.ender),
            one.ender_known,
            one.confirmed,
            one.warnings_accepted,
            tuple(player_id(place) for place in one.playoff),
        )

    return Game(
        wanted.house,
        tuple(
            Player(number, player.name, player.joined, player.left, player.team)
            for number, player in zip(ids, people, strict=True)
        ),
        wanted.holes_planned,
        player_id(wanted.first_dealer),
        tuple(sorted((hole(one) for one in wanted.holes), key=lambda one: one.number)),
    )
