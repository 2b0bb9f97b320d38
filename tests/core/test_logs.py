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

# No key is ever written down.

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
def test_what_looks_like_a_key_is_hidden_wherever_it_stands(key: str, text: str) -> None:
    written = redact_secrets(text.format(key))

    assert key not in written
    assert key[8:] not in written
    assert REDACTED in written


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
def test_what_a_header_or_an_address_carries_is_hidden(text: str) -> None:
    written = redact_secrets(text)

    assert "SECRETWORD" not in written
    assert "c2VjcmV0U0VDUkVUV09SRA" not in written
    assert REDACTED in written


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
def test_ordinary_words_stay(text: str) -> None:
    assert redact_secrets(text).replace(f"bearer {REDACTED}", "bearer of") == text


def test_a_registered_secret_of_no_known_shape_is_hidden_in_every_spelling() -> None:
    register_secret("correct horse/battery+staple")

    assert redact_secrets("a correct horse/battery+staple b") == f"a {REDACTED} b"
    assert redact_secrets("?q=correct%20horse%2Fbattery%2Bstaple") == f"?q={REDACTED}"


def test_of_two_secrets_the_longer_one_is_hidden_whole() -> None:
    register_secret("abcdefgh-first")
    register_secret("abcdefgh-first-and-second")

    assert redact_secrets("abcdefgh-first-and-second") == REDACTED


def test_a_word_too_short_to_be_secret_does_not_blank_out_the_log() -> None:
    register_secret("none")
    register_secret("x" * (MIN_SECRET_LENGTH - 1))

    assert redact_secrets("none of them") == "none of them"


def test_a_long_hostile_line_takes_no_time() -> None:
    line = "sk-" * 200_000 + "api_key" * 50_000 + "://" * 50_000 + ":a" * 50_000

    assert redact_secrets(line)


# Fault: kinds and places of an error, and not one word of what it says or of the folders of this computer.

ANNA, WINDOWS = "/".join(("", "home", "anna")), "\\".join(("C:", "Users", "Anna"))
"""Homes of somebody, put together here: no file of the project names one."""

NOTE = "The boiler costs 18,400 euros"


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:  # noqa: BLE001 - it is what is wanted
        return caught


def test_kinds_and_places_are_told_and_no_words() -> None:
    inner = raised(ValueError(NOTE))
    outer = RuntimeError(f"with {NOTE}")
    outer.__cause__ = inner
    told = sanitized_traceback(raised(outer))

    assert told.splitlines()[0] == "builtins.RuntimeError"
    assert "builtins.ValueError" in told
    assert "test_logs.py:" in told
    assert " in raised" in told
    assert "boiler" not in told


def test_a_group_tells_of_its_members_and_a_ring_ends() -> None:
    one, two = ValueError(NOTE), KeyError(NOTE)
    told = sanitized_traceback(raised(ExceptionGroup(NOTE, [one, two])))
    assert "ExceptionGroup" in told
    assert "ValueError" in told
    assert "KeyError" in told
    assert "boiler" not in told
    one.__cause__, two.__cause__ = two, one
    assert sanitized_traceback(one).count("ValueError") == 1


def test_what_was_left_out_on_purpose_is_left_out() -> None:
    error = RuntimeError()
    error.__context__, error.__suppress_context__ = ValueError(), True
    assert "ValueError" not in sanitized_traceback(error)


def test_an_endless_recursion_is_told_in_short() -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(RecursionError) as caught:
        deeper()
    assert len(sanitized_traceback(caught.value).splitlines()) <= MAX_FRAMES + 5


def test_a_kind_with_a_strange_name_is_not_told() -> None:
    assert sanitized_traceback(type(NOTE, (Exception,), {})()).strip() == "an error"


