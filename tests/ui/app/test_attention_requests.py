"""Attention: which events of a vault's conversations are announced; test_background_mode.py tests the notifications."""

from pathlib import Path

import pytest

from tests.journeys.program import KEY
from tests.journeys.window import open_window, seen
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.wire import Turn, WireServer, refused
from vaultdesk.ui.app.notifications import AttentionRequest

ANSWER = Turn("You chose the Nordwind heat pump because it is quiet.")


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


@on_qt_loop
async def test_an_answer_requests_attention_once_and_opens_its_conversation(home: Path, tmp_path: Path) -> None:
    async with WireServer(openai=[ANSWER]) as server, open_window(home, tmp_path / "v", server) as window:
        desktop, views = window.desktop, window.views
        calls: list[AttentionRequest] = []
        views.attention.requested.connect(calls.append)
        views.chat.ask("boiler")
        await until(lambda: calls)
        conversation = views.chat.open_conversations.current
        views.chat.new_chat()
        desktop.window.panes.toggle("chat")
        calls[0].show()

        assert [(call.kind, call.chat) for call in calls] == [("answer", "boiler")]
        assert views.chat.open_conversations.current is conversation
        assert desktop.window.panes.hidden() == ()


@on_qt_loop
async def test_a_stopped_answer_requests_no_attention_and_a_failed_one_does(home: Path, tmp_path: Path) -> None:
    paused = Turn(ANSWER.text, hold_after=5)
    async with (
        WireServer(openai=[paused, refused(401, "Bad key")]) as server,
        open_window(home, tmp_path / "v", server) as window,
    ):
        attention = window.views.attention
        calls: list[AttentionRequest] = []
        attention.requested.connect(calls.append)
        window.ask("Which one?")
        await seen(lambda: window.exchanges and window.exchanges[-1].exchange.text)
        assert attention.running
        window.views.chat.open_conversations.current.stop()
        await seen(lambda: not attention.running)
        assert calls == []
        window.ask("And now?")
        await seen(lambda: calls)

        assert [call.kind for call in calls] == ["failure"]


@on_qt_loop
async def test_waiting_until_seen_returns_false_for_a_closed_window(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        assert await views.attention.wait_until_seen()
        desktop.window.hide()

        assert not await views.attention.wait_until_seen()
