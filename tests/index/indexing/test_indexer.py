"""The indexer: the first scan, resuming, following changes of the vault, and repairing the index."""

import asyncio
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.index.scene import PATIENCE, Scene, at_work, hashes, shows
from tests.support.vaults import write_vault
from tests.support.wine import wine_lacks
from vaultdesk.core.errors import IndexFailed, VaultUnavailable
from vaultdesk.index import Index, Indexer, IndexState, NotesIndexed, Searcher
from vaultdesk.index.store import database
from vaultdesk.vault.disk.folder import retry_while_held
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.disk.vault_listing import FileState, StateLine
from vaultdesk.vault.disk.watcher import folder_identity
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault
from vaultdesk.vault.vault_changes import FileChange, VaultChanged

# watchdog 7.1 warns in its own thread when folders are created inside new folders; as an error it would end the thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

GARDEN = {"Garden/Roses.md": "# Roses\nThey need sun.", "Garden/Soil.md": "Clay and sand.", "Inbox.md": "Call Ann."}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "index.sqlite"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault", GARDEN)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of all notes that were read."""
    read: list[str] = []
    real = VaultFiles.read_text

    def recording(self: VaultFiles, path: NotePath) -> NoteText:
        read.append(path.text)
        return real(self, path)

    monkeypatch.setattr(VaultFiles, "read_text", recording)
    return read


async def _search(scene: Scene, query: str) -> list[str]:
    return sorted(hit.path for hit in await scene.searcher.search(query))


def _move(old: Path, new: Path) -> None:
    old.rename(new)


async def test_the_first_scan_finds_every_note_and_ends_ready(root: Path, file: Path) -> None:
    async with at_work(root, file) as scene:
        state = scene.indexer.state
        assert (state.phase, state.done, state.total, state.notes, state.problems) == ("ready", 3, 3, 3, 0)
        assert state.last_indexed is not None
        assert [row.path for row in await scene.searcher.tree()] == ["Garden/Roses.md", "Garden/Soil.md", "Inbox.md"]
        assert await _search(scene, "sun") == ["Garden/Roses.md"]


async def test_names_are_published_before_texts_are_read_and_progress_increases(root: Path, file: Path) -> None:
    index = Index(file)
    async with asyncio.timeout(PATIENCE), Vault(root, watch=False) as vault:
        indexer = Indexer(vault, index)
        with indexer.events.subscribe() as commits, indexer.progress.subscribe() as steps:
            async with indexer:
                await indexer.settled()
                names, texts = await anext(commits), await anext(commits)
                states = [await anext(steps) for _ in range(2)]
    assert set(names.paths) == set(texts.paths) == set(GARDEN)
    assert [(state.phase, state.done, state.total) for state in states] == [("scanning", 0, 3), ("scanning", 3, 3)]


async def test_reopening_reads_no_note(root: Path, file: Path, reads: list[str]) -> None:
    async with at_work(root, file):
        assert sorted(reads) == sorted(GARDEN)
    reads.clear()
    async with at_work(root, file) as scene:
        assert reads == []
        assert await _search(scene, "clay") == ["Garden/Soil.md"]


async def test_changes_made_while_closed_are_found_at_the_next_start(root: Path, file: Path, reads: list[str]) -> None:
    async with at_work(root, file):
        pass
    reads.clear()
    write_vault(root, {"Inbox.md": "Call Bob instead.", "New.md": "Fresh."})
    (root / "Garden/Soil.md").rename(root / "Earth.md")
    async with at_work(root, file) as scene:
        assert sorted(reads) == ["Earth.md", "Inbox.md", "New.md"]
        assert [row.path for row in await scene.searcher.tree()] == [
            "Earth.md", "Garden/Roses.md", "Inbox.md", "New.md",
        ]  # fmt: skip
        assert await _search(scene, "ann") == []
        assert await _search(scene, "bob") == ["Inbox.md"]


async def test_a_touched_note_is_read_once_and_not_rewritten(root: Path, file: Path, reads: list[str]) -> None:
    async with at_work(root, file) as scene:
        before = await scene.searcher.note("Inbox.md")
    os.utime(root / "Inbox.md", ns=(1, 1_000_000_000))
    reads.clear()
    async with at_work(root, file) as scene:
        after = await scene.searcher.note("Inbox.md")
    async with at_work(root, file):
        assert reads == ["Inbox.md"]
    assert before is not None
    assert after is not None
    assert after.modified.timestamp() == 1.0
    assert after.modified < before.modified


