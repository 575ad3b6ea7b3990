"""A class: students join by a code and answer; the teacher has every answer, and only the teacher has names."""

import csv
import io
import re
import sqlite3
from contextlib import closing
from urllib.parse import urlencode

import pytest

from tests.promises.command import total
from tests.promises.visitor import Visitor
from tests.serving import RunningServer, await_that


def begun(teacher: Visitor) -> tuple[str, str]:
    """The key and the code of a class that was begun in one tap."""
    teacher.go("/class").submit("/class/at-once", {"house": "worksheet"})
    key = teacher.address.split("/class/")[1].split("/")[0]
    found = re.search(r"/join/([A-Z0-9]{6})", teacher.text)
    assert found is not None
    return key, found[1]


def joined(student: Visitor, code: str) -> str:
    """The made-up name under which a student joins: the first that is offered."""
    student.go(f"/join/{code}")
    name = str(student.page.xpath("//*[@name='name']/@value")[0])
    student.submit(f"/join/{code}", {"name": name})
    assert re.search(rf"/join/{code}/[0-9]+$", student.address)
    return name


def test_an_answer_of_a_student_is_in_the_results_of_the_teacher(visitor: Visitor, other_visitor: Visitor) -> None:
    key, code = begun(visitor)
    name = joined(other_visitor, code)
    (cards, *_) = other_visitor.page.xpath("//@data-cards")
    other_visitor.submit(f"/join/{code}/", {"points": str(total("worksheet", cards)), "do": "answer"})
    rows = list(csv.reader(io.StringIO(visitor.go(f"/class/{key}/results.csv").text)))
    assert [row for row in rows if name in row]


def test_the_wall_of_a_class_names_no_student(visitor: Visitor, other_visitor: Visitor) -> None:
    key, code = begun(visitor)
    name = joined(other_visitor, code)
    assert name not in visitor.go(f"/class/{key}").text
    assert name in visitor.go(f"/class/{key}/roster").text


def test_nobody_is_let_into_a_class_by_a_wrong_code_or_a_wrong_key(visitor: Visitor) -> None:
    key, code = begun(visitor)
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    assert visitor.go(f"/join/{wrong}").status == 404
    assert Visitor(visitor.url).go(f"/class/{key[:-1]}x").status == 404


def test_every_box_for_a_code_takes_a_pasted_link_and_a_label(visitor: Visitor, other_visitor: Visitor) -> None:
    key, code = begun(visitor)
    for typed in (f"{visitor.url}/join/{code}", f"code: {code}", f"Code: {code[:3]} {code[3:]}.", code.lower()):
        assert other_visitor.go(f"/join?{urlencode({'code': typed})}").address.endswith(f"/join/{code}"), typed
    visitor.go("/sets").submit("/sets", {"house": "worksheet", "size": "2"})
    of_set = visitor.address.rsplit("/", 1)[1]
    for typed in (f"{visitor.url}/sets/{of_set}", f"code: {of_set}", of_set.replace("-", " ").lower()):
        assert other_visitor.go(f"/sets?{urlencode({'code': typed})}").address.endswith(f"/sets/{of_set}"), typed
        visitor.go("/class").submit("/class", {"code": typed})
        assert visitor.address.rsplit("/class/")[1] != key


@pytest.mark.parametrize("stranger", [True, False], ids=["without cookies", "on one device"])
def test_a_right_code_passes_however_many_wrong_ones_come_from_its_network(
    own_server: RunningServer, stranger: bool
) -> None:
    teacher, guesser = Visitor(own_server.url), Visitor(own_server.url)
    key, code = begun(teacher)
    assert not teacher.go(f"/class/{key}").page.xpath("//*[@data-guessing]")
    of_set = teacher.go("/class").page.xpath("//input[@name='own']/@value") or [""]
    guesser.go("/join")
    told = []
    for _ in range(200):
        guesser = Visitor(own_server.url) if stranger else guesser
        told.append(guesser.go("/join?code=222222").status)
    assert told[0] == 404
    assert told[-1] == 429
    assert int(guesser.headers["Retry-After"]) > 0
    student = Visitor(own_server.url)
    assert joined(student, code)
    assert guesser.go(f"/join?code={code}").status == 200
    assert guesser.ask(f"/api/class/{code}")["version"] > 0
    if of_set[0]:
        assert student.go(f"/sets/{of_set[0]}").status == 200
    assert teacher.go(f"/class/{key}").page.xpath("//*[@data-guessing]")


# --- deleting ---------------------------------------------------------------------------------------------------------


def test_a_deleted_class_is_put_back_with_every_seat_and_answer(visitor: Visitor, other_visitor: Visitor) -> None:
    key, code = begun(visitor)
    name = joined(other_visitor, code)
    (cards, *_) = other_visitor.page.xpath("//@data-cards")
    other_visitor.submit(f"/join/{code}/", {"points": str(total("worksheet", cards)), "do": "answer"})
    seat = other_visitor.address
    before = visitor.go(f"/class/{key}/results.csv").text
    visitor.go(f"/class/{key}?view=own").submit(f"/class/{key}/delete", {})
    assert visitor.go(f"/class/{key}").status == 410
    assert visitor.page.xpath("//*[@data-deleted='class']//form[contains(@action, 'put-back')]")
    assert visitor.ask(f"/api/class/boards/{key}")["code"] == "class.deleted"
    assert other_visitor.go(seat).status == 410
    assert not other_visitor.page.xpath("//form[contains(@action, 'put-back')]")
    visitor.go("/class").submit(f"/class/{key}/put-back", {})
    assert visitor.go(f"/class/{key}/results.csv").text == before
    assert name in visitor.go(f"/class/{key}/roster").text
    assert other_visitor.go(seat).status == 200


def test_a_class_goes_at_once_only_after_a_question_from_the_device_that_began_it(
    visitor: Visitor, other_visitor: Visitor
) -> None:
    key, code = begun(visitor)
    visitor.go(f"/class/{key}?view=own").submit(f"/class/{key}/delete", {})
    question = f"/class/{key}/delete-for-good"
    assert not other_visitor.go(f"/class/{key}").page.xpath(f"//a[@href='{question}']"), "of the same link"
    assert other_visitor.go(question).status == 403
    assert visitor.go(f"/class/{key}").page.xpath(f"//a[@href='{question}']")
    visitor.go(question).submit(question, {})
    assert visitor.go(f"/class/{key}").status == 410
    assert not visitor.page.xpath("//form[contains(@action, 'put-back')]")
    assert other_visitor.go(f"/join/{code}").status == 404


def test_a_class_whose_days_are_over_says_so_to_its_teacher(own_server: RunningServer) -> None:
    teacher = Visitor(own_server.url)
    key, code = begun(teacher)
    own_server.stop()
    with closing(sqlite3.connect(own_server.instance / "scorekeeper.sqlite3")) as store:
        store.execute("UPDATE classes SET made_at = '2020-01-01T00:00:00.000000Z'")
        store.commit()
    own_server.start()
    await_that(lambda: teacher.go(f"/class/{key}").status != 200)
    assert teacher.status == 410
    assert teacher.ask(f"/api/class/boards/{key}")["code"] == "class.gone"
    assert Visitor(own_server.url).go(f"/join/{code}").status == 404
