"""Letting others in: codes and links, renewing them, and saying whose phone this is."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
import segno
from werkzeug.test import TestResponse

from scorekeeper.store import find_game, games_of_device, seats_of_game
from scorekeeper.web import create_app
from scorekeeper.web.db import store
from scorekeeper.web.invite import WayIn, own_port, way_in
from scorekeeper.web.network import network_host, only_this_machine, reachable_host
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

THERE = "https://golf.example"


@pytest.fixture
def table(client: Phone) -> WebTable:
    return sit_down(client)


@pytest.fixture
def own_table(client: Phone) -> WebTable:
    """A game that this very phone began, by the pages."""
    answer = client.send_form(
        "/new/worksheet", seat=["1", "2"], player=["Ann", "Bo"], dealer="1", holes="9", write_id=new_id()
    )
    assert answer.status_code == 303, answer.text
    key = answer.location.split("/")[2]
    with client.application.app_context():
        kept = find_game(store(), key)
    return WebTable(client, key, kept.view_key, {player.name: player.id for player in kept.game.players})


def another_phone(table: WebTable) -> WebTable:
    """A phone that has never been here, with both links of the game."""
    client = table.client.application.test_client()
    assert isinstance(client, Phone)
    return WebTable(client, table.edit_key, table.view_key, table.players)


def invitation(table: WebTable, key: str) -> str:
    return table.client.get(f"/g/{key}/invite", base_url=THERE).text


def links(page: str) -> list[str]:
    return re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)


# --- what the page shows ----------------------------------------------------------------------------------------------


def test_who_plays_may_invite_to_play_and_to_watch(table: WebTable) -> None:
    page = invitation(table, table.edit_key)
    assert links(page) == [f"{THERE}/g/{table.edit_key}", f"{THERE}/g/{table.view_key}"]
    assert page.count("<svg") >= 2
    for words in ("Play along", "may enter, correct and undo", "Watch", "can change nothing", "Renew this link"):
        assert words in page
    assert f"/g/{table.view_key}/screen" in page
    assert "Other phones cannot open" not in page


def test_who_watches_may_invite_to_watch_and_nothing_else(table: WebTable) -> None:
    page = invitation(table, table.view_key)
    assert links(page) == [f"{THERE}/g/{table.view_key}"]
    assert table.edit_key not in page
    for words in ("Play along", "Renew", "This phone is", "<form"):
        assert words not in page


def test_each_code_is_that_of_the_link_below_it(table: WebTable) -> None:
    page = invitation(table, table.edit_key)
    drawn = [segno.make(link, micro=False, error="m").svg_inline(omitsize=True) for link in links(page)]
    paths = [re.findall(r' d="(M[^"]{200,})"', svg)[0] for svg in drawn]
    assert paths[0] != paths[1]
    assert [page.index(path) for path in paths] == sorted(page.index(path) for path in paths)


def test_the_codes_need_no_style_and_no_script(table: WebTable) -> None:
    page = invitation(table, table.edit_key)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)


def test_the_scorecard_leads_there(table: WebTable) -> None:
    for key in (table.edit_key, table.view_key):
        assert f'href="/g/{key}/invite"' in table.get(key=key).text


def test_the_invitation_of_no_game(client: Phone) -> None:
    assert client.get("/g/nothing/invite").status_code == 404


# --- the address ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost", True),
        ("golf.localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("192.168.1.20", False),
        ("golf.example", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_some_addresses_mean_another_machine_on_each_phone(host: str, own: bool) -> None:
    assert only_this_machine(host) == own


def test_where_the_network_finds_this_machine_its_links_say_so() -> None:
    with socket.create_server(("", 0)) as open_to_all:
        port = open_to_all.getsockname()[1]
        host = network_host()
        assert reachable_host(port) == host
        expected = (
            WayIn(f"http://127.0.0.1:{port}/", f"127.0.0.1:{port}", works=False)
            if host is None
            else WayIn(f"http://{host}:{port}/", f"127.0.0.1:{port}")
        )
        assert way_in(f"http://127.0.0.1:{port}/", port) == expected


def test_whether_phones_can_come_is_found_out_once_a_minute() -> None:
    with socket.create_server(("", 0)) as open_to_all:
        port = open_to_all.getsockname()[1]
        known = reachable_host(port, lambda: 1000.0)
        assert known == network_host()
    assert reachable_host(port, lambda: 1059.0) == known
    assert reachable_host(port, lambda: 1060.0) is None


FORWARDED = {"Host": "localhost:8000", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "golf.example"}


@pytest.mark.parametrize(
    ("proxies", "headers", "base"),
    [
        pytest.param(1, FORWARDED, "https://golf.example", id="one"),
        pytest.param(
            1, {**FORWARDED, "X-Forwarded-Host": "evil.example, golf.example"}, "https://golf.example", id="lie"
        ),
        pytest.param(2, {"Host": "golf.example"}, "http://golf.example", id="past-them"),
        pytest.param(0, {**FORWARDED, "Host": "table.example"}, "http://table.example", id="none"),
    ],
)
def test_behind_a_proxy_links_begin_as_the_browser_s_address_does(
    tmp_path: Path, proxies: int, headers: dict[str, str], base: str
) -> None:
    app = create_app({"TESTING": True, "PROXIES": proxies}, instance_path=str(tmp_path / "behind"))
    app.test_client_class = Phone
    client = app.test_client()
    assert isinstance(client, Phone)
    table = sit_down(client)
    page = client.get(f"/g/{table.edit_key}/invite", headers=headers).text
    assert links(page) == [f"{base}/g/{table.edit_key}", f"{base}/g/{table.view_key}"]
    with app.app_context():
        store().close()


def test_no_proxy_makes_the_server_knock_at_a_port_that_it_names() -> None:
    original = {"werkzeug.proxy_fix.orig": {"SERVER_PORT": "8000"}, "SERVER_PORT": "22"}
    assert own_port(original) == 8000


@pytest.mark.parametrize("by", ["edit", "view"])
def test_no_request_makes_the_server_knock_at_a_port_that_it_names(table: WebTable, by: str) -> None:
    """Else whoever has a link could ask which ports of the server's machine are open."""
    key = table.edit_key if by == "edit" else table.view_key
    with socket.create_server(("", 0)) as another:
        another.setblocking(False)
        named = f"localhost:{another.getsockname()[1]}"
        for headers in ({"Host": named}, {"Host": "localhost", "X-Forwarded-Host": named, "X-Forwarded-Port": named}):
            for path in ("/invite", "/screen"):
                page = table.client.get(f"/g/{key}{path}", headers=headers)
                assert page.status_code == (302 if by == "edit" and path == "/screen" else 200)
                with pytest.raises(BlockingIOError):  # nobody is at the door
                    another.accept()


