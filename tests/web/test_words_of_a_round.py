"""A game without cards speaks of its hands or rounds, of points and of its best score: on no page of holes or cards."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from scorekeeper import houses
from scorekeeper.exports.game_file import export_game
from scorekeeper.rules import Entry, Game, Hole, House, Player
from scorekeeper.rules.parameters import Match, Penalty, Words
from tests.conftest import Phone

HANDS = houses.get("rummy-500")
ROUNDS = replace(HANDS, words=Words(round="round"))
LOW = replace(ROUNDS, match=replace(HANDS.match, better="lower"))
GAMES = {"hands, highest wins": HANDS, "rounds, highest wins": ROUNDS, "rounds, lowest wins": LOW}

PAGES = (
    "",
    "/hole/1",
    "/hole/1/worked",
    "/history",
    "/hole/1/history",
    "/end",
    "/table",
    "/invite",
    "/screen",
    "/rules",
)
EXTRA = ("/hole/37", "/hole/37/worked")

SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-announce", "data-said")
UNSEEN = ("script", "style")
LEADS_ELSEWHERE = ("Scorecard", "Practice hole")


class Reader(HTMLParser):
    """The words of a page that someone sees or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.words += [text for name, text in attrs if name in SPOKEN and text]
        if tag in UNSEEN:
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words.append(data)


def words_of(page: str, house: House) -> str:
    reader = Reader()
    reader.feed(page)
    text = " ".join(" ".join(reader.words).split())
    for own in (house.summary, house.source.notes, *LEADS_ELSEWHERE):
        text = text.replace(own, "")
    return text


def foreign_to(house: House) -> str:
    other = "lowest" if house.match.better == "higher" else "highest"
    return rf"\bholes?\b|\bcards?\b|\b{other}\b|\breferee\b|something went wrong|what if|#:|None"


def round_of(number: int, points: Sequence[int], **said: Any) -> Hole:
    entries = {seat: Entry(points=one) for seat, one in enumerate(points, start=1)}
    return Hole(number, 1, entries, ender_known=True, **{"confirmed": True, **said})


STATES: Mapping[str, Callable[[], tuple[Hole, ...]]] = {
    "begun": lambda: (),
    "one round half entered": lambda: (round_of(1, [45], confirmed=False),),
    "one round entered": lambda: (round_of(1, [45, -80, 20]),),
    "finished": lambda: (round_of(1, [480, 20, 495]), round_of(2, [35, 90, 40])),
    "tied": lambda: (round_of(1, [500, 20, 500]),),
    "in an extra round": lambda: (
        round_of(1, [500, 20, 500]),
        Hole(37, 1, {1: Entry(points=5)}, playoff=(1, 3)),
    ),
    "decided by an extra round": lambda: (
        round_of(1, [500, 20, 500]),
        Hole(37, 1, {1: Entry(points=5), 3: Entry(points=8)}, playoff=(1, 3), ender_known=True, confirmed=True),
    ),
}


def bring_in(client: Phone, house: House, holes: tuple[Hole, ...]) -> str:
    """The path of a game with these rounds."""
    players = tuple(Player(seat, name) for seat, name in enumerate(("Ann", "Bo", "Cy"), start=1))
    game = Game(house, players, 36, 1, holes)
    answer = client.send_form("/import", text=json.dumps(export_game(game)), copy="yes")
    assert answer.status_code == 302, answer.text
    return str(answer.location)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("house", GAMES.values(), ids=GAMES)
def test_no_page_of_a_game_without_cards_speaks_of_holes_or_cards(client: Phone, house: House, state: str) -> None:
    game = bring_in(client, house, STATES[state]())
    begun = "extra" in state
    heard: dict[str, list[str]] = {}
    for path in (*PAGES, *(EXTRA if begun else ())):
        answer = client.get(game + path, follow_redirects=True)
        assert answer.status_code == 200, path
        if found := re.findall(rf".{{0,40}}(?:{foreign_to(house)}).{{0,20}}", words_of(answer.text, house), re.I):
            heard[path or "card"] = found
    assert heard == {}
    assert house.round_word in words_of(client.get(game).text, house).lower()


