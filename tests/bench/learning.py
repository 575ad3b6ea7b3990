"""Find my mistake: learners with a known misread, with none and with an unknown one, over HTTP."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.houses import groups
from scorekeeper.web.db import store
from tests.apps import make_app
from tests.bench.rows import Effort, Row
from tests.conftest import new_phone
from tests.web.finding import counted


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """The five houses, a tenth of all answers a slip."""
    learners = effort.choose(quick=1, usual=100)
    for house in groups()[0].houses:
        with TemporaryDirectory() as folder:
            app = make_app(Path(folder) / "instance")
            rightly, accused, unknown = counted(new_phone(app), house, learners, "bench")
            with app.app_context():
                store().close()
        of = f"five hands of {house.name}, {learners} learners"
        yield Row(f"{of}: told of their misread", 100 * rightly / learners, "%", "at least 90", design=True)
        yield Row(f"{of}: without one, and accused", accused, "", "0", design=True)
        yield Row(f"{of}: with an unknown one, and accused", 100 * unknown / learners, "%", "at most 7", design=True)
