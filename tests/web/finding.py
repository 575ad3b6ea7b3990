"""Learners who let their mistake be found over HTTP, and what the page tells them in the end."""

from __future__ import annotations

import re
from collections.abc import Callable

from scorekeeper.rules import House, Layout
from scorekeeper.school.diagnosis.misreads import Misread
from scorekeeper.school.practice.find_my_mistake import HANDS
from scorekeeper.school.practice.practice_session import MISTAKE
from tests.conftest import Phone
from tests.web.practicing import kept, start, tab

Believed = Callable[[Layout], int]


def told(client: Phone, house: House, believed: Believed) -> str:
    """The heading of the last page, after five hands that somebody counts so."""
    client.send_form("/practice/forget")
    start(client, MISTAKE, house.key)
    page = tab(client, house.key)
    for _ in range(HANDS):
        asked = kept(client, house.key).asked
        assert asked is not None
        (hand,) = asked.question.hands
        page = page.answer(points=str(believed(hand.layout)))
    return str(re.findall(r"<h1>(.*?)</h1>", page.page)[-1])


def tell(heading: str, misread: Misread) -> bool:
    """Whether that heading tells of it."""
    return heading.endswith(f" scoring as if {misread.doing}")


def accuses(heading: str) -> bool:
    return " scoring as if" in heading
