"""The bar: the same three places on every page, and in a game that game's, by the best link of whoever looks."""

import re

import pytest

from tests.conftest import Phone
from tests.web.tables import sit_down

OF_THE_TABLE = ("", "/hole/1", "/history", "/end", "/invite", "/readings", "/rules", "/table")
OF_THE_REFEREE = (
    *("/referee?", "/referee/turn?", "/score?"),
    *("/houses/penalty/questions?", "/houses/penalty/questions/001-c?"),
)


def bar(page: str) -> dict[str, str]:
    return {words: href for href, words in re.findall(r'<li><a href="([^"]+)"[^>]*>(Score|Rules|Referee)</a>', page)}


def marked(page: str) -> dict[str, str]:
    """What is marked as where one is, and how."""
    found = re.findall(r'<li><a href="[^"]+" aria-current="(\w+)">(Score|Rules|Referee)</a>', page)
    return {words: how for how, words in found}


@pytest.mark.long
@pytest.mark.parametrize("may_edit", [True, False])
def test_in_a_game_the_bar_leads_to_that_game(client: Phone, may_edit: bool) -> None:
    table = sit_down(client, "penalty")
    stranger = client.application.test_client()
    phone, key = (client, table.edit_key) if may_edit else (stranger, table.view_key)
    own = {"Score": f"/g/{key}", "Rules": f"/g/{key}/rules", "Referee": f"/referee?game={table.view_key}"}
    for path in OF_THE_TABLE:
        if may_edit or path not in ("/hole/1", "/table"):
            assert bar(phone.get(f"/g/{key}{path}").text) == own, path
    for path in OF_THE_REFEREE:
        assert bar(phone.get(f"{path}game={table.view_key}").text) == own, path


def test_elsewhere_it_leads_to_the_start_all_houses_and_the_referee(client: Phone) -> None:
    for path in ("/", "/new", "/houses", "/houses/penalty", "/referee", "/score", "/practice", "/sets", "/class"):
        assert bar(client.get(path).text) == {"Score": "/", "Rules": "/houses", "Referee": "/referee"}, path


@pytest.mark.parametrize(
    ("path", "words", "current"),
    [
        *((path, "Score", "page" if not path else "true") for path in OF_THE_TABLE if path != "/rules"),
        ("/rules", "Rules", "page"),
    ],
)
def test_the_bar_marks_the_part_that_a_page_of_a_game_is_in(client: Phone, path: str, words: str, current: str) -> None:
    table = sit_down(client, "penalty")
    assert marked(client.get(f"/g/{table.edit_key}{path}").text) == {words: current}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", {"Score": "page"}),
        ("/new", {"Score": "true"}),
        ("/new/penalty", {"Score": "true"}),
        ("/houses", {"Rules": "page"}),
        ("/houses/penalty", {"Rules": "true"}),
        ("/houses/penalty/questions", {"Rules": "true"}),
        ("/houses/build", {"Rules": "true"}),
        ("/referee", {"Referee": "page"}),
        ("/referee/turn", {"Referee": "true"}),
        ("/score", {"Referee": "true"}),
        ("/practice", {}),
        ("/class", {}),
    ],
)
def test_the_bar_marks_the_part_that_a_page_is_in(client: Phone, path: str, expected: dict[str, str]) -> None:
    assert marked(client.get(path, follow_redirects=True).text) == expected
