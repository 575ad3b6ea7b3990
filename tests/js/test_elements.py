"""What the pages' elements do without a page: layouts being entered, drafts, hands on their way (node's tests)."""

from __future__ import annotations

import json

from scorekeeper.classroom import read_return_code
from tests.js.node import HERE, TREE, run, run_tests

TYPED = ("7K2QM", " 7k2 qm ", "7K-2Q–M", "7_k.2−q\u2011m", "bsz2m", "7\u00a0K\t2QM", "ABSZB")


def test_elements_alone() -> None:
    run_tests(sorted(HERE.glob("elements/*.test.js")))


def test_a_pupil_s_code_is_read_without_a_network_as_the_server_reads_it() -> None:
    module = (TREE / "static/js/rules/codes.js").as_uri()
    said = f"console.log(JSON.stringify({json.dumps(TYPED)}.map(readCode)))"
    script = f'const {{ readCode }} = await import("{module}"); {said}'
    done = run("--input-type=module", "--eval", script)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [read_return_code(typed) for typed in TYPED]
