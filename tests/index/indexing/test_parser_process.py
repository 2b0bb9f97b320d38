"""Tests of index/indexing/parser_process.py."""

import os
import random
import sqlite3
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.index.random_vault import random_vault
from tests.index.scene import at_work, entry
from tests.support.vaults import write_vault
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.indexing import parser_process
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.parser_process import BulkIndexer, ParserProcess, is_bulk
from vaultdesk.index.indexing.parser_worker import NoteBatch, ParserDone, TextBatch, WholeVault
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# The parser process: its messages arrive, and its death at any moment only ends the messages.


def _vault(root: Path, notes: int, size: int = 2_000) -> list[FileDifference]:
    write_vault(root, {f"{number:04}.md": f"# {number}\n" + "word " * (size // 5) for number in range(notes)})
    return [FileDifference(NotePath(f"{number:04}.md"), size, "") for number in range(notes)]


def _ignore_texts(_texts: TextBatch) -> None:
    """Ignore the texts."""


def test_messages_of_the_process_arrive(tmp_path: Path) -> None:
    request = _vault(tmp_path, 300)
    batches: list[TextBatch] = []
    with ParserProcess() as process:
        process.start_job(tmp_path, request, batches.append)
        messages = list(process.messages())
    assert sorted(path for item in batches for path, _ in item.texts) == [item.path.text for item in request]
    entries = [parsed for item in messages if isinstance(item, NoteBatch) for parsed, _ in item.unpacked()]
    assert [parsed.path for parsed in entries] == [item.path.text for item in request]
    assert entries[0] == entry(tmp_path, "0000.md")._replace(body="")
    assert messages[-1] == ParserDone()


def test_the_messages_of_a_killed_process_end_and_this_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignore_texts)
        messages = process.messages()
        assert isinstance(next(messages), NoteBatch)
        assert process._child is not None
        process._child.kill()
        remaining = list(messages)
    assert not any(isinstance(message, ParserDone) for message in remaining)
    assert "ended early" in caplog.text
    caplog.clear()


def test_the_process_can_be_killed_by_another_thread_while_messages_are_awaited(tmp_path: Path) -> None:
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignore_texts)
        messages = process.messages()
        next(messages)
        stopper = threading.Timer(0.01, process.kill)
        stopper.start()
        remaining = list(messages)
        stopper.join()
    assert not any(isinstance(message, ParserDone) for message in remaining)


def test_closing_early_leaves_no_process_and_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignore_texts)
        next(process.messages())
    assert process._child is not None
    assert process._child.returncode is not None
    assert set(threading.enumerate()) <= before  # not equal, because a thread of another test may end meanwhile


def test_the_process_waits_while_its_messages_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "MAX_QUEUED_MESSAGES", 2)
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignore_texts)
        messages = process.messages()
        next(messages)
        deadline = time.monotonic() + 10
        while process._waiting.qsize() < 2 and time.monotonic() < deadline:
            threading.Event().wait(0.01)
        assert process._waiting.qsize() == 2
        assert sum(isinstance(message, NoteBatch) for message in messages) > 2


def test_texts_are_received_while_other_messages_are_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "MAX_QUEUED_MESSAGES", 1)
    request = _vault(tmp_path, 1_500, 2_000)
    paths: list[str] = []
    all_received = threading.Event()

    def receive(texts: TextBatch) -> None:
        paths.extend(path for path, _ in texts.texts)
        if len(paths) == len(request):
            all_received.set()

    with ParserProcess() as process:
        process.start_job(tmp_path, request, receive)
        assert all_received.wait(30)
    assert sorted(paths) == [difference.path.text for difference in request]


def test_a_process_without_a_job_ends(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ParserProcess() as process:
        assert list(process.messages()) == []
    assert process._child is not None
    assert process._child.returncode is not None
    assert set(threading.enumerate()) <= before  # not equal, because a thread of another test may end meanwhile


def test_after_closing_no_message_is_received(tmp_path: Path) -> None:
    received: list[TextBatch] = []
    started = threading.Event()

    def receive(texts: TextBatch) -> None:
        received.append(texts)
        started.set()

    process = ParserProcess().__enter__()
    process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), receive)
    assert started.wait(30)
    process.close()
    count = len(received)
    process.close()
    assert len(received) == count
    assert list(process.messages()) == []


def test_a_process_that_cannot_be_started_gives_no_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 3), _ignore_texts)
        assert list(process.messages()) == []
    assert "cannot be started" in caplog.text
    caplog.clear()


