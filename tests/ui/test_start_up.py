"""Start-up: what the window needs is read behind it; what comes before it is in test_application.py."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import start_up
from vaultdesk.ui.start_up import read_means


@on_qt_loop
async def test_the_settings_are_read_from_their_place(home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "settings.toml").write_text('[appearance]\ntheme = "dark"\n')

    means = await read_means(app_folders())

    assert means.store.settings.appearance.theme == "dark"
    assert means.places == app_folders()


@on_qt_loop
async def test_what_answers_is_warmed_up_later_and_not_for_a_window_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []

    async def later() -> None:
        assert not warmed

    monkeypatch.setattr(start_up, "WARM_UP_AFTER", 1)
    monkeypatch.setattr(start_up, "_warm_up", lambda _settings: warmed.append("here"))
    monkeypatch.setattr(start_up, "import_later", later)
    owner = QObject()
    start_up.warm_up_soon(owner, Settings())
    shiboken6.delete(owner)
    stays = QObject()
    start_up.warm_up_soon(stays, Settings())
    assert not warmed
    await until(lambda: warmed)
    await asyncio.sleep(0)
    assert warmed == ["here"]


@pytest.mark.parametrize(
    ("kind", "there"), [("offline", []), ("ollama", []), ("anthropic", ["anthropic"]), ("gemini", ["openai"])]
)
def test_only_the_libraries_that_are_used_are_warmed_up(kind: str, there: list[str]) -> None:
    script = (
        "import os, sys\nfor name in ('OPENAI_API_KEY', 'ANTHROPIC_API_KEY'): os.environ.pop(name, None)\n"
        "from vaultdesk.core.settings.settings_store import Settings\nfrom vaultdesk.ui import start_up\n"
        f"settings = Settings.model_validate({{'providers': {{'one': {{'kind': {kind!r}}}}}}})\n"
        "start_up._warm_up(settings)\n"
        "print([name for name in ('openai', 'anthropic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == str(there)


def test_what_the_window_waits_for_brings_nothing_that_works_with_a_vault() -> None:
    heavy = ("pydantic", "sqlite3", "markdown_it", "vaultdesk.tools", "vaultdesk.agent", "vaultdesk.ui.approval")
    script = f"import sys, vaultdesk.ui.desktop\nprint([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
