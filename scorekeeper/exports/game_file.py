"""A whole game as JSON that can be read back (docs/game-json.md)."""

from __future__ import annotations

import json
from typing import Any

from scorekeeper.houses.loading import to_data
from scorekeeper.rules import Entry, Game, Hole, format_layout

FORMAT = "scorekeeper.game"
VERSION = 1


def export_game(game: Game, title: str = "") -> dict[str, Any]:
    """Everything that a game is made of, as plain JSON values.

    People are named by their place in ``players``, from 0. ``results``, ``standings`` and ``places`` are there for
    other programs: they follow from the rest, and reading the file back passes over them.
    """
    place = {player.id: number for number, player in enumerate(game.players)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "house": to_data(game.house),
        "players": [
            {"name": player.name, "joined": player.joined, "left": player.left, "team": player.team}
            for player in game.players
        ],
        "holes_planned": game.holes_planned,
        "first_dealer": place[game.first_dealer],
        "holes": [_hole(hole, game, place) for hole in game.holes],
        "standings": [
            {
                "player": place[standing.player.id],
                "total": standing.total,
                "holes": standing.holes,
                "rank": standing.rank,
            }
            for standing in game.standings
        ],
        "places": [
            {
                "players": [place[player.id] for player in ranked.side.players],
                "total": ranked.total,
                "holes": ranked.holes,
                "rank": ranked.rank,
            }
            for ranked in game.places
        ],
    }


def game_json(game: Game, title: str = "") -> bytes:
    """The same as a file: UTF-8, indented for people who look into it."""
    return (json.dumps(export_game(game, title), ensure_ascii=False, indent=2) + "\n").encode()


def _hole(hole: Hole, game: Game, place: dict[int, int]) -> dict[str, Any]:
    result = game.result(hole.number)
    by_name = {player.name: player.id for player in game.players}
    return {
        "number": hole.number,
        "dealer": place[hole.dealer],
        "entries": [
            {"player": place[player.id], **_entry(hole.entries[player.id])}
            for player in game.players
            if player.id in hole.entries
        ],
        "ender": None if hole.ender is None else place[hole.ender],
        "ender_known": hole.ender_known,
        "confirmed": hole.confirmed,
        "warnings_accepted": hole.warnings_accepted,
        "playoff": [place[player_id] for player_id in hole.playoff],
        "results": [
            {
                "player": place[by_name[player.name]],
                "raw": player.raw,
                "penalty": player.penalty,
                "score": player.score,
                "wins": player.wins,
            }
            for player in (result.players if result else ())
        ],
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {"points": entry.points} if entry.layout is None else {"cards": format_layout(entry.layout)}
