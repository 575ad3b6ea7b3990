"""The teacher's own view on a second device: a code to scan and a link, which are the whole class in one."""

from __future__ import annotations

import re
from html import unescape

import pytest
import segno
from flask_openapi3.openapi import OpenAPI

from scorekeeper.school.kept_sets import KeptSet
from scorekeeper.school.session import Pace
from tests.conftest import Phone
from tests.web.pupils import main_words, make_sheets, start

HOME = "https://golf.example.org"


@pytest.fixture
def sheets(app: OpenAPI) -> KeptSet:
    return make_sheets(app)


def modules(svg: str) -> str:
    """What is drawn in a QR code, whatever its size."""
    drawn = re.search(r'<path[^>]* d="([^"]+)"[^>]*/>\s*</svg>', svg)
    assert drawn is not None
    return drawn[1]


def test_it_opens_the_view_that_is_only_for_the_teacher(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE)
    answer = client.get(f"/class/{room.key}/elsewhere", base_url=HOME)
    link = f"{HOME}/class/{room.key}?view=own"
    assert link in unescape(answer.text)
    code = re.search(r'<figure class="board-qr[^>]*>(.*?)</figure>', answer.text, re.DOTALL)
    assert code is not None
    assert modules(code[1]) == modules(segno.make(link, micro=False, error="m").svg_inline(border=4, omitsize=True))
    assert answer.headers["Cache-Control"] == "no-store"
    told = main_words(answer.text)
    assert "Whoever scans it leads the class" in told
    # Put away it leaves what may be projected.
    assert f'href="/class/{room.key}">Put it away: the view for everybody</a>' in answer.text
    assert client.get(link.removeprefix(HOME)).status_code == 200


def test_only_the_own_view_leads_there(app: OpenAPI, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE).lead("begin")
    path = f"/class/{room.key}/elsewhere"
    for page in ("", "?view=own", "/question/A", "/map/A/adding"):
        shown = client.get(f"/class/{room.key}{page}", base_url=HOME).text
        assert shown.count(f'href="{path}"') == (page == "?view=own"), page
        assert f"{HOME}/class/" not in shown, "the own view is drawn anew every few seconds"
