"""Pytest configuration: Qt without a display, a separate home folder for each test, and no unexpected log warnings."""

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
# The window uses the system language; the tests expect its English texts.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)

OWN_HOME = Path(tempfile.mkdtemp(prefix="vd-tests-"))
"""Home folder of this test run. A test that sets no other folder writes here, never into the developer's home."""

# Before any other import: send2trash locates the trash when it is imported, Qt when it starts.
os.environ["HOME"] = str(OWN_HOME)
if sys.platform == "win32":
    os.environ["USERPROFILE"] = str(OWN_HOME)
    for _name, _folder in (("APPDATA", "Roaming"), ("LOCALAPPDATA", "Local")):
        os.environ[_name] = str(OWN_HOME / "AppData" / _folder)
for _kind, _folder in (("CONFIG", ".config"), ("DATA", ".local/share"), ("STATE", ".local/state"), ("CACHE", ".cache")):
    os.environ[f"XDG_{_kind}_HOME"] = str(OWN_HOME / _folder)
os.environ["VAULTDESK_HOME"] = str(OWN_HOME / "vaultdesk")

TEST_FONTS = "DejaVu"
"""First word of the only font families visible to the tests where installed, so that text widths do not vary."""

FONT_FILES = ("ttf", "ttc", "otf", "otc", "pfa", "pfb", "pcf", "pcf.gz", "woff", "woff2")
"""Suffixes of the rejected font files. With `*` fontconfig would reject the folders as well."""

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

if sys.platform != "win32":
    import resource

    # Tests make processes crash: a core dump of each would be written to the checkout.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))

if sys.platform == "win32":
    # Tests read and write the same bytes on every system; the product passes encodings (tests/architecture/idioms.py).
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
                pytest.skip("Wine lacks symbolic links")  # It creates none and reports no error.
            _symlink(*given, **options)

        os.symlink = _skip_or_link

_tests = itertools.count(1)

load_hypothesis_profile()

# Disabled until all tests are collected: garbage collection took a quarter of the collection time.
gc.disable()

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs like this, and a process that a test starts and interrupts would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Fail a test that leaves SIGINT ignored: every process that later tests start would inherit it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        pytest.fail(f"{item.nodeid} left SIGINT ignored", pytrace=False)


try:
    import PySide6.QtWidgets  # noqa: F401 - only to check that Qt's system libraries are installed
except ImportError as missing:
    QT_MISSING = str(missing)
    if os.environ.get("CI") or os.environ.get("VAULTDESK_REQUIRE_GUI"):
        raise pytest.UsageError(f"Qt cannot be loaded, and its tests must not be skipped here: {missing}") from missing
    collect_ignore = ["ui"]
else:
    QT_MISSING = ""
    pytest_plugins = ["pytestqt.plugin"]


def pytest_collection_finish() -> None:
    """Exclude the thousands of collected tests from garbage collection; one pass took about a second with them."""
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Empty the clipboard, and delete the home folder of this run."""
    if (gui := sys.modules.get("PySide6.QtGui")) and gui.QGuiApplication.instance() is not None:
        # Qt's clipboard without a display deletes its Python object after the interpreter has ended, and crashes.
        gui.QGuiApplication.clipboard().clear()
    shutil.rmtree(OWN_HOME, ignore_errors=True)


def pytest_report_header() -> str:
    """Report in the header which tests are skipped and why."""
    return f"Qt: {'missing, tests/ui left out: ' + QT_MISSING if QT_MISSING else 'present'}"


@pytest.fixture(autouse=True)
def separate_home() -> Iterator[None]:
    """Give each test its own settings and data folder; the product creates it when needed."""
    # Not with the `monkeypatch` fixture: requested here, it would be undone after every other fixture, not before them.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTDESK_HOME", str(OWN_HOME / str(next(_tests))))
        yield


@pytest.fixture(scope="session", autouse=True)
def kept_model() -> Iterator[None]:
    """Keep the embedding model in memory between tests: loading it takes half a second."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vaultdesk.index.embeddings.embedder._loaded_models", {})
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of the program for one test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("VAULTDESK_HOME", str(folder))
    return folder


@pytest.fixture
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retry an unreachable provider almost immediately."""
    monkeypatch.setattr("vaultdesk.providers.wrappers.RETRY_DELAYS", (0.01, 0.03))


@pytest.fixture(autouse=True)
def silent_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs an unexpected warning (`caplog.clear()` marks warnings as expected)."""
    yield
    unexpected = [
        record
        for record in caplog.get_records("call")
        if record.levelno >= logging.WARNING and record.name.startswith("vaultdesk")
    ]
    assert not unexpected, [record.getMessage() for record in unexpected]
