"""Drawing a PDF from HTML, in a process of its own: a large file takes many seconds, in which a process answers nobody.

Where the libraries that draw are missing everything else works, and whoever draws is told.
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
    """The file, drawn in this process, which does nothing else meanwhile."""
    return draw_program.drawn(drawing.documents, accessible=drawing.accessible)


def draw_elsewhere(drawing: Drawing, seconds: float) -> bytes:
    """The file, drawn in a process of its own, which is ended if it takes longer.

    :raises CannotDraw: where the machine lacks the libraries that draw.
    :raises DrawingFailed: when it took too long, or ended without a file.
    """
    # -P: no file of the folder that the server was started in may be taken for a part of Python.
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
        raise DrawingFailed(f"a PDF was not drawn in {seconds:g} seconds") from None
    except OSError as error:
        raise DrawingFailed(f"no process could be started to draw a PDF: {error.strerror}") from error
    said = done.stderr.decode(errors="replace")
    if done.returncode == draw_program.NO_LIBRARIES:
        raise CannotDraw(said.strip())
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise DrawingFailed(f"the process that draws a PDF ended with {done.returncode}: {said[-2000:]}")
    return done.stdout
