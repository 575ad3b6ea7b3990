"""The command line: `scorekeeper`, or `python -m scorekeeper`. docs/command-line.md describes it for its users.

It exits with 0 for success and with 2 for bad input, with each problem on its own line on standard error. A server that
may start at the next try exits with 75. Output for people has straight quotes, and a true minus if the terminal has
one. Output for programs is plain ASCII.
"""

import click

from scorekeeper import __version__
from scorekeeper.cli.hands import compare_houses, score_a_hole, score_one
from scorekeeper.cli.houses import house_files, list_houses
from scorekeeper.cli.keeping import back_up_store, copy_store, look_over, restore_store, serve_app
from scorekeeper.cli.output import Commands


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Score the card game Golf and explain every number.

    Write a hand row by row, with * for a joker: '5 * 7 / 5 Q K'.
    """


for command in (list_houses, score_one, score_a_hole, compare_houses, house_files):
    main.add_command(command)
for command in (serve_app, back_up_store, restore_store, look_over, copy_store):
    main.add_command(command)
