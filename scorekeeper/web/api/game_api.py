"""The JSON endpoints of games: entering a hand, confirming a hole, reading a game.

Field by field the models are part of the text of /openapi.json.
"""

from typing import Any

from flask import jsonify, request
from flask.wrappers import Response
from flask_openapi3.blueprint import APIBlueprint
from flask_openapi3.models.tag import Tag
from flask_wtf.csrf import generate_csrf
from pydantic import BaseModel, ConfigDict, Field, RootModel

from scorekeeper.rules import Entry, parse_layout
from scorekeeper.tally.changing import change
from scorekeeper.tally.game_errors import Conflict
from scorekeeper.tally.values import EnterHand
from scorekeeper.web.addresses import game_to_change, game_to_see, hole_to_see
from scorekeeper.web.db import device_id, new_write, store
from scorekeeper.web.delivery import release
from scorekeeper.web.error_pages import ErrorBody, refusal
from scorekeeper.web.game_json import GameAnswer, HoleAnswer, HouseAnswer, hole_answer, told
from scorekeeper.web.play.hole_form import confirm_hole
from scorekeeper.web.play.pages import after_confirming
from scorekeeper.web.unchanged import VARY, etag_of

PRINTABLE = r"^[!-~]+$"
_LARGEST = 2**53 - 1  # beyond this, scripts cannot count


class Strict(BaseModel):
    """Unknown fields are refused, and a number is never guessed from a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GamePath(BaseModel):
    """A game's address."""

    key: str = Field(description="The game's edit key; for reading, its view key as well.")


class HolePath(GamePath):
    """A hole of a game."""

    hole: int = Field(description="Number of the hole, counted from 1.", ge=1, le=1000)


class HandPath(HolePath):
    """One player's hand on a hole."""

    player: int = Field(description="The player's id.", ge=0)


class HandBody(Strict):
    """A player's final cards, or a bare score, or neither to clear them."""

    write_id: str = Field(
        description="Made by the sender; sending it again does nothing more.",
        min_length=8,
        max_length=64,
        pattern=PRINTABLE,
    )
    based_on: int = Field(description="The version of this hand that the sender knew; 0 for none.", ge=0, le=_LARGEST)
    cards: str | None = Field(None, description="The layout in notation, such as `5 * 7 / 5 Q K`.", max_length=2000)
    points: int | None = Field(None, description="A bare raw score instead of cards.", ge=-999, le=999)


class ConfirmBody(Strict):
    """The table is done with a hole."""

    write_id: str = Field(min_length=8, max_length=64, pattern=PRINTABLE)
    based_on: int | None = Field(None, description="The version of the hole that the sender saw.", ge=0, le=_LARGEST)
    ender: int | None = Field(None, description="Id of the player who ended the hole; null for nobody.")
    ender_known: bool = Field(False, description="Whether the table has said who ended it, be it nobody.")
    accept_warnings: bool = Field(False, description="The impossible cards are right.")
    accept_missing: bool = Field(False, description="Whoever has no cards sat this hole out.")


class ConfirmAnswer(BaseModel):
    """A hole that now counts."""

    write_id: str
    version: int
    next: str = Field(description="The page to go on with.")


class TokenAnswer(BaseModel):
    """What every change from this device must carry in its header X-CSRFToken."""

    token: str


class ConflictAnswer(ErrorBody):
    """Somebody else entered this hand meanwhile: both are shown, nothing was changed."""

    player: int
    version: int
    theirs: str | None
    yours: str | None


class HandRefused(RootModel[ConflictAnswer | ErrorBody]):
    """Somebody else entered this hand meanwhile, or this write id was used for something else."""


api = APIBlueprint(
    "api",
    __name__,
    url_prefix="/api",
    doc_ui=True,
    operation_id_callback=lambda name, path, method: name,
    abp_tags=[Tag(name="scorekeeper", description="Used by the pages' own scripts.")],
    abp_responses={400: ErrorBody, 404: ErrorBody, 413: ErrorBody, 422: ErrorBody, 503: ErrorBody},
)

# Besides those of every endpoint: the game's link was renewed.
_OF_GAMES: dict[str | int, type[BaseModel] | dict[Any, Any] | None] = {410: ErrorBody}


