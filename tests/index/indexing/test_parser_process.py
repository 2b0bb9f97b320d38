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
from tests.index.scene import at_work, entry, lay
from vaultdesk.index.index_state import NotesIndexed
from vaultdesk.index.indexing import parser_process
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.parser_process import BulkIndexer, ParserProcess, is_bulk
from vaultdesk.index.indexing.parser_worker import NoteBatch, ParserDone, TextBatch, WholeVault
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# ParserProcess: what it says comes through, and its death at any moment is no more than the end of its messages.


def _vault(root: Path, notes: int, size: int = 2_000) -> list[FileDifference]:
    lay(root, {f"{number:04}.md": f"# {number}\n" + "word " * (size // 5) for number in range(notes)})
    return [FileDifference(NotePath(f"{number:04}.md"), size, "") for number in range(notes)]


def _ignored(_texts: TextBatch) -> None:
    """Hear texts that nobody asks for."""


def test_what_the_process_says_comes_through(tmp_path: Path) -> None:
    request = _vault(tmp_path, 300)
    heard: list[TextBatch] = []
    with ParserProcess() as process:
        process.start_job(tmp_path, request, heard.append)
        said = list(process.messages())
    assert sorted(path for one in heard for path, _ in one.texts) == [one.path.text for one in request]
    found = [made for one in said if isinstance(one, NoteBatch) for made, _ in one.unpacked()]
    assert [made.path for made in found] == [one.path.text for one in request]
    assert found[0] == entry(tmp_path, "0000.md")._replace(body="")
    assert said[-1] == ParserDone()
    assert process.pid


def test_a_process_that_is_killed_says_no_more_and_that_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        messages = process.messages()
        assert isinstance(next(messages), NoteBatch)
        assert process._child is not None
        process._child.kill()
        rest = list(messages)
    assert not any(isinstance(one, ParserDone) for one in rest)
    assert "ended early" in caplog.text
    caplog.clear()


def test_it_can_be_stopped_from_another_thread_while_somebody_waits(tmp_path: Path) -> None:
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        messages = process.messages()
        next(messages)
        stopper = threading.Timer(0.01, process.kill)
        stopper.start()
        rest = list(messages)
        stopper.join()
    assert not any(isinstance(one, ParserDone) for one in rest)


def test_who_leaves_early_leaves_no_process_and_no_thread(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        next(process.messages())
    assert process._child is not None
    assert process._child.returncode is not None
    assert set(threading.enumerate()) <= before  # not counted: one of another test may end meanwhile


def test_the_process_waits_where_nobody_takes_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "MAX_QUEUED_MESSAGES", 2)
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), _ignored)
        messages = process.messages()
        next(messages)
        deadline = time.monotonic() + 10
        while process._waiting.qsize() < 2 and time.monotonic() < deadline:
            threading.Event().wait(0.01)
        assert process._waiting.qsize() == 2
        assert sum(isinstance(one, NoteBatch) for one in messages) > 2


def test_texts_are_heard_while_nobody_takes_what_else_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "MAX_QUEUED_MESSAGES", 1)
    request = _vault(tmp_path, 1_500, 2_000)
    paths: list[str] = []
    all_heard = threading.Event()

    def hear(texts: TextBatch) -> None:
        paths.extend(path for path, _ in texts.texts)
        if len(paths) == len(request):
            all_heard.set()

    with ParserProcess() as process:
        process.start_job(tmp_path, request, hear)
        assert all_heard.wait(30)
    assert sorted(paths) == [one.path.text for one in request]


def test_one_that_is_never_asked_ends(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    with ParserProcess() as process:
        assert list(process.messages()) == []
    assert process._child is not None
    assert process._child.returncode is not None
    assert set(threading.enumerate()) <= before  # not counted: one of another test may end meanwhile


def test_once_closed_nothing_more_is_heard(tmp_path: Path) -> None:
    heard: list[TextBatch] = []
    begun = threading.Event()

    def hear(texts: TextBatch) -> None:
        heard.append(texts)
        begun.set()

    process = ParserProcess().__enter__()
    process.start_job(tmp_path, _vault(tmp_path, 1_500, 8_000), hear)
    assert begun.wait(30)
    process.close()
    many = len(heard)
    process.close()
    assert len(heard) == many
    assert list(process.messages()) == []


def test_one_that_cannot_be_started_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 3), _ignored)
        assert list(process.messages()) == []
    assert process.pid == 0
    assert "cannot be started" in caplog.text
    caplog.clear()


