"""Tests of core/logs.py."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultdesk.core import logs
from vaultdesk.core.logs import (
    MAX_FRAMES,
    MIN_SECRET_LENGTH,
    REDACTED,
    last_safe_lines,
    redact_secrets,
    register_secret,
    sanitized_traceback,
    short_location,
    start_logging,
    stop_logging,
)
from vaultdesk.core.platform.paths import AppFolders, app_folders

# Keys are redacted from the log.

KEYS = (
    "sk-proj-abcDEF0123456789_-abcdef",
    "sk-ant-api03-AAAAbbbbCCCC1111",
    "sk-or-v1-0123456789abcdef",
    "AIzaSyA-1234567890abcdefghijklmnopqrstu",
)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "text",
    ["{}", "key {} refused", "Incorrect API key provided: {}.", '{{"key": "{}"}}', "https://x/y?key={}&a=b", "('{}',)"],
)
def test_text_that_resembles_a_key_is_redacted_everywhere(key: str, text: str) -> None:
    redacted = redact_secrets(text.format(key))

    assert key not in redacted
    assert key[8:] not in redacted
    assert REDACTED in redacted


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer SECRETWORD.x-y",
        "authorization: bearer SECRETWORD",
        "{'Authorization': 'Bearer SECRETWORD'}",
        "{'x-api-key': 'SECRETWORD'}",
        "X-Api-Key: SECRETWORD",
        '{"api_key": "SECRETWORD"}',
        "api_key=SECRETWORD",
        "x-goog-api-key: SECRETWORD",
        "(b'x-api-key', b'SECRETWORD')",
        "https://me:SECRETWORD@host/v1",
        "https://host/v1?api-key=SECRETWORD&x=1",
        "Authorization: Basic c2VjcmV0U0VDUkVUV09SRA==",
    ],
)
def test_secrets_in_headers_and_addresses_are_redacted(text: str) -> None:
    redacted = redact_secrets(text)

    assert "SECRETWORD" not in redacted
    assert "c2VjcmV0U0VDUkVUV09SRA" not in redacted
    assert REDACTED in redacted


@pytest.mark.parametrize(
    "text",
    [
        "The task-list was ask-ed for; risk-free desk-top; sk-1",
        "Opened /home/me/Notes/Keys and passwords.md",
        "Indexed 15,000 notes in 3.2 s",
        "https://host:8080/v1/models answered 200",
        "The bearer of news",
    ],
)
def test_ordinary_text_is_not_redacted(text: str) -> None:
    assert redact_secrets(text).replace(f"bearer {REDACTED}", "bearer of") == text


def test_a_registered_secret_is_redacted_in_every_encoding() -> None:
    register_secret("correct horse/battery+staple")

    assert redact_secrets("a correct horse/battery+staple b") == f"a {REDACTED} b"
    assert redact_secrets("?q=correct%20horse%2Fbattery%2Bstaple") == f"?q={REDACTED}"


def test_the_longer_of_two_secrets_is_redacted_completely() -> None:
    register_secret("abcdefgh-first")
    register_secret("abcdefgh-first-and-second")

    assert redact_secrets("abcdefgh-first-and-second") == REDACTED


def test_a_short_registered_word_is_not_redacted() -> None:
    register_secret("none")
    register_secret("x" * (MIN_SECRET_LENGTH - 1))

    assert redact_secrets("none of them") == "none of them"


def test_a_long_hostile_line_is_redacted_in_linear_time() -> None:
    line = "sk-" * 200_000 + "api_key" * 50_000 + "://" * 50_000 + ":a" * 50_000

    assert redact_secrets(line)


# Sanitized tracebacks contain error types and locations, but no messages and no folders of this computer.

ANNA, WINDOWS = "/".join(("", "home", "anna")), "\\".join(("C:", "Users", "Anna"))
"""Home folders, composed here because no file of the project may contain one."""

NOTE = "The boiler costs 18,400 euros"


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:  # noqa: BLE001 - returns any error
        return caught


def test_a_traceback_contains_types_and_locations_but_no_messages() -> None:
    inner = raised(ValueError(NOTE))
    outer = RuntimeError(f"with {NOTE}")
    outer.__cause__ = inner
    traceback = sanitized_traceback(raised(outer))

    assert traceback.splitlines()[0] == "builtins.RuntimeError"
    assert "builtins.ValueError" in traceback
    assert "test_logs.py:" in traceback
    assert " in raised" in traceback
    assert "boiler" not in traceback


def test_a_group_includes_its_members_and_a_cycle_of_causes_ends() -> None:
    first, second = ValueError(NOTE), KeyError(NOTE)
    traceback = sanitized_traceback(raised(ExceptionGroup(NOTE, [first, second])))
    assert "ExceptionGroup" in traceback
    assert "ValueError" in traceback
    assert "KeyError" in traceback
    assert "boiler" not in traceback
    first.__cause__, second.__cause__ = second, first
    assert sanitized_traceback(first).count("ValueError") == 1


def test_a_suppressed_context_is_left_out() -> None:
    error = RuntimeError()
    error.__context__, error.__suppress_context__ = ValueError(), True
    assert "ValueError" not in sanitized_traceback(error)


def test_the_traceback_of_an_endless_recursion_is_truncated() -> None:
    def recurse() -> None:
        recurse()

    with pytest.raises(RecursionError) as caught:
        recurse()
    assert len(sanitized_traceback(caught.value).splitlines()) <= MAX_FRAMES + 5


def test_an_exception_type_with_an_invalid_name_is_left_out() -> None:
    assert sanitized_traceback(type(NOTE, (Exception,), {})()).strip() == "an error"


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        (f"{ANNA}/vaultdesk/vaultdesk/ui/app/window_manager.py", "vaultdesk/ui/app/window_manager.py"),
        (f"{ANNA}/vaultdesk/secret-project/run.py", "vaultdesk/secret-project/run.py"),
        (f"{ANNA}/env/lib/python3.11/site-packages/qasync/__init__.py", "qasync/__init__.py"),
        (f"{WINDOWS}\\VaultDesk\\_internal\\vaultdesk\\ui\\bridge.py", "vaultdesk/ui/bridge.py"),
        ("/usr/lib/python3.11/asyncio/events.py", "asyncio/events.py"),
        (f"{ANNA}/My diary/x.py", "x.py"),
        ("vaultdesk/ui/app/window_manager.py", "vaultdesk/ui/app/window_manager.py"),
        ("<string>", "<string>"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_location_is_shown_without_the_folders_of_this_computer(file: str, expected: str) -> None:
    assert short_location(file) == expected


# The log file and the last lines in memory.

LOG = logging.getLogger("vaultdesk.test")


@pytest.fixture
def folders(home: Path) -> Iterator[AppFolders]:
    root_logger, package_logger = logging.getLogger(), logging.getLogger("vaultdesk")
    before = root_logger.level, package_logger.level
    yield app_folders({"VAULTDESK_HOME": str(home)})
    stop_logging()
    root_logger.setLevel(before[0])
    package_logger.setLevel(before[1])


def start_log(folders: AppFolders, level: int = logging.INFO) -> Path:
    file = start_logging(folders, level)
    assert file is not None
    return file


def test_a_record_is_written_to_the_file_and_to_the_last_lines(folders: AppFolders) -> None:
    file = start_log(folders)
    LOG.info("Opened %s", "Notes")

    assert file == folders.logs / "vaultdesk.log"
    assert "INFO vaultdesk.test [MainThread] Opened Notes" in file.read_text(encoding="utf-8")
    assert last_safe_lines(1)[0].endswith("Opened %s")
    assert last_safe_lines(0) == []


def test_start_and_end_log_no_warning(folders: AppFolders, caplog: pytest.LogCaptureFixture) -> None:
    start_log(folders)
    stop_logging()

    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class ObjectWithKey:
    """An object whose representation contains a key, as that of a request may."""

    def __repr__(self) -> str:
        return "<Request sk-ant-api03-OBJECT00KEY>"


def test_no_key_reaches_the_file_through_any_part_of_a_record(
    folders: AppFolders, caplog: pytest.LogCaptureFixture
) -> None:
    register_secret("registered-secret-1")
    file = start_log(folders)

    LOG.info("key sk-proj-MESSAGE00KEY")
    LOG.info("key %s and %r", "registered-secret-1", ObjectWithKey())
    LOG.info("key %(key)s", {"key": "sk-proj-MAPPING00KEY"})
    try:
        try:
            raise ValueError("inner sk-proj-INNER000KEY")
        except ValueError as inner:
            raise RuntimeError({"Authorization": "Bearer OUTER0KEY"}) from inner
    except RuntimeError:
        LOG.info("failed", exc_info=True, stack_info=True)

    log = file.read_text(encoding="utf-8") + "\n".join(last_safe_lines())
    for key in ("MESSAGE00KEY", "registered-secret-1", "OBJECT00KEY", "MAPPING00KEY", "INNER000KEY", "OUTER0KEY"):
        assert key not in log
    assert "RuntimeError" in log
    assert "The above exception was the direct cause" in log


def test_records_of_libraries_below_warning_are_dropped(folders: AppFolders) -> None:
    file = start_log(folders, logging.DEBUG)

    logging.getLogger("openai._base_client").debug("Request options: {'json_data': 'a whole note'}")
    logging.getLogger("httpx2").info("HTTP Request: POST")
    LOG.debug("Our own detail")

    text = file.read_text(encoding="utf-8")
    assert "whole note" not in text
    assert "HTTP Request" not in text
    assert "Our own detail" in text


def test_debug_records_of_a_library_are_dropped_even_if_the_environment_enables_them(folders: AppFolders) -> None:
    file, library_logger = start_log(folders), logging.getLogger("openai")
    before = library_logger.level
    library_logger.setLevel(logging.DEBUG)  # as OPENAI_LOG=debug does when the library is loaded
    try:
        logging.getLogger("openai._base_client").debug("Request options: {'json_data': 'a whole note'}")
        logging.getLogger("openai._base_client").warning("Something grave")
    finally:
        library_logger.setLevel(before)

    text = file.read_text(encoding="utf-8")
    assert "whole note" not in text
    assert "whole note" not in "".join(last_safe_lines())
    assert "Something grave" in text


def test_starting_again_moves_the_log_and_writes_each_line_once(folders: AppFolders, tmp_path: Path) -> None:
    first = start_log(folders)
    second = start_log(app_folders({"VAULTDESK_HOME": str(tmp_path / "other")}))
    LOG.info("only here")

    assert "only here" not in first.read_text(encoding="utf-8")
    assert second.read_text(encoding="utf-8").count("only here") == 1


def test_without_a_log_file_the_last_lines_contain_the_reason(
    folders: AppFolders, caplog: pytest.LogCaptureFixture
) -> None:
    folders.logs.parent.mkdir(parents=True)
    folders.logs.write_text("in the way")

    assert start_logging(folders) is None
    assert "No log file" in last_safe_lines(1)[0]
    caplog.clear()


def test_the_log_file_is_rotated_and_old_files_are_deleted(
    folders: AppFolders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    start_log(folders)
    for number in range(200):
        LOG.info("line %d of many", number)

    assert len(list(folders.logs.iterdir())) == logs.LOG_FILES + 1
    assert all(file.stat().st_size <= 1000 for file in folders.logs.iterdir())


def test_a_log_file_that_cannot_be_rotated_is_written_further(
    folders: AppFolders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    file = start_log(folders)

    def fail_locked(*_: object) -> None:
        raise PermissionError(13, "used by another process")

    monkeypatch.setattr(os, "rename", fail_locked)
    monkeypatch.setattr(os, "remove", fail_locked)
    for number in range(50):
        LOG.info("line %d of many", number)

    assert "line 49" in file.read_text(encoding="utf-8")


def test_the_number_of_last_lines_is_limited(folders: AppFolders) -> None:
    start_log(folders)
    for number in range(logs.MAX_RECORDS + 50):
        LOG.info("line %d", number)

    assert len(last_safe_lines()) == logs.MAX_RECORDS
    assert "line %d" in last_safe_lines(2)[0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_prints_no_traceback(folders: AppFolders, capfd: pytest.CaptureFixture[str]) -> None:
    folders.logs.mkdir(parents=True)
    (folders.logs / "vaultdesk.log").symlink_to("/dev/full")
    start_logging(folders)
    LOG.info("Opened")
    stop_logging()

    assert capfd.readouterr().err == ""
    assert last_safe_lines(1)[0].endswith("Opened")


def test_last_safe_lines_contain_templates_without_values(
    folders: AppFolders, caplog: pytest.LogCaptureFixture
) -> None:
    start_log(folders)
    LOG.info("Opened %s", "Diary")
    logging.getLogger("some.library").warning("Broken: Diary")
    try:
        raise ValueError("Diary")
    except ValueError:
        LOG.exception("A task failed: %s", "Diary")
    caplog.clear()

    lines = "\n".join(last_safe_lines(3))
    assert "INFO vaultdesk.test Opened %s" in lines
    assert "WARNING some.library (its text is left out)" in lines
    assert "ERROR vaultdesk.test A task failed: %s\nbuiltins.ValueError" in lines
    assert "Diary" not in lines
    assert last_safe_lines(0) == []
