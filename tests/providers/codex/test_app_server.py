"""App server: questions and their answers over a real child process."""

import asyncio
import os
from pathlib import Path

import pytest

from tests.support.codex_server import CodexServer
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable
from vaultdesk.providers.codex.app_server import AppServer, Refused
from vaultdesk.providers.peer import Peer

PEER = Peer("Codex", "chatgpt.com", "Codex")


async def test_it_says_hello_and_asks_for_what_is_experimental(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, []), AppServer(PEER)
    await server.start(script.command, os.environ, tmp_path)
    answer = await server.ask("account/read", {})
    await server.close()

    hello, *rest = [line for line in script.lines if "method" in line]
    assert hello["method"] == "initialize"
    assert hello["params"]["clientInfo"]["name"] == "vaultdesk"
    assert hello["params"]["capabilities"]["experimentalApi"] is True
    assert [line["method"] for line in rest] == ["initialized", "account/read"]
    assert answer["account"] is None


async def test_a_refusal_is_its_sentence(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], refuses={"thread/start": "not today"}), AppServer(PEER)
    await server.start(script.command, os.environ, tmp_path)
    with pytest.raises(Refused, match="not today") as caught:
        await server.ask("thread/start", {})
    await server.close()

    assert caught.value.code == -32600


async def test_no_answer_has_its_limit_and_one_that_ended_answers_nothing(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], silent=["thread/start"]), AppServer(PEER)
    await server.start(script.command, os.environ, tmp_path)
    waiting = server.question("thread/start", {})
    with pytest.raises(ProviderUnreachable, match="sent nothing"):
        await server.ask("thread/start", {}, limit=0.1)
    await server.close()
    await server.close()

    assert not server.alive
    for answer in (waiting, server.question("model/list", {})):
        with pytest.raises(ProviderBroken, match="ended unexpectedly"):
            await answer


async def test_a_greeting_that_is_refused_is_told(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], refuses={"initialize": "who are you"}), AppServer(PEER)

    with pytest.raises(ProviderBroken, match="does not answer like a Codex server"):
        await server.start(script.command, os.environ, tmp_path)
    await server.close()


async def test_a_thread_of_one_that_ended_says_nothing(tmp_path: Path) -> None:
    server = AppServer(PEER)
    box = server.listen("thread")
    server.forget("thread")
    server.forget("thread")

    async with asyncio.timeout(5):
        assert await box.next() is None