async def test_a_stopped_scan_continues(
    root: Path, file: Path, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    numbered_notes = {f"Many/{number:03}.md": f"Note number {number}." for number in range(100)}
    write_vault(root, numbered_notes)
    monkeypatch.setattr("vaultdesk.index.indexing.vault_scan.BATCH_NOTES", 10)
    async with asyncio.timeout(PATIENCE), Vault(root, watch=False) as vault:
        indexer = Indexer(vault, Index(file))
        with indexer.progress.subscribe() as steps:
            async with indexer:
                while (await anext(steps)).done < 30:
                    pass
    read_before = len(reads)
    assert 30 <= read_before < 103
    async with at_work(root, file) as scene:
        # A batch that was read but not committed before the stop is read again: at most one.
        assert 103 <= len(reads) <= 113
        assert sorted(set(reads)) == sorted({*numbered_notes, *GARDEN})
        assert (await scene.searcher.counts()).unread == 0


async def test_search_works_during_the_first_scan(root: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.index.indexing.vault_scan.BATCH_NOTES", 1)
    index = Index(file)
    async with asyncio.timeout(PATIENCE), Vault(root, watch=False) as vault:
        indexer = Indexer(vault, index)
        with indexer.events.subscribe() as commits:
            async with indexer, Searcher(index) as searcher:
                await anext(commits)
                assert len(await searcher.tree()) == 3
                assert [hit.path for hit in await searcher.names("roses")] == ["Garden/Roses.md"]


async def test_external_changes_are_found(root: Path, file: Path) -> None:
    async with at_work(root, file, watch=True) as scene:
        write_vault(root, {"Inbox.md": "A zebra."})
        await shows(scene, lambda: _search(scene, "zebra"), ["Inbox.md"])

        (root / "Inbox.md").rename(root / "Outbox.md")
        await shows(scene, lambda: _search(scene, "zebra"), ["Outbox.md"])

        write_vault(root, {"New folder/Deep/Whale.md": "A whale."})
        await shows(scene, lambda: _search(scene, "whale"), ["New folder/Deep/Whale.md"])

        (root / "New folder").rename(root / "Old folder")
        await shows(scene, lambda: _search(scene, "whale"), ["Old folder/Deep/Whale.md"])

        retry_while_held(lambda: shutil.rmtree(root / "Old folder"), is_held=lambda _error: True)
        nothing: list[str] = []
        await shows(scene, lambda: _search(scene, "whale"), nothing)

        (root / "Outbox.md").unlink()
        await shows(scene, lambda: _search(scene, "zebra"), nothing)


@wine_lacks("watching of the folders in a folder")
async def test_a_burst_of_changes_is_indexed_completely(root: Path, file: Path) -> None:
    async with at_work(root, file, watch=True) as scene:
        write_vault(root, {f"Burst/{number}.md": f"burst {number}" for number in range(500)})

        async def count() -> int:
            return (await scene.searcher.counts()).notes - (await scene.searcher.counts()).unread

        await shows(scene, count, 503)


async def test_a_changed_note_of_the_same_size_and_time_is_read_together_with_a_rescan(root: Path, file: Path) -> None:
    async with at_work(root, file) as scene:
        note = root / "Inbox.md"
        before = note.stat()
        note.write_text("Call Bob.")
        os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))
        change = FileChange("modified", NotePath("Inbox.md"))
        scene.vault.changes.publish(VaultChanged((change,), rescan=True))
        await shows(scene, lambda: _search(scene, "bob"), ["Inbox.md"])


async def test_changes_of_the_vault_are_followed_without_a_watcher(root: Path, file: Path) -> None:
    async with at_work(root, file) as scene:
        await scene.vault.create(NotePath("Plan.md"), "Walrus.")
        await shows(scene, lambda: _search(scene, "walrus"), ["Plan.md"])


async def test_a_commit_event_lists_exactly_the_changed_notes(root: Path, file: Path) -> None:
    async with at_work(root, file) as scene:
        write_vault(root, {"Inbox.md": "New words."})
        (root / "Garden/Soil.md").unlink()
        with scene.indexer.events.subscribe() as commits:
            await scene.indexer.rescan()
            events = [await anext(commits), await anext(commits)]
    assert events == [NotesIndexed((), ("Garden/Soil.md",)), NotesIndexed(("Inbox.md",))]


