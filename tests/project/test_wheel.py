"""The wheel, built from the source distribution, holds the whole product and nothing stray."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.serving import TREE


@pytest.mark.long
def test_the_wheel_holds_the_pages_and_nothing_stray(tmp_path: Path) -> None:
    # Both steps use this environment's build backend; nothing is fetched.
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(TREE)]
    subprocess.run(build, cwd=tmp_path, capture_output=True, check=True)
    (built,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        names = set(archive.namelist())
    about = f"scorekeeper-{__version__}.dist-info"
    assert f"{about}/licenses/LICENSE" in names
    held = {name for name in names if not name.startswith(f"{about}/")}
    asked = ["git", "ls-files", "scorekeeper", "templates", "static"]
    listed = subprocess.run(asked, cwd=TREE, capture_output=True, text=True, check=True).stdout.splitlines()
    files = [name for name in listed if (TREE / name).is_file()]
    assert {name if name.startswith("scorekeeper/") else f"scorekeeper/{name}" for name in files} - held == set()
    assert [name for name in held if name.endswith(("~", ".swp", ".pyc", ".sqlite3"))] == []
    assert [name for name in held if not name.startswith("scorekeeper/")] == []
