"""Program that draws a PDF with Typst: JSON on standard input, the PDF on standard output.

It reads nothing but its input and the fonts of the system. The program imports nothing of Scorekeeper: a running server
keeps its text, so the files of the next release can be installed.
"""

import json
import os
import sys
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any

NO_LIBRARIES = 3
"""The exit status if Typst is missing; the reason is on standard error."""

POLITE = 10
"""The ``nice`` value of the drawing process, so that the server answers first."""


class NoLibraries(Exception):
    """This machine lacks Typst."""


def drawn(style: str, documents: str) -> bytes:
    """The PDF of the documents (JSON) in that style (Typst), for screen readers too. Raises NoLibraries."""
    try:
        import typst
    except ImportError as error:
        raise NoLibraries("this server lacks Typst: pip install scorekeeper[pdf]") from error
    with TemporaryDirectory() as nothing:  # all that the program could read
        given: Any = {"input": style.encode(), "root": nothing, "sys_inputs": {"data": documents}}
        try:
            pdf: bytes = typst.compile(**given, pdf_standards="ua-1")
        except typst.TypstError:
            # PDF/UA allows no sign without a glyph, such as Chinese where no font has it.
            pdf = typst.compile(**given)
    return pdf


def main() -> int:
    """Draw the documents on standard input."""
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(POLITE)
    asked = json.load(sys.stdin.buffer)
    try:
        pdf = drawn(asked["style"], asked["documents"])
    except NoLibraries as error:
        sys.stderr.write(str(error))
        return NO_LIBRARIES
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
