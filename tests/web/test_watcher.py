"""Somebody who has the link to watch sees every page of a game, and on none of them the link to play along.

That they change nothing is tried in test_every_route.py, over all routes.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.routing import Rule

from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

CARDS = "5 * 7 / 5 Q K"
CY = "9 9 8 / 7 5 4"


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


def everything(table: WebTable) -> bytes:
    """All that is kept of all games, but not which games a phone has seen: that, looking on may change."""
    with table.client.application.app_context():
        lines = store().database.conn.iterdump()
        return "\n".join(line for line in lines if "device_games" not in line).encode()


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
        if names_a_game(rule) and "GET" in (rule.methods or set()) and ".pdf" not in rule.rule:
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