@pytest.mark.parametrize(
    ("file", "shown"),
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
def test_a_place_is_told_without_the_folders_of_this_computer(file: str, shown: str) -> None:
    assert short_location(file) == shown


# What the program writes about itself.

LOG = logging.getLogger("vaultdesk.test")


@pytest.fixture
def here(home: Path) -> Iterator[AppFolders]:
    root, own = logging.getLogger(), logging.getLogger("vaultdesk")
    before = root.level, own.level
    yield app_folders({"VAULTDESK_HOME": str(home)})
    stop_logging()
    root.setLevel(before[0])
    own.setLevel(before[1])


def started(here: AppFolders, level: int = logging.INFO) -> Path:
    file = start_logging(here, level)
    assert file is not None
    return file


def test_what_is_said_goes_to_the_file_and_to_the_last_lines(here: AppFolders) -> None:
    file = started(here)
    LOG.info("Opened %s", "Notes")

    assert file == here.logs / "vaultdesk.log"
    assert "INFO vaultdesk.test [MainThread] Opened Notes" in file.read_text(encoding="utf-8")
    assert last_safe_lines(1)[0].endswith("Opened %s")
    assert last_safe_lines(0) == []


def test_an_ordinary_start_and_end_says_nothing_loud(here: AppFolders, caplog: pytest.LogCaptureFixture) -> None:
    started(here)
    stop_logging()

    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


class Stubborn:
    """An object whose printed form holds a key, as a request object may."""

    def __repr__(self) -> str:
        return "<Request sk-ant-api03-OBJECT00KEY>"


def test_no_key_reaches_the_file_by_any_way_into_a_record(here: AppFolders, caplog: pytest.LogCaptureFixture) -> None:
    register_secret("registered-secret-1")
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

    written = file.read_text(encoding="utf-8") + "\n".join(last_safe_lines())
    for key in ("MESSAGE00KEY", "registered-secret-1", "OBJECT00KEY", "MAPPING00KEY", "INNER000KEY", "OUTER0KEY"):
        assert key not in written
    assert "RuntimeError" in written
    assert "The above exception was the direct cause" in written


def test_libraries_are_heard_from_warnings_on_only(here: AppFolders) -> None:
    file = started(here, logging.DEBUG)

    logging.getLogger("openai._base_client").debug("Request options: {'json_data': 'a whole note'}")
    logging.getLogger("httpx2").info("HTTP Request: POST")
    LOG.debug("Our own detail")

    text = file.read_text(encoding="utf-8")
    assert "whole note" not in text
    assert "HTTP Request" not in text
    assert "Our own detail" in text


def test_a_library_made_talkative_by_the_environment_is_not_heard_either(here: AppFolders) -> None:
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
    assert "whole note" not in "".join(last_safe_lines())
    assert "Something grave" in text


def test_starting_again_moves_the_log_and_writes_each_line_once(here: AppFolders, tmp_path: Path) -> None:
    first = started(here)
    second = started(app_folders({"VAULTDESK_HOME": str(tmp_path / "other")}))
    LOG.info("only here")

    assert "only here" not in first.read_text(encoding="utf-8")
    assert second.read_text(encoding="utf-8").count("only here") == 1


def test_where_no_file_can_be_written_the_last_lines_still_tell_why(
    here: AppFolders, caplog: pytest.LogCaptureFixture
) -> None:
    here.logs.parent.mkdir(parents=True)
    here.logs.write_text("in the way")

    assert start_logging(here) is None
    assert "No log file" in last_safe_lines(1)[0]
    caplog.clear()


def test_the_file_is_turned_over_and_old_ones_are_dropped(here: AppFolders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    started(here)
    for number in range(200):
        LOG.info("line %d of many", number)

    assert len(list(here.logs.iterdir())) == logs.LOG_FILES + 1
    assert all(file.stat().st_size <= 1000 for file in here.logs.iterdir())


def test_a_file_that_another_program_holds_is_written_on(here: AppFolders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES", 1000)
    file = started(here)

    def held(*_: object) -> None:
        raise PermissionError(13, "used by another process")

    monkeypatch.setattr(os, "rename", held)
    monkeypatch.setattr(os, "remove", held)
    for number in range(50):
        LOG.info("line %d of many", number)

    assert "line 49" in file.read_text(encoding="utf-8")


def test_the_last_lines_are_few(here: AppFolders) -> None:
    started(here)
    for number in range(logs.MAX_RECORDS + 50):
        LOG.info("line %d", number)

    assert len(last_safe_lines()) == logs.MAX_RECORDS
    assert "line %d" in last_safe_lines(2)[0]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk at hand")
def test_a_full_disk_is_no_traceback_a_line(here: AppFolders, capfd: pytest.CaptureFixture[str]) -> None:
    here.logs.mkdir(parents=True)
    (here.logs / "vaultdesk.log").symlink_to("/dev/full")
    start_logging(here)
    LOG.info("Opened")
    stop_logging()

    assert capfd.readouterr().err == ""
    assert last_safe_lines(1)[0].endswith("Opened")


def test_facts_have_our_sentences_and_nothing_that_was_put_into_them(
    here: AppFolders, caplog: pytest.LogCaptureFixture
) -> None:
    started(here)
    LOG.info("Opened %s", "Diary")
    logging.getLogger("some.library").warning("Broken: Diary")
    try:
        raise ValueError("Diary")
    except ValueError:
        LOG.exception("A task failed: %s", "Diary")
    caplog.clear()

    told = "\n".join(last_safe_lines(3))
    assert "INFO vaultdesk.test Opened %s" in told
    assert "WARNING some.library (its text is left out)" in told
    assert "ERROR vaultdesk.test A task failed: %s\nbuiltins.ValueError" in told
    assert "Diary" not in told
    assert last_safe_lines(0) == []
