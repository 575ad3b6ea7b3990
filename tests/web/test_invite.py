"""Inviting others: codes and links, replacing them, and saying whose phone this is."""

import re
import socket
from pathlib import Path

import pytest

from scorekeeper.tally.sharing import seats_of_game
from scorekeeper.web.db import store
from scorekeeper.web.invite import WayIn, way_in
from scorekeeper.web.network import network_host, only_this_machine
from tests.apps import close, make_app
from tests.conftest import new_phone
from tests.web.tables import WebTable, sit_down

THERE = "https://golf.example"


def another_phone(table: WebTable) -> WebTable:
    """A new phone with both links of the game."""
    client = new_phone(table.client.application)
    return WebTable(client, table.edit_key, table.view_key, table.players)


def invitation(table: WebTable, key: str) -> str:
    return table.client.get(f"/g/{key}/invite", base_url=THERE).text


def links(page: str) -> list[str]:
    return re.findall(r"<textarea[^>]*>([^<]*)</textarea>", page)


# --- what the page shows ----------------------------------------------------------------------------------------------


def test_who_watches_may_invite_to_watch_and_nothing_else(table: WebTable) -> None:
    page = invitation(table, table.view_key)
    assert links(page) == [f"{THERE}/g/{table.view_key}"]
    assert table.edit_key not in page
    for words in ("Join link", "Replace", "This phone", "<form"):
        assert words not in page


# --- the address ------------------------------------------------------------------------------------------------------


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
    app = make_app(tmp_path / "behind", PROXIES=proxies)
    client = new_phone(app)
    table = sit_down(client)
    page = client.get(f"/g/{table.edit_key}/invite", headers=headers).text
    assert links(page) == [f"{base}/g/{table.edit_key}", f"{base}/g/{table.view_key}"]
    close(app)


def test_no_request_makes_the_server_knock_at_a_port_that_it_names(table: WebTable) -> None:
    """Otherwise anyone with a link could find open ports of the server's machine."""
    with socket.create_server(("", 0)) as another:
        another.setblocking(False)
        named = f"localhost:{another.getsockname()[1]}"
        for headers in ({"Host": named}, {"Host": "localhost", "X-Forwarded-Host": named, "X-Forwarded-Port": named}):
            for path in ("/invite", "/screen"):
                assert table.client.get(f"/g/{table.view_key}{path}", headers=headers).status_code == 200
                with pytest.raises(BlockingIOError):  # nobody is at the door
                    another.accept()


def test_a_server_for_this_machine_only_says_that_phones_cannot_come(table: WebTable) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
        host = f"127.0.0.1:{port}"
        assert way_in(f"http://{host}/", port) == WayIn(f"http://{host}/", host, works=False)
        page = table.client.get(f"/g/{table.edit_key}/invite", base_url=f"http://{host}").text
    assert "Other phones can’t open this link" in page
    assert host in page
    assert "serve --host 0.0.0.0" in page.replace("<wbr>", "")
    assert "QR code" not in page, "a camera has nothing to take that leads nowhere"


@pytest.mark.parametrize(
    ("key", "offered"), [("edit_key", ["edit", "view"]), ("view_key", ["view"])], ids=["a player", "a watcher"]
)
def test_each_choice_has_its_code_and_says_what_they_may_do(table: WebTable, key: str, offered: list[str]) -> None:
    page = invitation(table, getattr(table, key))
    says = {"edit": "They can enter and change scores.", "view": "They can watch but not change anything."}
    panels = re.findall(r"<share-result.*?</share-result>", page, re.DOTALL)
    assert [[which for which in says if says[which] in panel] for panel in panels] == [[one] for one in offered]
    assert [panel.count('aria-label="QR code') for panel in panels] == [1] * len(offered)
    assert re.findall(r'<input type="radio" name="which" value="(\w+)"', page) == (offered if len(offered) > 1 else [])


@pytest.mark.parametrize(
    ("who", "said"),
    [((), None), (("Bo",), "Bo has joined"), (("Bo", "Cy"), "Bo and Cy have joined")],
    ids=["nobody", "one", "two"],
)
def test_the_page_says_who_has_joined(table: WebTable, who: tuple[str, ...], said: str | None) -> None:
    for name in who:
        other = another_phone(table)
        other.get()
        other.post("/seat", {"player": str(table.players[name])})
    found = re.search(r'class="invite__joined[^>]*>([^<]*)<', invitation(table, table.edit_key))
    assert (found and found[1]) == said


def test_the_open_page_learns_who_has_joined(table: WebTable) -> None:
    def polled() -> object:
        return table.get("/invite/joined.json").json

    def marked() -> list[str]:
        return re.findall(r'<li class="is-joined">(\w+)', invitation(table, table.edit_key))

    before, nobody = polled(), marked()
    another_phone(table).post("/seat", {"player": str(table.players["Bo"])})
    assert polled() != before, "the page draws its list again"
    assert [nobody, marked()] == [[], ["Bo"]]
    table.post("/seat", {"player": str(table.players["Ann"])})
    assert marked() == ["Ann", "Bo"], "this phone too"


def test_links_lead_to_the_network_where_the_server_answers_there() -> None:
    there = network_host()
    with socket.create_server(("", 0)) as server:
        port = server.getsockname()[1]
        here = f"localhost:{port}"
        reached = WayIn(f"http://{there}:{port}/", here) if there else WayIn(f"http://{here}/", here, works=False)
        assert way_in(f"http://{here}/", port) == reached
    assert there is None or not only_this_machine(there)


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
    assert "This phone: Bo" in page
    assert "This is Bo’s phone." in page
    assert seats(table) == {table.players["Bo"]}
