"""Files that ship with the program."""

import sys
from pathlib import Path

import pytest

from vaultdesk.assets import asset, read_asset, resources


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    import vaultdesk

    assert resources() == Path(vaultdesk.__file__).parent.parent / "resources"
    assert asset("welcome-vault").is_dir()


def test_a_frozen_app_has_them_where_it_was_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "words.txt").write_text("grüße", encoding="utf-8")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert read_asset("words.txt") == "grüße"


def test_a_missing_file_is_a_fault_of_the_package_and_says_so() -> None:
    with pytest.raises(FileNotFoundError):
        read_asset("no-such-file")
