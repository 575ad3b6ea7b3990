"""What Lighthouse says of the main pages on a phone: performance, accessibility, best practices.

They are served by https, as docs/https.md advises, and the entry page by plain http as well: there a browser asks for
its many small scripts six at a time, which the slow network that Lighthouse imagines makes long.

`make bench` installs it; it opens our own pages only and reports nothing.
"""

import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.hall import nine_holes
from tests.bench.rows import Effort, Row
from tests.browser import chromium
from tests.certificates import ServerCertificate
from tests.serving import RunningServer

PROGRAM = Path(__file__).parent / "node_modules" / "lighthouse" / "cli" / "index.js"
KINDS = {"performance": "performance", "accessibility": "accessibility", "best-practices": "best practices"}
PAGES = {"the entry page": "/g/{}/hole/9", "the scorecard": "/g/{}", "the start page": "/"}


class NotHad(Exception):
    """There is no Lighthouse, or it did not end well; the text says which."""


def measures(effort: Effort = Effort.USUAL) -> Iterator[Row]:
    """Each page several times, the middle one: a machine that is busy for a moment costs points of performance."""
    runs = effort.choose(quick=1, usual=3)
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "games"
        key = nine_holes(instance)
        certificate = ServerCertificate.make(Path(folder))
        with RunningServer(instance, certificate=certificate) as server:
            for name, address in list(PAGES.items())[: effort.choose(quick=1, usual=None)]:
                yield from _rows(name, server.url + address.format(key), runs, certificate)
        if effort is Effort.QUICK:
            return
        with RunningServer(instance) as server:
            (speed, *_) = _rows("the entry page by plain http", server.url + PAGES["the entry page"].format(key), runs)
            yield speed._replace(bar="", design=False)


def _rows(name: str, url: str, runs: int, certificate: ServerCertificate | None = None) -> Iterator[Row]:
    remark = ""
    figures: dict[str, float | None] = dict.fromkeys(KINDS)
    try:
        told = [judged(url, certificate) for _ in range(runs)]
    except NotHad as error:
        remark = str(error)
    else:
        figures = {kind: 100 * median(one["categories"][kind]["score"] or 0 for one in told) for kind in KINDS}
        remark = "; ".join(sorted({fault for one in told for fault in _faults(one)}))
    for kind, words in KINDS.items():
        figure = figures[kind]
        why = remark if figure is None or (kind != "performance" and figure < 100) else ""
        yield Row(f"Lighthouse, {name}: {words}", figure, "of 100", "100", design=True, remark=why)


def judged(url: str, certificate: ServerCertificate | None = None) -> Mapping[str, Any]:
    """Lighthouse's report of one page on a phone that trusts the certificate.

    :raises NotHad: without Lighthouse, node or a browser.
    """
    if not PROGRAM.exists():
        raise NotHad("Lighthouse is not installed; `make bench` does that")
    node = shutil.which("node", path=sysconfig.get_path("scripts")) or shutil.which("node")
    try:
        browser = chromium.find()
    except chromium.NoBrowser as error:
        raise NotHad(str(error)) from error
    if node is None:
        raise NotHad("there is no node; `make bench` installs one into the virtual environment")
    flags = ["--headless", *chromium.FLAGS]
    if certificate:
        flags.append(f"--ignore-certificate-errors-spki-list={certificate.fingerprint}")
    command = [
        *(node, str(PROGRAM), url, "--output=json", "--quiet", "--no-enable-error-reporting"),
        *(f"--only-categories={','.join(KINDS)}", f"--chrome-flags={' '.join(flags)}"),
    ]
    environment = {**os.environ, "CHROME_PATH": str(browser)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=False)
    if done.returncode:
        raise NotHad(f"Lighthouse ended with {done.returncode}: {done.stderr.strip()[-200:]}")
    report: dict[str, Any] = json.loads(done.stdout)
    if "runtimeError" in report:
        raise NotHad(str(report["runtimeError"].get("message", ""))[:200])
    return report


def _faults(report: Mapping[str, Any]) -> Iterator[str]:
    """The audits of accessibility and best practices that a page did not pass."""
    for kind in ("accessibility", "best-practices"):
        for told in report["categories"][kind]["auditRefs"]:
            score = report["audits"][told["id"]]["score"]
            if told["weight"] and score is not None and score < 1:
                yield told["id"]
