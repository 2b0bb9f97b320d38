"""Tests of core/platform/limited_process.py."""

import asyncio
import os
import socket
import sys
import threading

import pytest

from vaultdesk.core.platform.limited_process import LimitedProcess, ProcessFailed, child_environment, run_limited

PATIENCE = 40.0


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


ECHO = python("import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())")
ENDLESS = python("while True: pass")


async def test_more_data_than_a_pipe_holds_goes_in_and_comes_out() -> None:
    data = os.urandom(3_000_000)

    assert await run_limited(ECHO, data, time_limit=PATIENCE, max_output=len(data)) == data


async def test_a_child_that_never_ends_is_ended_by_the_time_limit() -> None:
    with pytest.raises(ProcessFailed) as caught:
        await run_limited(ENDLESS, b"x" * 1_000_000, time_limit=0.3, max_output=10)

    assert caught.value.reason == "time"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
async def test_a_child_that_used_up_its_processor_time_is_told_as_that() -> None:
    program = "from vaultdesk.core.platform.limited_process import limit_this_process as limit\nlimit(10**10, 1)"

    with pytest.raises(ProcessFailed) as caught:
        await run_limited(python(f"{program}\nwhile True: pass"), b"", time_limit=PATIENCE, max_output=10)

    assert caught.value.reason == "time"


async def test_a_child_that_writes_without_end_is_ended_by_the_output_limit() -> None:
    program = python("import sys\nwhile True: sys.stdout.buffer.write(b'x' * 65536)")

    with pytest.raises(ProcessFailed) as caught:
        await run_limited(program, b"", time_limit=PATIENCE, max_output=1_000_000)

    assert caught.value.reason == "output"


async def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(ProcessFailed) as caught:
        await run_limited(["/nowhere/at/all"], b"", time_limit=PATIENCE, max_output=10)

    assert caught.value.reason == "start"
    assert caught.value.detail


async def test_cancelling_ends_the_child() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        program = python(
            f"import socket\nwith socket.create_connection({server.getsockname()!r}): pass\nwhile True: pass"
        )
        task = asyncio.create_task(run_limited(program, b"", time_limit=PATIENCE, max_output=10))
        started, _ = await asyncio.to_thread(server.accept)
        started.close()

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    def children() -> set[str]:
        return {thread.name for thread in threading.enumerate() if thread.name.startswith("vaultdesk-child")}

    async with asyncio.timeout(PATIENCE):
        while children():
            await asyncio.sleep(0.005)


def test_a_process_that_was_stopped_before_it_began_does_not_begin() -> None:
    process = LimitedProcess(ENDLESS, PATIENCE, 10)
    process.stop()

    assert process.run(b"") == b""


def test_no_key_of_the_environment_is_in_sight_of_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")

    assert "sk-canary-0123456789" not in child_environment().values()
