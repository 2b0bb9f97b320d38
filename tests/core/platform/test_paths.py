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

# Own process: an installed program has no other interpreter than itself.


def test_from_source_the_interpreter_runs_the_package_and_nothing_of_the_folder_it_is_in() -> None:
    assert own_command("--task") == [sys.executable, "-P", "-m", "vaultdesk", "--task"]


def test_an_installed_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", "/opt/vaultdesk/vaultdesk")

    assert own_command("--task") == ["/opt/vaultdesk/vaultdesk", "--task"]


# Where the program keeps its things.


def test_a_home_of_its_own_holds_all_four_folders(tmp_path: Path) -> None:
    home = tmp_path / "portable"

    assert app_folders({"VAULTDESK_HOME": str(home)}) == AppFolders(
        settings=home / "settings", data=home / "data", cache=home / "cache", logs=home / "logs"
    )


def test_a_relative_home_does_not_follow_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert app_folders({"VAULTDESK_HOME": "portable"}).data == tmp_path / "portable" / "data"


def test_without_a_home_the_platform_decides() -> None:
    found = app_folders({})

    assert all(path.is_absolute() for path in (found.settings, found.data, found.cache, found.logs))
    assert all("vaultdesk" in str(path).lower() for path in (found.settings, found.data, found.cache, found.logs))


def test_nothing_is_made_by_asking(tmp_path: Path) -> None:
    vault_data_folder(app_folders({"VAULTDESK_HOME": str(tmp_path / "home")}), tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_the_settings_file_lies_in_the_settings_folder(tmp_path: Path) -> None:
    found = app_folders({"VAULTDESK_HOME": str(tmp_path)})

    assert found.settings_file == tmp_path / "settings" / "settings.toml"


@pytest.fixture
def here(tmp_path: Path) -> AppFolders:
    return app_folders({"VAULTDESK_HOME": str(tmp_path / "home")})


def test_vaults_of_one_name_have_folders_apart(here: AppFolders, tmp_path: Path) -> None:
    first, second = vault_data_folder(here, tmp_path / "a" / "Notes"), vault_data_folder(here, tmp_path / "b" / "Notes")

    assert first != second
    assert first.parent == second.parent == here.data / "vaults"
    assert first.name.startswith("Notes-")


def test_a_vault_reached_by_a_link_or_a_detour_is_the_same_vault(here: AppFolders, tmp_path: Path) -> None:
    real = tmp_path / "Notes"
    real.mkdir()
    (tmp_path / "link").symlink_to(real, target_is_directory=True)

    assert vault_data_folder(here, tmp_path / "link") == vault_data_folder(here, real)
    assert vault_data_folder(here, real / ".." / "Notes") == vault_data_folder(here, real)


@pytest.mark.parametrize("name", ["Notizbücher 2024", "..", "日記", "a" * 300, "con?"])
def test_any_vault_name_makes_a_folder_name_every_system_keeps(here: AppFolders, tmp_path: Path, name: str) -> None:
    folder = vault_data_folder(here, tmp_path / name)

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
    before = app_home({})
    (tmp_path / "vaultdesk-data").mkdir()

    assert before is None
    assert app_home({}) == tmp_path / "vaultdesk-data"
    assert app_folders({}).settings == tmp_path / "vaultdesk-data" / "settings"
    assert app_home({"VAULTDESK_HOME": str(tmp_path)}) == tmp_path


def test_from_source_a_folder_beside_the_interpreter_is_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vaultdesk-data").mkdir()
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))

    assert app_home({}) is None


# Own place: tried by writing, and told by who chose it.


def test_a_folder_of_the_variable_is_made_and_written(tmp_path: Path) -> None:
    environment = {"VAULTDESK_HOME": str(tmp_path / "home")}
    where = app_folders(environment)

    assert find_data_location(where, environment) == DataLocation("variable", tmp_path / "home")
    assert list(where.data.iterdir()) == []


def test_the_folder_beside_a_portable_copy_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "stick" / "vaultdesk"
    (program.parent / PORTABLE_FOLDER).mkdir(parents=True)
    monkeypatch.setattr("sys.frozen", True, raising=False)
    monkeypatch.setattr("sys.executable", str(program))

    assert find_data_location(app_folders({}), {}) == DataLocation("portable", program.parent / PORTABLE_FOLDER)


def test_a_folder_that_cannot_be_written_is_told_with_what_the_system_says(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where the folder should be")
    environment = {"VAULTDESK_HOME": str(tmp_path / "home")}

    found = find_data_location(app_folders(environment), environment)
    assert found.folder == tmp_path / "home"
    assert found.problem


# Files that ship with the program.


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    import vaultdesk

    assert resources_folder() == Path(vaultdesk.__file__).parent.parent / "resources"
    assert resource_path("welcome-vault").is_dir()


def test_a_frozen_app_has_them_where_it_was_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert resource_path("words.txt") == tmp_path / "resources" / "words.txt"


# Welcome: the vault to look around in is the person's own copy.


def test_the_copy_is_made_once_and_keeps_edits(home: Path) -> None:
    copy = welcome_vault(app_folders())
    assert copy.is_relative_to(home)
    shipped = sorted(
        file.relative_to(resource_path("welcome-vault")) for file in resource_path("welcome-vault").rglob("*.md")
    )
    assert sorted(file.relative_to(copy) for file in copy.rglob("*.md")) == shipped
    (copy / "Welcome.md").write_text("mine", encoding="utf-8")
    assert (welcome_vault(app_folders()) / "Welcome.md").read_text(encoding="utf-8") == "mine"


def test_a_copy_cut_off_half_way_is_made_anew(home: Path) -> None:
    half = app_folders().data / ".welcome-vault-new"
    half.mkdir(parents=True)
    (half / "rest.md").write_text("half", encoding="utf-8")
    assert not (welcome_vault(app_folders()) / "rest.md").exists()


def test_a_new_daily_note_joins_those_that_are_there(home: Path) -> None:
    daily = read_vault_config(welcome_vault(app_folders())).daily
    days = sorted(file.stem for file in (welcome_vault(app_folders()) / daily.folder).iterdir())
    assert daily.folder == "Daily"
    assert [parse_moment_day(daily.format, day) is not None for day in days] == [True] * 3


def test_every_shipped_note_is_read_without_a_problem_and_its_links_lead_somewhere() -> None:
    files = VaultFiles(resource_path("welcome-vault"))
    notes = [parse_note(state.path, files.read_text(state.path).text) for state in files.walk()]
    names = {note.path.name for note in notes}
    assert [note.path.text for note in notes if note.property_problem] == []
    open_ends = {link.target for note in notes for link in note.links if link.target} - names
    assert open_ends == {"Meter cupboard"}  # meant: it shows what a link to a note still to be written looks like


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_copy_can_be_written_where_the_shipped_files_are_read_only(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "resources" / "welcome-vault"
    shipped.mkdir(parents=True)
    (shipped / "Welcome.md").write_text("Hello")
    (shipped / "Welcome.md").chmod(0o444)
    monkeypatch.setattr(paths, "resources_folder", lambda: tmp_path / "resources")

    assert (paths.welcome_vault(app_folders()) / "Welcome.md").stat().st_mode & 0o200
