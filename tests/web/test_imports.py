"""Importing a game from a file or its text: once, and with the dates on which it was played."""

import io
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.exports.game_file import export_game
from scorekeeper.houses.writing import house_toml
from scorekeeper.rules import Game, House
from scorekeeper.store.writes import Write
from scorekeeper.tally.game_row import find_game
from scorekeeper.tally.games import import_game
from scorekeeper.tally.values import KeptGame
from scorekeeper.web.db import store
from scorekeeper.web.imports import ANOTHER
from tests.conftest import Phone, new_phone
from tests.exports.games import as_read, full_game
from tests.rules.published_games import GAMES
from tests.web.tables import WebTable, device_of, new_id, sit_down

Data = dict[str, Any]

BEGUN, CHANGED, CONFIRMED = (f"2025-03-14T{time}.000000Z" for time in ("19:30:00", "21:05:00", "19:55:00"))


@pytest.fixture
def played(client: Phone) -> WebTable:
    """A game of two holes and an extra one."""
    table = sit_down(client, holes=2)
    table.enter(1, {"Ann": "5 * 7 / 5 Q K", "Bo": "A 2 3 / 4 6 8", "Cy": "20"}, do="confirm")
    table.enter(2, {"Ann": "9", "Bo": "0", "Cy": "30"}, do="confirm", ender="nobody")
    table.post("/table", {"title": "Friday"})
    table.post("/playoff", {})
    return table


@pytest.fixture
def exported(played: WebTable) -> Data:
    """The game as downloaded."""
    return file_of(played.client, played.edit_key)


@pytest.fixture
def elsewhere(app: Flask) -> Phone:
    """A new phone."""
    return new_phone(app)


def file_of(client: Phone, key: str) -> Data:
    data: Data = json.loads(client.get(f"/g/{key}/card.json").text)
    return data


def send(client: Phone, content: Any, **more: Any) -> TestResponse:
    text = content if isinstance(content, str) else json.dumps(content)
    fields = {"csrf_token": client.token(), "write_id": new_id(), "text": text, **more}
    return client.post("/import", data=fields, content_type="multipart/form-data")


def kept_at(client: Phone, answer: TestResponse) -> KeptGame:
    assert answer.status_code == 302, answer.text
    with client.application.app_context():
        return find_game(store(), answer.location.removeprefix("/g/"))


def test_the_game_comes_in_whole_with_links_of_its_own(elsewhere: Phone, exported: Data) -> None:
    file = (io.BytesIO(b"\xef\xbb\xbf" + json.dumps(exported).encode()), "golf.json")
    for answer in (send(elsewhere, exported), send(elsewhere, "", file=file, copy="yes")):
        kept = kept_at(elsewhere, answer)
        assert kept.may_edit
        assert kept.title == "Friday"
        assert elsewhere.get(f"/g/{kept.edit_key}/card.json").json == exported
        assert elsewhere.get(answer.location).status_code == 200


# --- what was found, before it is imported ---------------------------------------------------------------------------


def look(client: Phone, content: str) -> TestResponse:
    return send(client, content, do="look")


def imported(client: Phone, found: TestResponse, content: str) -> TestResponse:
    """Tap the gold button of the page that says what was found."""
    (action,) = re.findall(r'<form class="form" method="post" action="([^"]+)"', found.text)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found.text))
    return client.post(action, data={**fields, "text": content}, content_type="multipart/form-data")


def test_the_page_says_which_game_it_found_and_imports_it_with_one_tap(elsewhere: Phone, exported: Data) -> None:
    text = json.dumps(exported)
    found = look(elsewhere, text)
    assert found.status_code == 200
    assert 'data-found="game"' in found.text
    for fact in ("Friday", "Ann, Bo and Cy", "2 of 2 holes played"):
        assert fact in found.text
    assert "<time" not in elsewhere.get("/").text, "nothing is imported yet"
    assert kept_at(elsewhere, imported(elsewhere, found, text)).title == "Friday"


