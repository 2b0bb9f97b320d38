import json
from pathlib import Path

import pytest

from vaultdesk.ui.note.attachments import find_attachment, is_attachment, kind_of
from vaultdesk.vault.vault import Vault


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("A/plan.PNG", True),
        ("sound.mp3", True),
        ("archive.zip", True),
        ("Note.md", False),
        ("Board.canvas", False),
        ("Gone", False),
        ("Meeting 2.1", False),
        (".hidden", False),
        ("Dr. Who and the others", False),
    ],
)
def test_attachments_are_known_by_their_ending(path: str, is_one: bool) -> None:
    assert is_attachment(path) is is_one


def test_kinds() -> None:
    assert [kind_of(f"a.{ending}") for ending in ("webp", "pdf", "ogg", "mkv", "docx")] == [
        "picture",
        "pdf",
        "sound",
        "video",
        "other",
    ]


def test_a_file_is_found_as_written_beside_the_note_in_its_folder_or_anywhere(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian/app.json").write_text(json.dumps({"attachmentFolderPath": "./files"}))
    for place in ("a.png", "N/b.png", "N/files/c.png", "Deep/er/d.png", "Deep/d.png"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(b"x")
    vault = Vault(tmp_path, watch=False)
    wanted = ("a.png", "b.png", "c.png", "d.png", "Deep/er/d.png", "e.png", "../a.png")
    assert [find_attachment(vault, "N/Note.md", name) for name in wanted] == [
        "a.png",
        "N/b.png",
        "N/files/c.png",
        "Deep/d.png",
        "Deep/er/d.png",
        None,
        None,
    ]
