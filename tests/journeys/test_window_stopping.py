"""Window, stopping: after a stopped, interrupted or failed answer the next question can be asked immediately."""

import asyncio
import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.window import Window, click, open_window, seen, words_of
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Call, Raw, Turn, WireServer, refused
from tests.support.wire_turns import cut
from vaultdesk.ui.review.approval_view import ApprovalCard

QUESTION = "What did we decide?"
WHOLE = Turn("You chose the Nordwind heat pump because it is quiet.")
HELD = Turn(WHOLE.text, hold_after=5)
READING = Turn("I will read it.", [Call("file_read", {"file_paths": ["Boiler.md"]})])


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def _press_stop(window: Window) -> None:
    send = window.views.chat.composer.send
    assert send.accessibleName() == "Stop the answer"
    click(send)


def _press_escape(window: Window) -> None:
    QTest.keyClick(window.box, Qt.Key.Key_Escape)


@pytest.mark.parametrize("stop", [_press_stop, _press_escape])
@on_qt_loop
async def test_stopping_while_streaming_keeps_the_partial_answer(home: Path, tmp_path: Path, stop: object) -> None:
    async with (
        WireServer(openai=[HELD, WHOLE]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        await seen(lambda: window.exchanges and "Nordwind" in window.exchanges[-1].exchange.text)
        assert callable(stop)
        stop(window)
        view = await window.over()

        assert WHOLE.text.startswith(view.exchange.text)
        await seen(lambda: "Stopped. The answer so far is kept." in words_of(view))
        await seen(server.hung_up.is_set)
        await seen(lambda: window.views.chat.composer.send.accessibleName() == "Send")
        window.ask("And again?")
        await seen(lambda: len(window.exchanges) == 2)
        assert (await window.over()).exchange.text == WHOLE.text
        before = server.posts[1].json["messages"]
        assert [message["role"] for message in before] == ["system", "user", "assistant", "user"]


@on_qt_loop
async def test_stopping_while_asking_closes_the_dialog(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[READING, WHOLE]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        await window.dialog()
        window.views.chat.composer.send.click()  # not by the mouse, as the dialog covers the button
        view = await window.over()

        await seen(lambda: window.dialogs == [])
        assert view.exchange.stopped
        assert len(server.posts) == 1
        assert "started" not in [entry.record.event for entry in window.views.workspace.audit_log.read()]
        window.ask("And again?")
        await seen(lambda: len(window.exchanges) == 2)
        assert (await window.over()).exchange.text == WHOLE.text
        roles = [message["role"] for message in server.posts[1].json["messages"]]
        assert roles == ["system", "user", "assistant", "tool", "user"]


@on_qt_loop
async def test_stopping_while_asking_removes_the_card(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[READING]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.views.workspace.store.set("appearance.approval", "card")

        def cards() -> list[ApprovalCard]:
            return [card for card in window.views.chat.findChildren(ApprovalCard) if card.isVisible()]

        window.ask(QUESTION)
        await seen(cards)
        _press_stop(window)
        view = await window.over()

        await seen(lambda: not cards())
        assert view.exchange.stopped


@on_qt_loop
async def test_closing_while_asking_quits_and_reads_nothing(home: Path, tmp_path: Path) -> None:
    async with WireServer(openai=[READING]) as server:
        async with open_window(home, tmp_path / "vault", server) as window:
            window.ask(QUESTION)
            await window.dialog()
            audit = window.views.workspace.audit_log
        assert "started" not in [entry.record.event for entry in audit.read()]


@on_qt_loop
async def test_closing_while_streaming_closes_the_connection(home: Path, tmp_path: Path) -> None:
    async with WireServer(openai=[HELD]) as server:
        async with open_window(home, tmp_path / "vault", server) as window:
            window.ask(QUESTION)
            await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text)
        assert await asyncio.to_thread(server.hung_up.wait, 30)


@on_qt_loop
async def test_retrying_an_interrupted_answer_gets_the_complete_answer(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[cut(WHOLE, 6), WHOLE]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        view = await window.over()
        view_text = words_of(view)
        assert "was interrupted" in view_text
        assert "Your question is kept." in view_text
        assert WHOLE.text.startswith(view.exchange.text)
        assert view.exchange.text

        click(await window.button(view, "Try Again"))
        await seen(lambda: window.exchanges[-1].exchange.text == WHOLE.text)
        view = await window.over()
        assert len(window.exchanges) == 1
        assert "was interrupted" not in words_of(view)
        assert json.dumps(server.posts[1].json) == json.dumps(server.posts[0].json)


TROUBLES = {
    "key": (refused(401, f"Incorrect API key provided: {KEY}."), "does not accept the key"),
    "html": (Raw(b"<!DOCTYPE html><html></html>", content_type="text/html"), "does not use the OpenAI protocol"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
@on_qt_loop
async def test_an_error_shows_a_banner_and_a_retry_is_answered(home: Path, tmp_path: Path, trouble: str) -> None:
    reply, words = TROUBLES[trouble]
    async with (
        WireServer(openai=[reply, WHOLE]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        view = await window.over()
        assert words in words_of(view)
        assert KEY not in words_of(view)
        click(await window.button(view, "Try Again"))
        await seen(lambda: window.exchanges[-1].exchange.text == WHOLE.text)


@on_qt_loop
async def test_a_model_that_rejects_tools_still_answers_and_is_marked(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[refused(400, "this model does not support tools"), WHOLE]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        view = await window.over()
        assert view.exchange.text == WHOLE.text
        await seen(lambda: "VaultDesk uses text-based tools with it." in words_of(view))
        button = window.views.chat.composer.model
        await seen(lambda: button.remark() == "text-based tools")
        assert "rejected the tools" in button.accessibleDescription()


@on_qt_loop
async def test_another_model_can_be_asked_instead(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[refused(401, "no")]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask("What about the heat pump?")
        view = await window.over()
        links = [link.text() for link in view.failure.banner.links] if view.failure is not None else []
        assert links[0] == "Try Again"
        assert len(links) == 2, links
        click(await window.button(view, links[1]))
        await window.approve()
        await seen(lambda: "Nordwind" in window.exchanges[-1].exchange.text)


@on_qt_loop
async def test_a_question_typed_while_an_answer_runs_is_queued_and_asked_next(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[HELD, Turn("Second.")]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text)
        window.ask("And the second?")
        assert len(window.exchanges) == 1
        server.release()
        await seen(lambda: len(window.exchanges) == 2 and window.exchanges[1].is_finished)
        assert [view.exchange.text for view in window.exchanges] == [WHOLE.text, "Second."]
