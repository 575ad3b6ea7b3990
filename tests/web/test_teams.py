"""Teams by forms alone: chosen for a new game, changed while it plays, kept for the next, told in every answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.store import KeptGame, find_game
from scorekeeper.store.houses import create_house
from scorekeeper.web.db import store
from scorekeeper.web.device import new_write
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id

FOUR = ("Ann", "Bo", "Cat", "Di")


@pytest.fixture
def house(client: Phone) -> str:
    """The address of a house that somebody made, in which the points of a team are added up."""
    return team_house(client, "sum")


def team_house(client: Phone, teams: Any, most: int = 4) -> str:
    two_joker = houses.get("two-joker")
    match = replace(two_joker.match, teams=teams, holes=(2,))
    own = replace(two_joker, name="Partners", match=match, table=replace(two_joker.table, players_max=most))
    with client.application.test_request_context():
        kept = create_house(store(), own, new_write())
    return f"~{kept.share_key}.1"


def form(teams: Sequence[str] = ("1", "2", "1", "2"), names: Sequence[str] = FOUR, **changed: Any) -> dict[str, Any]:
    """The form of a new game as its page sends it."""
    sent = {"player": list(names), "seat": [str(number) for number in range(len(names))], "team": list(teams)}
    return {**sent, "dealer": "0", "holes": "2", "title": "", "write_id": new_id(), "do": "create", **changed}


def kept(client: Phone, answer: TestResponse) -> KeptGame:
    """The game that a form began."""
    assert answer.status_code in (302, 303), words(answer)
    with client.application.app_context():
        return find_game(store(), answer.location.split("/")[2])


def begin(client: Phone, house: str, *teams: str, names: Sequence[str] = FOUR) -> WebTable:
    game = kept(client, client.send_form(f"/new/{house}", **form(teams or ("1", "2", "1", "2"), names)))
    return WebTable(client, game.edit_key, game.view_key, {player.name: player.id for player in game.game.players})


def teams(game: KeptGame) -> dict[str, int | None]:
    return {player.name: player.team for player in game.game.players}


def chosen(page: TestResponse, name: str = "team") -> list[str]:
    """What is marked in every choice of a team."""
    choices = re.findall(rf'<select[^>]* name="{name}[^"]*"[^>]*>(.*?)</select>', page.text, re.S)
    return [found[1] for choice in choices if (found := re.search(r'value="(\d*)" selected', choice))]


def words(page: TestResponse) -> str:
    """The text of a page, without the marks that keep names apart from what surrounds them."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>|[\u2066-\u2069]", " ", page.text)))


# --- a new game -------------------------------------------------------------------------------------------------------


def test_partners_sit_opposite_each_other_until_somebody_chooses(client: Phone, house: str) -> None:
    page = client.get(f"/new/{house}")
    assert chosen(page) == ["1", "2", "1", "2"]
    assert "This house is played in teams. The points of a team are added up." in words(page)
    assert 'aria-label="Team of player 3"' in page.text
    other = client.get(f"/new/{team_house(client, 'best-ball')}")
    assert "On each hole the lowest score of a team counts" in words(other)


def test_a_house_without_teams_asks_for_none(client: Phone) -> None:
    page = client.get("/new/two-joker")
    assert chosen(page) == []
    assert "team" not in page.text
    game = kept(client, client.send_form("/new/two-joker", **form()))
    assert set(teams(game).values()) == {None}


@pytest.mark.parametrize(
    ("typed", "names", "expected"),
    [
        pytest.param(("1", "1", "2", "2"), FOUR, [1, 1, 2, 2], id="as chosen"),
        pytest.param(("4", "2", "2", "4"), FOUR, [4, 2, 2, 4], id="not from 1 on"),
        pytest.param(("1", "2", "1", "2"), ("Ann", "Bo", "Cat", ""), [1, 2, 1], id="an empty row is nobody"),
        pytest.param((), FOUR, [1, 2, 1, 2], id="nothing said"),
    ],
)
def test_a_game_begins_in_its_teams(
    typed: Sequence[str], names: Sequence[str], expected: list[int], house: str, client: Phone
) -> None:
    game = kept(client, client.send_form(f"/new/{house}", **form(typed, names)))
    assert list(teams(game).values()) == expected


@pytest.mark.parametrize(
    ("typed", "names", "said", "anchor"),
    [
        pytest.param(("2",) * 4, FOUR, "everybody is in one team", "teams-error", id="one team"),
        pytest.param(
            ("1", "2", "1", "1"), ("Ann", "", "Cat", "Di"), "there must be at least two", "teams-error", id="nobody"
        ),
        pytest.param(("1", "2", "9", "2"), FOUR, "choose a team from 1 to 4 for Cat", "team-2-error", id="too high"),
        pytest.param(("1", "2", "red", "2"), FOUR, "from 1 to 4 for Cat", "team-2-error", id="a word"),
        pytest.param(("1", "", "1", "2"), FOUR, "from 1 to 4 for Bo", "team-1-error", id="one without"),
        pytest.param(
            ("1", "2", "１", "2"), FOUR, "from 1 to 4 for Cat", "team-2-error", id="a digit of another script"
        ),
    ],
)
def test_teams_that_cannot_be_are_answered_at_their_field(
    typed: Sequence[str], names: Sequence[str], said: str, anchor: str, house: str, client: Phone
) -> None:
    answer = client.send_form(f"/new/{house}", **form(typed, names))
    assert answer.status_code == 422
    found = re.search(rf'id="{anchor}">(.*?)</div>', answer.text, re.S)
    assert found is not None, words(answer)
    assert said in found[1]
    assert 'value="Ann"' in answer.text


