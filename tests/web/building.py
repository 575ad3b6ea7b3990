"""Making houses through the pages of the house builder, as the tests of its parts do."""

from dataclasses import replace
from typing import Any

from lxml import html
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.tally.kept_houses import KeptHouse, find_own_house, houses_of_device
from scorekeeper.web.build.form import Typed, typed_of
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import device_of, new_id

OURS = houses.get("two-joker")


def as_made(house: House, key: str) -> House:
    """What the form can say of a house: no questions, examples or advice, nothing left to ask, no rule that is none."""
    decks = {players: decks for players, decks in house.table.decks.items() if decks != "ask"}
    rules: dict[str, None] = {
        name: None
        for name in ("penalty", "reward")
        if (rule := getattr(house, name)) is not None and rule.kind == "none"
    }
    if house.four_of_a_kind is not None and not house.four_of_a_kind.points:
        rules["four_of_a_kind"] = None
    source = replace(house.source, sheet="", silent=(), read_so=())
    bare = replace(house, key=key, options=(), examples=(), readings={}, source=source, also=(), former=(), listed=None)
    ending = replace(house.ending, good_knock=None)
    return replace(bare, table=replace(house.table, decks=decks), ending=ending, **rules)  # type: ignore[arg-type]


def controls(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the form of a page that nobody touched."""
    (form,) = html.fromstring(page).xpath('//form[starts-with(@class, "build")]')
    return list(form.form_values())


def form_of(house: House = OURS, /, **changed: str) -> dict[str, Any]:
    """The fields of a house, some of them changed: `grid__rows` is `grid.rows`."""
    typed: Typed = typed_of(house)
    typed["name"] = ["Ours"]
    return {**typed, **{name.replace("__", "."): value for name, value in changed.items()}}


def send(client: Phone, path: str = "/houses/build", **fields: Any) -> TestResponse:
    data = {"csrf_token": client.token(), "write_id": new_id(), "from": OURS.key, "do": "save", **fields}
    return client.post(path, data=data)


def make(client: Phone, house: House = OURS, /, **changed: str) -> KeptHouse:
    answer = send(client, **form_of(house, **changed))
    assert answer.status_code == 303, answer.text
    return own(client, answer.location.rsplit("/", 1)[1])


def own(client: Phone, owner_key: str) -> KeptHouse:
    with client.application.app_context():
        return find_own_house(store(), owner_key)


def made(client: Phone) -> tuple[KeptHouse, ...]:
    with client.application.app_context():
        return houses_of_device(store(), device_of(client))


def preview(client: Phone, **changed: str) -> dict[str, Any]:
    fields = {"from": OURS.key, "csrf_token": client.token(), **form_of(**changed)}
    answer = client.post("/houses/build/preview", data=fields)
    assert answer.status_code == 200
    told: dict[str, Any] = answer.get_json()
    return told
