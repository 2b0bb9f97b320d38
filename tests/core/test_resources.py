"""Tests of core/resources.py."""

import os
import sys
from pathlib import Path

import pytest

from vaultdesk.core import resources
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.resources import read_resource, resource_path, resources_folder, welcome_vault
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.obsidian.moment import parse_moment_day
from vaultdesk.vault.obsidian.vault_config import read_vault_config

# Files that ship with the program.


def test_a_checkout_has_its_resources_beside_the_package() -> None:
    import vaultdesk

    assert resources_folder() == Path(vaultdesk.__file__).parent.parent / "resources"
    assert resource_path("welcome-vault").is_dir()


def test_a_frozen_app_has_them_where_it_was_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "words.txt").write_text("grüße", encoding="utf-8")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert read_resource("words.txt") == "grüße"


def test_a_missing_file_is_a_fault_of_the_package_and_says_so() -> None:
    with pytest.raises(FileNotFoundError):
        read_resource("no-such-file")


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
    monkeypatch.setattr(resources, "resources_folder", lambda: tmp_path / "resources")

    assert (resources.welcome_vault(app_folders()) / "Welcome.md").stat().st_mode & 0o200
