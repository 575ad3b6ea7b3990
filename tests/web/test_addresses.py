"""Addresses that pages are given: built once, but never for another host, another place or another hole."""

from __future__ import annotations

import pytest
from flask_openapi3.openapi import OpenAPI

from scorekeeper.web.addresses import addresses


@pytest.mark.parametrize(
    ("root", "endpoint", "values", "wanted"),
    [
        pytest.param("http://localhost", "play.hole", {"key": "k", "hole": 1}, "/g/k/hole/1", id="a hole"),
        pytest.param("http://localhost", "play.hole", {"key": "k", "hole": 2}, "/g/k/hole/2", id="the next one"),
        pytest.param("http://localhost/golf", "play.card", {"key": "k"}, "/golf/g/k", id="below a folder"),
        pytest.param("http://a.test", "play.card", {"key": "k", "_external": True}, "http://a.test/g/k", id="whole"),
        pytest.param(
            "http://b.test", "play.card", {"key": "k", "_external": True}, "http://b.test/g/k", id="elsewhere"
        ),
        pytest.param(
            "https://b.test", "play.card", {"key": "k", "_external": True}, "https://b.test/g/k", id="by https"
        ),
        pytest.param("http://localhost", "settle.index", {"game": None}, "/score", id="nothing asked"),
    ],
)
def test_an_address_is_the_one_of_its_own_request(
    app: OpenAPI, root: str, endpoint: str, values: dict[str, object], wanted: str
) -> None:
    for _ in range(2):
        with app.test_request_context(base_url=root):
            assert addresses()(endpoint, **values) == wanted
