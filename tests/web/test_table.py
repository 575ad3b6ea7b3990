"""Players and holes of a running game: what a table may do, what is refused with all kept, what undo takes back."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rules import Player
from scorekeeper.store import history
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import WebTable, new_id, sit_down

HANDS = {"Ann": "12", "Bo": "7", "Cy": "20"}


@pytest.fixture
def table(client: Phone) -> WebTable:
    """Ann, Bo and Cy under a house for two to four, with two holes confirmed; Cy deals the third."""
    table = sit_down(client)
    for hole in (1, 2):
        assert table.enter(hole, HANDS, do="confirm").status_code == 302
    return table


def form(table: WebTable, **changed: str) -> dict[str, str]:
    """The form as the page shows it, with some fields as a person changed them; `name_Bo` for that of a player."""
    kept = table.kept()
    dealer = kept.game.dealer(kept.game.current_hole) if kept.game.current_hole else None
    shown = {
        "order": ",".join(str(player.id) for player in kept.game.players),
        "title": kept.title,
        "holes_planned": str(kept.game.holes_planned),
        "dealer": "" if dealer is None else str(dealer.id),
        "newcomer": "",
        "newcomer_hole": str(kept.game.current_hole or ""),
        **{f"name-{player.id}": player.name for player in kept.game.players},
        **{f"stay-{player.id}": "stays" for player in kept.game.players},
    }
    ids = {player.name: player.id for player in kept.game.players}
    for name, value in changed.items():
        field, _, person = name.partition("_")
        shown[f"{field}-{ids[person]}" if field in ("name", "stay") else name] = value
    return shown


def names(table: WebTable) -> list[str]:
    return [player.name for player in table.kept().game.players]


def changes_of(table: WebTable) -> int:
    """How many changes the game's history has."""
    with table.client.application.app_context():
        return len(history(store(), table.edit_key))


def person(table: WebTable, name: str) -> Player:
    return next(player for player in table.kept().game.players if player.name == name)


def dealer_name(table: WebTable, hole: int) -> str:
    dealer = table.kept().game.dealer(hole)
    assert dealer is not None
    return dealer.name


# --- what can be done -------------------------------------------------------------------------------------------------


def test_the_page_shows_the_table_as_it_is(table: WebTable) -> None:
    page = table.get("/table")
    assert page.status_code == 200
    for text in ('value="Ann"', "deals hole 3", "Leaves after hole 2", "Who deals hole 3", "points per hole"):
        assert text in page.text


def test_a_player_is_renamed_and_keeps_the_scores(table: WebTable) -> None:
    answer = table.post("/table", form(table, name_Ann="  Anna   Lee "))
    assert (answer.status_code, answer.location) == (302, f"/g/{table.edit_key}")
    assert names(table) == ["Anna Lee", "Bo", "Cy"]
    assert table.kept().game.standings[1].total == 24


def test_two_players_swap_their_names(table: WebTable) -> None:
    table.post("/table", form(table, name_Ann="Bo", name_Bo="Ann"))
    assert names(table) == ["Bo", "Ann", "Cy"]


def test_saving_seats_changes_their_order_and_never_the_dealer_shown(table: WebTable) -> None:
    ids = [table.players[name] for name in ("Cy", "Ann", "Bo")]
    table.post("/table", form(table, order=",".join(map(str, ids))))
    assert names(table) == ["Cy", "Ann", "Bo"]
    assert dealer_name(table, 3) == "Cy"


@pytest.mark.parametrize(
    ("move", "order"),
    [("up-Bo", "Bo Ann Cy"), ("down-Bo", "Ann Cy Bo"), ("up-Ann", "Ann Bo Cy"), ("down-Cy", "Ann Bo Cy")],
)
def test_the_buttons_move_a_seat_and_keep_what_was_typed(table: WebTable, move: str, order: str) -> None:
    direction, _, name = move.partition("-")
    version = table.kept().version
    page = table.post("/table", {**form(table, newcomer="Di"), "move": f"{direction}-{table.players[name]}"})
    assert page.status_code == 200
    ids = ",".join(str(table.players[name]) for name in order.split())
    assert f'name="order" value="{ids}"' in page.text
    assert 'value="Di"' in page.text
    assert table.kept().version == version, "nothing is saved yet"


