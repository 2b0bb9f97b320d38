"""Pane states: every pane with nothing in it, one thing, thousands, very long names and right-to-left text."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QLabel,
    QWidget,
)

from tests.support.campaigns import CAMPAIGNS, sampled
from tests.support.desktop import open_views, running_desktop
from tests.support.pane_table import PANES, Bench, Pane
from tests.support.pane_vaults import STATES, make_vault
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.ui.window.main_window import MainWindow

PANE_TIMEOUT = 12.0
"""Seconds until a pane must show its content; it usually takes a tenth of a second."""

TABLE_TIMEOUT = 120.0
"""Seconds for all panes of a state on a busy machine: thirty panes, and thousands of notes to index first."""

POLL = 0.005
"""Seconds between two polls."""

MAX_WIDGETS = 240
"""Widgets one pane may create, whatever the vault contains: rows are painted, not made of widgets."""

MAX_SETTINGS_WIDGETS = 900
"""The same for the settings, which are created with all their sheets."""

MAX_ROWS_READ = 60
"""Rows of a list whose text is checked."""

CONTROL_CHARACTERS = re.compile("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]")
"""Characters that hide or reorder the adjacent text."""


@pytest.fixture(autouse=True)
def table_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.qt_loop.QT_TEST_LIMIT", TABLE_TIMEOUT)


@pytest.fixture
def right_to_left(qapp: QApplication) -> Iterator[None]:
    """Lay the window out as for a right-to-left language."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


# The other tests show a vault with one note of each kind, and one with right-to-left text.
@pytest.mark.parametrize("state", sampled(STATES, 1))
def test_every_pane_shows_its_content(home: Path, tmp_path: Path, state: str) -> None:
    check_all_panes(tmp_path, state)


@pytest.mark.usefixtures("right_to_left")
def test_every_pane_shows_its_content_in_a_right_to_left_window(home: Path, tmp_path: Path) -> None:
    check_all_panes(tmp_path, "rtl")


@on_qt_loop
async def check_all_panes(tmp_path: Path, state: str) -> None:
    """Show every pane of a vault in *state*, and fail with the problems found."""
    scene = make_vault(state, tmp_path / "Lindenweg")
    write_settings(scene.root)
    problems: list[str] = []
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        desktop.window.activateWindow()
        for pane in PANES:
            if scene.note or not pane.note:
                problems += await check_pane(pane, bench)
                close_popups()
    assert not problems


def write_settings(root: Path) -> None:
    """Save chats as notes, and disable embeddings so that they do not interfere."""
    file = app_folders().settings_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[meaning]\nmodel = 'off'\n[vaults.'{root.resolve()}']\nchats = 'keep'\n", encoding="utf-8")


async def check_pane(pane: Pane, bench: Bench) -> list[str]:
    """Show *pane* and return its problems."""
    before, width = len(QApplication.allWidgets()), bench.desktop.window.width()
    pane.show(bench)
    try:
        async with asyncio.timeout(PANE_TIMEOUT):
            while not is_complete(pane, bench):
                await asyncio.sleep(POLL)
    except TimeoutError:
        shown = pane.rows(bench) if pane.rows is not None else "nothing"
        expected = pane.there(bench.scene) if pane.there is not None else "the pane"
        return [f"{pane.name}: {shown!r} instead of {expected!r}; it says {window_texts(bench)}"]
    widget = pane.found(bench)
    assert widget is not None
    if widget.window() is not bench.desktop.window:
        widget.grab()  # An error raised while painting fails the test.
    bench.desktop.window.grab()  # It paints the panes inside it as well.
    created = len(QApplication.allWidgets()) - before
    limit = MAX_SETTINGS_WIDGETS if pane.name in ("agents", "settings") else MAX_WIDGETS
    problems = [f"{created} widgets created"] if created > limit else []
    if bench.desktop.window.width() > width:
        problems.append("the window grew")
    problems += [f"{text!r} hides something" for text in texts_of(widget) if CONTROL_CHARACTERS.search(text)]
    problems += [f"{child!r} stands outside" for child in outside(widget)]
    return [f"{pane.name}: {problem}" for problem in problems]


def is_complete(pane: Pane, bench: Bench) -> bool:
    """Return whether *pane* is visible with all its rows, or with its message if it is empty."""
    widget = pane.found(bench)
    if widget is None or not widget.isVisible():
        return False
    if pane.rows is not None and pane.there is not None and pane.rows(bench) != pane.there(bench.scene):
        return False
    return bool(bench.scene.note) or any(pane.empty in text for text in texts_of(widget))


def window_texts(bench: Bench) -> list[str]:
    """Return the longer texts of the window."""
    return [text for text in texts_of(bench.desktop.window) if len(text) > 12][:20]


