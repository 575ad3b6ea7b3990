"""Results: the winner and the words for it, breaking a tie, ending early, playing again, and downloads."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from scorekeeper.rules import Game
from scorekeeper.web.end import ResultRow, ranking, result_rows
from tests.conftest import Phone
from tests.exports.games import full_game, team_game, tied_game
from tests.web.tables import WebTable, new_id, sit_down

TIE = {"Ann": "5", "Bo": "5", "Cy": "9"}


def play(client: Phone, *holes: dict[str, str], planned: int | None = None, house: Any = "two-joker") -> WebTable:
    """A table with these holes confirmed, scores by name; the game is over unless more were planned."""
    table = sit_down(client, house=house, holes=planned or len(holes))
    for number, hands in enumerate(holes, start=1):
        assert table.enter(number, hands, do="confirm", ender="nobody").status_code == 302
    return table


def rows(table: WebTable) -> dict[str, ResultRow]:
    return {row.player.name: row for row in result_rows(table.kept().game)}


# --- what is said -----------------------------------------------------------------------------------------------------

SAID: dict[str, tuple[list[dict[str, str]], int | None, list[str]]] = {
    "one-winner": ([{"Ann": "12", "Bo": "-3", "Cy": "20"}], None, [">Bo wins<", "with −3, 15 ahead of Ann"]),
    "shared": ([TIE], None, [">Ann and Bo share the win<", ">at 5<", "Play an extra hole"]),
    "interim": ([TIE], 9, [">After 1 of 9 holes<", ">Ann and Bo share the lead<", "Enter hole 2"]),
    "nothing-yet": ([], 9, [">After 0 of 9 holes<", ">No holes finished yet<", "Enter hole 1"]),
}


def test_the_page_says_who_won(client: Phone) -> None:
    for name, (holes, planned, said) in SAID.items():
        page = play(client, *holes, planned=planned).get("/end")
        for text in said:
            assert text in page.text, name
        assert ("Final result" in page.text) == ("Play again" in page.text) == (planned is None), name


def test_best_and_worst_holes_and_holes_won(client: Phone) -> None:
    table = play(
        client,
        {"Ann": "7", "Bo": "9", "Cy": "7"},
        {"Ann": "-2", "Bo": "30", "Cy": "4"},
        {"Ann": "7", "Bo": "1", "Cy": "4"},
    )
    found = rows(table)
    ann, bo = found["Ann"], found["Bo"]
    assert (ann.best, ann.worst, bo.worst) == ((-2, 2), (7, 1), (30, 2))
    assert [found[name].holes_won for name in ("Ann", "Bo", "Cy")] == [2, 1, 1]


# --- stopping early ---------------------------------------------------------------------------------------------------


def test_a_game_is_finished_early_and_undo_goes_on_with_it(client: Phone) -> None:
    table = play(client, TIE, {"Ann": "1", "Bo": "2", "Cy": "3"}, planned=9)
    table.enter(3, {"Ann": "30", "Bo": "12"}, do="save")
    before = table.kept()
    page = table.get("/end").text
    assert "End after hole 2" in page
    assert "Hole 3 won’t count." in page
    sent = {"after": "2", "write_id": new_id()}
    for _ in range(2):
        assert table.post("/finish", sent).location == f"/g/{table.edit_key}/end"
    assert table.kept().game.is_over
    assert ">Ann wins<" in table.get("/end").text
    refused = table.put_hand(3, "Cy", points=1).get_json()
    assert (refused["code"], refused["message"]) == ("hole.after_end", "The game is over. There’s no hole 3.")
    assert table.post("/undo", {}).status_code == 302
    assert table.kept().game == before.game


def test_only_the_end_that_was_shown_is_made(client: Phone) -> None:
    table = play(client, TIE, TIE, planned=9)
    before = table.kept()
    for after in ("", "0", "1", "9", "-2", "two", "<b>", "9" * 300):
        answer = table.post("/finish", {"after": after})
        assert answer.status_code == 422
        assert "Hole 2 has been played since." in answer.text
    assert table.kept() == before


FILES = {"/card.csv": ("text/csv; charset=utf-8", "csv"), "/card.json": ("application/json", "json")}


def test_files_are_dated_of_their_type_and_sent_again_only_when_the_game_changed(client: Phone) -> None:
    table = play(client, TIE, planned=2)
    table.post("/table", {"title": 'Jörg\'s "Friday"/../night; x=1'})
    tags = {}
    for path, (content_type, ending) in FILES.items():
        for key in (table.edit_key, table.view_key):
            before = datetime.now().astimezone()
            answer = table.get(path, key=key)
            days = (before, datetime.now().astimezone())  # two at midnight
            assert answer.content_type == content_type
            assert answer.headers["Content-Disposition"] in [
                f'attachment; filename="golf-{day:%Y-%m-%d}-j-rg-s-friday-night-x-1.{ending}"' for day in days
            ]
            assert table.edit_key not in answer.text
            assert table.view_key not in answer.text
    for path in (*FILES, "/chart.svg"):
        first = table.get(path)
        assert first.headers["Cache-Control"] == "private, no-cache"
        tags[path] = {"If-None-Match": first.headers["ETag"]}
        again = client.get(f"/g/{table.edit_key}{path}", headers=tags[path])
        assert (again.status_code, again.data) == (304, b"")
    table.enter(2, TIE, do="confirm")
    for path, known in tags.items():
        assert client.get(f"/g/{table.edit_key}{path}", headers=known).status_code == 200


# --- the ranking ------------------------------------------------------------------------------------------------------


def test_the_ranking_says_how_far_each_is_behind_and_what_the_points_come_from() -> None:
    average = replace(full_game(), holes=full_game().holes[:2], holes_planned=2)
    cases: dict[str, tuple[Game, list[tuple[str, str, str, str, tuple[str, ...]]]]] = {
        "an extra hole": (
            tied_game(),
            [
                ("1", "Bo", "5", "", ("extra hole −1",)),
                ("2", "Ann", "5", "", ("extra hole 8",)),
                ("3", "Cy", "9", "+4", ()),
            ],
        ),
        "teams": (
            team_game(),
            [
                ("1", "Ann & Cat", "25", "", ()),
                ("", "Ann", "23", "", ()),
                ("", "Cat", "2", "", ()),
                ("2", "Bo & Di", "31", "+6", ()),
                ("", "Bo", "11", "", ()),
                ("", "Di", "20", "", ()),
            ],
        ),
        "a late joiner and one who left": (
            average,
            [
                ("1", "Zoë & <Cy>", "0.0", "", ("0 in 1 hole",)),
                ("2", "Ann", "4.0", "+4.0", ("8 in 2 holes",)),
                ("3", "=Bo", "15.5", "+15.5", ("31 in 2 holes",)),
                ("–", "Di", "11.0", "", ("11 in 1 hole", "left")),
            ],
        ),
    }
    for name, (game, rows) in cases.items():
        assert [(row.place, row.name, row.points, row.behind, row.notes) for row in ranking(game)] == rows, name
    assert [row.name for row in ranking(tied_game()) if row.wins] == ["Bo"]
    assert not [row.name for row in ranking(team_game()) if row.wins], "it still goes on"
