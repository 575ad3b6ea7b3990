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


# --- over several lessons ---------------------------------------------------------------------------------------------


def kings_are_ten(cards: str) -> int:
    """The total of somebody who counts a king as 10 and lets pairs cancel."""
    rows = [[re.sub(r"[][SHDC]", "", card) for card in row.split()] for row in cards.split("/")]
    alone = sum(column.count("K") == 1 for column in zip(*rows, strict=True))
    return total("worksheet", cards) + 10 * alone


def answered_all(student: Visitor, code: str) -> None:
    """Every question that is shown, one after the other, answered by somebody who counts a king as 10."""
    seat = student.address
    for _ in range(8):
        student.go(seat)
        forms = [form for form in student.page.forms if f"/join/{code}/" in (form.get("action") or "")]
        open_ones = [form for form in forms if "points" in form.fields and not form.fields["points"]]
        if not open_ones:
            return
        (cards,) = open_ones[0].xpath("ancestor::section[1]//@data-cards")
        fields = [(str(name), str(value)) for name, value in open_ones[0].form_values() if name != "points"]
        student.post(
            str(open_ones[0].get("action")), [*fields, ("points", str(kings_are_ten(cards))), ("do", "answer")]
        )


def ended_with_kings(teacher: Visitor, student: Visitor) -> tuple[str, str]:
    """The key of a class that has ended, and the name of its student, who counts a king as 10."""
    key, code = begun(teacher)
    name = joined(student, code)
    answered_all(student, code)
    teacher.go(f"/class/{key}").submit("/lead", {"action": "end"})
    return key, name


def test_a_goal_counts_right_answers_together_and_ranks_no_student(visitor: Visitor, other_visitor: Visitor) -> None:
    key, code = begun(visitor)
    _, fields = visitor.go(f"/class/{key}").form("/lead")
    visitor.post(f"/class/{key}/goal", [*fields, ("goal", "25")])
    assert visitor.go(f"/class/{key}").page.xpath("//progress[@max='25']/@value") == ["0"]
    name = joined(other_visitor, code)
    (cards, *_) = other_visitor.page.xpath("//@data-cards")
    other_visitor.submit(f"/join/{code}/", {"points": str(total("worksheet", cards)), "do": "answer"})
    assert visitor.go(f"/class/{key}").page.xpath("//progress[@max='25']/@value") == ["1"]
    assert name not in visitor.text


@pytest.mark.parametrize("do", ["lesson", "homework"])
def test_the_next_lesson_begins_with_three_hands_for_a_students_own_mistake(
    do: str, visitor: Visitor, other_visitor: Visitor
) -> None:
    key, name = ended_with_kings(visitor, other_visitor)
    visitor.go(f"/class/{key}").submit("/next", {"do": do})
    again = re.search(r"/class/([^/?#]+)", visitor.address)
    assert again is not None
    assert again[1] != key
    code = re.search(r"/join/([A-Z0-9]{6})", visitor.text)
    assert code is not None
    assert joined(other_visitor, code[1]) == name
    if do == "lesson":
        visitor.go(f"/class/{again[1]}").submit("/lead", {"action": "begin"})
    cards = other_visitor.go(other_visitor.address).page.xpath("//@data-cards")[:3]
    assert len(cards) == 3
    assert all(kings_are_ten(one) != total("worksheet", one) for one in cards)
    assert name not in visitor.go(f"/class/{again[1]}").text
