"""Taking a house off a device's own list: asked once more, without scripts, and without harm to anybody else."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from scorekeeper import houses
from scorekeeper.tally.kept_houses import KeptHouse, create_house
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone


@pytest.fixture
def kept(client: Phone) -> KeptHouse:
    """A house that somebody made; the client's own device learns of it by a link."""
    with client.application.test_request_context():
        return create_house(store(), replace(houses.get("two-joker"), name="Cabin <rules>"), new_write())


def listed(phone: Phone, kept: KeptHouse) -> bool:
    return f"/h/{kept.share_key}" in phone.get("/houses").text


def other(client: Phone, kept: KeptHouse) -> Phone:
    """A phone that was sent the rules."""
    phone = client.application.test_client()
    assert isinstance(phone, Phone)
    assert phone.get(f"/h/{kept.share_key}").status_code == 200
    return phone


def test_a_house_leaves_the_list_after_one_more_question(client: Phone, kept: KeptHouse) -> None:
    client.get(f"/houses/build/{kept.owner_key}")
    friend = other(client, kept)
    link = re.search(r'href="(/houses/[^"]+/forget)"', client.get("/houses").text)
    assert link is not None
    page = client.get(link[1])
    assert "Take Cabin <rules> off this list?" in unescape(page.text)
    assert "<rules>" not in page.text
    assert f"/houses/build/{kept.owner_key}" in page.text, "whoever owns it is told to keep the owner's link"
    assert listed(client, kept), "nothing is done before the answer"
    form = re.search(r'<form[^>]*action="(/houses/[^"]+)"', page.text)
    assert form is not None
    answer = client.send_form(form[1])
    assert (answer.status_code, answer.location) == (303, "/houses")
    assert not listed(client, kept)
    assert listed(friend, kept)
    assert client.get(f"/houses/~{kept.share_key}.1").status_code == 200
    # By the owner's link it is there again, to be changed.
    assert client.get(f"/houses/build/{kept.owner_key}").status_code == 200
    assert f"/houses/build/{kept.owner_key}" in client.get("/houses").text
