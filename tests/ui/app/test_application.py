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

# GarbageCollector: garbage is freed only on the GUI thread.


class ReferenceCycle:
    """Garbage that only the cyclic collector can free."""

    def __init__(self) -> None:
        self.itself = self
        self.freed_in: list[str] = []


def create_garbage() -> tuple["weakref.ref[ReferenceCycle]", list[str]]:
    cycle, freed_in = ReferenceCycle(), []
    weakref.finalize(cycle, lambda: freed_in.append(threading.current_thread().name))
    return weakref.ref(cycle), freed_in


def allocate() -> list[list[int]]:
    """Allocate more objects than the collector's threshold and return them: it counts those not freed."""
    return [[number] for number in range(20_000)]


@pytest.fixture
def refreeze() -> Iterator[None]:
    """Freeze again what `release` unfroze: with thousands of tests each later collection would take a second."""
    yield
    gc.freeze()


@pytest.mark.usefixtures("refreeze")
def test_garbage_is_freed_by_collect_and_not_on_other_threads(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STARTUP_CHECKS", 0)
    gc.enable()
    gc.collect()
    collector = GarbageCollector(qapp)
    try:
        cycle, freed_in = create_garbage()
        allocated: list[object] = []
        other = threading.Thread(target=lambda: allocated.append(allocate()))
        other.start()
        other.join(5)
        assert cycle() is not None

        allocated.append(allocate())
        collector.collect()

        assert freed_in == [threading.main_thread().name]
    finally:
        collector.release()
    assert gc.isenabled()
    gc.disable()  # as the other GUI tests expect


@pytest.mark.usefixtures("refreeze")
def test_long_lived_objects_are_skipped_until_a_full_collection(qapp: QApplication) -> None:
    gc.collect()
    collector = GarbageCollector(qapp)
    try:
        cycle, freed_in = create_garbage()
        gc.freeze()
        gc.collect()
        assert cycle() is not None

        collector.collect_all()

        assert freed_in == [threading.main_thread().name]
        assert gc.get_freeze_count()
    finally:
        collector.release()
    assert not gc.get_freeze_count()
    gc.disable()


@pytest.mark.usefixtures("refreeze")
def test_objects_that_survive_a_long_collection_are_frozen(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STARTUP_CHECKS", 0)
    gc.collect()
    frozen = gc.get_freeze_count()
    collector = GarbageCollector(qapp)
    try:
        monkeypatch.setattr(module, "MAX_PAUSE", 60.0)
        allocated = [allocate()]
        collector.collect()
        assert gc.get_freeze_count() == frozen
        monkeypatch.setattr(module, "MAX_PAUSE", 0.0)
        allocated.append(allocate())
        collector.collect()
        assert gc.get_freeze_count() > frozen + 20_000
    finally:
        collector.release()
    gc.disable()


@pytest.mark.usefixtures("refreeze")
def test_a_full_collection_runs_once_the_application_is_inactive(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()
    collector = GarbageCollector(qapp)
    states = [Qt.ApplicationState.ApplicationActive]
    monkeypatch.setattr(QApplication, "applicationState", lambda: states[0])
    try:
        cycle, _ = create_garbage()
        gc.freeze()
        for _ in range(module.AWAY_CHECKS + 1):
            collector.collect()
        assert cycle() is not None
        states[0] = Qt.ApplicationState.ApplicationInactive
        for _ in range(module.AWAY_CHECKS - 1):
            collector.collect()
        assert cycle() is not None
        collector.collect()
        assert cycle() is None
    finally:
        collector.release()
    gc.disable()


# Startup: fast, and a single instance; a second start exits immediately.

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

def start_second(window):
    paint(window)
    second = (
        "import pathlib, sys; from vaultdesk.ui.app.application import main; from "
        "vaultdesk.core.platform.launch_request import LaunchRequest; "
    )
    second += "sys.exit(main(LaunchRequest(pathlib.Path(sys.argv[1]))))"
    children.append(subprocess.Popen([sys.executable, "-c", second, sys.argv[1]]))

children = []
paint, application.paint = application.paint, start_second
code = application.main()
print(children[0].wait(20))
sys.exit(code)
"""

HIDDEN = """
import asyncio, sys
from vaultdesk.ui.app import application; from vaultdesk.ui import bridge
from vaultdesk.ui.app.window_manager import WindowManager as Desktop
from vaultdesk.core.platform.launch_request import LaunchRequest

async def scene(desktop):
    await desktop.started.wait()
    print(desktop.window.isMinimized(), desktop.window.isVisible())
    desktop.window.bring_to_front()
    print(desktop.window.isMinimized(), desktop.window.isVisible())
    desktop.quit()

run_until_shutdown = Desktop._run_until_shutdown
async def run_scene(self, *arguments):
    bridge.start(scene(self), owner=self)
    await run_until_shutdown(self, *arguments)
Desktop._run_until_shutdown = run_scene
sys.exit(application.main(LaunchRequest(hidden=True)))
"""

LINKED = """
import asyncio, sys
from pathlib import Path
from vaultdesk.ui.app import application; from vaultdesk.ui import bridge
from vaultdesk.ui.app.window_manager import WindowManager as Desktop
from vaultdesk.core.platform.launch_request import LaunchRequest

async def scene(desktop):
    while desktop.views is None or desktop.views.chat.composer.text != "Who rang?":
        await asyncio.sleep(0.01)
    print(any(conversation.exchanges for conversation in desktop.views.chat.conversations))
    desktop.quit()

run_until_shutdown = Desktop._run_until_shutdown
async def run_scene(self, *arguments):
    bridge.start(scene(self), owner=self)
    await run_until_shutdown(self, *arguments)
Desktop._run_until_shutdown = run_scene
sys.exit(application.main(LaunchRequest(Path(sys.argv[1]), link="vaultdesk://ask?question=Who%20rang%3F")))
"""


def start(script: str, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "VAULTDESK_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        env=environment, capture_output=True, text=True, timeout=LIMIT, check=False,
    )  # fmt: skip


def test_no_heavy_module_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    result = start(FIRST_PAINT, tmp_path / "home")

    assert (result.returncode, result.stdout.strip()) == (0, ""), result.stderr
    state = json.loads((tmp_path / "home" / "data" / "state.json").read_text())
    assert state["place"]


@pytest.mark.timeout(90)
def test_a_second_start_passes_its_folder_to_the_first_and_exits(tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")

    result = start(TWICE, tmp_path / "home", str(vault))

    assert (result.returncode, result.stdout.split()) == (0, ["Lindenweg", "0"]), result.stderr


def test_a_hidden_start_is_minimised_when_there_is_no_tray(tmp_path: Path) -> None:
    result = start(HIDDEN, tmp_path / "home")

    assert (result.returncode, result.stdout.split()) == (0, ["True", "True", "False", "True"]), result.stderr


def test_a_start_with_a_link_fills_the_composer_without_sending(tmp_path: Path) -> None:
    result = start(LINKED, tmp_path / "home", str(small_vault(tmp_path / "Lindenweg")))

    assert (result.returncode, result.stdout.strip()) == (0, "False"), result.stderr


@pytest.mark.parametrize(
    ("variables", "plugin", "expected"),
    [
        ({"QT_IM_MODULE": "fcitx"}, "libibusplatforminputcontextplugin.so", "wayland;ibus"),
        ({"QT_IM_MODULE": "fcitx5"}, "libibusplatforminputcontextplugin.so", "wayland;ibus"),
        ({"QT_IM_MODULE": "fcitx"}, "libfcitx5platforminputcontextplugin.so", None),
        ({"QT_IM_MODULE": "fcitx", "QT_IM_MODULES": "xim"}, "libibusplatforminputcontextplugin.so", "xim"),
        ({"QT_IM_MODULE": "ibus"}, "libibusplatforminputcontextplugin.so", None),
        ({}, "libibusplatforminputcontextplugin.so", None),
    ],
)
def test_input_methods_fall_back_to_the_installed_plugin(
    variables: dict[str, str], plugin: str, expected: str | None, tmp_path: Path
) -> None:
    (tmp_path / "platforminputcontexts").mkdir()
    (tmp_path / "platforminputcontexts" / plugin).touch()
    environment = dict(variables)
    module.choose_input_method(environment, tmp_path)
    assert environment.get("QT_IM_MODULES") == expected
