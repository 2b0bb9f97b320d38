"""Approver: asks at the window, one question at a time; without a window nobody agreed."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import read_request, search_request
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog, RequestView
from vaultdesk.ui.review.window_approver import WindowApprover


class Slot:
    """A chat that shows cards."""

    def __init__(self, window: QWidget) -> None:
        self.layout = QVBoxLayout(window)
        self.cards: list[QWidget] = []

    def add_card(self, card: QWidget) -> None:
        self.cards.append(card)
        self.layout.addWidget(card)

    def remove_card(self, card: QWidget) -> None:
        self.cards.remove(card)
        self.layout.removeWidget(card)


def open_window() -> QWidget:
    window = QWidget()
    window.resize(1000, 700)
    window.show()
    return window


async def dialog_of(window: QWidget) -> ApprovalDialog:
    async with asyncio.timeout(5):
        while True:
            for dialog in window.findChildren(ApprovalDialog):
                if dialog.isVisible():
                    return dialog
            await asyncio.sleep(0)


async def until_armed(view: RequestView) -> None:
    await until(lambda: view.foot.arming.armed)


@on_qt_loop
async def test_the_dialog_returns_what_was_answered() -> None:
    window = open_window()
    asked = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask(read_request()))
    dialog = await dialog_of(window)
    await until_armed(dialog.view)
    QTest.mouseClick(dialog.view.foot.approve_button, Qt.MouseButton.LeftButton)
    decision = await asked
    assert decision.approved
    assert decision.files == tuple(choice.path for choice in read_request().files)


@on_qt_loop
async def test_the_second_question_waits_for_the_first() -> None:
    window = open_window()
    approver = WindowApprover(window, None, lambda: "dialog")
    first = asyncio.ensure_future(approver.ask(read_request()))
    second = asyncio.ensure_future(approver.ask(search_request()))
    dialog = await dialog_of(window)
    assert dialog.view.request.id == "ask_1"
    assert len([one for one in window.findChildren(ApprovalDialog) if one.isVisible()]) == 1
    dialog.reject()
    assert await first == ApprovalDecision(approved=False)
    dialog = await dialog_of(window)
    assert dialog.view.request.id == "ask_2"
    dialog.reject()
    assert await second == ApprovalDecision(approved=False)


@on_qt_loop
async def test_cancelling_the_asker_takes_the_dialog_away() -> None:
    window = open_window()
    asked = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask(read_request()))
    await dialog_of(window)
    asked.cancel()
    await asyncio.wait([asked], timeout=5)
    assert asked.cancelled()
    assert not any(one.isVisible() for one in window.findChildren(ApprovalDialog))


@on_qt_loop
async def test_the_card_is_shown_in_the_chat_and_taken_away() -> None:
    window = open_window()
    slot = Slot(window)
    asked = asyncio.ensure_future(WindowApprover(window, slot, lambda: "card").ask(read_request()))
    await until(lambda: slot.cards)
    card = slot.cards[0]
    assert isinstance(card, ApprovalCard)
    await until_armed(card.view)
    QTest.mouseClick(card.view.foot.approve_button, Qt.MouseButton.LeftButton)
    assert (await asked).approved
    assert slot.cards == []


@on_qt_loop
async def test_a_hidden_window_refuses() -> None:
    decision = await WindowApprover(QWidget(), None, lambda: "dialog").ask(read_request())
    assert not decision.approved
    assert "nobody could be asked" in decision.reason
