import pytest

from vaultdesk.ui.note.new_note import folder_of_new, path_of_new
from vaultdesk.vault.obsidian.vault_config import VaultConfig


@pytest.mark.parametrize(
    ("name", "settings", "path"),
    [
        ("X", VaultConfig(), "X.md"),
        ("X.md", VaultConfig(), "X.md"),
        ("P/X", VaultConfig(new_file_location="current"), "P/X.md"),
        ("X", VaultConfig(new_file_location="current"), "A/B/X.md"),
        ("X", VaultConfig(new_file_location="folder", new_file_folder="Inbox/"), "Inbox/X.md"),
    ],
)
def test_a_new_note_goes_where_the_vault_puts_it(name: str, settings: VaultConfig, path: str) -> None:
    assert path_of_new(name, "A/B/source.md", settings) == path


def test_the_folder_of_a_new_note() -> None:
    assert folder_of_new("A/x.md", VaultConfig(new_file_location="current")) == "A"
    assert folder_of_new("A/x.md", VaultConfig()) == ""
