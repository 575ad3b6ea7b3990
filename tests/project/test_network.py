"""The bad network that other tests play over does what they ask of it."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from random import Random
from time import perf_counter

import pytest

from tests.network import HOST, Network
from tests.serving import PATIENCE, RunningServer

ADDRESS = "/api/score"
HAND = b'{"house": "two-joker", "cards": "5 * 7 / 5 Q K"}'


pytestmark = pytest.mark.xdist_group("network")  # one server serves them all


@pytest.fixture
def network(standing_server: RunningServer) -> Iterator[Network]:
    with Network(standing_server.port, Random(7)) as passing:
        yield passing


def ask(network: Network, path: str = "/api/games/none", method: str = "GET", body: bytes | None = None) -> int | None:
    """The status of the answer, or None where there was none."""
    connection = http.client.HTTPConnection(HOST, network.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    except (ConnectionError, http.client.RemoteDisconnected):
        return None
    finally:
        connection.close()


def test_a_good_network_changes_nothing(network: Network, standing_server: RunningServer) -> None:
    answers = []
    for port in (network.port, standing_server.port):
        connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        connection.request("GET", "/openapi.json", headers={"Accept-Encoding": "gzip", "Host": "table.example"})
        answer = connection.getresponse()
        headers = {
            name.lower(): text for name, text in answer.getheaders() if name.lower() not in ("date", "connection")
        }
        answers.append((answer.status, headers, answer.read()))
        connection.close()
    assert answers[0] == answers[1]
    assert ask(network, "/", "HEAD") == 200
    assert ask(network, ADDRESS, "POST", HAND) == 400  # it arrives, with its body, and without a token
    assert [(passage.method, passage.fate) for passage in network.passages] == [
        ("GET", "answered"), ("HEAD", "answered"), ("POST", "answered"),
    ]  # fmt: skip


def test_every_answer_takes_longer(network: Network) -> None:
    ask(network)
    network.delay = 0.3
    begun = perf_counter()
    assert ask(network) == 404
    assert perf_counter() - begun >= 0.3


def test_a_share_of_the_answers_gets_lost_after_the_work(network: Network) -> None:
    network.drop_share = 0.25
    statuses = [ask(network) for _ in range(24)]
    assert statuses.count(None) == network.count("dropped") == 6
    assert network.count("answered") == statuses.count(404) == 18
    assert [statuses[place : place + 4].count(None) for place in range(0, 24, 4)] == [1] * 6
    assert len({statuses[place : place + 4].index(None) for place in range(0, 24, 4)}) > 1, "always the same place"
    network.drop_share = 1.0
    assert ask(network, "/") == 200  # pages come through unless they are meant too
    network.drops_under = "/"
    assert ask(network, "/") is None


def test_the_same_dice_lose_the_same_answers(standing_server: RunningServer) -> None:
    runs = []
    for _ in range(2):
        with Network(standing_server.port, Random(3), drop_share=0.5) as network:
            runs.append([ask(network) for _ in range(20)])
    assert runs[0] == runs[1]


def test_a_network_that_is_gone_refuses_and_comes_back_at_the_same_place(network: Network) -> None:
    for _ in range(3):
        assert ask(network) == 404
        network.down = True
        with pytest.raises(ConnectionRefusedError):
            http.client.HTTPConnection(HOST, network.port, timeout=PATIENCE).connect()
        network.down = False
    assert ask(network) == 404


def test_the_server_may_be_killed_and_started_again_behind_it(server: RunningServer) -> None:
    with Network(server.port, Random(7)) as network:
        assert ask(network) == 404
        server.kill()
        assert ask(network) is None
        server.start()
        assert ask(network) == 404
        assert [passage.fate for passage in network.passages] == ["answered", "no server", "answered"]


def test_nothing_is_left_when_it_ends(standing_server: RunningServer) -> None:
    with Network(standing_server.port, Random(1)) as network:
        assert ask(network) == 404
    assert ask(network) is None
