"""Starting games: new ones, rematches, and imported ones."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.rules import Game, Player
from scorekeeper.rules.dealing import next_clockwise
from scorekeeper.rules.problems import problems_of, raise_any
from scorekeeper.store.columns import digest, fingerprint, format_moment, keys_match, new_key, new_uid
from scorekeeper.store.connection import Database, Store, retry_when_lost
from scorekeeper.store.writes import Write
from scorekeeper.tally.editing import (
    check_entry,
    check_game,
    check_length,
    check_rivals,
    check_title,
    checked_players,
    last_hole,
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
    topic_of,
)
from scorekeeper.tally.history import difference, done_before, record
from scorekeeper.tally.origins import games_had, moments_of, origin_part
from scorekeeper.tally.values import GameFile, KeptGame, Origin, Part


@retry_when_lost
def import_game(store: Store, game: Game, title: str, write: Write) -> KeptGame:
    """Keep a game under new links, its players numbered from 1 as they sit.

    The same write again gives the same game, or LinkRenewed if another device has replaced its edit link since.
    Raises RuleError for an impossible game, and IdReused.
    """
    return _begin(store, game, title, write, fingerprint("begin", game, title))


@retry_when_lost
def import_file(store: Store, file: GameFile, write: Write, *, copy: bool = False) -> KeptGame:
    """Keep the game of a file, as `import_game` does, with the dates on which it was played.

    Raises HadAlready if the device lists that game, unless a ``copy`` is wanted.
    """
    content = fingerprint("begin", file.game, file.title)
    with store.write() as database:
        is_new = not copy and done_before(database, write, None, content) is None
        if is_new and (had := games_had(store, database, write.device, file, content)):
            raise HadAlready(had)
        return _begin(store, file.game, file.title, write, content, origin=file.origin)


class Own(NamedTuple):
    """The edit key and the uid that a phone made for a game started offline."""

    edit_key: str
    uid: str


@retry_when_lost
def begin_under(
    store: Store, own: Own, game: Game, title: str, write: Write, rematch_of: str = "", *, practice: bool = False
) -> KeptGame:
    """Keep a game that a phone started offline; sent again, by any phone, it is the same one.

    In ``practice`` the others are players of the phone.
    ``rematch_of`` is the edit key of the game before, which then links to this one and passes its seats on; other
    rematches of it stay. An invalid key is ignored, so that no game is lost. Raises RuleError for an impossible game,
    KeyTaken, and LinkRenewed or GameDeleted if that has happened since.
    """
    with store.write() as database:
        begun = _begun_under(store, database, own)
        if begun is not None:
            return still_there(find_by_id(store, begun))
        content = fingerprint("begin", game, title)
        try:
            before = find_to_change(store, rematch_of)
        except GameNotFound:
            return _begin(store, game, title, write, content, own=own, practice=practice)
        kept = _begin(store, game, title, write, content, own=own, rematch_of=before.id, practice=practice)
        seats = {player.name: player.id for player in kept.game.players}
        here = {old.id: seats[old.name] for old in before.game.players if old.name in seats}
        _lead_on(store, before, kept, here, write, content)
    return kept


def _begun_under(store: Store, database: Database, own: Own) -> int | None:
    """The id of the game already kept for this key and uid, or None. Raises KeyTaken for another, and LinkRenewed."""
    row = database.execute("SELECT id, edit_key FROM games WHERE uid = ? AND uid <> ''", [own.uid]).fetchone()
    if row is not None and keys_match(row[1], own.edit_key):
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
    """A new game for the players still at the table: same house, same length, dealt by the next player.

    Teams stay together; if only one is left, each player plays alone. Seats pass to the new game. The old game links
    to it, which gives the old one a new version. ``seen`` is the id of the newest rematch that the sender knew of, 0
    for none: if another phone has started one since, that one is returned. Without it, a new one always starts.

    Raises GameNotFound, RuleError for too few players, IdReused, and LinkRenewed as `import_game` does.
    """
    with store.write() as database:
        before = find_to_change(store, edit_key)
        # The same write even if a player has left the old game between two attempts.
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
        # A game to a number of points is planned as the longest possible one.
        holes = before.game.full_length if before.game.house.is_planned else before.game.house.longest_game
        again = Game(before.game.house, people, holes, first)
        kept = _begin(store, again, before.title, write, content, rematch_of=before.id, practice=before.practice)
        seats = {old.id: new.id for old, new in zip(here, kept.game.players, strict=True)}
        _lead_on(store, before, kept, seats, write, content)
    return find_to_edit(store, kept.edit_key)


def _lead_on(
    store: Store, before: KeptGame, kept: KeptGame, seats: Mapping[int, int], write: Write, content: str
) -> None:
    """Link the game before to its rematch, and pass its seats on; ``seats`` maps old player ids to new ones."""
    database = store.database
    _take_seats_along(database, before.id, kept.id, seats)
    database.execute("UPDATE games SET version = version + 1 WHERE id = ?", [before.id])
    record(database, before.id, write, "rematch", [Part("rematch", None, kept.id)], content)
    store.ring(topic_of(before.id))


def _next_dealer(game: Game) -> int:
    """The next dealer after the last hole, among the players still at the table."""
    last = max((hole.number for hole in game.holes), default=None)
    if last is None:
        return game.first_dealer
    dealt = game.hole(last)
    assert dealt is not None
    here = {player.id for player in game.players if player.left is None}
    following = next_clockwise(game.seats, dealt.dealer, here)
    return dealt.dealer if following is None else following


def _take_seats_along(database: Database, before: int, after: int, players: Mapping[int, int]) -> None:
    """Copy the seats of phones to another game; ``players`` maps old player ids to new ones.

    Phones of players who are gone get no seat.
    """
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
    practice: bool = False,
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
                               last_player, rematch_of, version, created_at, changed_at, practice)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?) RETURNING id
            """,
            [
                *(uid, edit_key, digest(edit_key), view_key, digest(view_key), house, house),
                state_to_json(state, dict.fromkeys(state, 1)),
                *(len(game.players), rematch_of, format_moment(begun_at), format_moment(changed_at)),
                int(practice or (origin is not None and origin.practice)),
            ],
        ).fetchone()
        parts = difference({}, state) if origin is None else (*difference({}, state), origin_part(origin, write.at))
        record(database, game_id, replace(write, at=begun_at), "created", parts, content)
        database.execute("INSERT INTO device_games (device, game, may_edit) VALUES (?, ?, 1)", [write.device, game_id])
        kept = find_by_id(store, game_id)
    store.keep_built(kept.id, kept, kept.cards)
    return kept


