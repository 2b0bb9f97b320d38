"""The script that made the model that comes along: what it says of it holds."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from vaultdesk.core.resources import resource_path

SCRIPT = Path(__file__).resolve().parents[1] / "packaging" / "export_model.py"
FOLDER = resource_path("models", "all-MiniLM-L6-v2")


@pytest.fixture
def export() -> ModuleType:
    spec = importlib.util.spec_from_file_location("export_under_test", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_file_is_the_one_the_card_tells_of(export: ModuleType) -> None:
    card = json.loads((FOLDER / "card.json").read_text())
    assert {name: said["sha256"] for name, said in card["files"].items()} == {
        name: export.digest(FOLDER / name) for name in card["files"]
    }
    assert {name: said["bytes"] for name, said in card["files"].items()} == {
        name: (FOLDER / name).stat().st_size for name in card["files"]
    }
    assert (card["name"], card["license"], card["longest"]) == (export.NAME, "Apache-2.0", export.LONGEST)
    assert (FOLDER / "NOTICE").read_text() == export.NOTICE


def test_the_model_that_ships_gives_vectors_of_length_one(export: ModuleType) -> None:
    vectors = export.small_vectors(FOLDER)
    assert vectors.shape == (len(export.SENTENCES), 384)
    assert (vectors * vectors).sum(axis=1) == pytest.approx(1, abs=1e-3)


def test_without_the_package_it_says_what_to_install(export: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, export.PACKAGE, None)
    monkeypatch.setattr(export.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="is not installed"):
        export.main(["--check"])