@api.get(
    "/games/<key>",
    responses={
        200: GameAnswer,
        304: {"description": "Nothing changed since the answer with the ETag that was sent."},
        **_OF_GAMES,
    },
    summary="A game with every hole",
)
def read_game(path: GamePath) -> Response:
    """A game with every hole. Asked again with the ETag in If-None-Match it costs next to nothing until it changes."""
    kept = game_to_see(path.key)
    response = jsonify(told(kept).answer)
    response.headers["ETag"] = etag_of(kept.state, release().name)
    response.vary.update(VARY.split(", "))
    return response


@api.get(
    "/games/<key>/house",
    responses={200: HouseAnswer, 304: {"description": "The rules are those of the ETag that was sent."}, **_OF_GAMES},
    summary="What a game's scores are counted by",
)
def read_house(path: GamePath) -> Response:
    """What a game's scores are counted by. It changes only when a question of the house is answered anew."""
    now = told(game_to_see(path.key))
    response = jsonify(HouseAnswer(house_version=now.house_version, rules=now.rules).model_dump())
    response.set_etag(now.house_version, weak=True)
    response.make_conditional(request)
    return response


@api.get("/token", responses={200: TokenAnswer}, summary="A token for changes from this device")
def read_token() -> Response:
    """A token for changes from this device: a page from before its session ended, or without one, goes on with it."""
    device_id()
    response = jsonify(TokenAnswer(token=generate_csrf()).model_dump())
    response.headers["Cache-Control"] = "no-store"
    return response


@api.get("/games/<key>/holes/<int:hole>", responses={200: HoleAnswer, **_OF_GAMES}, summary="A hole as it now stands")
def read_hole(path: HolePath) -> Response:
    """A hole as it now stands."""
    kept = game_to_see(path.key)
    return jsonify(hole_answer(kept, hole_to_see(kept, path.hole)).model_dump())


@api.put(
    "/games/<key>/holes/<int:hole>/hands/<int:player>",
    responses={200: HoleAnswer, 409: HandRefused, **_OF_GAMES},
    summary="Enter, correct or clear one player's hand",
)
def enter_hand(path: HandPath, body: HandBody) -> Response | tuple[Response, int]:
    """Enter, correct or clear one player's hand."""
    kept = game_to_change(path.key)
    hole_to_see(kept, path.hole)
    if path.player not in {player.id for player in kept.game.at_table(path.hole)}:
        return refusal(404, "hole.unknown_player", "Nobody with this id plays this hole.")
    if body.cards is not None and body.points is not None:
        return refusal(422, "hand.both", "Send cards or points, not both.")
    entry = None
    if body.cards is not None:
        entry = Entry(layout=parse_layout(body.cards, kept.game.house))
    elif body.points is not None:
        entry = Entry(points=body.points)
    edit = EnterHand(path.hole, path.player, entry, based_on=body.based_on)
    try:
        kept = change(store(), path.key, [edit], new_write(body.write_id)).kept
    except Conflict as conflict:
        answer = ConflictAnswer(
            code=conflict.code,
            message=conflict.message,
            problems=[],
            player=conflict.player,
            version=conflict.version,
            theirs=str(conflict.theirs) if conflict.theirs else None,
            yours=str(conflict.yours) if conflict.yours else None,
        )
        return jsonify(answer.model_dump()), 409
    return jsonify(hole_answer(kept, path.hole, body.write_id).model_dump())


@api.post(
    "/games/<key>/holes/<int:hole>/confirm",
    responses={200: ConfirmAnswer, 409: ErrorBody, **_OF_GAMES},
    summary="The table is done with a hole: it counts",
)
def confirm(path: HolePath, body: ConfirmBody) -> Response:
    """The table is done with a hole: it counts."""
    kept = game_to_change(path.key)
    number = hole_to_see(kept, path.hole)
    kept = confirm_hole(kept, number, body, new_write(body.write_id), body.based_on)
    answer = ConfirmAnswer(write_id=body.write_id, version=kept.version, next=after_confirming(kept))
    return jsonify(answer.model_dump())
