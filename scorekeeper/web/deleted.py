"""Deleted games, classes and rules: what their links answer, and how to restore them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flask import Response, jsonify, make_response, render_template, request, url_for

from scorekeeper.rules.wording import listing
from scorekeeper.school.classes.kept_classes import ClassDeleted, KeptClass
from scorekeeper.store.errors import StoreError
from scorekeeper.store.gone import Deleted
from scorekeeper.tally.game_errors import GameDeleted
from scorekeeper.tally.kept_houses import HouseDeleted, KeptHouse, made_by
from scorekeeper.tally.sharing import seat_of_device
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import device_id, new_write_id, store
from scorekeeper.web.filters import day

GONE: Final = 410

THIS_PHONE: Final = "this phone"
ANOTHER_PHONE: Final = "another phone"
THIS_DEVICE: Final = "this device"
ANOTHER_DEVICE: Final = "another device"


@dataclass(frozen=True)
class WayBack:
    """A deleted game, class or set of rules as one visitor sees it."""

    what: str  # `game`, `class`, `rules`
    name: str
    by: str  # `this device`, `Bo’s phone`
    deleted: Deleted
    put_back: str = ""  # the address that puts it back; "" for visitors who may only look
    for_good: str = ""  # the address of the second question; "" on every device but the one that made it
    put_back_json: str = ""
    page: str = ""  # its own address
    lost: str = ""  # what is deleted for good
    key: str = ""  # of the link, for the phone's copy of a game

    @property
    def verb(self) -> str:
        return "were" if self.what == "rules" else "was"

    @property
    def title(self) -> str:
        return f"{'These' if self.what == 'rules' else 'This'} {self.what} {self.verb} deleted"

    @property
    def message(self) -> str:
        owner = "Their owner" if self.what == "rules" else "Anyone with the join link"
        who = "You" if self.put_back else owner
        them = "them" if self.what == "rules" else "it"
        return f"Deleted on {self.by}. {who} can restore {them} until {day(self.deleted.until)}."


def way_back_of_game(kept: KeptGame) -> WayBack:
    """The way back to a deleted game, as its link and this device see it."""
    assert kept.deleted is not None
    player = None if kept.deleted_by is None else kept.game.player(kept.deleted_by)
    own = device_id()
    by = THIS_PHONE if kept.deleted.device == own else f"{player.name}’s phone" if player else ANOTHER_PHONE
    name = kept.title or listing([one.name for one in kept.game.players])
    if not kept.may_edit:
        return WayBack("game", name, by, kept.deleted, key=kept.key)
    return WayBack(
        "game",
        name,
        by,
        kept.deleted,
        put_back=url_for("end.put_back", key=kept.edit_key),
        for_good=url_for("end.ask_for_good", key=kept.edit_key) if seat_of_device(store(), own, kept.id).began else "",
        put_back_json=url_for("api.put_back", key=kept.edit_key),
        page=url_for("play.card", key=kept.edit_key),
        lost="This deletes the game for everyone.",
        key=kept.key,
    )


def way_back_of_class(kept: KeptClass) -> WayBack:
    """The way back to a deleted class, for the teacher's link."""
    assert kept.deleted is not None
    own = device_id()
    return WayBack(
        "class",
        kept.label or f"{kept.session.questions.title}, {day(kept.made_at)}",
        THIS_DEVICE if kept.deleted.device == own else ANOTHER_DEVICE,
        kept.deleted,
        put_back=url_for("classroom.put_back", key=kept.key),
        for_good=url_for("classroom.ask_for_good", key=kept.key) if kept.device == own else "",
        page=url_for("classroom.board", key=kept.key),
        lost="This deletes the class, its codes and every answer. The worksheet stays.",
    )


def way_back_of_house(kept: KeptHouse) -> WayBack:
    """The way back to deleted rules, as their link and this device see them."""
    assert kept.deleted is not None
    own = device_id()
    by = THIS_DEVICE if kept.deleted.device == own else ANOTHER_DEVICE
    if not kept.may_edit:
        return WayBack("rules", kept.house.name, by, kept.deleted)
    return WayBack(
        "rules",
        kept.house.name,
        by,
        kept.deleted,
        put_back=url_for("build.put_back", owner_key=kept.owner_key),
        for_good=url_for("build.ask_for_good", owner_key=kept.owner_key) if made_by(store(), kept.id) == own else "",
        page=url_for("build.edit", owner_key=kept.owner_key),
        lost="This deletes the rules and all their versions and links. Games played with them stay.",
    )


def way_back_to(error: StoreError) -> WayBack | None:
    """The way back for the error of a deleted thing; None for any other error."""
    match error:
        case GameDeleted():
            return way_back_of_game(error.kept)
        case HouseDeleted():
            return way_back_of_house(error.kept)
        case ClassDeleted() if error.kept.key:
            return way_back_of_class(error.kept)
    return None


def told_deleted(error: StoreError, way: WayBack, *, as_json: bool) -> Response:
    """Answer 410, with the button that puts it back if the visitor may use it."""
    if as_json:
        until = way.deleted.until.isoformat()
        response = jsonify(
            code=error.code, message=way.message, problems=[], until=until, put_back=way.put_back_json or None
        )
    else:
        response = make_response(
            render_template("errors/deleted.html", way=way, unsaved=request.method == "POST", write_id=new_write_id())
        )
    response.status_code = GONE
    response.headers["Cache-Control"] = "no-store"
    return response
