"""Own place: tried by writing, and told by who chose it."""

from pathlib import Path

import pytest

from vaultdesk.own_place import OwnPlace, own_place
from vaultdesk.paths import PORTABLE, places


def test_a_folder_of_the_variable_is_made_and_written(tmp_path: Path) -> None:
    environment = {"VAULTDESK_HOME": str(tmp_path / "home")}
    where = places(environment)

    assert own_place(where, environment) == OwnPlace("variable", tmp_path / "home")
    assert list(where.data.iterdir()) == []


def test_the_folder_beside_a_portable_copy_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "stick" / "vaultdesk"
    (program.parent / PORTABLE).mkdir(parents=True)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))

    assert own_place(places({}), {}) == OwnPlace("portable", program.parent / PORTABLE)


def test_a_folder_that_cannot_be_written_is_told_with_what_the_system_says(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    environment = {"VAULTDESK_HOME": str(tmp_path / "home")}

    found = own_place(places(environment), environment)
    assert found.folder == tmp_path / "home"
    assert found.problem
