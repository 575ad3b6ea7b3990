"""A pupil who means harm, with a seat of their own, and a stranger who knows what stands on the board, try everything.

The routes are taken from the app itself. One that needs something which is not in GUESSES fails a test, and so does one
of a class that writes and is not in BODIES, so that nothing new goes untried; and what is tried is first shown to work
for whoever may, so that no attempt is idle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import product
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.school.session import Pace
from scorekeeper.web import limits
from tests.conftest import Phone
from tests.store.schooling import KEY_CODE, RIGHT
from tests.web.lessons import Lesson, Scorer, begin_lesson, everything
from tests.web.tables import new_id

SAFE = {"GET", "HEAD", "OPTIONS"}
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
OTHERS_ANSWER = "-4711"
"""What the other pupil answered: a number of as many digits as are taken, which stands nowhere else by itself."""
NUMBER = OTHERS_ANSWER.strip("-")
"""That, whatever its minus looks like."""

Body = Mapping[str, Any]


# --- what is guessed --------------------------------------------------------------------------------------------------


def guesses(lesson: Lesson) -> Mapping[str, Sequence[str | int]]:
    """What somebody in the class would put into an address, by the name of its place there."""
    code = lesson.code
    codes = (code, f"{code[:3]}-{code[3:]}".lower(), lesson.kept.set_code)
    return {
        "key": (*codes, str(lesson.kept.id), "A" * 22, "%"),
        "code": codes,
        "number": (1, 2, 0, 3, 10**6),
        "letter": ("A", "B"),
        "rule": ("P1", "V1"),
        # of games, houses and lessons, where a class is not looked for
        **dict.fromkeys(("house", "screen", "row", "name", "filename", "share_key", "owner_key"), ("1",)),
        **dict.fromkeys(("hole", "player"), (1,)),
    }


BODIES: Mapping[str, Callable[[Lesson], Sequence[Body]]] = {
    "classroom.begin": lambda lesson: [{"code": lesson.kept.set_code, "pace": "practice"}],
    "classroom.lead": lambda lesson: [
        {"action": action, "based_on": str(lesson.kept.led)} for action in ("end", "pause", "unlock")
    ],
    "classroom.delete_now": lambda lesson: [{"sure": "on", "do": "delete"}],
    "classroom.remove_pupil": lambda lesson: [{}],
    "classroom.forget_all": lambda lesson: [{}],
    "classroom.save_paper": lambda lesson: [{"sheet": "A1", "A.points": RIGHT[0]}],
    "classroom.remove_paper": lambda lesson: [{}],
    "pupils.take": lambda lesson: [{"name": "Brave Ace"}, {"name": "Somebody Rude"}],
    "pupils.come_back": lambda lesson: [{"code": "22222"}, {"code": lesson.code}, {"code": "%"}],
    "pupils.leave": lambda lesson: [{}],
    "pupils.work": lambda lesson: [{"letter": "A", "do": "answer", "points": RIGHT[0]}],
    "api.do_work": lambda lesson: [
        {"letter": letter, "did": did, "typed": {"points": RIGHT[0]}}
        for letter, did in (("A", "answer"), ("B", "answer"), ("A", "hint"), ("A", "show"))
    ],
}
"""What a page would send to each route of a class that writes."""


def rules(app: OpenAPI) -> list[Rule]:
    return sorted(app.url_map.iter_rules(), key=str)


def is_of_a_class(rule: Rule) -> bool:
    return re.match(r"/(api/)?(class|join)\b", rule.rule) is not None


def writes(rule: Rule) -> bool:
    return bool((rule.methods or set()) - SAFE)


def addresses(rule: Rule, lesson: Lesson) -> Iterator[str]:
    known = guesses(lesson)
    names = sorted(rule.arguments - set(rule.defaults or {}))
    missing = set(names) - known.keys()
    assert not missing, f"{rule.endpoint} needs {missing}: say in guesses() what a pupil would try there"
    for values in product(*(known[name] for name in names)):
        built = rule.build(dict(zip(names, values, strict=True)) | dict(rule.defaults or {}))
        assert built is not None
        yield built[1]


def send(phone: Phone, token: str, method: str, path: str, body: Body, *, json: bool) -> TestResponse:
    headers = {"X-CSRFToken": token, "X-HTTP-Method-Override": "PUT"}
    if json:
        return phone.open(path, method=method, json=dict(body), headers=headers)
    form = {name: value for name, value in body.items() if not isinstance(value, dict)}
    return phone.open(path, method=method, data={**form, "csrf_token": token}, headers=headers)


def stands_in(secret: str, shown: str) -> bool:
    """Whether somebody reads it there: a number only by itself, for digests and tokens hold all digits by chance."""
    if secret.isdigit():
        return re.search(rf"(?<![0-9A-Za-z]){secret}(?![0-9A-Za-z])", shown) is not None
    return secret in shown


# --- who tries, and what must not come of it --------------------------------------------------------------------------


@dataclass
class Attempt:
    """A class with a pupil whom another one wants to harm."""

    lesson: Lesson
    other: Scorer
    phone: Phone
    own: int | None  # the seat of whoever tries

    @property
    def secrets(self) -> Sequence[str]:
        return (self.lesson.key, KEY_CODE, self.other.name, self.other.return_code, NUMBER)

    def assert_tells_nothing(self, answer: TestResponse) -> None:
        shown = answer.get_data().decode(errors="replace")
        shown = re.sub(r'(name="(?:csrf_token|csrf-token|seat|write_id)" (?:value|content)=)"[^"]*"', r"\1", shown)
        shown = unescape(shown) + re.sub(r"(Set-Cookie|Content-Length): .*", "", str(answer.headers))
        for secret in self.secrets:
            assert not stands_in(secret, shown), f"{answer.request.method} {answer.request.path} tells {secret}"

    def untouchable(self) -> Mapping[str, list[Any]]:
        """All that is kept of classes, but for what the one who tries may do on the own seat."""
        kept = dict(everything(self.lesson.app))
        for table in ("class_work", "class_tokens"):  # who leaves a device closes the own seat there
            kept[table] = [row for row in kept[table] if dict(row)["seat"] != self.own]
        kept["classes"] = [tuple(one for one in row if one[0] != "work") for row in kept["classes"]]
        return kept


def stranger(lesson: Lesson, other: Scorer) -> Attempt:
    return Attempt(lesson, other, lesson.phone(), None)


def neighbour(lesson: Lesson, other: Scorer) -> Attempt:
    mine = lesson.join()
    return Attempt(lesson, other, mine.phone, mine.number)


def forger(lesson: Lesson, other: Scorer) -> Attempt:
    """A stranger who could write into the cookie what they like, but knows no token."""
    phone = lesson.phone()
    with phone.session_transaction() as session:
        session["seats"] = [[lesson.code, number, token] for number in (1, 2) for token in ("", "A" * 32)]
    return Attempt(lesson, other, phone, None)


WHO = [pytest.param(who, id=who.__name__) for who in (neighbour, forger)]


@pytest.fixture
def lesson(app: OpenAPI) -> Lesson:
    return begin_lesson(app, Pace.TEST, "begin")


def attempt_by(who: Callable[[Lesson, Scorer], Attempt], lesson: Lesson) -> Attempt:
    other = lesson.join()
    assert other.answer("A", OTHERS_ANSWER).status_code == 200
    attempt = who(lesson, other)
    lesson.lead("lock")  # whoever may join can write: their own seat
    return attempt


def test_every_route_of_a_class_that_writes_is_tried(app: OpenAPI) -> None:
    writing = {rule.endpoint for rule in rules(app) if is_of_a_class(rule) and writes(rule)}
    assert writing == BODIES.keys(), "what would a pupil who means harm send there?"


@pytest.mark.parametrize("who", WHO)
def test_nothing_is_seen_that_is_not_ones_own(
    app: OpenAPI, lesson: Lesson, who: Callable[[Lesson, Scorer], Attempt]
) -> None:
    attempt = attempt_by(who, lesson)
    before = attempt.untouchable()
    seen = 0
    for rule in rules(app):
        if "GET" not in (rule.methods or set()) or rule.rule.endswith("sheet.pdf"):  # it is what the class has on paper
            continue
        limits.limiter.reset()
        for path in addresses(rule, lesson):
            for query in ("", "?view=own") if is_of_a_class(rule) else ("",):
                answer = attempt.phone.get(path + query, headers={"If-None-Match": 'W/"1"'})
                assert answer.status_code < 500, path  # none of these draws a PDF, which might be too much for now
                attempt.assert_tells_nothing(answer)
                seen += answer.status_code == 200
            if rule.rule.startswith(("/class/<", "/api/class/boards")):
                assert answer.status_code == 404, f"{path} opened without the teacher's link"
    assert seen >= 20
    assert attempt.untouchable() == before


def test_the_one_whom_it_belongs_to_reads_all_of_it(lesson: Lesson) -> None:
    """So that what is looked for would be found."""
    other = attempt_by(stranger, lesson).other
    page = unescape(other.page())
    assert [secret for secret in (other.name, other.return_code, NUMBER) if not stands_in(secret, page)] == []


DEVICES_OWN = ("pupils.choose", "pupils.take", "pupils.leave", "classroom.forget", "classroom.forget_all")


@pytest.mark.parametrize("who", WHO)
def test_nothing_is_done_but_on_ones_own_seat(
    app: OpenAPI, lesson: Lesson, who: Callable[[Lesson, Scorer], Attempt]
) -> None:
    attempt = attempt_by(who, lesson)
    before = attempt.untouchable()
    token = attempt.phone.token()
    tried = done = 0
    for rule in rules(app):
        if not is_of_a_class(rule):
            continue
        limits.limiter.reset()
        bodies = BODIES[rule.endpoint](lesson) if writes(rule) else [{"letter": "A", "do": "answer", "points": "7"}]
        methods = UNSAFE if len(bodies) == 1 else tuple((rule.methods or set()) - SAFE)
        for path, method, body, json in product(addresses(rule, lesson), methods, bodies, (False, True)):
            answer = send(attempt.phone, token, method, path, {"write_id": new_id(), **body}, json=json)
            assert answer.status_code < 500, f"{method} {path}"
            attempt.assert_tells_nothing(answer)
            tried += 1
            # What a device forgets of itself changes nothing of anybody else's; who has a seat is brought to it.
            done += answer.status_code < 400 and rule.endpoint not in DEVICES_OWN
    assert tried >= 300
    assert attempt.untouchable() == before
    assert done == (0 if attempt.own is None else len(lesson.seat(attempt.own).seat.done))
    assert (attempt.own is None) == (done == 0)


@pytest.mark.parametrize(
    ("endpoint", "pace", "path"),
    [
        pytest.param("classroom.lead", Pace.TEST, "/class/{key}/lead", id="lead"),
        pytest.param("classroom.delete_now", Pace.TEST, "/class/{key}/delete", id="delete"),
        pytest.param("classroom.save_paper", Pace.PAPER, "/class/{key}/papers/1", id="papers"),
        pytest.param("pupils.take", Pace.TEST, "/join/{code}", id="join"),
        pytest.param("pupils.work", Pace.TEST, "/join/{code}/1", id="work"),
        pytest.param("api.do_work", Pace.TEST, "/api/class/{code}/1/work", id="work by script"),
    ],
)
def test_no_attempt_is_idle(app: OpenAPI, client: Phone, endpoint: str, pace: Pace, path: str) -> None:
    """The very same is done for who may."""
    lesson = begin_lesson(app, pace)
    phone = client
    if pace is not Pace.PAPER:
        lesson.lead("begin")
        phone = lesson.join().phone if "work" in endpoint else client
    before = everything(app)
    body = {"write_id": new_id(), **BODIES[endpoint](lesson)[0]}
    where = path.format(key=lesson.key, code=lesson.code)
    answer = send(phone, phone.token(), "POST", where, body, json=endpoint.startswith("api."))
    assert answer.status_code < 400, answer.text
    assert everything(app) != before
