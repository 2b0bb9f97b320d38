"""Crash report: it names places and kinds, never a note's words or a key, and is told of once."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultdesk.crash_report import FATAL, CrashWatch, unseen_report
from vaultdesk.paths import Places, places

SECRET = "sk-abcdefghijklmnop1234"
NOTE = "The boiler costs 18,400 euros"


@pytest.fixture
def where(home: Path) -> Places:
    return places()


@pytest.fixture
def watch(where: Places) -> Iterator[CrashWatch]:
    made = CrashWatch(where)
    made.start()
    yield made
    made.stop()


def failed() -> Exception:
    try:
        try:
            raise ValueError(NOTE)
        except ValueError as inner:
            raise RuntimeError(f"with {SECRET}") from inner
    except RuntimeError as error:
        return error


def test_a_report_has_places_and_kinds_and_no_words_of_notes_or_keys(where: Places, watch: CrashWatch) -> None:
    error = failed()
    watch.write((type(error), error, error.__traceback__))

    report = unseen_report(where)

    assert report is not None
    assert "RuntimeError from builtins.ValueError" in report.text
    assert "in failed" in report.text
    assert NOTE not in report.text
    assert SECRET not in report.text


def test_a_report_is_told_of_once_and_stays_readable(where: Places, watch: CrashWatch) -> None:
    error = failed()
    watch.write((type(error), error, error.__traceback__))

    first, second = unseen_report(where), unseen_report(where)

    assert second is None
    assert first is not None
    assert first.file.read_text(encoding="utf-8") == first.text


def test_an_end_as_it_should_be_leaves_no_report(where: Places) -> None:
    watch = CrashWatch(where)
    watch.start()
    watch.stop()

    assert unseen_report(where) is None
    assert not (where.logs / FATAL).exists()


def test_a_failing_thread_is_written_down(where: Places, watch: CrashWatch, caplog: pytest.LogCaptureFixture) -> None:
    thread = threading.Thread(target=lambda: {}["missing"])
    thread.start()
    thread.join()
    caplog.clear()

    report = unseen_report(where)

    assert report is not None
    assert "KeyError" in report.text


def test_a_library_that_brings_the_process_down_is_told_of_at_the_next_start(where: Places) -> None:
    program = (
        "import ctypes\n"
        "from vaultdesk.crash_report import CrashWatch\n"
        "from vaultdesk.paths import places\n"
        "CrashWatch(places()).start()\n"
        "ctypes.string_at(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    report = unseen_report(where)

    assert done.returncode != 0
    assert report is not None
    assert "Segmentation fault" in report.text or "access violation" in report.text


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    where = Places(tmp_path, tmp_path, tmp_path, tmp_path / "file")
    watch = CrashWatch(where)
    watch.start()
    watch.stop()

    assert unseen_report(where) is None
