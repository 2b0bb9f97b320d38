"""Tests of ui/window/main_window.py."""

from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRect, Qt, QUrl
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
from vaultdesk.ui.window.main_window import ActivationWatch, MainWindow, ProblemBanners, WindowPages, first_paint
from vaultdesk.ui.window.window_state import StateFile

# Problems: one sentence about each thing, gone when it is mended.


def test_a_newer_sentence_about_the_same_replaces_the_last(qtbot: QtBot) -> None:
    problems = ProblemBanners()
    qtbot.addWidget(problems)

    problems.show_problem("index", "warning", "The index is slow.")
    problems.show_problem("vault", "danger", "The folder is gone.")
    problems.show_problem("index", "danger", "The index cannot be used.", [("Rebuild", lambda: None)])

    assert problems.texts() == {"vault": "The folder is gone.", "index": "The index cannot be used."}


def test_what_is_mended_or_closed_is_gone(qtbot: QtBot) -> None:
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


def test_all_can_be_cleared(qtbot: QtBot) -> None:
    problems = ProblemBanners()
    qtbot.addWidget(problems)
    problems.show_problem("a", "info", "A")
    problems.show_problem("b", "info", "B")

    problems.clear_all()

    assert problems.texts() == {}


# Pages: the first page alone, the panes, or a page instead of them; leaving one shows what was before.


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


def test_settings_over_the_first_page_lead_back_to_it(pages: WindowPages) -> None:
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


def test_a_new_page_takes_the_place_of_the_last(pages: WindowPages) -> None:
    pages.show_page(QLabel("one"))
    pages.show_page(QLabel("two"))

    assert visible(pages) == ["two"]
    pages.leave_page()
    assert pages.page is None
    assert visible(pages) == ["panes"]


@pytest.mark.parametrize("twice", [False, True])
def test_leaving_a_page_gives_the_keyboard_back(qtbot: QtBot, twice: bool) -> None:
    panes, frame, body = QWidget(), QWidget(), QStackedWidget()
    beside, field = QLineEdit(), QLineEdit()
    row = QVBoxLayout(panes)
    row.addWidget(beside)
    row.addWidget(field)
    QVBoxLayout(frame).addWidget(body)
    created = WindowPages(frame, body, panes)
    qtbot.addWidget(created)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=5000)
    field.setFocus()

    created.show_page(QLineEdit("settings"))
    if twice:
        created.show_page(QLineEdit("more settings"))
    assert not field.hasFocus()
    created.leave_page()

    assert field.hasFocus()


def test_what_had_the_keyboard_may_be_gone_when_a_page_is_left(qtbot: QtBot, pages: WindowPages) -> None:
    pages.activateWindow()
    qtbot.waitUntil(pages.isActiveWindow, timeout=5000)
    pages.show_page(QLineEdit("settings"))

    pages.leave_page()

    panes = pages.focusWidget()
    assert isinstance(panes, QLabel)
    assert panes.text() == "panes"


# Main window: comes back as it was left, is whole without a vault, and takes a folder dropped anywhere.


def made(qtbot: QtBot, file: Path, width: int = 0) -> MainWindow:
    window = MainWindow(StateFile(file))
    qtbot.addWidget(window)
    if width:
        window.resize(width, 700)
    window.show()
    QApplication.processEvents()
    return window


def test_window_comes_back_as_it_was_left(
    qtbot: QtBot, dressed: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_state, "available_geometries", lambda: [QRect(0, 0, 1920, 1080)])
    file = tmp_path / "state.json"
    window = made(qtbot, file)
    window.setGeometry(12, 34, 1100, 640)
    QApplication.processEvents()
    window.panes.restore((230, 500, 368), (), "note")
    window.panes.toggle("chat")
    window.commands["zoom-in"].trigger()
    window.remember_note("/notes", "Boiler.md")
    window.close()
    dressed.set_zoom(1.0)

    again = made(qtbot, file)

    assert again.geometry().getRect() == (12, 34, 1100, 640)
    assert again.panes.hidden() == ("chat",)
    assert again.panes.sizes()[0] == 230
    assert dressed.zoom == pytest.approx(1.1)
    assert again.state.notes == {"/notes": "Boiler.md"}


def test_a_window_left_on_a_screen_that_is_gone_is_seen_anyway(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"place": [9000, 9000, 900, 600]}')

    window = made(qtbot, file)

    assert window.screen().availableGeometry().intersects(window.geometry())


def test_closing_asks_first(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")
    asked: list[int] = []
    window.close_requested.connect(lambda: asked.append(1))

    window.close()

    assert asked == [1]
    assert window.isVisible()


@pytest.mark.parametrize("width", [1300, 700])
def test_everything_that_takes_the_keyboard_has_a_name(qtbot: QtBot, tmp_path: Path, width: int) -> None:
    window = made(qtbot, tmp_path / "state.json", width)
    window.show_vault("Lindenweg", [])
    window.problems.show_problem("index", "danger", "The index cannot be used.", [("Rebuild", lambda: None)])
    window.notify("Moved", "Undo", lambda: None)
    QApplication.processEvents()

    nameless = [
        type(widget).__name__
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or getattr(widget, "text", lambda: "")())
    ]

    assert nameless == []


