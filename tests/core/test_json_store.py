import json
import logging
import threading
from pathlib import Path

import pytest

from vaultdesk.core.json_store import JsonStore


def test_a_fact_is_found_again_by_another_store(tmp_path: Path) -> None:
    JsonStore(tmp_path / "facts.json").put("a", {"tools": True})

    assert JsonStore(tmp_path / "facts.json").get("a") == {"tools": True}
    assert JsonStore(tmp_path / "facts.json").get("b") is None


def test_two_stores_over_one_file_do_not_undo_each_other(tmp_path: Path) -> None:
    first, second = JsonStore(tmp_path / "facts.json"), JsonStore(tmp_path / "facts.json")
    first.load()
    second.load()
    first.put("a", 1)
    second.put("b", 2)

    assert json.loads((tmp_path / "facts.json").read_text()) == {"a": 1, "b": 2}


def test_none_forgets(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "facts.json")
    store.put("a", 1)
    store.put("a", None)

    assert store.get("a") is None
    assert json.loads((tmp_path / "facts.json").read_text()) == {}


def test_without_a_file_it_remembers_until_the_end() -> None:
    store = JsonStore()
    store.put("a", 1)
    store.load()

    assert store.get("a") == 1


@pytest.mark.parametrize("content", ["", "{", "[1]", '"text"', "\x00\x01", "[" * 100_000])
def test_a_damaged_file_counts_as_empty_and_is_written_anew(content: str, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(content)
    store = JsonStore(file)

    assert store.get("a") is None
    store.put("a", 1)
    assert JsonStore(file).get("a") == 1


def test_what_cannot_be_written_is_kept_in_memory_and_told_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "not-a-folder").write_text("")
    store = JsonStore(tmp_path / "not-a-folder" / "facts.json")
    with caplog.at_level(logging.INFO):
        store.put("a", 1)

    assert store.get("a") == 1
    assert "cannot be written" in caplog.text


def test_threads_may_put_at_the_same_time(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "facts.json")
    threads = [threading.Thread(target=store.put, args=(f"name {number}", number)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert json.loads((tmp_path / "facts.json").read_text()) == {f"name {number}": number for number in range(8)}
