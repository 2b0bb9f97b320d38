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

from tests.support.campaigns import sampled
from tests.support.desktop import open_views, running_desktop
from tests.support.pane_table import PANES, Bench, Pane
from tests.support.pane_vaults import STATES, make_vault
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.ui.window.main_window import MainWindow

PATIENCE = 12.0
"""Seconds until a pane shows what there is; usually a tenth of one."""

WHOLE_TABLE = 120.0
"""Seconds for all panes of a state on a busy machine: thirty of them, and thousands of notes to be read before."""

MOST_WIDGETS = 240
"""Widgets one pane may make, whatever is in the vault: rows are drawn, not made of widgets."""

SETTINGS_WIDGETS = 900
"""The same of the settings, which are made with all their sheets."""

ROWS_READ = 60
"""Rows of a list whose words are looked at."""

HIDING = re.compile("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]")
"""What hides or turns the text beside it."""


@pytest.fixture(autouse=True)
def time_for_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.qt_loop.QT_TEST_LIMIT", WHOLE_TABLE)


@pytest.fixture
def read_from_the_right(qapp: QApplication) -> Iterator[None]:
    """The window as a language like Arabic would turn it."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.parametrize("state", sampled(STATES, 2))
def test_every_pane_is_whole(home: Path, tmp_path: Path, state: str) -> None:
    load_all_nodes(tmp_path, state)


@pytest.mark.usefixtures("read_from_the_right")
def test_every_pane_is_whole_in_a_window_read_from_the_right(home: Path, tmp_path: Path) -> None:
    load_all_nodes(tmp_path, "rtl")


@on_qt_loop
async def load_all_nodes(tmp_path: Path, state: str) -> None:
    """Show every pane of a vault in *state*, and fail with what is wrong."""
    scene = make_vault(state, tmp_path / "Lindenweg")
    settle_settings(scene.root)
    wrong: list[str] = []
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        desktop.window.activateWindow()
        for pane in PANES:
            if scene.note or not pane.note:
                wrong += await tried(pane, bench)
                put_away()
    assert not wrong


def settle_settings(root: Path) -> None:
    """Keep chats as notes, and let nothing read for meaning beside what is tried."""
    file = app_folders().settings_file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"[meaning]\nmodel = 'off'\n[vaults.'{root.resolve()}']\nchats = 'keep'\n", encoding="utf-8")


async def tried(pane: Pane, bench: Bench) -> list[str]:
    """Show *pane* and return what is wrong with it."""
    before, wide = len(QApplication.allWidgets()), bench.desktop.window.width()
    pane.show(bench)
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_there(pane, bench):
                await asyncio.sleep(0.005)
    except TimeoutError:
        shown = pane.rows(bench) if pane.rows is not None else "nothing"
        expected = pane.there(bench.scene) if pane.there is not None else "the pane"
        return [f"{pane.name}: {shown!r} instead of {expected!r}; it says {said(bench)}"]
    widget = pane.found(bench)
    assert widget is not None
    widget.grab()  # Whatever drawing raises fails the test.
    bench.desktop.window.grab()
    created = len(QApplication.allWidgets()) - before
    most = SETTINGS_WIDGETS if pane.name in ("agents", "settings") else MOST_WIDGETS
    problems = [f"{created} widgets made"] if created > most else []
    if bench.desktop.window.width() > wide:
        problems.append("the window grew")
    problems += [f"{words!r} hides something" for words in texts_of(widget) if HIDING.search(words)]
    problems += [f"{one!r} stands outside" for one in outside(widget)]
    return [f"{pane.name}: {problem}" for problem in problems]


def is_there(pane: Pane, bench: Bench) -> bool:
    """Tell whether *pane* is in sight, with all its rows, or its sentence where there is nothing."""
    widget = pane.found(bench)
    if widget is None or not widget.isVisible():
        return False
    if pane.rows is not None and pane.there is not None and pane.rows(bench) != pane.there(bench.scene):
        return False
    return bool(bench.scene.note) or any(pane.empty in words for words in texts_of(widget))


def said(bench: Bench) -> list[str]:
    """Return what the window says in words."""
    return [words for words in texts_of(bench.desktop.window) if len(words) > 12][:20]


def texts_of(root: QWidget) -> Iterator[str]:
    """Yield what *root* says: labels, buttons, and the first rows of its lists."""
    for widget in (root, *root.findChildren(QWidget)):
        if not widget.isVisible():
            continue
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            rows = min(model.rowCount(), ROWS_READ)
            yield from (str(model.index(row, 0).data(Qt.ItemDataRole.DisplayRole) or "") for row in range(rows))


def outside(root: QWidget) -> list[QWidget]:
    """Return what of *root* stands over an edge of its window at the side; what is scrolled may."""
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
    """Tell whether *widget* is inside something of *root* that scrolls."""
    above = widget.parentWidget()
    while above is not None and above is not root:
        if isinstance(above.parentWidget(), QAbstractScrollArea):
            return True
        above = above.parentWidget()
    return False


def put_away() -> None:
    """Close what stands over the window."""
    for one in QApplication.topLevelWidgets():
        if one.isVisible() and not isinstance(one, MainWindow):
            one.close()


async def told(bench: Bench, words: str) -> None:
    """Wait until the window says *words*."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not any(words in one for one in texts_of(bench.desktop.window)):
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"{words!r} was never said; but {said(bench)}") from None


