"""The other engines, as Debian has them. `python -m tests.engines.engines` gets them where apt-get may be used.

Nothing fails here. Without an engine its stories are skipped, and say so; where changes are judged (CI) they fail.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {
    "firefox": {"firefox-esr": "bin/firefox-esr"},
    "webkit": {
        "webkit2gtk-driver": "bin/WebKitWebDriver",
        "xvfb": "bin/Xvfb",
        "python3-gi": "lib/python3/dist-packages/gi",
        "gir1.2-webkit2-4.1": "lib/*/girepository-1.0/WebKit2-4.1.typelib",
    },
}
"""For each engine Debian's packages, with what each of them puts into /usr."""


def missing(engine: str) -> list[str]:
    return [package for package, brings in PACKAGES[engine].items() if not any(Path("/usr").glob(brings))]


if __name__ == "__main__":
    wanted = [package for engine in PACKAGES for package in missing(engine)]
    if wanted and os.geteuid() == 0 and (apt := shutil.which("apt-get")):
        for arguments in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *wanted]):
            subprocess.run([apt, *arguments], check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    for engine in PACKAGES:
        sys.stdout.write(f"stories in {engine}: {', '.join(missing(engine)) or 'nothing'} missing\n")
