"""Tests of vault/disk/vault_listing.py."""

import os
import unicodedata
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.support.growth import check_growth, repeated
from vaultdesk.core.errors import NoteNotFound, NoteUnreadable, VaultUnavailable
from vaultdesk.vault.disk import vault_listing
from vaultdesk.vault.disk.folder import Folder
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import (
    FileState,
    StateLine,
    conflict_copies_of,
    conflict_original,
    list_folder,
    list_left_out,
    parse_state_line,
)
from vaultdesk.vault.note_path import INDEXED_SUFFIXES, NotePath
from vaultdesk.vault.vault import Vault

# Conflict copies of sync programs are recognized by their names.

COPIES = {
    "Plan.sync-conflict-20240101-120000-ABCDEF2.md": "Plan.md",
    "a/b/Plan.sync-conflict-20150605-120000.md": "a/b/Plan.md",
    "Plan (Anna's conflicted copy 2024-01-31).md": "Plan.md",
    "Plan (conflicted copy 2024-01-31 123456).md": "Plan.md",
    "Plan (Conflicted copy laptop 202401311234).md": "Plan.md",
    "Plan (In Konflikt stehende Kopie von Anna 2024-01-31).md": "Plan.md",
    "Plan (Copie en conflit de Anna 2024-01-31).md": "Plan.md",
    "Plan (Copia en conflicto de Anna 2024-01-31).md": "Plan.md",
    "Plan_conflict-20240131-123456.md": "Plan.md",
    "Plan (SFConflict anna@example.com 2024-05-20-11-20-10).md": "Plan.md",
    "Plan-DESKTOP-AB12CD3.md": "Plan.md",
    "Plan-LAPTOP-AB12CD3E-2.md": "Plan.md",
    "Board.sync-conflict-20240101-120000-ABCDEF2.canvas": "Board.canvas",
    "Plan (b).sync-conflict-20240101-120000-ABCDEF2.md": "Plan (b).md",
}

OTHER_NAMES = [
    "Plan.md",
    "Plan 2.md",
    "Plan (2).md",
    "Conflict.md",
    "Conflict 2024-01-31.md",
    "On conflicted copies.md",
    "Plan (conflicted copy).md",
    "Conflicts (2024-01-31).md",
    "merge-conflict-notes.md",
    "Review-DESKTOP.md",
    "Setup-desktop-pc.md",
    ".sync-conflict-20240101-120000-ABCDEF2.md"[1:],
    "Plan.sync-conflict-20240101-120000-ABCDEF2.png",
    "Plan.sync-conflict-20240101-120000-ABCDEF2 and what to do.md",
]


@pytest.mark.parametrize(("copy", "original"), COPIES.items())
def test_a_conflict_copy_is_recognized_with_its_original(copy: str, original: str) -> None:
    assert conflict_original(NotePath(copy)) == NotePath(original)


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_another_name_is_not_a_conflict_copy(name: str) -> None:
    assert conflict_original(NotePath(name)) is None


def test_conflict_copies_of_a_note_are_found_in_its_folder() -> None:
    names = ["Plan.md", "plan.sync-conflict-20240101-120000-ABCDEF2.md", "Other_conflict-20240131-123456.md", ".hid"]
    assert conflict_copies_of(NotePath("x/Plan.md"), names) == (NotePath(f"x/{names[1]}"),)


@pytest.mark.parametrize(
    "name_of",
    [repeated("(conflicted copy "), repeated("-DESKTOP-"), repeated("0", before="x (", after=" conflicted copy")],
)
def test_the_time_of_matching_a_hostile_name_does_not_explode(name_of: Callable[[int], str]) -> None:
    def match(path: NotePath) -> None:
        for _ in range(100):
            conflict_original(path)

    check_growth(match, NotePath(f"{name_of(28)}x.md"), NotePath(f"{name_of(224)}x.md"), 8**2)


