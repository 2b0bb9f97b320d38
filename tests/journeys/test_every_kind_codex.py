"""Every kind, codex: the conversation of correction.py through a scripted codex, with tools of its own and by text."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import open_bench
from tests.journeys.correction import (
    AGAIN,
    ANSWER,
    ASKED,
    LAST,
    LOOK,
    NEXT,
    NOTES,
    QUESTION,
    REFUSED,
    talk,
    told_by_text,
    written,
)
from tests.journeys.kinds import scripted_codex
from tests.support.codex_server import Step, answered, calls, says, thinks, waits
from tests.support.desk import YES
from vaultdesk.agent.tool_selection import selected_tools, tool_specs
from vaultdesk.providers.capabilities import EmulationDialect


def item(role: str, text: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def put(thread: int, text: str) -> dict[str, Any]:
    return {"threadId": f"thread-{thread}", "input": [{"type": "text", "text": text, "text_elements": []}]}


async def test_a_correction_with_native_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 16."""
    asked = [(name, json.dumps(given)) for name, given in ASKED]
    turns = [
        [
            thinks("Search first."), says(LOOK), calls(*asked[:2]), answered(), waits(),
            calls(asked[2]), answered(), waits(), says(AGAIN), calls(asked[3]), answered(), waits(),
            says(ANSWER), answered(),
        ],
        [says(LAST), answered()],
    ]  # fmt: skip
    codex = scripted_codex(monkeypatch, tmp_path, turns)
    async with open_bench(tmp_path, "", REFUSED, YES, notes=NOTES, kind="codex", tools="native") as bench:
        _, told = await talk(bench)
        usable = [tool for tool in bench.workspace.registry.tools if tool.usable]
        questions = [place for place, message in enumerate(bench.conversation.messages) if message.role == "user"]
        offered = [
            [
                {"type": "function", "name": tool.name, "description": tool.description,
                 "inputSchema": dict(tool.parameters)}
                for tool in tool_specs(selected_tools(usable, bench.conversation.messages[: place + 1]))
            ]
            for place in questions
        ]  # fmt: skip

    # The results go to the turn that waits for them, each to its own call; a refusal is no success.
    assert [line for line in codex.lines if "result" in line] == [
        {"id": number, "result": {"contentItems": [{"type": "inputText", "text": text}], "success": number in (0, 3)}}
        for number, text in enumerate(told)
    ]
    first, second = codex.heard("thread/start")
    assert [first["dynamicTools"], second["dynamicTools"]] == offered
    assert [tool["name"] for tool in offered[1][len(offered[0]) :]] == ["vault_search", "file_read"]
    assert codex.heard("turn/start") == [put(1, QUESTION), put(2, NEXT)]
    # The next question is told what was said as items, its calls under codex's own ids.
    ids = ["call_2_0", "call_2_1", "call_5_0", "call_9_0"]
    called = [
        {"type": "function_call", "call_id": one, "name": name, "arguments": given}
        for one, (name, given) in zip(ids, asked, strict=True)
    ]
    results = [
        {"type": "function_call_output", "call_id": one, "output": text} for one, text in zip(ids, told, strict=True)
    ]
    [injected] = codex.heard("thread/inject_items")
    assert injected["items"] == [
        item("user", QUESTION), item("assistant", LOOK), *called[:2], *results[:2], called[2], results[2],
        item("assistant", AGAIN), called[3], results[3], item("assistant", ANSWER),
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", ["sentinel", "xml"])
async def test_a_correction_with_tools_by_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dialect: EmulationDialect
) -> None:
    lines = [f"{LOOK}\n{written(dialect, 0, 1)}", written(dialect, 2), f"{AGAIN}\n{written(dialect, 3)}", ANSWER, LAST]
    turns: list[list[Step]] = [[says(*text), answered()] for text in lines]
    codex = scripted_codex(monkeypatch, tmp_path, turns)
    async with open_bench(tmp_path, "", REFUSED, YES, notes=NOTES, kind="codex", tools=dialect) as bench:
        ids, told = await talk(bench)

    whole = told_by_text(dialect, ids, told)
    threads = codex.heard("thread/start")
    assert [thread["dynamicTools"] for thread in threads] == [None] * 5
    assert all("# Tools" in thread["baseInstructions"] for thread in threads)
    assert [turn["input"][0]["text"] for turn in codex.heard("turn/start")] == [whole[n][1] for n in (0, 2, 4, 6, 8)]
    assert [told["items"] for told in codex.heard("thread/inject_items")] == [
        [item(role, text) for role, text in whole[:length]] for length in (2, 4, 6, 8)
    ]
    assert [line for line in codex.lines if "result" in line] == []
