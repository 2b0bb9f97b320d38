"""Crash reports contain locations and types, never note text, names, home folders or keys; each is offered once."""

import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultdesk.core.crash_report import (
    FATAL_FILE,
    MAX_FAILURES,
    REPORT_FILE,
    REPORT_LOG_LINES,
    CrashReport,
    CrashWatch,
    redact_home_folders,
    unseen_report,
)
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.logs import start_logging, stop_logging
from vaultdesk.core.platform.paths import AppFolders, app_folders

SECRET = "sk-abcdefghijklmnop1234"
NOTE = "The boiler costs 18,400 euros"
NAME = "Divorce papers"
ANNA, MAC, WINDOWS = "/".join(("", "home", "anna")), "/".join(("", "Users", "Anna")), "\\".join(("C:", "Users", "Anna"))
"""Home folders, composed here because no file of the project may contain one."""

HOSTILE = (
    f"{NOTE}\n2026-11-22 10:00:00,000 INFO vaultdesk.ui [MainThread] {NOTE}\n"
    f'  File "{ANNA}/{NAME}.md", line 3 in {NOTE}\nFatal Python error: {SECRET}\u202e\n%s %(x)s {{0}} {SECRET}'
)
"""A hostile error message: note text that imitates log lines, a stack trace and format strings."""


@pytest.fixture
def folders(home: Path) -> Iterator[AppFolders]:
    yield app_folders()
    stop_logging()


@pytest.fixture
def watch(folders: AppFolders) -> Iterator[CrashWatch]:
    crash_watch = CrashWatch(folders)
    crash_watch.start()
    yield crash_watch
    crash_watch.stop()


def make_error(message: str = NOTE) -> Exception:
    try:
        try:
            raise ValueError(message)
        except ValueError as inner:
            raise RuntimeError(f"with {SECRET}") from inner
    except RuntimeError as error:
        return error


def read_report(folders: AppFolders) -> CrashReport:
    report = unseen_report(folders)
    assert report is not None
    return report


def assert_nothing_private(report: CrashReport) -> None:
    for word in ("boiler", "18,400", "Divorce", SECRET, "anna", str(Path.home()), "\u202e"):
        assert word not in report.text, word


def test_a_report_contains_locations_and_types_but_no_note_text_or_keys(folders: AppFolders, watch: CrashWatch) -> None:
    watch.write(make_error())
    watch.stop()

    report = read_report(folders)
    assert "builtins.RuntimeError" in report.text
    assert "builtins.ValueError" in report.text
    assert "in make_error" in report.text
    assert_nothing_private(report)


def test_hostile_text_does_not_reach_the_report_through_an_error_or_the_log(
    folders: AppFolders, watch: CrashWatch, caplog: pytest.LogCaptureFixture
) -> None:
    start_logging(folders)
    own_logger, library_logger = logging.getLogger("vaultdesk.vault.disk.watcher"), logging.getLogger("a_library")
    own_logger.info("%s was read again: %s", f"{ANNA}/{NAME}.md", HOSTILE)
    own_logger.error("A task failed: %s", HOSTILE, exc_info=make_error(HOSTILE))
    library_logger.warning(f"Broken page in {NAME}: {HOSTILE}")
    watch.write(make_error(HOSTILE))
    watch.stop()
    stop_logging()
    caplog.clear()

    report = read_report(folders)
    assert "vaultdesk.vault.disk.watcher %s was read again: %s" in report.text
    assert "ERROR vaultdesk.vault.disk.watcher A task failed: %s\nbuiltins.RuntimeError" in report.text
    assert "WARNING a_library (its text is left out)" in report.text
    assert_nothing_private(report)


def test_a_fatal_stack_and_the_last_log_lines_are_reported_without_text(folders: AppFolders) -> None:
    start_logging(folders)
    logging.getLogger("vaultdesk.vault.disk.watcher").info("%s", f"{NAME} {NOTE}")
    logging.getLogger("vaultdesk.index").info("many lines\n%s\n%s", NAME, NOTE)
    stop_logging()
    (folders.logs / FATAL_FILE).write_text(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n"
        f'  File "{ANNA}/x/vaultdesk/ui/app/window_manager.py", line 7 in run\n{HOSTILE}\n',
        encoding="utf-8",
    )
    start_logging(folders)

    report = read_report(folders)
    assert report.ended
    assert (
        "Fatal Python error: Segmentation fault\nCurrent thread 0x00007f\n  vaultdesk/ui/app/window_manager.py:7 in run"
        in (report.text)
    )
    assert "INFO vaultdesk.vault.disk.watcher" in report.text
    assert_nothing_private(report)