@pytest.mark.parametrize("hole", [3, 4])
def test_somebody_joins_late_at_this_hole_or_the_next(table: WebTable, hole: int) -> None:
    table.post("/table", form(table, newcomer="Di", newcomer_hole=str(hole)))
    assert person(table, "Di").joined == hole
    card = table.get().text
    assert "did not play" in card
    game = table.kept().game
    assert not game.by_average, "until Di has played"
    everybody = [player.name for player in game.at_table(hole)]
    for number in range(3, hole + 1):
        here = [player.name for player in game.at_table(number)]
        edits = {**HANDS, "Di": "1"}
        table.players = {player.name: player.id for player in game.players}
        assert table.enter(number, {name: edits[name] for name in here}, do="confirm").status_code == 302
    assert everybody == ["Ann", "Bo", "Cy", "Di"]
    assert table.kept().game.by_average
    assert "points per hole are compared" in table.get().text


def test_somebody_leaves_after_the_last_hole_they_played(table: WebTable) -> None:
    table.post("/table", form(table, stay_Bo="leaves"))
    assert person(table, "Bo").left == 2
    last = table.kept().game.standings[-1]
    assert (last.player.name, last.total, last.rank) == ("Bo", 14, None)
    assert "Left after hole 2" in table.get("/table").text


def test_somebody_who_has_cards_on_this_hole_leaves_after_it(table: WebTable) -> None:
    table.enter(3, {"Bo": "4"}, do="save")
    table.post("/table", form(table, stay_Bo="leaves"))
    assert person(table, "Bo").left == 3


def test_somebody_comes_back(table: WebTable) -> None:
    table.post("/table", form(table, stay_Bo="leaves"))
    table.enter(3, {"Ann": "1", "Cy": "2"}, do="confirm")
    table.post("/table", form(table, stay_Bo="back"))
    assert person(table, "Bo").left is None
    assert table.kept().game.standings[-1].rank is not None
    assert table.kept().game.by_average


def test_the_dealer_of_this_hole_is_chosen(table: WebTable) -> None:
    table.post("/table", form(table, dealer=str(table.players["Ann"])))
    assert dealer_name(table, 3) == "Ann"
    assert dealer_name(table, 4) == "Bo"


def test_the_first_dealer_is_chosen_before_the_first_card(client: Phone) -> None:
    table = sit_down(client)
    table.post("/table", form(table, dealer=str(table.players["Cy"])))
    assert table.kept().game.first_dealer == table.players["Cy"]
    assert not table.kept().game.holes


def test_when_the_dealer_leaves_the_next_seat_deals(table: WebTable) -> None:
    table.post("/table", form(table, dealer=str(table.players["Ann"])))
    table.post("/table", form(table, stay_Ann="leaves"))
    assert dealer_name(table, 3) == "Bo"


def test_whoever_has_no_entry_is_taken_out_even_as_the_dealer(table: WebTable) -> None:
    table.post("/table", form(table, newcomer="Di"))
    di = person(table, "Di").id
    table.post("/table", form(table, dealer=str(di)))
    assert dealer_name(table, 3) == "Di"
    assert table.post("/table", form(table, stay_Di="removed")).status_code == 302
    assert names(table) == ["Ann", "Bo", "Cy"]
    assert dealer_name(table, 3) == "Ann"


def test_the_first_dealer_is_taken_out_before_anybody_played(client: Phone) -> None:
    table = sit_down(client)
    assert table.post("/table", form(table, stay_Ann="removed")).status_code == 302
    assert names(table) == ["Bo", "Cy"]
    assert dealer_name(table, 1) == "Bo"


