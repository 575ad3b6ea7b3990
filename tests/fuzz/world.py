"""A place where something of everything is there: games, classes at work, sheets, a house that somebody made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask_openapi3.openapi import OpenAPI

from scorekeeper import houses
from scorekeeper.houses.loading import from_data, to_data
from scorekeeper.school.classes import start_class
from scorekeeper.school.papers import Paper, save_paper
from scorekeeper.school.session import Pace
from scorekeeper.tally.kept_houses import create_house
from scorekeeper.web.db import store
from tests.apps import make_app
from tests.browser.seeding import UNEVEN
from tests.conftest import Phone
from tests.web.pupils import Pupil, Room, make_sheets, start, write
from tests.web.tables import WebTable, sit_down


@dataclass(frozen=True)
class World:
    """What there is, and the devices that hold it."""

    app: OpenAPI
    games: tuple[WebTable, ...]  # young, under way with an ender, over, in teams
    room: Room
    pupil: Pupil
    exam: Pupil
    papers_key: str  # of a class on paper
    set_code: str  # that opens the key as well
    share_key: str
    owner_key: str
    stranger: Phone
    table: Phone
    teacher: Phone

    def close(self) -> None:
        with self.app.app_context():
            store().close()


def make_world(instance: Path) -> World:
    """All of it, the same each time but for keys; whoever asks closes it."""
    app = make_app(instance)
    app.test_client_class = Phone
    table, stranger, teacher = (_phone(app) for _ in range(3))
    games = make_games(table)
    sheets = make_sheets(app)
    room = start(app, sheets, Pace.PRACTICE)
    pupil = room.join(_phone(app))
    room.lead("begin")
    exam_room = start(app, sheets, Pace.TEST)
    exam = exam_room.join(pupil.phone)
    exam_room.lead("begin")
    with app.test_request_context():
        on_paper = start_class(store(), sheets, write(), pace=Pace.PAPER)
        save_paper(store(), on_paper.key, 1, Paper("A1", {0: {"points": "12"}}), 0, write())
        made = from_data(to_data(houses.get("two-joker")) | {"key": "ours", "name": "Ours"}, "ours")
        house = create_house(store(), made, write())
    return World(
        app=app,
        games=games,
        room=room,
        pupil=pupil,
        exam=exam,
        papers_key=on_paper.key,
        set_code=sheets.key_code,
        share_key=house.share_key,
        owner_key=house.owner_key,
        stranger=stranger,
        table=table,
        teacher=teacher,
    )


def make_games(phone: Phone) -> tuple[WebTable, ...]:
    """One that nobody entered anything in, one with an ender, one that is over, one in teams."""
    young = sit_down(phone, "two-joker")
    played = sit_down(phone, "penalty", holes=4)
    over = sit_down(phone, "two-joker", names="Ann Bo", holes=1)
    teams = sit_down(phone, UNEVEN, names="Ann Bo Cy Di", holes=2, teams=(1, 2, 1, 2))
    _play(played, 1, "5 * 7 / 5 Q 9", "K K A / K 3 2", "9 8 Q / 7 5 4")
    played.put_hand(2, "Ann", points=7)
    _play(over, 1, "5 6 7 / 5 6 8", "9 J 7 / 9 J 8")
    _play(teams, 1, "1", "2", "3", "4")
    return young, played, over, teams


def _play(table: WebTable, hole: int, *hands: str) -> None:
    for name, hand in zip(table.players, hands, strict=True):
        entered: dict[str, str | int] = {"points": int(hand)} if hand.isdigit() else {"cards": hand}
        answer = table.put_hand(hole, name, **entered)
        assert answer.status_code == 200, answer.text
    answer = table.confirm(hole, ender=next(iter(table.players.values())), accept_warnings=True)
    assert answer.status_code == 200, answer.text


def _phone(app: OpenAPI) -> Phone:
    phone = app.test_client()
    assert isinstance(phone, Phone)
    phone.get("/")
    return phone