def test_the_page_says_which_rules_it_found_and_imports_them_with_one_tap(elsewhere: Phone) -> None:
    text = elsewhere.get("/houses/penalty/house.toml").text
    found = look(elsewhere, text)
    assert 'data-found="rules"' in found.text
    assert "<h1>Penalty Golf</h1>" in found.text
    saved = imported(elsewhere, found, text)
    assert saved.status_code == 303
    assert "Penalty Golf imported." in elsewhere.get(saved.location).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hole,Dealer,Ann,Bo\n1,Ann,3,five\n", "Hole 1, Bo: “five” isn’t a whole number."),
        ("hello", "This isn’t a Scorekeeper game."),
        ('name = "Ours"\n', "missing"),
        ("", "Choose a file or paste its text."),
    ],
    ids=["a table of scores", "words", "half of the rules", "nothing"],
)
def test_what_cannot_be_imported_is_said_at_once(elsewhere: Phone, text: str, said: str) -> None:
    answer = look(elsewhere, text)
    assert answer.status_code == 422
    assert said in answer.text
    assert "data-found" not in answer.text


@pytest.mark.parametrize("house", houses.score_games(), ids=lambda house: house.key)
def test_the_page_says_what_it_found_without_cards_too(elsewhere: Phone, house: House) -> None:
    game = next(told.game for told in GAMES.values() if told.house == house.key)
    for found, content in (("game", export_game(game)), ("rules", house_toml(house))):
        answer = look(elsewhere, content if isinstance(content, str) else json.dumps(content))
        assert f'data-found="{found}"' in answer.text
        assert house.name in answer.text


# --- a table of scores ------------------------------------------------------------------------------------------------

TABLE = "Loch;Ann;Bo\r\n1;3;5\r\n2;;-4\r\nSumme;3;2\r\n"


def points_of(game: Game) -> list[list[int | None]]:
    results = [[game.player_result(hole.number, player) for player in game.players] for hole in game.holes]
    return [[None if result is None else result.score for result in row] for row in results]


def test_a_table_is_looked_at_and_imported_by_the_rules_that_are_chosen(elsewhere: Phone) -> None:
    found = look(elsewhere, TABLE)
    assert 'data-found="scores"' in found.text
    for said in ("Ann and Bo", "2 holes", "1 score not entered", "Bo: 2 in the table, but the holes make 1."):
        assert said in found.text
    chosen = re.findall(r'<option value="([^"]+)" selected', found.text)
    assert chosen == ["two-joker"]
    (action,) = re.findall(r'<form class="form" method="post" action="([^"]+)"', found.text)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found.text))
    sent = {**fields, "text": TABLE, "house": "penalty"}
    kept = kept_at(elsewhere, elsewhere.post(action, data=sent, content_type="multipart/form-data"))
    assert (kept.game.house.key, kept.game.is_over) == ("penalty", True)
    assert points_of(kept.game) == [[3, 5], [None, -4]]
    for page in ("", "/end", "/history", "/readings", "/hole/1", "/hole/1/worked"):
        assert elsewhere.get(f"/g/{kept.edit_key}{page}").status_code == 200, page
    twice = elsewhere.post(action, data={**sent, "write_id": new_id()}, content_type="multipart/form-data")
    assert games_offered(twice) == [kept.edit_key]
    assert '<input type="hidden" name="house" value="penalty">' in twice.text


@pytest.mark.parametrize("separator", ["comma", "semicolon"])
def test_the_table_of_a_result_comes_back_with_its_rules(elsewhere: Phone, played: WebTable, separator: str) -> None:
    content = played.get(f"/card.csv?separator={separator}").data
    file = {"file": (io.BytesIO(content), "golf.csv")}
    found = send(elsewhere, "", do="look", **file)
    assert "The totals add up." in found.text
    again = kept_at(elsewhere, send(elsewhere, content.decode("utf-8-sig"))).game
    before = played.kept().game
    assert again.house == before.house
    assert points_of(again) == points_of(before)[:2]
    assert again.holes[0].entries == before.holes[0].entries, "with the cards"


