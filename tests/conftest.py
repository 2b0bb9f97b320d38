"""Conftest: where Qt may run, a home of its own for a test, and a silent log as a rule."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

if not os.environ.get("VAULTDESK_TEST_ON_DISPLAY"):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("PYTEST_QT_API", "pyside6")
# The window speaks the language of the computer; the tests know its English words.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

try:
    import PySide6.QtWidgets  # noqa: F401 - only to learn whether Qt's system libraries are here
except ImportError as missing:
    QT_MISSING = str(missing)
    if os.environ.get("CI") or os.environ.get("VAULTDESK_REQUIRE_GUI"):
        raise pytest.UsageError(f"Qt cannot be loaded, and its tests must not be skipped here: {missing}") from missing
    collect_ignore = ["ui"]
else:
    QT_MISSING = ""
    pytest_plugins = ["pytestqt.plugin"]


def pytest_report_header() -> str:
    """Say in the header what was left out and why."""
    return f"Qt: {'missing, tests/ui left out: ' + QT_MISSING if QT_MISSING else 'present'}"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the program's own for one test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("VAULTDESK_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def silent_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in our log that the test did not ask for fails it (`caplog.clear()` says it was expected)."""
    yield
    loud = [
        record
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and record.name.startswith("vaultdesk")
    ]
    assert not loud, [record.getMessage() for record in loud]
