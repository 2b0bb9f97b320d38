"""Tests of waiting_cards.py."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtWidgets import QLabel

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import YES, ChatDesk, asks, open_chat, read, says, until
from vaultdesk.providers.model_events import TurnEnded
from vaultdesk.providers.scripted_provider import HangStep
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.chat.waiting_cards import WaitingCards

BOILER = "Projects/House/Boiler.md"


class CardAsker:
    """Asks by a card that says nothing, and waits for the test to answer."""

    def __init__(self, cards: WaitingCards) -> None:
        self._cards = cards
        self.shown: list[QLabel] = []
        self.yes = asyncio.Event()

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        card = QLabel(request.headline)
        self.shown.append(card)
        self._cards.add_card(card)
        try:
            await self.yes.wait()
            return YES
        finally:
            self._cards.remove_card(card)
            card.deleteLater()


@asynccontextmanager
async def asked_in_the_background(folder: Path, *, typed: str = "") -> AsyncIterator[tuple[ChatDesk, CardAsker]]:
    """The first conversation asks for a note while a second one is shown, in which *typed* stands."""
    hang, made = HangStep(), []

    def make(cards: WaitingCards) -> CardAsker:
        made.append(CardAsker(cards))
        return made[0]

    turns = [[hang, *asks(read(BOILER))], says("One.")]
    async with open_chat(folder, turns, make_approver=make) as desk:
        desk.dock.ask("First")
        await hang.reached.wait()
        desk.dock.new_chat()
        desk.type(typed)
        hang.release()
        await until(lambda: bool(made[0].shown))
        yield desk, made[0]


def shown_talk(desk: ChatDesk) -> str:
    return next(talk.title for talk in desk.dock.conversations if talk.conversation.id == desk.dock.conversation_id)


@on_qt_loop
async def test_a_conversation_that_asks_is_shown_where_nothing_is_disturbed(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path) as (desk, asker):
        assert shown_talk(desk) == "First"
        assert asker.shown[0].isVisible()
        assert not desk.dock.waiting.isVisible()
        asker.yes.set()
        await until(lambda: desk.exchanges[0].exchange.over)
        assert desk.exchanges[0].exchange.text == "One."


@on_qt_loop
async def test_who_is_typing_elsewhere_is_told_and_goes_there(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path, typed="half a thou") as (desk, asker):
        (card,) = asker.shown
        assert (shown_talk(desk), card.isVisible(), desk.dock.waiting.isVisible()) == ("", False, True)
        assert desk.dock.composer.text == "half a thou"
        desk.dock.waiting.links[0].click()
        assert (shown_talk(desk), card.isVisible(), desk.dock.waiting.isVisible()) == ("First", True, False)
        desk.dock.new_chat()
        assert (card.isVisible(), desk.dock.waiting.isVisible()) == (False, True)
        asker.yes.set()
        await until(lambda: desk.dock.conversations[0].exchanges[0].over)
        assert not desk.dock.waiting.isVisible()


@on_qt_loop
async def test_a_running_answer_is_not_taken_out_of_sight(tmp_path: Path) -> None:
    first, second, made = HangStep(), HangStep(), []

    def make(cards: WaitingCards) -> CardAsker:
        made.append(CardAsker(cards))
        return made[0]

    turns = [[first, *asks(read(BOILER))], [second, TurnEnded("end")]]
    async with open_chat(tmp_path, turns, make_approver=make) as desk:
        desk.dock.ask("First")
        await first.reached.wait()
        desk.dock.new_chat()
        desk.dock.ask("Second")
        await second.reached.wait()
        first.release()
        await until(lambda: bool(made[0].shown))
        assert (shown_talk(desk), desk.dock.waiting.isVisible()) == ("Second", True)


@on_qt_loop
async def test_a_conversation_whose_tab_is_closed_still_waits_and_is_shown_from_the_banner(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path) as (desk, asker):
        desk.dock.head.close_requested.emit()
        assert (shown_talk(desk), desk.dock.waiting.isVisible(), asker.shown[0].isVisible()) == ("", True, False)
        desk.dock.waiting._go()
        assert (shown_talk(desk), asker.shown[0].isVisible()) == ("First", True)


@on_qt_loop
async def test_a_conversation_that_is_deleted_waits_no_more(tmp_path: Path) -> None:
    async with asked_in_the_background(tmp_path) as (desk, _asker):
        await desk.dock.library.delete(desk.dock.conversations[0].conversation.id)
        assert not desk.dock.waiting.isVisible()
        assert [talk.title for talk in desk.dock.conversations] == [""]