KEPT_BY_A_STRANGER = "Friday;;;\nRunde;Ann;Bo;Wetter\n1;3;5;sun\n2;7;4;\n3;8;9;\n4;10;11;\n"


def test_the_look_tells_who_wins_what_was_left_out_and_what_the_numbers_are(elsewhere: Phone) -> None:
    found = look(elsewhere, f"{KEPT_BY_A_STRANGER}Rang;1;2;\n")
    for said in (
        "<h1>Friday</h1>",
        "Ann and Bo",
        "2 players, 4 holes",
        "Ann wins with 28, 1 ahead of Bo.",
        "<li>Column D: Wetter</li>",
        "<li>Row 7: Rang</li>",
    ):
        assert said in found.text
    assert "Running totals, turned" not in found.text


def test_another_choice_of_rules_or_numbers_is_looked_at_before_it_is_imported(elsewhere: Phone) -> None:
    chosen = {"house": "penalty", "running": "yes"}
    found = send(elsewhere, KEPT_BY_A_STRANGER, do="look", **chosen)
    for said in ("Running totals, turned into points per hole", "Ann wins with 10, 1 ahead of Bo."):
        assert said in found.text
    assert re.findall(r'<option value="([^"]+)" selected', found.text) == ["penalty"]
    assert re.findall(r'name="running" value="(\w+)" checked', found.text) == ["yes"]
    game = kept_at(elsewhere, send(elsewhere, KEPT_BY_A_STRANGER, **chosen)).game
    assert game.house.key == "penalty"
    assert points_of(game) == [[3, 5], [4, -1], [1, 5], [2, 2]]
    twice = send(elsewhere, KEPT_BY_A_STRANGER, **chosen)
    assert games_offered(twice)
    assert '<input type="hidden" name="running" value="yes">' in twice.text


def test_a_table_that_was_looked_at_can_be_edited(elsewhere: Phone) -> None:
    assert 'name="do" value="edit"' in look(elsewhere, TABLE).text
    answer = send(elsewhere, TABLE, do="edit")
    assert answer.status_code == 200
    assert "Loch;Ann;Bo\n1;3;5\n2;;-4\nSumme;3;2\n</textarea>" in answer.text.replace("\r\n", "\n")


def test_every_built_in_rule_set_can_be_chosen_for_a_table(elsewhere: Phone) -> None:
    found = look(elsewhere, TABLE)
    words = {house.key: house.round_word for house in (*houses.built_in(), *houses.score_games())}
    words |= dict.fromkeys(ANOTHER, "round")
    assert set(re.findall(r'<option value="([^"]+)"', found.text)) == set(words)
    for key, word in words.items():
        by_it = send(elsewhere, TABLE, do="look", house=key)
        assert re.findall(r'<option value="([^"]+)" selected', by_it.text) == [key]
        assert f"Bo: 2 in the table, but the {word}s make 1." in by_it.text


ANN = [250 * (number % 6) for number in range(1, 41)]
TALLY = "Round,Ann,Bo\n" + "".join(f"{number},{score},-5\n" for number, score in enumerate(ANN, start=1))


def test_a_table_that_no_cards_can_make_is_one_of_another_game(elsewhere: Phone) -> None:
    found = look(elsewhere, TALLY)
    assert re.findall(r'<option value="([^"]+)" selected', found.text) == ["another-higher"]
    for said in ("2 players, 40 rounds", f"Ann wins with {sum(ANN)}, {sum(ANN) + 200} ahead of Bo."):
        assert said in found.text
    kept = kept_at(elsewhere, send(elsewhere, TALLY, house="another-lower"))
    assert (kept.game.house.name, kept.game.is_over) == ("Another game", True)
    assert points_of(kept.game) == [[score, -5] for score in ANN]
    for page in ("", "/end", "/history", "/hole/40", "/hole/40/worked", "/card.csv"):
        assert elsewhere.get(f"/g/{kept.edit_key}{page}").status_code == 200, page
    assert "Bo wins with −200" in elsewhere.get(f"/g/{kept.edit_key}/end").text.replace("<b>", "").replace("</b>", "")
    refused = send(elsewhere, TALLY, house="penalty")
    assert refused.status_code == 422
    for said in ("A game has up to 36 holes. Make two tables, the second from row 38.", "Change row 6, column B."):
        assert said in refused.text


