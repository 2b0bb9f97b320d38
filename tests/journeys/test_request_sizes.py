"""Sizes of requests: the first question in each mode fits the model's context window, counted in tokens."""

import json
from pathlib import Path

import pytest

from tests.journeys.bench import open_bench, results_of
from tests.journeys.kinds import NAMED, bodies
from tests.support.first_request import WAYS, first_request, prompt_text, welcome_notes
from tests.support.tool_env import YES
from tests.support.wire import Call, Turn
from vaultdesk.agent.run import RunFinished
from vaultdesk.core.text_tokens import text_tokens


def tokens(body: dict[str, object]) -> int:
    return text_tokens(prompt_text(body))


@pytest.mark.parametrize("tool_format", WAYS)
@pytest.mark.parametrize(("window", "limit"), [(8_192, 1_200), (131_072, 2_000)])
async def test_r1_the_first_request_of_agent_mode_is_small(
    tmp_path: Path, window: int, limit: int, tool_format: str
) -> None:
    body = await first_request(tmp_path, "agent", window, tool_format)
    assert tokens(body) < limit
    assert ("find_tools" in prompt_text(body)) is True


@pytest.mark.parametrize("tool_format", WAYS)
@pytest.mark.parametrize("mode", ["agent", "vault-qa"])
async def test_r1_a_context_window_of_2k_gets_passages_and_no_tools(
    tmp_path: Path, mode: str, tool_format: str
) -> None:
    body = await first_request(tmp_path, mode, 2_048, tool_format)
    assert tokens(body) + body["max_tokens"] <= 2_048
    assert "tools" not in body
    assert "# Tools" not in prompt_text(body)
    assert "<attached note=" in prompt_text(body)


@pytest.mark.parametrize(("window", "passages"), [(2_048, 4), (4_096, 8), (8_192, 8)])
async def test_r2_vault_qa_fits_its_window_with_passages(tmp_path: Path, window: int, passages: int) -> None:
    body = await first_request(tmp_path, "vault-qa", window)
    assert tokens(body) + body["max_tokens"] <= window
    assert prompt_text(body).count("<attached note=") >= passages


@pytest.mark.parametrize(("mode", "limit"), [("plus", 1_500), ("chat", 250)])
@pytest.mark.parametrize("window", [2_048, 4_096, 131_072])
async def test_requests_of_the_other_modes_are_small(tmp_path: Path, mode: str, limit: int, window: int) -> None:
    body = await first_request(tmp_path, mode, window)
    assert tokens(body) < min(limit, window // 2)


@pytest.mark.parametrize("tool_format", WAYS)
async def test_a_request_for_a_change_stays_small(tmp_path: Path, tool_format: str) -> None:
    body = await first_request(
        tmp_path, "agent", 8_192, tool_format, "Rewrite my note on the boiler, and delete the old one."
    )
    text = prompt_text(body)
    assert all(tool in text for tool in ("edit_note", "write_note", "delete_note"))
    assert tokens(body) < 1_600


@pytest.mark.parametrize("tool_format", ["native", "sentinel"])
async def test_r1_every_tool_round_fits_a_context_window_of_4k(tmp_path: Path, tool_format: str) -> None:
    long_note = "# Diary of the heat pump\n\n" + "".join(
        f"On day {day} the heat pump took {day * 7 % 40} kWh, and the cellar was {day % 9 + 8} degrees warm.\n\n"
        for day in range(1_000)
    )
    steps = [
        ("local_search", {"query": "heat pump"}),
        ("read_note", {"path": "Diary"}),
        ("find_tools", {"words": "properties table"}),
        ("query_notes", {"columns": ["file.size"], "limit": 500}),
    ]
    turns = [
        Turn(calls=[Call(name, arguments)])
        if tool_format == "native"
        else Turn(f"<tool_call>{json.dumps({'name': name, 'arguments': arguments})}</tool_call>")
        for name, arguments in steps
    ]
    notes = {**welcome_notes(), "Diary.md": long_note}
    async with (
        NAMED["openai-compatible"].server([*turns, Turn("Done.")]) as server,
        open_bench(tmp_path, server, YES, notes=notes, tools=tool_format, context=4_096) as bench,
    ):
        events = await bench.ask("What does the heat pump use a day?")

        assert events[-1] == RunFinished("end")
        assert [result.success for result in results_of(events)] == [True] * 4
        sizes = [(tokens(body), body["max_tokens"]) for body in bodies(server)]
    assert len(sizes) == 5
    assert all(prompt + answer <= 4_096 and answer >= 256 for prompt, answer in sizes), sizes
