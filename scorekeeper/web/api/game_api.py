"""The JSON of games for scripts: entering a hand, confirming a hole, reading a game.

Every refusal is `{code, message, problems}` (error_pages.py).
"""

from typing import TypeVar

from flask import Blueprint, jsonify, request
from flask.wrappers import Response
from flask_wtf.csrf import generate_csrf
from pydantic import BaseModel, ConfigDict, Field

from scorekeeper.rules import ByHand, Entry, House, parse_layout
from scorekeeper.rules.house import MOST_TYPED
from scorekeeper.tally.changing import change
from scorekeeper.tally.deleting import put_back
from scorekeeper.tally.game_errors import Conflict
from scorekeeper.tally.game_row import topic_of
from scorekeeper.tally.values import UNCHANGED, AddByHand, EnterHand, NameEnder
from scorekeeper.web.addresses import game_to_change, game_to_see, hole_to_see
from scorekeeper.web.db import device_id, new_write, store
from scorekeeper.web.delivery.releases import release
from scorekeeper.web.error_pages import refusal
from scorekeeper.web.game_json import hole_answer, told
from scorekeeper.web.live import listens_to
from scorekeeper.web.play.hole_form import Confirmation, confirm_hole
from scorekeeper.web.play.pages import after_confirming
from scorekeeper.web.poll_not_modified import VARY, etag_of

api = Blueprint("api", __name__, url_prefix="/api")

_LARGEST = 2**53 - 1  # beyond this, scripts cannot count
_STRICT = ConfigDict(extra="forbid", strict=True)


class Strict(BaseModel):
    """A body without unknown fields, whose numbers are numbers and not texts."""

    model_config = _STRICT

    write_id: str = Field(min_length=8, max_length=63, pattern=r"^[!-~]+$")
    """Made by the sender; sending it again does nothing more."""


class Hand(BaseModel):
    """A player's final cards, or a bare score, or neither to clear the hand."""

    model_config = _STRICT

    based_on: int = Field(ge=0, le=_LARGEST)  # the sender's version of this hand; 0 for none
    cards: str | None = Field(None, max_length=2000)  # in notation
    points: int | None = Field(None, ge=-MOST_TYPED, le=MOST_TYPED)


class OtherHand(Hand):
    player: int


class HandBody(Strict, Hand):
    also: OtherHand | None = None  # the player who had those cards by mistake: one write changes both hands


class ByHandBody(Strict):
    """Points by hand with their reason; without both they are removed."""

    based_on: int = Field(ge=0, le=_LARGEST)  # the sender's version of these points; 0 for none
    points: int | None = Field(None, ge=-MOST_TYPED, le=MOST_TYPED)
    reason: str = Field("", max_length=2000)


class Ender(BaseModel):
    """The player who ended a hole, or no one, or not known yet."""

    model_config = _STRICT

    ender: int | None
    ender_known: bool


class EnderBody(Strict, Ender):
    based_on: Ender | None = None  # as the sender saw it; a different answer since is a conflict


class ConfirmBody(Strict):
    based_on: int | None = Field(None, ge=0, le=_LARGEST)  # the version of the hole that the sender saw
    ender: int | None = None
    ender_known: bool = False  # whether the players said who ended it, or that no one did
    accept_warnings: bool = False  # the impossible cards and numbers are right
    accept_missing: bool = False  # players without cards sat this hole out


Body = TypeVar("Body", bound=BaseModel)


def sent_body(model: type[Body]) -> Body:
    """The JSON object of the request. error_pages.py lists a ValidationError field by field."""
    return model.model_validate_json(request.get_data())


@api.get("/games/<key>")
def read_game(key: str) -> Response:
    """A game with all its holes. A request with its ETag in If-None-Match costs almost nothing until it changes."""
    kept = game_to_see(key)
    listens_to(topic_of(kept.id))
    response = jsonify(told(kept).answer)
    response.headers["ETag"] = etag_of(kept.state, release().name)
    response.vary.update(VARY.split(", "))
    return response


@api.get("/games/<key>/house")
def read_house(key: str) -> Response:
    """The rules that score a game. They change only when a question of the house gets another answer."""
    now = told(game_to_see(key))
    response = jsonify(house_version=now.house_version, rules=now.rules)
    response.set_etag(now.house_version, weak=True)
    response.make_conditional(request)
    return response


class WriteBody(Strict):
    """A change that the address describes completely."""


