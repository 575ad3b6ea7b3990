"""What people read is plain American English: no bookish word, no British spelling, curly quotes and a true minus."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.project.words import said
from tests.promises.visitor import Visitor

STRAIGHT = re.compile(r"""[\w,.]['"]|['"]\w""")
HYPHEN_FOR_MINUS = re.compile(r"(?<![\w–−-])-\d|\bminus \d")
IN_BRACKETS = re.compile(r"\((our reading|not in the rules|your choice|read so|not in the sheet|chosen by the table)\)")

ANYWHERE = (
    *("/", "/new", "/new/penalty", "/people", "/houses", "/houses/worksheet", "/houses/penalty", "/houses/four-card"),
    *("/houses/rvers", "/houses/two-joker", "/houses/six-card", "/houses/play-nine", "/houses/penalty/questions"),
    *("/houses/two-joker/questions/004-a", "/houses/build?from=two-joker", "/score?house=penalty&cards=5+*+7+/+5+Q+K"),
    *("/referee", "/referee/turn?house=penalty&ask=put-back", "/referee/four-card/wrong?about=looked", "/practice"),
    *("/practice/penalty", "/play", "/sets", "/class", "/join", "/import", "/offline", "/no-such-page"),
)
IN_A_GAME = (
    "",
    "/hole/2",
    "/hole/1/worked",
    "/history",
    "/table",
    "/readings",
    "/rules",
    "/invite",
    "/screen",
    "/end",
    "/wrong",
)


def spoken(page: Any) -> Iterator[str]:
    """Each piece of text of a page that people see or hear; what is to be typed as it is stands in code or in boxes."""
    for node in page.xpath("//body//text()[not(ancestor::script or ancestor::code or ancestor::textarea)]"):
        if node.strip():
            yield str(node)
    yield from map(str, page.xpath("//body//@aria-label | //body//@title | //body//img/@alt"))


def faults(page: Any) -> list[str]:
    """What of a page is not said as the conventions have it."""
    signs = (STRAIGHT, HYPHEN_FOR_MINUS, IN_BRACKETS)
    return [text.strip() for text in spoken(page) if [*said(text)] or any(sign.search(text) for sign in signs)]


@pytest.mark.parametrize("path", ANYWHERE)
def test_a_page_is_in_plain_english(path: str, visitor: Visitor) -> None:
    page = visitor.go(path).page
    assert len(list(spoken(page))) > 3
    assert faults(page) == []


def test_the_pages_of_a_game_are_in_plain_english(visitor: Visitor) -> None:
    key = visitor.begin("penalty", ("Ann", "Bo", "Cy"))
    visitor.enter(key, 1, ["5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4"], ender="1")
    assert {path: found for path in IN_A_GAME if (found := faults(visitor.go(f"/g/{key}{path}").page))} == {}


def test_a_rule_sheet_marks_what_is_ours_by_signs_with_one_legend(visitor: Visitor) -> None:
    for house in ("worksheet", "penalty", "rvers", "four-card", "two-joker", "six-card"):
        page = visitor.go(f"/houses/{house}").page
        (legend,) = page.xpath("//*[@data-legend]")
        explained = [words.partition(" ") for words in legend.xpath(".//span/text()")]
        used = page.xpath("//*[@data-basis]/span[@aria-hidden]/text()")
        assert explained, house
        assert {sign for sign, _, _ in explained} == set(used), house
        assert {words.replace(" ", "-") for _, _, words in explained} == set(page.xpath("//@data-basis")), house
