"""Tests of index/search/common_words.py."""

import asyncio
from pathlib import Path

import pytest

from tests.index.common_vault import common_index, lower_limits, note
from tests.support.vaults import write_vault
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search import common_words
from vaultdesk.index.search.common_words import CommonWordsUpdater
from vaultdesk.index.store.index_file import Index
from vaultdesk.vault.vault import Vault

# The word lists are created once, renewed when they are outdated, and can be interrupted at any step.


def _words(index: Index, sql: str = "SELECT term FROM best_notes") -> set[str]:
    with index.reading() as connection:
        return {word for (word,) in connection.execute(sql)}


def test_a_small_vault_has_no_word_lists(tmp_path: Path) -> None:
    index = common_index(tmp_path / "index.sqlite")
    assert not common_words.update_word_lists(index, lambda: False)
    assert _words(index) == set()
    index.close()


def test_words_are_counted_and_the_most_common_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    assert common_words.update_word_lists(index, lambda: False)
    assert _words(index) == {"common", "usual", "third", "filler", "words", "note"}
    assert not common_words.update_word_lists(index, lambda: False), "nothing has changed"
    index.close()


def test_after_many_changes_all_lists_are_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    common_words.update_word_lists(index, lambda: False)
    index.apply([note(number, "fresh words") for number in range(9)])
    assert not common_words.update_word_lists(index, lambda: False)
    index.apply([note(number, "fresh words") for number in range(120)])
    assert common_words.update_word_lists(index, lambda: False)
    assert _words(index) == {"fresh", "words", "note"}
    assert "common" not in _words(index, "SELECT term FROM frequent_word")
    index.close()


@pytest.mark.parametrize("steps", [0, 3, 41, 44])
def test_an_interrupted_update_is_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    checks = iter(range(1_000))
    assert not common_words.update_word_lists(index, lambda: next(checks) >= steps)
    assert common_words.update_word_lists(index, lambda: False)
    assert "common" in _words(index)
    index.close()


def test_words_can_be_counted_before_the_lists_are_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    assert common_words.count_words(index)
    assert "common" in _words(index, "SELECT term FROM frequent_word")
    assert _words(index) == set()
    assert not common_words.count_words(index), "nothing has changed"
    assert common_words.update_word_lists(index, lambda: False)
    assert "common" in _words(index)
    assert not common_words.update_word_lists(index, lambda: False)
    index.close()


def test_a_deleted_index_file_is_not_recreated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    index.close()
    index.file.unlink()
    with pytest.raises(IndexFailed):
        common_words.update_word_lists(index, lambda: False)
    assert not index.file.exists()


def test_words_of_every_script_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = Index(tmp_path / "index.sqlite")
    words = "42 zebra éclair привет שלום 数据库 ありがとう 𠀋"
    index.apply([note(number, words) for number in range(20)])
    common_words.update_word_lists(index, lambda: False)
    counted = _words(index, "SELECT term FROM frequent_word")
    assert counted >= {"42", "zebra", "eclair", "привет", "שלום", "数据库", "ありがとう", "𠀋"}
    index.close()


# The lists exist some time after the scan, and closing ends the update.

NOTES = {f"N{number}.md": f"common words {number}" for number in range(40)}


def _listed_words(index: Index) -> set[str]:
    with index.reading() as connection:
        return {word for (word,) in connection.execute("SELECT term FROM best_notes")}


async def test_lists_are_created_after_the_first_scan_and_renewed_after_many_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limits(monkeypatch)
    updated: asyncio.Queue[bool] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    update = common_words.update_word_lists

    def reporting_update(*arguments: object) -> bool:
        changed = update(*arguments)  # type: ignore[arg-type] # passed on
        loop.call_soon_threadsafe(updated.put_nowait, changed)
        return changed

    monkeypatch.setattr(common_words, "update_word_lists", reporting_update)
    root = write_vault(tmp_path / "vault", NOTES)
    index = Index(tmp_path / "index.sqlite")
    async with (
        asyncio.timeout(30),
        Vault(root, watch=False) as vault,
        Indexer(vault, index) as indexer,
        CommonWordsUpdater(index, indexer),
    ):
        while not await updated.get():
            pass
        assert _listed_words(index) == {"common", "words"}
        write_vault(root, dict.fromkeys(NOTES, "fresh words"))
        await indexer.rescan()
        while not await updated.get():
            pass
        assert _listed_words(index) == {"fresh", "words"}


async def test_closing_stops_the_update(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    root = write_vault(tmp_path / "vault", NOTES)
    index = Index(tmp_path / "index.sqlite")
    async with (
        asyncio.timeout(30),
        Vault(root, watch=False) as vault,
        Indexer(vault, index) as indexer,
        CommonWordsUpdater(index, indexer),
    ):
        await indexer.settled()
    assert not index.file.with_name(index.file.name + "-wal").exists(), "the file is still open"


async def test_a_damaged_index_does_not_end_the_updater(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    calls: asyncio.Queue[None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    update = common_words.update_word_lists

    def fail_first(*arguments: object) -> bool:
        first = not attempts
        attempts.append(True)
        try:
            index.file.is_file()
            if first:
                raise common_words.database.damaged(index.file, "a page is not what it was")
            return update(*arguments)  # type: ignore[arg-type] # passed on
        finally:
            loop.call_soon_threadsafe(calls.put_nowait, None)

    attempts: list[bool] = []
    monkeypatch.setattr(common_words, "update_word_lists", fail_first)
    root = write_vault(tmp_path / "vault", NOTES)
    index = Index(tmp_path / "index.sqlite")
    async with (
        asyncio.timeout(30),
        Vault(root, watch=False) as vault,
        Indexer(vault, index) as indexer,
        CommonWordsUpdater(index, indexer),
    ):
        await calls.get()
        write_vault(root, dict.fromkeys(NOTES, "fresh words"))
        await indexer.rescan()
        while not _listed_words(index):
            await calls.get()
