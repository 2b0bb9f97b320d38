"""What the program writes about itself."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultdesk import logs
from vaultdesk.logs import hide_secret, last_facts, last_lines, start_logging, stop_logging
from vaultdesk.paths import Places, places

LOG = logging.getLogger("vaultdesk.test")


@pytest.fixture
def here(home: Path) -> Iterator[Places]:
    root, own = logging.getLogger(), logging.getLogger("vaultdesk")
    before = root.level, own.level
    yield places({"VAULTDESK_HOME": str(home)})
    stop_logging()
    root.setLevel(before[0])
    own.setLevel(before[1])


def started(here: Places, level: int = logging.INFO) -> Path:
    file = start_logging(here, level)
    assert file is not None
    return file


def test_what_is_said_goes_to_the_file_and_to_the_last_lines(here: Places) -> None:
    file = started(here)
    LOG.info("Opened %s", "Notes")

    assert file == here.logs / "vaultdesk.log"
    assert "INFO vaultdesk.test [MainThread] Opened Notes" in file.read_text(encoding="utf-8")
    assert last_lines(1)[0].endswith("Opened Notes")
    assert last_lines(0) == []


def test_an_ordinary_start_and_end_says_nothing_loud(here: Places, caplog: pytest.LogCaptureFixture) -> None:
    started(here)
    stop_logging()

    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class Stubborn:
    """An object whose printed form holds a key, as a request object may."""

    def __repr__(self) -> str:
        return "<Request sk-ant-api03-OBJECT00KEY>"


def test_no_key_reaches_the_file_by_any_way_into_a_record(here: Places, caplog: pytest.LogCaptureFixture) -> None:
    hide_secret("registered-secret-1")
    file = started(here)

    LOG.info("key sk-proj-MESSAGE00KEY")
    LOG.info("key %s and %r", "registered-secret-1", Stubborn())
    LOG.info("key %(key)s", {"key": "sk-proj-MAPPING00KEY"})
    try:
        try:
            raise ValueError("inner sk-proj-INNER000KEY")
        except ValueError as inner:
            raise RuntimeError({"Authorization": "Bearer OUTER0KEY"}) from inner
    except RuntimeError:
        LOG.info("failed", exc_info=True, stack_info=True)

    written = file.read_text(encoding="utf-8") + "\n".join(last_lines())
    for key in ("MESSAGE00KEY", "registered-secret-1", "OBJECT00KEY", "MAPPING00KEY", "INNER000KEY", "OUTER0KEY"):
        assert key not in written
    assert "RuntimeError" in written
    assert "The above exception was the direct cause" in written


def test_libraries_are_heard_from_warnings_on_only(here: Places) -> None:
    file = started(here, logging.DEBUG)

    logging.getLogger("openai._base_client").debug("Request options: {'json_data': 'a whole note'}")
    logging.getLogger("httpx2").info("HTTP Request: POST")
    LOG.debug("Our own detail")

    text = file.read_text(encoding="utf-8")
    assert "whole note" not in text
    assert "HTTP Request" not in text
    assert "Our own detail" in text


def test_a_library_made_talkative_by_the_environment_is_not_heard_either(here: Places) -> None:
    file, talkative = started(here), logging.getLogger("openai")
    before = talkative.level
    talkative.setLevel(logging.DEBUG)  # as OPENAI_LOG=debug does when the library is loaded
    try:
        logging.getLogger("openai._base_client").debug("Request options: {'json_data': 'a whole note'}")
        logging.getLogger("openai._base_client").warning("Something grave")
    finally:
        talkative.setLevel(before)

    text = file.read_text(encoding="utf-8")
    assert "whole note" not in text
    assert "whole note" not in "".join(last_lines())
    assert "Something grave" in text


def test_starting_again_moves_the_log_and_writes_each_line_once(here: Places, tmp_path: Path) -> None:
    first = started(here)
    second = started(places({"VAULTDESK_HOME": str(tmp_path / "other")}))
    LOG.info("only here")

    assert "only here" not in first.read_text(encoding="utf-8")
    assert second.read_text(encoding="utf-8").count("only here") == 1


def test_where_no_file_can_be_written_the_last_lines_still_tell_why(
    here: Places, caplog: pytest.LogCaptureFixture
) -> None:
    here.logs.parent.mkdir(parents=True)
    here.logs.write_text("in the way")

    assert start_logging(here) is None
    assert "No log file" in last_lines(1)[0]
    caplog.clear()


def test_the_file_is_turned_over_and_old_ones_are_dropped(here: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    started(here)
    for number in range(200):
        LOG.info("line %d of many", number)

    assert len(list(here.logs.iterdir())) == logs.LOG_FILES + 1
    assert all(file.stat().st_size <= 1000 for file in here.logs.iterdir())


def test_a_file_that_another_program_holds_is_written_on(here: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    file = started(here)

    def held(*_: object) -> None:
        raise PermissionError(13, "used by another process")

    monkeypatch.setattr(os, "rename", held)
    monkeypatch.setattr(os, "remove", held)
    for number in range(50):
        LOG.info("line %d of many", number)

    assert "line 49" in file.read_text(encoding="utf-8")


def test_the_last_lines_are_few(here: Places) -> None:
    started(here)
    for number in range(logs.LINES_KEPT + 50):
        LOG.info("line %d", number)

    assert len(last_lines()) == logs.LINES_KEPT
    assert last_lines(2)[0].endswith(f"line {logs.LINES_KEPT + 48}")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk at hand")
def test_a_full_disk_is_no_traceback_a_line(here: Places, capfd: pytest.CaptureFixture[str]) -> None:
    here.logs.mkdir(parents=True)
    (here.logs / "vaultdesk.log").symlink_to("/dev/full")
    start_logging(here)
    LOG.info("Opened")
    stop_logging()

    assert capfd.readouterr().err == ""
    assert last_lines(1)[0].endswith("Opened")


def test_facts_have_our_sentences_and_nothing_that_was_put_into_them(
    here: Places, caplog: pytest.LogCaptureFixture
) -> None:
    started(here)
    LOG.info("Opened %s", "Diary")
    logging.getLogger("some.library").warning("Broken: Diary")
    try:
        raise ValueError("Diary")
    except ValueError:
        LOG.exception("A task failed: %s", "Diary")
    caplog.clear()

    told = "\n".join(last_facts(3))
    assert "INFO vaultdesk.test Opened %s" in told
    assert "WARNING some.library (its words are left out)" in told
    assert "ERROR vaultdesk.test A task failed: %s\nbuiltins.ValueError" in told
    assert "Diary" not in told
    assert last_facts(0) == []
