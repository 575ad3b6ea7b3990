"""What every answer has: headers, compression, an address that names its contents; and how a refusal looks."""

import gzip

import brotli
import pytest
from flask import Flask, abort, render_template_string
from pydantic import BaseModel

from scorekeeper.rules import BadLayout, Cell
from scorekeeper.rules.problems import BadCards
from scorekeeper.store.errors import StoreBusy
from scorekeeper.tally.game_errors import GameNotFound
from scorekeeper.web.api.game_api import sent_body
from scorekeeper.web.delivery.minifying import sent
from scorekeeper.web.delivery.static_files import TYPES, StaticFiles
from tests.conftest import Phone
from tests.serving import TREE

pytestmark = pytest.mark.own_routes

PROGRAM = {"Accept": "application/json"}
PERSON = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Body(BaseModel):
    cards: str
    times: int


@pytest.fixture
def app(app: Flask) -> Flask:
    """The app with addresses that fail in every way."""

    def fail(how: str) -> str:
        match how:
            case "rule":
                raise BadLayout(
                    [BadCards("card.unknown", "X is no card", Cell(0, 2)), BadCards("card.unknown", "1 is no card")]
                )
            case "missing-game":
                raise GameNotFound
            case "busy":
                raise StoreBusy("another program keeps it to itself")
            case "bug":
                raise ZeroDivisionError
            case "undefined":
                return render_template_string("{{ nothing_of_that_name }}")
        return abort(int(how), "In these words." if how == "409" else None)

    app.add_url_rule("/fail/<how>", "fail", fail)
    app.add_url_rule("/api/fail/<how>", "api_fail", fail)

    @app.post("/api/body")
    def take_body() -> dict[str, int]:
        return {"times": sent_body(Body).times}

    return app


# --- static files -----------------------------------------------------------------------------------------------------


def test_every_static_file_is_served_for_a_year_and_sets_no_cookie(app: Flask, client: Phone) -> None:
    files: StaticFiles = app.extensions["scorekeeper_static"]
    assert "css/app.css" in files.names
    client.get("/")  # a phone that has a cookie already
    for name in files.names:
        answer = client.get(f"/static/{files.digest}/{name}")
        assert answer.status_code == 200, name
        file = TREE / "static" / name
        assert answer.data == sent(file), name  # tests/js/test_sent_programs.py: it is still the same program
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable", name
        assert answer.content_type == TYPES["." + name.rsplit(".", 1)[1]], name
        assert "Set-Cookie" not in answer.headers, name


@pytest.mark.parametrize(
    "path", ["/static/css/app.css", "/static/000000000000/css/app.css", "/static/{digest}/../scorekeeper/__main__.py"]
)
def test_no_other_address_leads_to_a_static_file(app: Flask, client: Phone, path: str) -> None:
    digest = app.extensions["scorekeeper_static"].digest
    assert client.get(path.format(digest=digest)).status_code == 404


# --- compression ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        pytest.param("gzip, deflate, br, zstd", "br", id="a browser over https"),
        pytest.param("gzip, deflate", "gzip", id="a phone over plain http"),
        pytest.param("br;q=0.5, gzip", "gzip", id="who would rather have gzip"),
        pytest.param("br;q=0, gzip", "gzip", id="who refuses Brotli"),
        pytest.param("br", "br", id="who takes nothing else"),
        pytest.param("identity", None, id="who takes neither"),
        pytest.param("", None, id="who says nothing"),
    ],
)
def test_a_static_file_comes_as_whoever_asks_takes_it(
    app: Flask, client: Phone, accepted: str, encoding: str | None
) -> None:
    address = f"/static/{app.extensions['scorekeeper_static'].digest}/js/rules/scoring.js"
    plain = client.get(address).data
    answer = client.get(address, headers={"Accept-Encoding": accepted})
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.content_length == len(answer.data)
    assert {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding](answer.data) == plain
    if encoding == "br":
        assert len(answer.data) < len(client.get(address, headers={"Accept-Encoding": "gzip"}).data)


# --- refusals ---------------------------------------------------------------------------------------------------------

REFUSALS = [
    pytest.param("400", 400, "bad_request", id="400"),
    pytest.param("404", 404, "not_found", id="404"),
    pytest.param("409", 409, "conflict", id="409"),
    pytest.param("413", 413, "too_large", id="413"),
    pytest.param("418", 418, "http_418", id="any-other"),
    pytest.param("rule", 422, "layout.bad", id="by-rule"),
    pytest.param("missing-game", 404, "not_found", id="missing-game"),
    pytest.param("busy", 503, "store.busy", id="busy"),
]


@pytest.mark.parametrize(("how", "status", "code"), REFUSALS)
def test_a_program_is_refused_in_one_shape_and_a_person_with_a_page(
    client: Phone, how: str, status: int, code: str
) -> None:
    for answer in (client.get(f"/api/fail/{how}"), client.get(f"/fail/{how}", headers=PROGRAM)):
        assert answer.status_code == status
        assert answer.json is not None
        assert set(answer.json) == {"code", "message", "problems"}
        assert answer.json["code"] == code
        assert answer.json["message"]
        assert answer.headers["Cache-Control"] == "no-store"
    page = client.get(f"/fail/{how}", headers=PERSON)
    assert (page.status_code, page.mimetype) == (status, "text/html")
    assert "<h1" in page.text
    assert 'href="/"' in page.text


def test_the_wrong_way_to_ask_names_the_right_ones(client: Phone) -> None:
    answer = client.get("/api/body")
    assert answer.status_code == 405
    assert "POST" in answer.headers["Allow"]
    assert answer.json is not None
    assert answer.json["code"] == "method_not_allowed"


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        pytest.param({"cards": 5, "times": "many"}, ["cards", "times"], id="wrong-types"),
        pytest.param({"times": 1}, ["cards"], id="missing"),
    ],
)
def test_a_bad_body_is_told_field_by_field(client: Phone, body: object, fields: list[str]) -> None:
    answer = client.send_json("/api/body", body)
    assert answer.status_code == 422
    assert answer.json is not None
    assert [problem["field"] for problem in answer.json["problems"]] == fields


@pytest.mark.parametrize(
    "sent", [b"{", b"\xff\xfe", b"[" * 100_000, b"[]"], ids=["broken", "no-text", "deep", "no-object"]
)
def test_a_body_that_is_no_json_is_refused(client: Phone, sent: bytes) -> None:
    answer = client.post(
        "/api/body", data=sent, content_type="application/json", headers={"X-CSRFToken": client.token()}
    )
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["code"] == "bad_json"
