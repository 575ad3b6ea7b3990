"""The pages of the lessons: each screen of each house, what can be tapped on it, and what is said to a try."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from lxml import html

from scorekeeper import houses
from scorekeeper.rules import House
from scorekeeper.school.lesson import lesson
from scorekeeper.school.lesson.tasks import DO, Exercise, Moves
from scorekeeper.web.db import store
from tests.apps import make_app
from tests.conftest import Phone, new_phone

BUILT_IN = {house.key: house for house in houses.built_in()}


def read(page: str) -> Any:
    return html.fromstring(page)


def text_of(page: str) -> str:
    return " ".join(read(page).text_content().split())


def sent(page: str) -> list[dict[str, list[str]]]:
    """What each button of the page can send, without scripts."""
    tree = read(page)
    found = []
    for button in tree.xpath("//main//button[@name]"):
        found.append({button.get("name"): [button.get("value")]})
    return found


def addresses(page: str) -> set[str]:
    return {link.get("href") for link in read(page).xpath("//main//a[@href]")}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A phone that only reads: one app serves all of these tests."""
    app = make_app(tmp_path_factory.mktemp("learn") / "instance")
    yield new_phone(app)
    with app.app_context():
        store().close()


def walk(client: Phone, house: House, address: str) -> None:
    """From the first screen to the last by what the pages lead to, doing on each what it is about."""
    screens = lesson(house)
    here = client.get(f"/learn/{address}").location
    for number, screen in enumerate(screens, start=1):
        assert here == f"/learn/{address}/{screen.key}"
        page = client.get(here)
        assert page.status_code == 200, here
        if isinstance(screen.task, Moves):  # each way to try has one button, and nothing else is sent
            assert sorted(one[DO][0] for one in sent(page.text)) == sorted(way.key for way in screen.task.ways), here
        told = text_of(page.text)
        assert f"{number} of {len(screens)}" in told
        assert " ".join(screen.says) in told
        done = client.get(f"{here}?{urlencode(screen.task.solution, doseq=True)}")
        assert done.status_code == 200, (here, screen.task.solution)
        said = read(done.text).get_element_by_id("told")
        assert "said--right" in said.get("class"), (here, said.text_content())
        onward = read(done.text).xpath('//nav[@class="lesson__onward"]//a[contains(@class, "button--primary")]')
        assert len(onward) == 1, here
        here = onward[0].get("href")
    assert here == f"/practice/{address}"


def test_a_house_is_learned_from_the_first_screen_to_the_last(reader: Phone) -> None:
    for key in ("penalty", "four-card", "vanishing-columns"):
        walk(reader, BUILT_IN[key], key)


# --- what is shown, and when ------------------------------------------------------------------------------------------


def test_the_illegal_move_is_shown_with_where_it_stands_and_the_table_stays_as_it_was(reader: Phone) -> None:
    before = reader.get("/learn/penalty/draw").text
    page = reader.get("/learn/penalty/draw?do=pass").text
    told = text_of(page)
    assert "Not allowed." in told
    assert "Sheet 001: " in told
    assert "mistake" not in told
    assert "wrong" not in told
    assert sent(page) == sent(before)


def test_a_card_that_lies_face_down_is_not_in_the_page(reader: Phone) -> None:
    """Not even in an attribute: only what it turns out to be once it was turned up."""
    page = reader.get("/learn/four-card/deal").text
    grid = html.tostring(read(page).xpath('//table[contains(@class, "layout")]')[0], encoding="unicode")
    assert grid.count("card--back") == 4
    assert not re.search(r"card__rank|hearts|spades|clubs|diamonds", grid)


def test_what_the_cards_count_is_in_the_page_only_once_it_was_answered(reader: Phone) -> None:
    address = "/learn/worksheet/score"
    (task,) = (screen.task for screen in lesson(BUILT_IN["worksheet"]) if screen.key == "score")
    assert isinstance(task, Exercise)
    assert "layout__points" not in reader.get(address).text
    assert "layout__points" not in reader.get(f"{address}?points=2.5").text
    (points,) = task.solution["points"]
    assert "layout__points" in reader.get(f"{address}?points={points}").text


@pytest.mark.parametrize("path", ["/learn/nobody", "/learn/~nobody/deal", "/learn/worksheet/four"])
def test_what_is_not_there_is_not_found(path: str, reader: Phone) -> None:
    assert reader.get(path).status_code == 404
