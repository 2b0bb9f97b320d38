"""Start-up: what the window needs is read behind it; what comes before it is in test_application.py."""

import asyncio
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QObject

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.paths import places
from vaultdesk.ui import start_up
from vaultdesk.ui.start_up import read_means


@on_qt_loop
async def test_the_settings_are_read_from_their_place(home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "settings.toml").write_text('[appearance]\ntheme = "dark"\n')

    means = await read_means(places())

    assert means.store.settings.appearance.theme == "dark"
    assert means.places == places()


@on_qt_loop
async def test_what_answers_is_warmed_up_later_and_not_for_a_window_that_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(start_up, "WARM_UP_AFTER", 1)
    monkeypatch.setattr(start_up, "_warm_up", lambda: warmed.append("here"))
    owner = QObject()
    start_up.warm_up_soon(owner)
    shiboken6.delete(owner)
    stays = QObject()
    start_up.warm_up_soon(stays)
    assert not warmed
    await until(lambda: warmed)
    await asyncio.sleep(0)
    assert warmed == ["here"]
