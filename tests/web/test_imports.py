"""Bringing a game in: a file that was downloaded here, or its text."""

import io
import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper.tally.game_row import find_game
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import new_id, sit_down

Data = dict[str, Any]


@pytest.fixture
def exported(client: Phone) -> Data:
    """A game of two holes and an extra one, as downloaded."""
    table = sit_down(client, holes=2)
    table.enter(1, {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8", "Cy": "20"}, do="confirm")
    table.enter(2, {"Ann": "9", "Bo": "0", "Cy": "30"}, do="confirm", ender="nobody")
    table.post("/table", {"title": "Friday"})
    table.post("/playoff", {})
    data: Data = json.loads(table.get("/card.json").text)
    return data


def send(client: Phone, content: Any, **more: Any) -> TestResponse:
    text = content if isinstance(content, str) else json.dumps(content)
    fields = {"csrf_token": client.token(), "write_id": new_id(), "text": text, **more}
    return client.post("/import", data=fields, content_type="multipart/form-data")


def test_the_game_comes_in_whole_with_links_of_its_own(client: Phone, exported: Data) -> None:
    file = (io.BytesIO(b"\xef\xbb\xbf" + json.dumps(exported).encode()), "golf.json")
    for answer in (send(client, exported), send(client, "", file=file)):
        assert answer.status_code == 302
        key = answer.location.removeprefix("/g/")
        with client.application.app_context():
            kept = find_game(store(), key)
        assert kept.may_edit
        assert kept.title == "Friday"
        assert client.get(f"/g/{key}/card.json").json == exported
        assert client.get(answer.location).status_code == 200
