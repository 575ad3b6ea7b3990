"""What may be tried how often, from where; and that a class at work is never stopped by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask_openapi3.openapi import OpenAPI
from limits.storage import MemoryStorage
from werkzeug.test import TestResponse

from scorekeeper.classroom import Pace
from scorekeeper.store import MOST_SEATS, remove_seat, seats_of
from scorekeeper.web import create_app, limits
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.serving import TREE
from tests.web.lessons import Lesson, begin_lesson
from tests.web.pupils import offered, take_seat

SCHOOL, HOME = "192.0.2.7", "198.51.100.9"


def begin(phone: Phone, token: str, address: str, **headers: str) -> TestResponse:
    """Begin to practise, which is quick to do often."""
    return phone.post(
        "/practice/worksheet/start",
        data={"csrf_token": token},
        headers=headers,
        environ_base={"REMOTE_ADDR": address},
    )


def use_up(phone: Phone, token: str, address: str, **headers: str) -> None:
    """Begin as often as may be: the first time and the last in truth."""
    assert begin(phone, token, address, **headers).status_code == 303
    storage = limits.limiter.storage
    assert isinstance(storage, MemoryStorage)
    (key,) = (key for key in storage.storage if f"/{limits.PRACTICE_BEGUN.name}/" in key)
    storage.incr(key, 600, amount=int(limits.PRACTICE_BEGUN.often.split(" ")[0]) - 2)
    assert begin(phone, token, address, **headers).status_code == 303


def test_what_is_too_often_is_told_with_when_to_come_back(client: Phone) -> None:
    token = client.token()
    use_up(client, token, SCHOOL)
    page = begin(client, token, SCHOOL)
    assert page.status_code == 429
    assert 500 < int(page.headers["Retry-After"]) <= 600
    assert f"{limits.PRACTICE_BEGUN.text} Try again in 10 minutes." in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert "Content-Security-Policy" in page.headers

    told = begin(client, token, SCHOOL, Accept="application/json")
    assert told.status_code == 429
    assert told.headers["Retry-After"]
    assert told.get_json() == {
        "code": "too_many",
        "message": f"{limits.PRACTICE_BEGUN.text} Try again in 10 minutes.",
        "problems": [],
    }
    assert begin(client, token, HOME).status_code == 303
    assert client.get("/practice", environ_base={"REMOTE_ADDR": SCHOOL}).status_code == 200


@pytest.mark.parametrize(
    ("first", "then", "same"),
    [
        pytest.param("192.0.2.7", "192.0.2.8", False, id="neighbours"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:2:aaaa::1", True, id="one long network"),
        pytest.param("2001:db8:1:2:3:4:5:6", "2001:db8:1:3:3:4:5:6", False, id="two long networks"),
        pytest.param("::ffff:192.0.2.7", "::ffff:192.0.2.8", False, id="short ones written long"),
        pytest.param("", "", True, id="unknown"),
    ],
)
def test_a_network_is_one_address(client: Phone, first: str, then: str, same: bool) -> None:
    token = client.token()
    use_up(client, token, first)
    assert begin(client, token, then).status_code == (429 if same else 303)


@pytest.mark.parametrize(("proxies", "status"), [pytest.param(0, 429, id="none"), pytest.param(1, 303, id="one")])
def test_who_asks_is_told_by_a_proxy_only_where_there_is_one(tmp_path: Path, proxies: int, status: int) -> None:
    app = create_app({"PROXIES": proxies}, str(tmp_path))
    app.test_client_class = Phone
    phone = app.test_client()
    assert isinstance(phone, Phone)
    token = phone.token()
    use_up(phone, token, "127.0.0.1", **{"X-Forwarded-For": SCHOOL})
    assert begin(phone, token, "127.0.0.1", **{"X-Forwarded-For": HOME}).status_code == status


def test_no_address_is_kept(client: Phone) -> None:
    begin(client, client.token(), SCHOOL)
    counted = vars(limits.limiter.storage)["storage"]
    assert len(counted) == 1
    assert SCHOOL not in str(counted)


def test_every_server_counts_from_nothing(client: Phone, tmp_path: Path) -> None:
    use_up(client, client.token(), SCHOOL)
    app = create_app({}, str(tmp_path / "another"))
    app.test_client_class = Phone
    phone = app.test_client()
    assert isinstance(phone, Phone)
    assert begin(phone, phone.token(), SCHOOL).status_code == 303


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        pytest.param(limits.WRONG_CODE, "wrong codes to join a class", id="join code"),
        pytest.param(limits.WRONG_TYPED_CODE, "wrong codes to join a class", id="typed join code"),
        pytest.param(limits.JOINING_HERE, "seats taken", id="joining from a network"),
        pytest.param(limits.JOINING, "seats taken", id="joining"),
        pytest.param(limits.WRONG_RETURN_CODE_HERE, "wrong codes to come back by", id="return code from a network"),
        pytest.param(limits.WRONG_RETURN_CODE, "wrong codes to come back by", id="return code of a class"),
        pytest.param(limits.WRONG_RETURN_CODES_HERE, "wrong codes to come back by", id="return codes of a network"),
        pytest.param(limits.WORK, "what is sent from one seat", id="work"),
        pytest.param(limits.BEGUN, "classes begun", id="classes"),
        pytest.param(limits.SET_MADE, "sets made", id="sets"),
        pytest.param(limits.SET_REFUSED, "sets refused", id="sets refused"),
        pytest.param(limits.GAME_MADE, "games begun", id="games"),
        pytest.param(limits.FILE_READ, "files of games and houses brought in or looked at", id="files"),
        pytest.param(limits.FILE_REFUSED, "files that are no games or houses", id="files refused"),
        pytest.param(limits.HOUSE_KEPT, "houses made and changed", id="houses"),
        pytest.param(limits.LINK_RENEWED, "links renewed", id="links"),
        pytest.param(limits.PRACTICE_BEGUN, "practice begun, codes to take it along", id="practice"),
        pytest.param(limits.PRACTICE_BROUGHT, "codes of practice typed", id="codes of practice"),
        pytest.param(limits.WRONG_SET_CODE, "wrong codes of sets", id="codes of sets"),
        pytest.param(limits.DRAWN, "PDFs that were not drawn before", id="drawing"),
        pytest.param(limits.RULES_ASKED, "questions about rules, forms tried out", id="rules"),
    ],
)
def test_the_docs_tell_the_numbers(limit: limits.Limit, told: str) -> None:
    rows = (TREE / "docs/settings.md").read_text("utf-8").splitlines()
    by = {"address": "address", "code_tried": "class", "seat_tried": "seat", "code_tried_here": "class and address"}[
        limit.by.__name__
    ]
    assert len([row for row in rows if row.startswith(f"| {told} | {limit.often} | {by} | ")]) == 1


# --- codes of classes -------------------------------------------------------------------------------------------------


@pytest.fixture
def lesson(app: OpenAPI) -> Lesson:
    return begin_lesson(app, Pace.TEST, "begin")


def use_up_join_codes(phone: Phone) -> None:
    """All that a school may get wrong, by every way there is to try a code."""
    token = phone.token()
    headers = {"X-CSRFToken": token}
    for count in range(60):
        code = f"22{count // 10 + 2}2{count % 8 + 2}{'ACDEFGHJ'[count // 8]}"
        found = [
            phone.get(f"/join?code={code}").status_code,
            phone.get(f"/join/{code}").status_code,
            phone.get(f"/api/class/{code}").status_code,
            phone.post(f"/join/{code}/1", headers=headers).status_code,
            phone.post(
                f"/api/class/{code}/1/work",
                json={"write_id": "a-guess-of-mine", "letter": "A", "did": "answer"},
                headers=headers,
            ).status_code,
        ]
        assert found == [404] * 5, (count, found)


def test_whoever_guesses_join_codes_is_stopped_and_nobody_else(lesson: Lesson) -> None:
    ann = lesson.join()
    guesser, elsewhere = lesson.phone(), lesson.phone()
    elsewhere.environ_base = {**elsewhere.environ_base, "REMOTE_ADDR": HOME}
    use_up_join_codes(guesser)
    for path in (f"/join?code={lesson.code}", f"/join/{lesson.code}", f"/api/class/{lesson.code}", "/join/222222"):
        answer = guesser.get(path)
        assert answer.status_code == 429, path
        assert 0 < int(answer.headers["Retry-After"]) <= 600
    assert "Try again in 10 minutes" in guesser.get(f"/join/{lesson.code}").text
    # The class goes on, behind the same address.
    assert ann.page()
    assert ann.phone.get(f"/api/class/{lesson.code}").status_code == 200
    assert ann.answer("A", "19").status_code == 200
    # And others come in from elsewhere.
    lesson.join(elsewhere)


def test_no_tag_that_was_made_up_tells_whether_there_is_a_class(lesson: Lesson) -> None:
    """It would be answered before anybody counts."""
    lesson.join()
    guesser = lesson.phone()
    address = f"/api/class/{lesson.code}"
    seen = guesser.get(address).headers["ETag"]
    release = seen.rpartition("-")[2].strip('"')
    made_up = [f'W/"c{number}-{version}-{release}"' for number in range(9) for version in range(9)]
    assert guesser.get(address, headers={"If-None-Match": seen}).status_code == 304
    use_up_join_codes(guesser)
    for tags in (", ".join(made_up), "*", '"a", *'):
        assert guesser.get(address, headers={"If-None-Match": tags}).status_code == 429
        assert guesser.get("/api/class/ACDEFG", headers={"If-None-Match": tags}).status_code == 429


def test_right_codes_are_not_counted(lesson: Lesson) -> None:
    phone = lesson.phone()
    assert {phone.get(f"/api/class/{lesson.code}").status_code for _ in range(320)} == {200}
    lesson.join(phone)


def test_what_is_missing_in_a_class_that_is_there_is_no_wrong_code(lesson: Lesson) -> None:
    """Phones that lost their cookie go on asking for their seat; whoever comes late joins all the same."""
    lesson.join()
    lost = lesson.phone()
    headers = {"X-CSRFToken": lost.token()}
    work = {"write_id": "a-thing-of-mine", "letter": "A", "did": "answer"}
    asked = [
        found
        for _ in range(110)
        for found in (
            lost.get(f"/join/{lesson.code}/1").status_code,
            lost.post(f"/join/{lesson.code}/1", data={"letter": "A"}, headers=headers).status_code,
            lost.post(f"/api/class/{lesson.code.lower()}/1/work", json=work, headers=headers).status_code,
        )
    ]
    assert asked == [404] * 330
    assert not [key for key, count in vars(limits.limiter.storage)["storage"].items() if count and "wrong" in key]
    lesson.join(lesson.phone())
    assert lost.get("/join/222222").status_code == 404


def come_back(phone: Phone, token: str, code: str, typed: str) -> int:
    return phone.post(f"/join/{code}/return", data={"csrf_token": token, "code": typed}).status_code


def at(lesson: Lesson, address: str) -> Phone:
    """A phone that has never been here, in that network."""
    phone = lesson.phone()
    phone.environ_base = {**phone.environ_base, "REMOTE_ADDR": address}
    return phone


def wrong_codes(right: str, count: int) -> list[str]:
    every = (f"22{one}{two}{three}" for one in "ACDEFGHJ" for two in "GHJKMN" for three in "234567")
    return [code for code in every if code != right][:count]


def guess(lesson: Lesson, address: str, right: str, count: int = 30) -> list[int]:
    """Wrong codes to come back by, written in two ways, which are no two counts."""
    phone = at(lesson, address)
    token = phone.token()
    written = (lesson.code, f"{lesson.code[:3]}-{lesson.code[3:]}".lower())
    return [come_back(phone, token, written[place % 2], typed) for place, typed in enumerate(wrong_codes(right, count))]


def back(lesson: Lesson, address: str, code: str, typed: str) -> int:
    phone = at(lesson, address)
    return come_back(phone, phone.token(), code, typed)


def test_return_codes_are_not_guessed(lesson: Lesson) -> None:
    ann, another = lesson.join(), begin_lesson(lesson.app, Pace.TEST, "begin")
    bo = another.join()
    assert guess(lesson, SCHOOL, ann.return_code, 31) == [422] * 30 + [429]
    assert back(lesson, SCHOOL, lesson.code, ann.return_code) == 429
    # Whoever comes from elsewhere is not stopped, nor another class, nor whoever sits in this one or joins it.
    assert ann.answer("A", "19").status_code == 200
    assert back(lesson, HOME, lesson.code, ann.return_code) == 303
    assert back(lesson, SCHOOL, another.code, bo.return_code) == 303
    lesson.join(at(lesson, SCHOOL))


def test_many_networks_together_guess_no_return_codes(lesson: Lesson) -> None:
    ann = lesson.join()
    for number in range(10):
        assert guess(lesson, f"203.0.113.{number}", ann.return_code) == [422] * 30
    assert back(lesson, HOME, lesson.code, ann.return_code) == 429
    assert ann.answer("A", "19").status_code == 200


def test_nobody_shuts_the_door_of_a_class_by_what_takes_no_seat(lesson: Lesson) -> None:
    flooder, late, later = (at(lesson, SCHOOL) for _ in range(3))
    token = flooder.token()
    mine = lesson.join()
    names, seat = offered(flooder, lesson.code)
    sent: dict[str, dict[str, str]] = {
        "no name": {},
        "a name that was not made here": {"name": "Nobody"},
        "a name that is taken": {"name": mine.name},
        "a seat": {"name": names[0], "seat": seat},  # the first time, and then the same form again
    }
    for case, form in sent.items():
        tried = [flooder.post(f"/join/{lesson.code}", data={"csrf_token": token, **form}) for _ in range(310)]
        assert 429 not in {answer.status_code for answer in tried}, case
        assert tried[-1].status_code == {"no name": 422, "a seat": 303}.get(case, 409)
    lesson.join(late)
    lesson.join(later)
    assert lesson.kept.pupils == 4


def test_a_school_goes_on_while_one_pupil_floods_it(lesson: Lesson) -> None:
    """As far as that can be promised: whoever has a seat, and the teachers, at the same address; from elsewhere all."""
    lessons = [lesson, begin_lesson(lesson.app, Pace.LIVE, "begin")]
    pupils = [one.join(at(one, SCHOOL)) for one in lessons]
    flooder = at(lesson, SCHOOL)
    use_up_join_codes(flooder)
    for one, pupil in zip(lessons, pupils, strict=True):
        assert set(guess(one, SCHOOL, pupil.return_code, 40)) == {429}, "guessed no more than codes to join"
        assert pupil.page()
        assert pupil.phone.get(f"/api/class/{one.code}").status_code == 200
        assert pupil.answer("A", "5").status_code == 200
        assert pupil.answer_by_form("A", "19").status_code == 303
        teacher = at(one, SCHOOL)
        assert teacher.get(f"/class/{one.key}").status_code == 200
        form = {"csrf_token": teacher.token(), "action": "pause", "based_on": str(one.kept.led)}
        assert teacher.post(f"/class/{one.key}/lead", data=form).status_code == 302
        assert one.kept.session.phase == "paused"
        one.join(at(one, HOME))
        assert back(one, HOME, one.code, pupil.return_code) == 303
    assert take_seat_now(at(lesson, SCHOOL), lesson.code) == 429, "whoever comes late, by the same address, waits"


def take_seat_now(phone: Phone, code: str) -> int:
    return phone.post(f"/join/{code}", data={"csrf_token": phone.token(), "name": "Nobody"}).status_code


def test_so_many_seats_are_taken_from_one_network_and_no_more(lesson: Lesson) -> None:
    for count in range(150):
        if count == MOST_SEATS:  # a full class in one school is stopped by nothing
            with lesson.app.app_context():
                for one in seats_of(store(), lesson.kept):
                    remove_seat(store(), lesson.key, one.seat.number)
        lesson.join(at(lesson, SCHOOL))
    assert take_seat(at(lesson, SCHOOL), lesson.code).status_code == 429
    lesson.join(at(lesson, HOME))


REFUSED = {
    "classes": (limits.BEGUN, "/class", {"code": "zzz"}, 422),
    "sets": (limits.SET_MADE, "/sets", {"house": "zz"}, 422),
    "a game of a file": (limits.FILE_READ, "/import", {"text": "no game", "do": "import"}, 422),
    "a house of a file": (limits.FILE_READ, "/houses/load", {"text": "no house"}, 422),
    "practice": (limits.PRACTICE_BEGUN, "/practice/worksheet/start", {"rule": "none"}, 303),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_uses_up_nothing_of_anybodys(client: Phone, what: str) -> None:
    """Or one pupil could keep a school from it with a hundred bad forms, which take a second."""
    limit, path, form, status = REFUSED[what]
    phone = client
    phone.environ_base = {**phone.environ_base, "REMOTE_ADDR": SCHOOL}
    token = phone.token()
    tried = [phone.post(path, data={"csrf_token": token, **form}).status_code for _ in range(130)]
    assert tried == [status] * 130
    storage = limits.limiter.storage
    assert isinstance(storage, MemoryStorage)
    counted = {key: count for key, count in storage.storage.items() if count}
    assert not [key for key in counted if f"/{limit.name}/" in key]
    assert sum(counted.values()) in (0, 130), "and where it costs work, it has a count of its own, that is far higher"


def test_nothing_is_counted_for_longer_than_ten_minutes() -> None:
    every = [value for value in vars(limits).values() if isinstance(value, limits.Limit)]
    assert len(every) > 20
    assert {limit.often.split(" ", 1)[1] for limit in every} == {"per 10 minutes"}