@pytest.mark.parametrize("holes", [2, 3, 18, 36])
def test_the_number_of_holes_changes(table: WebTable, holes: int) -> None:
    table.post("/table", form(table, holes_planned=str(holes)))
    assert table.kept().game.holes_planned == holes


def test_a_title_is_given_and_taken_away(table: WebTable) -> None:
    table.post("/table", form(table, title=" Friday  night "))
    assert table.kept().title == "Friday night"
    table.post("/table", form(table, title=""))
    assert table.kept().title == ""


def test_all_of_it_is_one_change_and_one_undo_takes_it_back(table: WebTable) -> None:
    before, changes = table.kept(), changes_of(table)
    order = ",".join(str(table.players[name]) for name in ("Cy", "Bo", "Ann"))
    everything = form(
        table, name_Ann="Anna", stay_Bo="leaves", newcomer="Di", title="Friday", holes_planned="18", order=order
    )
    assert table.post("/table", everything).status_code == 302
    assert changes_of(table) == changes + 1
    assert names(table) == ["Cy", "Bo", "Anna", "Di"]
    assert table.post("/undo", {}).status_code == 302
    assert (table.kept().game, table.kept().title) == (before.game, before.title)


def test_saving_without_a_change_writes_nothing(table: WebTable) -> None:
    version = table.kept().version
    assert table.post("/table", form(table)).status_code == 302
    assert table.kept().version == version


# --- twice, and from two phones ---------------------------------------------------------------------------------------


def seen(table: WebTable) -> str:
    found = table.get("/table").text.partition('name="seen" value="')[2]
    return found.partition('"')[0]


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"newcomer": "Di"}, id="joins"),
        pytest.param({"stay_Bo": "leaves"}, id="leaves"),
        pytest.param({"name_Bo": "Bob", "title": "Friday"}, id="renamed"),
        pytest.param({"holes_planned": "18"}, id="more-holes"),
    ],
)
def test_a_form_that_is_sent_twice_is_done_once(table: WebTable, changes: dict[str, str]) -> None:
    sent = {**form(table, **changes), "seen": seen(table), "write_id": new_id()}
    before = changes_of(table)
    for _ in range(2):
        assert table.post("/table", sent).status_code == 302
    assert changes_of(table) == before + 1


def test_what_another_phone_did_meanwhile_is_not_undone_in_silence(table: WebTable) -> None:
    old = {**form(table, title="Friday"), "seen": seen(table)}
    table.post("/table", form(table, name_Bo="Bob"))
    answer = table.post("/table", old)
    assert answer.status_code == 409
    assert "Ann, Bob and Cy play" in answer.text
    assert 'value="Friday"' in answer.text
    assert names(table) == ["Ann", "Bob", "Cy"]
    assert table.post("/table", {**old, "seen": seen(table)}).status_code == 302, "once seen, it is saved"


# --- what the sheet leaves open for some number of players -----------------------------------------------------------

QUESTION = "One deck or two for four players?"
ANSWER = "option.decks-at-four"
THIRTEEN_KINGS = {"Ann": "K K K / K K K", "Bo": "K K K / K K K", "Cy": "K 2 3 / 4 5 6", "Di": "2 3 4 / 5 6 7"}


@pytest.fixture
def four(client: Phone) -> WebTable:
    """Three began under a house with a gap at four, and Di joins them."""
    table = sit_down(client, house="penalty")
    assert QUESTION not in table.get("/table").text
    answer = table.post("/table", form(table, newcomer="Di"))
    assert answer.location == f"/g/{table.edit_key}/table", "where the question stands"
    table.players = {player.name: player.id for player in table.kept().game.players}
    return table


