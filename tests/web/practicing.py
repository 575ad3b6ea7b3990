"""Practice in this process: a question put under way, its form sent, and what was kept."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from html import unescape

from lxml import html
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.rules import parse_layout
from scorekeeper.school.exercises.question import Question
from scorekeeper.school.exercises.questions.score import ScoreQuestion
from scorekeeper.school.practice.kept_practice import keep_practice, practice_of
from scorekeeper.school.practice.practice_session import Asked, Practice, Sitting
from scorekeeper.store.writes import Write
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.web.tables import device_of, new_id

WORKSHEET = houses.get("worksheet")
TWOS = "2 9 J / 2 9 A"
"""Counts 11 there; 7 with the pair of twos as −4."""


def kept(client: Phone, house: str = "worksheet") -> Practice:
    device = device_of(client)
    with client.application.app_context():
        return practice_of(store(), device, houses.get(house))


def keep(client: Phone, practice: Practice) -> None:
    device = device_of(client)
    with client.application.app_context():
        now = practice_of(store(), device, practice.house).version
        write = Write(id=new_id(), device=device, at=datetime.now(UTC))
        keep_practice(store(), device, replace(practice, version=now), write)


def ask(client: Phone, question: Question) -> None:
    """Make that question the one under way."""
    keep(client, Practice(question.house, sittings=1, sitting=Sitting(1, None, Asked(question))))


def score_of(cards: str) -> ScoreQuestion:
    return ScoreQuestion(WORKSHEET, parse_layout(cards, WORKSHEET))


@dataclass(frozen=True)
class Tab:
    """A page with a question, as it was when it was opened."""

    client: Phone
    page: str
    house: str

    @property
    def hidden(self) -> dict[str, str]:
        found = dict(re.findall(r'<input type="hidden" name="(asked|write_id)" value="([^"]*)"', self.page))
        assert set(found) == {"asked", "write_id"}
        return found

    def send(self, do: str = "answer", **fields: str) -> TestResponse:
        """Press a button of the form; the same form each time."""
        return self.client.send_form(f"/practice/{self.house}/question", **self.hidden, do=do, **fields)

    def answer(self, **fields: str) -> Tab:
        """Check, and look where that leads."""
        answer = self.send("answer", **fields)
        assert answer.status_code == 303, answer.text
        return tab(self.client, self.house)

    def go_on(self) -> Tab:
        assert self.send("next").status_code == 303
        return tab(self.client, self.house)


def tab(client: Phone, house: str = "worksheet") -> Tab:
    answer = client.get(f"/practice/{house}/question")
    assert answer.status_code == 200
    return Tab(client, unescape(answer.text), house)


def typed(question: Question) -> dict[str, str]:
    """What a form sends for the right answer."""
    return {name: str(value) for name, value in question.solution.items()}


def find_mistake(client: Phone, page: str) -> str:
    """What the question says to which the button leads that has five hands find a mistake."""
    (form,) = html.fromstring(page).xpath("//form[.//button[.='Find my mistake']]")
    (button,) = form.xpath(".//button")
    led = client.send_form(form.action, **dict(form.fields), **{button.get("name"): button.get("value")})
    return client.get(led.location).text


def start(client: Phone, rule: str = "", house: str = "worksheet") -> TestResponse:
    return client.send_form(f"/practice/{house}/start", rule=rule, write_id=new_id())
