"""Where the program keeps its things."""

from pathlib import Path

import pytest

from vaultdesk.paths import Places, own_home, places, vault_places


def test_a_home_of_its_own_holds_all_four_folders(tmp_path: Path) -> None:
    home = tmp_path / "portable"

    assert places({"VAULTDESK_HOME": str(home)}) == Places(
        settings=home / "settings", data=home / "data", cache=home / "cache", logs=home / "logs"
    )


def test_a_relative_home_does_not_follow_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert places({"VAULTDESK_HOME": "portable"}).data == tmp_path / "portable" / "data"


def test_without_a_home_the_platform_decides() -> None:
    found = places({})

    assert all(path.is_absolute() for path in (found.settings, found.data, found.cache, found.logs))
    assert all("vaultdesk" in str(path).lower() for path in (found.settings, found.data, found.cache, found.logs))


def test_nothing_is_made_by_asking(tmp_path: Path) -> None:
    vault_places(places({"VAULTDESK_HOME": str(tmp_path / "home")}), tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_the_settings_file_lies_in_the_settings_folder(tmp_path: Path) -> None:
    found = places({"VAULTDESK_HOME": str(tmp_path)})

    assert found.settings_file == tmp_path / "settings" / "settings.toml"


@pytest.fixture
def here(tmp_path: Path) -> Places:
    return places({"VAULTDESK_HOME": str(tmp_path / "home")})


def test_vaults_of_one_name_have_folders_apart(here: Places, tmp_path: Path) -> None:
    first, second = vault_places(here, tmp_path / "a" / "Notes"), vault_places(here, tmp_path / "b" / "Notes")

    assert first != second
    assert first.parent == second.parent == here.data / "vaults"
    assert first.name.startswith("Notes-")


def test_a_vault_reached_by_a_link_or_a_detour_is_the_same_vault(here: Places, tmp_path: Path) -> None:
    real = tmp_path / "Notes"
    real.mkdir()
    (tmp_path / "link").symlink_to(real, target_is_directory=True)

    assert vault_places(here, tmp_path / "link") == vault_places(here, real)
    assert vault_places(here, real / ".." / "Notes") == vault_places(here, real)


@pytest.mark.parametrize("name", ["Notizbücher 2024", "..", "日記", "a" * 300, "con?"])
def test_any_vault_name_makes_a_folder_name_every_system_keeps(here: Places, tmp_path: Path, name: str) -> None:
    folder = vault_places(here, tmp_path / name)

    assert folder.parent == here.data / "vaults"
    assert folder.name.isascii()
    assert len(folder.name) <= 60
    assert not set(folder.name) & set('<>:"/\\|?*. ')


@pytest.mark.parametrize("inside", ["vaultdesk", "VaultDesk.app/Contents/MacOS/vaultdesk"])
def test_an_installed_program_keeps_everything_in_the_folder_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inside: str
) -> None:
    program = tmp_path / inside
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    before = own_home({})
    (tmp_path / "vaultdesk-data").mkdir()

    assert before is None
    assert own_home({}) == tmp_path / "vaultdesk-data"
    assert places({}).settings == tmp_path / "vaultdesk-data" / "settings"
    assert own_home({"VAULTDESK_HOME": str(tmp_path)}) == tmp_path


def test_from_source_a_folder_beside_the_interpreter_is_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vaultdesk-data").mkdir()
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))

    assert own_home({}) is None