def test_a_server_for_this_machine_only_says_that_phones_cannot_come(table: WebTable) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
        host = f"127.0.0.1:{port}"
        assert way_in(f"http://{host}/", port) == WayIn(f"http://{host}/", host, works=False)
        page = table.client.get(f"/g/{table.edit_key}/invite", base_url=f"http://{host}").text
    assert "Other phones cannot open these links" in page
    assert host in page
    assert "serve --host 0.0.0.0" in page


def test_an_address_that_others_can_open_stays_as_it_is() -> None:
    assert way_in("https://golf.example/cards/", 8000) == WayIn("https://golf.example/cards/")


# --- renewing ---------------------------------------------------------------------------------------------------------


def renew(table: WebTable, link: str, key: str | None = None, **form: str) -> TestResponse:
    return table.post("/invite/renew", {"link": link, **form}, key=key)


def test_renewing_the_link_to_play_along_shuts_the_old_one_out(table: WebTable) -> None:
    other = another_phone(table)
    assert other.get().status_code == 200
    answer = renew(table, "edit")
    assert answer.status_code == 302
    new = answer.location.removeprefix("/g/").removesuffix("/invite")
    assert new not in (table.edit_key, table.view_key)
    assert "The link to play along is new" in table.get("/invite", key=new).text
    assert other.get().status_code == 410
    assert other.post("/hole/1", {}).status_code == 410
    assert other.get(key=table.view_key).status_code == 200
    assert table.get(key=new).status_code == 200


