"""The house builder: its form says a house and the other way; keeping, changing, sharing, loading; bad input."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.houses.loading import to_data
from scorekeeper.houses.writing import house_toml
from scorekeeper.rules import House, Rank, score, score_hole
from scorekeeper.rules.errors import UnknownHouse
from scorekeeper.store import KeptHouse, find_game, find_own_house, find_shared_house, houses_of_device
from scorekeeper.web.build.examples import shown_scores
from scorekeeper.web.build.filling import typed_of
from scorekeeper.web.build.making import house_of
from scorekeeper.web.build.pages import Preview, field_id
from scorekeeper.web.build.reading import Typed, read_typed
from scorekeeper.web.build.sections import every_field
from scorekeeper.web.db import store
from scorekeeper.web.house_finding import find_house, house_address
from tests.conftest import Phone
from tests.houses.test_adding_a_house import keys_of
from tests.random_houses import random_houses
from tests.web.tables import new_id
from tests.web.test_start_and_houses import device

EVERY_HOUSE = pytest.mark.parametrize("house", houses.built_in(), ids=lambda house: house.key)
OURS = houses.get("two-joker")


def as_made(house: House, key: str) -> House:
    """What the form can say of a house: no questions and examples, nothing left to be asked, no rule that is none."""
    decks = {players: decks for players, decks in house.table.decks.items() if decks != "ask"}
    rules: dict[str, None] = {
        name: None
        for name in ("penalty", "reward")
        if (rule := getattr(house, name)) is not None and rule.kind == "none"
    }
    if house.four_of_a_kind is not None and not house.four_of_a_kind.points:
        rules["four_of_a_kind"] = None
    bare = replace(house, key=key, options=(), examples=(), readings={}, source=replace(house.source, sheet=""))
    return replace(bare, table=replace(house.table, decks=decks), **rules)  # type: ignore[arg-type]


# --- the form and the house -------------------------------------------------------------------------------------------


@EVERY_HOUSE
def test_the_form_of_a_house_says_that_house(house: House) -> None:
    read, errors = house_of(typed_of(house))
    assert errors == {}
    assert read is not None
    assert read == as_made(house, read.key)
    assert typed_of(read) == typed_of(as_made(house, "x"))


def test_a_house_that_dice_made_counts_the_same_once_it_went_through_the_form() -> None:
    """What the form leaves out is only what has no meaning beside the rest, as turns where a knock ends the hole."""
    for house in random_houses(100).values():
        made, errors = house_of(typed_of(house))
        assert errors == {}, house.key
        assert made is not None
        assert house_of(typed_of(made)) == (made, {}), house.key
        for worked in shown_scores(house, ()):
            assert score(worked.layout, made).lines == worked.lines, (house.key, str(worked.layout))
        raw = {"Ann": 15, "Bo": 8, "Cy": 8, "Di": -4}
        for ender in (None, *raw):
            assert score_hole(raw, made, ender) == score_hole(raw, house, ender), house.key


# Not asked for: what the page knows itself, what is no rule, and what the form asks in another way.
NOT_ASKED = {"key", "version", "readings", "options", "examples", "source.sheet", "table.deck"}
GROUPS = {"source", "grid", "table", "opening", "turn", "ending", "match", "cancelling", "four_of_a_kind", "penalty"}
GROUPS |= {"reward", "placing", "placing.winner"}


def test_every_rule_of_a_house_has_its_field() -> None:
    asked = {one.name for one in every_field()}
    asked |= {f"bonuses.{column.name}" for one in every_field() if one.name == "bonuses" for column in one.columns}
    possible = {key for key in keys_of(House) if not key.startswith("options.") and not key.startswith("examples.")}
    assert possible - asked - NOT_ASKED - GROUPS == set()
    assert asked - possible == {"table.cards", "cancelling.is", "four_of_a_kind.is"}


def test_every_answer_of_a_field_is_one_of_its_parameter() -> None:
    """No choice of the form is misspelt, and none that the rules know is missing."""
    import typing

    def literals(path: str) -> set[str]:
        kind: Any = House
        for name in path.split("."):
            hints = typing.get_type_hints(kind)
            kind = hints[name]
            inner = [one for one in (kind, *typing.get_args(kind)) if isinstance(one, type)]
            kind = next((one for one in inner if hasattr(one, "__dataclass_fields__")), kind)
        flat = [kind, *typing.get_args(kind)]
        flat += [one for part in typing.get_args(kind) for one in typing.get_args(part)]
        flat += [one for part in flat for one in typing.get_args(part)]
        return {one for one in flat if isinstance(one, str)}

    checked = 0
    for one in every_field():
        if one.kind in ("choice", "counted", "ticks") and not one.name.endswith((".is", ".cards")) and one.choices:
            known = literals(one.name)
            if known:
                assert {value for value, _ in one.choices} - {"points"} == known, one.name
                checked += 1
    assert checked > 20


def test_the_page_shows_what_the_house_says(client: Phone) -> None:
    for house in houses.built_in():
        page = client.get(f"/houses/build?from={house.key}").text
        sent = MultiDict[str, str]()
        for name, value in controls(page):
            sent.add(name, value)
        typed, errors = read_typed(sent)
        assert errors == {}, house.key
        read, errors = house_of(typed)
        assert errors == {}, house.key
        assert read is not None
        wanted = as_made(house, read.key)
        notes = replace(wanted.source, title=read.source.title, notes="")
        assert read == replace(wanted, name=read.name, summary=read.summary, source=notes)


def controls(page: str) -> list[tuple[str, str]]:
    """What a browser would send of the form of a page that nobody touched."""
    form = page[page.index('<form class="build') :]
    found = []
    pattern = r"<input\b([^>]*)>|<textarea\b([^>]*)>(.*?)</textarea>|<select\b([^>]*)>(.*?)</select>"
    for one in re.finditer(pattern, form, re.DOTALL):
        attributes = one[1] or one[2] or one[4]
        name = re.search(r'name="([^"]*)"', attributes)
        assert name is not None
        if one[1] is not None:
            value = re.search(r'value="([^"]*)"', attributes)
            if 'type="checkbox"' in attributes and " checked" not in attributes:
                continue
            found.append((name[1], value[1] if value else ""))
        elif one[2] is not None:
            found.append((name[1], one[3]))
        else:
            taken = re.search(r'value="([^"]*)" selected', one[5]) or re.search(r'value="([^"]*)"', one[5])
            assert taken is not None
            found.append((name[1], taken[1]))
    return [(unescape(name), unescape(value)) for name, value in found if name != "do"]


# --- keeping ----------------------------------------------------------------------------------------------------------


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
        return houses_of_device(store(), device(client))


def test_a_house_is_made_and_changed_and_shared(client: Phone) -> None:
    kept = make(client, values__K="13")
    assert kept.house.values[Rank.KING] == 13
    assert kept.begun_from == "two-joker"
    page = unescape(client.get(f"/houses/build/{kept.owner_key}").text)
    assert f"/h/{kept.share_key}" in page
    assert "Kings: 13 here, 0 there." in page
    again = send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="-1"), based_on="1")
    assert again.status_code == 303
    now = own(client, kept.owner_key)
    assert (now.version, now.house.values[Rank.KING]) == (2, -1)
    friend = client.application.test_client()
    assert isinstance(friend, Phone)
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
        for nothing in (
            "",
            "~",
            "~.1",
            f"~{kept.share_key}.",
            f"~{kept.share_key}.x",
            f"~{kept.share_key}.１",
            "two-joker.1",
        ):
            with pytest.raises(UnknownHouse):
                find_house(nothing)


def test_what_the_ender_pays_is_shown_by_a_hole(client: Phone) -> None:
    told = preview(client, penalty__kind="add", penalty__points="13")
    assert "A hole that Ann ended" in told["panel"]
    assert re.search(r"Ann</th><td[^>]*>12</td><td[^>]*>25</td>", told["panel"])
    assert "A hole that" not in preview(client)["panel"]


def test_a_summary_is_written_where_none_is(client: Phone) -> None:
    kept = make(client, summary="", values__2="-2")
    assert kept.house.summary.startswith("Twos −2, jokers −2, pairs cancel, but not jokers")


def test_a_game_is_played_by_it_and_keeps_its_version(client: Phone) -> None:
    kept = make(client, values__K="13")
    address = f"~{kept.share_key}.1"
    assert "Ours" in client.get(f"/new/{address}").text
    begun = client.send_form(
        f"/new/{address}", player=["Ann", "Bo"], seat=["0", "1"], dealer="0", holes="9", write_id=new_id(), do="create"
    )
    assert begun.status_code == 303
    key = begun.location.split("/")[2]
    send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="-1"), based_on="1")
    with client.application.app_context():
        assert find_game(store(), key).game.house == kept.house
    for path in (f"/houses/{address}", f"/houses/~{kept.share_key}", f"/score?house={address}&cards=K 5 K / 5 5 5"):
        assert client.get(path).status_code == 200, path
    scored = client.send_json("/api/score", {"house": address, "cards": "K A A / A 2 3"}).json
    assert scored is not None
    assert scored["total"] == 21


def test_the_same_form_twice_makes_one_house(client: Phone) -> None:
    form = {**form_of(), "write_id": new_id()}
    first, second = send(client, **form), send(client, **form)
    assert first.location == second.location
    assert len(made(client)) == 1
    other = send(client, **{**form, "name": "Others"})
    assert other.status_code == 409
    assert "send it again" in other.text
    assert len(made(client)) == 1


def test_a_change_of_what_was_changed_meanwhile_shows_so_and_loses_nothing(client: Phone) -> None:
    kept = make(client)
    path = f"/houses/build/{kept.owner_key}"
    send(client, path, **form_of(values__K="1"), based_on="1")
    late = send(client, path, **form_of(values__K="2"), based_on="1")
    assert late.status_code == 409
    assert 'name="values.K" type="text" value="2"' in late.text
    assert 'name="based_on" value="2"' in late.text
    assert "What is different from version 2" in late.text
    assert "Kings: 2 here, 1 there." in unescape(late.text)
    assert own(client, kept.owner_key).house.values[Rank.KING] == 1
    assert send(client, path, **form_of(values__K="2"), based_on="2").status_code == 303
    assert own(client, kept.owner_key).house.values[Rank.KING] == 2


@pytest.mark.parametrize(
    "told", [{}, {"based_on": ""}, {"based_on": "one"}, {"based_on": "-1"}, {"based_on": "9" * 20}]
)
def test_a_form_that_does_not_say_what_it_changes_changes_nothing(told: dict[str, str], client: Phone) -> None:
    kept = make(client)
    late = send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="9"), **told)
    assert late.status_code == 409
    assert 'name="values.K" type="text" value="9"' in late.text
    assert 'name="based_on" value="1"' in late.text
    assert own(client, kept.owner_key) == kept


def test_only_the_owner_changes_a_house(client: Phone) -> None:
    kept = make(client)
    for key in (kept.share_key, "nothing", f"~{kept.share_key}"):
        assert client.get(f"/houses/build/{key}").status_code == 404
        assert send(client, f"/houses/build/{key}", **form_of(values__K="9"), based_on="1").status_code == 404
    assert client.get(f"/h/{kept.owner_key}").status_code == 404
    for address in (f"~{kept.owner_key}", f"~{kept.share_key}.9", f"~{kept.share_key}.0", "~", "~.1", "~x.y"):
        for path in (f"/houses/{address}", f"/new/{address}", f"/houses/build?from={address}"):
            assert client.get(path).status_code == 404, path
    assert own(client, kept.owner_key) == kept


def test_nothing_is_kept_without_a_token(client: Phone) -> None:
    client.get("/")
    refused = client.post("/houses/build", data={**form_of(name="Käse"), "from": OURS.key, "do": "save"})
    assert refused.status_code == 400
    assert 'value="Käse"' in unescape(refused.text)
    assert client.post("/houses/load", data={"text": house_toml(OURS)}).status_code == 400
    assert made(client) == ()


def test_one_more_line_keeps_what_was_typed_and_nothing_else(client: Phone) -> None:
    shown = send(client, **form_of(values__K="77"), do="add-card_values")
    assert shown.status_code == 200
    assert 'name="values.K" type="text" value="77"' in shown.text
    assert 'name="card_values.1.points"' in shown.text
    assert made(client) == ()


def test_the_form_begins_with_the_readings_of_a_table(client: Phone) -> None:
    page = client.get(f"/houses/build?from={OURS.key}&option.joker-value=minus-five").text
    assert ("values.*", "-5") in controls(page)
    assert client.get(f"/houses/build?from={OURS.key}&option.nothing=x").status_code == 422


# --- trying out -------------------------------------------------------------------------------------------------------


def preview(client: Phone, **changed: str) -> dict[str, Any]:
    fields = {"from": OURS.key, "csrf_token": client.token(), **form_of(**changed)}
    answer = client.post("/houses/build/preview", data=fields)
    assert answer.status_code == 200
    told: dict[str, Any] = answer.get_json()
    return told


def test_a_changed_rule_is_counted_at_once(client: Phone) -> None:
    told = preview(client, **{"values__*": "-5", "try": "* 2 3 / A 4 6"})
    assert told["errors"] == {}
    assert told["totals"][0] == 11
    assert "Jokers: −5 here, −2 there." in told["panel"]
    assert made(client) == ()


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"grid__rows": "1"}, {"cancelling.size": "no column of one row of 3 holds 2 cards"}),
        ({"grid__columns": "9"}, {"grid.rows": "2 rows of 9 is no grid"}),
        (
            {"values__*": ""},
            {
                "table.jokers_per_deck": "there are jokers in the decks",
                "cancelling.exceptions.0.points": "there is no joker in the deck",
            },
        ),
        ({"ending__trigger": "stock-empty"}, {"ending.last_turns": "nobody ends the hole"}),
        ({"turn__placed": "face-down"}, {"turn.placed": "cards are put down hidden"}),
        ({"opening__face_up": "seven"}, {"opening.face_up": "'seven' is no whole number"}),
        ({"opening__face_up": "1234567"}, {"opening.face_up": "1234567 is too large a number"}),
        ({"values__7": ""}, {"values.7": "every rank but the joker needs a value"}),
        ({"table__decks.0.players": "x"}, {"table.decks.0.players": "'x' is no whole number"}),
        ({"table__decks.3.decks": "2"}, {"table.decks.3.players": "a number is needed here"}),
        ({"card_values.0.rank": "K", "card_values.0.points": "4"}, {"card_values.0.suits": "choose an answer"}),
        (
            {f"cancelling.exceptions.5.{name}": value for name, value in (("rank", "*"), ("what", "zero"))},
            {"cancelling.exceptions.5.rank": "this is there twice"},
        ),
        (
            {
                "bonuses.0.pattern": "corners",
                "bonuses.0.points": "-20",
                "bonuses.0.cards": "counted",
                "grid__rows": "1",
            },
            {"cancelling.size": "no column", "bonuses.0.pattern": "one row of 3 has no four corners"},
        ),
        (
            {"bonuses.3.pattern": "pairs", "bonuses.3.points": "-5", "bonuses.3.pairs": "0", "bonuses.3.ranks": "J, X"},
            {"bonuses.3.ranks": "'X' is no card", "bonuses.3.pairs": "at least one group"},
        ),
        (
            {"match__exact.0.total": "100", "match.exact.0.becomes": "100"},
            {"match.exact.0.becomes": "must become another"},
        ),
        (
            {"table__cards": "own"},
            {
                "values": "must not be empty",
                "table.decks": "too few cards",
                "cancelling.exceptions.0.points": "there is no joker in the deck",
            },
        ),
        ({"name": ""}, {"name": "must not be empty"}),
        ({"name": "x" * 61}, {"name": "61 characters are too many"}),
        ({"match__holes": "9, none"}, {"match.holes": "'none' is no whole number"}),
        ({"match__until": "0"}, {"match.until": "a game goes to 1 point or more"}),
        ({"turn__look": "yes"}, {"turn.look": "choose one of what is offered"}),
    ],
    ids=lambda case: ", ".join(case),
)
def test_what_does_not_go_together_is_said_at_its_field(
    changed: dict[str, str], expected: dict[str, str], client: Phone
) -> None:
    told = preview(client, **changed)["errors"]
    assert set(told) == {field_id(name) for name in expected}
    for name, start in expected.items():
        assert told[field_id(name)][0].startswith(start), told
    page = send(client, **form_of(**changed))
    assert page.status_code == 422
    shown = unescape(page.text)
    for name, start in expected.items():
        assert f'href="#{field_id(name)}"' in shown
        assert f'data-errors="{field_id(name)}"' in shown
        assert start[1:] in shown
    assert made(client) == ()


def test_every_problem_is_said_at_once(client: Phone) -> None:
    wrong = {"grid__rows": "x", "name": "", "values__3": "many", "ending__trigger": "never", "match__until": "-4"}
    told = preview(client, **wrong, penalty__points="5000")["errors"]
    assert set(told) >= {"grid.rows", "name", "values.3", "ending.trigger", "match.until"}
    assert all(len(messages) == 1 for messages in told.values())


def test_a_grid_that_is_none_hides_no_other_problem(client: Phone) -> None:
    wrong = {"grid__columns": "-1", "cancelling__size": "7", "match__holes": "0, 5, 900", "match__until": "-5"}
    wrong |= {"table__players_min": "5", "table__players_max": "1", "values__A": "999999"}
    told = preview(client, **wrong)["errors"]
    assert set(told) == {"grid.rows", "match.holes", "match.until", "table.players_max", "values.A"}
    assert told["table.players_max"] == ["1 is fewer than the 5 that a game needs at least"]


# --- bad input --------------------------------------------------------------------------------------------------------

HOSTILE = [
    pytest.param("<script>alert(1)</script>", True, id="html"),
    pytest.param('"><img src=x onerror=alert(1)>', True, id="an attribute"),
    pytest.param("{{ 7 * 7 }}{% raw %}", True, id="a template"),
    pytest.param("'; DROP TABLE houses; --", True, id="sql"),
    pytest.param("../../etc/passwd", True, id="a path"),
    pytest.param("משפחה", True, id="right to left"),
    pytest.param("a\u202eb", False, id="a sign that turns the line"),
    pytest.param("a\x00b", False, id="a control sign"),
    pytest.param("a\u2066b", False, id="an isolate"),
    pytest.param("\u200b", False, id="nothing to see"),
]


@pytest.mark.parametrize(("name", "fits"), HOSTILE)
def test_a_hostile_name_is_a_name_or_refused_and_never_more(name: str, fits: bool, client: Phone) -> None:
    answer = send(client, **form_of(name=name))
    if not fits:
        assert answer.status_code == 422
        assert "name: " not in answer.text
        assert "sign that nobody can see" in answer.text
        assert made(client) == ()
        return
    (kept,) = made(client)
    assert kept.house.name == name
    for path in (answer.location, f"/h/{kept.share_key}", "/houses", "/new", f"/new/~{kept.share_key}"):
        page = client.get(path)
        assert page.status_code == 200
        assert name in unescape(page.text)
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
    file = client.get(f"/houses/~{kept.share_key}/house.toml")
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.toml"', file.headers["Content-Disposition"])


def test_a_name_that_a_built_in_house_has_is_remarked_beside_it_and_kept_all_the_same(client: Phone) -> None:
    told = "A house that comes with Scorekeeper is called Penalty, too. Nobody could tell them apart."
    assert preview(client, name=" penalty ")["remarks"] == {"name": told}
    assert preview(client, name="Penalty, our way")["remarks"] == {}
    shown = send(client, **(form_of(name="PENALTY") | {"do": "show"})).text
    assert f'data-remark="name">{told}</p>' in shown
    assert 'data-remark="name"></p>' in client.get("/houses/build?from=penalty").text
    assert make(client, name="Penalty").house.name == "Penalty"


def test_a_name_in_any_script_gives_a_file_of_its_own(client: Phone) -> None:
    kept = make(client, name="東京 Golf")
    answer = client.get(f"/houses/{house_address(kept.house)}/house.toml")
    assert 'filename="golf-f98726.toml"' in answer.headers["Content-Disposition"]
    assert houses.parse(answer.text, "golf-f98726.toml").name == "東京 Golf"


def test_ten_thousand_fields_are_one_problem(client: Phone) -> None:
    answer = send(client, **form_of(), **{f"field{number}": "x" for number in range(10_000)})
    assert answer.status_code == 422
    assert "this form has no field &#39;field0&#39;" in answer.text
    assert "and 9997 more" in answer.text
    assert made(client) == ()


def test_rows_without_an_end_are_refused(client: Phone) -> None:
    rows = {f"card_values.{number}.points": "1" for number in range(2_000)}
    answer = send(client, **form_of(), **rows)
    assert answer.status_code == 422
    assert len(answer.text) < 400_000


def test_an_empty_form_names_what_it_lacks(client: Phone) -> None:
    answer = send(client)
    assert answer.status_code == 422
    assert 'href="#grid.rows"' in answer.text
    told = client.post("/houses/build/preview", data={"csrf_token": client.token(), "from": OURS.key}).json
    assert told is not None
    assert set(told["errors"]) >= {"name", "grid.rows", "ending.trigger", "values.A", "match.holes", "turn.placed"}
    assert made(client) == ()


ANSWERS = ["", "0", "1", "2", "3", "-1", "24", "1000", "abc", "٣", "\u202e", "<b>", "yes", "no", "own", "standard"]
ANSWERS += ["points", "keep", "negative", "zero", "*", "K", "#12", "2, 3", "J Q", "knock", "turns", "column", "row"]
ANSWERS += [
    "diagonal",
    "anywhere",
    "block",
    "pairs",
    "corners",
    "one-suit",
    "run",
    "exact-total",
    "none",
    "add",
    "half",
]


def test_any_answers_make_a_house_or_say_why_not() -> None:
    """Forms as nobody fills them in: what is made is sound and can be counted, written and read back."""
    dice = random.Random(8)
    begun = [typed_of(house) for house in (*houses.built_in(), *random_houses(20, seed=9).values())]
    names = sorted({name for typed in begun for name in typed})
    found = 0
    for attempt in range(400):
        typed = dict(dice.choice(begun))
        for name in dice.sample(names, 1 + attempt % 6):
            typed[name] = [dice.choice(ANSWERS) for _ in range(dice.choice([0, 1, 1, 1, 2]))]
        house, errors = house_of(typed)
        assert (house is None) == bool(errors)
        assert all(name == "" or field_id(name) for name in errors)
        if house is not None:
            found += 1
            assert houses.parse(house_toml(house), "file") == house
            assert Preview(house, OURS).totals is not None
    assert 40 < found < 360


@pytest.mark.parametrize("do", ["", "save-all", "add-nothing", "add-" + "x" * 5_000, "show"])
def test_a_button_that_is_none_does_no_harm(do: str, client: Phone) -> None:
    answer = send(client, **form_of(), do=do)
    assert answer.status_code in (200, 303)


@pytest.mark.parametrize("address", ["nothing", "~nothing", "", "two-joker/../x", "\x00", "x" * 5_000])
def test_a_beginning_that_is_none(address: str, client: Phone) -> None:
    answer = send(client, **{**form_of(), "from": address})
    assert answer.status_code == 404
    assert made(client) == ()


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_downloaded_house_is_loaded_elsewhere(client: Phone) -> None:
    for house in houses.built_in():
        file = client.get(f"/houses/{house.key}/house.toml")
        assert file.mimetype == "application/toml"
        assert houses.parse(file.text, f"{house.key}.toml") == house
        answer = client.send_form("/houses/load", text=file.text, write_id=new_id())
        assert answer.status_code == 303, house.key
        kept = own(client, answer.location.rsplit("/", 1)[1])
        assert kept.house == replace(house, key=kept.share_key, version=1)
        again = client.get(f"/houses/~{kept.share_key}.1/house.toml")
        name = re.search(r'filename="(.*)\.toml"', again.headers["Content-Disposition"])
        assert name is not None
        assert houses.parse(again.text, f"{name[1]}.toml") == replace(house, key=name[1])


def test_a_file_is_loaded_as_it_was_sent(client: Phone) -> None:
    data = {
        "csrf_token": client.token(),
        "write_id": new_id(),
        "file": (BytesIO(b"\xef\xbb\xbf" + house_toml(OURS).encode()), "<b>.toml"),
        "text": "",
    }
    first = client.post("/houses/load", data=data, content_type="multipart/form-data")
    assert first.status_code == 303
    again = {**data, "file": (BytesIO(house_toml(OURS).encode()), "other.toml")}
    assert client.post("/houses/load", data=again, content_type="multipart/form-data").location == first.location
    (kept,) = made(client)
    assert to_data(kept.house)["options"] == to_data(OURS)["options"]


def test_decks_that_are_left_to_the_table_are_told_and_stay_so_in_a_loaded_house(client: Phone) -> None:
    printed = houses.get("penalty")
    fresh = unescape(client.get("/houses/build?from=penalty").text)
    assert f"{printed.name} leaves open how many decks four players use, and the table is asked" in fresh
    assert "leaves open how many decks" not in client.get("/houses/build?from=two-joker").text
    client.send_form("/houses/load", text=house_toml(printed), write_id=new_id())
    (kept,) = made(client)
    path = f"/houses/build/{kept.owner_key}"
    assert "four players use, and the table is asked; a line of their own answers it." in client.get(path).text
    send(client, path, **form_of(kept.house, values__K="7"), based_on="1")
    kept = own(client, kept.owner_key)
    assert (kept.version, kept.house.values[Rank.KING]) == (2, 7)
    assert kept.house.table.decks == printed.table.decks
    send(
        client, path, **form_of(kept.house), **{"table.decks.7.players": "4", "table.decks.7.decks": "2"}, based_on="2"
    )
    assert own(client, kept.owner_key).house.table.decks == {2: 1, 4: 2, 5: 2}


def test_a_loaded_house_keeps_the_questions_that_still_fit(client: Phone) -> None:
    client.send_form("/houses/load", text=house_toml(OURS), write_id=new_id())
    (kept,) = made(client)
    before = {option.key for option in kept.house.options}
    changed = send(client, f"/houses/build/{kept.owner_key}", **form_of(**{"values__*": "-7"}), based_on="1")
    assert changed.status_code == 303
    (kept,) = made(client)
    after = {option.key for option in kept.house.options}
    assert before - after == {"joker-value"}
    assert kept.house.examples
    assert kept.house.source.sheet == OURS.source.sheet


@EVERY_HOUSE
def test_a_loaded_house_that_is_sent_as_it_was_shown_stays_as_it_is(house: House, client: Phone) -> None:
    client.send_form("/houses/load", text=house_toml(house), write_id=new_id())
    (kept,) = made(client)
    path = f"/houses/build/{kept.owner_key}"
    sent = MultiDict([(name, value) for name, value in controls(client.get(path).text) if name != "write_id"])
    fields: dict[str, Any] = {**sent.to_dict(flat=False), "do": "save"}
    answer = send(client, path, **fields)
    assert answer.status_code == 303
    assert "Nothing was changed" in client.get(path).text
    assert own(client, kept.owner_key) == kept
    assert house_of(typed_of(replace(house, name="Ours")), house)[0] == replace(
        house, name="Ours", key="ours", version=1
    )


def begun(client: Phone, house: House, **changed: str) -> KeptHouse:
    """A house made from the form that begins with another, as the page shows it."""
    sent = MultiDict(controls(client.get(f"/houses/build?from={house.key}").text)).to_dict(flat=False)
    fields: dict[str, Any] = {**sent, **{name.replace("__", "."): value for name, value in changed.items()}}
    answer = send(client, **fields)
    assert answer.status_code == 303, answer.text
    return own(client, answer.location.rsplit("/", 1)[1])


def test_a_new_house_keeps_the_questions_of_the_house_it_began_with(client: Phone) -> None:
    printed = houses.get("penalty")
    kept = begun(client, printed, values__K="3")
    assert kept.house.values[Rank.KING] == 3
    assert kept.house.options == printed.options
    assert kept.house.table == printed.table
    assert kept.house.source.sheet == ""
    assert "Left out" not in client.get(f"/houses/build/{kept.owner_key}").text


def test_questions_that_no_longer_fit_a_new_house_are_left_out_and_named(client: Phone) -> None:
    printed = houses.get("penalty")
    kept = begun(client, printed, **{"values__*": "-7"})
    gone = [option for option in printed.options if kept.house.option(option.key) is None]
    assert [option.key for option in gone] == ["joker-value"]
    assert houses.parse(house_toml(kept.house), "file") == kept.house  # no first reading that is not the house's
    shown = unescape(client.get(f"/houses/build/{kept.owner_key}").text)
    assert f"Left out, for they no longer fit these rules: {gone[0].question}" in shown


@EVERY_HOUSE
def test_a_form_that_nobody_touched_says_nothing_of_changes(house: House, client: Phone) -> None:
    notes = re.findall(r'fold__note">([^<]*)<', client.get(f"/houses/build?from={house.key}").text)
    assert notes
    assert set(notes) == {""}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "choose a file, or put its text below"),
        ("no = ", "no TOML"),
        ("x" * 300_001, "300001 characters are too many"),
        (house_toml(OURS).replace("rows = 2", "rows = 9"), "grid: 9 rows of 3 is no grid"),
        (house_toml(OURS).replace("total = ", "total = 9"), "examples.0.total: "),
        (house_toml(OURS).replace('name = "Two jokers"', 'name = "<b>\\u202e"'), "name: holds a sign"),
        ('"<script>" = 1\n' + house_toml(OURS), "<script>: there is no such key"),
    ],
)
def test_a_bad_file_says_everything_and_keeps_nothing(text: str, problem: str, client: Phone) -> None:
    answer = client.send_form("/houses/load", text=text, write_id=new_id())
    assert answer.status_code == 422
    assert problem in unescape(answer.text)
    assert "<script>:" not in answer.text
    assert made(client) == ()


def test_a_file_that_is_no_text(client: Phone) -> None:
    data = {"csrf_token": client.token(), "file": (BytesIO(b"\xff\xfe\x00"), "a.toml"), "text": ""}
    answer = client.post("/houses/load", data=data, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "this file is no text" in answer.text


def test_a_shared_house_is_told_in_every_version(client: Phone) -> None:
    kept = make(client, values__K="1")
    send(client, f"/houses/build/{kept.owner_key}", **form_of(values__K="2"), based_on="1")
    with client.application.app_context():
        values = [find_shared_house(store(), kept.share_key, number).house.values[Rank.KING] for number in (1, 2)]
    assert values == [1, 2]
    assert "K = 1\n" in client.get(f"/houses/~{kept.share_key}.1/house.toml").text
    assert "K = 2\n" in client.get(f"/houses/~{kept.share_key}/house.toml").text
