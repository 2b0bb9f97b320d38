"""Tests of ui/window/main_window.py."""

import asyncio
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.modal_sheet import Dimmer
from vaultdesk.ui.widgets.toast import Toast
from vaultdesk.ui.window import window_state
from vaultdesk.ui.window.drop_target import DropOverlay
from vaultdesk.ui.window.main_window import MainWindow, ProblemBanners, WindowPages, first_paint
from vaultdesk.ui.window.window_state import StateFile

# ProblemBanners: one message for each topic, removed when the problem is solved.


def test_a_newer_problem_of_the_same_topic_replaces_the_last(qtbot: QtBot) -> None:
    problems = ProblemBanners()
    qtbot.addWidget(problems)

    problems.show_problem("index", "warning", "The index is slow.")
    problems.show_problem("vault", "danger", "The folder is gone.")
    problems.show_problem("index", "danger", "The index cannot be used.", [("Rebuild", lambda: None)])

    assert problems.texts() == {"vault": "The folder is gone.", "index": "The index cannot be used."}


def test_solved_and_closed_problems_are_removed(qtbot: QtBot) -> None:
    problems = ProblemBanners()
    qtbot.addWidget(problems)
    problems.show_problem("vault", "danger", "The folder is gone.")
    banner = problems.show_problem("index", "danger", "The index cannot be used.")

    problems.clear("vault")
    cross = banner.findChild(IconButton)
    assert cross is not None
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)

    assert problems.texts() == {}
    assert problems.isHidden()


# WindowPages: the start page, the panes, or a page in their place; leaving a page restores the previous one.


@pytest.fixture
def pages(qtbot: QtBot) -> WindowPages:
    frame, body = QWidget(), QStackedWidget()
    QVBoxLayout(frame).addWidget(body)
    created = WindowPages(frame, body, QLabel("panes"))
    qtbot.addWidget(created)
    created.show()
    return created


def visible(pages: WindowPages) -> list[str]:
    return sorted(label.text() for label in pages.findChildren(QLabel) if label.isVisible())


def test_leaving_the_settings_returns_to_the_start_page(pages: WindowPages) -> None:
    framed: list[bool] = []
    pages.framed.connect(framed.append)

    pages.show_start(QLabel("start"))
    assert visible(pages) == ["start"]
    pages.show_page(QLabel("settings"))
    assert visible(pages) == ["settings"]
    pages.leave_page()
    assert visible(pages) == ["start"]
    pages.leave_start()
    assert visible(pages) == ["panes"]

    assert framed[-1] is True
    assert False in framed


def test_a_new_page_replaces_the_last(pages: WindowPages) -> None:
    pages.show_page(QLabel("one"))
    pages.show_page(QLabel("two"))

    assert visible(pages) == ["two"]
    pages.leave_page()
    assert pages.page is None
    assert visible(pages) == ["panes"]


@pytest.mark.parametrize("twice", [False, True])
def test_leaving_a_page_restores_the_focus(qtbot: QtBot, twice: bool) -> None:
    panes, frame, body = QWidget(), QWidget(), QStackedWidget()
    other, field = QLineEdit(), QLineEdit()
    row = QVBoxLayout(panes)
    row.addWidget(other)
    row.addWidget(field)
    QVBoxLayout(frame).addWidget(body)
    created = WindowPages(frame, body, panes)
    qtbot.addWidget(created)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=30_000)
    field.setFocus()

    created.show_page(QLineEdit("settings"))
    if twice:
        created.show_page(QLineEdit("more settings"))
    assert not field.hasFocus()
    created.leave_page()

    assert field.hasFocus()


def test_leaving_a_page_focuses_the_panes_if_no_widget_had_the_focus(qtbot: QtBot, pages: WindowPages) -> None:
    pages.activateWindow()
    qtbot.waitUntil(pages.isActiveWindow, timeout=30_000)
    pages.show_page(QLineEdit("settings"))

    pages.leave_page()

    panes = pages.focusWidget()
    assert isinstance(panes, QLabel)
    assert panes.text() == "panes"


# MainWindow: restores its state, works without a vault, and accepts dropped folders.


def open_window(qtbot: QtBot, file: Path, width: int = 0) -> MainWindow:
    window = MainWindow(StateFile(file))
    qtbot.addWidget(window)
    if width:
        window.resize(width, 700)
    window.show()
    QApplication.processEvents()
    return window