async def test_unreadable_notes_are_listed_with_a_problem_and_found_by_name(root: Path, file: Path) -> None:
    write_vault(root, {"Binary.md": b"\x00\x01\x02", "Latin.md": "naïve".encode("latin-1"), "Empty.md": b""})
    write_vault(root, {"Padded.md": b"zebra\0\0\0"})
    async with at_work(root, file) as scene:
        assert (await scene.searcher.search("zebra"))[0].snippet == "zebra"
        assert [hit.preview for hit in await scene.searcher.substring("zebra")] == ["zebra"]
        problems = {row.path: row.problem for row in await scene.searcher.tree() if row.problem}
        assert set(problems) == {"Binary.md", "Latin.md"}
        assert scene.indexer.state.problems == 2
        assert await _search(scene, "latin") == ["Latin.md"]
        write_vault(root, {"Latin.md": "naïve"})
        state = await scene.indexer.rescan()
        assert state.problems == 1
        assert await _search(scene, "naive") == ["Latin.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
async def test_a_note_is_read_after_its_permissions_are_restored(root: Path, file: Path) -> None:
    (root / "Inbox.md").chmod(0)
    async with at_work(root, file) as scene:
        assert scene.indexer.state.problems == 1
        (root / "Inbox.md").chmod(0o600)
        assert (await scene.indexer.rescan()).problems == 0


async def test_a_note_that_the_parser_cannot_read_does_not_affect_the_others(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(path: NotePath, text: str) -> Note:
        if path.text == "Inbox.md":
            raise RecursionError
        return parse_note(path, text)

    monkeypatch.setattr("vaultdesk.index.indexing.entry_builder.parse_note", failing)
    async with at_work(root, file) as scene:
        assert (scene.indexer.state.phase, scene.indexer.state.problems) == ("ready", 1)
        assert await _search(scene, "sun") == ["Garden/Roses.md"]
    assert "could not be understood" in caplog.text
    caplog.clear()


async def test_excluded_files_are_listed_but_not_read_or_found(root: Path, file: Path, reads: list[str]) -> None:
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Private/"]}', "Private/Diary.md": "secret sun"})
    async with at_work(root, file) as scene:
        rows = {row.path: row.excluded for row in await scene.searcher.tree()}
        assert rows["Private/Diary.md"] is True
        assert await _search(scene, "secret") == []
        assert await scene.searcher.substring("secret") == []
        assert await scene.searcher.substring("diary") == []
        assert await scene.searcher.names("diary") == []
        assert await scene.searcher.resolve("Diary") == "Private/Diary.md"
    assert "Private/Diary.md" not in reads


async def test_a_note_excluded_later_is_removed_and_read_again_when_included(root: Path, file: Path) -> None:
    async with at_work(root, file) as scene:
        assert await _search(scene, "sun") == ["Garden/Roses.md"]
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Garden/"]}'})
    async with at_work(root, file) as scene:
        assert await _search(scene, "sun") == []
        assert await scene.searcher.substring("need sun") == []
    write_vault(root, {".obsidian/app.json": "{}"})
    async with at_work(root, file) as scene:
        assert await _search(scene, "sun") == ["Garden/Roses.md"]


def _truncate(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _random_header(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.write(os.urandom(200))


def _random_content(file: Path) -> None:
    size = file.stat().st_size
    with file.open("r+b") as stream:
        stream.seek(4096)
        stream.write(os.urandom(size - 4096))


def _other_version(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.seek(60)
        stream.write(b"\0\0\3\xe7")


def _folder(file: Path) -> None:
    file.unlink()
    write_vault(file, {"someone's.txt": "kept"})


def _delete(file: Path) -> None:
    file.unlink()


DAMAGES = [_truncate, _empty, _random_header, _random_content, _other_version, _folder, _delete]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__[1:])
async def test_a_damaged_index_is_rebuilt_and_the_vault_is_unchanged(
    root: Path, file: Path, damage: Callable[[Path], None]
) -> None:
    before = hashes(root)
    async with at_work(root, file):
        pass
    damage(file)
    async with at_work(root, file) as scene:
        await shows(scene, lambda: _search(scene, "sun"), ["Garden/Roses.md"])
        assert scene.indexer.state.phase == "ready"
        assert len(await scene.searcher.tree()) == 3
    assert hashes(root) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows does not remove a file in use")
@pytest.mark.parametrize("damage", [_delete, _random_content], ids=lambda damage: damage.__name__[1:])
async def test_damage_detected_by_a_search_is_repaired(root: Path, file: Path, damage: Callable[[Path], None]) -> None:
    write_vault(root, {f"Long/{number}.md": f"word{number} " * 2000 for number in range(20)})
    async with at_work(root, file) as scene:
        scene.index.close()
        damage(file)

        async def search_or_report_damage() -> list[str]:
            try:
                return await _search(scene, "word7")
            except IndexFailed:
                return ["damaged"]

        await shows(scene, search_or_report_damage, ["Long/7.md"])


async def test_rebuild_deletes_the_index_file_and_reads_every_note(root: Path, file: Path, reads: list[str]) -> None:
    async with at_work(root, file) as scene:
        reads.clear()
        state = await scene.indexer.rebuild()
        assert sorted(reads) == sorted(GARDEN)
        assert (state.phase, state.notes) == ("ready", 3)
        assert await _search(scene, "sun") == ["Garden/Roses.md"]


async def test_a_missing_vault_folder_is_reported_and_the_index_is_retained(
    root: Path, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_work(root, file) as scene:
        _move(root, root.with_name("elsewhere"))
        state = await scene.indexer.rescan()
        assert (state.phase, state.notes) == ("failed", 3)
        assert "cannot be" in state.error or "folder" in state.error
        assert await _search(scene, "sun") == ["Garden/Roses.md"]
        _move(root.with_name("elsewhere"), root)
        assert (await scene.indexer.rescan()).phase == "ready"
    caplog.clear()


async def test_a_vault_folder_lost_during_reading_loses_no_note_of_the_index(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with at_work(root, file):
        pass
    write_vault(root, dict.fromkeys(GARDEN, "changed"))
    real = VaultFiles.walk

    def walk_and_move(
        self: VaultFiles, signs: list[StateLine] | None, suffixes: tuple[str, ...]
    ) -> Iterator[FileState]:
        yield from real(self, signs, suffixes)
        _move(root, root.with_name("elsewhere"))

    monkeypatch.setattr(VaultFiles, "walk", walk_and_move)
    async with at_work(root, file) as scene:
        assert (scene.indexer.state.phase, scene.indexer.state.notes) == ("failed", 3)
        assert await _search(scene, "sun") == ["Garden/Roses.md"]
    caplog.clear()


async def test_recurring_damage_is_repaired_once_and_then_reported(
    root: Path, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempts: list[int] = []

    def broken(self: Index, *arguments: object) -> None:
        attempts.append(1)
        with self.writing() as connection:
            connection.execute("SELECT * FROM no_such_table")

    monkeypatch.setattr(Index, "record_files", broken)
    async with at_work(root, file) as scene:
        assert (scene.indexer.state.phase, len(attempts)) == ("failed", 2)
        assert "damaged" in scene.indexer.state.error
        monkeypatch.undo()
        assert (await scene.indexer.rescan()).phase == "ready"
        assert scene.indexer.state.error == ""
        assert len(attempts) == 2
    caplog.clear()


async def test_an_index_folder_that_cannot_be_written_is_reported(
    root: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    async with at_work(root, tmp_path / "data" / "index.sqlite") as scene:
        assert scene.indexer.state.phase == "failed"
        assert scene.indexer.state.error
    caplog.clear()


@pytest.mark.skipif(os.name == "nt", reason="Windows does not remove a file in use")
async def test_an_index_file_replaced_by_another_process_is_used_and_filled(root: Path, file: Path) -> None:
    async with at_work(root, file) as scene:
        database.discard_file(file)
        database.prepare_file(file)
        identity = folder_identity(file)
        await scene.indexer.rescan()
        assert await _search(scene, "sun") == ["Garden/Roses.md"]
        assert folder_identity(file) == identity


async def test_indexing_writes_nothing_into_the_vault(root: Path, file: Path) -> None:
    before = hashes(root)
    async with at_work(root, file, watch=True) as scene:
        await scene.indexer.rebuild()
    assert hashes(root) == before


async def test_a_missing_vault_raises_before_indexing(tmp_path: Path) -> None:
    with pytest.raises(VaultUnavailable):
        Vault(tmp_path / "nowhere")


def test_the_initial_state_is_scanning() -> None:
    assert IndexState().phase == "scanning"
