"""Every kind: a conversation with native and text-based tools through each kind of provider; requests match exactly.

The conversation is in correction.py; codex, which is a program, has its own file.
"""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.journeys.correction import (
    AGAIN,
    ANSWER,
    BUDGET,
    EXPECTED_CALLS,
    LAST,
    LOOK,
    NEXT,
    NOTES,
    NOTHING,
    QUESTION,
    REFUSED,
    SEARCH,
    TRAPPED,
    calls_as_text,
    expected_messages,
    run_conversation,
)
from tests.journeys.kinds import (
    KINDS,
    Body,
    Kind,
    bodies,
    calls,
    case_name,
    check_pairs,
    items,
    results,
    system,
    text_messages,
)
from tests.support.campaigns import paired
from tests.support.tool_env import YES
from tests.support.wire import Call, Turn
from vaultdesk.agent.tool_selection import selected_tools, tool_specs
from vaultdesk.providers.capabilities import EmulationDialect

DETAIL = {"type": "reasoning.encrypted", "data": "eHg=", "format": "google-gemini-v1", "index": 0, "id": "r"}
SIGNED = {"extra_content": {"google": {"thought_signature": "c2lnbmVk"}}}
UNSIGNED = {"extra_content": {"google": {"thought_signature": "skip_thought_signature_validator"}}}

NATIVE = (
    # Everything that some server expects to be sent back.
    Turn(
        LOOK,
        [Call("vault_search", SEARCH, "a", "c2lnbmVk"), Call("file_read", BUDGET, "b")],
        reasoning="Search first.",
        details=[DETAIL],
    ),
    # A repeated id, as sent by Kimi and Ollama.
    Turn(calls=[Call("file_read", NOTHING, "a")]),
    Turn(AGAIN, [Call("file_read", TRAPPED, "c")], piece=3),
    Turn(ANSWER),
    Turn(LAST),
)


# The complete second request of each kind.


def offered(bench: Bench) -> list[Body]:
    usable = [tool for tool in bench.workspace.registry.tools if tool.usable]
    return [
        {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
        for tool in tool_specs(selected_tools(usable, bench.conversation.messages[:1]))
    ]


def functions(bench: Bench) -> list[Body]:
    return [{"type": "function", "function": tool} for tool in offered(bench)]


def chat(options: Body, message: Body, *on_calls: Body) -> Callable[[Bench, str, list[str]], Body]:
    """Return a function that makes a Chat Completions body with *options* and the fields to return."""
    extras = [*on_calls, {}, {}]

    def body(bench: Bench, prompt: str, result_texts: list[str]) -> Body:
        tool_calls = [
            {"id": call_id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}, **extra}
            for call_id, (name, arguments), extra in zip("ab", EXPECTED_CALLS, extras, strict=False)
        ]
        return {
            "model": "scripted",
            "stream": True,
            "stream_options": {"include_usage": True},
            "tools": functions(bench),
            "messages": [
                {"role": "system", "content": prompt},
                {"role": "user", "content": QUESTION},
                {"role": "assistant", "content": LOOK, "tool_calls": tool_calls, **message},
                {"role": "tool", "tool_call_id": "a", "content": result_texts[0]},
                {"role": "tool", "tool_call_id": "b", "content": result_texts[1]},
            ],
            **options,
        }

    return body


def responses(bench: Bench, prompt: str, result_texts: list[str]) -> Body:
    output_text = {"type": "output_text", "text": LOOK, "annotations": []}
    summary_text = {"type": "summary_text", "text": "Search first."}
    return {
        "model": "scripted",
        "stream": True,
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "reasoning": {"summary": "auto"},
        "max_output_tokens": 8192,
        "instructions": prompt,
        "parallel_tool_calls": True,
        "tools": [{"type": "function", **tool, "strict": False} for tool in offered(bench)],
        "input": [
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": QUESTION}]},
            {"type": "reasoning", "id": "rs_wire", "summary": [summary_text], "encrypted_content": "gAAAA-done"},
            {"type": "message", "id": "msg_wire", "role": "assistant", "status": "completed", "content": [output_text]},
            *(
                {
                    "type": "function_call", "id": f"fc_wire_{index}", "status": "completed", "call_id": "ab"[index],
                    "name": EXPECTED_CALLS[index][0], "arguments": json.dumps(EXPECTED_CALLS[index][1]),
                }
                for index in (0, 1)
            ),
            {"type": "function_call_output", "call_id": "a", "output": result_texts[0]},
            {"type": "function_call_output", "call_id": "b", "output": result_texts[1]},
        ],
    }  # fmt: skip


def messages(bench: Bench, prompt: str, result_texts: list[str]) -> Body:
    return {
        "model": "scripted",
        "max_tokens": 8192,
        "stream": True,
        "system": prompt,
        "tools": [
            {"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]}
            for tool in offered(bench)
        ],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "Search first.", "signature": "c2ln"},
                    {"type": "text", "text": LOOK},
                    {"type": "tool_use", "id": "a", "name": "vault_search", "input": SEARCH},
                    {"type": "tool_use", "id": "b", "name": "file_read", "input": BUDGET},
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "a", "content": result_texts[0]},
                    {"type": "tool_result", "tool_use_id": "b", "content": result_texts[1], "is_error": True},
                ],
            },
        ],
    }


