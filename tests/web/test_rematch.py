"""Playing again as the pages tell it: everybody at the old game is shown the way to the new one, and no more."""

import re
from typing import Literal

import pytest

from scorekeeper.tally.game_row import find_game
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

Which = Literal["edit", "view"]
SAID = "The table plays again"
TOLD = {"": "", "/end": "", "/screen": "/screen"}
"""Pages that tell it, and which page of the new game they lead to."""


@pytest.fixture
def table(client: Phone) -> WebTable:
    table = sit_down(client, holes=1)
    assert table.enter(1, {"Ann": "5", "Bo": "5", "Cy": "9"}, do="confirm", ender="nobody").status_code == 302
    return table


def play_again(table: WebTable, **form: str) -> WebTable:
    answer = table.post("/rematch", form)
    assert answer.status_code == 302
    with table.client.application.app_context():
        kept = find_game(store(), answer.location.split("/")[2])
    return WebTable(table.client, kept.edit_key, kept.view_key, {p.name: p.id for p in kept.game.players})


def other_phone(table: WebTable) -> Phone:
    client = table.client.application.test_client()
    assert isinstance(client, Phone)
    return client


@pytest.mark.parametrize(("by", "path"), [("edit", ""), ("view", ""), ("view", "/end"), ("edit", "/screen")])
def test_the_old_game_leads_on_by_a_link_of_the_same_kind(table: WebTable, by: Which, path: str) -> None:
    again = play_again(table)
    old, new = (table.edit_key, again.edit_key) if by == "edit" else (table.view_key, again.view_key)
    if path == "/screen":
        new = again.view_key  # the address of a screen is there for all to read
    page = other_phone(table).get(f"/g/{old}{path}", follow_redirects=True).text
    assert SAID in page
    links = re.findall(r'href="(/g/[^"]*)"[^>]*>[^<]*go to the new game', page)
    assert links == [f"/g/{new}{TOLD[path]}"]
    assert table.client.get(links[0]).status_code == 200
