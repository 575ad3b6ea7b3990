"""What a phone keeps and asks for, without a phone: the cadence of questions, the games it knows (node's tests)."""

from __future__ import annotations

import json

from scorekeeper.school.classes import ClassNotFound
from scorekeeper.school.seats import SeatNotFound
from scorekeeper.web.error_pages import TEXTS
from tests.js.node import HERE, TREE, run, run_tests


def test_store_alone() -> None:
    run_tests(sorted(HERE.glob("store/*.test.js")))


def test_the_phone_knows_by_their_codes_what_a_class_answers() -> None:
    module = (TREE / "static/js/phone/class-queue.js").as_uri()
    said = "console.log(JSON.stringify(SHUT_OUT))"
    script = f'const {{SHUT_OUT}} = await import("{module}"); {said}'
    done = run("--input-type=module", "--eval", script)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [ClassNotFound.code, TEXTS[404][0], SeatNotFound.code]