def test_a_game_to_a_number_of_points_goes_on_where_its_table_ends(elsewhere: Phone) -> None:
    game = kept_at(elsewhere, send(elsewhere, "Round,Ann,Bo\n1,120,45\n2,80,-15\n", house="rummy-500")).game
    assert (game.is_over, game.current_hole, [one.total for one in game.standings]) == (False, 3, [200, 30])


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        pytest.param(b"Hole,Ann\n" + b"1,3\n" * 102_000, 413, "The limit is 400 KB.", id="too large for a game"),
        pytest.param(bytes(range(256)) * 40, 422, "This isn’t a text file.", id="binary"),
        pytest.param(b"PK\x03\x04 xl/workbook.xml", 422, "This file is an Excel workbook.", id="a workbook"),
        pytest.param(b"Ann\n3\n5\n", 422, "This table has one column.", id="one column"),
        pytest.param(b"Hole,Ann\n1,1234567890\n", 422, "Change row 2, column B.", id="ten digits"),
    ],
)
def test_a_file_that_cannot_be_a_table_leaves_the_typed_text(
    elsewhere: Phone, content: bytes, status: int, said: str
) -> None:
    answer = send(elsewhere, "typed before", do="look", file=(io.BytesIO(content), "golf.csv"))
    assert answer.status_code == status
    assert said in answer.text
    assert "typed before</textarea>" in answer.text


def test_a_file_larger_than_any_request_is_refused_in_words(elsewhere: Phone) -> None:
    ten_megabytes = b"1,3\n" * 2_500_000
    answer = elsewhere.post("/import", data=ten_megabytes, content_type="multipart/form-data; boundary=b")
    assert answer.status_code == 413
    assert "That’s too large to send. Nothing changed." in answer.text


def test_a_pasted_text_too_large_for_a_game_stays_in_the_box(elsewhere: Phone) -> None:
    answer = send(elsewhere, "1,3,5\n" * 70_000, do="look")
    assert answer.status_code == 413
    assert "1,3,5\n1,3,5\n</textarea>" in answer.text


def test_a_table_that_is_refused_stays_in_the_box(elsewhere: Phone) -> None:
    answer = send(elsewhere, "", do="look", file=(io.BytesIO(b"Hole,Ann,ann\n1,3,5\n"), "golf.csv"))
    assert answer.status_code == 422
    assert "Two players are named ann" in answer.text
    assert "Hole,Ann,ann\n1,3,5\n</textarea>" in answer.text
    unknown = send(elsewhere, TABLE, house="nothing")
    assert unknown.status_code == 422
    assert "Loch;Ann;Bo" in unknown.text


# --- its day ----------------------------------------------------------------------------------------------------------


def of_that_day(exported: Data) -> Data:
    holes = [{**hole, "confirmed_at": CONFIRMED} for hole in exported["holes"] if hole["confirmed"]]
    return {**exported, "uid": "a" * 24, "begun_at": BEGUN, "changed_at": CHANGED, "holes": holes}


def test_a_file_says_when_it_was_begun_changed_and_each_hole_confirmed(played: WebTable, exported: Data) -> None:
    kept = played.kept()
    assert exported["uid"] == kept.uid
    moment = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
    first, second, extra = exported["holes"]
    told = [exported["begun_at"], first["confirmed_at"], second["confirmed_at"], exported["changed_at"]]
    assert all(map(moment.fullmatch, told))
    assert told == sorted(told)
    assert "confirmed_at" not in extra


