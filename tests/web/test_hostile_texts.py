"""Hostile names of players, games and houses, and other input: pages show them only as text."""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle

import pytest
import tinyhtml5  # type: ignore[import-untyped]
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.tally.kept_houses import create_house
from scorekeeper.web.db import new_write, store
from tests.conftest import Phone, new_phone
from tests.hostile import HOSTILE, UNPRINTABLE, visible
from tests.web.students import new_app
from tests.web.tables import WebTable, sit_down

AT_A_TABLE = 12
GROUPS = tuple(tuple(HOSTILE.values())[start : start + AT_A_TABLE] for start in range(0, len(HOSTILE), AT_A_TABLE))
PAGES = (
    *("", "/history", "/hole/1", "/hole/2", "/hole/1/history", "/hole/1/worked", "/end", "/invite", "/readings"),
    *("/rules", "/screen", "/table"),
)
NAMELESS = ("/readings", "/rules", "/hole/2", "/hole/1/history", "/invite")
"""Pages that name no one, or only some players."""

RUNS = ("href", "src", "action", "formaction", "data")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    for app in new_app(tmp_path_factory.mktemp("hostile") / "instance"):
        assert isinstance(app, Flask)
        yield app


@pytest.fixture(scope="module")
def phone(app: Flask) -> Phone:
    return new_phone(app)


def said(answer: TestResponse) -> str:
    """All texts and values of attributes of a page, read as browsers do; none of ours is bold, or runs by itself."""
    root = tinyhtml5.parse(answer.text, namespace_html_elements=False)
    texts: list[str] = []
    for element in (one for one in root.iter() if isinstance(one.tag, str)):
        assert element.tag not in ("b", "style"), texts[-10:]
        assert element.tag != "script" or element.get("src") or element.get("type") == "application/json"
        assert element.tag != "img" or element.get("src") != "x"
        for name, value in element.attrib.items():
            assert not name.startswith("on"), f"{element.tag} {name}={value}"
            assert name not in RUNS or not re.match(r"(?i)\s*(javascript|data|vbscript):", value), value
            texts.append(value)
        texts += [element.text or "", element.tail or ""]
    return visible(" ".join(texts))


def says(page: str, text: str) -> bool:
    shown = visible(text)
    return shown in page or shown[:1].upper() + shown[1:] in page  # where a sentence begins with it


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
    assert answer.status_code == 302


@pytest.mark.long
@pytest.mark.parametrize("group", GROUPS, ids=range(len(GROUPS)))
def test_names_and_titles_are_text_on_every_page(phone: Phone, group: tuple[str, ...]) -> None:
    table = game_of(phone)
    title = next(text for text in group if text.isprintable())
    rename(table, group, title)
    for page in PAGES:
        answer = table.get(page)
        told = said(answer)
        if answer.status_code == 200 and page not in NAMELESS:
            assert all(says(told, name) for name in group), page
    assert says(said(table.get()), title)
    file = json.dumps(json.loads(table.get("/card.json").text))
    copy = said(phone.get(phone.send_form("/import", text=file, copy="yes").location))
    assert all(says(copy, name) for name in (*group, title))


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
        for page in ("", "/table", "/history", "/card.csv"):
            assert not unseen & set(table.get(page).text.removeprefix("\ufeff")), what


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
    *("/houses/{address}", "/houses/{address}/questions", "/new/{address}", "/h/{share}"),
    *("/referee/turn?house={address}&ask=put-back", "/score?house={address}&cards=5+*+7+%2F+5+Q+K"),
    *("/practice/{address}", "/houses/build?from={address}", "/houses/build/{owner}", "/sets?house={address}"),
    *("/houses", "/practice", "/new"),
)


@pytest.mark.long
def test_what_a_house_says_is_text_on_every_page(app: Flask) -> None:
    phone = new_phone(app)
    with app.test_request_context():
        kept = create_house(store(), house_of(tuple(HOSTILE.values()), "ours"), new_write())
    links = {"address": f"~{kept.share_key}", "share": kept.share_key, "owner": kept.owner_key}
    phone.get(f"/houses/build/{kept.owner_key}")
    game = sit_down(phone, house=kept.house)
    answers = [phone.get(path.format(**links)) for path in OF_HOUSES] + [game.get(page) for page in PAGES]
    shown = [said(answer) for answer in answers if answer.status_code == 200]
    assert len(shown) >= 20
    assert sum(says(page, kept.house.name) for page in shown) >= 15
    file = phone.get(f"/houses/~{kept.share_key}/house.toml")
    assert tomllib.loads(file.text)["name"] == kept.house.name
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.toml"', file.headers["Content-Disposition"])