def test_another_program_in_place_of_the_parser_is_reported_as_ended_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(parser_process, "own_command", lambda _flag: [sys.executable, "-c", "print('hello')"])
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 3), _ignore_texts)
        assert list(process.messages()) == []
    assert "ended early" in caplog.text
    caplog.clear()


def test_nothing_is_imported_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = "raise SystemExit('imported from the vault')"
    request = _vault(tmp_path, 3)
    write_vault(tmp_path, {"yaml.py": trap, "vaultdesk/__init__.py": trap, "json.py": trap})
    monkeypatch.chdir(tmp_path)
    with ParserProcess() as process:
        process.start_job(tmp_path, request, _ignore_texts)
        assert list(process.messages())[-1] == ParserDone()


def test_a_process_that_died_before_its_job_can_be_closed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ParserProcess() as process:
        assert process._child is not None
        process._child.kill()
        process._child.wait()
        process.start_job(tmp_path, [FileDifference(NotePath("A.md"), 1, "")], _ignore_texts)
        assert list(process.messages()) == []
    caplog.clear()


# Bulk indexing gives the same index as single notes, whatever happens to the process.

TABLES = ("note", "text", "tag", "link", "heading", "alias", "property", "inline")
VARYING_COLUMNS = {"id", "note", "revision", "indexed_at"}


