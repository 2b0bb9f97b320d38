"""Window approver: shows one request at a time and refuses without a visible window."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.passages import HEATING, found_request
from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import AWAY, read_request, search_request
from vaultdesk.tools.runtime.approvals import ApprovalDecision, FirstUseRequest
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog, RequestView
from vaultdesk.ui.review.first_use_card import FirstUseView
from vaultdesk.ui.review.window_approver import HostChoice, WindowApprover


class Slot:
    """Chat stand-in that shows cards."""

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
    await until(lambda: view.footer.approve_delay.armed)


@on_qt_loop
async def test_dialog_returns_the_decision() -> None:
    window = open_window()
    pending = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask(read_request()))
    dialog = await dialog_of(window)
    await until_armed(dialog.view)
    QTest.mouseClick(dialog.view.footer.approve_button, Qt.MouseButton.LeftButton)
    decision = await pending
    assert decision.approved
    assert decision.files == tuple(choice.path for choice in read_request().files)


@on_qt_loop
async def test_second_request_waits_for_the_first() -> None:
    window = open_window()
    approver = WindowApprover(window, None, lambda: "dialog")
    first = asyncio.ensure_future(approver.ask(read_request()))
    second = asyncio.ensure_future(approver.ask(search_request()))
    dialog = await dialog_of(window)
    assert dialog.view.request.id == "ask_1"
    assert len([sheet for sheet in window.findChildren(ApprovalDialog) if sheet.isVisible()]) == 1
    dialog.reject()
    assert await first == ApprovalDecision(approved=False)
    dialog = await dialog_of(window)
    assert dialog.view.request.id == "ask_2"
    dialog.reject()
    assert await second == ApprovalDecision(approved=False)


@on_qt_loop
async def test_cancelling_the_request_closes_the_dialog() -> None:
    window = open_window()
    pending = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask(read_request()))
    await dialog_of(window)
    pending.cancel()
    await asyncio.wait([pending], timeout=5)
    assert pending.cancelled()
    assert not any(dialog.isVisible() for dialog in window.findChildren(ApprovalDialog))


@on_qt_loop
async def test_card_is_shown_in_the_chat_and_removed() -> None:
    window = open_window()
    slot = Slot(window)
    pending = asyncio.ensure_future(WindowApprover(window, slot, lambda: "card").ask(read_request()))
    await until(lambda: slot.cards)
    card = slot.cards[0]
    assert isinstance(card, ApprovalCard)
    await until_armed(card.view)
    QTest.mouseClick(card.view.footer.approve_button, Qt.MouseButton.LeftButton)
    assert (await pending).approved
    assert slot.cards == []


@on_qt_loop
async def test_hidden_window_refuses() -> None:
    decision = await WindowApprover(QWidget(), None, lambda: "dialog").ask(read_request())
    assert not decision.approved
    assert "the user could not be asked" in decision.reason


# A search with another query: the sheet stays open and shows the next request.


async def search_again(view: RequestView, query: str) -> None:
    search = view.header.search
    assert search is not None
    search.edit(query)
    QTest.keyClick(search.field.edit, Qt.Key.Key_Return)


async def ask_twice(approver: WindowApprover, gate: asyncio.Event) -> list[ApprovalDecision]:
    """Ask as the runtime does: again after a search with the query of the user."""
    first = await approver.ask(found_request(request_id="ask_5"))
    await gate.wait()
    other = found_request(HEATING[:2], query=first.new_query, request_id="ask_6", continues="ask_5")
    return [first, await approver.ask(other)]


@on_qt_loop
async def test_t2_sheet_stays_open_for_a_search_with_another_query() -> None:
    window, gate = open_window(), asyncio.Event()
    pending = asyncio.ensure_future(ask_twice(WindowApprover(window, None, lambda: "dialog"), gate))
    dialog = await dialog_of(window)
    assert dialog.view.passages is not None
    dialog.view.passages.model.toggle(dialog.view.passages.model.index(1))
    await search_again(dialog.view, "noise")
    await asyncio.sleep(0)
    assert (dialog.isVisible(), dialog.view.is_searching, dialog.view.footer.approve_delay.armed) == (True, True, False)
    gate.set()
    await until(lambda: dialog.view.request.id == "ask_6")
    assert dialog.view.header.headline() == "Nothing is sent to Anthropic"
    assert dialog.view.passages is not None
    dialog.view.passages.model.tick_all(True)
    await until_armed(dialog.view)
    QTest.mouseClick(dialog.view.footer.approve_button, Qt.MouseButton.LeftButton)
    first, second = await pending
    assert first == ApprovalDecision(approved=False, new_query="noise")
    assert second == ApprovalDecision(approved=True, passages=("call_2/1", "call_2/2"))


@on_qt_loop
async def test_closing_the_sheet_during_a_new_search_refuses() -> None:
    window, gate = open_window(), asyncio.Event()
    pending = asyncio.ensure_future(ask_twice(WindowApprover(window, None, lambda: "dialog"), gate))
    dialog = await dialog_of(window)
    await search_again(dialog.view, "noise")
    await asyncio.sleep(0)
    QTest.keyClick(dialog.view, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    gate.set()
    assert (await pending)[1] == ApprovalDecision(approved=False)
    assert not [sheet for sheet in window.findChildren(ApprovalDialog) if sheet.isVisible()]


@on_qt_loop
async def test_run_that_ends_without_asking_again_closes_the_sheet() -> None:
    window = open_window()
    approver = WindowApprover(window, None, lambda: "dialog")
    pending = asyncio.ensure_future(approver.ask(found_request()))
    dialog = await dialog_of(window)
    await search_again(dialog.view, "noise")
    assert (await pending).new_query == "noise"
    await until(lambda: not window.findChildren(ApprovalDialog))


@on_qt_loop
async def test_t2_card_stays_open_for_a_search_with_another_query() -> None:
    window, gate = open_window(), asyncio.Event()
    slot = Slot(window)
    pending = asyncio.ensure_future(ask_twice(WindowApprover(window, slot, lambda: "card"), gate))
    await until(lambda: slot.cards)
    card = slot.cards[0]
    assert isinstance(card, ApprovalCard)
    await search_again(card.view, "noise")
    gate.set()
    await until(lambda: card.view.request.id == "ask_6")
    assert slot.cards == [card]
    card.view.refuse()
    assert (await pending)[1] == ApprovalDecision(approved=False)
    await until(lambda: slot.cards == [])


# First-use request.

FIRST_USE = FirstUseRequest(AWAY, "What of the boiler?", "Lindenweg", 12, 0)


@pytest.mark.parametrize("host", ["dialog", "card"])
@on_qt_loop
async def test_u1_first_use_request_is_shown_in_the_window_and_removed(host: HostChoice) -> None:
    window = open_window()
    slot = Slot(window)
    pending = asyncio.ensure_future(WindowApprover(window, slot, lambda: host).ask_first_use(FIRST_USE))
    await until(lambda: window.findChildren(FirstUseView))
    (view,) = window.findChildren(FirstUseView)
    await until(view.buttons["always"].isEnabled)
    QTest.mouseClick(view.buttons["always"], Qt.MouseButton.LeftButton)
    assert await pending == "always"
    await until(lambda: not window.findChildren(FirstUseView))
    assert slot.cards == []


@on_qt_loop
async def test_u1_first_use_request_without_a_visible_window_answers_no() -> None:
    assert await WindowApprover(QWidget(), None, lambda: "dialog").ask_first_use(FIRST_USE) == "no"


@on_qt_loop
async def test_cancelling_removes_the_first_use_request() -> None:
    window = open_window()
    pending = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask_first_use(FIRST_USE))
    await until(lambda: window.findChildren(FirstUseView))
    pending.cancel()
    await asyncio.wait([pending], timeout=5)
    await until(lambda: not window.findChildren(FirstUseView))