def test_rows_that_are_moved_and_added_without_scripts_keep_their_teams(client: Phone, house: str) -> None:
    moved = client.send_form(f"/new/{house}", **form(("1", "2", "2", "1"), do="up-2"))
    assert chosen(moved) == ["1", "2", "2", "1"]
    assert moved.text.index('value="Cat"') < moved.text.index('value="Bo"')
    added = client.send_form(f"/new/{house}", **form(("1", "2", "1"), FOUR[:3], do="add"))
    assert chosen(added) == ["1", "2", "1", "2"], "somebody new joins the smallest team"


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        pytest.param("1212", "12121", id="five"),
        pytest.param("12121", "123123", id="six: partners sit opposite each other again"),
        pytest.param("112233", "1122331", id="chosen by hand"),
        pytest.param("1122", "11221", id="the first of the smallest"),
        pytest.param("1222", "12221", id="the smallest"),
        pytest.param("11", "112", id="one team"),
    ],
)
def test_a_row_more_deals_the_usual_teams_until_somebody_chose_others(
    teams: str, expected: str, client: Phone, house: str
) -> None:
    before = list(teams)
    sent = form(before, [f"P{number}" for number in range(len(before))], do="add")
    assert chosen(client.send_form(f"/new/{house}", **sent)) == list(expected)


@pytest.mark.parametrize(
    ("teams", "expected"),
    [
        pytest.param("123", "21", id="a number that is now too high"),
        pytest.param("1424", "121", id="with a partner"),
        pytest.param("1122", "122", id="as they were"),
    ],
)
def test_a_row_less_leaves_teams_that_can_be_chosen(teams: str, expected: str, client: Phone, house: str) -> None:
    sent = form(list(teams), [f"P{number}" for number in range(len(teams))], do="remove-0")
    assert chosen(client.send_form(f"/new/{house}", **sent)) == list(expected)


# --- while it plays ---------------------------------------------------------------------------------------------------


def table_form(table: WebTable, **changed: str) -> dict[str, str]:
    """The form of the table as its page shows it; `team_Bo` for the team of a player."""
    game = table.kept().game
    shown = {
        "order": ",".join(str(player.id) for player in game.players),
        "holes_planned": str(game.holes_planned),
        **{f"name-{player.id}": player.name for player in game.players},
        **{f"stay-{player.id}": "stays" for player in game.players},
        **{f"team-{player.id}": str(player.team or "") for player in game.players},
    }
    for name, value in changed.items():
        field, _, person = name.partition("_")
        shown[f"{field}-{table.players[person]}" if person in table.players else name] = value
    return shown


def test_a_team_changes_in_a_running_game_and_undo_takes_it_back(client: Phone, house: str) -> None:
    table = begin(client, house)
    assert chosen(table.get("/table"), "team-") == ["1", "2", "1", "2"]
    assert table.post("/table", table_form(table, team_Bo="1", team_Cat="2")).status_code == 302
    assert teams(table.kept()) == {"Ann": 1, "Bo": 1, "Cat": 2, "Di": 2}
    history = words(table.get("/history"))
    assert "Bo is now in team 1 and Cat is now in team 2" in history
    assert table.post("/undo", {}).status_code == 302
    assert teams(table.kept()) == {"Ann": 1, "Bo": 2, "Cat": 1, "Di": 2}


@pytest.mark.parametrize(
    ("changed", "said", "anchor"),
    [
        pytest.param({"team_Bo": "1", "team_Di": "1"}, "everybody is in one team", "teams-error", id="one team"),
        pytest.param({"team_Bo": "7"}, "choose a team from 1 to 5 for Bo", "team-{Bo}-error", id="too high"),
        pytest.param({"team_Bo": "blue"}, "from 1 to 5 for Bo", "team-{Bo}-error", id="a word"),
    ],
)
def test_a_change_to_teams_that_cannot_be_is_refused(
    changed: dict[str, str], said: str, anchor: str, client: Phone, house: str
) -> None:
    table = begin(client, house)
    answer = table.post("/table", table_form(table, **changed))
    assert answer.status_code == 422
    found = re.search(rf'id="{anchor.format(**table.players)}">(.*?)</div>', answer.text, re.S)
    assert found is not None, words(answer)
    assert said in found[1]
    assert teams(table.kept()) == {"Ann": 1, "Bo": 2, "Cat": 1, "Di": 2}


