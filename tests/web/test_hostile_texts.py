"""Whatever people call players, games and houses, and whatever they type: pages show it as text, and nothing more.

Each page is made twice, with tame texts and with those of tests/hostile.py, and read as browsers read it. It must have
the same elements with the same attributes, and say the same.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

import pytest
import tinyhtml5  # type: ignore[import-untyped]
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.tally.kept_houses import create_house
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone
from tests.hostile import HOSTILE, UNPRINTABLE, visible
from tests.web.pupils import new_app
from tests.web.tables import WebTable, sit_down

AT_A_TABLE = 12
GROUPS = tuple(tuple(HOSTILE.values())[start : start + AT_A_TABLE] for start in range(0, len(HOSTILE), AT_A_TABLE))
PAGES = (
    *("", "/history", "/hole/1", "/hole/2", "/hole/1/history", "/hole/1/worked", "/end", "/invite", "/readings"),
    *("/rules", "/screen", "/table"),
)
RUNS = ("href", "src", "action", "formaction", "data")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenAPI]:
    for app in new_app(tmp_path_factory.mktemp("hostile") / "instance"):
        assert isinstance(app, OpenAPI)
        yield app


@pytest.fixture(scope="module")
def phone(app: OpenAPI) -> Phone:
    client = app.test_client()
    assert isinstance(client, Phone)
    return client


# --- what a browser makes of a page -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Read:
    """A page as a browser reads it."""

    shapes: frozenset[tuple[str, str, tuple[str, ...]]]  # of each element: what it is in, what it is, its attributes
    text: str  # all texts, and all values of attributes
    scripts: tuple[Any, ...]  # what stands as JSON for the page's own scripts

    def says(self, text: str) -> bool:
        shown = visible(text)
        return shown in self.text or shown[:1].upper() + shown[1:] in self.text  # where a sentence begins with it


def read(page: str) -> Read:
    root = tinyhtml5.parse(page, namespace_html_elements=False)
    shapes, texts, scripts = set(), [], []
    for parent in root.iter():
        if not isinstance(parent.tag, str):
            continue  # a comment
        for element in parent:
            if isinstance(element.tag, str):
                shapes.add((parent.tag, element.tag, tuple(sorted(element.attrib))))
        for name, value in parent.attrib.items():
            assert not name.startswith("on"), f"{parent.tag} {name}={value}"
            assert name not in RUNS or not re.match(r"(?i)\s*(javascript|data|vbscript):", value), value
            texts.append(value)
        if parent.tag == "script" and not parent.get("src"):
            assert parent.get("type") == "application/json"
            scripts.append(json.loads(parent.text or ""))
        else:
            texts += [parent.text or "", *(element.tail or "" for element in parent)]
    return Read(frozenset(shapes), visible(" ".join(texts)), tuple(scripts))


def strings(value: Any) -> Iterator[str]:
    """Every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from strings(one)


def assert_same_but_for_words(
    tame: TestResponse, hostile: TestResponse, words: Iterable[tuple[str, str]], what: str
) -> None:
    assert hostile.status_code == tame.status_code, f"{what}: {hostile.status}"
    one, other = read(tame.text), read(hostile.text)
    assert not other.shapes - one.shapes, f"{what}: {sorted(other.shapes - one.shapes)}"
    for was, now in words:
        assert other.says(now) or not one.says(was), f"{what} does not say {now!r}"
    for_scripts = [set(map(visible, strings(page.scripts))) for page in (one, other)]
    for was, now in words:
        assert (visible(now) in for_scripts[1]) == (was in for_scripts[0]), f"{what} for scripts: {now!r}"


# --- games ------------------------------------------------------------------------------------------------------------


def game_of(phone: Phone) -> WebTable:
    names = [f"Tame{place}" for place in range(AT_A_TABLE)]
    table = sit_down(phone, house="penalty", names=" ".join(names))
    table.enter(1, {name: str(place) for place, name in enumerate(names)}, do="confirm", ender="nobody")
    table.put_hand(2, names[0], points=3)
    return table


def rename(table: WebTable, names: Sequence[str], title: str) -> None:
    ids = list(table.players.values())
    kept = table.kept().game
    form = {f"name-{player}": name for player, name in zip(ids, names, strict=False)}
    answer = table.post("/table", {"title": title, "holes_planned": str(kept.holes_planned), **form})
    assert answer.status_code == 302, read(answer.text).text


