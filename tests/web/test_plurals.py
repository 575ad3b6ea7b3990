"""One hole is no `1 holes`: every page is read through, with one of as much as there can be one of."""

import re

import pytest
from lxml import html

from tests.web.tables import sit_down
from tests.web.world import World

MANY = re.compile(r"(?<![\d.,:/−-])1 ((?!is\b|was\b|has\b|counts\b|wins\b|does\b|leads\b|as\b)[a-z]+s)\b")
"""A plural behind a one; verbs are none."""


def shown(page: str) -> str:
    """The words of a page."""
    whole = html.fromstring(page)
    for part in whole.xpath("//script | //style | //head | //textarea"):
        part.drop_tree()
    labels = whole.xpath("//@aria-label | //@placeholder | //@alt | //@title")
    return " ".join([whole.text_content(), *labels]).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.long
@pytest.mark.parametrize("planned", [1, 9])
def test_no_page_has_one_of_many(world: World, planned: int) -> None:
    """A game of one hole, and one of nine that was finished after the first; all other pages beside."""
    table = sit_down(world.stranger(), names="Ann Bo", holes=planned)
    table.enter(1, {"Ann": "1", "Bo": "5"}, do="confirm", ender="nobody")
    if planned > 1:
        table.post("/finish", {"after": "1"})
    seen, wrong = 0, []
    for rule in world.rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith("/static"):
            continue
        ours = rule.rule.startswith("/g/")
        places = {"key": table.edit_key, "player": table.players["Ann"]} if ours else {}
        answer = (table.client if ours else world.phone).get(world.address(rule, **places), follow_redirects=True)
        if answer.status_code == 200 and answer.mimetype == "text/html":
            seen += 1
            wrong += [f"{rule}: {found[0]}" for found in MANY.finditer(" ".join(shown(answer.text).split()))]
    assert seen > 40
    assert wrong == []
