"""Security headers of every answer, and separate cookies."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import Headers

from scorekeeper.exports.chart import CHART_POLICY
from tests.apps import close, make_app
from tests.web.world import METHODS, World

POLICY = {
    **dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'"),
    **dict.fromkeys(("script-src", "style-src", "img-src", "connect-src", "manifest-src", "worker-src"), "'self'"),
    "form-action": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "scorekeeper worker",
}
OTHERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def directives(headers: Mapping[str, str] | Headers) -> dict[str, str]:
    policy = headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in policy)


def assert_guarded(headers: Headers, what: str) -> None:
    for name in (*OTHERS, "Content-Security-Policy", "Permissions-Policy", "Cache-Control"):
        assert len(headers.getlist(name)) == 1, f"{what} has {len(headers.getlist(name))} times {name}"
    assert {name: headers[name] for name in OTHERS} == OTHERS, what
    if headers["Content-Security-Policy"] != CHART_POLICY:
        assert directives(headers) == POLICY, what
    assert "camera=()" in headers["Permissions-Policy"], what
    assert "Cross-Origin-Opener-Policy" not in headers, f"{what}: browsers complain of it over plain http"
    assert "Strict-Transport-Security" not in headers, what
    assert "Server" not in headers, what


@pytest.mark.long
def test_every_answer_of_every_route_is_guarded(world: World) -> None:
    token = world.stranger().token()
    seen = set()
    for rule in world.rules():
        for method in METHODS:
            if method in (rule.methods or set()) or method in ("GET", "PATCH"):
                phone = world.phone if method in ("GET", "HEAD") else world.stranger()
                answer = world.send(phone, rule, method, world.address(rule), token)
                assert answer.status_code < 500, f"{method} {rule}"
                if rule.endpoint == "static" and answer.status_code == 200:
                    assert answer.headers["X-Content-Type-Options"] == "nosniff", "the page's own policy says the rest"
                else:
                    assert_guarded(answer.headers, f"{method} {rule}: {answer.status}")
                seen.add(answer.status_code)
    assert seen >= {200, 302, 400, 404, 405}


@pytest.mark.long
def test_no_search_engine_goes_on_with_a_link_that_somebody_made_public(world: World) -> None:
    for rule in world.rules():
        house = {"key": f"~{world.house.share_key}"} if rule.rule.startswith("/houses/<key") else {}
        path = world.address(rule, **house)
        if rule.arguments & {"key", "code", "share_key", "owner_key"} and "GET" in (rule.methods or ()):
            assert "noindex" in world.stranger().head(path).headers["X-Robots-Tag"], path
    for path in ("/", "/houses", "/houses/penalty", "/new"):
        assert "X-Robots-Tag" not in world.stranger().get(path).headers, path


def test_that_nothing_has_changed_leaves_a_browser_the_guards_that_it_has(world: World) -> None:
    for path in (f"/api/games/{world.game.view_key}", f"/api/class/boards/{world.lesson.key}"):
        assert_guarded((first := world.phone.get(path)).headers, path)
        again = world.phone.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]


def test_our_own_mistake_is_guarded(tmp_path: Path) -> None:
    app = make_app(tmp_path, own_routes=True, TESTING=False)

    def fail() -> str:
        raise ZeroDivisionError

    app.add_url_rule("/fail", "fail", fail)
    answer = app.test_client().get("/fail")
    assert answer.status_code == 500
    assert_guarded(answer.headers, "500")
    close(app)


def test_the_chart_may_use_its_one_style_sheet_and_nothing_else(world: World) -> None:
    answer = world.phone.get(f"/g/{world.game.view_key}/chart.svg")
    policy = directives(answer.headers)
    assert re.fullmatch(r"'sha256-[\w+/=]+'", policy.pop("style-src"))
    assert policy == dict.fromkeys(("default-src", "base-uri", "form-action", "frame-ancestors"), "'none'")


@pytest.mark.parametrize(
    ("config", "asked", "secure"),
    [
        pytest.param({}, {}, False, id="plain http"),
        pytest.param({}, {"X-Forwarded-Proto": "https"}, False, id="a visitor claims https"),
        pytest.param({"PROXIES": 1}, {"X-Forwarded-Proto": "https"}, True, id="behind a proxy"),
        pytest.param({"PROXIES": 1}, {"X-Forwarded-Proto": "http"}, False, id="past the proxy's https"),
    ],
)
def test_by_https_the_cookie_and_the_window_are_kept_apart(
    tmp_path: Path, config: Mapping[str, Any], asked: Mapping[str, str], secure: bool
) -> None:
    app = make_app(tmp_path, **config)
    answer = app.test_client().get("/", headers=dict(asked))
    cookie = [part.strip() for part in answer.headers["Set-Cookie"].split(";")]
    assert ("Secure" in cookie) is secure
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie)
    assert not any(part.startswith("Domain") for part in cookie), "no other name may be given it"
    assert answer.headers.get("Cross-Origin-Opener-Policy") == ("same-origin" if secure else None)
    assert "Strict-Transport-Security" not in answer.headers
    close(app)


# --- the host that a visitor claims -----------------------------------------------------------------------------------

SHARED_BY_ALL = ("/offline", "/manifest.webmanifest", "/sw.js")
HOSTS = ["x.invalid", "x.invalid:80", "192.0.2.1:8000", "[2001:db8::1]:8000"]
NO_HOSTS = ['x"><script>', "x/y", "x@y", "[::1", "x\\y", "a b", "a.invalid,b.invalid", "x:0", "x:99999", "", "x" * 3000]


def test_what_cannot_be_a_host_is_refused(world: World) -> None:
    """No link could be made of it. Monitors need none."""
    for path in ("/", f"/g/{world.game.edit_key}/invite", "/manifest.webmanifest"):
        assert world.phone.get(path).status_code == 200
        for host in NO_HOSTS:
            answer = world.phone.get(path, headers={"Host": host})
            assert answer.status_code == 400, (path, host)
            assert answer.text == "This server has a different name.\n"
            assert_guarded(answer.headers, path)
    assert world.phone.get("/health", headers={"Host": "score_keeper:8000"}).status_code == 200


def test_a_claimed_host_comes_into_no_shared_answer_and_harms_no_page(world: World) -> None:
    """No cache keeps an answer to a visitor's input, and no input becomes markup."""
    for host in HOSTS:
        claimed = {"Host": host, "X-Forwarded-Host": "y.invalid", "Forwarded": "host=z"}
        for path in ("/", f"/g/{world.game.edit_key}/invite", "/score?house=two-joker&cards=5+*+7+%2F+5+Q+K"):
            answer = world.phone.get(path, headers=claimed)
            assert answer.status_code == 200, f"{path}: {answer.status}"
            assert "y.invalid" not in answer.text
            assert "public" not in answer.headers["Cache-Control"]
        for path in SHARED_BY_ALL:
            answer = world.stranger().get(path, headers=claimed)
            assert answer.status_code == 200
            assert "x.invalid" not in answer.text
            assert "Set-Cookie" not in answer.headers, path


def test_where_its_names_are_known_it_goes_by_no_other(tmp_path: Path) -> None:
    app = make_app(tmp_path, TRUSTED_HOSTS=["table.example", "127.0.0.1"])
    for host, status in (("table.example", 200), ("127.0.0.1:8000", 200), ("x.invalid", 400), ("xtable.example", 400)):
        for path in ("/", "/manifest.webmanifest"):
            answer = app.test_client().get(path, headers={"Host": host})
            assert answer.status_code == status, host
            assert_guarded(answer.headers, host)
    close(app)
