"""`python -m tests.referee HOUSE ...`: write the playthroughs of these houses; `--all` rewrites all there are."""

import sys
from collections.abc import Sequence

from scorekeeper import houses
from tests.naming import parser_of_names
from tests.referee import playthroughs


def main(arguments: Sequence[str]) -> None:
    every = houses.built_in()
    parser = parser_of_names(__doc__, "house", (house.key for house in every))
    parser.add_argument("--all", action="store_true", help="those that are written")
    asked = parser.parse_args(arguments)
    for house in every:
        file = playthroughs.file_of(house)
        if house.key in asked.names or (asked.all and file.exists()):
            file.write_text(playthroughs.record(house), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
