"""The commands that write what tests compare with, and that measure: a slip in a name is refused."""

from __future__ import annotations

import importlib

import pytest

COMMANDS = {
    "tests.golden": "there is no house 'milers'; there are worksheet, penalty",
    "tests.referee": "there is no house 'milers'; there are worksheet, penalty",
    "tests.bench": "there is no name 'milers'; there are command_line",
}


@pytest.mark.parametrize(("command", "said"), COMMANDS.items(), ids=list(COMMANDS))
def test_a_name_that_there_is_none_of_is_refused(command: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        importlib.import_module(f"{command}.__main__").main(["milers"])
    told = capsys.readouterr()
    assert refused.value.code == 2
    assert said in " ".join(told.err.split())
    assert told.out == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_told_and_nothing_else_done(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as told:
        importlib.import_module(f"{command}.__main__").main(["--help"])
    assert told.value.code == 0
    assert f"python -m {command}" in capsys.readouterr().out