def _notes(count: int) -> dict[str, str | bytes]:
    template = (
        "---\naliases: [n{0}]\nstate: {0}\n---\n# Head {0}\n#t{0} [[{1}]] e\u0301 field\n\nkey:: {0}\n"
        + "word{0} " * 400
    )
    notes: dict[str, str | bytes] = {
        f"F{number % 7}/{number:04}.md": template.format(number, number // 2) for number in range(count)
    }
    board = '{"nodes": [{"type": "text", "text": "card [[0001]] #c"}]}'
    return {**notes, "Board.canvas": board, "B.base": "views: [{name: V}]", "Bad.md": b"\xff\xfe\0", "Empty.md": ""}


def _differences(root: Path) -> list[FileDifference]:
    files = sorted(file for file in root.rglob("*") if file.is_file())
    return [FileDifference(NotePath(file.relative_to(root).as_posix()), file.stat().st_size, "") for file in files]


def _rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of an index with paths instead of ids."""
    with closing(sqlite3.connect(file)) as connection:
        rows: dict[str, list[tuple[object, ...]]] = {}
        for table in TABLES:
            names = [
                row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] not in VARYING_COLUMNS
            ]
            key = "id" if table in ("note", "text") else "note"
            columns = ", ".join(f"rows.{name}" for name in names)
            sql = f"SELECT home.path, {columns} FROM {table} AS rows JOIN note AS home ON home.id = rows.{key}"
            rows[table] = sorted(connection.execute(sql), key=repr)
        connection.execute("INSERT INTO fts(fts, rank) VALUES ('integrity-check', 1)")
        return rows


def _index_in_bulk(root: Path, file: Path) -> tuple[list[NotesIndexed], tuple[FileDifference, ...]]:
    index = Index(file)
    with BulkIndexer(index, root, _differences(root), threading.Event()) as bulk:
        steps = list(bulk.steps())
    assert index.pending_texts.texts() == {}
    index.close()
    return steps, bulk.remaining


def _index_singly(root: Path, file: Path) -> None:
    index = Index(file)
    IndexUpdater(Vault(root, watch=False), index).read(_differences(root))
    index.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault", _notes(500))


def test_the_index_equals_that_of_single_notes(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "FIRST_BATCH", 10_000)
    steps, remaining = _index_in_bulk(root, tmp_path / "bulk.sqlite")
    _index_singly(root, tmp_path / "single.sqlite")
    assert len(steps) > 2
    assert [difference.path.text for difference in remaining] == ["Bad.md"]
    bulk, single = _rows(tmp_path / "bulk.sqlite"), _rows(tmp_path / "single.sqlite")
    single["note"] = [row for row in single["note"] if row[0] != "Bad.md"]
    single["text"] = [row for row in single["text"] if row[0] != "Bad.md"]
    assert bulk == single


@pytest.mark.parametrize("early_texts", [True, False])
def test_indexing_the_whole_vault_gives_the_same_index(root: Path, tmp_path: Path, early_texts: bool) -> None:
    index = Index(tmp_path / "bulk.sqlite")
    request = _differences(root)
    put: list[str] = []
    index.pending_texts.put = lambda texts: put.extend(texts)  # type: ignore[method-assign] # found before their commit
    with BulkIndexer(index, root, WholeVault(()), threading.Event(), prefetch_texts=early_texts) as bulk:
        indexed = {path for step in bulk.steps() for path in step.paths}
    assert bool(put) is early_texts
    assert indexed == {difference.path.text for difference in request} - {"Bad.md"}
    assert bulk.remaining == ()
    IndexUpdater(Vault(root, watch=False), index).read(
        [difference for difference in request if difference.path.text == "Bad.md"]
    )
    index.close()
    _index_singly(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "bulk.sqlite") == _rows(tmp_path / "single.sqlite")


def test_texts_are_found_before_their_commit_and_dropped_afterwards(root: Path, tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    pending_counts: list[int] = []
    bulk = BulkIndexer(index, root, _differences(root), threading.Event())
    real = bulk._collect
    pending_texts: dict[str, bytes] = {}

    def counting_collect(message: object) -> None:
        real(message)  # type: ignore[arg-type] # passed on
        pending_counts.append(len(index.pending_texts.texts()))

    bulk._collect = counting_collect  # type: ignore[method-assign,assignment] # only looked at
    with bulk:
        steps = list(bulk.steps())
        committed = {path for step in steps for path in step.paths}
        pending_texts |= index.pending_texts.texts()
    assert max(pending_counts) == 501
    assert not pending_texts.keys() & committed
    assert index.pending_texts.texts() == {}
    index.close()


async def test_killing_the_process_during_indexing_loses_nothing(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(parser_process, "FIRST_BATCH", 20_000)
    monkeypatch.setattr(parser_process, "LARGEST_BATCH", 20_000)
    monkeypatch.setattr("vaultdesk.index.indexing.parser_process.MAX_QUEUED_MESSAGES", 1)
    real = BulkIndexer._commit
    killed: list[int] = []

    def kill_and_commit(self: BulkIndexer) -> NotesIndexed:
        if not killed:
            assert self._process._child is not None
            killed.append(self._process._child.pid)
            self._process._child.kill()
        return real(self)

    monkeypatch.setattr(BulkIndexer, "_commit", kill_and_commit)
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert scene.indexer.state.phase == "ready"
        assert (await scene.searcher.counts()).unread == 0
        assert [hit.path for hit in await scene.searcher.search("word333 ")] == ["F4/0333.md"]
        assert scene.index.pending_texts.texts() == {}
    assert killed
    _index_singly(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "index.sqlite") == _rows(tmp_path / "single.sqlite")
    caplog.clear()


def test_a_stop_retains_parsed_notes_and_the_next_scan_reads_the_rest(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_process, "FIRST_BATCH", 20_000)
    monkeypatch.setattr(parser_process, "LARGEST_BATCH", 20_000)
    index = Index(tmp_path / "index.sqlite")
    updater = IndexUpdater(Vault(root, watch=False), index)
    plan = updater.compare()
    index.record_files(plan.scanned, plan.removed)
    steps = updater.read_found(plan.different)
    first = next(steps)
    updater.stop()
    later_paths = [path for step in steps for path in step.paths]
    done = {*first.paths, *later_paths}
    assert 0 < len(done) < 504
    assert {path for path, stored in index.stored().items() if stored.digest} == done
    second_updater = IndexUpdater(Vault(root, watch=False), index)
    plan_of_rest = second_updater.compare()
    second_updater.stop_bulk()
    assert {difference.path.text for difference in plan_of_rest.different} == set(index.stored()) - done
    updater.stop_bulk()
    index.close()


def test_reading_unchanged_notes_again_only_updates_their_times(root: Path, tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    updater = IndexUpdater(Vault(root, watch=False), index)
    list(updater.read_found(updater.compare().different))
    with index.reading() as connection:
        before = dict(connection.execute("SELECT path, indexed_at FROM note"))
    for file in root.rglob("*.md"):
        os.utime(file, ns=(1, 7_000_000_000))
    list(updater.read_found(updater.compare().different))
    with index.reading() as connection:
        after = dict(connection.execute("SELECT path, indexed_at FROM note WHERE problem = ''"))
    assert all(before[path] == indexed_at for path, indexed_at in after.items())
    assert {stored.mtime_ns for path, stored in index.stored().items() if path.endswith(".md")} == {7_000_000_000}
    index.close()


def test_only_many_or_large_notes_are_indexed_in_bulk() -> None:
    few = [FileDifference(NotePath(f"{number}.md"), 100, "") for number in range(399)]
    assert not is_bulk(few)
    assert is_bulk([*few, few[0]])
    assert is_bulk([FileDifference(NotePath("A.md"), 5_000_000, "")])


def test_a_random_vault_gives_the_same_index(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", random_vault(random.Random(4), 300))
    _index_in_bulk(root, tmp_path / "bulk.sqlite")
    _index_singly(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "bulk.sqlite") == _rows(tmp_path / "single.sqlite")