@pytest.mark.parametrize(("wish", "team"), [("", 2), ("2", 2), ("1", 1), ("4", 4)])
def test_somebody_new_joins_the_smallest_team_or_another(client: Phone, house: str, wish: str, team: int) -> None:
    table = begin(client, house, "1", "2", "1", names=FOUR[:3])
    page = table.get("/table")
    assert chosen(page, "newcomer_team") == [""], "the smallest, which depends on who leaves"
    sent = table_form(table, newcomer="Eve", newcomer_hole="1", newcomer_team=wish)
    assert table.post("/table", sent).status_code == 302
    assert teams(table.kept())["Eve"] == team


@pytest.mark.parametrize(
    ("before", "together", "expected"),
    [
        pytest.param((), ("Bo",), 2, id="in the place of one who leaves"),
        pytest.param(("Bo",), (), 2, id="after one left"),
        pytest.param(("Bo", "Di"), (), 3, id="after a whole team left"),
        pytest.param((), ("Bo", "Di"), 3, id="as a whole team leaves"),
        pytest.param(("Di",), ("Bo",), 3, id="as the last of a team leaves"),
        pytest.param((), ("Ann",), 1, id="the first team has lost one"),
    ],
)
def test_somebody_new_joins_the_smallest_team_of_those_who_stay(
    before: Sequence[str], together: Sequence[str], expected: int, client: Phone
) -> None:
    table = begin(client, team_house(client, "sum", most=5))
    assert table.enter(1, HOLES[0], do="confirm").status_code == 302
    if before:
        leaving = {f"stay_{name}": "leaves" for name in before}
        assert table.post("/table", table_form(table, **leaving)).status_code == 302
    shown = chosen(table.get("/table"), "newcomer_team")[0]
    joining = {"newcomer": "Eve", "newcomer_hole": "2", "newcomer_team": shown}
    leaving = {f"stay_{name}": "leaves" for name in together}
    answer = table.post("/table", table_form(table, **joining, **leaving))
    assert answer.status_code == 302, words(answer)
    assert teams(table.kept())["Eve"] == expected


def test_two_who_change_teams_at_once_are_told(client: Phone, house: str) -> None:
    table = begin(client, house)
    seen = re.search(r'name="seen" value="([^"]+)"', table.get("/table").text)
    assert seen is not None
    table.post("/table", table_form(table, team_Bo="1", team_Cat="2"))
    late = table_form(table, team_Bo="3", seen=seen[1])
    assert table.post("/table", late).status_code == 409
    assert teams(table.kept())["Bo"] == 1


def test_without_teams_the_table_asks_for_none_and_takes_none(client: Phone) -> None:
    table = begin(client, "two-joker")
    assert "team" not in table.get("/table").text
    table.post("/table", table_form(table, team_Bo="1"))
    assert set(teams(table.kept()).values()) == {None}


# --- from the first form to the last ----------------------------------------------------------------------------------

HOLES = (
    {"Ann": "3", "Bo": "10", "Cat": "4", "Di": "12"},
    {"Ann": "20", "Bo": "1", "Cat": "-2", "Di": "8"},
)


def test_a_game_of_two_teams_by_forms(client: Phone, house: str) -> None:
    table = begin(client, house)
    answer = table.client.get(f"/api/games/{table.edit_key}").get_json()
    assert [player["team"] for player in answer["players"]] == [1, 2, 1, 2]
    assert table.enter(1, HOLES[0], do="confirm").status_code == 302
    assert "Ann & Cat lead with 7, 15 ahead of Bo & Di." in words(table.get()).replace(" ,", ",")
    assert "Ann & Cat lead." in words(client.get("/"))
    assert table.enter(2, HOLES[1], do="confirm").status_code == 302
    assert "Ann & Cat" in words(table.get("/end"))
    text = re.sub(r"[\u2066-\u2069]", "", table.get("/card.txt").text)
    assert text.splitlines()[:3] == ["Golf: Ann & Cat win with 25!", "1. Ann & Cat 25", "2. Bo & Di 31"]
    again = kept(client, table.post("/rematch", {"seen": "0"}))
    assert teams(again) == {"Ann": 1, "Bo": 2, "Cat": 1, "Di": 2}


def test_a_game_of_teams_comes_back_from_its_file(client: Phone, house: str) -> None:
    table = begin(client, house, "2", "1", "1", "2")
    assert table.enter(1, HOLES[0], do="confirm").status_code == 302
    file = table.get("/card.json").text
    shown = client.send_form("/import", text=file, do="look")
    assert "Place Team Total 1st Bo & Cat 14 2nd Ann & Di 15" in words(shown)
    game = kept(client, client.send_form("/import", text=file, do="import", write_id=new_id()))
    assert teams(game) == {"Ann": 2, "Bo": 1, "Cat": 1, "Di": 2}


def test_where_everybody_plays_alone_a_file_shows_players(client: Phone, house: str) -> None:
    table = begin(client, house, "1", "2", "3", "4")
    assert table.enter(1, HOLES[0], do="confirm").status_code == 302
    shown = client.send_form("/import", text=table.get("/card.json").text, do="look")
    assert "Place Player Total 1st Ann 3" in words(shown)
