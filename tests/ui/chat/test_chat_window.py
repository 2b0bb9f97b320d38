"""Tests of chat_window.py."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from vaultdesk.ui.chat.chat_window import ChatHolder, ChatWindow
from vaultdesk.ui.window.window_state import WindowFrame


def test_what_is_held_is_told_before_it_would_go_with_the_holder(qtbot: QtBot) -> None:
    holder, view = ChatHolder(), QLabel("Chat")
    qtbot.addWidget(view)
    holder.hold(view)
    holder.released.connect(holder.give_back)
    holder.deleteLater()
    QApplication.sendPostedEvents(holder, QEvent.Type.DeferredDelete.value)
    assert view.text() == "Chat"
    assert view.parent() is None


def test_the_window_stands_where_it_was_and_closing_only_asks(qtbot: QtBot) -> None:
    window = ChatWindow(WindowFrame((40, 60, 450, 500)))
    qtbot.addWidget(window)
    assert window.frame() == WindowFrame((40, 60, 450, 500))
    asked: list[bool] = []
    window.released.connect(lambda: asked.append(True))
    window.show()
    window.close()
    assert (asked, window.isVisible()) == ([True], True)
    window.hide()


def test_a_place_off_the_screen_is_not_taken(qtbot: QtBot) -> None:
    window = ChatWindow(WindowFrame((-9_000, -9_000, 450, 500)))
    qtbot.addWidget(window)
    assert window.frame().place != (-9_000, -9_000, 450, 500)
