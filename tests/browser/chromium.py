"""Which Chromium the browser tests drive. `python -m tests.browser.chromium` makes sure that there is one.

An installed Chromium or Chrome is used as it is; else Debian's package, where apt-get may be used; else Playwright's
own download.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMED_BY = "SCOREKEEPER_CHROMIUM"
"""The environment variable that names a browser to use instead of looking for one."""

# First the one without a window: it does the same with a good third less work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ELSEWHERE = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
SWITCHED_OFF = (
    # Two hidden pages of the browser's own in every window: as much work as opening one of ours.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # Of several such lists the last one counts, so this one repeats what Playwright's says. To stay with http:
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "AvoidCorsURLLoaderRestartOnRedirect"),
    # To ask nobody on the internet:
    *(
        "AimEnabled",
        "LensOverlay",
        "MediaRouter",
        "NetworkTimeServiceQuerying",
        "OptimizationHints",
        "PreconnectToSearch",
    ),
    # To show, leave and close pages in the same way each time:
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "PaintHolding"),
    *("TcpPortRandomizationWin", "ThirdPartyStoragePartitioning"),
)
"""Features of the browser that no test needs."""

OTHER_MACHINE = "scorekeeper.test"
"""A name of this machine that the browser takes for another one's: pages come by plain http, as in a home network."""

FLAGS = (
    f"--host-resolver-rules=MAP {OTHER_MACHINE} 127.0.0.1",
    "--no-sandbox",  # needed as root, as in most machines that build; only our own pages are opened
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(SWITCHED_OFF)}",
)


class NoBrowser(Exception):
    """No way led to a browser; the text says what was tried."""


def installed() -> Path | None:
    """The browser of this machine, or nothing. A snap's wrapper that only says how to install one does not count."""
    named = os.environ.get(NAMED_BY)
    candidates = [named] if named else [*map(shutil.which, NAMES), *map(str, ELSEWHERE)]
    return next((Path(name) for name in candidates if name and _starts(Path(name))), None)


def downloaded() -> Path | None:
    """The browser that Playwright has downloaded before, or nothing."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if _starts(path) else None


def find() -> Path:
    """The browser to drive.

    :raises NoBrowser: without one; `make test` gets it.
    """
    found = installed() or downloaded()
    if found is None:
        raise NoBrowser("no Chrome or Chromium on this machine; `make test` gets one")
    return found


def fetched() -> Path | None:
    """A browser that is here from now on: by Debian's packages where they may be used, else by Playwright."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    apt = shutil.which("apt-get") if root else None
    if apt and _run(apt, "update", "-qq"):
        for package in ("chromium-headless-shell", "chromium"):
            got = _run(apt, "install", "-y", "-qq", "--no-install-recommends", package)
            if got and (found := installed()):
                return found
    _run(sys.executable, "-m", "playwright", "install", *(("--with-deps",) if apt else ()), "chromium")
    return installed() or downloaded()


def _starts(path: Path) -> bool:
    try:
        asked = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return asked.returncode == 0 and b"Chrom" in asked.stdout


def _run(*command: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print("browser tests:", *command, flush=True)
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, env=environment, check=False).returncode == 0
    except OSError as error:
        print(error, file=sys.stderr)
        return False


def main() -> int:
    """Make sure of a browser and say which it is."""
    found = installed() or downloaded() or fetched()
    if found is None:
        print("no Chrome or Chromium, and none could be had", file=sys.stderr)
        return 1
    print(f"browser tests: {found}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
