"""What the commands of the tests are told: names, each of which there must be, for a slip would do nothing unseen."""

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Iterable


def parser_of_names(described: str | None, what: str, there_are: Iterable[str]) -> ArgumentParser:
    """A parser that takes any number of ``names``, of those that there are, and refuses any other, saying which."""
    known = tuple(there_are)

    def name(word: str) -> str:
        if word not in known:
            raise ArgumentTypeError(f"there is no {what} {word!r}; there are {', '.join(known)}")
        return word

    parser = ArgumentParser(description=described, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("names", metavar=what.upper(), nargs="*", type=name)
    return parser
