"""The log: types, places and routes, but never input."""

import logging
import re

import pytest
from flask import Flask

from scorekeeper.rules import RuleError, parse_layout
from scorekeeper.web import logs
from scorekeeper.web.db import store
from tests.conftest import Phone
from tests.store.playing import file_of

pytestmark = pytest.mark.own_routes


def fail(text: str) -> None:
    try:
        parse_layout(text)
    except RuleError as error:
        raise LookupError(f"Annabella and {text}") from error


def raised(text: str) -> BaseException:
    with pytest.raises(LookupError) as error:
        fail(text)
    return error.value


def test_an_exception_is_told_by_kinds_and_places() -> None:
    told = logs.trail(raised("Zacharias"))
    assert re.match(
        r"LookupError at test_logs\.py:\d+; after scorekeeper\.rules\.\S+ at scorekeeper/rules/\S+:\d+", told
    )
    assert "Annabella" not in told
    assert "Zacharias" not in told


def test_whatever_is_logged_is_one_line_without_the_text_of_exceptions() -> None:
    error = raised("Zacharias")
    record = logging.LogRecord(
        "library", logging.WARNING, __file__, 1, "no\n  %s", ("luck",), (type(error), error, error.__traceback__)
    )
    line = logs.OneLine().format(record)
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ warning no luck: LookupError at ", line)
    assert "\n" not in line
    assert "Zacharias" not in line


def test_a_log_gives_no_order_to_the_terminal_that_shows_it() -> None:
    record = logging.LogRecord("library", logging.WARNING, __file__, 1, "was sent \x1b[31mAnn\u202e", (), None)
    assert logs.OneLine().format(record).endswith(r" warning was sent \x1b[31mAnn\u202e")


@pytest.mark.parametrize("path", ["/g/Zacharias-the-key/fail", "/api/g/Zacharias-the-key/fail"])
def test_our_mistake_has_one_line_and_the_page_its_id(
    app: Flask, client: Phone, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    app.testing = False

    def fail_here(key: str) -> str:
        raise LookupError(f"Annabella has {key}")

    app.add_url_rule("/g/<key>/fail", "fail", fail_here)
    app.add_url_rule("/api/g/<key>/fail", "api_fail", fail_here)
    answer = client.get(f"{path}?who=Annabella")
    assert answer.status_code == 500
    (record,) = caplog.records
    (named,) = re.findall(r"mention ([0-9a-f]{8})\.", answer.text)
    assert "/g/<key>/fail answered 500 in " in record.getMessage()
    assert f"id {named}: LookupError at " in record.getMessage()
    assert "Zacharias" not in caplog.text
    assert "Annabella" not in caplog.text


def test_a_cause_that_goes_on_is_told_once_a_minute_with_how_often_it_came() -> None:
    now = [1000.0]
    seldom = logs.Seldom(lambda: now[0])
    told = []
    for second in range(0, 150, 2):
        now[0] = 1000.0 + second
        told += [text for port in (41, 42) if (text := seldom.due(f"no answer at port {port}"))]
    again = " more in the last 60 seconds)"
    assert told == ["no answer at port 41", f"no answer at port 41 (59{again}", f"no answer at port 41 (59{again}"]
    assert seldom.due("the disk is full") == "the disk is full", "another cause is told at once"


def test_trouble_that_many_requests_run_into_has_one_line_whoever_asks(
    app: Flask, client: Phone, caplog: pytest.LogCaptureFixture
) -> None:
    with app.app_context():
        file_of(store()).path.rename(file_of(store()).path.with_name("elsewhere"))

    def fail() -> str:
        store().check()
        return "well"

    app.add_url_rule("/fail", "fail", fail)
    for _ in range(20):
        assert {client.get(path).status_code for path in ("/health", "/fail")} == {503}
    (record,) = caplog.records
    assert "was deleted, moved or replaced" in record.getMessage()
