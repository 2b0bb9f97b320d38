"""The popup of the account: spans, shares, notes, keys, and that it follows what is sent while it is open."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.desk import REMOTE
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.chat.messages import Source
from vaultdesk.privacy.account import Account
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import LedgerPassage, SendContext, TextAmount, TransmissionContent, TransmittedNote
from vaultdesk.ui import bridge
from vaultdesk.ui.privacy.account_popup import AccountPopup


async def ask(ledger: Ledger, chat: str, notes: int) -> None:
    paths = [f"House/Note {number}.md" for number in range(notes)]
    pieces = [LedgerPassage(Source(path=path, heading="Decision", characters=40)) for path in paths]
    content = TransmissionContent(
        TextAmount(24, 96), TextAmount(1_000, 4_000), notes=tuple(
            TransmittedNote(path, TextAmount(100 + number, 400)) for number, path in enumerate(paths)
        ),
    )  # fmt: skip
    withheld = LedgerPassage(Source(path="Personal/Mortgage.md"), "kept", "privacy")
    await ledger.transmit(SendContext(REMOTE, "m", chat, "What?"), [*pieces, withheld], content)


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
async def scene(folder: Path, notes: int = 9) -> AsyncIterator[Scene]:
    async with Ledger(folder / "ledger.sqlite") as ledger, Account(ledger) as account:
        if notes:
            await ask(ledger, "chat_1", notes)
        scene = Scene(ledger, account)
        await scene.popup.open_with("chat")
        yield scene
        await bridge.cancel_all()
        scene.window.deleteLater()


@on_qt_loop
async def test_t1_the_popup_tells_the_chat_the_day_and_the_month(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        popup = at.popup
        assert [row.accessibleName() for row in popup.shares] == [
            "9 notes, 9 passages, 936 tokens", "Your question, 24 tokens", "Instructions and tools, 1,000 tokens",
        ]  # fmt: skip
        assert popup.total.text() == "1,960 tokens"
        assert [row.accessibleName() for row in popup.notes] == [
            "Note 8, Decision, 108 tokens", "Note 7, Decision, 107 tokens", "Note 6, Decision, 106 tokens",
        ]  # fmt: skip
        assert popup.more.text() == "6 more notes"
        assert popup.footer.withheld.text() == "Mortgage was withheld"
        await ask(at.ledger, "chat_2", 12)
        popup.spans.changed.emit(1)
        popup.spans.set_current(1)
        await until(lambda: popup.shares[0].accessibleName().startswith("12 notes"))
        assert popup.total.text() != "1,960 tokens"
        assert popup.elsewhere_label.isHidden()


@on_qt_loop
async def test_t1_the_popup_follows_what_is_sent_while_it_is_open(tmp_path: Path) -> None:
    async with scene(tmp_path, notes=0) as at:
        assert at.popup.head.text() == "Nothing of this chat has left this computer."
        assert not at.popup._figures.isVisibleTo(at.popup)
        before = at.popup.height()
        await ask(at.ledger, "chat_1", 2)
        await until(lambda: at.popup._figures.isVisibleTo(at.popup) and at.popup.height() > before)
        assert at.popup.more.isHidden()


@on_qt_loop
async def test_it_stands_centred_above_the_line_inside_its_window(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        popup, anchor = at.popup, at.anchor
        left = anchor.mapToGlobal(anchor.rect().center()).x() - popup.geometry().center().x()
        assert abs(left) <= 1
        assert popup.geometry().bottom() < anchor.mapToGlobal(anchor.rect().topLeft()).y()


@on_qt_loop
async def test_keys_reach_the_list_the_notes_and_the_way_out(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        popup = at.popup
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
        assert at.opened == ["House/Note 8.md"]


@on_qt_loop
async def test_the_whole_list_is_asked_for_with_its_span(tmp_path: Path) -> None:
    async with scene(tmp_path) as at:
        at.popup.footer.whole_list.click()
        assert at.lists == ["chat"]


@on_qt_loop
async def test_a_ledger_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with scene(tmp_path, notes=0) as at:
        assert "cannot be written" in at.popup.head.text()
        assert not at.popup._figures.isVisibleTo(at.popup)