def test_a_fourth_player_makes_the_page_ask_what_the_sheet_leaves_open(four: WebTable) -> None:
    page = four.get("/table").text
    assert QUESTION in page
    assert "holes with four players are not checked for impossible cards" in page
    assert "checked" not in page.partition(f'id="{ANSWER}"')[2].partition("</fieldset>")[0], "nothing is guessed"
    four.enter(1, THIRTEEN_KINGS, do="save")
    assert not four.kept().game.warnings(1)

    answer = four.post("/table", {**form(four), ANSWER: "one"})
    assert (answer.status_code, answer.location) == (302, f"/g/{four.edit_key}")
    assert four.kept().game.warnings(1)[0].message.startswith("13 kings")
    assert QUESTION not in four.get("/table").text
    assert "One deck or two for four players? Now: one deck" in four.get("/history").text
    assert four.post("/undo", {}).status_code == 302
    assert QUESTION in four.get("/table").text


def test_nobody_has_to_answer_before_going_on(four: WebTable) -> None:
    answer = four.post("/table", form(four, title="Friday"))
    assert answer.location == f"/g/{four.edit_key}"
    assert four.kept().title == "Friday"
    assert QUESTION in four.get("/table").text


def test_when_the_fourth_is_taken_out_nothing_is_asked_any_more(four: WebTable) -> None:
    four.post("/table", form(four, stay_Di="removed"))
    assert QUESTION not in four.get("/table").text


def test_when_the_fifth_leaves_four_are_asked(client: Phone) -> None:
    table = sit_down(client, house="penalty", names="Ann Bo Cy Di Eve")
    table.enter(1, {"Ann": "1", "Bo": "2", "Cy": "3", "Di": "4", "Eve": "5"}, do="confirm", ender="nobody")
    answer = table.post("/table", form(table, stay_Eve="leaves"))
    assert answer.location == f"/g/{table.edit_key}/table"
    assert QUESTION in table.get("/table").text


def test_a_question_answered_twice_is_answered_once(four: WebTable) -> None:
    sent = {**form(four), ANSWER: "two", "seen": seen(four), "write_id": new_id()}
    before = changes_of(four)
    for _ in range(2):
        assert four.post("/table", sent).status_code == 302
    assert changes_of(four) == before + 1


def test_two_answers_at_once_are_shown_and_not_mixed(four: WebTable) -> None:
    old = {**form(four), ANSWER: "two", "seen": seen(four)}
    four.post("/table", {**form(four), ANSWER: "one"})
    assert four.post("/table", old).status_code == 409
    assert dict(four.kept().game.house.readings) == {"decks-at-four": "one"}


