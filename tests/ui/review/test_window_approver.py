"""Approver: asks at the window, one question at a time; without a window nobody agreed."""

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
    await until(lambda: view.footer.approve_delay.armed)


@on_qt_loop
async def test_the_dialog_returns_what_was_answered() -> None:
    window = open_window()
    asked = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask(read_request()))
    dialog = await dialog_of(window)
    await until_armed(dialog.view)
    QTest.mouseClick(dialog.view.footer.approve_button, Qt.MouseButton.LeftButton)
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
    QTest.mouseClick(card.view.footer.approve_button, Qt.MouseButton.LeftButton)
    assert (await asked).approved
    assert slot.cards == []


@on_qt_loop
async def test_a_hidden_window_refuses() -> None:
    decision = await WindowApprover(QWidget(), None, lambda: "dialog").ask(read_request())
    assert not decision.approved
    assert "the user could not be asked" in decision.reason


# A search with other words: the sheet stays and shows what is asked next.


async def search_again(view: RequestView, words: str) -> None:
    search = view.header.search
    assert search is not None
    search.edit(words)
    QTest.keyClick(search.field.edit, Qt.Key.Key_Return)


async def ask_twice(approver: WindowApprover, gate: asyncio.Event) -> list[ApprovalDecision]:
    """Ask as the runtime does: again, after a search with the person's words."""
    first = await approver.ask(found_request(request_id="ask_5"))
    await gate.wait()
    other = found_request(HEATING[:2], query=first.new_query, request_id="ask_6", continues="ask_5")
    return [first, await approver.ask(other)]


@on_qt_loop
async def test_t2_the_sheet_stays_for_the_search_with_other_words() -> None:
    window, gate = open_window(), asyncio.Event()
    asked = asyncio.ensure_future(ask_twice(WindowApprover(window, None, lambda: "dialog"), gate))
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
    dialog.view.passages.tick_all(True)
    await until_armed(dialog.view)
    QTest.mouseClick(dialog.view.footer.approve_button, Qt.MouseButton.LeftButton)
    first, second = await asked
    assert first == ApprovalDecision(approved=False, new_query="noise")
    assert second == ApprovalDecision(approved=True, passages=("call_2/1", "call_2/2"))


@on_qt_loop
async def test_who_leaves_while_it_is_searched_again_said_no() -> None:
    window, gate = open_window(), asyncio.Event()
    asked = asyncio.ensure_future(ask_twice(WindowApprover(window, None, lambda: "dialog"), gate))
    dialog = await dialog_of(window)
    await search_again(dialog.view, "noise")
    await asyncio.sleep(0)
    QTest.keyClick(dialog.view, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    gate.set()
    assert (await asked)[1] == ApprovalDecision(approved=False)
    assert not [one for one in window.findChildren(ApprovalDialog) if one.isVisible()]


@on_qt_loop
async def test_a_run_that_ends_without_asking_again_takes_the_sheet_away() -> None:
    window = open_window()
    approver = WindowApprover(window, None, lambda: "dialog")
    asked = asyncio.ensure_future(approver.ask(found_request()))
    dialog = await dialog_of(window)
    await search_again(dialog.view, "noise")
    assert (await asked).new_query == "noise"
    await until(lambda: not window.findChildren(ApprovalDialog))


@on_qt_loop
async def test_t2_the_card_stays_for_the_search_with_other_words() -> None:
    window, gate = open_window(), asyncio.Event()
    slot = Slot(window)
    asked = asyncio.ensure_future(ask_twice(WindowApprover(window, slot, lambda: "card"), gate))
    await until(lambda: slot.cards)
    card = slot.cards[0]
    assert isinstance(card, ApprovalCard)
    await search_again(card.view, "noise")
    gate.set()
    await until(lambda: card.view.request.id == "ask_6")
    assert slot.cards == [card]
    card.view.refuse()
    assert (await asked)[1] == ApprovalDecision(approved=False)
    await until(lambda: slot.cards == [])


# The first decision.

FIRST = FirstUseRequest(AWAY, "What of the boiler?", "Lindenweg", 12, 0)


@pytest.mark.parametrize("host", ["dialog", "card"])
@on_qt_loop
async def test_u1_the_first_decision_is_asked_in_the_window_and_taken_away(host: HostChoice) -> None:
    window = open_window()
    slot = Slot(window)
    asked = asyncio.ensure_future(WindowApprover(window, slot, lambda: host).ask_first_use(FIRST))
    await until(lambda: window.findChildren(FirstUseView))
    (view,) = window.findChildren(FirstUseView)
    await until(view.buttons["always"].isEnabled)
    QTest.mouseClick(view.buttons["always"], Qt.MouseButton.LeftButton)
    assert await asked == "always"
    await until(lambda: not window.findChildren(FirstUseView))
    assert slot.cards == []


@on_qt_loop
async def test_u1_where_no_window_can_be_seen_the_first_decision_is_no() -> None:
    assert await WindowApprover(QWidget(), None, lambda: "dialog").ask_first_use(FIRST) == "no"


@on_qt_loop
async def test_cancelling_takes_the_first_decision_away() -> None:
    window = open_window()
    asked = asyncio.ensure_future(WindowApprover(window, None, lambda: "dialog").ask_first_use(FIRST))
    await until(lambda: window.findChildren(FirstUseView))
    asked.cancel()
    await asyncio.wait([asked], timeout=5)
    await until(lambda: not window.findChildren(FirstUseView))
