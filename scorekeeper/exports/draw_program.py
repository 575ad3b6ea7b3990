"""Program that draws a PDF with WeasyPrint: documents as JSON on its standard input, the PDF on its standard output.

WeasyPrint draws with libraries of the system (README.md says which). Nothing is ever fetched, from a network or a disk.
It imports nothing of ours: a running server holds its text, so that the files of the next release may come meanwhile.
"""

import json
import os
import sys
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

NO_LIBRARIES = 3
"""The exit status that says so; the reason stands on standard error."""

POLITE = 10
"""How far a process that draws steps back behind the one that answers, in the system's own measure (``nice``)."""


class NoLibraries(Exception):
    """The libraries that draw a PDF are not on this machine."""


def drawn(documents: Sequence[Sequence[str]], *, accessible: bool) -> bytes:
    """The file of those documents, each in the largest of its sizes that has one page. Raises NoLibraries."""
    chosen = [_largest_of_one_page(sizes) for sizes in documents]
    together: Any = chosen[0].copy([page for document in chosen for page in document.pages])
    variant = {"pdf_variant": "pdf/ua-1"} if accessible else {}
    pdf: bytes = together.write_pdf(pdf_tags=True, custom_metadata=False, **variant)
    return pdf


def render(html: str) -> Any:
    """A document that is drawn from HTML; nothing is fetched for it. Raises NoLibraries."""
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        raise NoLibraries(
            "this machine lacks what draws a PDF: install the packages libpango-1.0-0, libpangoft2-1.0-0, "
            "libharfbuzz-subset0 and a font such as fonts-dejavu-core"
        ) from error
    # Nothing is fetched, whatever a house's words say; a picture may only stand in the page itself.
    fetcher = weasyprint.urls.URLFetcher(allowed_protocols=("data",))
    return weasyprint.HTML(string=html, base_url=None, url_fetcher=fetcher).render()


def _largest_of_one_page(sizes: Sequence[str]) -> Any:
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
        pdf = drawn(asked["documents"], accessible=asked["accessible"])
    except NoLibraries as error:
        sys.stderr.write(str(error))
        return NO_LIBRARIES
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
