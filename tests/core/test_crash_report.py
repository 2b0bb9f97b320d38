"""Crash report: it names places and kinds, never a note's words, a name, a home or a key, and is told of once."""

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
"""Homes of somebody, put together here: no file of the project names one."""

HOSTILE = (
    f"{NOTE}\n2026-11-22 10:00:00,000 INFO vaultdesk.ui [MainThread] {NOTE}\n"
    f'  File "{ANNA}/{NAME}.md", line 3 in {NOTE}\nFatal Python error: {SECRET}\u202e\n%s %(x)s {{0}} {SECRET}'
)
"""What an error may say: a note's text that looks like the log, like a stack and like a format."""


@pytest.fixture
def where(home: Path) -> Iterator[AppFolders]:
    yield app_folders()
    stop_logging()


@pytest.fixture
def watch(where: AppFolders) -> Iterator[CrashWatch]:
    made = CrashWatch(where)
    made.start()
    yield made
    made.stop()


def failed(words: str = NOTE) -> Exception:
    try:
        try:
            raise ValueError(words)
        except ValueError as inner:
            raise RuntimeError(f"with {SECRET}") from inner
    except RuntimeError as error:
        return error


def known(where: AppFolders) -> CrashReport:
    report = unseen_report(where)
    assert report is not None
    return report


def holds_nothing_of_the_person(report: CrashReport) -> None:
    for word in ("boiler", "18,400", "Divorce", SECRET, "anna", str(Path.home()), "\u202e"):
        assert word not in report.text, word


def test_a_report_has_places_and_kinds_and_no_words_of_notes_or_keys(where: AppFolders, watch: CrashWatch) -> None:
    watch.write(failed())
    watch.stop()

    report = known(where)
    assert "builtins.RuntimeError" in report.text
    assert "builtins.ValueError" in report.text
    assert "in failed" in report.text
    holds_nothing_of_the_person(report)


def test_no_hostile_words_reach_it_by_an_error_or_the_log(
    where: AppFolders, watch: CrashWatch, caplog: pytest.LogCaptureFixture
) -> None:
    start_logging(where)
    ours, theirs = logging.getLogger("vaultdesk.vault.disk.watcher"), logging.getLogger("a_library")
    ours.info("%s was read again: %s", f"{ANNA}/{NAME}.md", HOSTILE)
    ours.error("A task failed: %s", HOSTILE, exc_info=failed(HOSTILE))
    theirs.warning(f"Broken page in {NAME}: {HOSTILE}")
    watch.write(failed(HOSTILE))
    watch.stop()
    stop_logging()
    caplog.clear()

    report = known(where)
    assert "vaultdesk.vault.disk.watcher %s was read again: %s" in report.text
    assert "ERROR vaultdesk.vault.disk.watcher A task failed: %s\nbuiltins.RuntimeError" in report.text
    assert "WARNING a_library (its text is left out)" in report.text
    holds_nothing_of_the_person(report)


def test_a_stack_of_the_system_and_the_log_of_the_last_run_are_told_without_words(where: AppFolders) -> None:
    start_logging(where)
    logging.getLogger("vaultdesk.vault.disk.watcher").info("%s", f"{NAME} {NOTE}")
    logging.getLogger("vaultdesk.index").info("many lines\n%s\n%s", NAME, NOTE)
    stop_logging()
    (where.logs / FATAL_FILE).write_text(
        "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n"
        f'  File "{ANNA}/x/vaultdesk/ui/app/window_manager.py", line 7 in run\n{HOSTILE}\n',
        encoding="utf-8",
    )
    start_logging(where)

    report = known(where)
    assert report.ended
    assert (
        "Fatal Python error: Segmentation fault\nCurrent thread 0x00007f\n  vaultdesk/ui/app/window_manager.py:7 in run"
        in (report.text)
    )
    assert "INFO vaultdesk.vault.disk.watcher" in report.text
    holds_nothing_of_the_person(report)