def test_an_imported_game_lies_on_its_own_day(elsewhere: Phone, exported: Data) -> None:
    data = of_that_day(exported)
    kept = kept_at(elsewhere, send(elsewhere, data))
    assert elsewhere.get(f"/g/{kept.edit_key}/card.json").json == data
    start = elsewhere.get("/").text
    assert '<time datetime="2025-03-14T21:05:00' in start
    history = elsewhere.get(f"/g/{kept.edit_key}/history").text
    assert {day[:10] for day in re.findall(r'<time datetime="([^"]+)"', history)} == {"2025-03-14"}
    assert '<time datetime="2025-03-14T19:30:00+00:00"' in history
    table = elsewhere.get(f"/g/{kept.edit_key}/card.csv").text
    assert "2025-03-14" in table


def test_the_history_of_an_imported_game_names_its_holes(elsewhere: Phone, exported: Data) -> None:
    kept = kept_at(elsewhere, send(elsewhere, of_that_day(exported)))
    for address, holes in (("history", ["1"] * 4 + ["2"] * 4), ("hole/2/history", ["2"] * 4)):
        page = elsewhere.get(f"/g/{kept.edit_key}/{address}").text
        assert re.findall(r' data-hole="(\d+)"', page) == holes  # when it was confirmed, and three hands
        headings = re.findall(r'class="history__hole" data-hole="(\d+)"><dt>(.*?)</dt>', page)
        assert [(number, number in what) for number, what in headings] == [(hole, True) for hole in sorted(set(holes))]


def test_the_earlier_of_two_imported_games_comes_after_the_later(elsewhere: Phone, exported: Data) -> None:
    for uid, day in (("b" * 24, "2025-05-01"), ("c" * 24, "2024-12-24"), ("d" * 24, "2025-04-30")):
        send(elsewhere, {**of_that_day(exported), "uid": uid, "begun_at": day, "changed_at": day})
    days = re.findall(r'<time datetime="([^"T]+)', elsewhere.get("/").text)
    assert days == ["2025-05-01", "2025-04-30", "2024-12-24"]


def test_no_file_lies_in_the_future(elsewhere: Phone, exported: Data) -> None:
    kept = kept_at(elsewhere, send(elsewhere, {**of_that_day(exported), "begun_at": "2999-01-01"}))
    assert kept.created_at <= kept.changed_at
    assert kept.changed_at.year == 2025
    late = {**of_that_day(exported), "uid": "e" * 24, "begun_at": "2998-01-01", "changed_at": "2999-01-01"}
    assert kept_at(elsewhere, send(elsewhere, late)).changed_at.year < 2998


@pytest.mark.parametrize("day", ["yesterday", "2025-02-30", "0001-01-01", "9999-12-31T23:59:59-12:00", ""])
def test_what_is_no_day_is_said_of_its_key(elsewhere: Phone, exported: Data, day: str) -> None:
    answer = send(elsewhere, {**exported, "begun_at": day})
    assert answer.status_code == 422
    assert "begun_at must be a date like" in answer.text


def test_a_file_of_an_older_release_has_no_day(elsewhere: Phone, exported: Data) -> None:
    older = {key: value for key, value in exported.items() if key not in ("uid", "begun_at", "changed_at")}
    for hole in older["holes"]:
        hole.pop("confirmed_at", None)
    kept = kept_at(elsewhere, send(elsewhere, older))
    assert kept.created_at == kept.changed_at
    assert file_of(elsewhere, kept.edit_key)["holes"] == older["holes"]
    assert kept_at(elsewhere, send(elsewhere, older, copy="yes")).id != kept.id
    assert send(elsewhere, older).status_code == 409


# --- twice ------------------------------------------------------------------------------------------------------------


def games_offered(answer: TestResponse) -> list[str]:
    """The keys of the games that the page offers to open."""
    assert answer.status_code == 409
    return re.findall(r'data-had-already="([^"]+)"', answer.text)


def test_the_same_file_twice_asks_whether_a_copy_is_wanted(elsewhere: Phone, exported: Data) -> None:
    first = kept_at(elsewhere, send(elsewhere, exported))
    asked = send(elsewhere, exported)
    assert games_offered(asked) == [first.edit_key]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', asked.text))
    assert fields["copy"] == "yes"
    found = re.search(r'<textarea name="text" hidden>\n(.*?)</textarea>', asked.text, re.DOTALL)
    assert found is not None
    copy = kept_at(elsewhere, elsewhere.post("/import", data={**fields, "text": json.dumps(exported)}))
    assert copy.id != first.id
    again = elsewhere.post("/import", data={**fields, "text": json.dumps(exported)})
    assert kept_at(elsewhere, again).id == copy.id, "sent twice, it is one copy"
    assert set(games_offered(send(elsewhere, exported))) == {first.edit_key, copy.edit_key}


