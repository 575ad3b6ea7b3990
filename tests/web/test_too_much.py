"""Bodies, addresses and headers made to cost much: each is answered in words, soon, and none is our mistake."""

import gzip
import json
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import pytest
from werkzeug.test import TestResponse

from scorekeeper import houses
from scorekeeper.exports.game_file import FORMAT
from scorekeeper.school.exercises.levels import HIGHEST_COST, NotForExercises, check_exercises, scoring_cost
from scorekeeper.tally.kept_houses import create_house
from scorekeeper.web.addresses import house_address
from scorekeeper.web.db import store
from tests.conftest import Phone, new_phone
from tests.slow_houses import slow_houses, slowest_for_exercises
from tests.store.playing import new_write
from tests.web.students import new_app
from tests.web.tables import sit_down

SOON = 70
"""Times as long as a million steps may take: six seconds where the tests ran. Most answers need hundredths."""

GAME = {"format": FORMAT, "version": 1}

HOUSE_FILES = {
    "deep lists": "name=" + "[" * 200_000,
    "a long number": "x=" + "9" * 200_000,
    "many keys": "\n".join(f"k{place}=1" for place in range(25_000)),
    "a table many times": "[[a]]\n" * 40_000,
    "as long as may be": "#" * 299_000,
}
GAME_FILES = {
    "deep lists": "[" * 200_000,
    "a long number": '{"format":"scorekeeper-game","version":' + "9" * 100_000 + "}",
    "a house of many keys": json.dumps({**GAME, "house": dict.fromkeys(map(str, range(20_000)))}),
    "many players": json.dumps({**GAME, "players": [{}] * 30_000}),
    "halves of signs": '{"format":"' + "\\ud800" * 30_000 + '"}',
}  # fmt: skip
JSON = {
    "deep lists": "[" * 400_000,
    "a long number": '{"house":' + "9" * 100_000 + "}",
    "a long layout": json.dumps({"house": "two-joker", "cards": "5 " * 400_000}),
    "many readings": json.dumps({"house": "two-joker", "cards": "5", "readings": {str(n): "" for n in range(50_000)}}),
}

SLOWEST = slowest_for_exercises()
SET = {"level": "7", "size": "5", "variants": "2", "kinds": "score"}

Ask = Callable[[Phone], TestResponse]


def form(path: str, **fields: Any) -> Ask:
    return lambda phone: phone.send_form(path, **fields)


def sent(text: str | bytes, **headers: str) -> Ask:
    def ask(phone: Phone) -> TestResponse:
        told = {"X-CSRFToken": phone.token(), **headers}
        address = f"/api/games/{sit_down(phone).edit_key}/holes/1/confirm"
        return phone.post(address, data=text, content_type="application/json", headers=told)

    return ask


def get(path: str, **headers: str) -> Ask:
    return lambda phone: phone.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})


ASKED: dict[str, Ask] = {
    **{f"a house file with {how}": form("/houses/load", text=text) for how, text in HOUSE_FILES.items()},
    **{f"a game file with {how}": form("/import", text=text) for how, text in GAME_FILES.items()},
    **{f"JSON with {how}": sent(text) for how, text in JSON.items()},
    "JSON that would be large once unpacked": sent(gzip.compress(b"[" * 10_000_000), **{"Content-Encoding": "gzip"}),
    "many fields": form("/houses/build", **{"from": "penalty"}, **{f"f{place}": "x" for place in range(20_000)}),
    "many players": form("/new/two-joker", player=["Ann"] * 20_000, holes="9"),
    "a long field": form("/houses/load", text="x" * 400_000),
    "many parts of a form": lambda phone: phone.post(
        "/houses/load",
        data={"csrf_token": phone.token(), **{f"f{place}": "x" for place in range(1_500)}},
        content_type="multipart/form-data",
    ),
    "a field of hands": form("/sets", house="penalty", hands="5 5 5 / 5 5 5\n" * 20_000),
    "a long address": get("/score?house=two-joker&cards=" + "5+" * 30_000),
    "an address of many questions": get("/score?" + "&".join(f"option.x{place}=1" for place in range(5_000))),
    "many tags": get(f"/api/games/{'A' * 22}", If_None_Match=",".join(['"x"'] * 5_000)),
    "many pieces": get("/manifest.webmanifest", Range="bytes=" + ",".join(["0-1"] * 5_000)),
    "a long cookie": get("/", Cookie="scorekeeper=" + "x" * 60_000),
}


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    for app in new_app(tmp_path_factory.mktemp("much") / "instance"):
        app.testing = False  # a mistake of ours is to be an answer here
        yield new_phone(app)