def test_one_that_is_no_program_of_ours_ends_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(parser_process, "own_command", lambda _flag: [sys.executable, "-c", "print('hello')"])
    with ParserProcess() as process:
        process.start_job(tmp_path, _vault(tmp_path, 3), _ignored)
        assert list(process.messages()) == []
    assert "ended early" in caplog.text
    caplog.clear()


def test_nothing_is_imported_from_the_folder_it_is_started_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trap = "raise SystemExit('imported from the vault')"
    request = _vault(tmp_path, 3)
    lay(tmp_path, {"yaml.py": trap, "vaultdesk/__init__.py": trap, "json.py": trap})
    monkeypatch.chdir(tmp_path)
    with ParserProcess() as process:
        process.start_job(tmp_path, request, _ignored)
        assert list(process.messages())[-1] == ParserDone()


def test_one_that_died_before_it_was_asked_can_be_closed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with ParserProcess() as process:
        assert process._child is not None
        process._child.kill()
        process._child.wait()
        process.start_job(tmp_path, [FileDifference(NotePath("A.md"), 1, "")], _ignored)
        assert list(process.messages()) == []
    caplog.clear()


# BulkIntake: very many notes end in the index as they would one by one, whatever becomes of the process on the way.

TABLES = ("note", "text", "tag", "link", "heading", "alias", "property", "inline")
BY_CHANCE = {"id", "note", "revision", "indexed_at"}


