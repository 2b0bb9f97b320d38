"""Tests of core/platform/paths.py."""

import os
import sys
from pathlib import Path

import pytest

from vaultdesk.core.platform import paths
from vaultdesk.core.platform.paths import (
    PORTABLE_FOLDER,
    AppFolders,
    DataLocation,
    app_folders,
    app_home,
    find_data_location,
    own_command,
    resource_path,
    resources_folder,
    vault_data_folder,
    welcome_vault,
)
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.obsidian.moment import parse_moment_day
from vaultdesk.vault.obsidian.vault_config import read_vault_config

# The command that starts this program.


def test_from_source_the_interpreter_runs_the_package_in_safe_path_mode() -> None:
    assert own_command("--task") == [sys.executable, "-P", "-m", "vaultdesk", "--task"]


def test_an_installed_program_starts_its_own_executable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", "/opt/vaultdesk/vaultdesk")

    assert own_command("--task") == ["/opt/vaultdesk/vaultdesk", "--task"]


# Locations of settings, data, cache and logs.


def test_a_home_variable_contains_all_four_folders(tmp_path: Path) -> None:
    home = tmp_path / "portable"

    assert app_folders({"VAULTDESK_HOME": str(home)}) == AppFolders(
        settings=home / "settings", data=home / "data", cache=home / "cache", logs=home / "logs"
    )


def test_a_relative_home_is_resolved_when_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert app_folders({"VAULTDESK_HOME": "portable"}).data == tmp_path / "portable" / "data"


def test_without_a_home_the_platform_folders_are_used() -> None:
    folders = app_folders({})

    assert all(path.is_absolute() for path in (folders.settings, folders.data, folders.cache, folders.logs))
    assert all(
        "vaultdesk" in str(path).lower() for path in (folders.settings, folders.data, folders.cache, folders.logs)
    )


def test_computing_the_folders_creates_nothing(tmp_path: Path) -> None:
    vault_data_folder(app_folders({"VAULTDESK_HOME": str(tmp_path / "home")}), tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_the_settings_file_is_in_the_settings_folder(tmp_path: Path) -> None:
    folders = app_folders({"VAULTDESK_HOME": str(tmp_path)})

    assert folders.settings_file == tmp_path / "settings" / "settings.toml"


@pytest.fixture
def profile_folders(tmp_path: Path) -> AppFolders:
    return app_folders({"VAULTDESK_HOME": str(tmp_path / "home")})


def test_vaults_with_the_same_name_have_different_data_folders(profile_folders: AppFolders, tmp_path: Path) -> None:
    first, second = (
        vault_data_folder(profile_folders, tmp_path / "a" / "Notes"),
        vault_data_folder(profile_folders, tmp_path / "b" / "Notes"),
    )

    assert first != second
    assert first.parent == second.parent == profile_folders.data / "vaults"
    assert first.name.startswith("Notes-")


def test_a_vault_reached_by_a_symlink_or_another_path_has_the_same_data_folder(
    profile_folders: AppFolders, tmp_path: Path
) -> None:
    real = tmp_path / "Notes"
    real.mkdir()
    (tmp_path / "link").symlink_to(real, target_is_directory=True)

    assert vault_data_folder(profile_folders, tmp_path / "link") == vault_data_folder(profile_folders, real)
    assert vault_data_folder(profile_folders, real / ".." / "Notes") == vault_data_folder(profile_folders, real)


@pytest.mark.parametrize("name", ["Notizbücher 2024", "..", "日記", "a" * 300, "con?"])
def test_any_vault_name_gives_a_portable_folder_name(profile_folders: AppFolders, tmp_path: Path, name: str) -> None:
    folder = vault_data_folder(profile_folders, tmp_path / name)

    assert folder.parent == profile_folders.data / "vaults"
    assert folder.name.isascii()
    assert len(folder.name) <= 60
    assert not set(folder.name) & set('<>:"/\\|?*. ')


@pytest.mark.parametrize("executable", ["vaultdesk", "VaultDesk.app/Contents/MacOS/vaultdesk"])
def test_an_installed_program_uses_the_data_folder_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    program = tmp_path / executable
    program.parent.mkdir(parents=True, exist_ok=True)
    program.touch()
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))
    before = app_home({})
    (tmp_path / "vaultdesk-data").mkdir()

    assert before is None
    assert app_home({}) == tmp_path / "vaultdesk-data"
    assert app_folders({}).settings == tmp_path / "vaultdesk-data" / "settings"
    assert app_home({"VAULTDESK_HOME": str(tmp_path)}) == tmp_path


