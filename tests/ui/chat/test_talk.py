"""Tests of talk.py."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says, until
from vaultdesk.agent.agent import Agent
from vaultdesk.errors import UsageError
from vaultdesk.providers.events import TurnEnded
from vaultdesk.providers.scripted import Hang
from vaultdesk.ui.chat.talk import TITLE_LENGTH, Talk


@on_qt_loop
async def test_a_model_that_cannot_be_had_is_a_failed_answer() -> None:
    async def no_agent(_talk: Talk) -> Agent:
        raise UsageError("There is no provider work", hint="Choose another model.")

    talk = Talk(no_agent)
    talk.ask("Why?")
    await until(lambda: not talk.running)
    assert str(talk.exchanges[0].error) == "There is no provider work. Choose another model."


@on_qt_loop
async def test_a_bug_is_told_in_the_chat_and_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def broken(_talk: Talk) -> Agent:
        raise ZeroDivisionError

    talk = Talk(broken)
    talk.ask("Why?")
    await until(lambda: not talk.running and bool(caplog.records))
    assert str(talk.exchanges[0].error) == "VaultDesk made a mistake. The log tells more."
    caplog.clear()


@on_qt_loop
async def test_the_first_question_names_the_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("x")]) as desk:
        await desk.ask("word " * 40)
        title = desk.dock.conversations[0].title
        assert (len(title), title[-1]) == (TITLE_LENGTH, "…")


@on_qt_loop
async def test_what_is_asked_right_after_stop_comes_next(tmp_path: Path) -> None:
    hang = Hang()
    async with open_chat(tmp_path, [[hang, TurnEnded("end")], says("Next.")]) as desk:
        talk = desk.dock.conversations[0]
        talk.ask("First")
        await hang.reached.wait()
        talk.stop()
        talk.ask("Second")
        await until(lambda: len(talk.exchanges) == 2 and not talk.running)
        assert [exchange.text for exchange in talk.exchanges] == ["", "Next."]


@on_qt_loop
async def test_stopping_before_the_run_began_ends_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Never.")]) as desk:
        talk = desk.dock.conversations[0]
        talk.ask("First")
        talk.stop()
        await until(lambda: not talk.running)
        assert talk.exchanges[0].stopped
        assert talk.exchanges[0].text == ""
        assert desk.provider.requests == []


@on_qt_loop
async def test_what_is_asked_after_a_stop_that_came_before_the_run_is_asked(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Second.")]) as desk:
        talk = desk.dock.conversations[0]
        talk.ask("First")
        talk.stop()
        talk.ask("Second")
        await until(lambda: len(talk.exchanges) == 2 and not talk.running)
        assert [exchange.text for exchange in talk.exchanges] == ["", "Second."]