@pytest.mark.parametrize(
    ("field_name", "reading", "said"),
    [
        pytest.param(ANSWER, "three", "no reading", id="no such answer"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(four: WebTable, field_name: str, reading: str, said: str) -> None:
    before = four.kept()
    answer = four.post("/table", {**form(four), field_name: reading})
    assert answer.status_code == 422
    assert said in answer.text
    assert four.kept() == before


# --- what is refused --------------------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "no-name": ({"name_Bo": "  "}, "every player needs a name"),
    "long-name": ({"name_Bo": "B" * 41}, "at most 40"),
    "name-taken": ({"name_Bo": "ann"}, "two players are called ann"),
    "newcomers-name-taken": ({"newcomer": "CY"}, "two players are called cy"),
    "unseen-sign": ({"newcomer": "D\u202ei"}, "nobody can see"),
    "nul": ({"newcomer": "D\x00i"}, "nobody can see"),
    "took-part": ({"stay_Bo": "removed"}, "cannot vanish"),
    "too-few-stay": ({"stay_Bo": "leaves", "stay_Cy": "leaves"}, "needs at least 2 players"),
    "fewer-holes-than-played": ({"holes_planned": "1"}, "hole 2 has begun"),
    "too-many-holes": ({"holes_planned": "37"}, "1 to 36 holes"),
    "no-holes": ({"holes_planned": "0"}, "1 to 36 holes"),
    "holes-no-number": ({"holes_planned": "<b>nine</b>"}, "is a number"),
    "holes-huge": ({"holes_planned": "9" * 400}, "is a number"),
    "long-title": ({"title": "x" * 81}, "at most 80"),
    "seat-twice": ({"order": "{Ann},{Ann},{Bo},{Cy}"}, "two players are called Ann"),
}


@pytest.mark.parametrize(("changes", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_what_cannot_be_is_explained_and_changes_nothing(table: WebTable, changes: dict[str, str], said: str) -> None:
    before = table.kept()
    filled = {name: value.format(**table.players) if name == "order" else value for name, value in changes.items()}
    answer = table.post("/table", form(table, **{"title": "Kept as typed", **filled}))
    assert answer.status_code == 422
    assert said.lower() in answer.text.lower()
    assert 'role="alert"' in answer.text
    if "title" not in changes:
        assert 'value="Kept as typed"' in answer.text
    assert table.kept() == before


def test_a_full_table_says_why(table: WebTable) -> None:
    table.post("/table", form(table, newcomer="Di"))
    assert "seats at most 4 players, not 5" in table.get("/table").text
    answer = table.post("/table", form(table, newcomer="Eve"))
    assert answer.status_code == 422
    assert "its sheet is written for 2 to 4" in answer.text
    assert 'value="Eve"' in answer.text


def test_when_all_is_played_nobody_joins_or_leaves(client: Phone) -> None:
    table = sit_down(client, holes=1)
    table.enter(1, HANDS, do="confirm")
    assert "Every hole is played" in table.get("/table").text
    assert table.post("/table", form(table, newcomer="Di")).status_code == 422
    table.post("/table", form(table, stay_Bo="leaves"))
    assert all(player.left is None for player in table.kept().game.players)
    assert table.post("/table", form(table, holes_planned="2")).status_code == 302
    assert table.kept().game.current_hole == 2


def test_an_extra_hole_fixes_the_length(client: Phone) -> None:
    table = sit_down(client, holes=1)
    table.enter(1, {"Ann": "5", "Bo": "5", "Cy": "9"}, do="confirm")
    table.post("/playoff", {})
    answer = table.post("/table", form(table, holes_planned="9"))
    assert answer.status_code == 422
    assert "an extra hole has begun" in answer.text


def test_markup_in_names_stays_text(table: WebTable) -> None:
    markup = "<img src=x onerror=alert(1)>"
    assert table.post("/table", form(table, name_Bo=markup)).status_code == 302
    for page in ("/table", "/end", ""):
        text = table.get(page).text
        assert "<img src=x" not in text
        assert "&lt;img src=x" in text
    assert (
        table.post("/table", form(table, title='"><script>x</script>', holes_planned="x")).text.count("<script>x") == 0
    )


HOSTILE: dict[str, dict[str, Any]] = {
    "nothing": {},
    "file": {"title": "x" * 200_000},
    "many-fields": {f"name-{number}": "x" for number in range(400)},
    "odd-move": {"move": "sideways-x"},
    "unknown-move": {"move": "up-999999"},
}


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_forms_are_answered_and_change_nothing(table: WebTable, sent: dict[str, Any]) -> None:
    before = table.kept()
    assert table.post("/table", sent).status_code in (200, 302, 422)
    assert table.kept() == before


def test_the_view_link_and_a_wrong_key_are_the_same_missing_page(table: WebTable) -> None:
    before = table.kept()
    answers = [
        answer
        for key in (table.view_key, "no-such-game-0123456789")
        for answer in (table.get("/table", key=key), table.post("/table", form(table, title="Mine"), key=key))
    ]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.text.replace(table.token(), "") for answer in answers}) == 1
    assert table.kept() == before


def test_a_form_without_its_token_is_refused(table: WebTable) -> None:
    before = table.kept()
    assert table.client.post(f"/g/{table.edit_key}/table", data=form(table, title="Mine")).status_code == 400
    assert table.kept() == before
