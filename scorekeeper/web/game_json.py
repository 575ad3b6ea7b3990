"""What a page's scripts are told of a game: the same JSON from the endpoints and inside of pages.

Field by field the models are part of the text of /openapi.json.
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flask import url_for
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from pydantic import BaseModel, Field

from scorekeeper.houses.loading import to_data
from scorekeeper.rules import Entry, Game, House
from scorekeeper.rules.wording import SENTENCES
from scorekeeper.tally.values import GameState, KeptGame
from scorekeeper.web.addresses import addresses
from scorekeeper.web.db import store
from scorekeeper.web.delivery import release
from scorekeeper.web.unchanged import etag_of

_FOR_SCORING = (
    *("key", "name", "grid", "values", "cancelling", "four_of_a_kind", "penalty", "reward", "readings"),
    *("bonuses", "placing", "card_values"),
)
_OF_TABLES = {
    "table": ("decks", "jokers_per_deck", "deck"),
    "ending": ("hidden",),
    "match": ("winner", "tie", "until", "exact", "hole_tie", "deal", "first", "teams"),
}
"""Of what else a house says, only this touches a score or a place: static/js/rules/house.js names the same."""


def page_rules(house: House) -> dict[str, Any]:
    """The house's scoring data and the sentences that a score can need, as plain JSON values."""
    data = to_data(house)
    tables = {table: {key: data[table][key] for key in keys} for table, keys in _OF_TABLES.items()}
    return {
        "house": {key: data[key] for key in _FOR_SCORING} | tables,
        "bare_note": house.bare_note,
        "sentences": {key: text for key, text in SENTENCES.items() if _can_be_said(key, house)},
    }


def _can_be_said(sentence: str, house: House) -> bool:
    rule, _, case = sentence.partition(".")
    if rule == "four":
        bonus = house.four_of_a_kind
        if case == "any-columns":
            return bonus is not None and bonus.pattern == "any-pairs" and house.grid.rows != 2
        return bonus is not None and case in (bonus.pattern, "more-columns")
    if rule == "bonus":
        return any(case in (bonus.pattern, "others") for bonus in house.bonuses)
    return rule not in ("pair", "gone") or house.cancelling is not None


FORMAT = 1
"""Of GameAnswer. Fields may be added to a format; a page that reads a higher one than it knows must be loaded anew."""


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

    of: GameState
    answer: dict[str, Any]  # a GameAnswer
    rules: dict[str, Any]  # of page_rules
    house_version: str
    on_pages: Markup  # both as JSON text, for the script element of a page


def told(kept: KeptGame) -> ToldGame:
    """The game for scripts, remembered by the store, for every open page asks for the same."""
    number = 2 * kept.id + kept.may_edit
    found = store().built(ToldGame, number)
    if found is None or found.of != kept.state:
        rules = page_rules(kept.game.house)
        house_version = _digest(json.dumps(rules, sort_keys=True))
        answer = game_answer(kept, house_version).model_dump()
        on_pages = htmlsafe_json_dumps({"answer": answer, "rules": rules})
        found = store().keep_built(number, ToldGame(kept.state, answer, rules, house_version, on_pages))
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
            StandingAnswer(player=one.player.id, name=one.player.name, total=one.total, holes=one.holes, rank=one.rank)
            for one in game.standings
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
    ids = {player.name: player.id for player in game.players}
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
        warnings=[
            WarningAnswer(code=one.code, message=one.message, players=[ids[name] for name, _ in one.holders])
            for one in game.warnings(number)
        ],
        warnings_accepted=hole is not None and hole.warnings_accepted,
        ender=hole.ender if hole else None,
        ender_known=hole is not None and hole.ender_known,
        confirmed=hole is not None and hole.confirmed,
    )


def _as_entered(entry: Entry | None) -> dict[str, Any]:
    cards = str(entry.layout) if entry is not None and entry.layout is not None else None
    return {"cards": cards, "points": entry.points if entry is not None else None}


def _raw(game: Game, number: int, player_id: int) -> int | None:
    player = game.player(player_id)
    result = game.player_result(number, player) if player else None
    return None if result is None else result.raw


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:12]


def game_data(kept: KeptGame, seat: int | None) -> Markup:
    """JSON, embedded in every page of a game for the phone of that seat; see static/js/phone/game-on-phone.js."""
    address = addresses()
    own = {
        "key": kept.key,
        "etag": game_tag(kept),
        "seat": seat,
        "urls": {
            "card": address("play.card", key=kept.key),
            "hole": address("play.hole", key=kept.key, hole=1).removesuffix("1"),
            "api": address("api.read_game", key=kept.key),
            "start": address("start.index"),
            "settle": address("settle.index", game=kept.view_key),
        },
    }
    # One object of two: the game's part is the same for every phone, and ten times as long.
    return told(kept).on_pages[:-1] + ", " + htmlsafe_json_dumps(own)[1:]


def game_tag(kept: KeptGame) -> str:
    """The ETag of the game's answer, as /api/games/<key> would send it: a live page is drawn anew after another."""
    return etag_of(kept.state, release().name)
