"""No request is our mistake: what the pages of every area offer to send, and something else in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import count
from time import thread_time
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.conftest import Phone
from tests.fuzz.forms import Asked, Pairs, asked_of
from tests.fuzz.odd import changed_pairs, changed_text
from tests.fuzz.world import World, make_world
from tests.web.tables import new_id

SLOW = ("pdf", "chart", "export")
"""Parts of the names of endpoints that draw: they take no text."""
LONGEST = 5.0
"""Seconds of this processor that an answer may take."""

ROLES = ("stranger", "table", "teacher", "pupil")


@dataclass(frozen=True)
class Visit:
    """A device and what it may ask, once for each endpoint and set of fields."""

    world: World
    phone: Phone
    offered: list[Asked]
    cookies: dict[Any, Any]  # as they were when it came: it is never thrown out


@pytest.fixture(scope="module", params=ROLES)
def visit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    world = make_world(tmp_path_factory.mktemp("pages"))
    try:
        yield begin(world, request.param)
    finally:
        world.close()


def begin(world: World, role: str) -> Visit:
    phone = world.pupil.phone if role == "pupil" else getattr(world, role)
    if role == "pupil":
        assert phone.send_form("/practice/worksheet/start").status_code == 303
    found = offered(world, phone, addresses(world, role))
    return Visit(world, phone, [*found, *unlinked(world, found)], dict(phone._cookies or {}))


def addresses(world: World, role: str) -> list[str]:
    """Where somebody begins who knows so much."""
    _, played, over, _ = world.games
    public = (
        "/ /new /new/two-joker /new/six-card /houses /houses/penalty /houses/build /import /score /sets /class /join"
    )
    public += " /learn /learn/two-joker /practice /practice/penalty /referee /referee/turn?house=six-card "
    public += " /practice/forget /offline /openapi.json /houses/six-card/questions"
    known = {
        "stranger": [f"/g/{played.view_key}", f"/g/{over.view_key}/end", f"/join/{world.room.code}"],
        "table": [
            f"/g/{game.edit_key}{path}"
            for game in world.games
            for path in ("", "/hole/1", "/table", "/invite", "/end", "/history", "/hole/1/history")
        ]
        + [f"/g/{played.edit_key}/readings?option.joker-pair=keep", "/houses/build?from=penalty"],
        "teacher": [
            *(f"/class/{key}" for key in (world.room.key, world.exam.room.key, world.papers_key)),
            *(f"/class/{world.room.key}{path}" for path in ("/delete", "/roster", "/question/A")),
            f"/class/{world.papers_key}/papers",
            f"/class/{world.papers_key}/papers/1",
            f"/class/{world.room.key}/label",
            f"/class/{world.room.key}/elsewhere",
            f"/class/{world.room.key}/seat/{world.pupil.number}",
            "/class/forget",
            f"/sets/{world.set_code}",
            f"/houses/build/{world.owner_key}",
            f"/h/{world.share_key}",
            f"/houses/~{world.share_key}/forget",
        ],
        "pupil": [
            *(f"{one.path}" for one in (world.pupil, world.exam)),
            f"/join/{world.room.code}",
            "/practice/worksheet/question",
        ],
    }
    return [*public.split(), *known[role]]


def unlinked(world: World, found: list[Asked]) -> list[Asked]:
    """What scripts, pictures and other programs ask for, which no link leads to."""
    game, view = world.games[1].edit_key, world.games[1].view_key
    paths = [
        *(f"/api/games/{game}{path}" for path in ("", "/house", "/holes/1")),
        *(f"/api/class/{code}" for code in (world.room.code, f"boards/{world.room.key}")),
        *(f"/sets/{world.set_code}/{name}" for name in ("key.pdf", "key.txt", "sheet.txt")),
        *("/api/token", "/health", "/openapi.json", "/manifest.webmanifest", "/sw.js", "/sign-in-to-network"),
        *(f"/g/{view}/screen", f"/g/{view}/chart.svg", f"/class/{world.room.key}/map/A/adding"),
    ]
    previews = [replace(one, path="/houses/build/preview") for one in found if one.path == "/houses/build"]
    return [Asked(path) for path in paths] + [one for one in previews if one.fields]


def offered(world: World, phone: Phone, begin_at: list[str]) -> list[Asked]:
    """What these pages and those behind their links offer, a few of each sort."""
    found: dict[tuple[Any, ...], Asked] = {}
    seen: set[str] = set()
    waiting = [(address, 0) for address in begin_at]
    while waiting:
        address, depth = waiting.pop(0)
        answer = phone.get(address)
        seen.add(address)
        assert answer.status_code < 500, address
        if answer.mimetype != "text/html":
            continue
        for one in asked_of(answer.text, address):
            endpoint = endpoint_of(world.app, one.path, one.method)
            sort = (endpoint, one.method, tuple(sorted({name for name, _ in (*one.query, *one.fields)})))
            if endpoint is None or endpoint == "static" or sort in found:
                continue
            found[sort] = one
            if one.method == "GET" and depth < 1 and not one.query and one.path not in seen and not slow(endpoint):
                waiting.append((one.path, depth + 1))
    return list(found.values())


def endpoint_of(app: Flask, path: str, method: str) -> str | None:
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except HTTPException:
        return None
    return str(endpoint)


def slow(endpoint: str) -> bool:
    return any(part in endpoint for part in SLOW)


# --- something else in its place --------------------------------------------------------------------------------------


@st.composite
def changed(draw: st.DrawFn, one: Asked) -> Asked:
    """A request that is nearly this one. Most keep what opens the view, so that the rest of it is read."""
    how = draw(st.integers(0, 9))
    if one.fields and how < 8:
        return replace(one, fields=draw(changed_pairs(one.fields)))
    if one.query and how < 8:
        return replace(one, query=draw(changed_pairs(one.query)))
    if how < 4:
        return replace(one, query=draw(changed_pairs(one.query)))
    if how < 9:
        parts = one.path.split("/")
        place = draw(st.integers(1, len(parts) - 1))
        parts[place] = draw(changed_text(parts[place]))
        return replace(one, path="/".join(parts))
    methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"]
    return replace(one, method=draw(st.sampled_from(methods)))


_numbers = count(1)


def send(visit: Visit, one: Asked, headers: dict[str, str]) -> TestResponse:
    """The request, with what changes with every request: the write's id, and an address that nobody counts yet."""
    number = next(_numbers)
    visit.phone._cookies = dict(visit.cookies)
    sent: dict[str, Any] = {}
    if one.files:
        sent["data"] = {}
        for name, value in one.fields:
            text = value.encode("utf-8", "replace")
            part = (BytesIO(text), "file.txt") if name in one.files else text.decode()
            sent["data"].setdefault(name.encode("utf-8", "replace").decode(), []).append(part)
    elif one.fields:
        sent = {"data": encoded(one.fields), "content_type": "application/x-www-form-urlencoded"}
    path = "/" + one.path.lstrip("/")  # after two of them the test client takes the next part for a host
    return visit.phone.open(
        quote(path, safe="/", errors="surrogatepass"),
        method=one.method,
        query_string=encoded(one.query),
        headers=headers,
        environ_base={"REMOTE_ADDR": f"10.9.{number >> 8 & 255}.{number & 255}"},
        **sent,
    )


