"""The command line: `scorekeeper`, or `python -m scorekeeper`. docs/command-line.md describes it for its users.

Exit 0 when all is well, 2 for bad input, with every problem on a line of its own on standard error. What is printed
for people has a true minus sign where the terminal knows one; what programs read is plain ASCII.
"""

from __future__ import annotations

import click

from scorekeeper import __version__
from scorekeeper.cli.backup import back_up_store, restore_store
from scorekeeper.cli.comparing import compare_houses
from scorekeeper.cli.doctor import look_over
from scorekeeper.cli.holes import score_a_hole
from scorekeeper.cli.houses import house_files, list_houses
from scorekeeper.cli.score_command import score_one
from scorekeeper.cli.serve import serve_app
from scorekeeper.cli.telling import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Keep the score of Golf, the card game, and explain every number.

    A layout is written row by row, with * for a joker: '5 * 7 / 5 Q K'.
    """


for command in (
    list_houses,
    score_one,
    score_a_hole,
    compare_houses,
    house_files,
    serve_app,
    back_up_store,
    restore_store,
    look_over,
):
    main.add_command(command)