def texts_of(root: QWidget) -> Iterator[str]:
    """Yield the texts of *root*: labels, buttons, and the first rows of its lists."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            rows = min(model.rowCount(), MAX_ROWS_READ)
            yield from (str(model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) or "") for row in range(rows))


def outside(root: QWidget) -> list[QWidget]:
    """Return the widgets of *root* beyond the left or right edge of its window, except scrolled ones."""
    window = root.window()
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget.parentWidget(), QAbstractScrollArea) or scrolled(widget, root):
            continue
        left = widget.mapTo(window, QPoint(0, 0)).x()
        if left < 0 or left + widget.width() > window.width():
            found.append(widget)
    return found


def scrolled(widget: QWidget, root: QWidget) -> bool:
    """Return whether *widget* is inside a scroll area of *root*."""
    ancestor = widget.parentWidget()
    while ancestor is not None and ancestor is not root:
        if isinstance(ancestor.parentWidget(), QAbstractScrollArea):
            return True
        ancestor = ancestor.parentWidget()
    return False


def close_popups() -> None:
    """Close the windows over the main window."""
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and not isinstance(window, MainWindow):
            window.close()


async def wait_for_text(bench: Bench, text: str) -> None:
    """Wait until the window shows *text*."""
    try:
        async with asyncio.timeout(PANE_TIMEOUT):
            while not any(text in shown for shown in texts_of(bench.desktop.window)):
                await asyncio.sleep(POLL)
    except TimeoutError:
        raise AssertionError(f"{text!r} was not shown, but {window_texts(bench)}") from None


async def wait_for(condition: Callable[[], object], description: str) -> None:
    """Wait until *condition* is true."""
    try:
        async with asyncio.timeout(PANE_TIMEOUT):
            while not condition():
                await asyncio.sleep(POLL)
    except TimeoutError:
        raise AssertionError(f"timed out waiting for {description}") from None


MISSING_FOLDER = "The folder of the vault no longer exists."
DOCKED_PANES = 20
"""Panes of the table that stay open next to each other: these are shown while the folder disappears."""

MISSING_FOLDER_TEXTS = {
    "canvas": MISSING_FOLDER,
    "picture": MISSING_FOLDER,
    "document": MISSING_FOLDER,
    "vocabulary": MISSING_FOLDER,
}
"""Panes that read the disk, and their text while the folder is missing. The others show what the index knows."""


@on_qt_loop
async def test_panes_report_a_missing_folder_and_recover(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    write_settings(scene.root)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        for pane in PANES[:DOCKED_PANES]:
            assert not await check_pane(pane, bench)
            close_popups()
        moved = scene.root.rename(tmp_path / "unplugged")
        desktop.window.activated.emit()
        await wait_for_text(bench, "The vault's folder cannot be read.")
        for pane in PANES:
            if pane.name in ("editor", "reading", "quick ask"):
                continue
            pane.show(bench)
            await wait_for(partial(is_visible, pane, bench), f"{pane.name}, with the folder gone")
            if pane.name in MISSING_FOLDER_TEXTS:
                await wait_for_text(bench, MISSING_FOLDER_TEXTS[pane.name])
            desktop.window.grab()
            close_popups()
        assert not scene.root.exists(), "the missing folder was created again"
        moved.rename(scene.root)
        bench.views.workspace.indexer.rescan_soon()
        await wait_for(lambda: bench.views.workspace.indexer.state.phase == "ready", "the index, ready again")
        for pane in PANES:
            if CAMPAIGNS or pane in PANES[:DOCKED_PANES] or pane.name in MISSING_FOLDER_TEXTS:
                assert not await check_pane(pane, bench), pane.name
                close_popups()
        assert not any("no longer exists" in text for text in texts_of(desktop.window))
    caplog.clear()  # The index has logged that it could not read the folder.


@on_qt_loop
async def test_text_typed_while_the_note_is_missing_is_saved_when_it_returns(home: Path, tmp_path: Path) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    write_settings(scene.root)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        bench.views.open_note(scene.note)
        await wait_for(lambda: bench.views.notes.current_path == scene.note and bench.page.text, "the note")
        file, moved = scene.root / scene.note, tmp_path / "aside.md"
        file.rename(moved)
        await wait_for_text(bench, "This note was deleted by another program.")
        bench.page.toggle_edit()
        bench.page.editor.appendPlainText("typed meanwhile")
        assert not await bench.page.leave()
        moved.rename(file)
        await wait_for(lambda: "typed meanwhile" in file.read_text(encoding="utf-8"), "what was typed, on the disk")
        await wait_for(lambda: not bench.page.banner.text(), "the end of the message")


@pytest.mark.parametrize("name", ["canvas", "picture", "document"])
@on_qt_loop
async def test_a_file_deleted_while_it_is_shown_is_reported_in_its_pane(home: Path, tmp_path: Path, name: str) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    write_settings(scene.root)
    file = scene.root / {"canvas": "Board.canvas", "picture": "Cellar.png", "document": "Offer.pdf"}[name]
    pane = next(candidate for candidate in PANES if candidate.name == name)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        assert not await check_pane(pane, bench)
        moved = file.rename(tmp_path / file.name)
        desktop.window.activated.emit()  # Pictures are not watched.
        await wait_for_text(bench, f"There is no note “{file.name}”.")
        moved.rename(file)
        bench.views.files.list_files()
        await wait_for(lambda: not any("There is no" in text for text in texts_of(desktop.window)), "the file again")


@on_qt_loop
async def test_an_emptied_vault_is_reported_in_each_pane(home: Path, tmp_path: Path) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    write_settings(scene.root)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        moved = scene.root.rename(tmp_path / "kept")
        scene.root.mkdir()
        bench.views.workspace.indexer.rescan_soon()
        await wait_for_text(bench, "This folder contains no Markdown files.")
        empty_bench = Bench(desktop, bench.views, make_vault("empty", tmp_path / "nothing"))
        for pane in PANES:
            if pane.empty and not pane.note and pane.name not in ("activity", "what left"):
                assert not await check_pane(pane, empty_bench), pane.name
                close_popups()
        scene.root.rmdir()
        moved.rename(scene.root)
        bench.views.workspace.indexer.rescan_soon()
        await wait_for(lambda: not any("no Markdown" in text for text in texts_of(desktop.window)), "the notes again")
        assert not await check_pane(PANES[0], bench)


def is_visible(pane: Pane, bench: Bench) -> bool:
    """Return whether *pane* is visible, whatever it shows."""
    widget = pane.found(bench)
    return widget is not None and widget.isVisible()
