"""Server: on this computer alone, on a free port, ending with what it opened."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.endpoint.bench import LABEL, SECONDS, bench, scripted
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.endpoint.server import listening
from vaultdesk.providers.scripted_provider import HangStep

PROC = Path("/proc/net/tcp")
"""Every socket of this machine, in hexadecimal; state 0A listens."""


def listened_on(port: int) -> list[str]:
    rows = [line.split() for line in PROC.read_text().splitlines()[1:]]
    return [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")]


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
async def test_nothing_but_loopback_is_listened_on() -> None:
    async with bench(scripted()) as served:
        addresses = listened_on(served.port)

    assert addresses == [f"0100007F:{served.port:04X}"]


def test_a_taken_port_is_said_plainly() -> None:
    with listening(0) as first:
        port = first.getsockname()[1]
        with pytest.raises(VaultDeskError) as caught:
            listening(port)

    assert caught.value.title.startswith(f"Port {port} cannot be used")
    assert "--port" in caught.value.hint
    assert caught.value.exit_code == 1


async def test_its_models_are_closed_with_it() -> None:
    provider = scripted()
    async with bench(provider) as served:
        await served.post({"model": "bench/scripted", "input": "Hello", "tool_choice": "sometimes"})
        assert not provider.closed
    assert provider.closed


async def test_an_answer_under_way_does_not_hold_up_the_end() -> None:
    hang = HangStep()
    async with asyncio.timeout(SECONDS), bench(scripted([hang])) as served:
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(served.request({"model": LABEL, "input": "Hello", "stream": True}))
        await hang.reached.wait()
    writer.close()

    assert hang.cancelled
