"""Welcome: the vault to look around in is the person's own copy."""

from pathlib import Path

from vaultdesk.assets import asset
from vaultdesk.paths import places
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.moment_read import day_named
from vaultdesk.vault.note import parse_note
from vaultdesk.vault.obsidian import read_vault_config
from vaultdesk.welcome import welcome_vault


def test_the_copy_is_made_once_and_keeps_edits(home: Path) -> None:
    copy = welcome_vault(places())
    assert copy.is_relative_to(home)
    shipped = sorted(file.relative_to(asset("welcome-vault")) for file in asset("welcome-vault").rglob("*.md"))
    assert sorted(file.relative_to(copy) for file in copy.rglob("*.md")) == shipped
    (copy / "Welcome.md").write_text("mine", encoding="utf-8")
    assert (welcome_vault(places()) / "Welcome.md").read_text(encoding="utf-8") == "mine"


def test_a_copy_cut_off_half_way_is_made_anew(home: Path) -> None:
    half = places().data / ".welcome-vault-new"
    half.mkdir(parents=True)
    (half / "rest.md").write_text("half", encoding="utf-8")
    assert not (welcome_vault(places()) / "rest.md").exists()


def test_a_new_daily_note_joins_those_that_are_there(home: Path) -> None:
    daily = read_vault_config(welcome_vault(places())).daily
    days = sorted(file.stem for file in (welcome_vault(places()) / daily.folder).iterdir())
    assert daily.folder == "Daily"
    assert [day_named(daily.format, day) is not None for day in days] == [True] * 3


def test_every_shipped_note_is_read_without_a_problem_and_its_links_lead_somewhere() -> None:
    files = VaultFiles(asset("welcome-vault"))
    notes = [parse_note(state.path, files.read_text(state.path).text) for state in files.walk()]
    names = {note.path.name for note in notes}
    assert [note.path.text for note in notes if note.property_problem] == []
    open_ends = {link.target for note in notes for link in note.links if link.target} - names
    assert open_ends == {"Meter cupboard"}  # meant: it shows what a link to a note still to be written looks like