@api.post("/games/<key>/put-back", endpoint="put_back")
def put_back_game(key: str) -> Response:
    """Put a deleted game back; any other stays as it is."""
    body = sent_body(WriteBody)
    put_back(store(), key, new_write(body.write_id))
    return jsonify(write_id=body.write_id, version=game_to_change(key).version)


@api.get("/token")
def read_token() -> Response:
    """The token for the header X-CSRFToken, for pages older than their device's session."""
    device_id()
    response = jsonify(token=generate_csrf())
    response.headers["Cache-Control"] = "no-store"
    return response


@api.get("/games/<key>/holes/<int:hole>")
def read_hole(key: str, hole: int) -> Response:
    kept = game_to_see(key)
    return jsonify(hole_answer(kept, hole_to_see(kept, hole)))


@api.put("/games/<key>/holes/<int:hole>/hands/<int:player>")
def enter_hand(key: str, hole: int, player: int) -> Response | tuple[Response, int]:
    """Enter, correct, clear or exchange a hand. If another phone changed it since, answer 409 with both."""
    kept, body = game_to_change(key), sent_body(HandBody)
    hole_to_see(kept, hole)
    hands: list[tuple[int, Hand]] = [(player, body)]
    if body.also is not None:
        hands.append((body.also.player, body.also))
    if not {who for who, _ in hands} <= {one.id for one in kept.game.at_table(hole)}:
        return refusal(404, "hole.unknown_player", "No player with this id is in this hole.")
    if any(hand.cards is not None and hand.points is not None for _, hand in hands):
        return refusal(422, "hand.both", "Send cards or points, not both.")
    edits = [EnterHand(hole, who, _entry(hand, kept.game.house), based_on=hand.based_on) for who, hand in hands]
    try:
        kept = change(store(), key, edits, new_write(body.write_id)).kept
    except Conflict as conflict:
        both = {
            "player": conflict.player,
            "version": conflict.version,
            "theirs": str(conflict.theirs) if conflict.theirs else None,
            "yours": str(conflict.yours) if conflict.yours else None,
        }
        return jsonify(code=conflict.code, message=conflict.message, problems=[], **both), 409
    return jsonify(hole_answer(kept, hole, body.write_id))


def _entry(hand: Hand, house: House) -> Entry | None:
    if hand.cards is not None:
        return Entry(layout=parse_layout(hand.cards, house))
    return None if hand.points is None else Entry(points=hand.points)


@api.put("/games/<key>/holes/<int:hole>/by-hand/<int:player>")
def add_by_hand(key: str, hole: int, player: int) -> Response | tuple[Response, int]:
    """Add, change or remove points by hand."""
    kept, body = game_to_change(key), sent_body(ByHandBody)
    hole_to_see(kept, hole)
    if player not in {one.id for one in kept.game.at_table(hole)}:
        return refusal(404, "hole.unknown_player", "No player with this id is in this hole.")
    by_hand = None if body.points is None else ByHand(body.points, body.reason)
    edit = AddByHand(hole, player, by_hand, based_on=body.based_on)
    kept = change(store(), key, [edit], new_write(body.write_id)).kept
    return jsonify(hole_answer(kept, hole, body.write_id))


@api.post("/games/<key>/holes/<int:hole>/ender")
def name_ender(key: str, hole: int) -> Response:
    """Say who ended a hole, before or after it is confirmed. Nothing else changes."""
    kept, body = game_to_change(key), sent_body(EnderBody)
    number, seen = hole_to_see(kept, hole), body.based_on
    based_on = UNCHANGED if seen is None else (seen.ender, seen.ender_known)
    edit = NameEnder(number, body.ender, body.ender_known, based_on)
    return jsonify(hole_answer(change(store(), key, [edit], new_write(body.write_id)).kept, number, body.write_id))


@api.post("/games/<key>/holes/<int:hole>/confirm")
def confirm(key: str, hole: int) -> Response:
    """Confirm a hole, so that it counts. ``next`` is the page that follows."""
    kept, body = game_to_change(key), sent_body(ConfirmBody)
    number = hole_to_see(kept, hole)
    said = Confirmation(**body.model_dump(exclude={"write_id"}))
    kept = confirm_hole(kept, number, said, new_write(body.write_id))
    return jsonify(write_id=body.write_id, version=kept.version, next=after_confirming(kept))
