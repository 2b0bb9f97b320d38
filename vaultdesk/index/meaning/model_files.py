"""Model files: the model that comes along, as it lies on disk, and whether it is whole. Runs nothing."""

import hashlib
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vaultdesk.core.errors import MeaningFailed

NEEDED = ("numpy", "onnxruntime", "tokenizers")
"""What the extra `semantic` installs."""

Part = Literal["model.onnx", "tokenizer.json"]


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A folder with a model, its tokenizer and its card."""

    folder: Path
    name: str
    longest: int
    """Tokens it reads of a text."""
    dimensions: int
    digests: dict[str, str]
    """SHA-256 of each file, by its name."""

    @property
    def version(self) -> str:
        """Another one wherever the same text gives another vector."""
        return "-".join((self.name, self.digests["model.onnx"][:12], self.digests["tokenizer.json"][:8]))

    def part(self, name: Part) -> bytes:
        """Return what the file holds. Raises `MeaningFailed` where it is not the one that the card tells of."""
        try:
            data = (self.folder / name).read_bytes()
        except OSError as error:
            raise _missing(self.folder / name, error.strerror or str(error)) from error
        if hashlib.sha256(data).hexdigest() != self.digests[name]:
            raise MeaningFailed(
                "The model for search by meaning is damaged", hint="Install VaultDesk again.",
                file=self.folder / name, absent=True,
            )  # fmt: skip
        return data


def model_files(folder: Path) -> ModelFiles:
    """Return the model in *folder* by its card. Raises `MeaningFailed` where it, or what runs it, is not here."""
    lacking = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if lacking:
        raise MeaningFailed(
            "Search by meaning is not installed", hint='Install it with: pip install "vaultdesk[semantic]".',
            lacking=lacking, absent=True,
        )  # fmt: skip
    file = folder / "card.json"
    try:
        card = json.loads(file.read_text(encoding="utf-8"))
        digests = {name: str(said["sha256"]) for name, said in card["files"].items()}
        found = ModelFiles(folder, str(card["name"]), int(card["longest"]), int(card["dimensions"]), digests)
        present = [(folder / name).is_file() for name in ("model.onnx", "tokenizer.json") if digests[name]]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _missing(file, str(error)) from error
    if not all(present):
        raise _missing(folder / "model.onnx", "no such file")
    return found


def _missing(file: Path, why: str) -> MeaningFailed:
    return MeaningFailed(
        "The model for search by meaning is missing", hint="Install VaultDesk again.", file=file, why=why, absent=True
    )
