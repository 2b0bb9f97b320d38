from pathlib import Path

import pytest

from vaultdesk.vault.other_files import may_be_other, other_files
from vaultdesk.vault.vault import Vault


def test_files_that_are_no_notes_are_named_and_hidden_ones_are_not(tmp_path: Path) -> None:
    for file in ("a.md", "b.canvas", "c.base", "d.pdf", "Sub/e.PNG", "Sub/secret.zip", ".obsidian/app.json"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(b"x")
    found = other_files(Vault(tmp_path, watch=False).files, lambda path: "secret" not in path)
    listed = [name for name in ("a.md", "b.canvas", "d.pdf", "Sub/e.PNG", "Sub/secret.zip") if name in found]
    assert listed == ["d.pdf", "Sub/e.PNG"]
    assert found.ending_in("e.png") == ["Sub/e.PNG"]


@pytest.mark.parametrize(
    ("target", "may"), [("a.pdf", True), ("x/a.b", True), ("a", False), ("v1.2/a", False), ("..", False)]
)
def test_a_file_has_an_ending(target: str, may: bool) -> None:
    assert may_be_other(target) is may
