"""What a server full of phones gets through: pages, and questions whether something is new, beside bare answers."""

import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from tests.bench.comparing import beside, by_turns
from tests.bench.hall import Asking, Hall, tables
from tests.bench.load import PHONES, request
from tests.bench.rows import Effort, Row


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """All from the same phones, each with cookies of its own, in short rounds by turns with bare answers."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "hall"
        keys = tables(instance, effort.choose(quick=2, usual=4 * PHONES))
        with beside(instance) as server:
            for asking in Hall(server, keys).asks():
                bare = Asking("bare", [cycle([asking.bare]) for _ in asking.phones], asking.bare, asking.status)
                own, plain = by_turns([(server, asking), (server, bare)], effort)
                is_page = asking.status == 200
                told = "a bare Flask answer " + ("of its size" if is_page else "that nothing changed")
                told = f"{asking.name}: processor time against {told}"
                dearer = own.dearer(plain)
                remark = "" if dearer else "the system does not tell of processor time"
                yield Row(told, dearer, "times", f"at most {asking.most:g}", design=True, remark=remark)
                yield Row(f"{asking.name}: answers", own.rate, "req/s")
                yield Row(f"{asking.name}: the bare answers beside it", plain.rate, "req/s")
            most = request("/bare/wsgi")
            nothing = Asking("nothing", [cycle([most]) for _ in range(PHONES)], most, status=304)
            (rounds,) = by_turns([(server, nothing)], effort)
            yield Row("what the phones of the bench can ask for at most, of a bare WSGI answer", rounds.rate, "req/s")
