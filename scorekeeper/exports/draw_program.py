"""Program that draws a PDF with WeasyPrint: JSON documents on standard input, the PDF on standard output.

WeasyPrint needs libraries of the system (see README.md). Nothing is fetched from a network or a disk. The program
imports nothing of Scorekeeper: a running server keeps its text, so the files of the next release can be installed.
"""

import json
import os
import sys
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

NO_LIBRARIES = 3
"""The exit status if the libraries are missing; the reason is on standard error."""

POLITE = 10
"""The ``nice`` value of the drawing process, so that the server answers first."""


class NoLibraries(Exception):
    """This machine lacks the libraries that draw a PDF."""


def drawn(documents: Sequence[Sequence[str]], *, accessible: bool) -> bytes:
    """The PDF of the documents, each in its largest size that fits on one page. Raises NoLibraries."""
    chosen = [_largest_of_one_page(sizes) for sizes in documents]
    together: Any = chosen[0].copy([page for document in chosen for page in document.pages])
    variant = {"pdf_variant": "pdf/ua-1"} if accessible else {}
    pdf: bytes = together.write_pdf(pdf_tags=True, custom_metadata=False, **variant)
    return pdf


def render(html: str) -> Any:
    """A document drawn from HTML, without fetching anything. Raises NoLibraries."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        raise NoLibraries(
            "this server is missing the libraries for PDFs: install libpango-1.0-0, libpangoft2-1.0-0, "
            "libharfbuzz-subset0 and a font like fonts-dejavu-core"
        ) from error
    # Fetch nothing, not even for the texts of made rules; pictures must be part of the page.
    fetcher = weasyprint.urls.URLFetcher(allowed_protocols=("data",))
    return weasyprint.HTML(string=html, base_url=None, url_fetcher=fetcher).render()


def _largest_of_one_page(sizes: Sequence[str]) -> Any:
    """The document in its largest size that fits on one page, found by bisection."""
    drawn: dict[int, Any] = {}

    def fits(index: int) -> bool:
        drawn[index] = render(sizes[index])
        return len(drawn[index].pages) == 1

    return drawn[min(bisect_left(range(len(sizes)), True, key=fits), len(sizes) - 1)]


def main() -> int:
    """Draw the documents on standard input."""
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(POLITE)
    asked = json.load(sys.stdin.buffer)
    try:
        pdf = drawn(asked["documents"], accessible=asked["accessible"])
    except NoLibraries as error:
        sys.stderr.write(str(error))
        return NO_LIBRARIES
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
