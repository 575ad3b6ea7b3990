"""`python -m tests.referee`: write the playthrough of each house that has none.

`python -m tests.referee HOUSE ...` writes those of these houses anew; `--all` those of every house.
"""

import sys
from collections.abc import Sequence

from scorekeeper import houses
from tests.naming import parser_of_names
from tests.referee import playthroughs


def main(arguments: Sequence[str]) -> None:
    every = houses.built_in()
    parser = parser_of_names(__doc__, "house", (house.key for house in every))
    parser.add_argument("--all", action="store_true", help="those of every house")
    asked = parser.parse_args(arguments)
    again = every if asked.all else tuple(house for house in every if house.key in asked.names)

    playthroughs.FOLDER.mkdir(exist_ok=True)
    for house in every:
        file = playthroughs.FOLDER / f"{house.key}.txt"
        if house in again or not file.exists():
            file.write_text(playthroughs.record(house), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