def test_the_window_state_is_restored(
    qtbot: QtBot, app_theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])
    file = tmp_path / "state.json"
    window = open_window(qtbot, file)
    window.setGeometry(12, 34, 1100, 640)
    QApplication.processEvents()
    window.panes.restore((230, 500, 368), (), "note")
    window.panes.toggle("chat")
    window.commands["zoom-in"].trigger()
    window.remember_note("/notes", "Boiler.md")
    window.close()
    app_theme.set_zoom(1.0)

    restored = open_window(qtbot, file)

    assert restored.geometry().getRect() == (12, 34, 1100, 640)
    assert restored.panes.hidden() == ("chat",)
    assert restored.panes.sizes()[0] == 230
    assert app_theme.zoom == pytest.approx(1.1)
    assert restored.state.notes == {"/notes": "Boiler.md"}


def test_a_window_saved_on_a_missing_screen_is_shown_on_an_existing_one(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"place": [9000, 9000, 900, 600]}')

    window = open_window(qtbot, file)

    assert window.screen().availableGeometry().intersects(window.geometry())


def test_closing_emits_a_request_and_keeps_the_window_open(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")
    requests: list[int] = []
    window.close_requested.connect(lambda: requests.append(1))

    window.close()

    assert requests == [1]
    assert window.isVisible()


@pytest.mark.parametrize("width", [1300, 700])
def test_every_focusable_widget_has_a_name(qtbot: QtBot, tmp_path: Path, width: int) -> None:
    window = open_window(qtbot, tmp_path / "state.json", width)
    window.show_vault("Lindenweg", [])
    window.problems.show_problem("index", "danger", "The index cannot be used.", [("Rebuild", lambda: None)])
    window.notify("Moved", "Undo", lambda: None)
    QApplication.processEvents()

    unnamed = [
        type(widget).__name__
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
    ]

    assert unnamed == []


def test_only_one_pane_is_shown_up_to_900_pixels(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json", 1300)
    assert not window.panes.narrow

    window.resize(900, 700)
    QApplication.processEvents()

    assert window.panes.narrow
    assert window.toolbar.panes.isVisible()
    window.toolbar.pane_chosen.emit("chat")
    assert [pane for pane, host in window.panes.hosts.items() if host.isVisible()] == ["chat"]
    assert window.toolbar.panes.current() == 2


def test_the_panes_never_overlap(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")
    for width in range(860, 1100, 10):
        window.resize(width, 600)
        QApplication.processEvents()
        visible_hosts = [host for host in window.panes.hosts.values() if host.isVisible()]
        assert sum(host.width() for host in visible_hosts) <= window.width()


def drag(folder: Path) -> tuple[QMimeData, QDragEnterEvent]:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    return data, QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )


def test_a_folder_can_be_dropped(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")
    dropped: list[object] = []
    window.paths_dropped.connect(dropped.append)
    data, enter = drag(tmp_path)
    overlay = window.findChild(DropOverlay)
    assert overlay is not None

    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    assert overlay.isVisible()
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window, drop)

    assert dropped == [(tmp_path,)]
    assert not overlay.isVisible()
    window.window_requested.connect(dropped.append)
    control = Qt.KeyboardModifier.ControlModifier
    data, enter = drag(tmp_path)
    QApplication.sendEvent(window, enter)
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, control)
    QApplication.sendEvent(window, drop)
    assert dropped == [(tmp_path,), tmp_path]


def test_a_file_is_accepted_only_with_a_vault_and_leaving_hides_the_overlay(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")
    overlay = window.findChild(DropOverlay)
    assert overlay is not None
    (tmp_path / "boiler.png").write_text("x")

    _, enter = drag(tmp_path / "boiler.png")
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not overlay.isVisible()
    window.show_vault("Lindenweg", ())
    _, enter = drag(tmp_path / "boiler.png")
    QApplication.sendEvent(window, enter)
    assert overlay.isVisible()
    QApplication.sendEvent(window, QDragLeaveEvent())
    _, enter = drag(tmp_path)
    QApplication.sendEvent(window, enter)
    QApplication.sendEvent(window, QDragLeaveEvent())

    assert not overlay.isVisible()


def test_a_new_view_replaces_the_old_one(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json", 1300)

    window.set_workspace_views(QLabel("files"), QLabel("note"), QLabel("chat"))
    window.set_view("note", QLabel("another note"))
    QApplication.sendPostedEvents(None, 52)

    texts = [label.text() for label in window.panes.findChildren(QLabel) if label.isVisible()]
    assert sorted(texts) == ["another note", "chat", "files"]


def test_only_one_notice_is_shown_at_a_time(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")

    window.notify("First")
    window.notify("Second")
    QApplication.sendPostedEvents(None, 52)

    assert [notice.text() for notice in window.findChildren(Toast)] == ["Second"]


def test_close_notice_hides_the_notice(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")
    window.close_notice()  # Has no effect without a notice.
    window.notify("Moved", "Undo", lambda: None)
    window.close_notice()

    assert not [toast for toast in window.findChildren(Toast) if toast.isVisible()]


def test_the_window_is_dimmed_behind_its_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json")
    dialog = QDialog(window)

    window.dim_behind(dialog)
    assert window.findChild(Dimmer) is not None
    dialog.reject()
    QApplication.sendPostedEvents(None, 52)

    assert window.findChild(Dimmer) is None


def test_an_opening_vault_is_shown_instead_of_the_message_that_none_is_open(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"))
    qtbot.addWidget(window)
    window.show_opening("<b>Lindenweg</b>", ())
    text = "\n".join(label.text() for label in window.findChildren(PlainLabel) if label.isVisibleTo(window))
    assert "Opening <b>Lindenweg</b>…" in text
    assert "No vault is open" not in text


def test_the_narrow_mode_does_not_change_or_save_the_pane_widths(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json", 1257)
    window.panes.restore((224, 682, 349), (), "note")
    QApplication.processEvents()
    before = [window.panes.hosts[pane].width() for pane in ("files", "chat")]
    assert before == [224, 349]

    for width in (1100, 950, 650):
        window.resize(width, 700)
        QApplication.processEvents()
    assert window.panes.narrow
    window.save_state()
    assert (window.state.sizes[0], window.state.sizes[2]) == (224, 349)
    window.resize(1300, 700)
    QApplication.processEvents()

    assert [window.panes.hosts[pane].width() for pane in ("files", "chat")] == before


def test_replacing_the_focused_view_moves_the_focus_to_the_note(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot, tmp_path / "state.json", 1300)
    window.activateWindow()
    note, box = QPlainTextEdit(), QPlainTextEdit()
    assert window.focusWidget() is window
    window.set_workspace_views(QLabel("files"), QPlainTextEdit(), box)
    assert window.focusWidget() is window

    box.setFocus()
    window.set_workspace_views(QLabel("files"), QWidget(), QLabel("chat"))
    window.set_workspace_views(QLabel("files"), note, QLabel("chat"))

    assert window.focusWidget() is note

    files = QPlainTextEdit()
    window.set_view("files", files)
    files.setFocus()
    window.set_workspace_views(files, QPlainTextEdit(), QLabel("chat"))
    assert window.focusWidget() is files, "a view that stays keeps the focus"


def test_each_activation_of_the_window_is_reported(qtbot: QtBot, tmp_path: Path) -> None:
    window, other = open_window(qtbot, tmp_path / "state.json"), QWidget()
    qtbot.addWidget(other)
    other.show()
    received: list[bool] = []
    window.activated.connect(lambda: received.append(window.isActiveWindow()))
    for active in (window, other, window):
        active.activateWindow()
        qtbot.waitUntil(active.isActiveWindow, timeout=30_000)
    assert received == [True, True]


# first_paint: returns once the window has been painted.


class Canvas(QWidget):
    painted = 0

    def paintEvent(self, _event: object) -> None:  # noqa: N802 - Qt's own name
        self.painted += 1


@on_qt_loop
async def test_first_paint_waits_for_the_paint_event() -> None:
    canvas = Canvas()

    await first_paint(canvas)

    assert canvas.painted >= 1
    canvas.close()


@on_qt_loop
async def test_first_paint_does_not_wait_for_a_window_that_is_never_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.ui.window.main_window.PAINT_WAIT", 50)
    canvas = Canvas()
    canvas.setUpdatesEnabled(False)

    await first_paint(canvas)

    assert canvas.isVisible()
    assert canvas.painted == 0
    canvas.close()


@on_qt_loop
async def test_first_paint_ends_for_a_window_destroyed_before_it_was_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.ui.window.main_window.PAINT_WAIT", 50)
    canvas = Canvas()
    canvas.setUpdatesEnabled(False)
    asyncio.get_running_loop().call_soon(shiboken6.delete, canvas)

    await first_paint(canvas)

    assert not shiboken6.isValid(canvas)


@on_qt_loop
async def test_first_paint_repaints_a_window_that_was_painted_before() -> None:
    canvas = Canvas()
    await first_paint(canvas)

    await first_paint(canvas)

    assert canvas.painted >= 2
    canvas.close()
