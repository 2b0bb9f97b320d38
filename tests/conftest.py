"""Conftest: where Qt may run, a home of its own for a test, and a silent log as a rule."""

import gc
import itertools
import logging
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.campaigns import load_hypothesis_profile
from tests.support.wine import is_wine

if not os.environ.get("VAULTDESK_TEST_ON_DISPLAY"):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("PYTEST_QT_API", "pyside6")
# The window speaks the language of the computer; the tests know its English words.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

OWN_HOME = Path(tempfile.mkdtemp(prefix="vd-tests-"))
"""The home of this run: what a test does not send elsewhere lands here, never with the person who runs it."""

# Before anything else is imported: send2trash looks where the trash is as it is imported, Qt as it starts.
os.environ["HOME"] = str(OWN_HOME)
if sys.platform == "win32":
    os.environ["USERPROFILE"] = str(OWN_HOME)
    for _name, _folder in (("APPDATA", "Roaming"), ("LOCALAPPDATA", "Local")):
        os.environ[_name] = str(OWN_HOME / "AppData" / _folder)
for _kind, _folder in (("CONFIG", ".config"), ("DATA", ".local/share"), ("STATE", ".local/state"), ("CACHE", ".cache")):
    os.environ[f"XDG_{_kind}_HOME"] = str(OWN_HOME / _folder)
os.environ["VAULTDESK_HOME"] = str(OWN_HOME / "vaultdesk")

TEST_FONTS = "DejaVu"
"""First word of the font families that tests see where they are installed: widths are the same on every computer."""

FONT_FILES = ("ttf", "ttc", "otf", "otc", "pfa", "pfb", "pcf", "pcf.gz", "woff", "woff2")
"""Suffixes of the other fonts. Not `*`: fontconfig would leave out the folders, too."""

if any(Path("/usr/share/fonts").rglob(f"{TEST_FONTS}Sans.ttf")):
    _fonts = OWN_HOME / "fonts.conf"
    _fonts.write_text(
        f"""<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>
        <include ignore_missing="yes">{os.environ.get("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")}</include>
        <selectfont>
        <acceptfont><glob>*/{TEST_FONTS}*</glob></acceptfont>
        <rejectfont>{"".join(f"<glob>*.{kind}</glob>" for kind in FONT_FILES)}</rejectfont>
        </selectfont></fontconfig>""",
        encoding="utf-8",
    )
    os.environ["FONTCONFIG_FILE"] = str(_fonts)

if sys.platform == "win32":
    # A test's text is the same bytes on each system; the program names its encodings (tests/architecture/idioms.py).
    _read_text, _write_text = Path.read_text, Path.write_text

    def _read(path: Path, encoding: str = "utf-8", errors: str | None = None) -> str:
        return _read_text(path, encoding, errors)

    def _write(
        path: Path, data: str, encoding: str = "utf-8", errors: str | None = None, newline: str | None = "\n"
    ) -> int:
        return _write_text(path, data, encoding, errors, newline)

    Path.read_text, Path.write_text = _read, _write  # type: ignore[method-assign]
    if is_wine():
        _symlink = os.symlink

        def _skip_or_link(*given: Any, **options: Any) -> None:
            caller = sys._getframe(1)
            while caller.f_back is not None and caller.f_globals["__name__"].startswith("pathlib"):
                caller = caller.f_back
            if not caller.f_globals["__name__"].startswith("_pytest"):
                pytest.skip("Wine lacks symbolic links")  # It makes none and reports no error.
            _symlink(*given, **options)

        os.symlink = _skip_or_link

_tests = itertools.count(1)

load_hypothesis_profile()

# Until all tests are collected: a quarter of that time went into looking for garbage where there is none.
gc.disable()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts its background jobs so, and every process that a test starts and interrupts would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Fail a test that leaves this process deaf to an interrupt: all that later tests start would be so, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        pytest.fail(f"{item.nodeid} left SIGINT ignored", pytrace=False)


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


def pytest_collection_finish() -> None:
    """Keep the thousands of collected tests out of every garbage collection; one took about a second with them."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(OWN_HOME, ignore_errors=True)


def pytest_report_header() -> str:
    """Say in the header what was left out and why."""
    return f"Qt: {'missing, tests/ui left out: ' + QT_MISSING if QT_MISSING else 'present'}"


@pytest.fixture(autouse=True)
def kept_from_home() -> Iterator[None]:
    """Settings and data of one test are unknown to the next; the folder is made by the program, if it needs one."""
    # Not by the fixture `monkeypatch`: asked for here, it would be undone after every other fixture, not before them.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTDESK_HOME", str(OWN_HOME / str(next(_tests))))
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the program's own for one test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("VAULTDESK_HOME", str(folder))
    return folder


@pytest.fixture
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider that cannot be reached is asked again at once."""
    monkeypatch.setattr("vaultdesk.providers.wrappers.RETRY_DELAYS", (0.01, 0.03))


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
