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

from tests.index.scene import entry, filled, lay
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

# WalkedNames: what a first walk has seen is listed as the index will list it, until it is there.


def test_they_are_listed_as_the_index_lists_them(tmp_path: Path) -> None:
    excluded = ExcludedFiles(["Hidden/"])
    files = [
        "b.md", "A/Äpfel.md", "a/apfel.md", "Board.canvas", "Z.base", "Hidden/X.MD",
        "b (SFConflict a@b.c 2024-01-02-03-04-05).md",
    ]  # fmt: skip
    seen = list(map(NotePath, files))
    random.Random(1).shuffle(seen)
    index = Index(tmp_path / "index.sqlite")
    index.record_files(compare_files([FileState(path, 5, 10**18) for path in seen], {}, excluded).scanned)
    walked = ProvisionalNames()
    assert walked.rows() == []
    walked.put([path.text for path in seen], excluded_among(seen, excluded))
    with index.reading() as connection:
        assert walked.rows() == [row._replace(size=0, modified=UNKNOWN_MTIME) for row in lookups.list_notes(connection)]
    assert [row.path for row in walked.rows() if row.excluded] == [
        "b (SFConflict a@b.c 2024-01-02-03-04-05).md",
        "Hidden/X.MD",
    ]
    walked.clear()
    assert walked.rows() == []
    index.close()


async def test_a_first_scan_lists_very_many_notes_before_they_are_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {f"{number:04}.md": "text" for number in range(MIN_BULK_NOTES)}
    root = lay(tmp_path / "vault", names)
    index = Index(tmp_path / "index.sqlite")
    may_write = threading.Event()
    sight = Index.record_files

    def waiting(self: Index, *seen: Any) -> None:
        assert may_write.wait(30), "nobody has listed them"
        sight(self, *seen)

    monkeypatch.setattr(Index, "record_files", waiting)
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


async def test_what_cannot_be_written_is_not_listed_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    root = lay(tmp_path / "vault", {f"{number:04}.md": "text" for number in range(MIN_BULK_NOTES)})
    index = Index(tmp_path / "index.sqlite")

    def failing(self: Index, *seen: Any) -> None:
        raise IndexFailed("The disk with the search index is full.", damaged=False)

    monkeypatch.setattr(Index, "record_files", failing)
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        assert (await indexer.settled()).phase == "failed"
        assert await searcher.tree() == []
    caplog.clear()


async def test_what_was_listed_and_then_compared_is_known_with_its_size(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {f"{number:04}.canvas": "{}" for number in range(MIN_BULK_NOTES)})
    index = Index(tmp_path / "index.sqlite")
    index.open()
    async with Vault(root, watch=False) as vault:
        updater = IndexUpdater(vault, index)
        try:
            assert updater.list_names()[0].is_empty, "canvases are in no list of notes"
            updater.compare()
            updater.record_found()
        finally:
            updater.stop_bulk()
    assert {one.size for one in index.stored().values()} == {2}
    index.close()


# Index: one file, a writer and a reader that never wait for each other, damage told apart from trouble.


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM note").fetchone()[0])


def test_what_is_applied_is_stored(tmp_path: Path) -> None:
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


