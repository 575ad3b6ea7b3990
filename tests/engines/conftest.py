"""A phone with each engine. The same one for all stories, which begin games of their own."""

import os
from collections.abc import Iterator

import pytest

from tests.browser.conftest import server, server_of_the_worker
from tests.engines.driving import OPEN, Phone, chromium
from tests.engines.engines import missing

__all__ = ["server", "server_of_the_worker"]


def opened(engine: str, request: pytest.FixtureRequest) -> Iterator[Phone]:
    if lacking := missing(engine):
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            f"without {', '.join(lacking)}; `make test` asks apt-get"
        )
    folder = request.getfixturevalue("tmp_path_factory").mktemp(engine)
    with OPEN[engine](folder) as phone:
        yield phone


@pytest.fixture(scope="session", params=OPEN)
def phone(request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone that is no Chromium."""
    yield from opened(request.param, request)


@pytest.fixture
def chromium_phone(request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone with Chromium, told the same."""
    with chromium(request.getfixturevalue("browser")) as phone:
        yield phone
