"""What /openapi.json describes is asked for in every way that it allows, and in many that it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from schemathesis import Case, Config, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.openapi import from_dict
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.fuzz.devices import FromDevices
from tests.fuzz.world import World, make_world

AnyCase = Case[Any]
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = make_world(tmp_path_factory.mktemp("described"))
    yield made
    made.close()


def description(world: World) -> dict[str, Any]:
    """Ours, with the keys and codes that there are: nobody comes upon one of 128 bits by chance.

    Nor upon cards and letters of questions; these are no more than hints.
    """
    told: dict[str, Any] = world.stranger.get("/openapi.json").get_json()
    games = [name for name in world.names() if "game" in name]
    known: dict[str, dict[str, list[Any]]] = {
        "/api/games/": {"key": [*games, "no-such-game"], "hole": [1, 2, 3, 10], "player": [1, 2, 3, 4]},
        "/api/class/boards/": {"key": ["lesson-to-lead", "exam-to-lead", "no-such-class"]},
        "/api/class/{code}": {"code": ["lesson", "exam", "no such"], "number": [1, 2]},
    }
    for path, methods in told["paths"].items():
        there = next((values for begin, values in known.items() if path.startswith(begin)), {})
        for operation in methods.values():
            for parameter in operation.get("parameters", ()):
                parameter["schema"]["enum"] = there[parameter["name"]]
    bodies = told["components"]["schemas"]
    bodies["WorkBody"]["properties"]["letter"]["enum"] = ["A", "B", "C", "D", "a", "", "Z", "\u00df"]
    bodies["WorkBody"]["properties"]["typed"]["properties"] = {"points": {"enum": ["0", "7", "-3", "x", "\u0664"]}}
    for body in ("HandBody", "ScoreBody"):
        cards = bodies[body]["properties"]["cards"]
        likely = {"enum": ["5 * 7 / 5 Q K", "k K K / K K 3", "[5] 5 5 / \u2660 5 5", "5"]}
        cards.update({"anyOf": [likely, *cards.pop("anyOf", [{"type": cards.pop("type", "string")}])]})
    bodies["ScoreBody"]["properties"]["house"]["enum"] = ["two-joker", "penalty", "~", "nowhere"]
    return told


@pytest.fixture(scope="module")
def described(world: World) -> OpenApiSchema:
    schema = from_dict(description(world), config=Config())
    schema.app = FromDevices(world.app, world.pupil.phone)
    schema.app.names = world.names()
    return schema


def endpoints(described: OpenApiSchema) -> list[Any]:
    found = [one.ok() for one in described.get_all_operations() if isinstance(one, Ok)]
    assert len(found) >= 10
    return found


def test_every_edge_of_what_is_described(described: OpenApiSchema) -> None:
    """Each smallest and largest value, each wrong type, each field left out: no dice."""
    modes, how = list(GenerationMode), described.config.generation_for()
    for endpoint in endpoints(described):
        for case in described.iter_coverage_cases(endpoint, generation_modes=modes, generation_config=how):
            case.call_and_validate(checks=CHECKS)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
def test_every_endpoint_answers_as_described(described: OpenApiSchema, mode: GenerationMode) -> None:
    """`positive` is what the description allows, `negative` what it does not."""
    for endpoint in endpoints(described):
        if endpoint.label == "GET /api/token" and mode is GenerationMode.NEGATIVE:
            continue  # it takes nothing that could be wrong

        @settings(max_examples=15, suppress_health_check=list(HealthCheck))
        @given(case=endpoint.as_strategy(generation_mode=mode))
        def ask(case: AnyCase) -> None:
            case.call_and_validate(checks=CHECKS)

        ask()