def test_the_same_form_sent_twice_is_one_game_and_asks_nothing(elsewhere: Phone, exported: Data) -> None:
    write = new_id()
    first, second = (kept_at(elsewhere, send(elsewhere, exported, write_id=write)) for _ in range(2))
    assert first.id == second.id


def test_the_game_that_was_downloaded_here_is_had_already(client: Phone, played: WebTable, exported: Data) -> None:
    assert games_offered(send(client, exported)) == [played.edit_key]
    played.enter(3, {"Ann": "1", "Bo": "2"}, do="confirm")
    assert games_offered(send(client, exported)) == [played.edit_key], "played on since"
    older = {key: value for key, value in exported.items() if key != "uid"}
    assert send(client, {**older, "title": "Another"}).status_code == 302


def test_a_watcher_is_sent_to_the_game_as_they_may_see_it(elsewhere: Phone, played: WebTable, exported: Data) -> None:
    elsewhere.get(f"/g/{played.view_key}")
    assert games_offered(send(elsewhere, exported)) == [played.view_key]


def test_what_others_have_is_nobody_elses_business(client: Phone, elsewhere: Phone, exported: Data) -> None:
    assert send(client, exported).status_code == 409
    assert send(elsewhere, exported).status_code == 302


def test_a_game_that_went_elsewhere_and_came_back_is_the_same(
    client: Phone, elsewhere: Phone, played: WebTable, exported: Data
) -> None:
    there = kept_at(elsewhere, send(elsewhere, exported))
    assert there.uid != exported["uid"]
    back = elsewhere.get(f"/g/{there.edit_key}/card.json").text
    assert games_offered(send(client, back)) == [played.edit_key]


def test_a_game_imported_by_an_older_release_is_known_by_all_that_it_holds(elsewhere: Phone) -> None:
    write = Write("an-older-release", device_of(elsewhere), datetime(2026, 11, 21, tzinfo=UTC))
    with elsewhere.application.app_context():
        kept = import_game(store(), *as_read(full_game()), write)
    data = file_of(elsewhere, kept.edit_key)
    older = {key: value for key, value in data.items() if key not in ("uid", "begun_at", "changed_at")}
    older["holes"] = [{key: hole[key] for key in hole if key != "confirmed_at"} for hole in data["holes"]]
    assert games_offered(send(elsewhere, older)) == [kept.edit_key]


def test_statistics_count_a_game_once_unless_a_copy_was_wanted(elsewhere: Phone, exported: Data) -> None:
    data = {**exported, "holes": exported["holes"][:2]}

    def games_of_bo() -> str:
        found = re.search(r"Bo</h2>\s*<p><strong>\d+</strong> of (\d+)", elsewhere.get("/people").text)
        assert found is not None
        return found[1]

    send(elsewhere, data)
    send(elsewhere, data)
    assert games_of_bo() == "1"
    send(elsewhere, data, copy="yes")
    assert games_of_bo() == "2"


# --- what is refused --------------------------------------------------------------------------------------------------


def test_nothing_that_was_typed_is_lost_where_a_file_is_refused(elsewhere: Phone) -> None:
    pdf = (io.BytesIO(b"%PDF-1.7 ..."), "golf.json")
    answer = send(elsewhere, "my long text <b>", file=pdf)
    assert answer.status_code == 422
    assert "my long text &lt;b&gt;</textarea>" in answer.text
    unread = (io.BytesIO(b'{"format": "scorekeeper.game"'), "golf.json")
    assert "{&#34;format&#34;: &#34;scorekeeper.game&#34;</textarea>" in send(elsewhere, "", file=unread).text
