"""Disclosure reviewer: the gate asks, the user decides; nothing is sent if the user cannot be asked."""

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
def no_approve_delay(monkeypatch: pytest.MonkeyPatch) -> None:
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
async def test_gate_receives_the_decision_of_the_user() -> None:
    scene = Scene()
    review = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    await scene.send()

    assert await review == DisclosureDecision(send=True, replacements={"b": None})


@on_qt_loop
async def test_closing_the_dialog_declines() -> None:
    scene = Scene()
    review = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).close()

    assert await review == DisclosureDecision(send=False)


@on_qt_loop
async def test_without_a_visible_window_the_request_is_declined() -> None:
    decision = await Scene(visible=False).reviewer.review(EVERYTHING)

    assert (decision.send, decision.reason) == (False, "The window was not open, so the user could not be asked.")


@on_qt_loop
async def test_cancelling_the_review_closes_the_dialog() -> None:
    scene = Scene()
    review = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    await scene.dialog()
    review.cancel()

    await until(lambda: not scene.dialogs())
    assert review.cancelled()


@on_qt_loop
async def test_reviews_are_shown_one_at_a_time() -> None:
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
async def test_reviewing_every_request_applies_to_the_chat_only() -> None:
    scene = Scene()
    review = asyncio.ensure_future(scene.reviewer.preview(EVERYTHING))
    dialog = await scene.dialog()
    assert not dialog.view.every_send.isChecked()
    dialog.view.every_send.click()
    dialog.reject()
    await review

    assert scene.history.of("chat_1").review_all
    assert not scene.history.of("chat_2").review_all


@on_qt_loop
async def test_decision_of_a_preview_is_used_once() -> None:
    scene = Scene()
    preview = asyncio.ensure_future(scene.reviewer.preview(EVERYTHING))
    await scene.send()
    decision = await preview
    assert await scene.reviewer.review(EVERYTHING) == decision

    review = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).reject()
    assert not (await review).send


@on_qt_loop
async def test_unused_decision_of_a_preview_can_be_discarded() -> None:
    scene = Scene()
    preview = asyncio.ensure_future(scene.reviewer.preview(EVERYTHING))
    await scene.send()
    await preview
    scene.reviewer.forget()
    review = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).reject()

    assert not (await review).send


@on_qt_loop
async def test_different_request_is_reviewed_despite_a_preview() -> None:
    scene = Scene()
    preview = asyncio.ensure_future(scene.reviewer.preview(request(NEW)))
    await scene.send()
    await preview
    review = asyncio.ensure_future(scene.reviewer.review(EVERYTHING))
    (await scene.dialog()).reject()

    assert not (await review).send
