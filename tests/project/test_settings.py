"""Settings, and the key that is made automatically."""

import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.web import config


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        pytest.param("SCOREKEEPER_MAX_CONTENT_LENGTH", "5000", "MAX_CONTENT_LENGTH", 5000, id="number"),
        pytest.param("SCOREKEEPER_PROXIES", "2", "PROXIES", 2, id="count"),
        pytest.param("SCOREKEEPER_STORE", "/games/a.db", "STORE", "/games/a.db", id="text"),
        pytest.param("SCOREKEEPER_MAX_CONTENT_LENGTH", "", "MAX_CONTENT_LENGTH", 1_000_000, id="empty-is-default"),
    ],
)
def test_reading_the_environment(variable: str, text: str, name: str, value: object) -> None:
    assert config.from_environment({variable: text})[name] == value


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        pytest.param("SCOREKEEPER_MAX_CONTENT_LENGTH", "lots", id="no-number"),
        pytest.param("SCOREKEEPER_MAX_CONTENT_LENGTH", "-1", id="below-0"),
        pytest.param("SCOREKEEPER_PROXIES", "-1", id="fewer-than-none"),
        pytest.param("SCOREKEEPER_PROXIES", "yes", id="no-count"),
    ],
)
def test_nonsense_is_refused_by_name(variable: str, text: str) -> None:
    with pytest.raises(config.BadSetting, match=variable):
        config.from_environment({variable: text})


def test_a_redis_is_refused_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"SCOREKEEPER_LIMITS": "redis://127.0.0.1"}
    assert config.from_environment(limits)["LIMITS"] == "redis://127.0.0.1"
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(config.BadSetting, match="scorekeeper\\[postgresql\\]"):
        config.from_environment(limits)


def test_the_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    first = config.kept_secret_key(tmp_path)
    assert len(first) == 64
    assert config.kept_secret_key(tmp_path) == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [tmp_path / "secret_key"]


def test_servers_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: config.kept_secret_key(tmp_path), range(64)))
    assert len(keys) == 1


def test_a_damaged_key_is_told_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("short", "ascii")
    with pytest.raises(config.BadSetting, match="contains no key"):
        config.kept_secret_key(tmp_path)
