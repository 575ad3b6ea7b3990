"""Drawing a PDF from HTML in a separate process, because a large file blocks its process for many seconds.

If the libraries for it are missing, everything else still works.
"""

import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from scorekeeper.exports import draw_program
from scorekeeper.rules.problems import RuleError

_PROGRAM: Final = Path(draw_program.__file__).read_text(encoding="utf-8")


class CannotDraw(RuleError):
    """The libraries that draw a PDF are not on this machine."""

    code = "export.no_pdf"


class DrawingFailed(Exception):
    """The drawing process took too long or ended without a file. The text is for the log."""


@dataclass(frozen=True)
class Drawing:
    """The documents of one file, each with its own page numbers.

    A document can have several sizes, largest first. The first that fits on one page is drawn, or else the last.
    ``accessible`` asks for PDF/UA-1, whose documents need a title and a language.
    """

    documents: tuple[tuple[str, ...], ...]
    accessible: bool = False


def draw(drawing: Drawing) -> bytes:
    """The PDF, drawn in this process, which is blocked until it is done."""
    return draw_program.drawn(drawing.documents, accessible=drawing.accessible)


def draw_elsewhere(drawing: Drawing, seconds: float) -> bytes:
    """The PDF, drawn in a separate process, which is killed after that many seconds.

    :raises CannotDraw: if the machine lacks the libraries that draw.
    :raises DrawingFailed: if it took too long, or ended without a file.
    """
    # -P: Python must not import files from the server's working folder.
    command = [sys.executable, "-P", "-c", _PROGRAM]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(asdict(drawing)).encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DrawingFailed(f"a PDF took longer than {seconds:g} seconds") from None
    except OSError as error:
        raise DrawingFailed(f"couldn't start a process to make a PDF: {error.strerror}") from error
    said = done.stderr.decode(errors="replace")
    if done.returncode == draw_program.NO_LIBRARIES:
        raise CannotDraw(said.strip())
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise DrawingFailed(f"the process that makes PDFs exited with code {done.returncode}: {said[-2000:]}")
    return done.stdout
