"""`python -m tests.golden [HOUSE ...]`: write every golden file anew, or those of the houses named."""

import sys
from collections.abc import Sequence

from scorekeeper import houses
from tests.golden import write
from tests.naming import parser_of_names


def main(arguments: Sequence[str]) -> None:
    every = houses.built_in()
    named = parser_of_names(__doc__, "house", (house.key for house in every)).parse_args(arguments).names
    for house in every:
        if house.key in named or not named:
            write(house)


if __name__ == "__main__":
    main(sys.argv[1:])
