"""The examples of docs/running: complete, in step with the product, and without what must not be in them."""

from __future__ import annotations

import configparser
import json
import re

import pytest

from scorekeeper.web import serving
from tests.serving import TREE, RunningServer

RUNNING = TREE / "docs" / "running"


def service() -> dict[str, list[str]]:
    """Every line of the unit's [Service], by name; a name may come more than once."""
    text = (RUNNING / "scorekeeper.service").read_text("utf-8")
    parsed = configparser.RawConfigParser(strict=False, delimiters=("=",), comment_prefixes=("#",))
    parsed.read_string(text)
    assert parsed.sections() == ["Unit", "Service", "Install"]
    lines: dict[str, list[str]] = {}
    section = text.partition("[Service]")[2].partition("[Install]")[0]
    for name, value in re.findall(r"^(\w+)=(.*)$", section, re.MULTILINE):
        lines.setdefault(name, []).append(value)
    return lines


def image() -> str:
    return (RUNNING / "Containerfile").read_text("utf-8")


def test_the_unit_gives_the_server_time_to_end_and_nothing_but_its_folder() -> None:
    unit = service()
    longest = serving.ARRIVING + serving.ANSWERING + 3 + serving.LEAVING  # 3 for what goes on beside
    assert int(unit["TimeoutStopSec"][0]) > longest
    for name, value in {
        "KillMode": "mixed",  # the worker is told by the server, and not twice
        "DynamicUser": "yes",
        "ProtectSystem": "strict",
        "StateDirectoryMode": "0700",
        "CapabilityBoundingSet": "",
    }.items():
        assert unit[name] == [value]
    assert "SCOREKEEPER_INSTANCE=/var/lib/scorekeeper" in unit["Environment"]


def test_the_image_runs_as_nobody_and_asks_for_its_health_by_python(server: RunningServer) -> None:
    assert image().index("\nUSER scorekeeper\n") < image().index("\nCMD ")
    (told,) = re.findall(r"^HEALTHCHECK .*\\\n\s+CMD (\[.*\])$", image(), re.MULTILINE)
    python, option, program = json.loads(told)
    assert (python, option) == ("/opt/scorekeeper/bin/python", "-c")
    asked = program.replace("http://127.0.0.1:8000", server.url)
    assert asked != program
    exec(compile(asked, "the health check", "exec"), {})
    server.kill()
    with pytest.raises(OSError):
        exec(compile(asked, "the health check", "exec"), {})


def test_proxies_log_no_address_and_cache_nothing() -> None:
    nginx = (RUNNING / "nginx.conf").read_text("utf-8")
    (logged,) = re.findall(r"^log_format scorekeeper '(.*)';$", nginx, re.MULTILINE)
    allowed = {"time_iso8601", "request_method", "status", "bytes_sent", "request_time"}
    assert set(re.findall(r"\$(\w+)", logged)) == allowed
    assert re.findall(r"access_log (.*);", nginx) == ["off", "/var/log/nginx/scorekeeper.log scorekeeper"]
    assert {line.split()[-1] for line in re.findall(r"error_log (.*);", nginx)} == {"crit"}
    assert nginx.count("{") == nginx.count("}")
    assert "proxy_cache off;" in nginx
    for name in ("X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme", "X-Forwarded-Host $http_host"):
        assert f"proxy_set_header {name};" in nginx
    caddy = (RUNNING / "Caddyfile").read_text("utf-8")
    assert "exclude http.log.error" in caddy
    assert not re.search(r"^\s+log\b(?! \{\n\t\texclude)", caddy, re.MULTILINE)
