"""Whatever somebody puts in the place of a link: it is not there, and that is all that they learn."""

from __future__ import annotations

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import EnvironBuilder

from tests.conftest import Phone
from tests.web.building import make as make_house
from tests.web.tables import sit_down

PLACES = (
    "/g/{}",
    "/g/{}/hole/1",
    "/api/games/{}",
    "/houses/build/{}",
    "/h/{}",
    "/class/{}",
    "/api/class/boards/{}",
    "/sets/{}/answers",
)
HOSTILE = [
    pytest.param("x" * 60_000, id="very long"),
    pytest.param("%C3%BC" * 22, id="letters of no key"),
    pytest.param("%ED%A0%80" * 8, id="half a sign"),
    pytest.param("%FF%FE", id="no text"),
    pytest.param("%00", id="NUL"),
    pytest.param("{key}%00", id="the key and NUL"),
    pytest.param("{key}%20", id="the key and a blank"),
    pytest.param("%2F" + "B" * 22, id="a slash before"),
    pytest.param("..%2F..%2Fg%2F{key}%2F..", id="the key by a way round"),
    pytest.param("%252F", id="a slash written twice over"),
    pytest.param("a%0D%0ASet-Cookie:%20a=b", id="the end of a line"),
    pytest.param("%27%20OR%20%271%27=%271", id="SQL"),
    pytest.param("%25", id="a sign that stands for all"),
    pytest.param("{key}".swapcase(), id="a form to be filled"),
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_what_is_no_link_is_not_found(client: Phone, hostile: str) -> None:
    keys: dict[str, str] = {"/g": sit_down(client).edit_key, "/h": make_house(client).share_key}
    for place in PLACES:
        path = place.format(hostile.replace("{key}", keys.get(place[:2], "C" * 22)))
        for tags in ("", '"a"', "*"):  # with a tag, a question is answered before the app sees it
            environ = EnvironBuilder(path=path, headers=[("If-None-Match", tags)] if tags else []).get_environ()
            answer = client.open(environ, follow_redirects=True)
            assert answer.status_code == 404, (place, tags)
            assert keys["/g"] not in answer.text
            assert "Set-Cookie: a=b" not in str(answer.headers)
    assert client.get(f"/g/{keys['/g']}").status_code == 200
    assert client.get(f"/h/{keys['/h']}").status_code == 200


def test_a_link_of_one_kind_opens_nothing_of_another(app: OpenAPI, client: Phone) -> None:
    table, house = sit_down(client), make_house(client)
    links = {"/g/{}": table.edit_key, "/houses/build/{}": house.owner_key, "/h/{}": house.share_key}
    for place, right in links.items():
        assert client.get(place.format(right)).status_code == 200
        for wrong in {*links.values(), table.view_key} - {right} - ({table.view_key} if place == "/g/{}" else set()):
            assert client.get(place.format(wrong)).status_code == 404, (place, wrong)
