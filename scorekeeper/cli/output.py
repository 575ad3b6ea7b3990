"""How every command speaks: problems a line each, plain ASCII where a terminal knows no more, JSON for programs."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

import click

from scorekeeper.rules import RuleError
from scorekeeper.rules.names import spelled_out
from scorekeeper.rules.wording import MINUS

BAD_INPUT = 2
MAY_PASS = 75  # EX_TEMPFAIL of sysexits.h
INTERRUPTED = 130  # as shells count: 128 and the number of the signal
BROKEN_PIPE = 141

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


class BadInput(Exception):
    """Everything that is wrong with what was typed, a line each."""

    code = BAD_INPUT


class MayPass(BadInput):
    """What keeps a server from starting now and may not at the next try."""

    code = MAY_PASS


def FILE(typed: str) -> Path:
    """The file that a command is about, be it there or not."""
    if os.path.isdir(STORE(typed)):  # noqa: PTH112  says no for a name that no file can have
        raise BadInput(f"{typed} is a folder; name a file")
    return Path(typed)


def STORE(typed: str) -> str:
    """A file, or the address of a database. Nothing is none: a script's variable may never have been set."""
    if not typed.strip():
        raise BadInput("there is no name: name a file")
    return typed


LAYOUT = {"ignore_unknown_options": True}
"""Settings of a command whose layout may begin with a card below 0 or with a dash, as `-2 3 / ...` or `- 3 / ...`."""


class Commands(click.Group):
    """The commands, with one way to end: problems listed, and silence when the reader or the user has gone."""

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
            # Nobody reads, or the disk is full: Python must not try once more to write what is left, and complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                code = BROKEN_PIPE
            else:
                complain([f"cannot write: {error.strerror}"])
        except KeyboardInterrupt:
            code = INTERRUPTED
        ctx.exit(code)


def complain(problems: Iterable[str]) -> None:
    """List problems on standard error, a line each."""
    for problem in problems:
        tell(f"error: {problem}", err=True)


def tell(text: str, *, err: bool = False) -> None:
    """Print a line for people. What no terminal may be told, in a name or in a file of somebody's, is spelled out."""
    stream = sys.stderr if err else sys.stdout
    stream.write(encodable(spelled_out(text), stream) + "\n")


def print_json(data: Any) -> None:
    """Print JSON for programs: ASCII only, so that no terminal's encoding can spoil it."""
    sys.stdout.write(json.dumps(data) + "\n")


def encodable(text: str, stream: TextIO) -> str:
    """The text as far as the stream can write it: an ASCII minus where it has no true one, ? for other signs."""
    # A lone surrogate stands for a byte of the arguments that is not in the terminal's encoding.
    encoding = stream.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.replace(MINUS, "-").encode(encoding, "replace").decode(encoding)
    return text


def shown(text: str) -> str:
    """What was typed, in quotes and not too long."""
    return repr(text if len(text) <= 40 else text[:40] + "…")
