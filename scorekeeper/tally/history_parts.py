"""A game taken apart into the subjects of its history, the difference between two games, and writing that down.

And put together again, as it was before and after any change.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from scorekeeper.houses import as_chosen, freeze, thaw
from scorekeeper.rules import Game, Hole, Player
from scorekeeper.store.columns import entry_of, plain_entry, to_json
from scorekeeper.tally.values import Change, KeptGame, Part

if TYPE_CHECKING:
    from sqlite_utils import Database


class Subject(NamedTuple):
    """What a part of a change speaks of."""

    name: str
    hole: int | None = None
    player: int | None = None


PLAYERS: Final = Subject("players")
PLAN: Final = Subject("plan")
HOUSE: Final = Subject("house")

# Whatever refers to something else is written after it, and taken away before it.
_ORDER: Final = ("players", "plan", "house", "hole", "hand")


def subjects(game: Game, title: str) -> dict[Subject, Any]:
    """Everything in a game that can change, as plain values."""
    found: dict[Subject, Any] = {
        PLAYERS: [plain_player(player) for player in game.players],
        HOUSE: dict(game.house.readings),
        PLAN: {"holes_planned": game.holes_planned, "first_dealer": game.first_dealer, "title": title},
    }
    for hole in game.holes:
        found[Subject("hole", hole.number)] = plain_hole(hole)
        for player, entry in hole.entries.items():
            found[Subject("hand", hole.number, player)] = plain_entry(entry)
    return found


def plain_player(player: Player) -> dict[str, Any]:
    plain: dict[str, Any] = {"id": player.id, "name": player.name, "joined": player.joined, "left": player.left}
    # Left out where there is none: what was written before there were teams stays equal to what is written now.
    return plain if player.team is None else {**plain, "team": player.team}


def plain_hole(hole: Hole) -> dict[str, Any]:
    return {
        "dealer": hole.dealer,
        "ender": hole.ender,
        "ender_known": hole.ender_known,
        "confirmed": hole.confirmed,
        "warnings_accepted": hole.warnings_accepted,
        "playoff": list(hole.playoff),
    }


def difference(before: Mapping[Subject, Any], after: Mapping[Subject, Any]) -> tuple[Part, ...]:
    """One part for each subject that is not the same."""
    return in_order(
        Part(subject.name, before.get(subject), after.get(subject), subject.hole, subject.player)
        for subject in before.keys() | after.keys()
        if before.get(subject) != after.get(subject)
    )


def in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    """By what refers to what, then by hole and player."""
    return tuple(sorted(parts, key=lambda part: (_ORDER.index(part.subject), part.hole or 0, part.player or 0)))


def reversed_parts(parts: Iterable[Part]) -> tuple[Part, ...]:
    """What takes these parts back."""
    return tuple(Part(part.subject, part.after, part.before, part.hole, part.player) for part in parts)


def kind_of(parts: Iterable[Part]) -> str:
    """The word for a change in the history: what a person would say was done."""
    touched = {part.subject for part in parts}
    # A hole begins by itself with its first hand; that is no news. The rules are part of what was agreed: the plan.
    kinds = {"hand": "hand", "players": "players", "plan": "plan", "house": "plan", "hole": "hole"}
    return next((kind for name, kind in kinds.items() if name in touched), "same")


# --- the history's own writing ----------------------------------------------------------------------------------------


def parts_to_json(parts: Iterable[Part]) -> str:
    """The parts as one line of JSON; hole and player only where there are some."""
    return to_json(
        [
            {
                key: value
                for key, value in (
                    ("subject", part.subject),
                    ("hole", part.hole),
                    ("player", part.player),
                    ("before", part.before),
                    ("after", part.after),
                )
                if value is not None or key in ("before", "after")
            }
            for part in parts
        ]
    )


def parts_from_json(text: str) -> tuple[Part, ...]:
    """The parts that ``parts_to_json`` wrote."""
    return tuple(
        Part(part["subject"], part["before"], part["after"], part.get("hole"), part.get("player"))
        for part in json.loads(text)
    )


# --- the tables -------------------------------------------------------------------------------------------------------


def write_parts(database: Database, game: int, parts: Iterable[Part], version: int) -> None:
    """Make every subject what its part says it is after the change."""
    ordered = in_order(parts)
    for part in ordered:
        if part.after is not None:
            _PUT[part.subject](database, game, part, version)
    for part in reversed(ordered):
        if part.after is None:
            _TAKE_AWAY[part.subject](database, game, part, version)
        elif part.subject == "players":
            _forget_missing_players(database, game, part)


def _put_players(database: Database, game: int, part: Part, version: int) -> None:
    players: Any = part.after
    for seat, player in enumerate(players, start=1):
        database.execute(
            """
            INSERT INTO players (id, game, seat, name, joined, "left", team)
            VALUES (:id, :game, :seat, :name, :joined, :left, :team)
            ON CONFLICT (id) DO UPDATE SET seat = :seat, name = :name, joined = :joined, "left" = :left, team = :team
            WHERE game = :game
            """,
            {"team": None, **player, "game": game, "seat": seat},
        )


def _forget_missing_players(database: Database, game: int, part: Part) -> None:
    before: Any = part.before
    after: Any = part.after
    stay = {player["id"] for player in after}
    for player in before or ():
        if player["id"] not in stay:
            database.execute("DELETE FROM players WHERE id = ? AND game = ?", [player["id"], game])


def _put_plan(database: Database, game: int, part: Part, version: int) -> None:
    plan: Any = part.after
    database.execute(
        """
        UPDATE games SET holes_planned = :holes_planned, first_dealer = :first_dealer, title = :title WHERE id = :game
        """,
        {**plan, "game": game},
    )


def _put_house(database: Database, game: int, part: Part, version: int) -> None:
    if part.before is None:
        return  # a game that begins has its house already
    readings: Any = part.after
    (begun,) = database.execute("SELECT coalesce(house_begun, house) FROM games WHERE id = ?", [game]).fetchone()
    # What a reading replaced is not to be found in the house that has it, so every choice is made from the first one.
    house = freeze(as_chosen(thaw(begun), readings))
    database.execute("UPDATE games SET house = ?, house_begun = ? WHERE id = ?", [house, begun, game])


def _put_hole(database: Database, game: int, part: Part, version: int) -> None:
    hole: Any = part.after
    database.execute(
        """
        INSERT INTO holes (game, number, dealer, ender, ender_known, confirmed, warnings_accepted, playoff, version)
        VALUES (:game, :number, :dealer, :ender, :ender_known, :confirmed, :warnings_accepted, :playoff, :version)
        ON CONFLICT (game, number) DO UPDATE SET dealer = :dealer, ender = :ender, ender_known = :ender_known,
            confirmed = :confirmed, warnings_accepted = :warnings_accepted, playoff = :playoff, version = :version
        """,
        {**hole, "playoff": to_json(hole["playoff"]), "game": game, "number": part.hole, "version": version},
    )


def _put_hand(database: Database, game: int, part: Part, version: int) -> None:
    cards, points = (None, part.after) if isinstance(part.after, int) else (part.after, None)
    database.execute(
        """
        INSERT INTO layouts (game, hole, player, cards, points, version) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (game, hole, player)
        DO UPDATE SET cards = excluded.cards, points = excluded.points, version = excluded.version
        """,
        [game, part.hole, part.player, cards, points, version],
    )


def _take_away_hole(database: Database, game: int, part: Part, version: int) -> None:
    # A hand that is still there keeps its hole: the foreign key refuses.
    database.execute("DELETE FROM holes WHERE game = ? AND number = ?", [game, part.hole])


def _take_away_hand(database: Database, game: int, part: Part, version: int) -> None:
    database.execute("DELETE FROM layouts WHERE game = ? AND hole = ? AND player = ?", [game, part.hole, part.player])
    # The hand took its version along; without this the hole would look as it did before anybody saw that hand.
    database.execute("UPDATE holes SET version = ? WHERE game = ? AND number = ?", [version, game, part.hole])


_PUT = {"players": _put_players, "plan": _put_plan, "house": _put_house, "hole": _put_hole, "hand": _put_hand}
_TAKE_AWAY = {"hole": _take_away_hole, "hand": _take_away_hand}


def games_around(kept: KeptGame, changes: Sequence[Change], change: Change) -> tuple[Game, Game]:
    """The game right before and right after a change. ``changes`` are its whole history, as `history` gives it.

    The change must be none that began the game, and no remark.
    """
    state = subjects(kept.game, kept.title)
    for later in changes:
        if later.id == change.id:
            break
        if later.id > 0:  # a remark changed nothing
            _take_back(state, later)
    after = _game(state, kept)
    _take_back(state, change)
    return _game(state, kept), after


def _take_back(state: dict[Subject, Any], change: Change) -> None:
    for part in change.parts:
        subject = Subject(part.subject, part.hole, part.player)
        if part.before is None:
            state.pop(subject, None)
        else:
            state[subject] = part.before


def _game(state: Mapping[Subject, Any], kept: KeptGame) -> Game:
    plan = state[PLAN]
    return Game(
        as_chosen(kept.house_begun, state[HOUSE]),
        tuple(Player(**player) for player in state[PLAYERS]),
        plan["holes_planned"],
        plan["first_dealer"],
        tuple(
            _hole(subject.hole, plain, state)
            for subject, plain in sorted(state.items(), key=lambda item: item[0].hole or 0)
            if subject.name == "hole" and subject.hole is not None
        ),
    )


def _hole(number: int, plain: Mapping[str, Any], state: Mapping[Subject, Any]) -> Hole:
    entered = {
        subject.player: entry_of(value)
        for subject, value in state.items()
        if subject.name == "hand" and subject.hole == number
    }
    entries = {player: entry for player, entry in entered.items() if player is not None and entry is not None}
    return Hole(number, entries=entries, **{**plain, "playoff": tuple(plain["playoff"])})
