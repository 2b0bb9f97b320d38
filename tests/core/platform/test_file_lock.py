"""Turn: whoever changes a shared file does so alone, whoever dies lets go, and where there is no lock it goes on."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vaultdesk.core.platform.file_lock import FileLocked, lock_file, lock_path

ADDS = """
import sys
from pathlib import Path
from vaultdesk.core.platform.file_lock import lock_file as turn
file = Path(sys.argv[1])
for _ in range(40):
    with turn(file):
        file.write_text(str(int(file.read_text()) + 1))
"""

HOLDS = """
import sys, time
from pathlib import Path
from vaultdesk.core.platform.file_lock import lock_file as turn
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
