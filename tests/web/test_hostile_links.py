"""Whatever somebody puts in the place of a link: it is not there, and that is all that they learn."""

from __future__ import annotations

from itertools import product

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
HOSTILE = {
    "very long": "x" * 60_000,
    "letters of no key": "%C3%BC" * 22,
    "half a sign": "%ED%A0%80" * 8,
    "no text": "%FF%FE",
    "NUL": "%00",
    "the key and NUL": "{key}%00",
    "the key and a blank": "{key}%20",
    "a slash before": "%2F" + "B" * 22,
    "the key by a way round": "..%2F..%2Fg%2F{key}%2F..",
    "a slash written twice over": "%252F",
    "the end of a line": "a%0D%0ASet-Cookie:%20a=b",
    "SQL": "%27%20OR%20%271%27=%271",
    "a sign that stands for all": "%25",
    "a form to be filled": "{key}".swapcase(),
}


def test_what_is_no_link_is_not_found(client: Phone) -> None:
    keys: dict[str, str] = {"/g": sit_down(client).edit_key, "/h": make_house(client).share_key}
    for (case, hostile), place in product(HOSTILE.items(), PLACES):
        path = place.format(hostile.replace("{key}", keys.get(place[:2], "C" * 22)))
        # With a tag, a question is answered before the app sees it.
        for tags in ("", '"a"') if place.startswith("/api/") else ("",):
            environ = EnvironBuilder(path=path, headers=[("If-None-Match", tags)] if tags else []).get_environ()
            answer = client.open(environ, follow_redirects=True)
            assert answer.status_code == 404, (case, place, tags)
            assert keys["/g"] not in answer.text, (case, place)
            assert "Set-Cookie: a=b" not in str(answer.headers), (case, place)
    assert client.get(f"/g/{keys['/g']}").status_code == 200
    assert client.get(f"/h/{keys['/h']}").status_code == 200


def test_a_link_of_one_kind_opens_nothing_of_another(app: OpenAPI, client: Phone) -> None:
    table, house = sit_down(client), make_house(client)
    links = {"/g/{}": table.edit_key, "/houses/build/{}": house.owner_key, "/h/{}": house.share_key}
    for place, right in links.items():
        assert client.get(place.format(right)).status_code == 200
        for wrong in {*links.values(), table.view_key} - {right} - ({table.view_key} if place == "/g/{}" else set()):
            assert client.get(place.format(wrong)).status_code == 404, (place, wrong)
