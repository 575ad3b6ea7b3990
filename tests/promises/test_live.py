"""Live: an open page hears at once of what other phones do, without asking all the time."""

import http.client
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPResponse
from pathlib import Path
from time import monotonic

from playwright.sync_api import expect

from scorekeeper.server.serving import ENDING
from tests.browser.conftest import PHONE, OpenBrowser
from tests.postgresql import Cluster
from tests.promises.test_class import begun, joined
from tests.promises.visitor import Visitor
from tests.serving import PATIENCE, RunningServer

HAND = "5 * 7 / 5 Q K"


@contextmanager
def listening(server: RunningServer, path: str) -> Iterator[HTTPResponse]:
    """The stream of rings of an address."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Accept": "text/event-stream"})
    with closing(connection), connection.getresponse() as answer:
        yield answer


def heard(stream: HTTPResponse) -> str:
    """What the next event says."""
    assert stream.headers["Content-Type"] == "text/event-stream"
    while not (line := stream.readline().decode()).startswith("data: "):
        assert line in ("\n", ":\n"), line or "the stream has ended"
    return line.removeprefix("data: ").strip()


def test_a_page_of_a_game_hears_each_entry(visitor: Visitor, server: RunningServer) -> None:
    key = visitor.begin("penalty")
    players = [player["id"] for player in visitor.game(key)["players"]]
    with listening(server, f"/api/games/{key}") as stream:
        assert heard(stream) == visitor.headers["ETag"]
        for player in players:
            visitor.put_hand(key, 1, player, cards=HAND)
            assert heard(stream) == "changed"


def test_students_and_the_wall_hear_what_happens_in_class(
    visitor: Visitor, other_visitor: Visitor, server: RunningServer
) -> None:
    key, code = begun(visitor)
    with (
        listening(server, f"/api/class/boards/{key}") as wall,
        listening(server, f"/api/class/{code}") as student,
    ):
        assert heard(wall)
        assert heard(student)
        joined(other_visitor, code)
        assert heard(wall) == "changed"
        visitor.go(f"/class/{key}?view=own").submit(f"/class/{key}/delete", {})
        assert [heard(student), heard(wall)] == ["changed", "changed"]


def test_an_entry_at_one_server_is_heard_at_another_of_the_same_database(cluster: Cluster, tmp_path: Path) -> None:
    address = cluster.new_database()
    with (
        RunningServer(tmp_path / "one", SCOREKEEPER_STORE=address) as one,
        RunningServer(tmp_path / "other", SCOREKEEPER_STORE=address) as other,
    ):
        visitor = Visitor(one.url)
        key = visitor.begin("penalty")
        with listening(other, f"/api/games/{key}") as stream:
            assert heard(stream)
            visitor.put_hand(key, 1, visitor.game(key)["players"][0]["id"], cards=HAND)
            assert heard(stream) == "changed"


def test_an_address_without_a_game_is_no_stream(visitor: Visitor, server: RunningServer) -> None:
    with listening(server, "/api/games/no-such-key") as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (404, "application/json")


def test_a_server_that_is_told_to_stop_waits_for_no_page(own_server: RunningServer) -> None:
    key = Visitor(own_server.url).begin("penalty")
    with listening(own_server, f"/api/games/{key}") as stream:
        assert heard(stream)
        began = monotonic()
        assert own_server.stop(signal.SIGTERM) == 0
        assert monotonic() - began < ENDING
        assert stream.read().strip() == b""


def test_a_phone_that_looks_on_asks_when_something_happens(
    open_browser: OpenBrowser, visitor: Visitor, server: RunningServer
) -> None:
    key = visitor.begin("penalty")
    players = [player["id"] for player in visitor.game(key)["players"]]
    page = open_browser(**PHONE).page()
    page.clock.install()
    with page.expect_response(lambda answer: answer.headers.get("content-type") == "text/event-stream"):
        page.goto(f"{server.url}/g/{key}")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    for player in players:
        visitor.put_hand(key, 1, player, cards=HAND)
    visitor.confirm(key, 1)
    expect(page.locator("table.card-table tr.totals td").first).to_have_text("14")
