"""Tests of providers/codex/app_server.py."""

import asyncio
import json
import os
from pathlib import Path

import pytest

from tests.support.codex_server import CodexServer
from vaultdesk.core.errors import ProviderBroken, ProviderRefused, ProviderUnreachable
from vaultdesk.providers.codex import app_server
from vaultdesk.providers.codex.app_server import (
    AppServer,
    CodexRefusal,
    RpcMessage,
    ThreadMailbox,
    cancelled_call_result,
    codex_tool_result,
    declined_answer,
    find_codex,
    minimal_environment,
    server_arguments,
)
from vaultdesk.providers.error_context import ErrorContext

# Command: where codex is found, what it is told at its start, and what it gets of the environment.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


def test_it_is_found_on_path(tmp_path: Path) -> None:
    program = tmp_path / ("codex.cmd" if os.name == "nt" else "codex")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    found = find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert Path(found[0]).name.lower() == program.name
    assert found[1:] == ()


def test_missing_it_is_told_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ProviderRefused, match="not installed") as caught:
        find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert "npm install -g @openai/codex" in caught.value.hint


def test_an_empty_path_finds_nothing_of_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ProviderRefused):
        find_codex({}, CONTEXT)


def test_its_own_tools_extensions_and_records_are_off() -> None:
    arguments = server_arguments()

    assert arguments[0] == "app-server"
    assert {
        "features.shell_tool=false", "features.unified_exec=false", "features.plugins=false", "features.hooks=false",
        "agents.enabled=false", "web_search=disabled", "notify=[]", "history.persistence=none",
        "analytics.enabled=false",
    } <= set(arguments)  # fmt: skip


def test_no_argument_holds_what_a_batch_file_would_read() -> None:
    assert not [argument for argument in server_arguments() if set(argument) & set(' "%^&|<>!\n')]


def test_keys_and_the_rest_of_the_environment_stay_here() -> None:
    given = {
        "PATH": "/bin", "Home": "/h", "CODEX_HOME": "/c", "https_proxy": "http://p", "LANG": "C", "SystemRoot": "C:\\W",
        "OPENAI_API_KEY": "sk-x", "ANTHROPIC_API_KEY": "sk-y", "PYTHONPATH": "/p", "SECRET": "s", "CODEX_API_KEY": "k",
    }  # fmt: skip

    assert minimal_environment(given).keys() == {"PATH", "Home", "CODEX_HOME", "https_proxy", "LANG", "SystemRoot"}


# Mailbox: messages wait in order, and a flood is refused.


async def test_messages_are_read_in_order_and_then_the_end() -> None:
    box = ThreadMailbox()
    for number in range(3):
        box.put({"n": number})
    box.close()

    assert [await box.next() for _ in range(4)] == [{"n": 0}, {"n": 1}, {"n": 2}, None]


async def test_a_reader_waits_for_news() -> None:
    box = ThreadMailbox()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        reading = group.create_task(box.next())
        await asyncio.sleep(0)
        box.put({"n": 1})

    assert reading.result() == {"n": 1}


async def test_a_watcher_hears_what_waits_and_what_comes() -> None:
    box, heard = ThreadMailbox(), list[RpcMessage]()
    box.put({"n": 1})
    box.set_watcher(heard.append)
    box.put({"n": 2})
    box.set_watcher(None)
    box.put({"n": 3})

    assert heard == [{"n": 1}, {"n": 2}]


async def test_a_flood_nobody_reads_is_refused() -> None:
    box = ThreadMailbox()

    taken = sum(box.put({}) for _ in range(app_server.MAX_WAITING + 5))

    assert taken == app_server.MAX_WAITING


# Declined: every question codex can ask has an answer, and none of them grants anything.

QUESTIONS = (
    "item/commandExecution/requestApproval", "item/fileChange/requestApproval", "item/permissions/requestApproval",
    "item/tool/requestUserInput", "mcpServer/elicitation/request", "account/chatgptAuthTokens/refresh",
    "attestation/generate", "currentTime/read", "applyPatchApproval", "execCommandApproval", "of/a/later/version",
)  # fmt: skip


@pytest.mark.parametrize("method", QUESTIONS)
def test_nothing_is_granted(method: str) -> None:
    answer = declined_answer(method)

    assert answer.keys() in ({"result"}, {"error"})
    assert not [word for word in ("accept", "approved", "session", "true") if f'"{word}' in json.dumps(answer)]


def test_an_answer_cannot_be_changed_for_the_next_one() -> None:
    first = declined_answer("execCommandApproval")["result"]
    assert isinstance(first, dict)
    first["decision"] = "approved"

    assert declined_answer("execCommandApproval") == {"result": {"decision": "abort"}}


def test_a_call_nobody_waits_for_is_told_as_not_run() -> None:
    assert cancelled_call_result()["success"] is False
    assert codex_tool_result("a", success=True) == {
        "contentItems": [{"type": "inputText", "text": "a"}],
        "success": True,
    }


# App server: questions and their answers over a real child process.

CODEX_CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


async def test_it_says_hello_and_asks_for_what_is_experimental(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, []), AppServer(CODEX_CONTEXT)
    await server.start(script.command, os.environ, tmp_path)
    answer = await server.request("account/read", {})
    await server.close()

    hello, *rest = [line for line in script.lines if "method" in line]
    assert hello["method"] == "initialize"
    assert hello["params"]["clientInfo"]["name"] == "vaultdesk"
    assert hello["params"]["capabilities"]["experimentalApi"] is True
    assert [line["method"] for line in rest] == ["initialized", "account/read"]
    assert answer["account"] is None


async def test_a_refusal_is_its_sentence(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], refuses={"thread/start": "not today"}), AppServer(CODEX_CONTEXT)
    await server.start(script.command, os.environ, tmp_path)
    with pytest.raises(CodexRefusal, match="not today") as caught:
        await server.request("thread/start", {})
    await server.close()

    assert caught.value.code == -32600


async def test_no_answer_has_its_limit_and_one_that_ended_answers_nothing(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], silent=["thread/start"]), AppServer(CODEX_CONTEXT)
    await server.start(script.command, os.environ, tmp_path)
    waiting = server.send_request("thread/start", {})
    with pytest.raises(ProviderUnreachable, match="sent nothing"):
        await server.request("thread/start", {}, limit=0.1)
    await server.close()
    await server.close()

    assert not server.alive
    for answer in (waiting, server.send_request("model/list", {})):
        with pytest.raises(ProviderBroken, match="ended unexpectedly"):
            await answer


async def test_a_greeting_that_is_refused_is_told(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], refuses={"initialize": "who are you"}), AppServer(CODEX_CONTEXT)

    with pytest.raises(ProviderBroken, match="does not answer like a Codex server"):
        await server.start(script.command, os.environ, tmp_path)
    await server.close()


async def test_a_thread_of_one_that_ended_says_nothing(tmp_path: Path) -> None:
    server = AppServer(CODEX_CONTEXT)
    box = server.subscribe("thread")
    server.unsubscribe("thread")
    server.unsubscribe("thread")

    async with asyncio.timeout(5):
        assert await box.next() is None
