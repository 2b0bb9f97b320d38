"""Tests of vault/vault.py."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from vaultdesk.core.errors import (
    NoteConflict,
    NoteNotConfirmed,
    NoteNotFound,
    NoteNotWritten,
    OutsideVault,
    VaultReadOnly,
    VaultUnavailable,
)
from vaultdesk.vault.disk.folder import PosixFolder
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Create, Delete, Move, Origin
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

# Reading a vault does not load what only writing needs.


async def test_a_note_is_read_and_found_by_path(root: Path) -> None:
    (root / "A.md").write_text("# Hi\n")
    async with Vault(root, watch=False) as vault:
        assert await vault.find(NotePath("a.md")) == NotePath("A.md")
        assert (await vault.read_note(NotePath("A.md"))).headings[0].text == "Hi"
        assert not await vault.exists(NotePath("b.md"))


def test_reading_does_not_load_journal_lock_or_trash(root: Path) -> None:
    """Loading them takes 40 ms at each start of a command that only reads."""
    (root / "a.md").write_text("x")
    script = """
import asyncio, sys
from pathlib import Path
from vaultdesk.vault import NotePath, Vault

async def read():
    async with Vault(Path(sys.argv[1]), watch=False) as vault:
        await vault.read(NotePath("a.md"))

asyncio.run(read())
print([name for name in ("sqlite3", "filelock", "send2trash", "ctypes", "watchdog") if name in sys.modules])
"""
    process = subprocess.run(
        [sys.executable, "-c", script, str(root)], capture_output=True, text=True, check=True, timeout=30
    )
    assert process.stdout == "[]\n"


# Asynchronous interface of the vault: reads, writes, change events.

A = NotePath("a.md")


async def test_a_created_note_is_read_and_parsed(root: Path) -> None:
    async with Vault(root, watch=False) as vault:
        written = await vault.create(A, "---\ntags: [x]\n---\n# Hello\n")
        assert await vault.read(A) == written
        note = await vault.read_note(A)
        assert (note.title, note.tags, note.headings[0].text) == ("a", ("x",), "Hello")
        assert await vault.exists(A)
        assert not await vault.exists(NotePath("b.md"))
        assert (await vault.state(A)).size == written.size
        assert await vault.find(NotePath("A.md")) == A
        assert (vault.name, vault.root) == ("vault", root)


async def test_own_writes_are_published_immediately_with_their_normalized_name(root: Path) -> None:
    async with Vault(root, watch=False) as vault:
        with vault.changes.subscribe() as changes:
            first = await vault.create(NotePath("Cafe\u0301.md"), "1")
            await vault.write(NotePath("Caf\u00e9.md"), "2", first.digest)
            composed = NotePath("Caf\u00e9.md")
            assert await asyncio.wait_for(anext(changes), 30) == VaultChanged((FileChange("created", composed),))
            assert await asyncio.wait_for(anext(changes), 30) == VaultChanged((FileChange("modified", composed),))


async def test_refused_writes_publish_no_change(root: Path) -> None:
    (root / "a.md").write_text("theirs")
    async with Vault(root, watch=False) as vault:
        with vault.changes.subscribe() as changes:
            with pytest.raises(NoteConflict):
                await vault.write(A, "mine", "0" * 64)
            with pytest.raises(NoteConflict):
                await vault.create(A, "mine")
            with pytest.raises(NoteNotWritten):
                await vault.create(NotePath("con.md"), "mine")
            with pytest.raises(NoteNotFound):
                await vault.write(NotePath("b.md"), "mine", "0" * 64)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(changes), 0.05)
    assert (root / "a.md").read_text() == "theirs"


async def test_changes_by_another_program_are_published(root: Path) -> None:
    async with Vault(root) as vault:
        assert vault.watch_problem == ""
        with vault.changes.subscribe() as changes:
            (root / "new.md").write_text("x")
            changed = await asyncio.wait_for(anext(changes), 30)
            assert {change.path for change in changed.changes} == {NotePath("new.md")}


async def test_excluded_files_of_obsidian_are_read_from_its_settings(root: Path) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Archive/"]}')
    async with Vault(root, watch=False) as vault:
        assert vault.settings.excluded.matches(NotePath("Archive/x.md"))


def test_a_missing_folder_raises_vault_unavailable(root: Path) -> None:
    with pytest.raises(VaultUnavailable):
        Vault(root / "missing")


async def test_a_symbolic_link_leading_outside_the_vault_is_refused(root: Path) -> None:
    try:
        (root / "a.md").symlink_to(root.parent / "outside" / "secret.md")
    except OSError:
        pytest.skip("links need rights here")
    async with Vault(root, watch=False) as vault:
        with pytest.raises(OutsideVault):
            await vault.read(A)
        with pytest.raises(OutsideVault):
            await vault.exists(A)


async def test_no_thread_remains_after_closing(root: Path) -> None:
    before = set(threading.enumerate())
    async with Vault(root) as vault:
        await vault.create(A, "x")
        vault_threads = {thread.name for thread in threading.enumerate() if thread.name.startswith("vault")}
        assert vault_threads
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()


# Writing through the journal

RUN = Origin("run", "Tidy up", "Librarian", "talk", "edit_note")


async def test_edits_are_applied_published_and_recorded(root: Path) -> None:
    async with Vault(root, watch=False) as vault:
        first = await vault.create(A, "1\n")
        with vault.changes.subscribe() as changes:
            done = await vault.apply([Move(A, NotePath("x/b.md"), first.digest)], RUN)
            assert [outcome.result for outcome in done] == ["done"]
            moved = FileChange("moved", NotePath("x/b.md"), A)
            assert await asyncio.wait_for(anext(changes), 30) == VaultChanged((moved,))
        entry, created = vault.journal.changes()
        assert (entry.group, entry.kind, created.title, created.agent) == ("run", "move", "Edited by you", "")


async def test_successive_saves_of_a_note_are_recorded_as_one_change(root: Path) -> None:
    async with Vault(root, watch=False) as vault:
        note = await vault.create(A, "1\n")
        for text in ("1\n2\n", "1\n2\n3\n"):
            note = await vault.write(A, text, note.digest)
        assert [(entry.kind, entry.added) for entry in vault.journal.changes()] == [("create", 3)]
        assert note == await vault.read(A)
        await vault.write(A, "else\n", note.digest, RUN)
        assert vault.journal.changes()[0].group == "run"


async def test_a_second_vault_on_the_same_folder_is_read_only_while_the_first_is_writing(
    tmp_path: Path, root: Path
) -> None:
    (root / "a.md").write_text("x")
    async with Vault(root, watch=False, data_folder=tmp_path / "p") as second:
        async with Vault(root, watch=False, data_folder=tmp_path / "p") as first:
            assert (first.read_only, second.read_only) == ("", "")
            assert await first.claim_write_access()
            assert not await second.claim_write_access()
            assert second.read_only.startswith("Another VaultDesk")
            for write in (second.write(A, "mine", digest_of(b"x")), second.apply([Create(A, "")], RUN)):
                with pytest.raises(VaultReadOnly):
                    await write
            assert (await second.read(A)).text == "x"
        await second.write(A, "mine", digest_of(b"x"))
        assert second.read_only == ""


async def test_the_trash_follows_the_current_settings_of_obsidian(root: Path) -> None:
    (root / ".obsidian").mkdir()
    async with Vault(root, watch=False) as vault:
        (root / ".obsidian" / "app.json").write_text('{"trashOption": "local"}')
        note = await vault.create(A, "1\n")
        await vault.apply([Delete(A, note.digest)], RUN)
        assert (root / ".trash" / "a.md").read_text() == "1\n"


async def test_the_journal_is_stored_after_the_vault_is_closed(tmp_path: Path, root: Path) -> None:
    async with Vault(root, watch=False, data_folder=tmp_path / "p") as vault:
        await vault.create(A, "1\n")
    async with Vault(root, watch=False, data_folder=tmp_path / "p") as vault:
        assert [entry.kind for entry in vault.journal.changes()] == ["create"]
        assert vault.recovered == ()


@pytest.mark.skipif(os.name == "nt", reason="drives the POSIX folder")
async def test_an_unconfirmed_write_is_reported_and_published(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def sync(folder: PosixFolder) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(PosixFolder, "sync", sync)
    async with Vault(root, watch=False) as vault:
        with vault.changes.subscribe() as changes:
            with pytest.raises(NoteNotConfirmed):
                await vault.create(A, "1\n")
            assert await asyncio.wait_for(anext(changes), 30) == VaultChanged((FileChange("created", A),))
        assert [entry.state for entry in vault.journal.changes()] == ["unconfirmed"]
