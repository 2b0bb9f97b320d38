"""The vault for coroutines: reads, writes, tells."""

import asyncio
import threading
from pathlib import Path

import pytest

from vaultdesk.errors import NoteConflict, NoteNotFound, NoteNotWritten, OutsideVault, VaultUnavailable
from vaultdesk.vault.changes import Change, VaultChanged
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

A = NotePath("a.md")


async def test_a_note_is_written_read_and_understood(root: Path) -> None:
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


async def test_own_writes_are_told_at_once_with_their_real_name(root: Path) -> None:
    async with Vault(root, watch=False) as vault:
        with vault.changes.subscribe() as changes:
            first = await vault.create(NotePath("Cafe\u0301.md"), "1")
            await vault.write(NotePath("Caf\u00e9.md"), "2", first.digest)
            composed = NotePath("Caf\u00e9.md")
            assert await asyncio.wait_for(anext(changes), 5) == VaultChanged((Change("created", composed),))
            assert await asyncio.wait_for(anext(changes), 5) == VaultChanged((Change("modified", composed),))


async def test_refused_writes_tell_nothing(root: Path) -> None:
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


async def test_what_another_program_does_is_told(root: Path) -> None:
    async with Vault(root) as vault:
        assert vault.watch_problem == ""
        with vault.changes.subscribe() as changes:
            (root / "new.md").write_text("x")
            changed = await asyncio.wait_for(anext(changes), 5)
            assert {change.path for change in changed.changes} == {NotePath("new.md")}


async def test_excluded_files_of_obsidian_are_known(root: Path) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["Archive/"]}')
    async with Vault(root, watch=False) as vault:
        assert vault.settings.excluded.matches(NotePath("Archive/x.md"))


def test_a_folder_that_is_not_there_is_told(root: Path) -> None:
    with pytest.raises(VaultUnavailable):
        Vault(root / "missing")


async def test_a_path_that_leads_out_is_refused_by_a_link_too(root: Path) -> None:
    try:
        (root / "a.md").symlink_to(root.parent / "outside" / "secret.md")
    except OSError:
        pytest.skip("links need rights here")
    async with Vault(root, watch=False) as vault:
        with pytest.raises(OutsideVault):
            await vault.read(A)
        with pytest.raises(OutsideVault):
            await vault.exists(A)


async def test_no_thread_is_left_after_closing(root: Path) -> None:
    before = set(threading.enumerate())
    async with Vault(root) as vault:
        await vault.create(A, "x")
        named = {thread.name for thread in threading.enumerate() if thread.name.startswith("vault")}
        assert named
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive()
