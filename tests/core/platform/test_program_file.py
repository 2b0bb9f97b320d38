"""Tests of core/platform/program_file.py."""

import errno
import json
import logging
import os
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from vaultdesk.core.platform import program_file
from vaultdesk.core.platform.program_file import (
    FileLocked,
    JsonStore,
    lock_file,
    lock_path,
    replace_file_bytes,
    sync_file,
)


def test_a_new_file_is_private_and_its_folder_is_created(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "facts.json"
    replace_file_bytes(file, b"{}")

    assert file.read_bytes() == b"{}"
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_existing_file_is_replaced_completely_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_bytes(b"a much longer text")
    file.chmod(0o640)
    replace_file_bytes(file, b"short")

    assert file.read_bytes() == b"short"
    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.json"]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_failed_replacement_leaves_the_old_file_and_no_temporary_file(tmp_path: Path) -> None:
    folder = tmp_path / "facts.json"
    folder.mkdir()
    (folder / "inside").write_text("x")

    with pytest.raises(OSError, match=r"."):
        replace_file_bytes(folder, b"new")

    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.json"]


def test_replacing_a_symlink_writes_its_target(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_bytes(b"old")
    link = tmp_path / "link.json"
    try:
        link.symlink_to(real)
    except OSError:
        pytest.skip("this system makes no links")
    replace_file_bytes(link, b"new")

    assert link.is_symlink()
    assert real.read_bytes() == b"new"


@pytest.mark.parametrize("error_number", [errno.ENOTSUP, errno.EINVAL, errno.ENOTTY])
def test_a_file_system_without_f_fullfsync_is_synced_with_fsync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error_number: int
) -> None:
    def refuse(_descriptor: int, _command: int) -> None:
        raise OSError(error_number, os.strerror(error_number))

    synced: list[int] = []
    monkeypatch.setattr(program_file.sys, "platform", "darwin")
    monkeypatch.setattr(program_file, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=refuse), raising=False)
    monkeypatch.setattr(program_file.os, "fsync", synced.append)
    with (tmp_path / "file").open("w") as file:
        sync_file(file.fileno())
        assert synced == [file.fileno()]


# Locks: changes of a shared file are serialized, a dead process releases its lock; without locks changes proceed.

ADD_PROGRAM = """
import sys
from pathlib import Path
from vaultdesk.core.platform.program_file import lock_file
file = Path(sys.argv[1])
for _ in range(40):
    with lock_file(file):
        file.write_text(str(int(file.read_text()) + 1))
"""

HOLD_PROGRAM = """
import sys, time
from pathlib import Path
from vaultdesk.core.platform.program_file import lock_file
with lock_file(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_concurrent_processes_lose_no_change(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")
    programs = [subprocess.Popen([sys.executable, "-c", ADD_PROGRAM, str(file)]) for _ in range(3)]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    assert file.read_text() == "120"


def test_concurrent_threads_lose_no_change(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")

    def change() -> None:
        for _ in range(20):
            with lock_file(file):
                file.write_text(str(int(file.read_text()) + 1))

    with ThreadPoolExecutor(4) as threads:
        for future in [threads.submit(change) for _ in range(4)]:
            future.result()
    assert file.read_text() == "80"


def test_a_held_lock_raises_and_is_released_when_its_process_dies(tmp_path: Path) -> None:
    file = tmp_path / "f"
    with subprocess.Popen([sys.executable, "-c", HOLD_PROGRAM, str(file)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(FileLocked), lock_file(file, 0.05):
            pytest.fail("the lock was held")
        other.kill()
        other.wait()
        with lock_file(file):
            assert lock_path(file).exists()


def test_where_no_lock_file_can_be_created_the_change_proceeds(tmp_path: Path) -> None:
    (tmp_path / "not a folder").write_text("")
    done = threading.Event()
    with lock_file(tmp_path / "not a folder" / "f"):
        done.set()
    assert done.is_set()


def test_a_value_is_read_by_another_store(tmp_path: Path) -> None:
    JsonStore(tmp_path / "facts.json").put("a", {"tools": True})

    assert JsonStore(tmp_path / "facts.json").get("a") == {"tools": True}
    assert JsonStore(tmp_path / "facts.json").get("b") is None


def test_two_stores_of_one_file_do_not_overwrite_each_other(tmp_path: Path) -> None:
    first, second = JsonStore(tmp_path / "facts.json"), JsonStore(tmp_path / "facts.json")
    first.load()
    second.load()
    first.put("a", 1)
    second.put("b", 2)

    assert json.loads((tmp_path / "facts.json").read_text()) == {"a": 1, "b": 2}


def test_none_removes_a_value(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "facts.json")
    store.put("a", 1)
    store.put("a", None)

    assert store.get("a") is None
    assert json.loads((tmp_path / "facts.json").read_text()) == {}


def test_without_a_file_values_are_held_in_memory() -> None:
    store = JsonStore()
    store.put("a", 1)
    store.load()

    assert store.get("a") == 1


@pytest.mark.parametrize("content", ["", "{", "[1]", '"text"', "\x00\x01", "[" * 100_000])
def test_a_damaged_file_counts_as_empty_and_is_rewritten(content: str, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text(content)
    store = JsonStore(file)

    assert store.get("a") is None
    store.put("a", 1)
    assert JsonStore(file).get("a") == 1


def test_a_value_that_cannot_be_written_is_held_in_memory_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "not-a-folder").write_text("")
    store = JsonStore(tmp_path / "not-a-folder" / "facts.json")
    with caplog.at_level(logging.INFO):
        store.put("a", 1)

    assert store.get("a") == 1
    assert "cannot be written" in caplog.text


def test_threads_can_put_values_concurrently(tmp_path: Path) -> None:
    store = JsonStore(tmp_path / "facts.json")
    threads = [threading.Thread(target=store.put, args=(f"name {number}", number)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert json.loads((tmp_path / "facts.json").read_text()) == {f"name {number}": number for number in range(8)}
