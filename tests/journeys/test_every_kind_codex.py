"""Every kind, codex: the conversation of correction.py through a scripted codex, with native and text-based tools."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import open_bench
from tests.journeys.correction import (
    AGAIN,
    ANSWER,
    EXPECTED_CALLS,
    LAST,
    LOOK,
    NEXT,
    NOTES,
    QUESTION,
    REFUSED,
    calls_as_text,
    expected_messages,
    run_conversation,
)
from tests.journeys.kinds import scripted_codex
from tests.support.codex_server import Step, answered, calls, sends_text, thinks, waits
from tests.support.tool_env import YES
from vaultdesk.agent.tool_selection import selected_tools, tool_specs
from vaultdesk.providers.capabilities import EmulationDialect


def item(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def turn_input(thread: int, text: str) -> dict[str, Any]:
    return {"threadId": f"thread-{thread}", "input": [{"type": "text", "text": text, "text_elements": []}]}


async def test_a_corrected_call_with_native_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 16."""
    expected_calls = [(name, json.dumps(arguments)) for name, arguments in EXPECTED_CALLS]
    turns = [
        [
            thinks("Search first."), sends_text(LOOK), calls(*expected_calls[:2]), answered(), waits(),
            calls(expected_calls[2]), answered(), waits(), sends_text(AGAIN), calls(expected_calls[3]), answered(),
            waits(), sends_text(ANSWER), answered(),
        ],
        [sends_text(LAST), answered()],
    ]  # fmt: skip
    codex = scripted_codex(monkeypatch, tmp_path, turns)
    async with open_bench(tmp_path, "", REFUSED, YES, notes=NOTES, kind="codex", tools="native") as bench:
        _, contents = await run_conversation(bench)
        usable = [tool for tool in bench.workspace.registry.tools if tool.usable]
        questions = [index for index, message in enumerate(bench.conversation.messages) if message.role == "user"]
        offered = [
            [
                {"type": "function", "name": tool.name, "description": tool.description,
                 "inputSchema": dict(tool.parameters)}
                for tool in tool_specs(selected_tools(usable, bench.conversation.messages[: index + 1]))
            ]
            for index in questions
        ]  # fmt: skip

    # The results go to the turn that waits for them, each to its call; a refused call is unsuccessful.
    assert [line for line in codex.lines if "result" in line] == [
        {"id": number, "result": {"contentItems": [{"type": "inputText", "text": text}], "success": number in (0, 3)}}
        for number, text in enumerate(contents)
    ]
    first, second = codex.heard("thread/start")
    assert [first["dynamicTools"], second["dynamicTools"]] == offered
    assert [tool["name"] for tool in offered[1][len(offered[0]) :]] == ["vault_search", "file_read"]
    assert codex.heard("turn/start") == [turn_input(1, QUESTION), turn_input(2, NEXT)]
    # For the next question, the earlier conversation is sent as items, with the call ids of codex.
    ids = ["call_2_0", "call_2_1", "call_5_0", "call_9_0"]
    call_items = [
        {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments}
        for call_id, (name, arguments) in zip(ids, expected_calls, strict=True)
    ]
    result_items = [
        {"type": "function_call_output", "call_id": call_id, "output": text}
        for call_id, text in zip(ids, contents, strict=True)
    ]
    [injected] = codex.heard("thread/inject_items")
    assert injected["items"] == [
        item("user", QUESTION), item("assistant", LOOK), *call_items[:2], *result_items[:2],
        call_items[2], result_items[2],
        item("assistant", AGAIN), call_items[3], result_items[3], item("assistant", ANSWER),
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", ["sentinel", "xml"])
async def test_a_corrected_call_with_text_based_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dialect: EmulationDialect
) -> None:
    lines = [
        f"{LOOK}\n{calls_as_text(dialect, 0, 1)}",
        calls_as_text(dialect, 2),
        f"{AGAIN}\n{calls_as_text(dialect, 3)}",
        ANSWER,
        LAST,
    ]
    turns: list[list[Step]] = [[sends_text(*text), answered()] for text in lines]
    codex = scripted_codex(monkeypatch, tmp_path, turns)
    async with open_bench(tmp_path, "", REFUSED, YES, notes=NOTES, kind="codex", tools=dialect) as bench:
        ids, contents = await run_conversation(bench)

    expected = expected_messages(dialect, ids, contents)
    threads = codex.heard("thread/start")
    assert [thread["dynamicTools"] for thread in threads] == [None] * 5
    assert all("# Tools" in thread["baseInstructions"] for thread in threads)
    assert [turn["input"][0]["text"] for turn in codex.heard("turn/start")] == [expected[n][1] for n in (0, 2, 4, 6, 8)]
    assert [contents["items"] for contents in codex.heard("thread/inject_items")] == [
        [item(role, text) for role, text in expected[:length]] for length in (2, 4, 6, 8)
    ]
    assert [line for line in codex.lines if "result" in line] == []
