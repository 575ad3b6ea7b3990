"""`make release`: what its last step does with a checkout that was checked and tested."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import TREE

SOMEBODY = {
    f"GIT_{who}_{what}": "somebody@scorekeeper.example" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}


def git(checkout: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=checkout, env=os.environ | SOMEBODY, capture_output=True, text=True, check=True
    )
    return done.stdout


def release(checkout: Path, *version: str) -> subprocess.CompletedProcess[str]:
    # The build backend of this environment; nothing is fetched.
    environment = os.environ | SOMEBODY | {"BIN": str(Path(sys.executable).parent)}
    return subprocess.run([".ci/release", *version], cwd=checkout, env=environment, capture_output=True, text=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clone with one change that is not released."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", str(TREE), str(clone))
    shutil.copy(TREE / ".ci" / "release", clone / ".ci" / "release")
    changes = clone / "CHANGELOG.md"
    text = changes.read_text("utf-8").replace("## Unreleased\n", "")
    changes.write_text(text.replace("# Changes\n", "# Changes\n\n## Unreleased\n\n- **Fly.**\n", 1), "utf-8")
    git(clone, "add", "--all")
    git(clone, "commit", "--quiet", "--all", "--message", "Fly")
    return clone


@pytest.mark.long
def test_a_release_is_dated_tagged_and_built(checkout: Path) -> None:
    done = release(checkout, "9.8.7")
    assert done.returncode == 0, done.stderr
    assert re.search(r"\n## 9\.8\.7, 20\d\d-\d\d-\d\d\n", (checkout / "CHANGELOG.md").read_text("utf-8"))
    assert git(checkout, "log", "-1", "--format=%s %D").startswith("Release 9.8.7 ")
    assert git(checkout, "describe", "--exact-match") == "v9.8.7\n"
    assert git(checkout, "status", "--porcelain") == ""
    built = {path.name for path in (checkout / "dist").iterdir()}
    assert built == {"scorekeeper-9.8.7-py3-none-any.whl", "scorekeeper-9.8.7.tar.gz"}


@pytest.mark.parametrize(
    ("version", "problem"),
    [
        pytest.param([], "which version?", id="no version"),
        pytest.param(["v2"], "v2 is no version such as 0.3.0", id="not a version"),
        pytest.param(["9.8.6"], "v9.8.6 is there already", id="a version that is there"),
    ],
)
def test_no_release_without_a_new_version(checkout: Path, version: list[str], problem: str) -> None:
    git(checkout, "tag", "v9.8.6")
    done = release(checkout, *version)
    assert (done.returncode, problem in done.stderr) == (1, True), done.stderr
    assert git(checkout, "log", "-1", "--format=%s") == "Fly\n"


@pytest.mark.long
def test_no_release_of_what_is_not_committed(checkout: Path) -> None:
    (checkout / "README.md").write_text("Other words\n", "utf-8")
    assert "commit or drop your changes first" in release(checkout, "9.8.7").stderr


@pytest.mark.long
def test_no_release_of_nothing(checkout: Path) -> None:
    assert release(checkout, "9.8.7").returncode == 0
    assert "nothing under ## Unreleased" in release(checkout, "9.8.8").stderr
