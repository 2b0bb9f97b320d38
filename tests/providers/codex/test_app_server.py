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

# Command: search for the executable, its arguments and its environment variables.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


def test_codex_is_found_on_path(tmp_path: Path) -> None:
    program = tmp_path / ("codex.cmd" if os.name == "nt" else "codex")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    found = find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert Path(found[0]).name.lower() == program.name
    assert found[1:] == ()


def test_a_missing_codex_is_reported_with_the_install_command(tmp_path: Path) -> None:
    with pytest.raises(ProviderRefused, match="not installed") as caught:
        find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert "npm install -g @openai/codex" in caught.value.hint


def test_an_empty_path_does_not_search_the_current_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ProviderRefused):
        find_codex({}, CONTEXT)


def test_tools_extensions_and_history_of_codex_are_disabled() -> None:
    arguments = server_arguments()

    assert arguments[0] == "app-server"
    assert {
        "features.shell_tool=false", "features.unified_exec=false", "features.plugins=false", "features.hooks=false",
        "agents.enabled=false", "web_search=disabled", "notify=[]", "history.persistence=none",
        "analytics.enabled=false",
    } <= set(arguments)  # fmt: skip


def test_no_argument_contains_characters_special_in_batch_files() -> None:
    assert not [argument for argument in server_arguments() if set(argument) & set(' "%^&|<>!\n')]


def test_only_required_environment_variables_are_passed_on() -> None:
    given = {
        "PATH": "/bin", "Home": "/h", "CODEX_HOME": "/c", "https_proxy": "http://p", "LANG": "C", "SystemRoot": "C:\\W",
        "OPENAI_API_KEY": "sk-x", "ANTHROPIC_API_KEY": "sk-y", "PYTHONPATH": "/p", "SECRET": "s", "CODEX_API_KEY": "k",
    }  # fmt: skip

    assert minimal_environment(given).keys() == {"PATH", "Home", "CODEX_HOME", "https_proxy", "LANG", "SystemRoot"}


# Mailbox: messages are queued in order, up to a limit.


async def test_messages_are_read_in_order_until_the_mailbox_is_closed() -> None:
    mailbox = ThreadMailbox()
    for number in range(3):
        mailbox.put({"n": number})
    mailbox.close()

    assert [await mailbox.next() for _ in range(4)] == [{"n": 0}, {"n": 1}, {"n": 2}, None]


async def test_a_reader_waits_for_the_next_message() -> None:
    mailbox = ThreadMailbox()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        reading = group.create_task(mailbox.next())
        await asyncio.sleep(0)
        mailbox.put({"n": 1})

    assert reading.result() == {"n": 1}


async def test_a_watcher_receives_queued_and_new_messages() -> None:
    mailbox, received = ThreadMailbox(), list[RpcMessage]()
    mailbox.put({"n": 1})
    mailbox.set_watcher(received.append)
    mailbox.put({"n": 2})
    mailbox.set_watcher(None)
    mailbox.put({"n": 3})

    assert received == [{"n": 1}, {"n": 2}]


async def test_messages_beyond_the_queue_limit_are_refused() -> None:
    mailbox = ThreadMailbox()

    accepted = sum(mailbox.put({}) for _ in range(app_server.MAX_WAITING + 5))

    assert accepted == app_server.MAX_WAITING


# Declined requests: every request of codex has an answer, and none of them grants anything.

REQUEST_METHODS = (
    "item/commandExecution/requestApproval", "item/fileChange/requestApproval", "item/permissions/requestApproval",
    "item/tool/requestUserInput", "mcpServer/elicitation/request", "account/chatgptAuthTokens/refresh",
    "attestation/generate", "currentTime/read", "applyPatchApproval", "execCommandApproval", "of/a/later/version",
)  # fmt: skip


@pytest.mark.parametrize("method", REQUEST_METHODS)
def test_no_request_of_codex_is_granted(method: str) -> None:
    answer = declined_answer(method)

    assert answer.keys() in ({"result"}, {"error"})
    assert not [word for word in ("accept", "approved", "session", "true") if f'"{word}' in json.dumps(answer)]


def test_changing_a_declined_answer_does_not_affect_later_ones() -> None:
    first = declined_answer("execCommandApproval")["result"]
    assert isinstance(first, dict)
    first["decision"] = "approved"

    assert declined_answer("execCommandApproval") == {"result": {"decision": "abort"}}


def test_a_cancelled_call_is_reported_as_unsuccessful() -> None:
    assert cancelled_call_result()["success"] is False
    assert codex_tool_result("a", success=True) == {
        "contentItems": [{"type": "inputText", "text": "a"}],
        "success": True,
    }


# App server: requests and responses over a real child process.

CODEX_CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


async def test_start_sends_initialize_with_the_experimental_api(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, []), AppServer(CODEX_CONTEXT)
    await server.start(script.command, os.environ, tmp_path)
    answer = await server.request("account/read", {})
    await server.close()

    initialize, *rest = [line for line in script.lines if "method" in line]
    assert initialize["method"] == "initialize"
    assert initialize["params"]["clientInfo"]["name"] == "vaultdesk"
    assert initialize["params"]["capabilities"]["experimentalApi"] is True
    assert [line["method"] for line in rest] == ["initialized", "account/read"]
    assert answer["account"] is None


async def test_an_error_response_is_raised_with_its_message_and_code(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], refuses={"thread/start": "not today"}), AppServer(CODEX_CONTEXT)
    await server.start(script.command, os.environ, tmp_path)
    with pytest.raises(CodexRefusal, match="not today") as caught:
        await server.request("thread/start", {})
    await server.close()

    assert caught.value.code == -32600


async def test_requests_fail_after_the_timeout_and_after_the_process_ended(tmp_path: Path) -> None:
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


async def test_a_refused_initialize_is_an_error(tmp_path: Path) -> None:
    script, server = CodexServer(tmp_path, [], refuses={"initialize": "who are you"}), AppServer(CODEX_CONTEXT)

    with pytest.raises(ProviderBroken, match="does not use the Codex protocol"):
        await server.start(script.command, os.environ, tmp_path)
    await server.close()


async def test_a_mailbox_of_a_stopped_server_is_closed(tmp_path: Path) -> None:
    server = AppServer(CODEX_CONTEXT)
    mailbox = server.subscribe("thread")
    server.unsubscribe("thread")
    server.unsubscribe("thread")

    async with asyncio.timeout(5):
        assert await mailbox.next() is None