def test_up_to_900_pixels_one_pane_is_shown(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json", 1300)
    assert not window.panes.narrow

    window.resize(900, 700)
    QApplication.processEvents()

    assert window.panes.narrow
    assert window.toolbar.panes.isVisible()
    window.toolbar.pane_chosen.emit("chat")
    assert [pane for pane, host in window.panes.hosts.items() if host.isVisible()] == ["chat"]
    assert window.toolbar.panes.current() == 2


def test_the_panes_never_lie_over_each_other(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")
    for width in range(860, 1100, 10):
        window.resize(width, 600)
        QApplication.processEvents()
        seen = [host for host in window.panes.hosts.values() if host.isVisible()]
        assert sum(host.width() for host in seen) <= window.width()


def drag(folder: Path) -> tuple[QMimeData, QDragEnterEvent]:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder))])
    return data, QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )


def test_a_folder_can_be_dropped(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")
    dropped: list[object] = []
    window.paths_dropped.connect(dropped.append)
    data, enter = drag(tmp_path)
    veil = window.findChild(DropOverlay)
    assert veil is not None

    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    assert veil.isVisible()
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window, drop)

    assert dropped == [(tmp_path,)]
    assert not veil.isVisible()
    window.window_requested.connect(dropped.append)
    control = Qt.KeyboardModifier.ControlModifier
    data, enter = drag(tmp_path)
    QApplication.sendEvent(window, enter)
    drop = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, control)
    QApplication.sendEvent(window, drop)
    assert dropped == [(tmp_path,), tmp_path]


def test_a_file_is_taken_with_a_vault_only_and_what_leaves_takes_the_sign_along(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")
    veil = window.findChild(DropOverlay)
    assert veil is not None
    (tmp_path / "boiler.png").write_text("x")

    _, enter = drag(tmp_path / "boiler.png")
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not veil.isVisible()
    window.show_vault("Lindenweg", ())
    _, enter = drag(tmp_path / "boiler.png")
    QApplication.sendEvent(window, enter)
    assert veil.isVisible()
    QApplication.sendEvent(window, QDragLeaveEvent())
    _, enter = drag(tmp_path)
    QApplication.sendEvent(window, enter)
    QApplication.sendEvent(window, QDragLeaveEvent())

    assert not veil.isVisible()


def test_views_take_each_other_s_place(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json", 1300)

    window.set_workspace_views(QLabel("files"), QLabel("note"), QLabel("chat"))
    window.set_view("note", QLabel("another note"))
    QApplication.sendPostedEvents(None, 52)

    texts = [label.text() for label in window.panes.findChildren(QLabel) if label.isVisible()]
    assert sorted(texts) == ["another note", "chat", "files"]


def test_one_notice_at_a_time(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")

    window.notify("First")
    window.notify("Second")
    QApplication.sendPostedEvents(None, 52)

    assert [notice.text() for notice in window.findChildren(Toast)] == ["Second"]


def test_a_notice_is_taken_away_with_what_it_was_about(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")
    window.close_notice()  # Without one nothing happens.
    window.notify("Moved", "Undo", lambda: None)
    window.close_notice()

    assert not [one for one in window.findChildren(Toast) if one.isVisible()]


def test_window_is_dimmed_behind_its_dialog(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json")
    dialog = QDialog(window)

    window.dim_behind(dialog)
    assert window.findChild(Dimmer) is not None
    dialog.reject()
    QApplication.sendPostedEvents(None, 52)

    assert window.findChild(Dimmer) is None


def test_while_a_vault_opens_nothing_says_that_none_is_open(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(StateFile(tmp_path / "state.json"))
    qtbot.addWidget(window)
    window.show_opening("<b>Lindenweg</b>", ())
    words = "\n".join(label.text() for label in window.findChildren(PlainLabel) if label.isVisibleTo(window))
    assert "Opening <b>Lindenweg</b>…" in words
    assert "No vault is open" not in words


def test_a_narrow_trip_leaves_the_widths_of_the_panes_and_keeps_no_others(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json", 1257)
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


def test_other_views_give_the_keyboard_to_the_note_and_not_to_the_next_button(qtbot: QtBot, tmp_path: Path) -> None:
    window = made(qtbot, tmp_path / "state.json", 1300)
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
    assert window.focusWidget() is files, "who stays keeps the keyboard"


# First paint: told once the window was drawn.


class Canvas(QWidget):
    painted = 0

    def paintEvent(self, _event: object) -> None:  # noqa: N802 - Qt's own name
        self.painted += 1


@on_qt_loop
async def test_it_waits_for_the_drawing() -> None:
    canvas = Canvas()

    await first_paint(canvas)

    assert canvas.painted >= 1
    canvas.close()


@on_qt_loop
async def test_a_window_that_was_painted_before_is_painted_again() -> None:
    canvas = Canvas()
    await first_paint(canvas)

    await first_paint(canvas)

    assert canvas.painted >= 2
    canvas.close()


# Return watch: each return to the window is told, until its owner is gone.


@on_qt_loop
async def test_each_return_is_told_until_the_owner_is_gone() -> None:
    window, owner = QWidget(), QObject()
    received: list[str] = []
    ActivationWatch(window, lambda: received.append("back"), owner)
    for kind in (QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate, QEvent.Type.WindowActivate):
        QApplication.sendEvent(window, QEvent(kind))
    assert received == ["back", "back"]
    shiboken6.delete(owner)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    assert received == ["back", "back"]
    shiboken6.delete(window)