def checked_game(wanted: Game, title: str = "") -> Game:
    """The game with cleaned names, as `import_game` keeps it. Raises every RuleError at once."""
    raise_any(
        (
            *problems_of(checked_players, wanted.players, wanted.house.round_word),
            *problems_of(check_length, wanted.holes_planned, wanted.house),
            *problems_of(check_length, wanted.full_length, wanted.house),
            *problems_of(check_title, title),
            *problems_of(_check_played if wanted.holes else _check_seats, wanted),
        )
    )
    game = replace(
        wanted,
        players=checked_players(wanted.players, wanted.house.round_word),
        holes=tuple(sorted(wanted.holes, key=lambda hole: hole.number)),
    )
    check_game(game)
    return game


def _check_seats(wanted: Game) -> None:
    here = [player.team for player in wanted.players if player.left is None]
    raise_any((*problems_of(wanted.house.check_players, len(here)), *problems_of(check_rivals, wanted.house, here)))


def _check_played(wanted: Game) -> None:
    # The house's limits on players only apply to new games, not to played ones.
    for played in wanted.holes:
        for entry in played.entries.values():
            check_entry(entry, wanted.house)
    numbers, word = [hole.number for hole in wanted.holes], wanted.house.round_word
    if len(set(numbers)) < len(numbers):
        raise HoleOutOfOrder(f"The same {word} appears twice.")
    planned = {hole.number for hole in wanted.holes if not hole.playoff}
    if not planned <= set(range(1, wanted.holes_planned + 1)):
        raise HoleOutOfOrder(f"This game has {word}s 1 to {wanted.holes_planned}, not {max(planned)}.")
    extra = sorted(hole.number for hole in wanted.holes if hole.playoff)
    last = last_hole(wanted.house)
    if extra != list(range(wanted.holes_planned + 1, last + 1))[: len(extra)]:
        raise HoleOutOfOrder(
            f"Extra {word}s must come right after the last planned {word}, in order and up to {word} {last}."
        )
