"""The teacher's own view on a second device: a code to scan and a link, which are the whole class in one."""

import pytest
from flask import Flask

from scorekeeper.school.kept_sets import KeptSet
from scorekeeper.school.session import Pace
from tests.conftest import Phone
from tests.web.pupils import make_sheets, start

HOME = "https://golf.example.org"


@pytest.fixture
def sheets(app: Flask) -> KeptSet:
    return make_sheets(app)


def test_only_the_own_view_leads_there(app: Flask, client: Phone, sheets: KeptSet) -> None:
    room = start(app, sheets, Pace.LIVE).lead("begin")
    path = f"/class/{room.key}/elsewhere"
    for page in ("", "?view=own", "/question/A", "/map/A/adding"):
        shown = client.get(f"/class/{room.key}{page}", base_url=HOME).text
        assert shown.count(f'href="{path}"') == (page == "?view=own"), page
        assert f"{HOME}/class/" not in shown, "the own view is drawn anew every few seconds"
