"""Whether this machine can draw a PDF. `python -m tests.exports.libraries` makes sure that it can.

What is there is used as it is; else Debian's packages, where apt-get may be used.
"""

import os
import shutil
import subprocess
import sys

PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core")


def can_draw() -> bool:
    """Whether a page can be drawn, asked in a process of its own: a library that has come since is then found."""
    draw = "import weasyprint; weasyprint.HTML(string='<p>a').write_pdf()"
    return subprocess.run([sys.executable, "-c", draw], capture_output=True, check=False).returncode == 0


def main() -> int:
    """Make sure of the libraries, and say so."""
    if not can_draw():
        apt = shutil.which("apt-get") if hasattr(os, "geteuid") and os.geteuid() == 0 else None
        install = ("install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
        for command in [(apt, "update", "-qq"), (apt, *install)] if apt else []:
            sys.stdout.write(f"rule sheets as PDF: {' '.join(command)}\n")
            sys.stdout.flush()
            subprocess.run(command, check=False, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        if not can_draw():
            sys.stderr.write(f"rule sheets as PDF need the packages {' '.join(PACKAGES)}\n")
            return 1
    sys.stdout.write("rule sheets as PDF: the libraries are there\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
