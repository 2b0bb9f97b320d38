"""Sync folder: each program by its folder's name or by what it lays into it; an ordinary folder has none."""

from pathlib import Path

import pytest

from vaultdesk.diagnosis.sync_folder import sync_programs


def names(folder: Path, environment: dict[str, str] | None = None) -> list[str]:
    return [program.name for program in sync_programs(folder, environment or {})]


@pytest.mark.parametrize(
    ("above", "name"),
    [
        ("Dropbox", "Dropbox"),
        ("Dropbox (Work)", "Dropbox"),
        ("OneDrive", "OneDrive"),
        ("OneDrive - Example GmbH", "OneDrive"),
        ("OneDrive-Personal", "OneDrive"),
        ("Mobile Documents/iCloud~md~obsidian", "iCloud"),
        ("CloudStorage/GoogleDrive-me@example.com/My Drive", "Google Drive"),
        ("Nextcloud", "Nextcloud"),
    ],
)
def test_a_sync_programs_own_folder_is_known_by_its_name(above: str, name: str, tmp_path: Path) -> None:
    vault = tmp_path / above / "Notes" / "Vault"
    vault.mkdir(parents=True)
    assert names(vault) == [name]


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (".dropbox.cache", "Dropbox"),
        (".stfolder", "Syncthing"),
        (".nextcloudsync.log", "Nextcloud"),
        (".sync_0a1b2c3d4e5f.db", "Nextcloud"),
        (".owncloudsync.log", "ownCloud"),
        (".tmp.drivedownload", "Google Drive"),
    ],
)
def test_a_mark_in_a_folder_around_it_is_seen(mark: str, name: str, tmp_path: Path) -> None:
    vault = tmp_path / "Shared" / "Vault"
    vault.mkdir(parents=True)
    (tmp_path / "Shared" / mark).mkdir()
    assert names(vault) == [name]


def test_a_folder_nobody_keeps_in_step_has_none(tmp_path: Path) -> None:
    vault = tmp_path / "My Dropbox of ideas" / "OneDriver"
    vault.mkdir(parents=True)
    (vault / "Dropbox.md").write_text("x", encoding="utf-8")
    assert names(vault) == []


def test_the_home_folders_own_settings_of_a_program_are_no_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".dropbox").mkdir()
    (tmp_path / "Notes").mkdir()
    assert names(tmp_path / "Notes") == []


def test_windows_names_its_folder_in_a_variable(tmp_path: Path) -> None:
    vault = tmp_path / "Documents" / "Vault"
    vault.mkdir(parents=True)
    assert names(vault, {"OneDrive": str(tmp_path / "Documents")}) == ["OneDrive"]
    assert names(vault, {"OneDrive": str(tmp_path / "Documents" / "Else")}) == []


def test_two_programs_are_both_told(tmp_path: Path) -> None:
    vault = tmp_path / "Dropbox" / "Vault"
    (vault / ".stfolder").mkdir(parents=True)
    assert names(vault) == ["Dropbox", "Syncthing"]
