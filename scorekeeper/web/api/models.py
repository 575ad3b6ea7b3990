"""What the JSON endpoints take and give. Field by field this is the text of /openapi.json."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, RootModel

from scorekeeper.web.errors import ErrorBody

_PRINTABLE = r"^[!-~]+$"
_LARGEST = 2**53 - 1  # beyond this, scripts cannot count


class Strict(BaseModel):
    """Unknown fields are refused, and a number is never guessed from a text."""

    model_config = ConfigDict(extra="forbid", strict=True)


class GamePath(BaseModel):
    """A game's address."""

    key: str = Field(description="The game's edit key; for reading, its view key as well.")


class HolePath(GamePath):
    """A hole of a game."""

    hole: int = Field(description="Number of the hole, counted from 1.", ge=1, le=1000)


class HandPath(HolePath):
    """One player's hand on a hole."""

    player: int = Field(description="The player's id.", ge=0)


class HandBody(Strict):
    """A player's final cards, or a bare score, or neither to clear them."""

    write_id: str = Field(
        description="Made by the sender; sending it again does nothing more.",
        min_length=8,
        max_length=64,
        pattern=_PRINTABLE,
    )
    based_on: int = Field(description="The version of this hand that the sender knew; 0 for none.", ge=0, le=_LARGEST)
    cards: str | None = Field(None, description="The layout in notation, such as `5 * 7 / 5 Q K`.", max_length=2000)
    points: int | None = Field(None, description="A bare raw score instead of cards.", ge=-999, le=999)


class ConfirmBody(Strict):
    """The table is done with a hole."""

    write_id: str = Field(min_length=8, max_length=64, pattern=_PRINTABLE)
    based_on: int | None = Field(None, description="The version of the hole that the sender saw.", ge=0, le=_LARGEST)
    ender: int | None = Field(None, description="Id of the player who ended the hole; null for nobody.")
    ender_known: bool = Field(False, description="Whether the table has said who ended it, be it nobody.")
    accept_warnings: bool = Field(False, description="The impossible cards are right.")
    accept_missing: bool = Field(False, description="Whoever has no cards sat this hole out.")


class ScoreBody(Strict):
    """One layout to be scored."""

    house: str = Field(max_length=100)
    readings: dict[str, str] = Field(default_factory=dict)
    cards: str = Field(max_length=2000)


class LineAnswer(BaseModel):
    """One step of a score."""

    rule: str
    points: int
    cells: list[tuple[int, int]] = Field(description="Row and column, counted from 0 at the top left.")
    text: str


class ScoreAnswer(BaseModel):
    """A score with its reasons."""

    house: str
    layout: str
    total: int
    lines: list[LineAnswer]


class ConfirmAnswer(BaseModel):
    """A hole that now counts."""

    write_id: str
    version: int
    next: str = Field(description="The page to go on with.")


class TokenAnswer(BaseModel):
    """What every change from this device must carry in its header X-CSRFToken."""

    token: str


class ConflictAnswer(ErrorBody):
    """Somebody else entered this hand meanwhile: both are shown, nothing was changed."""

    player: int
    version: int
    theirs: str | None
    yours: str | None


class HandRefused(RootModel[ConflictAnswer | ErrorBody]):
    """Somebody else entered this hand meanwhile, or this write id was used for something else."""
