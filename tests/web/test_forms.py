"""What no page of ours sends to a form: files in place of texts, and JSON in place of a form."""

from io import BytesIO
from typing import Any

import pytest

from tests.conftest import Phone
from tests.web.tables import sit_down

FIELDS = {
    "/sets": ("house", "level", "kinds", "hands"),
    "/class": ("own", "code", "pace", "sheets", "homework", "label"),
    "/import": ("text", "do", "house", "copy"),
    "/houses/load": ("text",),
    "/houses/build": ("from", "do", "try", "based_on", "write_id"),
    "{game}/table": ("order", "title", "holes_planned", "name-1", "move"),
    "{game}/hole/1/worked": ("player", "points", "reason", "do"),
}


@pytest.mark.parametrize("address", FIELDS)
def test_a_file_is_no_text(client: Phone, address: str) -> None:
    path = address.format(game=f"/g/{sit_down(client).edit_key}")
    empty = client.send_form(path).status_code
    for name in FIELDS[address]:
        files = {name: (BytesIO(b"3 4 5"), "cards.txt")}
        assert client.send_form(path, **files).status_code in (empty, 422), name


@pytest.mark.parametrize("body", [{}, {"text": "x", "code": 3, "house": None}, [1], 5, None])
@pytest.mark.parametrize("address", FIELDS)
def test_json_is_an_empty_form(client: Phone, address: str, body: Any) -> None:
    path = address.format(game=f"/g/{sit_down(client).edit_key}")
    assert client.send_json(path, body).status_code == client.send_form(path).status_code
