"""Notifier: messages for users of other programs, as the settings allow, without the text of conversations."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.settings.settings_schema import DesktopSettings
from vaultdesk.ui.app.notifications import MAX_CONVERSATION_NAME, AttentionRequest, Notifier, notification_text

ANSWER = AttentionRequest("answer", "Heating", lambda: None)


class Panel:
    """A tray that shows messages, or one that is not available."""

    def __init__(self, available: bool = True) -> None:
        self.available = available
        self.shown: list[str] = []

    def show_message(self, title: str, text: str, clicked: Callable[[], object]) -> bool:
        if self.available:
            self.shown.append(text)
        return self.available


class Server:
    """A notification server."""

    def __init__(self) -> None:
        self.shown: dict[str, Callable[[], object]] = {}

    async def notify(self, text: str, clicked: Callable[[], object]) -> bool:
        self.shown[text] = clicked
        return True

    async def withdraw(self) -> None:
        self.shown.clear()

    async def close(self) -> None:
        self.shown.clear()


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    created = QWidget()
    qtbot.addWidget(created)
    return created


def notifier(panel: Panel, server: Server, settings: DesktopSettings | None = None, in_front: bool = False) -> Notifier:
    return Notifier(lambda: settings or DesktopSettings(), lambda: panel, server, lambda: in_front)


@on_qt_loop
async def test_the_tray_shows_the_message_if_it_is_available() -> None:
    panel, server, window = Panel(), Server(), QWidget()

    notifier(panel, server).notify(ANSWER, window)

    assert panel.shown == ["The answer in “Heating” is ready."]
    assert server.shown == {}


@on_qt_loop
async def test_the_notification_server_shows_the_message_without_a_tray() -> None:
    opened: list[str] = []
    panel, server, window = Panel(available=False), Server(), QWidget()
    created = notifier(panel, server)

    created.notify(AttentionRequest("approval", "Heating", lambda: opened.append("Heating")), window)
    await until(lambda: server.shown)
    server.shown["“Heating” is waiting for your approval."]()
    created.withdraw()
    await until(lambda: not server.shown)

    assert opened == ["Heating"]


def test_no_message_is_shown_while_the_window_is_in_front(window: QWidget) -> None:
    panel = Panel()

    notifier(panel, Server(), in_front=True).notify(ANSWER, window)

    assert panel.shown == []


def test_the_notify_and_sound_settings_are_honoured(window: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    panel = Panel()
    for notify, sound in ((False, True), (True, False), (True, True)):
        notifier(panel, Server(), DesktopSettings(notify=notify, sound=sound)).notify(ANSWER, window)

    assert len(panel.shown) == 2
    assert beeps == [1]


def test_a_conversation_name_is_shortened_to_one_line() -> None:
    text = notification_text(AttentionRequest("failure", "a\nb " * 90, lambda: None))

    assert "\n" not in text
    assert len(text) < MAX_CONVERSATION_NAME + 60
    assert (
        notification_text(AttentionRequest("approval", "", lambda: None)) == "A request is waiting for your approval."
    )