def test_a_reader_sees_one_commit_for_a_whole_question_and_waits_for_no_writer(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with index.reading() as connection:
        assert _count(connection) == 1
        index.record_files([ScannedFile("B.md", 1, 1)])
        assert _count(connection) == 1
    with index.reading() as connection:
        assert _count(connection) == 2
    index.close()


def test_damage_that_was_met_before_anybody_listened_is_told_then(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    told: list[str] = []
    index.on_damage(lambda: told.append("sound"))
    index.on_damage(None)
    index.mark_damaged("a look at all of it")
    index.on_damage(lambda: told.append("damaged"))
    assert told == ["damaged"]
    index.recover()
    index.on_damage(lambda: told.append("again"))
    assert told == ["damaged"]
    index.close()


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody remove a file in use")
def test_a_file_removed_while_open_is_damage_and_told(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    told: list[str] = []
    index.on_damage(lambda: told.append("damaged"))
    (tmp_path / "index.sqlite").unlink()
    with pytest.raises(IndexFailed) as caught:
        index.stored()
    assert is_damage(caught.value)
    assert told == ["damaged"]
    index.recover()
    assert index.stored() == {}
    index.close()


def test_an_error_that_a_new_file_would_not_cure_is_no_damage(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    with pytest.raises(IndexFailed) as caught, index.reading() as connection:
        connection.execute("DELETE FROM note")
    assert not is_damage(caught.value)
    assert set(index.stored()) == {"A.md"}
    index.close()


def test_two_programs_write_to_the_same_file(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    one = filled(tmp_path / "index.sqlite", root, {"A.md": "one"})
    two = Index(tmp_path / "index.sqlite")
    lay(root, {"A.md": "changed", "B.md": "two"})
    two.apply([entry(root, "A.md"), entry(root, "B.md")])
    one.apply([entry(root, "A.md")])
    for index in (one, two):
        assert set(index.stored()) == {"A.md", "B.md"}
        with index.reading() as connection:
            found = connection.execute("SELECT rowid FROM fts WHERE fts MATCH 'one'").fetchall()
            assert found == []
            connection.execute("SELECT count(*) FROM fts WHERE fts MATCH 'changed'")
        index.close()


def test_rebuild_empties_and_closing_twice_is_fine(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "one"})
    index.rebuild()
    assert index.stored() == {}
    index.close()
    index.close()


# EarlyTexts: what was read and is not committed yet, handed over by what changed.

PATHS = st.sampled_from(["a.md", "b.md", "c.md"])


def test_what_was_put_is_there_until_it_is_dropped() -> None:
    early = PendingTexts()
    before = early.version
    early.put({"a.md": b"one", "b.md": b"two"})
    assert early.texts() == {"a.md": b"one", "b.md": b"two"}
    assert early.version != before
    early.drop(["a.md", "not there.md"])
    assert early.texts() == {"b.md": b"two"}
    early.clear()
    assert early.texts() == {}


def test_what_is_given_out_is_a_copy() -> None:
    early = PendingTexts()
    early.put({"a.md": b"one"})
    early.texts().clear()
    assert early.texts() == {"a.md": b"one"}


def test_only_what_changed_since_is_told() -> None:
    early = PendingTexts()
    early.put({"a.md": b"one", "b.md": b"two"})
    first = early.since(-1)
    assert first.texts == {"a.md": b"one", "b.md": b"two"}
    early.put({"c.md": b"three"})
    early.drop(["a.md"])
    second = early.since(first.version)
    assert (second.is_reset, second.texts) == (False, {"c.md": b"three", "a.md": None})
    assert early.since(second.version).texts == {}
    early.clear()
    assert early.since(second.version).is_reset


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
def test_who_follows_the_changes_has_what_is_there(steps: list[tuple[str, str, str]]) -> None:
    early, version = PendingTexts(), -1
    followed: dict[str, bytes] = {}
    for what, path, text in [*steps, ("ask", "", "")]:
        match what:
            case "put":
                early.put({path: text.encode()})
            case "drop":
                early.drop([path])
            case "clear":
                early.clear()
            case _:
                changes = early.since(version)
                version = changes.version
                if changes.is_reset:
                    followed.clear()
                for changed, now in changes.texts.items():
                    if now is None:
                        followed.pop(changed, None)
                    else:
                        followed[changed] = now
                assert followed == early.texts()


# WaitingTexts: what one reader has taken over of the early texts, and what it is told of each time.


def test_it_takes_over_what_changed_and_tells_of_it_once() -> None:
    early = PendingTexts()
    waiting = PendingTextsReader(early)
    assert waiting.refresh() == frozenset()
    early.put({"A.md": b"one", "B.md": b"two"})
    assert waiting.refresh() == {"A.md", "B.md"}
    assert waiting.by_path == {"A.md": b"one", "B.md": b"two"}
    assert waiting.refresh() == frozenset()
    early.drop(["A.md"])
    early.put({"C.md": b"three"})
    assert waiting.refresh() == {"A.md", "C.md"}
    assert waiting.by_path == {"B.md": b"two", "C.md": b"three"}


def test_what_was_all_forgotten_is_told_with_what_came_after() -> None:
    early = PendingTexts()
    waiting = PendingTextsReader(early)
    early.put({"A.md": b"one"})
    waiting.refresh()
    early.clear()
    early.put({"B.md": b"two"})
    assert waiting.refresh() == {"A.md", "B.md"}
    assert waiting.by_path == {"B.md": b"two"}
