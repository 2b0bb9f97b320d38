"""Tests of index/store/index_file.py."""

import os
import random
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import entry, filled
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.indexing.parser_process import MIN_BULK_NOTES
from vaultdesk.index.indexing.vault_scan import compare_files, excluded_among
from vaultdesk.index.search import lookups
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.database import is_damage
from vaultdesk.index.store.index_entry import ScannedFile, StoredState
from vaultdesk.index.store.index_file import UNKNOWN_MTIME, Index, PendingTexts, PendingTextsReader, ProvisionalNames
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles
from vaultdesk.vault.vault import Vault

# Provisional names: files seen by the first walk are listed as the index will list them.


def test_provisional_names_equal_the_rows_of_the_index(tmp_path: Path) -> None:
    excluded = ExcludedFiles(["Hidden/"])
    files = [
        "b.md", "A/Äpfel.md", "a/apfel.md", "Board.canvas", "Z.base", "Hidden/X.MD",
        "b (SFConflict a@b.c 2024-01-02-03-04-05).md",
    ]  # fmt: skip
    paths = list(map(NotePath, files))
    random.Random(1).shuffle(paths)
    index = Index(tmp_path / "index.sqlite")
    index.record_files(compare_files([FileState(path, 5, 10**18) for path in paths], {}, excluded).scanned)
    provisional = ProvisionalNames()
    assert provisional.rows() == []
    provisional.put([path.text for path in paths], excluded_among(paths, excluded))
    with index.reading() as connection:
        assert provisional.rows() == [
            row._replace(size=0, modified=UNKNOWN_MTIME) for row in lookups.list_notes(connection)
        ]
    assert [row.path for row in provisional.rows() if row.excluded] == [
        "b (SFConflict a@b.c 2024-01-02-03-04-05).md",
        "Hidden/X.MD",
    ]
    provisional.clear()
    assert provisional.rows() == []
    index.close()


async def test_the_first_scan_lists_many_notes_before_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {f"{number:04}.md": "text" for number in range(MIN_BULK_NOTES)}
    root = write_vault(tmp_path / "vault", names)
    index = Index(tmp_path / "index.sqlite")
    may_write = threading.Event()
    record_files = Index.record_files

    def record_later(self: Index, *arguments: Any) -> None:
        assert may_write.wait(30), "the names were not listed"
        record_files(self, *arguments)

    monkeypatch.setattr(Index, "record_files", record_later)
    async with Vault(root, watch=False) as vault:
        indexer = Indexer(vault, index)
        with indexer.events.subscribe() as events:
            async with indexer, Searcher(index) as searcher:
                assert set((await anext(events)).paths) == set(names)
                assert [row.path for row in await searcher.tree()] == sorted(names)
                may_write.set()
                assert (await indexer.settled()).phase == "ready"
                assert index.provisional_names.rows() == []
                assert [row.path for row in await searcher.tree()] == sorted(names)


async def test_names_that_cannot_be_written_are_removed_from_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root = write_vault(tmp_path / "vault", {f"{number:04}.md": "text" for number in range(MIN_BULK_NOTES)})
    index = Index(tmp_path / "index.sqlite")

    def failing(self: Index, *arguments: Any) -> None:
        raise IndexFailed("The disk with the search index is full.", damaged=False)

    monkeypatch.setattr(Index, "record_files", failing)
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        assert (await indexer.settled()).phase == "failed"
        assert await searcher.tree() == []
    caplog.clear()


async def test_listed_files_have_their_size_after_the_comparison(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {f"{number:04}.canvas": "{}" for number in range(MIN_BULK_NOTES)})
    index = Index(tmp_path / "index.sqlite")
    index.open()
    async with Vault(root, watch=False) as vault:
        updater = IndexUpdater(vault, index)
        try:
            assert updater.list_names()[0].is_empty, "canvases are not listed as notes"
            updater.compare()
            updater.record_found()
        finally:
            updater.stop_bulk()
    assert {stored.size for stored in index.stored().values()} == {2}
    index.close()


# The index: one file with a writer and a reader that do not block each other; damage differs from other errors.


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM note").fetchone()[0])


