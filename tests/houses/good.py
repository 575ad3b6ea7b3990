"""A house file with nothing wrong, for tests that make it bad. It stays as it is when the built-in houses change."""

from pathlib import Path

FILE = "two-joker.toml"
GOOD = Path(__file__).with_name("good.toml").read_text(encoding="utf-8")
