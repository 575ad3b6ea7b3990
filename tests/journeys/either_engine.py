"""The real server on a file, and one on PostgreSQL: for the journeys in which many write at once."""

from collections.abc import Iterator

import pytest

from tests.postgresql import Cluster
from tests.serving import RunningServer

__all__ = ["either_server"]


@pytest.fixture(scope="session")
def server_on_postgresql(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    instance = tmp_path_factory.mktemp("postgresql") / "games"
    with RunningServer(instance, SCOREKEEPER_STORE=cluster.new_database()) as running:
        yield running


@pytest.fixture(name="server", params=["server_of_the_worker", "server_on_postgresql"], ids=["file", "postgresql"])
def either_server(request: pytest.FixtureRequest) -> RunningServer:
    """Those of a worker, as `server` of the browser tests is."""
    found: RunningServer = request.getfixturevalue(request.param)
    return found if found.runs else found.start()
