"""The JSON for games that phones start offline: what they need, and what they send later.

The phone makes their keys and ids, so its links stay the same.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Any

from flask import jsonify
from flask.wrappers import Response
from pydantic import BaseModel, ConfigDict, Field

from scorekeeper import houses
from scorekeeper.houses import usual_readings, with_readings
from scorekeeper.rules import Game, House, Player
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.tally.changing import change
from scorekeeper.tally.editing import MOST_NAMES
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.tally.game_row import house_of_game
from scorekeeper.tally.games import Own, begin_under
from scorekeeper.tally.values import JoinAndLeave, KeptGame
from scorekeeper.web import limits
from scorekeeper.web.addresses import find_house, game_to_change
from scorekeeper.web.api.game_api import Strict, api, sent_body
from scorekeeper.web.db import new_write, store
from scorekeeper.web.end import NoTie, extra_hole
from scorekeeper.web.game_json import page_rules, version_of
from scorekeeper.web.phone_rules import USUAL_HOUSE

_LARGEST_ID = 2**31
"""The limit of ids that phones make: enough for no two to be the same, small enough for every program."""

_Short = Annotated[str, Field(max_length=200)]
_PlayerId = Annotated[int, Field(ge=1, lt=_LARGEST_ID)]


class NewPlayer(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: _Short
    team: int | None = None


class Newcomer(NewPlayer):
    id: _PlayerId


class BeginBody(Strict):
    """A new game as the phone started it; its players have the ids 1, 2, 3 ... in seating order."""

    key: str = Field(pattern=r"^[A-Za-z0-9_-]{22}$")  # of the edit link
    uid: str = Field(pattern=r"^[0-9a-f]{24}$")
    house: _Short | None = None  # as in the address of its sheet
    readings: dict[_Short, _Short] = Field(default_factory=dict, max_length=60)
    # instead of a house: the uid of a game played with it
    house_of: str | None = Field(None, pattern=r"^[0-9a-f]{12,24}$")
    players: list[NewPlayer] = Field(max_length=MOST_NAMES)
    holes_planned: int
    first_dealer: _PlayerId
    title: _Short = ""
    rematch_of: _Short = ""  # the edit key of the game before
    practice: bool = False  # whether the others are players of the phone


class TableBody(Strict):
    """The players who join at that hole, and the last hole of those who left, by id."""

    hole: int
    joining: list[Newcomer] = Field(max_length=MOST_NAMES)
    leaving: dict[Annotated[str, Field(pattern=r"^[0-9]{1,10}$")], int] = Field(max_length=MOST_NAMES)


class PlayoffBody(Strict):
    hole: int
    players: list[_PlayerId] = Field(max_length=MOST_NAMES)  # those who are tied


@api.get("/houses")
def read_houses() -> Response:
    """The games of this release, as far as a phone needs them to start games and to practice.

    Open questions have their first reading as the answer, also in words.
    """
    told = chain.from_iterable(_told_houses(group.title, group.houses) for group in houses.groups())
    response = jsonify([*told, *_told_houses("Other games", houses.score_games())])
    response.headers["Cache-Control"] = "public, no-cache"
    return response


def _told_houses(group: str, those: tuple[House, ...]) -> Iterator[dict[str, Any]]:
    for house in those:
        asked = [option for option in house.options if option.must_ask]
        readings = usual_readings(house)
        rules = page_rules(with_readings(house, readings))
        yield {
            "spec": {"house": house.key, "readings": readings},
            "group": group,
            "usual": house.key == USUAL_HOUSE,
            "summary": house.summary,
            "length": house.match.holes[0],
            "said": [[option.only_players, option.question, option.readings[0].text] for option in asked],
            "version": version_of(rules),
            "rules": rules,
        }


@api.post("/games")
@limits.BEGUN
def begin() -> Response:
    """Keep a game that a phone started. Sent again, it is the same game."""
    body = sent_body(BeginBody)
    people = tuple(Player(number, one.name, team=one.team) for number, one in enumerate(body.players, 1))
    game = Game(_house(body), people, body.holes_planned, body.first_dealer)
    own, write = Own(body.key, body.uid), new_write(body.write_id)
    return _done(body, begin_under(store(), own, game, body.title, write, body.rematch_of, practice=body.practice))


def _house(body: BeginBody) -> House:
    if body.house is not None:
        return with_readings(find_house(body.house), body.readings)
    try:
        return house_of_game(store(), body.house_of or "")
    except GameNotFound as gone:
        raise UnknownHouse("The rules for this game aren’t on this server.") from gone


@api.post("/games/<key>/table")
def seat(key: str) -> Response:
    """Save who joined and left while a phone was offline."""
    kept, body = game_to_change(key), sent_body(TableBody)
    joining = tuple(Player(one.id, one.name, body.hole, team=one.team) for one in body.joining)
    leaving = {int(player): after for player, after in body.leaving.items()}
    write = new_write(body.write_id)
    return _done(body, change(store(), kept.edit_key, [JoinAndLeave(joining, leaving)], write).kept)


@api.post("/games/<key>/playoff")
def begin_extra_hole(key: str) -> Response:
    """Start the extra hole that a phone started offline, or accept the one already started."""
    kept, body = game_to_change(key), sent_body(PlayoffBody)
    begun = kept.game.hole(body.hole)
    if begun is None or set(begun.playoff) != set(body.players):
        edit = extra_hole(kept.game)
        if (edit.hole, edit.playoff) != (body.hole, tuple(body.players)):
            raise NoTie("Different players are tied now. Check the results.")
        kept = change(store(), kept.edit_key, [edit], new_write(body.write_id)).kept
    return _done(body, kept)


def _done(body: Strict, kept: KeptGame) -> Response:
    return jsonify(write_id=body.write_id, version=kept.version)
