"""How many bytes each main page and the static files are, as they travel."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from scorekeeper import paths
from scorekeeper.web.delivery import StaticFiles
from tests.bench.full import edit_keys, full_store
from tests.bench.hall import classes, tables
from tests.bench.rows import Effort, Row
from tests.devices import Device, Pupil
from tests.serving import RunningServer

KIB = 1024
PAGES = {
    "the start page": "/",
    "the houses": "/houses",
    "a rule sheet": "/houses/penalty",
    "the house builder": "/houses/build?from=penalty",
    "settling a quarrel": "/score?house=two-joker&cards=5+*+7+%2F+5+Q+K",
    "the referee": "/referee",
    "practice": "/practice",
    "learning a house": "/learn",
    "choosing a house": "/new",
    "beginning a game": "/new/penalty",
    "the scorecard": "/g/{game}",
    "the hole page": "/g/{game}/hole/9",
    "how a hole scored": "/g/{game}/hole/1/worked",
    "the table's page": "/g/{game}/table",
    "the history of a game": "/g/{game}/history",
    "the rules of a game": "/g/{game}/rules",
    "the end of a game": "/g/{over}/end",
    "worksheets": "/sets",
    "the board of a class": "/class/{board}",
    "joining a class": "/join/{code}",
    "a pupil's page": "{pupil}",
    "a game as JSON": "/api/games/{game}",
}
ENCODINGS = {"as HTML": "identity", "gzip": "gzip, deflate", "br": "gzip, deflate, br, zstd"}


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """As gzip, which phones get by plain http; without packing and as Brotli, which comes by https, as a remark."""
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "games"
        store = full_store(instance / "scorekeeper.sqlite3", 36)
        (over,) = edit_keys(store, 1)
        store.close()
        (game,) = tables(instance, 1)
        (kept,) = classes(instance, 1)
        with RunningServer(instance) as server:
            pupil, visitor = Pupil(server), Device(server)
            pupil.join(kept.code)
            places = {"game": game, "over": over, "board": kept.key, "code": kept.code, "pupil": pupil.address}
            for name, address in list(PAGES.items())[: effort.choose(quick=3, usual=None)]:
                device = pupil if "pupil" in name else visitor
                path = address.format(**places)
                yield _row(f"{name}, as it travels", {how: _size(device, path, how) for how in ENCODINGS})
            yield from _static(visitor)
            pupil.hang_up()
            visitor.hang_up()


def _row(name: str, sizes: Mapping[str, int]) -> Row:
    told = ", ".join(f"{how} {sizes[how] / KIB:.1f}" for how in ("as HTML", "br"))
    return Row(name, sizes["gzip"] / KIB, "KiB gzip", remark=told.replace("as HTML", "unpacked"))


def _static(device: Device) -> Iterator[Row]:
    """All that there is; a page asks for a small part of it, and once."""
    files = StaticFiles(paths.asset_root() / "static")
    sizes: dict[str, Counter[str]] = {}
    for name in files.names:
        kind = sizes.setdefault(PurePosixPath(name).suffix, Counter())
        kind.update({how: _size(device, f"/static/{files.digest}/{name}", how) for how in ENCODINGS})
    for ending, counted in sorted(sizes.items()):
        yield _row(f"all static files {ending}", counted)


def _size(device: Device, path: str, how: str) -> int:
    answer = device.ask("GET", path, Accept_Encoding=ENCODINGS[how], Accept="*/*")
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")
    return len(answer.body)
