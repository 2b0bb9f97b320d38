"""Prompt: an awaited line."""

import asyncio
import threading

import pytest

from vaultdesk.cli.prompt import typed_line


async def test_a_typed_line_comes_without_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert await typed_line("? ", lambda: "yes\r\n") == "yes"
    assert capsys.readouterr().err == "? "


async def test_the_end_of_input_is_none_and_an_empty_line_is_empty() -> None:
    assert await typed_line("", lambda: "") is None
    assert await typed_line("", lambda: "\n") == ""


async def test_a_cancelled_question_leaves_the_loop_alone() -> None:
    gate = threading.Event()

    def read() -> str:
        gate.wait(5)
        return "late\n"

    asked = asyncio.ensure_future(typed_line("", read))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    gate.set()
