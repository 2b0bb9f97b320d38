"""OpenAI's Codex command-line client used with the endpoint; skipped if it is not installed."""

import asyncio
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.endpoint.backends import KINDS, Kind, ScriptedCall, ScriptedReasoning, Turn, backend, turn
from tests.endpoint.bench import LABEL, TOKEN, Bench, bench, call, said, scripted
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.chat.messages import ProviderPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.answer_format import AnswerCheck
from vaultdesk.providers.provider import Provider, ReasoningArrived, TextArrived, TurnEnded

CODEX = os.environ.get("VAULTDESK_TEST_CODEX") or shutil.which("codex") or ""
"""The binary, from the npm package @openai/codex."""

pytestmark = pytest.mark.skipif(not CODEX, reason="no codex on PATH and none named in VAULTDESK_TEST_CODEX")

TIMEOUT = 50
"""Seconds for one run: codex itself takes about two to start."""

SETTINGS = """
model = "{model}"
model_provider = "desk"
check_for_update_on_startup = false
[model_providers.desk]
name = "desk"
base_url = "{url}"
wire_api = "responses"
env_key = "DESK_KEY"
request_max_retries = 0
stream_max_retries = 0
[analytics]
enabled = false
"""


@dataclass(frozen=True)
class CodexResult:
    """Exit code, JSON events and stderr of codex."""

    code: int
    events: list[dict[str, object]]
    err: str

    @property
    def completed_items(self) -> list[tuple[str, str]]:
        items = [event["item"] for event in self.events if event["type"] == "item.completed"]
        return [
            (str(item["type"]), str(item.get("text") or item.get("aggregated_output") or item.get("message") or ""))
            for item in items
            if isinstance(item, dict)
        ]


def set_up(home: Path, served: Bench) -> Path:
    """Write the settings of codex and return its working folder."""
    work = home / "work"
    work.mkdir(parents=True)
    (home / "config.toml").write_text(SETTINGS.format(model=LABEL, url=served.url))
    return work


async def run_codex(served: Bench, home: Path, *options: str) -> CodexResult:
    work = set_up(home, served)
    process = await asyncio.create_subprocess_exec(
        CODEX, "exec", "--json", "--skip-git-repo-check", "-C", str(work), *options, "Say hello.",
        env={**os.environ, "CODEX_HOME": str(home), "DESK_KEY": TOKEN, "NO_PROXY": "127.0.0.1"},
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = await asyncio.wait_for(process.communicate(), TIMEOUT)
    finally:
        if process.returncode is None:
            process.kill()
    events = [json.loads(line) for line in out.decode().splitlines() if line.startswith("{")]
    return CodexResult(process.returncode or 0, events, err.decode())


def shell_call(command: str) -> ScriptedCall:
    """Return a call of codex's shell tool."""
    return ScriptedCall("exec_command", json.dumps({"cmd": command}))


@pytest.mark.parametrize("kind", KINDS)
async def test_codex_shows_reasoning_runs_its_own_tools_and_sends_their_results(kind: Kind, tmp_path: Path) -> None:
    script: list[Turn] = [
        turn(
            ScriptedReasoning("I look around."),
            "I run it.",
            shell_call("echo one-$((40+2))"),
            shell_call("echo two-$((40+3))"),
        ),
        turn("Hello from the desk."),
    ]
    provider, scripted_provider = backend(kind, *script)
    async with bench(provider) as served:
        result = await run_codex(served, tmp_path / "codex")

    assert result.code == 0, result
    assert ("agent_message", "Hello from the desk.") in result.completed_items, result
    result_message = scripted_provider.requests[1].messages[-1]
    results = str(result_message.parts)
    assert "one-42" in results
    assert "two-43" in results
    assert len(scripted_provider.requests) == 2


async def test_codex_returns_the_state_that_only_the_model_understands(tmp_path: Path) -> None:
    first, second = (
        ProviderPart(family="wire@host/m", item={"signature": signature}) for signature in ("b25l", "dHdv")
    )
    calls = [*call("exec_command", '{"cmd": "echo one"}'), *call("exec_command", '{"cmd": "echo two"}')]
    provider = scripted(
        [ReasoningArrived("I look."), TextArrived("I run it."), *calls, TurnEnded("tool_calls", (first,))],
        [*call("exec_command", '{"cmd": "echo three"}'), TurnEnded("tool_calls", (second,))],
        [TextArrived("Hello from the desk."), TurnEnded("end", (first,))],
    )
    async with bench(provider) as served:
        result = await run_codex(served, tmp_path / "codex")

    assert result.code == 0, result
    assert ("agent_message", "Hello from the desk.") in result.completed_items, result
    answers = [message for message in provider.requests[2].messages if message.role == "assistant"]
    assert [(len(answer.tool_calls), answer.parts[-1]) for answer in answers] == [(2, first), (1, second)]


async def test_codex_gets_json_for_its_schema(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    schema |= {"additionalProperties": False}
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    provider = scripted(said("Here:\n```json\n", '{"a": 1}', "\n```"))
    async with bench(AnswerCheck(provider)) as served:
        result = await run_codex(served, tmp_path / "codex", "--output-schema", str(tmp_path / "schema.json"))

    assert result.code == 0, result
    assert ("agent_message", '{"a": 1}') in result.completed_items, result
    answer_format = provider.requests[0].answer_format
    assert answer_format is not None
    assert dict(answer_format.schema) == schema


async def test_codex_shows_the_error_of_a_provider(tmp_path: Path) -> None:
    provider: Provider = ScriptedProvider([ProviderRefused("The key was refused", hint="Renew it.", kind="auth")] * 9)
    async with bench(provider) as served:
        result = await run_codex(served, tmp_path / "codex")

    assert result.code != 0
    assert "The key was refused. Renew it." in json.dumps(result.events), result


async def test_codex_reports_a_truncated_answer(tmp_path: Path) -> None:
    provider, _ = backend("native", *[turn("Half", stop="length")] * 9)
    async with bench(provider) as served:
        result = await run_codex(served, tmp_path / "codex")

    assert result.code != 0
    assert "max_output_tokens" in json.dumps(result.events), result