async def comes(condition: Callable[[], object], what: str) -> None:
    """Wait until *condition* holds."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"never came: {what}") from None


AWAY = "The folder of the vault no longer exists."
AMONG_THE_NOTES = 20
"""Panes of the table that stay open beside each other: these are shown while the folder goes."""

GONE_PANES = {"canvas": AWAY, "picture": AWAY, "document": AWAY, "vocabulary": AWAY}
"""Panes that read the disk, and what they say while it is gone. The others show what the index knows."""


@on_qt_loop
async def test_panes_tell_that_the_folder_is_gone_and_recover(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    settle_settings(scene.root)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        for pane in PANES[:AMONG_THE_NOTES]:
            assert not await tried(pane, bench)
            put_away()
        away = scene.root.rename(tmp_path / "unplugged")
        bench.views.workspace.indexer.rescan_soon()
        await told(bench, "The vault's folder cannot be read.")
        for pane in PANES:
            if pane.name in ("editor", "reading", "quick ask"):
                continue
            pane.show(bench)
            await comes(partial(seen, pane, bench), f"{pane.name}, with the folder gone")
            if pane.name in GONE_PANES:
                await told(bench, GONE_PANES[pane.name])
            desktop.window.grab()
            put_away()
        assert not scene.root.exists(), "what is gone was made anew"
        away.rename(scene.root)
        bench.views.workspace.indexer.rescan_soon()
        await comes(lambda: bench.views.workspace.indexer.state.phase == "ready", "the index, ready again")
        for pane in PANES:
            assert not await tried(pane, bench), pane.name
            put_away()
        assert not any("no longer exists" in words for words in texts_of(desktop.window))
    caplog.clear()  # The index said in the log that it could not read the folder.


@on_qt_loop
async def test_what_was_typed_while_the_note_was_away_is_saved_when_it_is_back(home: Path, tmp_path: Path) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    settle_settings(scene.root)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        bench.views.open_note(scene.note)
        await comes(lambda: bench.views.notes.current_path == scene.note and bench.page.text, "the note")
        file, aside = scene.root / scene.note, tmp_path / "aside.md"
        file.rename(aside)
        await told(bench, "This note was deleted by another program.")
        bench.page.toggle_edit()
        bench.page.editor.appendPlainText("typed meanwhile")
        assert not await bench.page.leave()
        aside.rename(file)
        await comes(lambda: "typed meanwhile" in file.read_text(encoding="utf-8"), "what was typed, on the disk")
        await comes(lambda: not bench.page.banner.text(), "the end of the message")


@pytest.mark.parametrize("name", ["canvas", "picture", "document"])
@on_qt_loop
async def test_a_file_that_is_deleted_while_it_is_shown_is_told_in_its_place(
    home: Path, tmp_path: Path, name: str
) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    settle_settings(scene.root)
    file = scene.root / {"canvas": "Board.canvas", "picture": "Cellar.png", "document": "Offer.pdf"}[name]
    pane = next(one for one in PANES if one.name == name)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        assert not await tried(pane, bench)
        aside = file.rename(tmp_path / file.name)
        bench.views.files.list_files()  # As when one comes back to the window: pictures are not watched.
        await told(bench, f"There is no note “{file.name}”.")
        aside.rename(file)
        bench.views.files.list_files()
        await comes(lambda: not any("There is no" in words for words in texts_of(desktop.window)), "the file again")


@on_qt_loop
async def test_an_emptied_vault_says_so_in_each_pane(home: Path, tmp_path: Path) -> None:
    scene = make_vault("one", tmp_path / "Lindenweg")
    settle_settings(scene.root)
    async with running_desktop(scene.root) as desktop:
        bench = Bench(desktop, await open_views(desktop), scene)
        kept = scene.root.rename(tmp_path / "kept")
        scene.root.mkdir()
        bench.views.workspace.indexer.rescan_soon()
        await told(bench, "This folder contains no Markdown files.")
        emptied = Bench(desktop, bench.views, make_vault("empty", tmp_path / "nothing"))
        for pane in PANES:
            if pane.empty and not pane.note and pane.name not in ("activity", "what left"):
                assert not await tried(pane, emptied), pane.name
                put_away()
        scene.root.rmdir()
        kept.rename(scene.root)
        bench.views.workspace.indexer.rescan_soon()
        await comes(lambda: not any("no Markdown" in words for words in texts_of(desktop.window)), "the notes again")
        assert not await tried(PANES[0], bench)


def seen(pane: Pane, bench: Bench) -> bool:
    """Tell whether *pane* is in sight, whatever it shows."""
    widget = pane.found(bench)
    return widget is not None and widget.isVisible()
