"""The house builder: a house is made, kept, changed, shared and played by."""

import re
from html import unescape

import pytest

from scorekeeper import houses
from scorekeeper.rules import Rank
from scorekeeper.rules.problems import UnknownHouse
from scorekeeper.web.addresses import find_house, house_address
from scorekeeper.web.build.builder_pages import FIRST_ASKED
from tests.conftest import Phone, new_phone
from tests.web.building import OURS, controls, form_of, make, own, send


def test_a_house_is_made_and_changed_and_shared(client: Phone) -> None:
    kept = make(client, values__K="13")
    assert kept.house.values[Rank.KING] == 13
    assert kept.begun_from == "two-joker"
    page = unescape(client.get(f"/houses/build/{kept.owner_key}").text)
    assert f"/h/{kept.share_key}" in page
    assert "Kings: 13 here, but 0 there." in page
    again = send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="-1"), based_on="1")
    assert again.status_code == 303
    now = own(client, kept.owner_key)
    assert (now.version, now.house.values[Rank.KING]) == (2, -1)
    friend = new_phone(client.application)
    shown = unescape(friend.get(f"/h/{kept.share_key}").text)
    assert "Ours" in shown
    assert "version 2" in shown
    assert kept.owner_key not in shown
    assert f"/h/{kept.share_key}" in friend.get("/houses").text
    assert kept.owner_key not in friend.get("/houses").text + friend.get("/new").text
    assert f"/houses/build/{kept.owner_key}" in client.get("/houses").text
    assert f"/new/~{kept.share_key}.2" in client.get("/new").text


def test_every_house_has_an_address(client: Phone) -> None:
    kept = make(client)
    changed = send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="9"), based_on="1")
    assert changed.status_code == 303
    with client.application.app_context():
        for house in (*houses.built_in(), kept.house, own(client, kept.owner_key).house):
            assert find_house(house_address(house)) == house
        assert find_house(f"~{kept.share_key}").version == 2
        own_versions = (f"~{kept.share_key}.{version}" for version in ("", "x", "１"))
        for nothing in ("", "~", "~.1", "two-joker.1", *own_versions):
            with pytest.raises(UnknownHouse):
                find_house(nothing)


def test_a_change_of_what_was_changed_meanwhile_shows_so_and_loses_nothing(client: Phone) -> None:
    kept = make(client)
    path = f"/houses/build/{kept.owner_key}"
    send(client, path, **form_of(values__K="1"), based_on="1")
    late = send(client, path, **form_of(values__K="2"), based_on="1")
    assert late.status_code == 409
    assert 'name="values.K" type="text" value="2"' in late.text
    assert 'name="based_on" value="2"' in late.text
    assert "Kings: 2 here, but 1 there." in unescape(late.text)
    assert own(client, kept.owner_key).house.values[Rank.KING] == 1
    assert send(client, path, **form_of(values__K="2"), based_on="2").status_code == 303
    assert own(client, kept.owner_key).house.values[Rank.KING] == 2


def test_the_form_begins_with_the_readings_of_a_table(client: Phone) -> None:
    page = client.get(f"/houses/build?from={OURS.key}&option.joker-value=minus-five").text
    assert ("values.*", "-5") in controls(page)
    assert client.get(f"/houses/build?from={OURS.key}&option.nothing=x").status_code == 422


def folds_open(page: str) -> list[str]:
    return re.findall(r'id="section-(\w+)" open', page)


def test_what_differs_most_stands_first_and_the_rest_is_folded(client: Phone) -> None:
    page = client.get("/houses/build?from=penalty").text
    first, _, rest = page.partition('id="section-name"')
    most = ["values.A", "values.J", "values.Q", "values.K", "values.*", *FIRST_ASKED]
    assert [name for name, _ in controls(page) if name in most] == most
    assert [name for name in most if f'name="{name}"' not in first] == []
    assert folds_open(page) == []
    for name in [*most, "name", "values.5", "grid.rows", "try"]:
        assert page.count(f' name="{name}"') == 1, name
    assert 'name="grid.rows"' in rest


@pytest.mark.parametrize(
    ("changed", "opened"),
    [
        ({"values__K": "x"}, []),
        ({"values__5": "x"}, ["values"]),
        ({"grid__rows": "1"}, ["equal"]),
        ({"match__holes": "x"}, ["match"]),
        ({"penalty__kind": "add", "penalty__points": "x"}, []),
    ],
    ids=["a king", "a five", "one row", "holes", "the penalty"],
)
def test_a_fault_opens_its_fold(client: Phone, changed: dict[str, str], opened: list[str]) -> None:
    answer = send(client, **form_of(**changed))
    assert answer.status_code == 422
    assert folds_open(answer.text) == opened
    more = re.search(r'<details[^>]*id="more-rules"[^>]*>', answer.text)
    assert more is not None
    assert (" open" in more[0]) == bool(opened)
