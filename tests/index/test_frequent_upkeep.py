"""Frequent upkeep: made once, renewed when it is due, stopped at any step without harm."""

from pathlib import Path

import pytest

from tests.index.common_vault import common_index, lower_limits, note
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import frequent_upkeep
from vaultdesk.index.index import Index


def _words(index: Index, sql: str = "SELECT term FROM best_notes") -> set[str]:
    with index.reading() as connection:
        return {word for (word,) in connection.execute(sql)}


def test_a_small_vault_needs_no_lists(tmp_path: Path) -> None:
    index = common_index(tmp_path / "index.sqlite")
    assert not frequent_upkeep.keep_up(index, lambda: False)
    assert _words(index) == set()
    index.close()


def test_words_are_counted_and_the_commonest_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    assert frequent_upkeep.keep_up(index, lambda: False)
    assert _words(index) == {"common", "usual", "third", "filler", "words", "note"}
    assert not frequent_upkeep.keep_up(index, lambda: False), "nothing has changed"
    index.close()


def test_after_many_changes_all_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    frequent_upkeep.keep_up(index, lambda: False)
    index.apply([note(number, "fresh words") for number in range(9)])
    assert not frequent_upkeep.keep_up(index, lambda: False)
    index.apply([note(number, "fresh words") for number in range(120)])
    assert frequent_upkeep.keep_up(index, lambda: False)
    assert _words(index) == {"fresh", "words", "note"}
    assert "common" not in _words(index, "SELECT term FROM frequent_word")
    index.close()


@pytest.mark.parametrize("steps", [0, 3, 41, 44])
def test_stopped_anywhere_it_is_done_the_next_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    asked = iter(range(1_000))
    assert not frequent_upkeep.keep_up(index, lambda: next(asked) >= steps)
    assert frequent_upkeep.keep_up(index, lambda: False)
    assert "common" in _words(index)
    index.close()


def test_a_file_that_is_gone_is_not_laid_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = common_index(tmp_path / "index.sqlite")
    index.close()
    index.file.unlink()
    with pytest.raises(IndexFailed):
        frequent_upkeep.keep_up(index, lambda: False)
    assert not index.file.exists()


def test_words_of_every_script_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lower_limits(monkeypatch)
    index = Index(tmp_path / "index.sqlite")
    words = "42 zebra éclair привет שלום 数据库 ありがとう 𠀋"
    index.apply([note(number, words) for number in range(20)])
    frequent_upkeep.keep_up(index, lambda: False)
    counted = _words(index, "SELECT term FROM frequent_word")
    assert counted >= {"42", "zebra", "eclair", "привет", "שלום", "数据库", "ありがとう", "𠀋"}
    index.close()
