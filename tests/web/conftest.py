"""What several of these files begin with; where one of them has another game or set, it says so itself."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.school.exercises.kept_sets import KeptSet
from tests.conftest import Phone
from tests.web.students import make_sheets
from tests.web.tables import WebTable, sit_down
from tests.web.world import World, new_world


@pytest.fixture
def table(client: Phone) -> WebTable:
    return sit_down(client)


@pytest.fixture
def sheets(app: Flask) -> KeptSet:
    """Four questions on two sheets, of three kinds."""
    return make_sheets(app)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    yield from new_world(tmp_path_factory.mktemp("world") / "instance")
