"""A script takes every place of a class, and the teacher gives them back to the pupils."""

from __future__ import annotations

from flask_openapi3.openapi import OpenAPI

from scorekeeper.classroom import Pace
from scorekeeper.store import MOST_SEATS, join_class, names_for
from scorekeeper.web.db import store
from scorekeeper.web.pupils.remembered import new_token
from tests.conftest import Phone
from tests.store.schooling import LATER
from tests.web.pupils import Room, main_words, make_sheets, start
from tests.web.tables import new_id

REMOVE = "Remove pupils who have answered nothing"


def fill(room: Room) -> None:
    with room.app.app_context(), store().write():
        for _ in range(MOST_SEATS - room.kept.pupils):
            name = names_for(store(), room.kept, new_id())[0]
            join_class(store(), room.code, name, new_token(), LATER)


def test_a_class_that_was_filled_is_given_back_to_its_pupils(app: OpenAPI, client: Phone) -> None:
    room = start(app, make_sheets(app), Pace.PRACTICE).lead("begin")
    ann, idle = room.join(), room.join()
    ann.send("A", typed=ann.wrong("A"))
    fill(room)
    path = f"/class/{room.key}/remove"
    assert f'href="{path}"' in client.get(f"/class/{room.key}?view=own").text
    assert REMOVE not in client.get(f"/class/{room.key}").text, "nobody is removed from the wall"
    asked = main_words(client.get(path).text)
    assert f"{MOST_SEATS - 1} pupils who have neither answered anything nor asked for a hint" in asked
    assert "the other one, with everything they did" in asked
    assert "answered without a network" in asked, "whose answers wait on a phone seems to have answered nothing"
    assert "joins again" in asked
    assert room.kept.pupils == MOST_SEATS, "it is only asked so far"
    done = client.send_form(path)
    assert (done.status_code, done.location) == (302, f"/class/{room.key}?view=own")
    assert f"{MOST_SEATS - 1} pupils were removed." in main_words(client.get(done.location).text)
    assert room.kept.pupils == 1
    assert "There is one more try" in ann.page()
    assert idle.phone.get(idle.path).status_code == 410
    assert room.join(idle.phone).number == MOST_SEATS + 1


def test_it_is_offered_in_a_lobby_that_is_fuller_than_a_class(app: OpenAPI, client: Phone) -> None:
    room = start(app, make_sheets(app), Pace.TEST)
    room.join()
    path = f"/class/{room.key}/remove"
    assert path not in client.get(f"/class/{room.key}").text
    fill(room)
    assert path in client.get(f"/class/{room.key}").text
    assert client.send_form(path).status_code == 302
    assert room.kept.pupils == 0
    assert "There is nobody to remove" in main_words(client.get(path).text)


def test_papers_and_strangers(app: OpenAPI, client: Phone) -> None:
    sheets = make_sheets(app)
    room, paper = start(app, sheets, Pace.PRACTICE), start(app, sheets, Pace.PAPER)
    pupil = room.join()
    assert client.get(f"/class/{paper.key}/remove").status_code == 404
    assert client.send_form(f"/class/{paper.key}/remove").status_code == 302
    assert REMOVE not in client.get(f"/class/{paper.key}?view=own").text
    for key in (room.code, "nothing"):
        assert pupil.phone.get(f"/class/{key}/remove").status_code == 404
        assert pupil.phone.send_form(f"/class/{key}/remove").status_code == 404
    assert room.kept.pupils == 1