def test_from_source_a_folder_beside_the_interpreter_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vaultdesk-data").mkdir()
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))

    assert app_home({}) is None


# The data location is checked by writing to it, and reported with its origin.


def test_the_folder_of_the_home_variable_is_created_and_writable(tmp_path: Path) -> None:
    environment = {"VAULTDESK_HOME": str(tmp_path / "home")}
    folders = app_folders(environment)

    assert find_data_location(folders, environment) == DataLocation("variable", tmp_path / "home")
    assert list(folders.data.iterdir()) == []


def test_the_data_folder_of_a_portable_copy_is_reported_as_portable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "stick" / "vaultdesk"
    (program.parent / PORTABLE_FOLDER).mkdir(parents=True)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))

    assert find_data_location(app_folders({}), {}) == DataLocation("portable", program.parent / PORTABLE_FOLDER)


def test_a_folder_that_cannot_be_written_is_reported_with_the_system_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    environment = {"VAULTDESK_HOME": str(tmp_path / "home")}

    location = find_data_location(app_folders(environment), environment)
    assert location.folder == tmp_path / "home"
    assert location.problem


# Files that ship with the program.


def test_from_source_the_resources_are_beside_the_package() -> None:
    import vaultdesk

    assert resources_folder() == Path(vaultdesk.__file__).parent.parent / "resources"
    assert resource_path("welcome-vault").is_dir()


def test_a_frozen_app_has_its_resources_in_the_unpacked_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert resource_path("words.txt") == tmp_path / "resources" / "words.txt"


# The welcome vault is a copy that belongs to the user.


def test_the_welcome_vault_is_copied_once_and_edits_are_retained(home: Path) -> None:
    copy = welcome_vault(app_folders())
    assert copy.is_relative_to(home)
    shipped = sorted(
        file.relative_to(resource_path("welcome-vault")) for file in resource_path("welcome-vault").rglob("*.md")
    )
    assert sorted(file.relative_to(copy) for file in copy.rglob("*.md")) == shipped
    (copy / "Welcome.md").write_text("mine", encoding="utf-8")
    assert (welcome_vault(app_folders()) / "Welcome.md").read_text(encoding="utf-8") == "mine"


def test_an_interrupted_copy_is_repeated(home: Path) -> None:
    unfinished = app_folders().data / ".welcome-vault-new"
    unfinished.mkdir(parents=True)
    (unfinished / "rest.md").write_text("half", encoding="utf-8")
    assert not (welcome_vault(app_folders()) / "rest.md").exists()


def test_daily_notes_of_the_welcome_vault_match_its_daily_note_format(home: Path) -> None:
    daily = read_vault_config(welcome_vault(app_folders())).daily
    days = sorted(file.stem for file in (welcome_vault(app_folders()) / daily.folder).iterdir())
    assert daily.folder == "Daily"
    assert [parse_moment_day(daily.format, day) is not None for day in days] == [True] * 3


def test_shipped_notes_have_no_invalid_properties_and_no_unintended_unresolved_links() -> None:
    files = VaultFiles(resource_path("welcome-vault"))
    notes = [parse_note(state.path, files.read_text(state.path).text) for state in files.walk()]
    names = {note.path.name for note in notes}
    assert [note.path.text for note in notes if note.property_problem] == []
    unresolved = {link.target for note in notes for link in note.links if link.target} - names
    assert unresolved == {"Meter cupboard"}  # Intended: an example of a link to a note that does not exist yet.


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_copy_is_writable_where_the_shipped_files_are_read_only(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "resources" / "welcome-vault"
    shipped.mkdir(parents=True)
    (shipped / "Welcome.md").write_text("Hello")
    (shipped / "Welcome.md").chmod(0o444)
    monkeypatch.setattr(paths, "resources_folder", lambda: tmp_path / "resources")

    assert (paths.welcome_vault(app_folders()) / "Welcome.md").stat().st_mode & 0o200