def _notes(count: int) -> dict[str, str | bytes]:
    rich = (
        "---\naliases: [n{0}]\nstate: {0}\n---\n# Head {0}\n#t{0} [[{1}]] e\u0301 field\n\nkey:: {0}\n"
        + "word{0} " * 400
    )
    notes: dict[str, str | bytes] = {
        f"F{number % 7}/{number:04}.md": rich.format(number, number // 2) for number in range(count)
    }
    board = '{"nodes": [{"type": "text", "text": "card [[0001]] #c"}]}'
    return {**notes, "Board.canvas": board, "B.base": "views: [{name: V}]", "Bad.md": b"\xff\xfe\0", "Empty.md": ""}


def _wanted(root: Path) -> list[FileDifference]:
    files = sorted(file for file in root.rglob("*") if file.is_file())
    return [FileDifference(NotePath(file.relative_to(root).as_posix()), file.stat().st_size, "") for file in files]


def _rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of an index, by path and not by number."""
    with closing(sqlite3.connect(file)) as connection:
        found: dict[str, list[tuple[object, ...]]] = {}
        for table in TABLES:
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] not in BY_CHANCE]
            key = "id" if table in ("note", "text") else "note"
            listed = ", ".join(f"rows.{name}" for name in names)
            sql = f"SELECT home.path, {listed} FROM {table} AS rows JOIN note AS home ON home.id = rows.{key}"
            found[table] = sorted(connection.execute(sql), key=repr)
        connection.execute("INSERT INTO fts(fts, rank) VALUES ('integrity-check', 1)")
        return found


def _taken_in(root: Path, file: Path) -> tuple[list[NotesIndexed], tuple[FileDifference, ...]]:
    index = Index(file)
    with BulkIndexer(index, root, _wanted(root), threading.Event()) as bulk:
        steps = list(bulk.steps())
    assert index.pending_texts.texts() == {}
    index.close()
    return steps, bulk.remaining


def _one_by_one(root: Path, file: Path) -> None:
    index = Index(file)
    IndexUpdater(Vault(root, watch=False), index).read(_wanted(root))
    index.close()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return lay(tmp_path / "vault", _notes(500))


def test_the_index_is_the_same_as_one_by_one(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "FIRST_BATCH", 10_000)
    steps, left = _taken_in(root, tmp_path / "bulk.sqlite")
    _one_by_one(root, tmp_path / "single.sqlite")
    assert len(steps) > 2
    assert [one.path.text for one in left] == ["Bad.md"]
    bulk, single = _rows(tmp_path / "bulk.sqlite"), _rows(tmp_path / "single.sqlite")
    single["note"] = [row for row in single["note"] if row[0] != "Bad.md"]
    single["text"] = [row for row in single["text"] if row[0] != "Bad.md"]
    assert bulk == single


@pytest.mark.parametrize("early_texts", [True, False])
def test_asked_for_everything_it_takes_in_the_same(root: Path, tmp_path: Path, early_texts: bool) -> None:
    index = Index(tmp_path / "bulk.sqlite")
    request = _wanted(root)
    put: list[str] = []
    index.pending_texts.put = lambda texts: put.extend(texts)  # type: ignore[method-assign] # found before their commit
    with BulkIndexer(index, root, WholeVault(()), threading.Event(), prefetch_texts=early_texts) as bulk:
        told = {path for step in bulk.steps() for path in step.paths}
    assert bool(put) is early_texts
    assert told == {one.path.text for one in request} - {"Bad.md"}
    assert bulk.remaining == ()
    IndexUpdater(Vault(root, watch=False), index).read([one for one in request if one.path.text == "Bad.md"])
    index.close()
    _one_by_one(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "bulk.sqlite") == _rows(tmp_path / "single.sqlite")


def test_texts_are_found_before_their_commit_and_dropped_with_it(root: Path, tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    waiting: list[int] = []
    bulk = BulkIndexer(index, root, _wanted(root), threading.Event())
    real = bulk._collect
    request: dict[str, bytes] = {}

    def counting(message: object) -> None:
        real(message)  # type: ignore[arg-type] # passed on
        waiting.append(len(index.pending_texts.texts()))

    bulk._collect = counting  # type: ignore[method-assign,assignment] # only looked at
    with bulk:
        steps = list(bulk.steps())
        committed = {path for step in steps for path in step.paths}
        request |= index.pending_texts.texts()
    assert max(waiting) == 501
    assert not request.keys() & committed
    assert index.pending_texts.texts() == {}
    index.close()


async def test_a_process_killed_in_the_middle_costs_nothing(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(parser_process, "FIRST_BATCH", 20_000)
    monkeypatch.setattr(parser_process, "LARGEST_BATCH", 20_000)
    monkeypatch.setattr("vaultdesk.index.indexing.parser_process.MAX_QUEUED_MESSAGES", 1)
    real = BulkIndexer._commit
    killed: list[int] = []

    def killing(self: BulkIndexer) -> NotesIndexed:
        if not killed:
            killed.append(self._process.pid)
            assert self._process._child is not None
            self._process._child.kill()
        return real(self)

    monkeypatch.setattr(BulkIndexer, "_commit", killing)
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert scene.indexer.state.phase == "ready"
        assert (await scene.searcher.counts()).unread == 0
        assert [hit.path for hit in await scene.searcher.search("word333 ")] == ["F4/0333.md"]
        assert scene.index.pending_texts.texts() == {}
    assert killed
    _one_by_one(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "index.sqlite") == _rows(tmp_path / "single.sqlite")
    caplog.clear()


def test_a_stop_keeps_what_was_understood_and_the_next_scan_reads_only_the_rest(
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
    more = [path for step in steps for path in step.paths]
    done = {*first.paths, *more}
    assert 0 < len(done) < 504
    assert {path for path, known in index.stored().items() if known.digest} == done
    later = IndexUpdater(Vault(root, watch=False), index)
    again = later.compare()
    later.stop_bulk()
    assert {one.path.text for one in again.different} == set(index.stored()) - done
    updater.stop_bulk()
    index.close()


def test_reading_again_touches_what_is_the_same(root: Path, tmp_path: Path) -> None:
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
    assert all(before[path] == when for path, when in after.items())
    assert {known.mtime_ns for path, known in index.stored().items() if path.endswith(".md")} == {7_000_000_000}
    index.close()


def test_only_much_work_is_worth_a_process() -> None:
    few = [FileDifference(NotePath(f"{number}.md"), 100, "") for number in range(399)]
    assert not is_bulk(few)
    assert is_bulk([*few, few[0]])
    assert is_bulk([FileDifference(NotePath("A.md"), 5_000_000, "")])


def test_a_random_vault_is_taken_in_the_same(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", random_vault(random.Random(4), 300))
    _taken_in(root, tmp_path / "bulk.sqlite")
    _one_by_one(root, tmp_path / "single.sqlite")
    assert _rows(tmp_path / "bulk.sqlite") == _rows(tmp_path / "single.sqlite")
