"""How pages write numbers, names and dates, and how quickly."""

import re
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from flask import Flask, request
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr
from jinja2.runtime import Context
from markupsafe import Markup, escape

from scorekeeper.houses.sheet import in_short
from scorekeeper.rules import Suit
from scorekeeper.rules.leading import side_name, teams_sentence
from scorekeeper.rules.wording import count_word, counted, listing, number, per_hole, signed
from scorekeeper.school.codes import version_of
from scorekeeper.web.addresses import found_address, house_address, question_row
from scorekeeper.web.spreadsheets import separators

_MARKS: Final = re.compile(r"[&<>'\"]").search


def escaped(value: object) -> str:
    """A value as a page shows it; `markupsafe.escape`, which makes a `Markup` of each, took a tenth of a scorecard."""
    if type(value) is str and not _MARKS(value):
        return value
    return value if type(value) is Markup else str(value) if type(value) is int else escape(value)


class Output(CodeGenerator):
    """The Python that Jinja makes of a template, with `escaped` around whatever is put out."""

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


def init_app(app: Flask) -> None:
    app.jinja_env.code_generator_class = Output
    # Templates have the same globals: no import need compare them, 10 us each.
    app.jinja_env.context_class = lambda *of, globals: Context(*of)  # type: ignore[assignment] # noqa: A006
    app.jinja_env.escaped = escaped  # type: ignore[attr-defined]
    app.jinja_env.globals.update(suits=tuple(Suit), logo=Markup(app.jinja_env.get_template("_logo.svg").render()))
    app.jinja_env.globals.update(separators=separators)
    app.jinja_env.filters.update(points=number, in_words=count_word, signed=signed, listing=listing, ordinal=ordinal)
    app.jinja_env.filters.update(per_hole=per_hole, side_name=side_name, teams_sentence=teams_sentence)
    app.jinja_env.filters.update(capitalize_first=capitalize_first, counted=counted, day=day, clock=clock)
    app.jinja_env.filters.update(house_address=house_address, found_address=found_address)
    app.jinja_env.filters.update(in_short=in_short, question_row=question_row, version=version_of)


def ordinal(place: int) -> str:
    """A rank in English: 1st, 2nd, 11th."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def here(moment: datetime) -> datetime:
    """A moment by the clock of who reads, whose zone static/js/shell/app.js tells in a cookie; else by the server's."""
    try:
        return moment.astimezone(ZoneInfo(request.cookies["zone"]))
    except (LookupError, ValueError, OSError):
        return moment.astimezone()


def day(moment: datetime) -> str:
    """The date, as in 21 November 2026."""
    local = here(moment)
    return f"{local.day} {local:%B %Y}"


def clock(moment: datetime) -> str:
    """The time of day, as in 20:15."""
    return f"{here(moment):%H:%M}"


def capitalize_first(sentence: str) -> str:
    """A sentence that starts with a capital; names inside it stay as they are."""
    return sentence[:1].upper() + sentence[1:]
