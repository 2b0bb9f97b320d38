"""Tests of ui/app/quick_ask/quick_conversation.py."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.support.requests import read_request
from tests.ui.chat.chat_desk import Answers, open_chat, says
from tests.ui.chat.chat_desk import until as chat_desk_until
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.ui.app.quick_ask.quick_conversation import (
    RESUME_WITHIN,
    ProgramVisibility,
    QuickApprover,
    QuickConversation,
)
from vaultdesk.ui.review.approval_view import ApprovalCard

# Approving: where a person is asked, and that the same is asked only once.

NO = ApprovalDecision(approved=False)


class Place(QWidget):
    """An answer that shows cards."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self.cards: list[QWidget] = []

    def add_card(self, card: QWidget) -> None:
        self.cards.append(card)
        self._column.addWidget(card)

    def remove_card(self, card: QWidget) -> None:
        self.cards.remove(card)


@dataclass
class Scene:
    """What can be seen, and who is called."""

    quick: bool = True
    main: bool = True
    calls: list[str] = field(default_factory=list)
    place: Place = field(default_factory=Place)
    usual: Answers = field(default_factory=lambda: Answers(NO))

    def add_waiting(self) -> None:
        self.calls.append("begins")

    def remove_waiting(self) -> None:
        self.calls.append("ends")

    def approver(self) -> QuickApprover:
        visibility = ProgramVisibility(lambda: self.quick, lambda: self.main, self)
        return QuickApprover(self.usual, self.place, visibility, self.place)


@on_qt_loop
async def test_who_looks_at_quick_ask_is_asked_in_a_card_there() -> None:
    scene = Scene()
    approver = scene.approver()
    asking = asyncio.ensure_future(approver.ask(read_request()))
    await until(lambda: scene.place.cards)
    (card,) = scene.place.cards
    assert isinstance(card, ApprovalCard)
    assert approver.waiting
    card.view.answered.emit(ApprovalDecision(approved=True))
    assert (await asking).approved
    assert (scene.place.cards, scene.usual.requests, scene.calls, approver.waiting) == ([], [], [], False)


@on_qt_loop
async def test_who_sees_only_the_main_window_is_asked_there() -> None:
    scene = Scene(quick=False)
    assert await scene.approver().ask(read_request()) is NO
    assert (len(scene.usual.requests), scene.place.cards) == (1, [])


@on_qt_loop
async def test_who_sees_neither_is_called_and_the_card_waits_in_quick_ask() -> None:
    scene = Scene(quick=False, main=False)
    asking = asyncio.ensure_future(scene.approver().ask(read_request()))
    await until(lambda: scene.place.cards)
    assert scene.calls == ["begins"]
    (card,) = scene.place.cards
    assert isinstance(card, ApprovalCard)
    card.view.answered.emit(NO)
    assert not (await asking).approved
    assert scene.calls == ["begins", "ends"]


@on_qt_loop
async def test_a_card_that_is_handed_over_is_asked_anew_in_the_main_window() -> None:
    scene = Scene()
    approver = scene.approver()
    asking = asyncio.ensure_future(approver.ask(read_request()))
    await until(lambda: scene.place.cards)
    approver.hand_over_to_window()
    assert await asking is NO
    assert (scene.place.cards, len(scene.usual.requests)) == ([], 1)


@on_qt_loop
async def test_a_stopped_answer_takes_its_card_away() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.approver().ask(read_request()))
    await until(lambda: scene.place.cards)
    asking.cancel()
    await asyncio.wait([asking])
    assert (scene.place.cards, scene.usual.requests) == ([], [])


# Quick talk: the talk of quick ask among those of the chat.

DOWN = ProviderUnreachable("It is down", hint="Try again.", kind="overloaded")


@on_qt_loop
async def test_nothing_is_made_until_something_is_asked_and_then_it_stands_in_the_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("It leaks.")]) as desk:
        owner = QObject()
        controller = QuickConversation(desk.dock, desk.workspace, owner)
        assert (controller.conversation, controller.exchanges, controller.is_visible, controller.running) == (
            None,
            [],
            False,
            False,
        )
        assert len(desk.dock.conversations) == 1
        controller.ask("Boiler?")
        assert controller.conversation in desk.dock.conversations
        assert controller.conversation is not desk.dock.conversations[0]
        await chat_desk_until(lambda: not controller.running)
        assert [item.title for item in desk.dock.library.items()] == ["Boiler?"]
        assert controller.is_visible
        controller._ended -= RESUME_WITHIN + 1
        assert not controller.is_visible


@on_qt_loop
async def test_a_chat_that_was_deleted_is_forgotten(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("It leaks."), says("Again.")]) as desk:
        owner = QObject()
        controller = QuickConversation(desk.dock, desk.workspace, owner)
        controller.ask("Boiler?")
        await chat_desk_until(lambda: not controller.running)
        kept = controller.conversation
        assert kept is not None
        await desk.dock.library.delete(desk.dock.library.key(kept))
        assert (controller.conversation, controller.exchanges) == (None, [])
        controller.ask("Boiler again?")
        assert controller.conversation is not kept
        await chat_desk_until(lambda: not controller.running)


@on_qt_loop
async def test_a_failed_question_is_asked_again_and_elsewhere(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [DOWN, DOWN]) as desk:
        owner = QObject()
        controller = QuickConversation(desk.dock, desk.workspace, owner)
        controller.ask("Boiler?")
        await chat_desk_until(
            lambda: controller.last is not None and controller.last.error is not None and not controller.running
        )
        assert controller.last is not None
        controller.retry(controller.last)
        await chat_desk_until(
            lambda: controller.last is not None and controller.last.error is not None and not controller.running
        )
        desk.dock.renew_models()
        controller.retry_elsewhere(controller.last)
        await chat_desk_until(lambda: controller.last is not None and controller.last.text == "The other one answers.")
        assert len(controller.exchanges) == 1


@on_qt_loop
async def test_a_held_question_is_asked_without_tools_or_taken_back(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Without.")], tools=False) as desk:
        owner = QObject()
        controller = QuickConversation(desk.dock, desk.workspace, owner)
        changes: list[bool] = []
        controller.tool_offer_changed.connect(lambda: changes.append(controller.tool_offer is not None))
        controller.ask("Boiler?")
        controller.stop()
        controller.ask("Boiler?")
        controller.use_tools(allowed=False)
        await chat_desk_until(lambda: controller.last is not None and controller.last.text == "Without.")
        assert changes == [True, False, True, False]
        assert not desk.workspace.tool_calling
