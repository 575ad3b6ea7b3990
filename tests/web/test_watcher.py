"""Somebody who has the link to watch tries every write that there is, as well as anybody could, and changes nothing.

The routes are taken from the app itself. One that can write and is not in WRITES fails a test, so that nothing new goes
unwatched; and what stands there is first shown to change a game by the link to play along, so that no attempt is idle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.exports import export_game
from scorekeeper.rules import Game
from scorekeeper.store import find_game, history
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

SAFE = {"GET", "HEAD", "OPTIONS"}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
REFUSED = {403, 404, 405}
NO_SENSE = {400, 422}
"""What a body in the wrong shape may be answered, before anybody looks whose link it is."""
CARDS = "5 * 7 / 5 Q K"
CY = "9 9 8 / 7 5 4"

Body = Mapping[str, Any]


@dataclass(frozen=True)
class Attempt:
    """What a page would send to one route."""

    body: Callable[[WebTable], Body]
    json: bool = False
    tied: bool = False  # the game is over and tied; else it is under way, on its second hole


def hole_form(table: WebTable) -> Body:
    """Ann's cards are new, Cy's are there."""
    ann, cy = table.players["Ann"], table.players["Cy"]
    seen = table.kept().hand_versions.get((2, cy), 0)
    return {f"hand-{ann}": CARDS, f"based-{ann}": "0", f"hand-{cy}": CY, f"based-{cy}": str(seen)}


def reading_form(table: WebTable) -> Body:
    """Another reading, with what the page said that it changes."""
    page = table.get("/readings?option.twos=minus").text
    seen = re.search(r'name="seen" value="([^"]+)"', page)
    assert seen is not None
    return {"option.twos": "minus", "seen": seen[1]}


WRITES: dict[str, dict[str, Attempt]] = {
    "api.enter_hand": {
        "cards": Attempt(lambda t: {"based_on": 0, "cards": CARDS}, json=True),
        "points": Attempt(lambda t: {"based_on": 0, "points": 15}, json=True),
    },
    "api.confirm": {
        "confirm": Attempt(lambda t: {"ender": None, "ender_known": True, "accept_missing": True}, json=True),
    },
    "play.enter": {
        "save": Attempt(hole_form),
        "confirm": Attempt(lambda t: {**hole_form(t), "do": "confirm", "accept_missing": "on", "ender": "nobody"}),
    },
    "play.undo": {"undo": Attempt(lambda t: {})},
    "readings.choose": {"choose": Attempt(reading_form)},
    "table.save": {
        "rename": Attempt(lambda t: {f"name-{t.players['Ann']}": "Anna"}),
        "length": Attempt(lambda t: {"holes_planned": "18"}),
    },
    "end.finish": {"finish": Attempt(lambda t: {"after": "1"})},
    "end.playoff": {"extra hole": Attempt(lambda t: {}, tied=True)},
    "end.rematch": {"rematch": Attempt(lambda t: {}, tied=True)},
    "invite.renew": {
        "play along": Attempt(lambda t: {"link": "edit"}),
        "watch": Attempt(lambda t: {"link": "view"}),
    },
    "invite.seat": {"sit": Attempt(lambda t: {"player": str(t.players["Bo"])})},
}

OF_NO_GAME = {
    *("api.score_layout", "new_game.create", "imports.bring_in"),
    # Houses that people made have links of their own: tests/web/test_build.py tries the shared one.
    *("build.make", "build.change", "build.load", "build.preview", "houses.take_off"),
    # What a device practises belongs to no game.
    *("practice.start", "practice.answered", "practice.make_code", "practice.bring", "practice.forget_all"),
    # Nor do exercises for paper: tests/web/test_sets.py tries who sees an answer.
    "sets.make",
    # Nor do classes: tests/web/test_classroom.py tries who leads one, test_class_attempts.py what pupils may do.
    *("classroom.begin", "classroom.lead", "classroom.delete_now", "classroom.bring_papers"),
    *("classroom.forget_all", "classroom.mend_paper", "classroom.change_label"),
    *("classroom.renew_code", "classroom.remove_pupil"),
    *("pupils.take", "pupils.come_back", "pupils.leave"),
    *("pupils.work", "api.do_work"),
}
"""Routes that write, or could, and name no game."""


def rules(app: OpenAPI) -> list[Rule]:
    return sorted(app.url_map.iter_rules(), key=str)


def names_a_game(rule: Rule) -> bool:
    return "key" in rule.arguments and not rule.rule.startswith(("/houses/", "/class/", "/api/class/"))


def address(rule: Rule, table: WebTable, key: str) -> str:
    """The address of a route in this game. A route with an argument that is not here must be taught its value."""
    values: dict[str, Any] = {"key": key, "hole": 2, "player": table.players["Ann"], **(rule.defaults or {})}
    missing = rule.arguments - values.keys()
    assert not missing, f"{rule.endpoint} needs {missing}: say here what a game has for it"
    built = rule.build({name: values[name] for name in rule.arguments})
    assert built is not None
    return built[1]


def play(client: Phone, *, tied: bool = False) -> WebTable:
    """A table that confirmed one hole and began the next, or ended in a tie."""
    table = sit_down(client, holes=1 if tied else 9)
    hands = {"Ann": "5", "Bo": "5", "Cy": "9"}
    assert table.enter(1, hands, do="confirm", ender="nobody").status_code == 302
    if not tied:
        assert table.put_hand(2, "Cy", cards=CY).status_code == 200
    return table


def watcher_of(table: WebTable) -> Phone:
    client = table.client.application.test_client()
    assert isinstance(client, Phone)
    assert client.get(f"/g/{table.view_key}").status_code == 200
    return client


def send(phone: Phone, method: str, path: str, body: Body, *, json: bool) -> TestResponse:
    headers = {"X-CSRFToken": phone.token(), "X-HTTP-Method-Override": "PUT"}
    if json:
        return phone.open(path, method=method, json=dict(body), headers=headers)
    return phone.open(path, method=method, data={**body, "csrf_token": phone.token()}, headers=headers)


def everything(table: WebTable) -> bytes:
    """All that is kept of all games, but not which games a phone has seen: that, looking on may change."""
    with table.client.application.app_context():
        lines = store().database.conn.iterdump()
        return "\n".join(line for line in lines if "device_games" not in line).encode()


def told(table: WebTable, key: str) -> tuple[str, Game, int, str]:
    """What people see of a game: its export, itself, its version, and its history."""
    with table.client.application.app_context():
        kept = find_game(store(), key)
        return str(export_game(kept.game)), kept.game, kept.version, repr(history(store(), key))


def assert_refused(answer: TestResponse, table: WebTable, *, fits: bool = True) -> None:
    assert answer.status_code in (REFUSED if fits else REFUSED | NO_SENSE), f"{answer.status_code}: {answer.text[:300]}"
    assert table.edit_key not in answer.text
    assert table.edit_key not in str(answer.headers)


def test_every_route_that_writes_is_tried(app: OpenAPI) -> None:
    writing = {rule.endpoint: rule for rule in rules(app) if (rule.methods or set()) - SAFE}
    of_games = {endpoint for endpoint, rule in writing.items() if names_a_game(rule)}
    assert of_games == set(WRITES), "what would a watcher send there?"
    assert writing.keys() - of_games == OF_NO_GAME, "does this route name a game in another way?"


@pytest.mark.parametrize(
    ("endpoint", "name"),
    [pytest.param(endpoint, name, id=f"{endpoint}-{name}") for endpoint, named in WRITES.items() for name in named],
)
def test_a_watcher_writes_nothing(app: OpenAPI, client: Phone, endpoint: str, name: str) -> None:
    attempt = WRITES[endpoint][name]
    table = play(client, tied=attempt.tied)
    watcher = watcher_of(table)
    body = {"write_id": new_id(), **attempt.body(table)}
    (rule,) = (one for one in rules(app) if one.endpoint == endpoint and (one.methods or set()) - SAFE)
    (method,) = (rule.methods or set()) - SAFE
    by_view, by_edit = (address(rule, table, key) for key in (table.view_key, table.edit_key))

    before, seen = everything(table), told(table, table.edit_key)
    for as_json in (attempt.json, not attempt.json):
        assert_refused(send(watcher, method, by_view, body, json=as_json), table, fits=as_json == attempt.json)
        assert everything(table) == before
    assert told(table, table.edit_key) == seen

    # The very same is done for who may: the attempt was a good one.
    done = send(client, method, by_edit, body, json=attempt.json)
    assert done.status_code < 400, done.text[:300]
    after = everything(table)
    assert after != before

    # And it is not told or done again for a watcher who knows even the id of that write.
    again = send(watcher, method, by_view, body, json=attempt.json)
    assert again.status_code in (REFUSED if name != "watch" else {410})
    assert table.edit_key not in again.text + str(again.headers)
    assert everything(table) == after


def test_no_method_of_no_route_writes(app: OpenAPI, client: Phone) -> None:
    """Also those that a route does not have, with everything in one body that any page sends."""
    table = play(client)
    watcher = watcher_of(table)
    body: dict[str, Any] = {"write_id": new_id()}
    for named in WRITES.values():
        for attempt in named.values():
            body.update(attempt.body(table))
    before, seen = everything(table), told(table, table.edit_key)
    tried = 0
    for rule in rules(app):
        if not names_a_game(rule):
            continue
        path = address(rule, table, table.view_key)
        for method in UNSAFE:
            for as_json in (False, True):
                assert_refused(send(watcher, method, path, body, json=as_json), table, fits=False)
                tried += 1
    assert tried >= 8 * len(WRITES)
    assert everything(table) == before
    assert told(table, table.edit_key) == seen


@pytest.mark.parametrize("tied", [pytest.param(False, id="under way"), pytest.param(True, id="over")])
def test_no_page_shows_a_watcher_the_link_to_play_along(app: OpenAPI, client: Phone, tied: bool) -> None:
    table = play(client, tied=tied)
    if not tied:
        # Whatever could carry a link along: seats, an undo, an entry that lost, a renewed link.
        assert table.post("/seat", {"player": str(table.players["Ann"])}).status_code == 302
        assert table.put_hand(2, "Cy", cards=CARDS, based_on=0).status_code == 409
        table.post("/undo", {})
        answer = table.post("/invite/renew", {"link": "edit"})
        table.edit_key = answer.location.split("/")[2]
    else:
        again = table.post("/rematch", {}).location.split("/")[2]
    watcher = watcher_of(table)
    before = everything(table)
    shown = 0
    for rule in rules(app):
        if names_a_game(rule) and "GET" in (rule.methods or set()):
            path = address(rule, table, table.view_key)
            for one in {path, path.replace("/hole/2", "/hole/1").replace("/holes/2", "/holes/1")}:
                answer = watcher.get(one, follow_redirects=True)
                assert answer.status_code in (200, 404), one
                shown += answer.status_code == 200
                page = answer.get_data().decode(errors="replace") + str(answer.headers) + answer.request.path
                assert table.edit_key not in page, one
                assert not tied or again not in page, one
    assert shown >= 10
    assert everything(table) == before
    assert told(table, table.view_key)[1] == table.kept().game