def ollama(bench: Bench, prompt: str, result_texts: list[str]) -> Body:
    return {
        "model": "scripted",
        "stream": True,
        "options": {"num_ctx": 16_384, "num_predict": 8192},
        "tools": functions(bench),
        "messages": [
            {"role": "system", "content": prompt},
            {"role": "user", "content": QUESTION},
            {
                "role": "assistant",
                "content": LOOK,
                "thinking": "Search first.",
                "tool_calls": [
                    {"id": "a", "function": {"name": "vault_search", "arguments": SEARCH}},
                    {"id": "b", "function": {"name": "file_read", "arguments": BUDGET}},
                ],
            },
            {"role": "tool", "tool_name": "vault_search", "content": result_texts[0], "tool_call_id": "a"},
            {"role": "tool", "tool_name": "file_read", "content": result_texts[1], "tool_call_id": "b"},
        ],
    }


# Fields that a server sent with an answer are sent back, whatever the provider is called in the settings.
RETURNED = {"reasoning_content": "Search first.", "reasoning_details": [DETAIL]}
SECOND: dict[str, Callable[[Bench, str, list[str]], Body]] = {
    "openai responses": responses,
    "openai chat": chat({"max_completion_tokens": 8192}, RETURNED, SIGNED),
    "anthropic": messages,
    "gemini": chat({"max_tokens": 8192}, RETURNED, SIGNED),
    "openrouter": chat({"max_tokens": 8192, "usage": {"include": True}}, {"reasoning_details": [DETAIL]}, SIGNED),
    "ollama": ollama,
    "lmstudio": chat({"max_tokens": 8192}, RETURNED, SIGNED),
    "openai-compatible": chat({"max_tokens": 8192}, RETURNED, SIGNED),
}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_two_calls_a_refusal_and_a_corrected_call_with_native_tools(kind: Kind, tmp_path: Path) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 5, 16, 25."""
    async with (
        kind.server(NATIVE) as server,
        open_bench(tmp_path, server, REFUSED, YES, notes=NOTES, **kind.settings, tools="native") as bench,
    ):
        _, contents = await run_conversation(bench)
        sent = bodies(server)
        prompt = system(sent[0])
        assert sent[1] == SECOND[kind.name](bench, prompt, contents)

    assert prompt.startswith("You are the assistant of VaultDesk")
    assert {name: sent[1][name] for name in sent[0] if name not in ("messages", "input")} == {
        name: value for name, value in sent[0].items() if name not in ("messages", "input")
    }
    # Sent messages never change: each request extends the previous one.
    for before, after in pairwise(sent):
        assert items(after)[: len(items(before))] == items(before)
        check_pairs(kind, after)
    last = sent[-1]
    assert [(name, arguments) for _, name, arguments in calls(last)] == list(EXPECTED_CALLS)
    first, second, again, third = (call_id for call_id, _, _ in calls(last))
    assert (first, second, third) == ("a", "b", "c")
    assert again not in ("a", "b", "c")
    assert [call_id for call_id, _, _ in results(last)] == [first, second, again, third]
    assert [value for _, value, _ in results(last)] == [json.loads(text) for text in contents]
    assert [error for _, _, error in results(last)] == (
        [False, True, True, False] if kind.wire == "anthropic" else [None] * 4
    )
    assert text_messages(last) == [
        ("user", QUESTION),
        ("assistant", LOOK),
        ("assistant", AGAIN),
        ("assistant", ANSWER),
        ("user", NEXT),
    ]
    if kind.name == "gemini":
        signatures = [call.get("extra_content") for item in items(last) for call in item.get("tool_calls", ())]
        assert signatures == [SIGNED["extra_content"], None, *[UNSIGNED["extra_content"]] * 2]


# Text-based tools.


def by_text(dialect: EmulationDialect) -> tuple[Turn, ...]:
    return (
        Turn(f"{LOOK}\n{calls_as_text(dialect, 0, 1)}", reasoning="Search first.", details=[DETAIL]),
        Turn(calls_as_text(dialect, 2)),
        Turn(f"{AGAIN}\n{calls_as_text(dialect, 3)}", piece=3),
        Turn(ANSWER),
        Turn(LAST),
    )


@pytest.mark.parametrize(
    ("kind", "dialect"),
    paired(KINDS, ["sentinel", "xml"]),
    ids=case_name,
)
async def test_two_calls_a_refusal_and_a_corrected_call_with_text_based_tools(
    kind: Kind, dialect: EmulationDialect, tmp_path: Path
) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 24."""
    async with (
        kind.server(by_text(dialect)) as server,
        open_bench(tmp_path, server, REFUSED, YES, notes=NOTES, **kind.settings, tools=dialect) as bench,
    ):
        ids, contents = await run_conversation(bench)
        tool_prompt = system(bodies(server)[0]).partition("# Tools\n\n")[2]
        native = SECOND[kind.name](bench, system(bodies(server)[0]), contents)
    sent = bodies(server)

    assert all(tool["name"] in tool_prompt for tool in offered(bench))
    assert calls_as_text(dialect, 0).partition("\n")[0][:10] in tool_prompt
    expected = expected_messages(dialect, ids, contents)
    assert [text_messages(body) for body in sent] == [expected[:length] for length in (1, 3, 5, 7, 9)]
    # Apart from its messages, the second request equals the native one without tools.
    conversation = ("messages", "input", "tools", "parallel_tool_calls")
    assert {name: value for name, value in sent[1].items() if name not in conversation} == {
        name: value for name, value in native.items() if name not in conversation
    }
    for body in sent:
        assert not {"tools", "tool_choice", "parallel_tool_calls"} & body.keys()
        assert {key for item in items(body) for key in item} <= {"type", "role", "content", "id", "status"}
        assert (calls(body), results(body)) == ([], [])
        assert len(items(body)) == len(text_messages(body))