def encoded(pairs: Pairs) -> str:
    quoted = [[quote(part, safe="", errors="surrogatepass") for part in pair] for pair in pairs]
    return "&".join("=".join(pair) for pair in quoted)


def renewed(one: Asked) -> Asked:
    """With a write id that was never used, where a page gave one."""
    fields = ((name, new_id() if name == "write_id" and len(value) > 20 else value) for name, value in one.fields)
    return replace(one, fields=tuple(fields))


HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Accept": st.sampled_from(["text/html", "application/json", "*/*;q=0", "\u00e4", "text/html;q=x"]),
        "Accept-Language": st.sampled_from(["de", "x" * 200, "\u00e4"]),
        "If-None-Match": st.sampled_from(["*", '"x"', 'W/"', '"' * 50]),
        "If-Modified-Since": st.sampled_from(["x", "Thu, 99 Foo 2026 99:99:99 GMT"]),
        "Range": st.sampled_from(["bytes=0-1", "bytes=9-1", "bytes=-", "x"]),
        "Referer": st.sampled_from(["", "http://[", "https://elsewhere.example/"]),
        "X-CSRFToken": st.sampled_from(["", "x", "\u00e4"]),
        "Content-Type": st.sampled_from(
            ["application/json", "text/plain; charset=x", "multipart/form-data", "\u00e4/"]
        ),
        "Cookie": st.sampled_from(["session=x", "session=eyJ.x.y", "=;;=", "\u00e4=\u00e4"]),
    },
)


def answer_to(visit: Visit, one: Asked, headers: dict[str, str] | None = None) -> TestResponse:
    """Its answer, which is none of our mistakes, in time, and if it refuses, in our words."""
    begun = thread_time()
    answer = send(visit, renewed(one), headers or {})
    took = thread_time() - begun
    asked = f"{one.method} {one.path} {one.query} {one.fields}"[:2000]
    assert answer.status_code < 500, asked
    assert took < LONGEST, f"{took:.1f} s for {asked}"
    if answer.status_code >= 400 and one.method != "HEAD":
        if answer.is_json:
            assert {"code", "message", "problems"} <= set(answer.get_json()), asked
        else:
            assert answer.mimetype == "text/html", asked
            assert answer.text.rstrip().endswith("</html>"), asked
            assert "<main" in answer.text, asked
    return answer


def test_everything_that_pages_offer_is_answered(visit: Visit) -> None:
    """As it is, with nothing changed: what is fuzzed below begins at something that works."""
    assert len(visit.offered) > 25
    asked = [one for one in visit.offered if one.method == "GET" and not slow_one(visit, one)]
    refused = {one.path for one in asked if answer_to(visit, one).status_code >= 400}
    assert refused <= {"/sets", "/join"}, "forms for a code, with none typed in"


def slow_one(visit: Visit, one: Asked) -> bool:
    return slow(endpoint_of(visit.world.app, one.path, one.method) or "")


def test_what_pages_offer_with_something_else_in_its_place(visit: Visit) -> None:
    allowed = [one for one in visit.offered if not slow_one(visit, one)]
    begin_at = [one for one in allowed for _ in range(3 if one.fields else 1)]  # forms lead deepest

    @settings(max_examples=150, suppress_health_check=list(HealthCheck))
    @given(asked=st.sampled_from(begin_at).flatmap(changed), headers=HEADERS)
    def ask(asked: Asked, headers: dict[str, str]) -> None:
        if not slow_one(visit, asked):
            answer_to(visit, asked, headers)

    ask()
