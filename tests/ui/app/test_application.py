"""Tests of ui/app/application.py."""

import gc
import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.support.desktop import small_vault
from vaultdesk.ui.app import application as module
from vaultdesk.ui.app.application import GarbageCollector

# Collector: garbage goes, but only on the window's thread.


class Knot:
    """Garbage only the collector can free."""

    def __init__(self) -> None:
        self.myself = self
        self.freed_in: list[str] = []


def litter() -> tuple["weakref.ref[Knot]", list[str]]:
    knot, freed_in = Knot(), []
    weakref.finalize(knot, lambda: freed_in.append(threading.current_thread().name))
    return weakref.ref(knot), freed_in


def allocate() -> list[list[int]]:
    """Make more objects than the collector lets pass, and keep them: it counts what was made and not freed."""
    return [[number] for number in range(20_000)]


@pytest.fixture
def frozen_again() -> Iterator[None]:
    """Freeze what `release` thawed: with the thousands of collected tests each later collection would take a second."""
    yield
    gc.freeze()


@pytest.mark.usefixtures("frozen_again")
def test_other_threads_free_nothing_and_a_look_frees_all(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STARTUP_CHECKS", 0)
    gc.enable()
    gc.collect()
    collector = GarbageCollector(qapp)
    try:
        knot, freed_in = litter()
        kept: list[object] = []
        other = threading.Thread(target=lambda: kept.append(allocate()))
        other.start()
        other.join(5)
        assert knot() is not None

        kept.append(allocate())
        collector.collect()

        assert freed_in == [threading.main_thread().name]
    finally:
        collector.release()
    assert gc.isenabled()
    gc.disable()  # as the other tests of the window want it


@pytest.mark.usefixtures("frozen_again")
def test_what_long_lives_is_left_out_until_all_is_looked_through(qapp: QApplication) -> None:
    gc.collect()
    collector = GarbageCollector(qapp)
    try:
        knot, freed_in = litter()
        gc.freeze()
        gc.collect()
        assert knot() is not None

        collector.collect_all()

        assert freed_in == [threading.main_thread().name]
        assert gc.get_freeze_count()
    finally:
        collector.release()
    assert not gc.get_freeze_count()
    gc.disable()


@pytest.mark.usefixtures("frozen_again")
def test_a_collection_that_is_felt_is_the_last_over_what_it_found(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STARTUP_CHECKS", 0)
    gc.collect()
    frozen = gc.get_freeze_count()
    collector = GarbageCollector(qapp)
    try:
        monkeypatch.setattr(module, "MAX_PAUSE", 60.0)
        kept = [allocate()]
        collector.collect()
        assert gc.get_freeze_count() == frozen
        monkeypatch.setattr(module, "MAX_PAUSE", 0.0)
        kept.append(allocate())
        collector.collect()
        assert gc.get_freeze_count() > frozen + 20_000
    finally:
        collector.release()
    gc.disable()


@pytest.mark.usefixtures("frozen_again")
def test_all_is_looked_through_once_the_person_is_away(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()
    collector = GarbageCollector(qapp)
    states = [Qt.ApplicationState.ApplicationActive]
    monkeypatch.setattr(QApplication, "applicationState", lambda: states[0])
    try:
        knot, _ = litter()
        gc.freeze()
        for _ in range(module.AWAY_CHECKS + 1):
            collector.collect()
        assert knot() is not None
        states[0] = Qt.ApplicationState.ApplicationInactive
        for _ in range(module.AWAY_CHECKS - 1):
            collector.collect()
        assert knot() is not None
        collector.collect()
        assert knot() is None
    finally:
        collector.release()
    gc.disable()


# Application: the program starts quickly and alone, and a second start ends at once.

LIMIT = 40
"""Seconds for a program to start and end; on an idle machine it takes two."""

FIRST_PAINT = """
import sys
from PySide6.QtCore import QTimer
from vaultdesk.ui.app import application
heavy = (
    "openai", "anthropic", "httpx2", "markdown_it", "pygments", "watchdog", "keyring", "pydantic", "asyncio", "sqlite3",
    "numpy", "onnxruntime", "tokenizers", "stringzilla", "rapidfuzz", "huggingface_hub",
    "PySide6.QtNetwork", "hashlib", "html", "email", "http", "xml", "yaml",
)
seen = []

def spy(window):
    paint(window)
    seen.extend(name for name in heavy if name in sys.modules)
    QTimer.singleShot(0, window.close)

paint, application.paint = application.paint, spy
code = application.main()
print(",".join(seen))
sys.exit(code)
"""

TWICE = """
import subprocess, sys
from pathlib import Path
from vaultdesk.ui.app import application
from vaultdesk.ui.window.main_window import MainWindow

show = MainWindow.show_vault
def spy(window, name, recent):
    show(window, name, recent)
    if name:
        print(name)
        window.close()
MainWindow.show_vault = spy

def then(window):
    paint(window)
    second = (
        "import pathlib, sys; from vaultdesk.ui.app.application import main; from "
        "vaultdesk.core.platform.launch_request import LaunchRequest as Wish; "
    )
    second += "sys.exit(main(Wish(pathlib.Path(sys.argv[1]))))"
    children.append(subprocess.Popen([sys.executable, "-c", second, sys.argv[1]]))

children = []
paint, application.paint = application.paint, then
code = application.main()
print(children[0].wait(20))
sys.exit(code)
"""

HIDDEN = """
import asyncio, sys
from vaultdesk.ui.app import application; from vaultdesk.ui import bridge
from vaultdesk.ui.app.window_manager import WindowManager as Desktop
from vaultdesk.core.platform.launch_request import LaunchRequest as Wish

async def scene(desktop):
    await desktop.started.wait()
    print(desktop.window.isMinimized(), desktop.window.isVisible())
    desktop.window.bring_to_front()
    print(desktop.window.isMinimized(), desktop.window.isVisible())
    desktop.quit()

ours = Desktop._run_until_shutdown
async def live_through(self, *words):
    bridge.start(scene(self), owner=self)
    await ours(self, *words)
Desktop._run_until_shutdown = live_through
sys.exit(application.main(Wish(hidden=True)))
"""

LINKED = """
import asyncio, sys
from pathlib import Path
from vaultdesk.ui.app import application; from vaultdesk.ui import bridge
from vaultdesk.ui.app.window_manager import WindowManager as Desktop
from vaultdesk.core.platform.launch_request import LaunchRequest as Wish

async def scene(desktop):
    while desktop.views is None or desktop.views.chat.composer.text != "Who rang?":
        await asyncio.sleep(0.01)
    print(any(talk.exchanges for talk in desktop.views.chat.conversations))
    desktop.quit()

ours = Desktop._run_until_shutdown
async def live_through(self, *words):
    bridge.start(scene(self), owner=self)
    await ours(self, *words)
Desktop._run_until_shutdown = live_through
sys.exit(application.main(Wish(Path(sys.argv[1]), link="vaultdesk://ask?question=Who%20rang%3F")))
"""


def start(script: str, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "VAULTDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        env=environment, capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip


def test_nothing_heavy_is_imported_before_the_window_is_seen(tmp_path: Path) -> None:
    ended = start(FIRST_PAINT, tmp_path / "home")

    assert (ended.returncode, ended.stdout.strip()) == (0, ""), ended.stderr
    kept = json.loads((tmp_path / "home" / "data" / "state.json").read_text())
    assert kept["place"]


@pytest.mark.timeout(90)
def test_a_second_start_hands_its_folder_to_the_first_and_ends(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")

    ended = start(TWICE, tmp_path / "home", str(vault))

    assert (ended.returncode, ended.stdout.split()) == (0, ["Lindenweg", "0"]), ended.stderr


def test_a_start_without_a_window_is_minimised_where_no_tray_would_lead_to_it(tmp_path: Path) -> None:
    ended = start(HIDDEN, tmp_path / "home")

    assert (ended.returncode, ended.stdout.split()) == (0, ["True", "True", "False", "True"]), ended.stderr


def test_a_start_with_a_link_lays_its_words_before_the_person(tmp_path: Path) -> None:
    ended = start(LINKED, tmp_path / "home", str(small_vault(tmp_path / "Lindenweg")))

    assert (ended.returncode, ended.stdout.strip()) == (0, "False"), ended.stderr


@pytest.mark.parametrize(
    ("given", "plugin", "wanted"),
    [
        ({"QT_IM_MODULE": "fcitx"}, "libibusplatforminputcontextplugin.so", "wayland;ibus"),
        ({"QT_IM_MODULE": "fcitx5"}, "libibusplatforminputcontextplugin.so", "wayland;ibus"),
        ({"QT_IM_MODULE": "fcitx"}, "libfcitx5platforminputcontextplugin.so", None),
        ({"QT_IM_MODULE": "fcitx", "QT_IM_MODULES": "xim"}, "libibusplatforminputcontextplugin.so", "xim"),
        ({"QT_IM_MODULE": "ibus"}, "libibusplatforminputcontextplugin.so", None),
        ({}, "libibusplatforminputcontextplugin.so", None),
    ],
)
def test_fcitx_types_by_the_plugin_that_is_there(
    given: dict[str, str], plugin: str, wanted: str | None, tmp_path: Path
) -> None:
    (tmp_path / "platforminputcontexts").mkdir()
    (tmp_path / "platforminputcontexts" / plugin).touch()
    environment = dict(given)
    module.choose_input_method(environment, tmp_path)
    assert environment.get("QT_IM_MODULES") == wanted
