"""Drawing a PDF from HTML with WeasyPrint, here or in a process of its own.

WeasyPrint draws with libraries of the system (README.md says which). Where these are missing everything else works, and
whoever draws is told. Nothing is ever fetched, from a network or a disk.

A large file takes many seconds of pure work, in which a process answers nobody. So this module is a program as well
(`python -m scorekeeper.exports.drawing`): a Drawing as JSON on its standard input, the PDF on its standard output.
"""

import json
import os
import subprocess
import sys
from bisect import bisect_left
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scorekeeper.rules.problems import RuleError

NO_LIBRARIES = 3
"""The exit status that says so; the reason stands on standard error."""

POLITE = 10
"""How far a process that draws steps back behind the one that answers, in the system's own measure (``nice``)."""


class CannotDraw(RuleError):
    """The libraries that draw a PDF are not on this machine."""

    code = "export.no_pdf"


class DrawingFailed(Exception):
    """The process that draws took too long or ended without a file. The text is for the log."""


@dataclass(frozen=True)
class Drawing:
    """What is to be drawn: documents one after the other in one file, each of which counts its own pages.

    Each document may be given in several sizes, the largest first: the first that has a single page is taken, or else
    the last. ``accessible`` asks for PDF/UA-1, whose documents need a title and a language.
    """

    documents: tuple[tuple[str, ...], ...]
    accessible: bool = False


def draw(drawing: Drawing) -> bytes:
    """The file, drawn in this process, which does nothing else meanwhile. Raises CannotDraw."""
    documents = [_largest_of_one_page(sizes) for sizes in drawing.documents]
    together: Any = documents[0].copy([page for document in documents for page in document.pages])
    variant = {"pdf_variant": "pdf/ua-1"} if drawing.accessible else {}
    pdf: bytes = together.write_pdf(pdf_tags=True, custom_metadata=False, **variant)
    return pdf


def draw_elsewhere(drawing: Drawing, seconds: float) -> bytes:
    """The file, drawn in a process of its own, which is ended if it takes longer.

    :raises CannotDraw: where the machine lacks the libraries that draw.
    :raises DrawingFailed: when it took too long, or ended without a file.
    """
    places = [*filter(None, [os.environ.get("PYTHONPATH")]), _SOURCE]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    # -P: no file of the folder that the server was started in may be taken for a part of Python.
    command = [sys.executable, "-P", "-m", "scorekeeper.exports.drawing"]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(asdict(drawing)).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise DrawingFailed(f"a PDF was not drawn in {seconds:g} seconds") from None
    except OSError as error:
        raise DrawingFailed(f"no process could be started to draw a PDF: {error.strerror}") from error
    said = done.stderr.decode(errors="replace")
    if done.returncode == NO_LIBRARIES:
        raise CannotDraw(said.strip())
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise DrawingFailed(f"the process that draws a PDF ended with {done.returncode}: {said[-2000:]}")
    return done.stdout


_SOURCE = str(Path(__file__).resolve().parents[2])


def render(html: str) -> Any:
    """A document that is drawn from HTML; nothing is fetched for it. Raises CannotDraw."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        raise CannotDraw(
            "this machine lacks what draws a PDF: install the packages libpango-1.0-0, libpangoft2-1.0-0, "
            "libharfbuzz-subset0 and a font such as fonts-dejavu-core"
        ) from error
    # Nothing is fetched, whatever a house's words say; a picture may only stand in the page itself.
    fetcher = weasyprint.urls.URLFetcher(allowed_protocols=("data",))
    return weasyprint.HTML(string=html, base_url=None, url_fetcher=fetcher).render()


def _largest_of_one_page(sizes: tuple[str, ...]) -> Any:
    """The document in the largest of the sizes that keeps it on one page; sizes are halved until it is found."""
    drawn: dict[int, Any] = {}

    def fits(place: int) -> bool:
        drawn[place] = render(sizes[place])
        return len(drawn[place].pages) == 1

    return drawn[min(bisect_left(range(len(sizes)), True, key=fits), len(sizes) - 1)]


def main() -> int:
    """Draw what stands on standard input."""
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(POLITE)
    asked = json.load(sys.stdin.buffer)
    try:
        pdf = draw(Drawing(tuple(tuple(sizes) for sizes in asked["documents"]), asked["accessible"]))
    except CannotDraw as error:
        sys.stderr.write(error.message)
        return NO_LIBRARIES
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
