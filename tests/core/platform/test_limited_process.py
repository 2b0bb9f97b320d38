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


async def test_input_and_output_may_exceed_the_pipe_buffer() -> None:
    data = os.urandom(3_000_000)

    assert await run_limited(ECHO, data, time_limit=PATIENCE, max_output=len(data)) == data


async def test_a_child_that_does_not_exit_is_killed_at_the_time_limit() -> None:
    with pytest.raises(ProcessFailed) as caught:
        await run_limited(ENDLESS, b"x" * 1_000_000, time_limit=0.3, max_output=10)

    assert caught.value.reason == "time"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
async def test_a_child_over_its_cpu_time_limit_is_reported_as_a_timeout() -> None:
    program = "from vaultdesk.core.platform.limited_process import limit_this_process as limit\nlimit(10**10, 1)"

    with pytest.raises(ProcessFailed) as caught:
        await run_limited(python(f"{program}\nwhile True: pass"), b"", time_limit=PATIENCE, max_output=10)

    assert caught.value.reason == "time"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
async def test_a_killed_child_leaves_no_core_dump() -> None:
    program = "import resource\nfrom vaultdesk.core.platform.limited_process import limit_this_process as limit\n"
    program += "limit(10**10)\nprint(*resource.getrlimit(resource.RLIMIT_CORE))"

    output = await run_limited(python(program), b"", time_limit=PATIENCE, max_output=100)

    assert output.split() == [b"0", b"0"]


async def test_a_child_with_endless_output_is_killed_at_the_output_limit() -> None:
    program = python("import sys\nwhile True: sys.stdout.buffer.write(b'x' * 65536)")

    with pytest.raises(ProcessFailed) as caught:
        await run_limited(program, b"", time_limit=PATIENCE, max_output=1_000_000)

    assert caught.value.reason == "output"


async def test_a_missing_program_is_reported() -> None:
    with pytest.raises(ProcessFailed) as caught:
        await run_limited(["/nowhere/at/all"], b"", time_limit=PATIENCE, max_output=10)

    assert caught.value.reason == "start"
    assert caught.value.detail


async def test_cancelling_kills_the_child() -> None:
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


def test_a_process_stopped_before_its_start_is_not_started() -> None:
    process = LimitedProcess(ENDLESS, PATIENCE, 10)
    process.stop()

    assert process.run(b"") == b""


def test_api_keys_are_removed_from_the_environment_of_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")

    assert "sk-canary-0123456789" not in child_environment().values()
