"""The referee's pages: every question by every house, told moments, a game's own readings, decks, bad addresses."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from urllib.parse import urlencode

import pytest

from scorekeeper import houses
from scorekeeper.referee import QUESTIONS, Situation, may
from scorekeeper.rules import House, Option, Reading
from scorekeeper.store.houses import create_house
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from scorekeeper.web.referee.asking import Rules, question_address
from scorekeeper.web.referee.moment import read_asked
from scorekeeper.web.referee.turn import WISHES, TurnPage
from tests.by_night import EACH_HOUSE
from tests.conftest import Phone
from tests.web.tables import sit_down

HOUSES = [pytest.param(house, id=house.key) for house in houses.built_in()]

# What a question itself supposes of the moment, in the referee's terms.
SUPPOSED = {
    "put-back": {"moment": "discard"},
    "throw-away": {"moment": "stock"},
    "turn-up-after": {"moment": "discarded"},
    "refuse-turn-up": {"moment": "discarded"},
}


def ask(client: Phone, page: str = "/turn", **asked: str) -> tuple[int, str]:
    answer = client.get(f"/referee{page}", query_string=asked)
    return answer.status_code, unescape(answer.text)


def verdict(page: str) -> str:
    """The big word of the answer, with the reason under it."""
    found = re.search(r'verdict__word">([^<]*)</p>\s*<p class="verdict__why">([^<]*)<', page)
    assert found is not None, page
    return f"{found[1]}: {found[2]}"


# --- May I ... now? -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", EACH_HOUSE)
def test_every_question_is_answered_as_the_referee_does(key: str, client: Phone) -> None:
    house = houses.get(key)
    for question, words in QUESTIONS.items():
        status, page = ask(client, house=house.key, ask=question)
        answer = may(Situation(house=house, **SUPPOSED.get(question, {})), question)  # type: ignore[arg-type]
        assert status == 200
        assert f'<h1 id="question">{words}</h1>' in page
        assert verdict(page) == f"{answer.word}: {answer.why[:1].upper()}{answer.why[1:]}"
        assert answer.citation.passage in page
        for way in answer.instead:
            assert f"<li>{way[:1].upper()}{way[1:]}</li>" in page


def test_everything_that_can_be_asked_is_a_wish() -> None:
    assert sorted(ask for _, texts in WISHES for ask in texts) == sorted(QUESTIONS)


@pytest.mark.parametrize("key", EACH_HOUSE)
def test_a_fact_is_asked_only_if_the_answer_hangs_on_it_and_every_tap_leads_to_an_answer(key: str) -> None:
    house = houses.get(key)
    for question in QUESTIONS:
        page = TurnPage(Rules(house), read_asked({"ask": question}, house))
        assert page.answer is not None
        for fact in page.facts:
            assert [choice.chosen for choice in fact.choices].count(True) == 1
            answers = set()
            for choice in fact.choices:
                there = read_asked(choice.address, house)
                assert not there.errors, f"{question}, {fact.name}={choice.value}: {there.errors}"
                assert there.value(fact.name) == choice.value
                answer = there.answer()
                assert answer is not None
                assert answer == choice.answer
                answers.add((answer.allowed, answer.why))
            assert len(answers) > 1, f"{question}: {fact.name} changes nothing"


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        pytest.param("house=worksheet&ask=put-back", "Yes: A drawn card may be discarded", id="000 put back"),
        pytest.param("house=rvers&ask=put-back", "No: A card taken from the discard pile must", id="002 put back"),
        pytest.param("house=four-card&ask=put-back", "No: A card taken", id="003 put back"),
        pytest.param("house=penalty&ask=refuse-turn-up", "No: ", id="001 refuse"),
        pytest.param("house=penalty&ask=refuse-turn-up&down=1", "Yes: The last card may", id="001 refuse the last"),
        pytest.param("house=penalty&ask=turn-up&drawn=thrown", "Yes: ", id="001 turn up after discarding"),
        pytest.param("house=penalty&ask=turn-up&first=yes&opened=no", "Yes: The opening", id="001 opening"),
        pytest.param("house=penalty&ask=end-hole&down=1", "Yes: To end it", id="001 end with one card down"),
        pytest.param("house=worksheet&ask=end-hole", "Nothing to do: It is nobody's choice", id="000 ends by itself"),
        pytest.param("house=four-card&ask=end-hole", "Yes: To end it, knock", id="003 knock"),
        pytest.param("house=four-card&ask=end-hole&drawn=stock", "No: You have drawn", id="003 knock after drawing"),
        pytest.param("house=four-card&ask=end-hole&first=yes", "Yes: ", id="003 knock in the first turn"),
        pytest.param("house=four-card&ask=end-hole&ended=other", "No: ", id="003 second knock"),
        pytest.param("house=four-card&ask=replace-open", "Nothing to do: None", id="003 nothing lies open"),
        pytest.param("house=worksheet&ask=play-after-end", "No: The hole is over", id="000 no last turn"),
        pytest.param("house=two-joker&ask=play-after-end", "Yes: Each of the others", id="004 last turn"),
        pytest.param("house=two-joker&ask=play-after-end&last=yes", "No: ", id="004 last turn is over"),
        pytest.param("house=worksheet&ask=turn-up&drawn=thrown", "No: After the opening no card", id="000 just played"),
        pytest.param("house=four-card&ask=look&opened=no", "Yes: Before anybody plays", id="003 look in the opening"),
        pytest.param("house=four-card&ask=opening-cards", "See nearest two: Before", id="003 the first cards"),
        pytest.param("house=two-joker&ask=draw-stock&turn=other", "No: It is", id="not my turn"),
        pytest.param("house=two-joker&ask=draw-stock&stock=empty", "No: The stock is empty", id="empty stock"),
    ],
)
def test_an_address_says_the_moment(told: str, answer: str, client: Phone) -> None:
    reply = client.get(f"/referee/turn?{told}")
    assert reply.status_code == 200
    assert verdict(unescape(reply.text)).startswith(answer)


def test_a_house_is_not_asked_about_what_it_does_not_have() -> None:
    asked = {
        house.key: {
            fact.name for ask in QUESTIONS for fact in TurnPage(Rules(house), read_asked({"ask": ask}, house)).facts
        }
        for house in houses.built_in()
    }
    for house in houses.built_in():
        has_opening = bool(house.opening.face_up or house.opening.peek)
        assert ("opened" in asked[house.key]) is has_opening
        assert ("others" in asked[house.key]) is house.ending.waits_for_all
        assert not ("last" in asked[house.key] and not house.ending.last_turns)
        assert not ("ended" in asked[house.key] and house.ending.trigger in ("turns", "stock-empty"))


def test_without_a_question_all_are_answered(client: Phone) -> None:
    status, page = ask(client, house="penalty")
    assert status == 200
    wishes = page.split('id="wishes"', 1)[1]
    assert wishes.count('class="ruling ruling--') == len(QUESTIONS)
    _, later = ask(client, house="penalty", drawn="stock")
    assert later.split('id="wishes"', 1)[1] != wishes


def test_a_link_in_the_text_to_send_leads_to_the_same_answer(client: Phone) -> None:
    _, page = ask(client, house="penalty", ask="refuse-turn-up", down="1")
    sent = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert sent is not None
    text, link = sent[1].strip().rsplit("\n", 1)
    assert "Yes. The last card may stay face down." in text
    again = unescape(client.get(link).text)
    assert verdict(again) == verdict(page)


@pytest.mark.parametrize("house", HOUSES)
def test_an_answer_leads_to_the_question_that_it_depends_on(house: House, client: Phone) -> None:
    with client.application.test_request_context():
        pages = [TurnPage(Rules(house), read_asked({"ask": ask}, house)) for ask in QUESTIONS]
        links = {question_address(page.rules, page.option) for page in pages if page.option is not None}
    for link in (*links, f"/houses/{house.key}/questions"):
        assert client.get(link).status_code == 200


# --- in a game ----------------------------------------------------------------------------------------------------


def test_the_rules_of_a_game_answer_with_the_readings_of_its_table(client: Phone) -> None:
    house = houses.with_readings(houses.get("penalty"), {"put-back": "forbidden"})
    table = sit_down(client, house)
    table.get()  # this phone enters cards
    _, page = ask(client, game=table.view_key, ask="put-back")
    assert verdict(page).startswith("No: ")
    assert "chosen by the table" in page
    assert f'href="/houses/penalty/questions/001-u?game={table.view_key}#put-back"' in page
    _, printed = ask(client, house="penalty", ask="put-back")
    assert verdict(printed).startswith("Yes: ")


def test_a_game_leads_to_the_referee_and_back(client: Phone) -> None:
    table = sit_down(client)
    assert f'href="/referee?game={table.view_key}"' in table.get().text
    for path in ("", "/turn", "/decks"):
        status, page = ask(client, path, game=table.view_key)
        assert status == 200
        assert f'<a href="/g/{table.edit_key}">‹ Scorecard</a>' in page


@pytest.mark.parametrize("path", ["", "/turn", "/decks"])
def test_no_address_of_the_referee_keeps_the_link_that_lets_others_enter(path: str, client: Phone) -> None:
    table = sit_down(client)
    answer = client.get(f"/referee{path}", query_string={"game": table.edit_key, "ask": "pass", "down": "1"})
    assert answer.status_code == 302
    assert answer.location == f"/referee{path}?{urlencode({'game': table.view_key, 'ask': 'pass', 'down': '1'})}"


@pytest.mark.parametrize("name", ["endpoint", "_method", "_external", "_scheme", "_anchor", "self", "values", "house"])
def test_a_parameter_that_no_page_asks_for_is_dropped_on_the_way(name: str, client: Phone) -> None:
    table = sit_down(client)
    answer = client.get("/referee/turn", query_string={name: "x", "game": table.edit_key, "ask": "pass"})
    assert answer.status_code == 302
    assert answer.location == f"/referee/turn?{urlencode({'game': table.view_key, 'ask': 'pass'})}"


def test_what_another_reading_would_answer_is_told_and_a_tap_away_from_the_game(client: Phone) -> None:
    table = sit_down(client, "penalty")
    table.get()
    for place in ({"house": "penalty"}, {"game": table.view_key}):
        _, page = ask(client, ask="put-back", **place)
        assert "by “no, it must replace a card of the layout”: A card taken from the discard pile must" in page
        assert ("option.put-back=forbidden" in page) is ("game" in place)
    watched = client.application.test_client().get(f"/referee/turn?ask=put-back&game={table.view_key}")
    assert "option.put-back=forbidden" not in watched.text


def test_other_readings_stand_under_the_question_that_they_answer(client: Phone) -> None:
    _, page = ask(client, house="penalty", ask="replace-open", down="1", ended="other")
    told = page.split("If a table reads it otherwise", 1)[1].split("</div>", 1)[0]
    first, second = told.index("by “no, then the drawn card"), told.index("by “no, play stops at once”")
    assert first < second  # the question that decides comes first, and has been told above
    assert re.findall(r'<a href="([^"]+)"', told) == ["/houses/penalty/questions/B.x#last-turn"]


def test_a_house_of_ones_own_is_asked_like_any_other(client: Phone) -> None:
    printed = houses.get("worksheet")
    own = replace(printed, name="At Ann’s", options=(), turn=replace(printed.turn, may_return_discard=False))
    with client.application.test_request_context():
        kept = create_house(store(), own, new_write())
    address = f"~{kept.share_key}"
    _, page = ask(client, house=address, ask="put-back")
    assert verdict(page).startswith("No: ")
    assert "At Ann’s" in page
    for path in ("", "/turn", "/decks"):
        status, page = ask(client, path, house=address)
        assert status == 200
        assert "At Ann’s" in page


def test_a_question_without_a_row_is_a_tap_away_from_the_answer(client: Phone) -> None:
    printed = houses.get("worksheet")
    readings = tuple(
        Reading(key=key, text=key, sets={"turn.may_return_discard": may}) for key, may in (("no", False), ("yes", True))
    )
    put = Option(key="put", row="", kind="play", question="Put it back?", why="So.", readings=readings)
    own = replace(printed, options=(put,), turn=replace(printed.turn, may_return_discard=False))
    with client.application.test_request_context():
        kept = create_house(store(), own, new_write())
    _, page = ask(client, house=f"~{kept.share_key}", ask="put-back")
    found = re.search(r'href="(/houses/[^"]*/questions/[^"]*)#put"', page)
    assert found is not None
    answer = client.get(found[1])
    assert answer.status_code == 200
    assert "Put it back?" in answer.text


def test_whoever_only_watches_is_told_no_edit_link(client: Phone) -> None:
    table = sit_down(client)
    watcher = client.application.test_client()
    page = watcher.get("/referee/turn", query_string={"game": table.view_key, "ask": "put-back"})
    assert page.status_code == 200
    assert table.edit_key not in page.text


# --- decks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "players", "counts"),
    [
        ("worksheet", 4, [(1, 0, 52, 24, 27)]),
        ("penalty", 3, [(1, 2, 54, 18, 35)]),
        ("penalty", 4, [(1, 2, 54, 24, 29), (2, 4, 108, 24, 83)]),
        ("penalty", 5, [(2, 4, 108, 30, 77)]),
        ("rvers", 9, [(3, 0, 156, 54, 101)]),
        ("four-card", 12, [(1, 0, 52, 48, 3)]),
        ("two-joker", 2, [(1, 2, 54, 12, 41)]),
    ],
    ids=lambda value: str(value),
)
def test_the_cards_on_the_table(house: str, players: int, counts: list[tuple[int, ...]], client: Phone) -> None:
    status, page = ask(client, "/decks", house=house, players=str(players))
    assert status == 200
    rows = [tuple(map(int, re.findall(r"<td>(\d+)</td>", row))) for row in re.findall(r"<tr>.*?</tr>", page, re.S)]
    assert [row for row in rows if len(row) == 5] == counts


def test_a_house_that_seats_fewer_gives_no_number_of_decks(client: Phone) -> None:
    _, page = ask(client, "/decks", house="worksheet", players="8")
    assert "<span>Not a game for 8 players</span>" in page
    assert "This house is for two to four players." in page
    assert "deck-advice__number" not in page


def test_the_other_houses_are_silent_on_what_cannot_come_about(client: Phone) -> None:
    assert 'id="elsewhere"' in ask(client, "/turn", ask="pass")[1]
    _, page = ask(client, "/turn", ask="pass", drawn="stock", turn="other")
    assert "cannot come about" in page
    assert 'id="elsewhere"' not in page


def test_a_house_without_a_sheet_names_where_its_rules_come_from(client: Phone) -> None:
    house = houses.get("nine-card")
    named = f"The rules of Nine cards ({house.source.title})"
    assert f'verdict__source">{named}' in ask(client, "/decks", house="nine-card")[1]
    _, page = ask(client, house="nine-card", ask="draw-stock")
    assert f"{named}:" in page
    assert "The rules:" not in page


# --- bad addresses ------------------------------------------------------------------------------------------------

LONG = "9" * 5_000
BAD = [
    pytest.param("/turn", {"house": "nowhere"}, "house: there is no house 'nowhere'", id="house"),
    pytest.param("", {"house": "nowhere"}, "house: there is no house 'nowhere'", id="house at the door"),
    pytest.param("/decks", {"house": LONG}, "house: there is no house", id="long house"),
    pytest.param("/turn", {"game": "none"}, "game: there is no game with the link 'none'", id="game"),
    pytest.param("/decks", {"game": "\ud800"}, "game: there is no game", id="half a sign"),
    pytest.param("/turn", {"ask": "pass", "drawn": "stock", "turn": "other"}, "cannot come about", id="impossible"),
    pytest.param("/turn", {"house": "four-turns", "ended": "me"}, "cannot come about", id="nobody ends it"),
]


@pytest.mark.parametrize(("path", "asked", "said"), BAD)
def test_a_bad_address_is_answered_by_field(path: str, asked: dict[str, str], said: str, client: Phone) -> None:
    answer = client.get(f"/referee{path}?{urlencode(asked, errors='surrogatepass')}")
    assert answer.status_code == 422
    assert said in unescape(answer.text)
    assert "<script>" not in answer.text.replace('<script type="module"', "")
    assert LONG not in answer.text
    for place in re.findall(r'<li><a href="#([^"]+)">', answer.text.split('id="errors"', 1)[1].split("</ul>", 1)[0]):
        assert f'id="{place}"' in answer.text
