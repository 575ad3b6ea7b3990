"""Players and holes of a running game: changes, refusals that keep what was typed, and undo."""

import pytest

from scorekeeper.rules import Player
from scorekeeper.tally.history import history
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import WebTable, sit_down

HANDS = {"Ann": "12", "Bo": "7", "Cy": "20"}


@pytest.fixture
def table(client: Phone) -> WebTable:
    """Ann, Bo and Cy with rules for two to four, two holes confirmed; Cy deals the third."""
    table = sit_down(client)
    for hole in (1, 2):
        assert table.enter(hole, HANDS, do="confirm").status_code == 302
    return table


def form(table: WebTable, **changed: str) -> dict[str, str]:
    """The form as the page shows it, with some fields changed; `name_Bo` is a field of one player."""
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
    """The number of changes in the game's history."""
    with table.client.application.app_context():
        return len(history(store(), table.edit_key))


def person(table: WebTable, name: str) -> Player:
    return next(player for player in table.kept().game.players if player.name == name)


# --- what can be done -------------------------------------------------------------------------------------------------


def test_the_buttons_move_a_seat_and_keep_what_was_typed(table: WebTable) -> None:
    version = table.kept().version
    for move, order in (("up-Bo", "Bo Ann Cy"), ("down-Bo", "Ann Cy Bo"), ("up-Ann", "Ann Bo Cy")):
        direction, _, name = move.partition("-")
        page = table.post("/table", {**form(table, newcomer="Di"), "move": f"{direction}-{table.players[name]}"})
        assert page.status_code == 200
        ids = ",".join(str(table.players[name]) for name in order.split())
        assert f'name="order" value="{ids}"' in page.text
        assert 'value="Di"' in page.text
    assert table.kept().version == version, "nothing is saved yet"


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


def seen(table: WebTable) -> str:
    found = table.get("/table").text.partition('name="seen" value="')[2]
    return found.partition('"')[0]


def test_what_another_phone_did_meanwhile_is_not_undone_in_silence(table: WebTable) -> None:
    old = {**form(table, title="Friday"), "seen": seen(table)}
    table.post("/table", form(table, name_Bo="Bob"))
    answer = table.post("/table", old)
    assert answer.status_code == 409
    assert "Ann, Bob and Cy, 9 holes" in answer.text
    assert 'value="Friday"' in answer.text
    assert names(table) == ["Ann", "Bob", "Cy"]
    assert table.post("/table", {**old, "seen": seen(table)}).status_code == 302, "once seen, it is saved"


QUESTION = "One deck or two for four players?"
ANSWER = "option.decks-at-four"
THIRTEEN_KINGS = {"Ann": "K K K / K K K", "Bo": "K K K / K K K", "Cy": "K 2 3 / 4 5 6", "Di": "2 3 4 / 5 6 7"}


@pytest.fixture
def four(client: Phone) -> WebTable:
    """Three players whose rules leave a question open for four, joined by Di."""
    table = sit_down(client, house="penalty")
    assert QUESTION not in table.get("/table").text
    answer = table.post("/table", form(table, newcomer="Di"))
    assert answer.location == f"/g/{table.edit_key}/table", "where the question stands"
    table.players = {player.name: player.id for player in table.kept().game.players}
    return table


def test_a_fourth_player_makes_the_page_ask_what_the_sheet_leaves_open(four: WebTable) -> None:
    page = four.get("/table").text
    assert QUESTION in page
    assert "checked" not in page.partition(f'id="{ANSWER}"')[2].partition("</fieldset>")[0], "nothing is guessed"
    four.enter(1, THIRTEEN_KINGS, do="save")
    assert not four.kept().game.warnings(1)

    answer = four.post("/table", {**form(four), ANSWER: "one"})
    assert (answer.status_code, answer.location) == (302, f"/g/{four.edit_key}")
    assert four.kept().game.warnings(1)[0].message.startswith("Ann has six kings, Bo six and Cy one")
    assert QUESTION not in four.get("/table").text
    assert "One deck or two for four players? Now: one deck" in four.get("/history").text
    assert four.post("/undo", {}).status_code == 302
    assert QUESTION in four.get("/table").text


REFUSED: list[tuple[dict[str, str], str, str]] = [
    ({"name_Bo": "ann"}, "name-Bo", "Two players are named ann."),
    ({"newcomer": "D\x1b[1mi"}, "newcomer", "contains an invisible character."),
    ({"stay_Bo": "leaves", "stay_Cy": "leaves"}, "seats", "needs at least two players"),
    ({"holes_planned": "1"}, "holes_planned", "Hole 2 has started"),
    ({"stay_Bo": "removed"}, "", "can’t remove them"),
]


def test_what_cannot_be_is_explained_at_its_field_and_changes_nothing(table: WebTable) -> None:
    before = table.kept()
    for changes, field, said in REFUSED:
        answer = table.post("/table", form(table, **{"title": "Kept as typed", **changes}))
        assert answer.status_code == 422, said
        name, _, person = field.partition("-")
        field = f"{name}-{table.players[person]}" if person else field
        at = answer.text.partition(f'id="{field}-error"' if field else 'id="errors"')[2].partition("</div>")[0]
        assert said in at
        assert f'value="{changes.get("title", "Kept as typed")}"' in answer.text
    everything = table.post("/table", form(table, name_Bo="ann", holes_planned="99")).text
    assert "Two players are named ann." in everything
    assert "1 to 36 holes, not 99" in everything
    assert table.kept() == before