def soon() -> float:
    """Seconds of this process that an answer may take on this machine as it is now."""
    begun = process_time()
    sum(step * step for step in range(1_000_000))
    return SOON * (process_time() - begun)


@pytest.mark.parametrize("what", ASKED)
def test_what_costs_much_is_answered_soon(phone: Phone, what: str) -> None:
    begun = process_time()
    answer = ASKED[what](phone)
    took = process_time() - begun
    assert answer.status_code in (200, 304, 400, 404, 413, 422), f"{what}: {answer.status}"
    assert took < (most := soon()), f"{what} took {took:.1f} of {most:.1f} s"
    assert len(answer.data) < 4_000_000, f"{what}: {len(answer.data)} bytes are told"


def test_no_form_is_taken_apart_that_has_more_fields_than_any(phone: Phone) -> None:
    """Not even to look for its token: a megabyte of them would take a second, for all of which others wait."""
    many, kind_of_form = "a=&" * 333_000, "application/x-www-form-urlencoded; charset=utf-8"
    for path, kind, shown in (
        ("/houses/build", "text/html", "<h1"),
        ("/api/games/none/holes/1/confirm", "application/json", '"code":"too_large"'),
    ):
        answer = phone.post(path, data=many, content_type=kind_of_form, headers={"Accept": kind})
        assert answer.status_code == 413
        assert answer.headers["Content-Type"].startswith(kind)
        assert shown in answer.text.replace(" ", "")
        assert "That form has too many fields. Nothing changed." in answer.text


def test_exercises_are_refused_for_houses_that_would_keep_everybody_waiting(phone: Phone) -> None:
    ours = [
        houses.with_readings(house, {option.key: reading.key})
        for house in houses.built_in()
        for option in house.options
        for reading in option.readings
    ]
    assert max(map(scoring_cost, ours)) == HIGHEST_COST, (
        "none of ours is refused, however it is played, and no other costs more"
    )
    for house in slow_houses():
        with pytest.raises(NotForExercises):
            check_exercises(house)
    with phone.application.app_context():
        here = house_address(create_house(store(), house, new_write()).house)
    for path, form in ((f"/practice/{here}/start", {"rule": ""}), ("/sets", {"house": here, **SET})):
        answer = phone.send_form(path, **form)
        assert answer.status_code == 422
        assert "too big for exercises" in answer.text


@pytest.mark.long
@pytest.mark.parametrize("most_of", SLOWEST)
def test_the_slowest_houses_that_exercises_take_are_answered_soon(phone: Phone, most_of: str) -> None:
    house = SLOWEST[most_of]
    assert scoring_cost(house) == HIGHEST_COST
    with phone.application.app_context():
        here = house_address(create_house(store(), house, new_write()).house)
    kinds: dict[str, Any] = {"size": "10", "kinds": ["score", "columns", "mistake", "winner"]}
    for path, form in (
        (f"/practice/{here}/start", {"rule": "", "way": "mistake"}),
        (f"/practice/{here}/start", {"rule": ""}),
        ("/sets", {"house": here, **SET}),
        ("/sets", {"house": here, **SET, **kinds}),
        ("/class/at-once", {"house": here}),
        *((path, None) for path in (f"/houses/{here}", f"/houses/build?from={here}", f"/new/{here}", f"/play/{here}")),
    ):
        begun = process_time()
        answer = phone.get(path) if form is None else phone.send_form(path, **form)
        took = process_time() - begun
        assert answer.status_code in (200, 302, 303), f"{path}: {answer.text}"
        assert took < (most := soon()), f"{path} {form} took {took:.1f} of {most:.1f} s"