def test_renewing_the_link_to_watch_shuts_watchers_out(table: WebTable) -> None:
    other = another_phone(table)
    assert other.get(key=table.view_key).status_code == 200
    answer = renew(table, "view")
    assert answer.location == f"/g/{table.edit_key}/invite"
    assert other.get(key=table.view_key).status_code == 410
    assert table.get().status_code == 200
    new = links(invitation(table, table.edit_key))[1].rsplit("/", 1)[1]
    assert other.get(key=new).status_code == 200


def test_a_second_tap_renews_nothing_more(table: WebTable) -> None:
    form = {"write_id": new_id()}
    first, second = renew(table, "edit", **form), renew(table, "edit", **form)
    assert first.location == second.location
    assert second.status_code == 302
    assert renew(another_phone(table), "edit", **form).status_code == 410


def test_the_lists_of_games_follow(table: WebTable) -> None:
    other = another_phone(table)
    table.get()
    other.get()
    with table.client.session_transaction() as mine, other.client.session_transaction() as theirs:
        devices = (mine["device"], theirs["device"])
    new = renew(table, "edit").location.removeprefix("/g/").removesuffix("/invite")
    with table.client.application.app_context():
        assert [[game.key for game in games_of_device(store(), device)] for device in devices] == [[new], []]


@pytest.mark.parametrize(
    ("link", "status"),
    [pytest.param("both", 400, id="no such link"), pytest.param("", 400, id="no link")],
)
def test_what_cannot_be_renewed_is_refused(table: WebTable, link: str, status: int) -> None:
    assert renew(table, link).status_code == status
    assert table.get().status_code == 200


def test_who_watches_renews_nothing(table: WebTable) -> None:
    for link in ("edit", "view"):
        assert renew(table, link, key=table.view_key).status_code == 404
    assert table.get().status_code == table.get(key=table.view_key).status_code == 200


# --- whose phone this is ----------------------------------------------------------------------------------------------


def seats(table: WebTable) -> set[int | None]:
    with table.client.application.app_context():
        return set(seats_of_game(store(), table.edit_key).values())


def test_a_phone_that_comes_by_the_link_is_asked_once(table: WebTable) -> None:
    other = another_phone(table)
    assert "Who are you?" in other.get().text
    answer = other.post("/seat", {"player": str(table.players["Bo"])})
    assert (answer.status_code, answer.location) == (302, f"/g/{table.edit_key}")
    page = other.get().text
    assert "Who are you?" not in page
    assert "This phone is: Bo" in page
    assert "This phone is Bo&#39;s." in page
    assert seats(table) == {table.players["Bo"]}


def test_who_only_looks_on_is_not_asked_again(table: WebTable) -> None:
    other = another_phone(table)
    other.get()
    assert other.post("/seat", {"player": ""}).status_code == 302
    page = other.get().text
    assert "Who are you?" not in page
    assert "This phone is: looking on" in page
    assert seats(table) == {None}


def test_the_phone_in_the_middle_is_not_asked_but_may_say(own_table: WebTable) -> None:
    table = own_table
    assert "Who are you?" not in table.get().text
    assert "This phone is: nobody’s" in table.get().text
    answer = table.post("/seat", {"player": str(table.players["Ann"]), "back": "invite"})
    assert answer.location == f"/g/{table.edit_key}/invite"
    for path in ("", "/invite"):
        assert "This phone is: Ann" in table.get(path).text


def test_who_watches_is_not_asked_and_has_no_seat(table: WebTable) -> None:
    other = another_phone(table)
    for path in ("", "/invite"):
        text = other.get(path, key=table.view_key).text
        assert "Who are you?" not in text
        assert "This phone is" not in text
    assert other.post("/seat", {"player": str(table.players["Bo"])}, key=table.view_key).status_code == 404
    assert seats(table) == set()


@pytest.mark.parametrize("player", ["99", "Bo", "-1", "1e9", "0"])
def test_nobody_else_has_a_phone(table: WebTable, player: str) -> None:
    assert table.post("/seat", {"player": player}).status_code == 422
    assert seats(table) == set()


def test_the_plain_hole_form_begins_at_the_cards_of_whose_phone_this_is(table: WebTable) -> None:
    assert "autofocus" not in table.get("/hole/1").text
    table.post("/seat", {"player": str(table.players["Bo"])})
    fields = re.findall(r"<input class=\"input input--cards\"[^>]*>", table.get("/hole/1").text)
    assert ["autofocus" in field for field in fields] == [False, True, False]