async def test_a_conflict_copy_is_listed_with_its_original(root: Path) -> None:
    for name in ("Plan.md", "Plan.sync-conflict-20240101-120000-ABCDEF2.md"):
        (root / name).write_text("x")
    async with Vault(root, watch=False) as vault:
        copy = NotePath("Plan.sync-conflict-20240101-120000-ABCDEF2.md")
        (state,) = [state for state in vault.files.walk() if state.conflict_of is not None]
        assert (state.path, state.conflict_of) == (copy, NotePath("Plan.md"))


# All notes are listed; hidden, linked and special files are not.


def create_files(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)


def names(files: VaultFiles) -> list[str]:
    found = sorted(state.path.text for state in files.walk())
    assert sorted(path.text for batch in files.names() for path in batch) == found
    return found


def test_only_notes_are_found_at_every_depth(root: Path, files: VaultFiles) -> None:
    create_files(root, "a.md", "B.MD", "d/e/f/g.md", "Ünï/日本.md", "x.txt", "y.canvas", "noext")
    create_files(root, ".obsidian/x.md", "d/.git/x.md", "d/.hidden.md", "d/.trash/e/x.md", ".vaultdesk-1.tmp")
    assert names(files) == ["B.MD", "a.md", "d/e/f/g.md", "Ünï/日本.md"]


def test_state_has_size_and_modification_time(root: Path, files: VaultFiles) -> None:
    create_files(root, "a.md")
    os.utime(root / "a.md", ns=(1, 1_700_000_000_123_456_789))
    (state,) = files.walk()
    assert (state.path, state.size) == (NotePath("a.md"), 4)
    assert state.mtime_ns // 1000 == 1_700_000_000_123_456
    assert state == files.state(NotePath("a.md"))


@pytest.mark.skipif(os.name == "nt", reason="links and special files of POSIX")
def test_links_loops_and_special_files_are_left_out(root: Path, files: VaultFiles) -> None:
    create_files(root, "real/a.md")
    (root / "link.md").symlink_to(root / "real" / "a.md")
    (root / "out.md").symlink_to(root.parent / "outside" / "secret.md")
    (root / "folder").symlink_to(root.parent / "outside")
    (root / "real" / "loop").symlink_to(root)
    (root / "folder.md").mkdir()
    os.mkfifo(root / "pipe.md")
    assert names(files) == ["real/a.md"]


@pytest.mark.skipif(os.name == "nt", reason="names that Windows cannot have")
def test_invalid_names_are_left_out_and_all_others_are_found(root: Path, files: VaultFiles) -> None:
    create_files(root, "a.md", "line\nbreak.md", "back\\slash.md", "folder\x1b/b.md")
    (Path(os.fsdecode(os.fsencode(root) + b"/bad\xff.md"))).write_text("")
    assert names(files) == ["a.md"]


def test_a_removed_vault_folder_is_an_error_and_not_an_empty_vault(root: Path, files: VaultFiles) -> None:
    create_files(root, "a.md")
    root.rename(root.parent / "elsewhere")
    with pytest.raises(VaultUnavailable) as raised:
        names(files)
    assert raised.value.hint


@pytest.mark.skipif(os.name == "nt", reason="deeper than Windows allows")
def test_deeply_nested_folders_do_not_stop_the_walk(root: Path, files: VaultFiles) -> None:
    deep = root
    for _ in range(150):
        deep = deep / "d"
    deep.mkdir(parents=True)
    create_files(root, "a.md")
    assert names(files) == ["a.md"]


def test_every_visible_file_is_listed(root: Path, files: VaultFiles) -> None:
    for path in ("a.md", "b/c.md", "b/pic.PNG", "b/map.canvas", ".obsidian/app.json", ".trash/x.md", ".hidden.md"):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("x")
    found = {state.path.text: state.size for state in files.walk_all()}
    assert found == {"a.md": 1, "b/c.md": 1, "b/pic.PNG": 1, "b/map.canvas": 1}


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")
def test_links_are_not_listed_as_files(root: Path, files: VaultFiles) -> None:
    (root / "out").symlink_to(root.parent / "outside")
    (root / "secret.md").symlink_to(root.parent / "outside" / "secret.md")
    assert list(files.walk_all()) == []


