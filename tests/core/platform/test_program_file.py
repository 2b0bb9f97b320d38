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


def test_a_new_file_is_private_and_its_folder_is_made(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "facts.json"
    replace_file_bytes(file, b"{}")

    assert file.read_bytes() == b"{}"
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_an_old_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_bytes(b"a much longer text")
    file.chmod(0o640)
    replace_file_bytes(file, b"short")

    assert file.read_bytes() == b"short"
    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.json"]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_failed_replacement_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    folder = tmp_path / "facts.json"
    folder.mkdir()
    (folder / "inside").write_text("x")

    with pytest.raises(OSError, match=r"."):
        replace_file_bytes(folder, b"new")

    assert [entry.name for entry in tmp_path.iterdir()] == ["facts.json"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("refused", [errno.ENOTSUP, errno.EINVAL, errno.ENOTTY])
def test_a_share_that_refuses_the_full_sync_of_macos_is_synced_as_far_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    def refuse(_descriptor: int, _command: int) -> None:
        raise OSError(refused, os.strerror(refused))

    synced: list[int] = []
    monkeypatch.setattr(program_file.sys, "platform", "darwin")
    monkeypatch.setattr(program_file, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=refuse), raising=False)
    monkeypatch.setattr(program_file.os, "fsync", synced.append)
    with (tmp_path / "file").open("w") as file:
        sync_file(file.fileno())
        assert synced == [file.fileno()]


# Turn: whoever changes a shared file does so alone, whoever dies lets go, and where there is no lock it goes on.

ADDS = """
import sys
from pathlib import Path
from vaultdesk.core.platform.program_file import lock_file as turn
file = Path(sys.argv[1])
for _ in range(40):
    with turn(file):
        file.write_text(str(int(file.read_text()) + 1))
"""

HOLDS = """
import sys, time
from pathlib import Path
from vaultdesk.core.platform.program_file import lock_file as turn
with turn(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_programs_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")
    programs = [subprocess.Popen([sys.executable, "-c", ADDS, str(file)]) for _ in range(3)]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    assert file.read_text() == "120"


def test_threads_take_turns_too(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")

    def change() -> None:
        for _ in range(20):
            with lock_file(file):
                file.write_text(str(int(file.read_text()) + 1))

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(change) for _ in range(4)]:
            done.result()
    assert file.read_text() == "80"


def test_a_turn_that_is_not_given_is_told_and_one_whose_program_died_is_free(tmp_path: Path) -> None:
    file = tmp_path / "f"
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(file)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(FileLocked), lock_file(file, 0.05):
            pytest.fail("it was held")
        other.kill()
        other.wait()
        with lock_file(file):
            assert lock_path(file).exists()


def test_where_no_lock_can_be_had_the_change_goes_on(tmp_path: Path) -> None:
    (tmp_path / "not a folder").write_text("")
    done = threading.Event()
    with lock_file(tmp_path / "not a folder" / "f"):
        done.set()
    assert done.is_set()


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
