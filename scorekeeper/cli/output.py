"""Output of every command: one problem per line, text that the terminal can show, JSON for programs."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

import click

from scorekeeper.rules import RuleError
from scorekeeper.rules.names import spelled_out
from scorekeeper.rules.signs import straight_quotes
from scorekeeper.rules.wording import MINUS

BAD_INPUT = 2
MAY_PASS = 75  # EX_TEMPFAIL of sysexits.h
INTERRUPTED = 130  # as in shells: 128 plus the signal's number
BROKEN_PIPE = 141

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class BadInput(Exception):
    """All problems with the input, one per line."""

    code = BAD_INPUT


class MayPass(BadInput):
    """A problem that keeps a server from starting but may pass."""

    code = MAY_PASS


def FILE(typed: str) -> Path:
    """A file argument; the file need not exist."""
    if os.path.isdir(STORE(typed)):  # noqa: PTH112  False for an invalid name
        raise BadInput(f"{typed} is a folder. Name a file.")
    return Path(typed)


def STORE(typed: str) -> str:
    """A file, or the address of a database; not empty, as from an unset variable of a script."""
    if not typed.strip():
        raise BadInput("there is no name: name a file")
    return typed


LAYOUT = {"ignore_unknown_options": True}
"""Settings of a command whose hand may start with a card below 0 or a dash, as `-2 3 / ...` or `- 3 / ...`."""


class Commands(click.Group):
    """The commands. They end with a list of problems, or silently if the reader or user has gone."""

    def invoke(self, ctx: click.Context) -> None:
        code = BAD_INPUT
        try:
            super().invoke(ctx)
            sys.stdout.flush()
            return
        except BadInput as error:
            complain(error.args)
            code = error.code
        except RuleError as error:
            complain(problem.message for problem in error.problems)
        except OSError as error:
            # The reader is gone, or the disk is full: Python must not try again to write the rest.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                code = BROKEN_PIPE
            else:
                complain([f"Can't write: {error.strerror}."])
        except KeyboardInterrupt:
            code = INTERRUPTED
        ctx.exit(code)


def complain(problems: Iterable[str]) -> None:
    """List problems on standard error, one per line."""
    for problem in problems:
        tell(f"error: {problem}", err=True)


def tell(text: str, *, err: bool = False) -> None:
    """Print a line for people. Control characters in names and files are spelled out."""
    stream = sys.stderr if err else sys.stdout
    stream.write(encodable(spelled_out(text), stream) + "\n")


def print_json(data: Any) -> None:
    """Print JSON for programs in ASCII, which every terminal's encoding keeps."""
    sys.stdout.write(json.dumps(data) + "\n")


def encodable(text: str, stream: TextIO) -> str:
    """The text with straight quotes, as the stream can write it: an ASCII minus for a true one, ? for other signs."""
    text = straight_quotes(text)
    # A lone surrogate stands for a byte of the arguments that is not in the terminal's encoding.
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.replace(MINUS, "-").encode(encoding, "replace").decode(encoding)
    return text


def shown(text: str) -> str:
    """Input in quotes, cut to 40 characters."""
    return repr(text if len(text) <= 40 else text[:40] + "…")
