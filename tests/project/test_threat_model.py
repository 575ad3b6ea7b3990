"""docs/threat-model.md promises nothing that no test tries to break."""

from __future__ import annotations

import re

import pytest

from scorekeeper.web.config import SETTINGS
from scorekeeper.web.security import SECURE_HEADERS
from tests.serving import TREE

TEXT = (TREE / "docs/threat-model.md").read_text("utf-8")


def test_every_test_and_page_that_it_names_is_there() -> None:
    named = sorted(set(re.findall(r"\b(?:tests|docs|static)/[\w./-]*[\w/]", TEXT)))
    assert len(named) >= 20
    for path in named:
        assert (TREE / path).exists(), path


def test_every_promise_names_a_test() -> None:
    promised = TEXT.partition("## Who, and what is promised")[2].partition("## What every answer tells")[0]
    for who in re.split(r"^### ", promised, flags=re.MULTILINE)[1:]:
        assert "tests/" in who, who.splitlines()[0]


@pytest.mark.parametrize("header", [name for name, _ in SECURE_HEADERS])
def test_every_header_has_its_reason(header: str) -> None:
    assert re.search(rf"^\| .*`{header}\b.* \| .{{10,}} \|$", TEXT, re.MULTILINE), header


def test_the_settings_that_it_names_are_there() -> None:
    named = set(re.findall(r"SCOREKEEPER_\w+", TEXT))
    assert named
    assert named <= {setting.variable for setting in SETTINGS}
