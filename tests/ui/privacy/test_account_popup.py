"""Tests of ui/privacy/account_popup.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.tool_env import REMOTE
from vaultdesk.chat.messages import Source
from vaultdesk.privacy.account import Account
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import LedgerPassage, SendContext, TextAmount, TransmissionContent, TransmittedNote
from vaultdesk.ui import bridge
from vaultdesk.ui.privacy.account_popup import AccountPopup


async def transmit(ledger: Ledger, chat: str, notes: int) -> None:
    paths = [f"House/Note {number}.md" for number in range(notes)]
    passages = [LedgerPassage(Source(path=path, heading="Decision", characters=40)) for path in paths]
    content = TransmissionContent(
        TextAmount(24, 96), TextAmount(1_000, 4_000), notes=tuple(
            TransmittedNote(path, TextAmount(100 + number, 400)) for number, path in enumerate(paths)
        ),
    )  # fmt: skip
    withheld = LedgerPassage(Source(path="Personal/Mortgage.md"), "kept", "privacy")
    await ledger.transmit(SendContext(REMOTE, "m", chat, "What?"), [*passages, withheld], content)


class Scene:
    def __init__(self, ledger: Ledger, account: Account) -> None:
        self.ledger = ledger
        self.window = QWidget()
        self.window.resize(1280, 800)
        self.anchor = QWidget(self.window)
        self.anchor.setGeometry(500, 774, 240, 24)
        self.window.show()
        self.popup = AccountPopup(self.anchor, account, lambda: "chat_1")
        self.opened: list[str] = []
        self.lists: list[str] = []
        self.popup.note_opened.connect(self.opened.append)
        self.popup.list_requested.connect(self.lists.append)


@asynccontextmanager
async def open_scene(folder: Path, notes: int = 9) -> AsyncIterator[Scene]:
    async with Ledger(folder / "ledger.sqlite") as ledger, Account(ledger) as account:
        if notes:
            await transmit(ledger, "chat_1", notes)
        scene = Scene(ledger, account)
        await scene.popup.open_with("chat")
        yield scene
        await bridge.cancel_all()
        scene.window.deleteLater()


@on_qt_loop
async def test_t1_popup_shows_the_shares_of_the_chat_and_of_the_day(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        popup = scene.popup
        assert [row.accessibleName() for row in popup.shares] == [
            "9 notes, 9 passages, 936 tokens", "Your question, 24 tokens", "Instructions and tools, 1,000 tokens",
        ]  # fmt: skip
        assert popup.total.text() == "1,960 tokens"
        assert [row.accessibleName() for row in popup.notes] == [
            "Note 8, Decision, 108 tokens", "Note 7, Decision, 107 tokens", "Note 6, Decision, 106 tokens",
        ]  # fmt: skip
        assert popup.more.text() == "6 more notes"
        assert popup.footer.withheld.text() == "Mortgage was withheld"
        await transmit(scene.ledger, "chat_2", 12)
        popup.spans.changed.emit(1)
        popup.spans.set_current(1)
        await until(lambda: popup.shares[0].accessibleName().startswith("12 notes"))
        assert popup.total.text() != "1,960 tokens"
        assert popup.elsewhere_label.isHidden()


@on_qt_loop
async def test_t1_open_popup_updates_when_something_is_sent(tmp_path: Path) -> None:
    async with open_scene(tmp_path, notes=0) as scene:
        assert scene.popup.head.text() == "Nothing of this chat has left this computer."
        assert not scene.popup._figures.isVisibleTo(scene.popup)
        before = scene.popup.height()
        await transmit(scene.ledger, "chat_1", 2)
        await until(lambda: scene.popup._figures.isVisibleTo(scene.popup) and scene.popup.height() > before)
        assert scene.popup.more.isHidden()


@on_qt_loop
async def test_popup_is_centered_above_the_status_line(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        popup, anchor = scene.popup, scene.anchor
        offset = anchor.mapToGlobal(anchor.rect().center()).x() - popup.geometry().center().x()
        assert abs(offset) <= 1
        assert popup.geometry().bottom() < anchor.mapToGlobal(anchor.rect().topLeft()).y()


@on_qt_loop
async def test_keyboard_reaches_every_control_and_opens_a_note(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        popup = scene.popup
        names = set[str]()
        popup.footer.whole_list.setFocus()
        for _ in range(12):
            QTest.keyClick(popup.focusWidget() or popup, Qt.Key.Key_Tab)
            focused = popup.focusWidget()
            assert focused is not None
            names.add(focused.accessibleName() or getattr(focused, "text", str)())
        assert {"This chat", "Open the whole list", "6 more notes"} <= names
        assert "Note 8, Decision, 108 tokens" in names
        popup.notes[0].setFocus()
        QTest.keyClick(popup.notes[0], Qt.Key.Key_Space)
        assert scene.opened == ["House/Note 8.md"]


@on_qt_loop
async def test_whole_list_is_requested_with_the_current_span(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.popup.footer.whole_list.click()
        assert scene.lists == ["chat"]


@on_qt_loop
async def test_unreadable_ledger_is_reported(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with open_scene(tmp_path, notes=0) as scene:
        assert "cannot be written" in scene.popup.head.text()
        assert not scene.popup._figures.isVisibleTo(scene.popup)