def test_a_report_is_offered_once_and_remains_readable(folders: AppFolders, watch: CrashWatch) -> None:
    watch.write(make_error())
    watch.stop()

    first, second = unseen_report(folders), unseen_report(folders)

    assert second is None
    assert first is not None
    assert first.file.read_text(encoding="utf-8") == first.text


def test_a_normal_exit_leaves_no_report(folders: AppFolders) -> None:
    watch = CrashWatch(folders)
    watch.start()
    assert (folders.logs / FATAL_FILE).exists()
    watch.stop()

    assert unseen_report(folders) is None
    assert not (folders.logs / FATAL_FILE).exists()


def test_a_failure_that_did_not_end_the_program_is_marked_as_such(folders: AppFolders) -> None:
    watch = CrashWatch(folders)
    watch.start()
    watch.write(make_error())
    watch.stop()

    assert not read_report(folders).ended


def test_an_error_that_ended_the_program_is_marked_as_such(folders: AppFolders) -> None:
    watch = CrashWatch(folders)
    watch.start()
    watch.record_fatal_error(make_error())
    watch.stop()

    report = read_report(folders)
    assert report.ended
    assert "RuntimeError" in report.text
    assert unseen_report(folders) is None


def test_a_killed_program_is_reported_at_the_next_start(folders: AppFolders) -> None:
    folders.logs.mkdir(parents=True)
    (folders.logs / FATAL_FILE).touch()  # exists while the program runs

    report = read_report(folders)
    assert report.ended
    assert "the program was killed" in report.text


def test_the_first_failures_are_retained_and_each_is_written_once(folders: AppFolders, watch: CrashWatch) -> None:
    first = make_error()
    watch.write(first)
    watch.write(first)
    for _ in range(2 * MAX_FAILURES):
        watch.write(make_error())
    text = (folders.logs / REPORT_FILE).read_text(encoding="utf-8")
    watch.record_fatal_error(KeyError(NOTE))
    watch.stop()

    assert text.partition("The last lines")[0].count("builtins.RuntimeError") == MAX_FAILURES
    assert "KeyError" in read_report(folders).text, "the fatal error is written in addition"


def test_an_expected_error_is_not_a_crash(folders: AppFolders, watch: CrashWatch) -> None:
    watch.write(NoteNotFound(NAME))

    assert not (folders.logs / REPORT_FILE).exists()


def test_uncaught_errors_of_threads_and_slots_are_recorded_and_reported(
    folders: AppFolders, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda *_failed: None)
    watch = CrashWatch(folders, reported.append)
    watch.start()
    try:
        thread = threading.Thread(target=lambda: dict[str, int]()["missing"])
        thread.start()
        thread.join()
        sys.excepthook(RuntimeError, RuntimeError("in a slot"), None)
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    finally:
        watch.stop()
        caplog.clear()

    assert [type(error) for error in reported] == [KeyError, RuntimeError]
    assert "KeyError" in read_report(folders).text


def test_a_segmentation_fault_is_reported_at_the_next_start(folders: AppFolders) -> None:
    program = (
        "import ctypes\n"
        "from vaultdesk.core.crash_report import CrashWatch\n"
        "from vaultdesk.core.platform.paths import app_folders\n"
        "CrashWatch(app_folders()).start()\n"
        "ctypes.string_at(0)\n"
    )
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    report = read_report(folders)
    assert process.returncode != 0
    assert report.ended
    assert "Segmentation fault" in report.text or "access violation" in report.text
    assert "ctypes/__init__.py:" in report.text


def test_a_long_log_is_truncated_to_its_last_lines(folders: AppFolders) -> None:
    start_logging(folders)
    for number in range(3 * REPORT_LOG_LINES):
        logging.getLogger("vaultdesk.index").info("%s", number)
    stop_logging()
    (folders.logs / FATAL_FILE).touch()
    start_logging(folders)

    assert read_report(folders).text.count("INFO vaultdesk.index") == REPORT_LOG_LINES


def test_home_folders_are_abbreviated() -> None:
    text = f"{Path.home()}/x {ANNA}/y {MAC}/z {WINDOWS}\\w"
    assert redact_home_folders(text) == "~/x ~/y ~/z ~\\w"


def test_a_folder_that_cannot_be_written_causes_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folders = AppFolders(tmp_path, tmp_path, tmp_path, tmp_path / "file")
    watch = CrashWatch(folders)
    watch.start()
    watch.stop()

    assert unseen_report(folders) is None