def test_a_report_is_told_of_once_and_stays_readable(where: AppFolders, watch: CrashWatch) -> None:
    watch.write(failed())
    watch.stop()

    first, second = unseen_report(where), unseen_report(where)

    assert second is None
    assert first is not None
    assert first.file.read_text(encoding="utf-8") == first.text


def test_an_end_as_it_should_be_leaves_no_report(where: AppFolders) -> None:
    watch = CrashWatch(where)
    watch.start()
    assert (where.logs / FATAL_FILE).exists()
    watch.stop()

    assert unseen_report(where) is None
    assert not (where.logs / FATAL_FILE).exists()


def test_what_failed_without_ending_the_program_is_told_as_that(where: AppFolders) -> None:
    watch = CrashWatch(where)
    watch.start()
    watch.write(failed())
    watch.stop()

    assert not known(where).ended


def test_what_ended_the_program_is_told_as_that(where: AppFolders) -> None:
    watch = CrashWatch(where)
    watch.start()
    watch.record_fatal_error(failed())
    watch.stop()

    report = known(where)
    assert report.ended
    assert "RuntimeError" in report.text
    assert unseen_report(where) is None


def test_a_program_that_was_killed_is_told_of_at_the_next_start(where: AppFolders) -> None:
    where.logs.mkdir(parents=True)
    (where.logs / FATAL_FILE).touch()  # as it is while the program runs

    report = known(where)
    assert report.ended
    assert "the program was killed" in report.text


def test_the_first_failures_are_kept_and_a_failure_is_written_once(where: AppFolders, watch: CrashWatch) -> None:
    first = failed()
    watch.write(first)
    watch.write(first)
    for _ in range(2 * MAX_FAILURES):
        watch.write(failed())
    text = (where.logs / REPORT_FILE).read_text(encoding="utf-8")
    watch.record_fatal_error(KeyError(NOTE))
    watch.stop()

    assert text.partition("The last lines")[0].count("builtins.RuntimeError") == MAX_FAILURES
    assert "KeyError" in known(where).text, "what ends it is told whatever was before"


def test_what_the_world_is_like_is_no_crash(where: AppFolders, watch: CrashWatch) -> None:
    watch.write(NoteNotFound(NAME))

    assert not (where.logs / REPORT_FILE).exists()


def test_a_failing_thread_and_slot_are_written_down_and_told(
    where: AppFolders, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda *_failed: None)
    watch = CrashWatch(where, told.append)
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

    assert [type(one) for one in told] == [KeyError, RuntimeError]
    assert "KeyError" in known(where).text


def test_a_library_that_brings_the_process_down_is_told_of_at_the_next_start(where: AppFolders) -> None:
    program = (
        "import ctypes\n"
        "from vaultdesk.core.crash_report import CrashWatch\n"
        "from vaultdesk.core.platform.paths import app_folders as places\n"
        "CrashWatch(places()).start()\n"
        "ctypes.string_at(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    report = known(where)
    assert done.returncode != 0
    assert report.ended
    assert "Segmentation fault" in report.text or "access violation" in report.text
    assert "ctypes/__init__.py:" in report.text


def test_a_long_log_is_told_by_its_end(where: AppFolders) -> None:
    start_logging(where)
    for number in range(3 * REPORT_LOG_LINES):
        logging.getLogger("vaultdesk.index").info("%s", number)
    stop_logging()
    (where.logs / FATAL_FILE).touch()
    start_logging(where)

    assert known(where).text.count("INFO vaultdesk.index") == REPORT_LOG_LINES


def test_homes_of_anybody_are_shortened() -> None:
    text = f"{Path.home()}/x {ANNA}/y {MAC}/z {WINDOWS}\\w"
    assert redact_home_folders(text) == "~/x ~/y ~/z ~\\w"


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    where = AppFolders(tmp_path, tmp_path, tmp_path, tmp_path / "file")
    watch = CrashWatch(where)
    watch.start()
    watch.stop()

    assert unseen_report(where) is None
