"""Why the server doesn't start."""


class CannotServe(Exception):
    """The address can't be served; the message has the reason and advice. ``passes`` if a later try may work."""

    def __init__(self, text: str, *, passes: bool = False) -> None:
        super().__init__(text)
        self.passes = passes