@pytest.mark.parametrize("path", ["/new/rummy-500", "/houses/rummy-500"])
def test_neither_does_the_page_before_a_game(client: Phone, path: str) -> None:
    foreign = foreign_to(HANDS).replace(r"|\breferee\b", "")  # the menu of a page without a game has it
    assert re.findall(foreign, words_of(client.get(path).text, HANDS), re.I) == []


WORDS = {
    "the scorecard": ("", ["Enter hand 2", "Points by hand and player.", "Undo: hand 1 finished"]),
    "a hand's scores": ("/hole/1/worked", ["Hand 1", "highest", "Edit hand"]),
    "the results": ("/end", ["After 1 hand, to 500 points", "Best and worst hands", "End after hand 1"]),
    "the players": ("/table", ["Players and hands", "Leaves after hand 1"]),
    "the history": ("/history", ["Points by hand, newest first"]),
}


@pytest.mark.parametrize(("path", "said"), WORDS.values(), ids=WORDS)
def test_pages_name_a_hand_by_the_word_of_the_house(client: Phone, path: str, said: Sequence[str]) -> None:
    seats = {"player": ["Ann", "Bo", "Cy"], "seat": ["0", "1", "2"], "dealer": "0"}
    game = client.send_form("/new/rummy-500", **seats, do="create").location.removesuffix("/hole/1")
    hands = {"hand-1": "45", "hand-2": "80", "hand-3": "51-71"}
    client.send_form(f"{game}/hole/1", **hands, do="confirm")
    words = words_of(client.get(game + path).text, HANDS)
    assert [sentence for sentence in said if sentence not in words] == []


OPEN = houses.get("rummikub")


def test_an_open_game_without_a_dealer_names_neither_a_length_nor_a_dealer(client: Phone) -> None:
    held = {1: Entry(points=0), 2: Entry(points=12), 3: Entry(points=5)}
    players = tuple(Player(seat, name) for seat, name in enumerate(("Ann", "Bo", "Cy"), start=1))
    done = Hole(1, 1, held, ender=1, ender_known=True, confirmed=True)
    file = json.dumps(export_game(Game(OPEN, players, OPEN.longest_game, 1, (done,))))
    game = str(client.send_form("/import", text=file, copy="yes").location)
    before = {path: words_of(client.get(path).text, OPEN) for path in ("/new/rummikub", "/houses/rummikub")}
    assert all("ny number of rounds" in words and "9 rounds" not in words for words in before.values())
    read = {path: words_of(client.get(game + path).text, OPEN) for path in (*PAGES, "/hole/2")}
    named = rf"[^.]{{0,30}}(?:\bdeal|\b{OPEN.longest_game}\b|\bsettle\b)[^.]{{0,30}}"
    assert {path: found for path, words in read.items() if (found := re.findall(named, words, re.I))} == {}
    assert "After 1 round" in read["/end"]
    assert 'data-file="rummikub.png"' in client.get(f"{game}/end").text
    assert "17 Entered as 0. Ann went out and takes 12 and 5: 17" in read["/hole/1/worked"]
    assert "−12 Entered as 12. Bo loses what’s left: −12" in read["/hole/1/worked"]
    assert "included" not in read[""] + read["/history"]


REFUSED: Mapping[str, tuple[str, Mapping[str, str], str]] = {
    "a hand before its turn": ("/hole/3", {"hand-1": "5"}, "Finish hand 1 first. Your points aren’t saved yet."),
    "a hand that lacks points": ("/hole/1", {"hand-1": "5"}, "Points saved. Before you finish the hand:"),
    "an extra hand without a tie": ("/playoff", {}, "There’s no tie to break."),
}


@pytest.mark.parametrize(("path", "form", "said"), REFUSED.values(), ids=REFUSED)
def test_refusals_speak_of_points_and_hands(client: Phone, path: str, form: Mapping[str, str], said: str) -> None:
    game = bring_in(client, HANDS, ())
    answer = client.send_form(game + path, **form, do="confirm")
    assert said in words_of(answer.text, HANDS)
    assert re.findall(foreign_to(HANDS), words_of(answer.text, HANDS), re.I) == []


