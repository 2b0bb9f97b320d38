"""Model files: the model that comes along is whole, and anything less is told in a sentence."""

import importlib.util
import json
import shutil
from pathlib import Path

import pytest

from vaultdesk.core.errors import MeaningFailed
from vaultdesk.core.resources import resource_path
from vaultdesk.index.meaning.model_files import model_files

SHIPPED = resource_path("models", "all-MiniLM-L6-v2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like the real one, with small files."""
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.onnx").write_bytes(b"graph")
    (folder / "tokenizer.json").write_bytes(b"{}")
    card = json.loads((SHIPPED / "card.json").read_text())
    card["files"]["model.onnx"]["sha256"] = "5f5ec6cae7c0dbd23a3d14d29b5ea7c1ab7c2f5dbf41a1b4f7bfa7ac5ab8f0c1"
    (folder / "card.json").write_text(json.dumps(card))
    return folder


def test_what_ships_is_whole_small_enough_and_comes_with_its_licence() -> None:
    files = model_files(SHIPPED)
    assert (files.name, files.longest, files.dimensions) == ("all-MiniLM-L6-v2", 256, 384)
    assert len(files.part("model.onnx")) < 25_000_000
    assert files.part("tokenizer.json").startswith(b"{")
    assert files.version.startswith("all-MiniLM-L6-v2-")
    assert "Apache License" in (SHIPPED / "LICENSE").read_text()
    assert "sentence-transformers/all-MiniLM-L6-v2" in (SHIPPED / "NOTICE").read_text()
    assert {file.name for file in SHIPPED.iterdir()} == set(files.digests) | {"card.json"}


def test_a_damaged_part_is_not_given_out(folder: Path) -> None:
    with pytest.raises(MeaningFailed, match="damaged") as caught:
        model_files(folder).part("model.onnx")
    assert caught.value.facts["absent"] is True


@pytest.mark.parametrize("name", ["card.json", "model.onnx", "tokenizer.json"])
def test_a_missing_file_is_told(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(MeaningFailed, match="missing"):
        model_files(folder)


@pytest.mark.parametrize(
    "card", ["", "[]", "{}", '{"name": "x", "longest": 1, "dimensions": 2, "files": {}}', "\ufeff"]
)
def test_a_card_that_says_nothing_is_told(folder: Path, card: str) -> None:
    (folder / "card.json").write_text(card)
    with pytest.raises(MeaningFailed, match="missing"):
        model_files(folder)


def test_a_part_that_vanished_meanwhile_is_told(folder: Path) -> None:
    files = model_files(folder)
    shutil.rmtree(folder)
    with pytest.raises(MeaningFailed, match="missing"):
        files.part("model.onnx")


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else real(name))
    with pytest.raises(MeaningFailed, match="not installed") as caught:
        model_files(SHIPPED)
    assert (caught.value.facts["absent"], "vaultdesk[semantic]" in caught.value.hint) == (True, True)
