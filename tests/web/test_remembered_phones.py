"""A page from memory is made for the phone that asks and no other: its token, its ids, its messages, its cookie."""

from __future__ import annotations

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from scorekeeper.store import choose_seat
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.remembering import TOKEN, WRITE_ID, begin_game, known, made_anew
from tests.web.tables import WebTable


@pytest.fixture
def table(client: Phone) -> WebTable:
    return begin_game(client)


def tokens_of(answer: TestResponse) -> set[str]:
    return {token for _, token in TOKEN.findall(answer.text)}


@pytest.mark.parametrize("path", ["", "/hole/1", "/hole/1/worked"])
def test_a_page_from_memory_has_the_token_of_who_asks(app: OpenAPI, table: WebTable, path: str) -> None:
    own, other = table.client, app.test_client()
    assert isinstance(other, Phone)
    address = f"/g/{table.edit_key}{path}"
    for phone in (own, other):
        choose_for(phone, table)
        known(phone, address)
    with made_anew(app) as made:
        pages = own.get(address), other.get(address)
    assert made == [], "both came from memory"
    (mine,), (theirs,) = (tokens_of(page) for page in pages)
    assert mine != theirs
    for phone, token, status in ((own, mine, 303), (other, theirs, 303), (own, theirs, 400), (other, mine, 400)):
        sent = {"csrf_token": token, "player": ""}
        answer = phone.post(f"/g/{table.edit_key}/seat", data=sent)
        assert answer.status_code in ((302, 303) if status == 303 else (400,))


def choose_for(phone: Phone, table: WebTable) -> None:
    """Let the phone look on, so that both see the same page."""
    phone.get(f"/g/{table.edit_key}")
    with phone.session_transaction() as session, phone.application.app_context():
        choose_seat(store(), session["device"], table.edit_key, None)


def test_forms_of_one_remembered_page_have_ids_of_their_own(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}/hole/1"
    known(table.client, address)
    with made_anew(app) as made:
        ids = [WRITE_ID.findall(table.client.get(address).text) for _ in range(3)]
    assert made == []
    assert len({write_id for (_, write_id), *_ in ids}) == 3


def test_only_who_came_by_the_link_is_asked_whose_phone_it_is(app: OpenAPI, table: WebTable) -> None:
    guest = app.test_client()
    assert isinstance(guest, Phone)
    address = f"/g/{table.edit_key}"
    for phone in (table.client, guest):
        known(phone, address)
    with made_anew(app) as made:
        asks = ["Who are you?" in phone.get(address).text for phone in (table.client, guest)]
    assert made == [], "both came from memory"
    assert asks == [False, True]


def test_a_cookie_that_somebody_changed_is_not_known(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    cookie = table.client.get_cookie("scorekeeper")
    assert cookie is not None
    content, dot, signature = cookie.value.rpartition(".")
    forged = f"{content}{dot}{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    with made_anew(app) as made:
        answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": f"scorekeeper={forged}"})
    assert made == [address]
    assert "Set-Cookie" in answer.headers, "a phone that was never here"


def test_a_message_is_shown_once(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    table.post("/seat", {"player": str(table.players["Bo"])})
    texts = [table.client.get(address).text for _ in range(4)]
    assert ["This phone is Bo" in text for text in texts] == [True, False, False, False]


def test_nobody_else_is_shown_a_message_nor_given_the_cookie(app: OpenAPI, table: WebTable) -> None:
    address = f"/g/{table.edit_key}"
    known(table.client, address)
    with app.test_request_context():
        with table.client.session_transaction() as session:
            device = session["device"]
        choose_seat(store(), device, table.edit_key, None)
    known(table.client, address)
    quiet = table.client.get_cookie("scorekeeper")
    table.client.send_form(f"{address}/seat", player="")  # "This phone looks on", which it did already
    told = table.client.get_cookie("scorekeeper")
    assert quiet is not None
    assert told is not None
    # A phone that keeps its old cookies all the same, in turn with one that has no message to see.
    for _ in range(4):
        for cookie, sees in ((told.value, True), (quiet.value, False)):
            answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": f"scorekeeper={cookie}"})
            assert ("This phone looks on." in answer.text) is sees
            assert ("Set-Cookie" in answer.headers) is sees
