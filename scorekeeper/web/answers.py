"""What a page's scripts are told of a game: the same JSON from the endpoints and inside of pages.

Field by field the models are part of the text of /openapi.json.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flask import Flask, current_app, url_for
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from pydantic import BaseModel, Field

from scorekeeper.rules import Entry, Game
from scorekeeper.store.values import KeptGame
from scorekeeper.web.page_rules import page_rules

FORMAT = 1
"""Of GameAnswer. Fields may be added to a format; a page that reads a higher one than it knows must be loaded anew."""
GAMES_IN_MEMORY = 256


class HandAnswer(BaseModel):
    """What is now kept for a player."""

    player: int
    name: str
    version: int
    cards: str | None
    points: int | None
    raw: int | None = Field(description="The raw score; null while nothing is entered.")


class WarningAnswer(BaseModel):
    """Cards that cannot have come from the decks."""

    code: str
    message: str
    players: list[int] = Field(description="Who holds some of them.")


class HoleAnswer(BaseModel):
    """A hole as it now stands."""

    write_id: str | None = Field(None, description="The id of the write that this answers.")
    hole: int
    version: int = Field(description="The game's version; it grows with every change.")
    hole_version: int = Field(description="The hole's version; a confirmation is based on it.")
    dealer: int | None = Field(description="Id of the player who deals it; null where nobody can.")
    playoff: list[int] = Field(description="For an extra hole, who plays it; else empty.")
    hands: list[HandAnswer]
    missing: list[int]
    warnings: list[WarningAnswer]
    warnings_accepted: bool = Field(description="The table says that the impossible cards are right.")
    ender: int | None = Field(description="Id of the player who ended the hole; null for nobody.")
    ender_known: bool = Field(description="Whether the table has said who ended it, be it nobody.")
    confirmed: bool


class PlayerAnswer(BaseModel):
    """Somebody at the table."""

    id: int
    name: str
    joined: int = Field(description="The first hole that this player plays.")
    left: int | None = Field(description="The last hole that this player played, once gone.")
    team: int | None = Field(
        description="Whom this player is ranked with, counted from 1; null in a house without teams."
    )


class StandingAnswer(BaseModel):
    """A player's own points, and the rank of the side that this player is on."""

    player: int
    name: str
    total: int
    holes: int
    rank: int | None


class GameAnswer(BaseModel):
    """A game, with everything that a page needs to draw it and to go on with it."""

    format: int = Field(description="Of this answer; fields may be added to a format.")
    uid: str = Field(description="The game under whatever link; no link can be made from it.")
    may_edit: bool
    title: str
    house: str = Field(description="The name of the house.")
    house_version: str = Field(description="Changes with the rules that the game's scores are counted by.")
    version: int
    holes_planned: int
    first_dealer: int = Field(description="Id of the player who deals the first hole.")
    current_hole: int | None
    players: list[PlayerAnswer] = Field(description="In seating order, clockwise.")
    standings: list[StandingAnswer]
    holes: list[HoleAnswer]
    rematch: str | None = Field(None, description="Address of the game that the table went on to; null for none.")


class HouseAnswer(BaseModel):
    """What a game's scores are counted by."""

    house_version: str
    rules: dict[str, Any] = Field(description="The house's data and the sentences that explain a score.")


@dataclass(frozen=True)
class ToldGame:
    """A game as scripts are told of it, plain JSON values. Shared by many requests: never change it."""

    answer: dict[str, Any]  # a GameAnswer
    rules: dict[str, Any]  # of page_rules
    house_version: str
    on_pages: Markup  # both as JSON text, for the script element of a page


def init_app(app: Flask) -> None:
    """Remember what was told, for every open page asks for the same."""
    app.extensions["scorekeeper_told"] = OrderedDict[tuple[int, int, bool], ToldGame]()


def told(kept: KeptGame) -> ToldGame:
    """The game for scripts. Asked outside of a write: a version that is rolled back must not be remembered."""
    memory: OrderedDict[tuple[int, int, bool], ToldGame] = current_app.extensions["scorekeeper_told"]
    name = (kept.id, kept.version, kept.may_edit)
    found = memory.get(name)
    if found is None:
        rules = page_rules(kept.game.house)
        house_version = _digest(json.dumps(rules, sort_keys=True))
        answer = game_answer(kept, house_version).model_dump()
        on_pages = htmlsafe_json_dumps({"answer": answer, "rules": rules})
        found = memory[name] = ToldGame(answer, rules, house_version, on_pages)
        if len(memory) > GAMES_IN_MEMORY:
            memory.popitem(last=False)
    return found


def game_answer(kept: KeptGame, house_version: str) -> GameAnswer:
    """The whole game, as the link that it was found by lets it be seen."""
    game = kept.game
    return GameAnswer(
        format=FORMAT,
        uid=_digest(f"{kept.id} {kept.created_at.isoformat()}"),
        may_edit=kept.may_edit,
        title=kept.title,
        house=game.house.name,
        house_version=house_version,
        version=kept.version,
        holes_planned=game.holes_planned,
        first_dealer=game.first_dealer,
        current_hole=game.current_hole,
        players=[
            PlayerAnswer(id=player.id, name=player.name, joined=player.joined, left=player.left, team=player.team)
            for player in game.players
        ],
        standings=[
            StandingAnswer(
                player=standing.player.id,
                name=standing.player.name,
                total=standing.total,
                holes=standing.holes,
                rank=standing.rank,
            )
            for standing in game.standings
        ],
        holes=[hole_answer(kept, hole.number) for hole in game.holes],
        rematch=url_for("play.card", key=kept.rematch_key) if kept.rematch_key else None,
    )


def hole_answer(kept: KeptGame, number: int, write_id: str | None = None) -> HoleAnswer:
    """One hole; ``write_id`` names the write that this answers."""
    game = kept.game
    hole = game.hole(number)
    dealer = game.dealer(number)
    entries = hole.entries if hole else {}
    hands = [
        HandAnswer(
            player=player.id,
            name=player.name,
            version=kept.hand_versions.get((number, player.id), 0),
            raw=_raw(game, number, player.id),
            **_as_entered(entries.get(player.id)),
        )
        for player in game.at_table(number)
    ]
    return HoleAnswer(
        write_id=write_id,
        hole=number,
        version=kept.version,
        hole_version=kept.hole_version(number),
        dealer=dealer.id if dealer else None,
        playoff=list(hole.playoff) if hole else [],
        hands=hands,
        missing=[player.id for player in game.missing(number)],
        warnings=[WarningAnswer.model_validate(warning) for warning in warnings_told(game, number)],
        warnings_accepted=hole is not None and hole.warnings_accepted,
        ender=hole.ender if hole else None,
        ender_known=hole is not None and hole.ender_known,
        confirmed=hole is not None and hole.confirmed,
    )


def warnings_told(game: Game, number: int) -> list[dict[str, Any]]:
    """The impossible cards of a hole as plain values: code, message, and the ids of those who hold them."""
    ids = {player.name: player.id for player in game.players}
    return [
        {
            "code": warning.code,
            "message": warning.message,
            "players": [ids[name] for name, _ in warning.holders],
        }
        for warning in game.warnings(number)
    ]


def _as_entered(entry: Entry | None) -> dict[str, Any]:
    cards = str(entry.layout) if entry is not None and entry.layout is not None else None
    return {"cards": cards, "points": entry.points if entry is not None else None}


def _raw(game: Game, number: int, player_id: int) -> int | None:
    player = game.player(player_id)
    result = game.player_result(number, player) if player else None
    return None if result is None else result.raw


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]
