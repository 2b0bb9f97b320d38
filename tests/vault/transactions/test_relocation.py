from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.transactions.relocation import current_digests, is_folder, must_be_free, plan_relocation


@pytest.fixture
def files(tmp_path: Path) -> VaultFiles:
    (tmp_path / "House/Deep").mkdir(parents=True)
    (tmp_path / "House/Budget.md").write_text("12")
    (tmp_path / "House/plan.png").write_text("12345")
    return VaultFiles(tmp_path)


def test_relocating_a_folder_includes_everything_in_it(files: VaultFiles) -> None:
    found = plan_relocation(files, {"House": "Home"})
    assert dict(found.files) == {"House/Budget.md": "Home/Budget.md", "House/plan.png": "Home/plan.png"}
    assert dict(found.folders) == {"House": "Home", "House/Deep": "Home/Deep"}
    assert (found.largest, found.largest_bytes) == ("House/plan.png", 5)
    assert set(plan_relocation(files, {"House": ""}).files.values()) == {""}


def test_is_folder_and_must_be_free_check_the_disk(files: VaultFiles) -> None:
    assert is_folder(files, "House")
    assert not is_folder(files, "House/Budget.md")
    must_be_free(files, "House/New")
    must_be_free(files, "HOUSE", ignored="House")
    with pytest.raises(NoteConflict):
        must_be_free(files, "house")


def test_a_missing_file_has_no_digest(files: VaultFiles) -> None:
    assert list(current_digests(files, ["House/Budget.md"])) == ["House/Budget.md"]
    with pytest.raises(NoteNotFound):
        current_digests(files, ["House/none.md"])
