"""Tests of approving.py: where a person is asked, and that the same is asked only once."""

import asyncio
from dataclasses import dataclass, field

from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.support.requests import read_request
from tests.ui.chat.chat_desk import Answers
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.ui.approval.hosts import ApprovalCard
from vaultdesk.ui.quick_ask.approving import QuickApprover, Sight

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

    def begin_waiting(self) -> None:
        self.calls.append("begins")

    def end_waiting(self) -> None:
        self.calls.append("ends")

    def approver(self) -> QuickApprover:
        sight = Sight(lambda: self.quick, lambda: self.main, self)
        return QuickApprover(self.usual, self.place, sight, self.place)


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
    approver.hand_over()
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
