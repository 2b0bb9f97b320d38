from pathlib import Path

from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.inventory import inventory


def test_empty_folders_and_attachments_are_found_and_hidden_things_are_not(tmp_path: Path) -> None:
    for folder in ("b/deep", "a", ".obsidian", "b/.trash"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("b/x.png", "b/deep/n.md", ".obsidian/app.json", "b/.trash/gone.md", "top.md"):
        (tmp_path / file).write_text("12345")
    (tmp_path / "link").symlink_to(tmp_path / "b")
    found = inventory(VaultFiles(tmp_path).folders)
    assert found.folders == ("a", "b", "b/deep")
    assert [(file.path, file.size) for file in found.files] == [("top.md", 5), ("b/x.png", 5), ("b/deep/n.md", 5)]


def test_one_folder_is_listed_with_itself_and_a_missing_one_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    files = VaultFiles(tmp_path)
    assert inventory(files.folders, "a").folders == ("a", "a/b")
    assert inventory(files.folders, "none").files == ()
