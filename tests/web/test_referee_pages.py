"""The referee's pages: every question by every house, told moments, a game's own readings, bad addresses."""

import re
from html import unescape
from itertools import cycle, product
from urllib.parse import urlencode

import pytest

from scorekeeper import houses
from scorekeeper.referee import QUESTIONS, Situation, may
from scorekeeper.rules import House
from scorekeeper.web.referee import Rules, TurnPage
from scorekeeper.web.turn_question import read_asked
from tests.conftest import Phone
from tests.web.tables import sit_down

ASKED = ("penalty", "four-card", "rvers", "four-turns")
"""Houses with as different turns as can be: cards put down hidden, knocking, a discard that must be used, no ender."""

# What a question itself supposes of the moment, in the referee's terms.
SUPPOSED = {
    "put-back": {"moment": "discard"},
    "throw-away": {"moment": "stock"},
    "turn-up-after": {"moment": "discarded"},
    "refuse-turn-up": {"moment": "discarded"},
    "shuffle": {"stock_empty": True},
}


def ask(client: Phone, page: str = "/turn", **asked: str) -> tuple[int, str]:
    answer = client.get(f"/referee{page}", query_string=asked)
    return answer.status_code, unescape(answer.text)


def verdict(page: str) -> str:
    """The big word of the answer, with the reason under it."""
    found = re.search(r'verdict__word">([^<]*)</p>\s*<p class="verdict__why">([^<]*)<', page)
    assert found is not None, page
    return f"{found[1]}: {found[2]}"


# --- Can I ...? ---------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_every_question_is_answered_as_the_referee_does(client: Phone) -> None:
    for key, (question, words) in zip(cycle(ASKED), QUESTIONS.items(), strict=False):
        house = houses.get(key)
        status, page = ask(client, house=house.key, ask=question)
        answer = may(Situation(house=house, **SUPPOSED.get(question, {})), question)  # type: ignore[arg-type]
        assert status == 200
        assert f'<h1 id="question">{words}</h1>' in page
        assert verdict(page) == f"{answer.word}: {answer.why[:1].upper()}{answer.why[1:]}"
        assert answer.citation.passage in page
        for way in answer.instead:
            assert f"<li>{way[:1].upper()}{way[1:]}</li>" in page


@pytest.mark.long
def test_a_fact_is_asked_only_if_the_answer_hangs_on_it_and_every_tap_leads_to_an_answer() -> None:
    for house, question in product(map(houses.get, ASKED), QUESTIONS):
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


# Readings of play that no question tells before a fact is told: what to tap, one fact after the other.
TAPPED = {
    "penalty": [
        "end-hole down=1",
        "end-hole down=0 drawn=placed",
        "refuse-turn-up down=1",
        "turn-up down=1 drawn=placed",
    ],
    "four-card": ["end-hole first=yes", "end-hole drawn=stock"],
    "two-joker": ["play-after-end last=before"],
}


def tapped(house: House, taps: str) -> TurnPage:
    """The page of a question once these facts are told, each of which the page before must ask."""
    question, *facts = taps.split()
    page = TurnPage(Rules(house), read_asked({"ask": question}, house))
    for name, value in (fact.split("=") for fact in facts):
        (asked,) = (fact for fact in page.facts if fact.name == name)
        (choice,) = (choice for choice in asked.choices if choice.value == value)
        page = TurnPage(Rules(house), read_asked(choice.address, house))
    return page


@pytest.mark.long
@pytest.mark.parametrize("key", [house.key for house in houses.groups()[0].houses])
def test_each_reading_of_play_is_told_within_two_taps_of_a_question(key: str) -> None:
    house = houses.get(key)
    pages = [tapped(house, taps) for taps in (*QUESTIONS, *TAPPED.get(key, ()))]
    told = [others for page in pages for _, others in page.other_readings]
    told += [moment.others for page in pages for moment in page.other_moments]
    assert {(other.option.key, other.reading.key) for others in told for other in others} >= {
        (option.key, reading.key)
        for option in house.options
        if option.kind == "play" and option.asked != "explained"
        for reading in option.readings
        if reading is not house.taken(option)
    }


MOMENTS = [
    ("house=penalty&ask=refuse-turn-up&down=1", "Yes: You can leave your last card"),
    ("house=four-card&ask=end-hole&first=yes", "Yes: To end it, knock"),
    ("house=four-card&ask=opening-cards", "Peek at nearest two: Before"),
    ("house=two-joker&ask=draw-stock&stock=empty", "No: The stock is empty"),
    ("house=penalty&ask=draw-stock&first=yes", "No: You aren’t done with your starting cards"),
    ("house=penalty&ask=draw-stock&first=yes&opened=yes", "Yes: You start by drawing"),
    ("house=penalty&ask=turn-up&first=yes&opened=no", "Yes: It’s one of your starting cards"),
    ("house=two-joker&ask=draw-stock&first=yes&opened=no", "No: You aren’t done with your starting cards"),
    ("house=two-joker&ask=draw-stock&first=yes", "Yes: You start by drawing"),
    ("house=four-turns&ask=play-after-end", "Doesn’t apply: No player ends it"),
]


@pytest.mark.long
def test_an_address_says_the_moment(client: Phone) -> None:
    for told, answer in MOMENTS:
        reply = client.get(f"/referee/turn?{told}")
        assert reply.status_code == 200
        assert verdict(unescape(reply.text)).startswith(answer), told


def test_a_link_in_the_text_to_send_leads_to_the_same_answer(client: Phone) -> None:
    _, page = ask(client, house="penalty", ask="refuse-turn-up", down="1")
    sent = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    assert sent is not None
    text, link = sent[1].strip().rsplit("\n", 1)
    assert "Yes. You can leave your last card face down." in text
    again = unescape(client.get(link).text)
    assert verdict(again) == verdict(page)


# --- in a game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/turn"])
def test_no_address_of_the_referee_keeps_the_link_that_lets_others_enter(path: str, client: Phone) -> None:
    table = sit_down(client)
    answer = client.get(f"/referee{path}", query_string={"game": table.edit_key, "ask": "pass", "down": "1"})
    assert answer.status_code == 302
    assert answer.location == f"/referee{path}?{urlencode({'game': table.view_key, 'ask': 'pass', 'down': '1'})}"


LONG = "9" * 5_000
BAD: list[tuple[str, dict[str, str], str]] = [
    ("/turn", {"house": "nowhere"}, "There are no rules called “nowhere”."),
    ("/turn", {"house": LONG}, "There are no rules called"),
    ("/turn", {"game": "none"}, "There’s no game at this link."),
    ("/turn", {"game": "\ud800"}, "There’s no game at this link."),
    ("/turn", {"ask": "pass", "drawn": "stock", "ended": "me"}, "That can’t happen in"),
]


def test_a_bad_address_is_answered_by_field(client: Phone) -> None:
    for path, asked, said in BAD:
        answer = client.get(f"/referee{path}?{urlencode(asked, errors='surrogatepass')}")
        assert answer.status_code == 422, said
        assert said in unescape(answer.text)
        assert "<script>" not in answer.text.replace('<script type="module"', "")
        assert LONG not in answer.text
        listed = answer.text.split('id="errors"', 1)[1].split("</ul>", 1)[0]
        for place in re.findall(r'<li><a href="#([^"]+)">', listed):
            assert f'id="{place}"' in answer.text
