"""Drawing a PDF in a separate process, which can be ended and gives its memory back.

If the library for it is missing, everything else still works.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from scorekeeper.exports import draw_program
from scorekeeper.rules.problems import RuleError

_PROGRAM: Final = Path(draw_program.__file__).read_text(encoding="utf-8")
_STYLE: Final = Path(draw_program.__file__).with_name("paper.typ").read_text(encoding="utf-8")


class CannotDraw(RuleError):
    """The library that draws a PDF is not on this machine."""

    code = "export.no_pdf"


class DrawingFailed(Exception):
    """The drawing process took too long or ended without a file. The text is for the log."""


@dataclass(frozen=True)
class Drawing:
    """The documents of one file (JSON for paper.typ), each with its own page numbers."""

    documents: str

    @classmethod
    def of(cls, documents: Sequence[Mapping[str, Any]]) -> Self:
        return cls(json.dumps(documents))


def draw(drawing: Drawing) -> bytes:
    """The PDF, drawn in this process, which is blocked until it is done."""
    return draw_program.drawn(_STYLE, drawing.documents)


def draw_elsewhere(drawing: Drawing, seconds: float) -> bytes:
    """The PDF, drawn in a separate process, which is killed after that many seconds.

    :raises CannotDraw: if the machine lacks the library that draws.
    :raises DrawingFailed: if it took too long, or ended without a file.
    """
    # -P: Python must not import files from the server's working folder.
    command = [sys.executable, "-P", "-c", _PROGRAM]
    try:
        done = subprocess.run(
            command,
            input=json.dumps({"style": _STYLE, "documents": drawing.documents}).encode(),
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
