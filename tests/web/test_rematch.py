"""Rematches on pages: visitors of the old game get a link to the new one, and nothing else."""

import re
from dataclasses import replace

from tests.conftest import Phone
from tests.web.tables import sit_down


def test_a_game_to_a_number_of_points_that_was_finished_early_is_played_again_to_that_number(client: Phone) -> None:
    table = sit_down(client, "vanishing-columns", holes=36)
    assert table.enter(1, {"Ann": "5", "Bo": "5", "Cy": "9"}, do="confirm", ender="nobody").status_code == 302
    assert table.post("/finish", {"after": "1"}).status_code == 302
    again = table.post("/rematch", {}).location.split("/")[2]
    assert replace(table, edit_key=again).kept().game.holes_planned == 36


def test_the_old_game_leads_on_by_a_link_of_the_same_kind(client: Phone) -> None:
    table = sit_down(client, holes=1)
    assert table.enter(1, {"Ann": "5", "Bo": "5", "Cy": "9"}, do="confirm", ender="nobody").status_code == 302
    edit_key = table.post("/rematch", {}).location.split("/")[2]
    view_key = replace(table, edit_key=edit_key).kept().view_key
    other = client.application.test_client()
    for key, path, leads_to in (
        (table.edit_key, "", f"/g/{edit_key}"),
        (table.view_key, "", f"/g/{view_key}"),
        (table.view_key, "/end", f"/g/{view_key}"),
        (table.edit_key, "/screen", f"/g/{view_key}/screen"),  # its address is there for all to read
    ):
        page = other.get(f"/g/{key}{path}", follow_redirects=True).text
        assert re.findall(r'class="(?:plays-again__link|screen__next)" href="(/g/[^"]*)"', page) == [leads_to]
        assert client.get(leads_to).status_code == 200