FILES = {
    "the text": ("/end", "Rummy to 500: Cy wins with 535!"),
    "the scorecard": ("", "Rummy to 500 Score"),
    "the picture": ("/picture.svg", "Rummy to 500 Totals after hand 2"),
}


@pytest.mark.parametrize(("path", "said"), FILES.values(), ids=FILES)
def test_a_game_without_a_title_is_called_by_its_rules(client: Phone, path: str, said: str) -> None:
    words = words_of(client.get(bring_in(client, HANDS, STATES["finished"]()) + path).text, HANDS)
    assert said in words
    assert not re.search(r"\bgolf\b", words, re.I)


def test_an_extra_hand_has_no_number_on_the_start_page(client: Phone) -> None:
    bring_in(client, HANDS, STATES["in an extra round"]())
    words = words_of(client.get("/").text, HANDS)
    assert "Enter the extra hand" in words
    assert "37" not in words


def test_a_hand_does_not_say_who_went_out_where_no_one_is_asked(client: Phone) -> None:
    game = bring_in(client, HANDS, STATES["one round entered"]())
    assert "went out" not in words_of(client.get(f"{game}/hole/1/worked").text, HANDS)


def test_stats_compare_points_of_one_sort_of_games_only(client: Phone) -> None:
    bring_in(client, HANDS, STATES["finished"]())
    alone = words_of(client.get("/people").text, HANDS)
    assert "Bo 0 of 1 won 55.0 a hand 90 best" in alone
    assert not re.search(r"\bholes?\b", alone)
    players = tuple(Player(seat, name) for seat, name in enumerate(("Ann", "Bo"), start=1))
    golf = Game(houses.get("two-joker"), players, 1, 1, (round_of(1, [3, 5]),))
    client.send_form("/import", text=json.dumps(export_game(golf)), copy="yes")
    assert "Bo 0 of 2 won Head to head" in words_of(client.get("/people").text, HANDS)
    of_golf = words_of(client.get("/people?house=two-joker").text, HANDS)
    assert "Bo 0 of 1 won 5.0 a hole 5 best" in of_golf


def test_a_table_for_spreadsheets_has_the_best_hand_and_extra_hands(client: Phone) -> None:
    house = replace(HANDS, match=replace(HANDS.match, tie="lowest-hole"))
    game = bring_in(client, house, STATES["finished"]())
    answer = client.get(f"{game}/card.csv")
    rows = {row.partition(",")[0]: row for row in answer.text.splitlines()}
    assert "500" in answer.headers["Content-Disposition"]
    assert [sign for sign in rows["Highest hand"].split(",") if sign] == ["Highest hand", "480", "90", "495"]


def test_the_best_round_of_a_player_is_the_highest_where_the_highest_wins(client: Phone) -> None:
    game = bring_in(client, HANDS, STATES["finished"]())
    row = re.search(
        r"<th scope=\"row\">Bo</th>(.*?)</tr>", client.get(f"{game}/end").text.split("Best and worst")[-1], re.S
    )
    assert row is not None
    assert re.findall(r"points\">(\d+)<", row[1])[:2] == ["90", "20"]


@pytest.mark.parametrize("better", ["lower", "higher"])
def test_a_small_number_on_the_scorecard_is_a_penalty_whichever_way_it_counts(client: Phone, better: str) -> None:
    sign = 1 if better == "lower" else -1
    penalty = Penalty(kind="add", points=10 * sign)
    house = replace(houses.get("penalty"), match=Match(better=better, holes=(9,)), penalty=penalty)  # type: ignore[arg-type]
    players = tuple(Player(seat, name) for seat, name in enumerate(("Ann", "Bo"), start=1))
    entries = {1: Entry(points=20 * sign), 2: Entry(points=5 * sign)}
    done = Hole(1, 1, entries, ender=1, ender_known=True, confirmed=True)
    file = json.dumps(export_game(Game(house, players, 9, 1, (done,))))
    answer = client.send_form("/import", text=file, copy="yes")
    words = words_of(client.get(str(answer.location)).text, house)
    assert "Small number: penalty, included." in words
    assert "penalty included" in words