def test_applied_entries_are_stored(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    index = filled(tmp_path / "index.sqlite", root, {"A.md": "one", "B.md": "two"})
    first = entry(root, "A.md")
    assert index.stored(["A.md", "C.md"]) == {"A.md": StoredState(3, first.mtime_ns, first.digest, False)}
    assert index.status_counts()[:2] == (2, 0)
    index.apply([], removed=["A.md", "never.md"])
    assert set(index.stored()) == {"B.md"}
    index.optimize()
    index.close()


def test_a_failing_transaction_changes_nothing(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with suppress(ZeroDivisionError), index.writing() as connection:
        connection.execute("DELETE FROM note")
        raise ZeroDivisionError
    assert set(index.stored()) == {"A.md"}
    index.close()


def test_a_reader_sees_one_snapshot_and_is_not_blocked_by_a_writer(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with index.reading() as connection:
        assert _count(connection) == 1
        index.record_files([ScannedFile("B.md", 1, 1)])
        assert _count(connection) == 1
    with index.reading() as connection:
        assert _count(connection) == 2
    index.close()


def test_earlier_damage_is_reported_to_a_listener_registered_later(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    reports: list[str] = []
    index.on_damage(lambda: reports.append("sound"))
    index.on_damage(None)
    index.mark_damaged("a full check")
    index.on_damage(lambda: reports.append("damaged"))
    assert reports == ["damaged"]
    index.recover()
    index.on_damage(lambda: reports.append("again"))
    assert reports == ["damaged"]
    index.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows does not remove a file in use")
def test_a_file_removed_while_open_is_damage_and_reported(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    reports: list[str] = []
    index.on_damage(lambda: reports.append("damaged"))
    (tmp_path / "index.sqlite").unlink()
    with pytest.raises(IndexFailed) as caught:
        index.stored()
    assert is_damage(caught.value)
    assert reports == ["damaged"]
    index.recover()
    assert index.stored() == {}
    index.close()


def test_an_error_that_a_new_file_would_not_fix_is_not_damage(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with pytest.raises(IndexFailed) as caught, index.reading() as connection:
        connection.execute("DELETE FROM note")
    assert not is_damage(caught.value)
    assert set(index.stored()) == {"A.md"}
    index.close()


def test_two_connections_can_write_to_the_same_file(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    first = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    second = Index(tmp_path / "index.sqlite")
    write_vault(root, {"A.md": "changed", "B.md": "two"})
    second.apply([entry(root, "A.md"), entry(root, "B.md")])
    first.apply([entry(root, "A.md")])
    for index in (first, second):
        assert set(index.stored()) == {"A.md", "B.md"}
        with index.reading() as connection:
            rows = connection.execute("SELECT rowid FROM fts WHERE fts MATCH 'one'").fetchall()
            assert rows == []
            connection.execute("SELECT count(*) FROM fts WHERE fts MATCH 'changed'")
        index.close()


def test_rebuild_empties_the_index_and_closing_twice_is_allowed(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    index.rebuild()
    assert index.stored() == {}
    index.close()
    index.close()


# Pending texts: notes that were read but are not committed yet, delivered as changes.

PATHS = st.sampled_from(["a.md", "b.md", "c.md"])


def test_texts_are_available_until_they_are_dropped() -> None:
    pending = PendingTexts()
    before = pending.version
    pending.put({"a.md": b"one", "b.md": b"two"})
    assert pending.texts() == {"a.md": b"one", "b.md": b"two"}
    assert pending.version != before
    pending.drop(["a.md", "not there.md"])
    assert pending.texts() == {"b.md": b"two"}
    pending.clear()
    assert pending.texts() == {}


def test_texts_returns_a_copy() -> None:
    pending = PendingTexts()
    pending.put({"a.md": b"one"})
    pending.texts().clear()
    assert pending.texts() == {"a.md": b"one"}


def test_since_returns_only_later_changes() -> None:
    pending = PendingTexts()
    pending.put({"a.md": b"one", "b.md": b"two"})
    first = pending.since(-1)
    assert first.texts == {"a.md": b"one", "b.md": b"two"}
    pending.put({"c.md": b"three"})
    pending.drop(["a.md"])
    second = pending.since(first.version)
    assert (second.is_reset, second.texts) == (False, {"c.md": b"three", "a.md": None})
    assert pending.since(second.version).texts == {}
    pending.clear()
    assert pending.since(second.version).is_reset


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("put"), PATHS, st.sampled_from("xyz")),
            st.tuples(st.just("drop"), PATHS, st.just("")),
            st.tuples(st.just("clear"), PATHS, st.just("")),
            st.tuples(st.just("ask"), PATHS, st.just("")),
        )
    )
)
def test_a_reader_of_all_changes_has_the_current_texts(steps: list[tuple[str, str, str]]) -> None:
    pending, version = PendingTexts(), -1
    followed: dict[str, bytes] = {}
    for operation, path, text in [*steps, ("ask", "", "")]:
        match operation:
            case "put":
                pending.put({path: text.encode()})
            case "drop":
                pending.drop([path])
            case "clear":
                pending.clear()
            case _:
                changes = pending.since(version)
                version = changes.version
                if changes.is_reset:
                    followed.clear()
                for changed, current in changes.texts.items():
                    if current is None:
                        followed.pop(changed, None)
                    else:
                        followed[changed] = current
                assert followed == pending.texts()


# A reader of pending texts: what it has taken over, and which changes each refresh returns.


def test_each_change_is_returned_once() -> None:
    pending = PendingTexts()
    reader = PendingTextsReader(pending)
    assert reader.refresh() == frozenset()
    pending.put({"A.md": b"one", "B.md": b"two"})
    assert reader.refresh() == {"A.md", "B.md"}
    assert reader.by_path == {"A.md": b"one", "B.md": b"two"}
    assert reader.refresh() == frozenset()
    pending.drop(["A.md"])
    pending.put({"C.md": b"three"})
    assert reader.refresh() == {"A.md", "C.md"}
    assert reader.by_path == {"B.md": b"two", "C.md": b"three"}


def test_a_clear_is_returned_together_with_later_texts() -> None:
    pending = PendingTexts()
    reader = PendingTextsReader(pending)
    pending.put({"A.md": b"one"})
    reader.refresh()
    pending.clear()
    pending.put({"B.md": b"two"})
    assert reader.refresh() == {"A.md", "B.md"}
    assert reader.by_path == {"B.md": b"two"}
