"""Meaning state: how far the notes were read for their meaning, as a frozen value. Reads nothing."""

from dataclasses import dataclass
from typing import Literal

MeaningPhase = Literal["off", "absent", "waiting", "reading", "paused", "ready", "failed"]
"""`off`: switched off. `absent`: what runs the model, or its file, is not here. `waiting`: before the first scan has
ended. `reading`: passages are being read. `paused`: by the person, or on battery. `failed`: see `why`."""


@dataclass(frozen=True)
class MeaningState:
    """Where the reading stands. `done` of `total` count the vault's passages."""

    phase: MeaningPhase = "waiting"
    done: int = 0
    total: int = 0
    model: str = ""
    """The model for people."""
    why: str = ""
    """One sentence where something is to be said, always with `absent`, `paused` and `failed`."""
    passages: int = 0
    """How many can be found now."""
    older_model: str = ""
    """The model whose vectors still answer while those of `model` are made, for people."""
