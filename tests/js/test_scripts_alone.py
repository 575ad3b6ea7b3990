"""Scripts without a page: what a phone keeps and asks for, the parts of pages, the worker (node's tests)."""

import json

import pytest

from scorekeeper.school.classes.kept_classes import ClassNotFound
from scorekeeper.school.classes.seats import SeatNotFound
from scorekeeper.web.error_pages import TEXTS
from scorekeeper.web.stand_in_names import stand_ins
from tests.js.node import HERE, TREE, run, run_tests


@pytest.mark.long
@pytest.mark.parametrize("folder", ["elements", "offline", "rules", "store"])
def test_alone(folder: str) -> None:
    run_tests(sorted(HERE.glob(f"{folder}/*.test.js")))


def test_the_phone_knows_by_their_codes_what_a_class_answers() -> None:
    module = (TREE / "static/js/phone/class-queue.js").as_uri()
    said = "console.log(JSON.stringify(SHUT_OUT))"
    script = f'const {{SHUT_OUT}} = await import("{module}"); {said}'
    done = run("--input-type=module", "--eval", script)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [ClassNotFound.code, TEXTS[404][0], SeatNotFound.code]


def test_an_empty_field_names_the_player_as_the_server_does() -> None:
    typed = [
        ["", " "],
        ["Ann", "", "Cy"],
        ["player  2", "", ""],
        ["Player 3", "PLAYER 1", "", "", ""],
        ["", "Player 1"],
    ]
    module, no_page = (TREE / "static/js/pages/seats.js").as_uri(), (HERE / "elements/no_page.js").as_uri()
    said = f"console.log(JSON.stringify({json.dumps(typed)}.map(standIns)))"
    done = run(
        "--input-type=module",
        "--eval",
        f'await import("{no_page}"); const {{standIns}} = await import("{module}"); {said}',
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [list(stand_ins(names)) for names in typed]
