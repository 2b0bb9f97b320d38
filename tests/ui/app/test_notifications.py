"""Notifier: tells those who work elsewhere, as the settings say, and nothing of what is in a conversation."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.settings.settings_schema import DesktopSettings
from vaultdesk.ui.app.notifications import MAX_CONVERSATION_NAME, AttentionRequest, Notifier, notification_text

ANSWER = AttentionRequest("answer", "Heating", lambda: None)


class Panel:
    """A tray that shows messages, or one that is not there."""

    def __init__(self, there: bool = True) -> None:
        self.there = there
        self.shown: list[str] = []

    def show_message(self, title: str, text: str, clicked: Callable[[], object]) -> bool:
        if self.there:
            self.shown.append(text)
        return self.there


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


def notifier(panel: Panel, server: Server, wishes: DesktopSettings | None = None, in_front: bool = False) -> Notifier:
    return Notifier(lambda: wishes or DesktopSettings(), lambda: panel, server, lambda: in_front)


@on_qt_loop
async def test_the_tray_tells_where_there_is_one() -> None:
    panel, server, window = Panel(), Server(), QWidget()

    notifier(panel, server).notify(ANSWER, window)

    assert panel.shown == ["The answer in “Heating” is ready."]
    assert server.shown == {}


@on_qt_loop
async def test_without_a_tray_the_desktop_s_messages_tell_and_a_click_leads_there() -> None:
    there: list[str] = []
    panel, server, window = Panel(there=False), Server(), QWidget()
    received = notifier(panel, server)

    received.notify(AttentionRequest("approval", "Heating", lambda: there.append("Heating")), window)
    await until(lambda: server.shown)
    server.shown["“Heating” is waiting for your approval."]()
    received.withdraw()
    await until(lambda: not server.shown)

    assert there == ["Heating"]


def test_nobody_is_told_who_sees_the_window(window: QWidget) -> None:
    panel = Panel()

    notifier(panel, Server(), in_front=True).notify(ANSWER, window)

    assert panel.shown == []


def test_both_settings_are_honoured(window: QWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    bells: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: bells.append(1))
    panel = Panel()
    for notify, sound in ((False, True), (True, False), (True, True)):
        notifier(panel, Server(), DesktopSettings(notify=notify, sound=sound)).notify(ANSWER, window)

    assert len(panel.shown) == 2
    assert bells == [1]


def test_a_name_is_told_on_one_short_line() -> None:
    received = notification_text(AttentionRequest("failure", "a\nb " * 90, lambda: None))

    assert "\n" not in received
    assert len(received) < MAX_CONVERSATION_NAME + 60
    assert (
        notification_text(AttentionRequest("approval", "", lambda: None)) == "A request is waiting for your approval."
    )
