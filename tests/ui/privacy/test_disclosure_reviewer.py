"""Reviewer: the gate asks, the person answers; where nobody can be asked, nothing goes."""

import asyncio

import pytest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.privacy.requests import EVERYTHING, NEW, request
from vaultdesk.privacy.disclosure_history import DisclosureHistory
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureDialog, WindowDisclosureReviewer
from vaultdesk.ui.review import approve_delay


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)


class Scene:
    def __init__(self, *, visible: bool = True) -> None:
        self.window = QWidget()
        self.window.resize(1000, 700)
        self.window.setVisible(visible)
        self.history = DisclosureHistory()
        self.reviewer = WindowDisclosureReviewer(self.window, self.history)

    def dialogs(self) -> list[DisclosureDialog]:
        return [dialog for dialog in self.window.findChildren(DisclosureDialog) if dialog.isVisible()]

    async def dialog(self) -> DisclosureDialog:
        await until(self.dialogs)
        return self.dialogs()[0]

    async def send(self) -> None:
        dialog = await self.dialog()
        self.window.activateWindow()
        await until(dialog.view.send.isEnabled)
        dialog.view.send.click()


@on_qt_loop
async def test_the_gate_gets_the_answer_of_the_person() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    await scene.send()

    assert await asking == DisclosureDecision(send=True, replacements={"b": None})


@on_qt_loop
async def test_closing_means_no() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).close()

    assert await asking == DisclosureDecision(send=False)


@on_qt_loop
async def test_without_a_window_nobody_agreed() -> None:
    decision = await Scene(visible=False).reviewer.review(EVERYTHING)

    assert (decision.send, decision.reason) == (False, "The window was not open, so the user could not be asked.")


@on_qt_loop
async def test_being_cancelled_takes_the_question_away() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    await scene.dialog()
    asking.cancel()

    await until(lambda: not scene.dialogs())
    assert asking.cancelled()


@on_qt_loop
async def test_questions_come_one_at_a_time() -> None:
    scene = Scene()
    first = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    second = asyncio.ensure_future(scene.reviewer.review(request(NEW)))
    await scene.dialog()
    assert len(scene.dialogs()) == 1
    (await scene.dialog()).reject()
    await first
    (await scene.dialog()).reject()

    assert not (await second).send


@on_qt_loop
async def test_the_switch_holds_for_the_chat() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.reviewer.preview(EVERYTHING))
    dialog = await scene.dialog()
    assert not dialog.view.every_send.isChecked()
    dialog.view.every_send.click()
    dialog.reject()
    await asking

    assert scene.history.of("chat_1").review_all
    assert not scene.history.of("chat_2").review_all


@on_qt_loop
async def test_what_was_just_looked_at_is_not_asked_again_but_anything_else_is() -> None:
    scene = Scene()
    looking = asyncio.ensure_future(scene.reviewer.preview(EVERYTHING))
    await scene.send()
    decision = await looking
    assert await scene.reviewer.review(EVERYTHING) == decision

    asking = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).reject()
    assert not (await asking).send


@on_qt_loop
async def test_an_answer_that_nobody_asked_for_is_forgotten() -> None:
    scene = Scene()
    looking = asyncio.ensure_future(scene.reviewer.preview(EVERYTHING))
    await scene.send()
    await looking
    scene.reviewer.forget()
    asking = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).reject()

    assert not (await asking).send


@on_qt_loop
async def test_another_request_is_asked_whatever_was_looked_at() -> None:
    scene = Scene()
    looking = asyncio.ensure_future(scene.reviewer.preview(request(NEW)))
    await scene.send()
    await looking
    asking = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).reject()

    assert not (await asking).send