def test_listing_names_does_not_read_file_states(
    root: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_files(root, "a.md", "d/Board.CANVAS", "d/x.txt")

    def fail(*_: object) -> FileState:
        raise AssertionError

    monkeypatch.setattr(vault_listing, "file_state_of", fail)
    assert [path.text for batch in files.names(INDEXED_SUFFIXES) for path in batch] == ["a.md", "d/Board.CANVAS"]


def test_other_kinds_of_file_are_found_when_requested(root: Path, files: VaultFiles) -> None:
    create_files(
        root, "a.md", "b/Map.CANVAS", "b/books.base", "x.canvas.bak", "canvas", ".hidden.canvas", ".obsidian/x.base"
    )
    found = sorted(state.path.text for state in files.walk(None, INDEXED_SUFFIXES))
    assert found == ["a.md", "b/Map.CANVAS", "b/books.base"]
    assert names(files) == ["a.md"]


def test_a_folder_is_walked_in_any_unicode_normalization(root: Path, files: VaultFiles) -> None:
    decomposed = unicodedata.normalize("NFD", "Ünï")
    create_files(
        root,
        "a.md",
        "b/x.md",
        f"b/{decomposed}/c.md",
        f"b/{decomposed}/d/e.md",
        f"b/{decomposed}/.hidden/f.md",
        "Ünï/g.md",
    )
    found = sorted(state.path.text for state in files.walk_in(("b", "Ünï")))
    assert [unicodedata.normalize("NFC", path) for path in found] == ["b/Ünï/c.md", "b/Ünï/d/e.md"]
    assert [state.path.text for state in files.walk_in(("b", "ünï"))] == []
    assert [state.path.text for state in files.walk_in(("a.md",))] == []
    assert [state.path.text for state in files.walk_in((".obsidian",))] == []


def test_walking_a_folder_lists_no_other_folder(root: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    create_files(root, "a/b/c.md", "a/other/d.md", "other/b/e.md")
    listed: list[str] = []
    list_one_folder = vault_listing.list_one_folder

    def record(folder: Folder, prefix: str, *others: Any) -> tuple[list[FileState], list[str]]:
        listed.append(prefix)
        return list_one_folder(folder, prefix, *others)

    monkeypatch.setattr(vault_listing, "list_one_folder", record)
    assert [state.path.text for state in files.walk_in(("a", "b"))] == ["a/b/c.md"]
    assert listed == ["a/b/"]


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_a_linked_folder_is_not_walked(root: Path, files: VaultFiles) -> None:
    create_files(root, "real/a.md")
    (root / "link").symlink_to(root / "real")
    assert list(files.walk_in(("link",))) == []


def test_walking_a_folder_of_a_removed_vault_is_an_error(root: Path, files: VaultFiles) -> None:
    create_files(root, "a/b.md")
    root.rename(root.parent / "elsewhere")
    with pytest.raises(VaultUnavailable):
        list(files.walk_in(("a",)))


def test_state_lines_replace_the_states_of_a_walk(root: Path, files: VaultFiles) -> None:
    refused = [] if os.name == "nt" else ["control\x07.md", "tab\tin it.md"]  # Windows has no such names.
    for name in refused:
        (root / name).write_text("x")
    (root / "Link.md").symlink_to(root / "Loop.md")
    create_files(root, "LOUD.MD", "Plain.md", "folder/Ärger.md")
    lines: list[StateLine] = []
    others = list(files.walk(lines))
    assert [state.path.text for state in others] == ["LOUD.MD"]
    states = [state for state in map(parse_state_line, lines) if state is not None]
    assert len(states) == len(lines) - len(refused) > 0
    all_states = set(files.walk())
    assert {*others, *states} == all_states


def test_empty_folders_and_attachments_are_listed_and_hidden_files_are_not(tmp_path: Path) -> None:
    for folder in ("b/deep", "a", ".obsidian", "b/.trash"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("b/x.png", "b/deep/n.md", ".obsidian/app.json", "b/.trash/gone.md", "top.md"):
        (tmp_path / file).write_text("12345")
    (tmp_path / "link").symlink_to(tmp_path / "b")
    found = list_folder(VaultFiles(tmp_path).folders)
    assert found.folders == ("a", "b", "b/deep")
    assert [(file.path, file.size) for file in found.files] == [("top.md", 5), ("b/x.png", 5), ("b/deep/n.md", 5)]


def test_a_folder_is_listed_with_itself_and_a_missing_one_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    files = VaultFiles(tmp_path)
    assert list_folder(files.folders, "a").folders == ("a", "a/b")
    assert list_folder(files.folders, "none").files == ()


# Placeholders: files whose content is stored by a sync service; reading one downloads it.


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"st_flags": 0x40000000}, True),  # SF_DATALESS
        ({"st_flags": 0x40000000 | 0x8000}, True),
        ({"st_flags": 0x8000}, False),  # UF_HIDDEN
        ({"st_file_attributes": 0x20 | 0x400000}, True),  # FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
        ({"st_file_attributes": 0x40000}, True),  # FILE_ATTRIBUTE_RECALL_ON_OPEN
        ({"st_file_attributes": 0x20 | 0x80000}, False),  # archived, pinned
        ({}, False),
    ],
)
def test_placeholders_are_recognized_by_the_flags_of_macos_and_windows(facts: dict[str, int], expected: bool) -> None:
    assert vault_listing.is_placeholder(cast("os.stat_result", SimpleNamespace(**facts))) is expected


