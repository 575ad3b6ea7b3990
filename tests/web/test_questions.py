"""Where rules differ: the pages of the open questions, one for each row of a sheet."""

import re

import pytest

from scorekeeper import houses
from scorekeeper.referee.open_questions import answers
from scorekeeper.rules.wording import number
from tests.conftest import Phone
from tests.web.students import words
from tests.web.tables import sit_down


@pytest.mark.long
def test_every_question_is_listed_and_has_its_page(client: Phone) -> None:
    for house in map(houses.get, ("penalty", "two-joker", "four-card", "suits-and-runs")):
        listed, pages = client.get(f"/houses/{house.key}/questions").text, dict[str, str]()
        for option in house.options:
            row = option.row or option.key
            assert f'href="/houses/{house.key}/questions/{row}#{option.key}"' in listed
            assert option.question in words(listed)
            pages[row] = pages.get(row) or words(client.get(f"/houses/{house.key}/questions/{row}").text)
            assert option.question in pages[row]
            assert option.why in pages[row]
            for one in answers(house, option):
                assert one.reading.text[:1].upper() + one.reading.text[1:] in pages[row]
                assert one.total is None or f"example score {number(one.total)}" in pages[row]
                assert one.text in pages[row]


def test_a_reading_is_played_with_one_tap(client: Phone) -> None:
    page = client.get("/houses/penalty/questions/001-c").text
    link = "/new/penalty?option.joker-pair=keep"
    assert f'href="{link}"' in page
    form = client.get(link).text
    assert re.search(r'name="option\.joker-pair" value="keep"[^>]*checked', form)


def test_a_game_marks_how_it_is_played_and_leads_back_to_its_readings(client: Phone) -> None:
    kept = sit_down(client, houses.with_readings(houses.get("penalty"), {"joker-pair": "keep"}), "Ann Bo")
    page = client.get(f"/houses/penalty/questions/001-c?game={kept.edit_key}", follow_redirects=True).text
    assert "you play this" in page
    marked = re.findall(r'reading-worked is-in-force" id="([^"]+)"', page)
    assert marked == ["joker-pair-keep"]
    assert f'href="/g/{kept.edit_key}/readings?option.joker-pair=zero"' in page
    assert f'href="/g/{kept.edit_key}/readings#option.joker-pair"' in page
    assert "/new/penalty" not in page
    led_on = client.get(f"/houses/penalty/questions?game={kept.edit_key}")
    assert led_on.location == f"/houses/penalty/questions?game={kept.view_key}", "people send this address around"
    listed = client.get(led_on.location).text
    assert "Your rule: each joker keeps its own value" in words(listed)
    assert f"/questions/001-c?game={kept.view_key}#joker-pair" in listed
