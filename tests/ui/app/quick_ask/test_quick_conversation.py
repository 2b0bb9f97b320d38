"""Tests of ui/app/quick_ask/quick_conversation.py."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.desktop import until
from tests.support.passages import HEATING, found_request
from tests.support.qt_loop import on_qt_loop
from tests.support.requests import AWAY, read_request
from tests.ui.chat.chat_desk import Answers, open_chat, says
from tests.ui.chat.chat_desk import until as chat_desk_until
from tests.ui.privacy.requests import EVERYTHING
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.tools.runtime.approvals import ApprovalDecision, FirstUseAnswer, FirstUseRequest
from vaultdesk.ui.app.quick_ask.quick_conversation import (
    RESUME_WITHIN,
    ProgramVisibility,
    QuickApprover,
    QuickConversation,
)
from vaultdesk.ui.chat.composer.model_menu import AnswerSettings
from vaultdesk.ui.chat.open_conversations import answering
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureCard
from vaultdesk.ui.review.approval_view import ApprovalCard
from vaultdesk.ui.review.first_use_card import FirstUseCard

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


class WindowAnswers(Answers):
    """Answers of the main window, which remembers the first decisions it was asked for."""

    def __init__(self, answer: ApprovalDecision) -> None:
        super().__init__(answer)
        self.first_uses: list[FirstUseRequest] = []

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        self.first_uses.append(request)
        return "once"


@dataclass
class Scene:
    """What can be seen, and who is called."""

    quick: bool = True
    main: bool = True
    calls: list[str] = field(default_factory=list)
    place: Place = field(default_factory=Place)
    usual: WindowAnswers = field(default_factory=lambda: WindowAnswers(NO))

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


FIRST = FirstUseRequest(AWAY, "What of the boiler?", "Lindenweg", 12, 0)


@on_qt_loop
async def test_u1_the_first_decision_is_asked_in_quick_ask_where_that_is_seen() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.approver().ask_first_use(FIRST))
    await until(lambda: scene.place.cards)
    (card,) = scene.place.cards
    assert isinstance(card, FirstUseCard)
    card.view.answered.emit("always")
    assert await asking == "always"
    assert (scene.place.cards, scene.usual.first_uses) == ([], [])


@on_qt_loop
async def test_u1_the_first_decision_is_asked_in_the_window_where_that_alone_is_seen_or_it_is_handed_over() -> None:
    scene = Scene(quick=False)
    assert await scene.approver().ask_first_use(FIRST) == "once"
    scene = Scene()
    approver = scene.approver()
    asking = asyncio.ensure_future(approver.ask_first_use(FIRST))
    await until(lambda: scene.place.cards)
    approver.hand_over_to_window()
    assert await asking == "once"
    assert (scene.place.cards, scene.usual.first_uses) == ([], [FIRST])


class QuickAnswer:
    """The conversation whose answer runs; its approver is that of quick ask."""

    def __init__(self, approver: QuickApprover | None) -> None:
        self.approver = approver


@on_qt_loop
async def test_t2_what_an_answer_of_quick_ask_sends_is_looked_at_in_quick_ask() -> None:
    scene = Scene()
    approver = scene.approver()

    async def review(owner: QuickApprover | None) -> DisclosureDecision | None:
        answering.set(QuickAnswer(owner))  # type: ignore[arg-type]  # only its approver is looked at
        return await approver.review(EVERYTHING)

    assert await review(None) is None
    asking = asyncio.ensure_future(review(approver))
    await until(lambda: scene.place.cards)
    (card,) = scene.place.cards
    assert isinstance(card, DisclosureCard)
    assert card.view.headline() == "Send 2 passages of 2 notes to Anthropic?"
    card.view.answered.emit(DisclosureDecision(send=True, cut={"b": None}))
    assert await asking == DisclosureDecision(send=True, cut={"b": None})
    assert scene.place.cards == []


@on_qt_loop
async def test_t2_the_card_stays_for_the_search_with_other_words() -> None:
    scene = Scene()
    approver = scene.approver()

    async def ask_twice() -> list[ApprovalDecision]:
        first = await approver.ask(found_request(request_id="ask_5"))
        return [first, await approver.ask(found_request(HEATING[:1], request_id="ask_6", continues="ask_5"))]

    asking = asyncio.ensure_future(ask_twice())
    await until(lambda: scene.place.cards)
    (card,) = scene.place.cards
    assert isinstance(card, ApprovalCard)
    search = card.view.head.words
    assert search is not None
    search.submitted.emit("noise")
    await until(lambda: card.view.request.id == "ask_6")
    assert scene.place.cards == [card]
    card.view.refuse()
    first, second = await asking
    assert (first.new_query, second) == ("noise", ApprovalDecision(approved=False))
    assert scene.place.cards == []


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
async def test_u19_answer_settings_are_those_of_the_chat_that_was_begun_here(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("It leaks.")]) as desk:
        owner = QObject()
        controller = QuickConversation(desk.dock, desk.workspace, owner)
        controller.set_answers(AnswerSettings(0.3))
        assert controller.answers is None
        assert desk.dock.conversations[0].conversation.choices.temperature is None
        controller.ask("Boiler?")
        await chat_desk_until(lambda: not controller.running)
        controller.set_answers(AnswerSettings(0.3, 300))
        assert controller.answers == AnswerSettings(0.3, 300)
        assert desk.dock.conversations[0].conversation.choices.temperature is None


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