def test_stubs_of_older_icloud_versions_are_listed_as_their_files(root: Path, files: VaultFiles) -> None:
    create_files(
        root, "a.md", ".b.md.icloud", "d/.c.MD.icloud", ".picture.png.icloud", ".icloud", ".obsidian/.x.md.icloud"
    )
    lines: list[StateLine] = []
    listed = {state.path.text: (state.size, state.placeholder) for state in files.walk(lines)}

    assert listed == {"b.md": (0, True), "d/c.MD": (0, True)}
    assert [line.partition("\t")[0] for line in lines] == ["a.md"]
    with pytest.raises(NoteUnreadable, match="iCloud"):
        files.read(NotePath("b.md"))
    with pytest.raises(NoteNotFound):
        files.read(NotePath("none.md"))


@pytest.mark.skipif(os.name == "nt", reason="names that Windows has not")
def test_v2_only_hidden_files_are_left_out_without_a_reason(root: Path, files: VaultFiles) -> None:
    create_files(root, "~Archive/Old.md", "2020~2024/Plan.md", "S: Someday/x.md", "..x.md", "a#b?/y^.md", "v1~2.md")
    create_files(root, ".hidden/x.md", "back\\slash.md", "con\ttrol/x.md", "~/home.md")
    (root / "link.md").symlink_to(root / "~Archive" / "Old.md")

    assert names(files) == [
        "..x.md", "2020~2024/Plan.md", "S: Someday/x.md", "a#b?/y^.md", "v1~2.md", "~Archive/Old.md",
    ]  # fmt: skip
    assert list_left_out(files.folders) == list_folder(files.folders).left_out
    assert {item.path: str(item.reason) for item in list_folder(files.folders).left_out} == {
        "back\\slash.md": "it has a backslash",
        "con\ttrol": "it has control characters",
        "link.md": "it is a link, or no regular file",
        "~": "it starts at a home folder",
    }


@pytest.mark.skipif(os.name == "nt", reason="Windows resolves short names itself")
def test_v2_a_name_like_a_windows_short_name_is_opened_only_if_listed(
    root: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_files(root, "v1~2/a.md", "PLAN~1.MD")
    assert files.read(NotePath("v1~2/a.md")).data == b"v1~2/a.md"
    assert files.state(NotePath("PLAN~1.MD")).size == 9

    monkeypatch.setattr("vaultdesk.vault.disk.folder.os.listdir", lambda _folder: ["version one"])
    for path in ("v1~2/a.md", "PLAN~1.MD"):
        with pytest.raises(NoteNotFound):
            files.read(NotePath(path))