@pytest.mark.parametrize("group", GROUPS, ids=range(len(GROUPS)))
def test_names_and_titles_are_text_on_every_page(phone: Phone, group: tuple[str, ...]) -> None:
    table = game_of(phone)
    tame = [f"Tamer{place:02}" for place in range(len(group))]
    rename(table, tame, "A tame title")
    before = {page: table.get(page) for page in PAGES}
    title = next(text for text in group if text.isprintable())
    rename(table, group, title)
    words = [*zip(tame, group, strict=True), ("A tame title", title)]
    for page, answer in before.items():
        if answer.status_code == 200:
            assert_same_but_for_words(answer, table.get(page), words, page or "card")

    told = json.loads(table.get("/card.json").text)  # tests/exports/test_hostile_files.py: what all the files say
    look = phone.send_form("/import", text=json.dumps(told))
    assert all(read(look.text).says(name) for name in (*group, title))
    assert phone.send_form("/import", text=json.dumps(told), do="import").status_code in (302, 303)


def test_no_seat_and_no_title_takes_what_nobody_can_see(phone: Phone) -> None:
    """It would write over the line, the terminal or the text beside it: blanks are kept as one, all else is refused."""
    table = game_of(phone)
    (player, *_) = table.players.values()
    for what, text in UNPRINTABLE.items():
        for form in ({f"name-{player}": text}, {"title": text}):
            sent = {name: value.encode("utf-8", "surrogatepass") for name, value in form.items()}
            answer = table.post("/table", {"holes_planned": "9", **sent})
            assert answer.status_code in (302, 422), what
        kept = table.kept()
        for shown in (kept.title, kept.game.players[0].name):
            assert shown.isprintable(), f"{what}: {shown!r}"
        unseen = {sign for sign in text if not sign.isprintable()} - set("\r\n\t")
        for page in ("", "/table", "/history", "/card.txt", "/card.csv"):
            assert not unseen & set(table.get(page).text.removeprefix("\ufeff")), what


# --- houses -----------------------------------------------------------------------------------------------------------


def house_of(words: Sequence[str], key: str) -> House:
    """A house in which every text that people can write is one of ``words``, over and over."""
    turn = cycle(words)
    start = houses.get("two-joker")
    options = tuple(
        replace(
            option,
            question=f"{next(turn)} {place}",
            why=next(turn),
            elsewhere=next(turn),
            readings=tuple(replace(one, text=f"{next(turn)} {at}") for at, one in enumerate(option.readings)),
        )
        for place, option in enumerate(start.options)
    )
    source = replace(start.source, title=next(turn), notes=next(turn))
    return replace(start, key=key, name=next(turn), summary=next(turn), source=source, options=options, examples=())


OF_HOUSES = (
    *(
        "/houses/{address}",
        "/houses/{address}/questions",
        "/new/{address}",
        "/referee/turn?house={address}&ask=put-back",
    ),
    *(
        "/score?house={address}&cards=5+*+7+%2F+5+Q+K",
        "/practice/{address}",
        "/h/{share}",
        "/houses/build?from={address}",
    ),
    *("/houses", "/houses/build/{owner}", "/sets?house={address}", "/houses/{address}/forget", "/practice", "/new"),
    "/learn/{address}/deal",
)


def test_what_a_house_says_is_text_on_every_page(app: OpenAPI) -> None:
    group = tuple(HOSTILE.values())
    tame = tuple(f"Tamest{place:02}" for place in range(len(group)))
    pages: list[dict[str, TestResponse]] = []
    for words in (tame, group):
        phone = app.test_client()
        assert isinstance(phone, Phone)
        with app.test_request_context():
            kept = create_house(store(), house_of(words, "ours"), new_write())
        links = {"address": f"~{kept.share_key}", "share": kept.share_key, "owner": kept.owner_key}
        phone.get(f"/houses/build/{kept.owner_key}")
        pages.append({path: phone.get(path.format(**links)) for path in OF_HOUSES})
        game = sit_down(phone, house=kept.house)
        pages[-1] |= {page: game.get(page) for page in PAGES}
        file = phone.get(f"/houses/~{kept.share_key}/house.toml")
        assert tomllib.loads(file.text)["name"] == kept.house.name
        assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.toml"', file.headers["Content-Disposition"])
    for path, answer in pages[0].items():
        if answer.status_code == 200:
            assert_same_but_for_words(answer, pages[1][path], list(zip(tame, group, strict=True)), path)
    assert sum(answer.status_code == 200 for answer in pages[0].values()) >= 20
