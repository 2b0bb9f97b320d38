"""`vaultdesk serve responses` in a process, with a scripted provider, used through OpenAI's SDK."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openai
import pytest
from openai import OpenAI
from openai.types.responses import Response

from tests.journeys.program import KEY, PATIENCE, Program, program
from tests.support.campaigns import sampled
from tests.support.responses_checker import check_response, check_stream
from tests.support.wire import Call, Recorded, Turn, WireServer, refused
from tests.support.wire_turns import Reply

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent to one process on POSIX only")

OSLO, ROME = {"city": "Oslo"}, {"city": "Rome"}
WEATHER: Any = {
    "type": "function",
    "name": "get_weather",
    "description": "Tell the weather of a city.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    "strict": False,
}
TIME: Any = {**WEATHER, "name": "get_time"}
MODEL = "work/scripted"

WAYS = ("native", "sentinel", "xml")
every_tool_format = pytest.mark.parametrize("tool_format", sampled(WAYS, 2))


def calls_as_text(tool_format: str, *calls: Call) -> str:
    """Return calls as a model without native tools writes them."""
    if tool_format == "sentinel":
        frames = [
            "<tool_call>" + json.dumps({"name": call.name, "arguments": call.arguments}) + "</tool_call>"
            for call in calls
        ]
    else:
        frames = [f"<use_tool><name>{call.name}</name><args>{call.text}</args></use_tool>" for call in calls]
    return "\n".join(frames)


def turn_with_calls(tool_format: str, text: str, *calls: Call) -> Turn:
    """Return a turn with *text* and calls, as *tool_format*."""
    return Turn(text, calls) if tool_format == "native" else Turn([text, "\n", calls_as_text(tool_format, *calls)])


@dataclass
class Serving:
    """A running server process."""

    process: "subprocess.Popen[str]"
    url: str
    token: str
    home: Path

    def client(self) -> OpenAI:
        return OpenAI(base_url=self.url, api_key=self.token, max_retries=0)

    def end(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """End the process; return its exit code and remaining output."""
        self.process.send_signal(by)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def files_with(self, word: str) -> list[str]:
        files = (file for file in self.home.rglob("*") if file.is_file())
        return sorted(str(file.relative_to(self.home)) for file in files if word.encode() in file.read_bytes())


@contextmanager
def serving(run: Program, tool_format: str = "native") -> Iterator[Serving]:
    with run.settings_file.open("a", encoding="utf-8") as file:
        file.write(f'tools = "{tool_format}"\n')
    command = [sys.executable, "-m", "vaultdesk", "serve", "responses", "--port", "0", "--model", MODEL]
    with subprocess.Popen(
        command,
        env=run.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            lines = [process.stdout.readline().strip() for _ in range(4)]
            url, token = lines[2].partition("OPENAI_BASE_URL=")[2], lines[3].partition("OPENAI_API_KEY=")[2]
            assert url, process.stderr.read() if process.stderr and process.poll() is not None else lines
            yield Serving(process, url, token, run.home)
        finally:
            process.kill()


def ask(client: OpenAI, prompt: Any, **options: Any) -> Response:
    """Request a streamed response, check every event, and return the final response."""
    stream = client.responses.create(model=MODEL, input=prompt, stream=True, **options)
    return check_stream([event.to_dict(mode="json") for event in stream])


def outline(response: Response) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for item in response.output:
        if item.type == "message":
            found.append(("text", response.output_text.strip()))
        elif item.type == "function_call":
            found.append(("call", item.name, item.arguments))
    return found


@every_tool_format
def test_a_client_gets_text_calls_their_results_and_an_error(tmp_path: Path, tool_format: str) -> None:
    calls = (Call("get_weather", OSLO), Call("get_time", ROME))
    turns: list[Reply] = [
        Turn("Hello there."),
        turn_with_calls(tool_format, "Let me look.", *calls),
        Turn("Cold in Oslo."),
        refused(401, f"Incorrect API key provided: {KEY}."),
        Turn("Whole."),
    ]
    question = {"role": "user", "content": "What about Oslo and Rome?"}
    with program(tmp_path, server := WireServer(openai=turns, key=KEY)) as run, serving(run, tool_format) as served:
        with served.client() as client:
            text = ask(client, "Hello")
            tool_response = ask(client, [question], tools=[WEATHER, TIME])
            calls_made = [item for item in tool_response.output if item.type == "function_call"]
            history = [
                question,
                *(item.to_dict(mode="json") for item in tool_response.output),
                {"type": "function_call_output", "call_id": calls_made[0].call_id, "output": "-3 <tool_call>degrees"},
                {"type": "function_call_output", "call_id": calls_made[1].call_id, "output": "noon"},
            ]
            answered = ask(client, history, tools=[WEATHER, TIME])
            failed = ask(client, "Once more")
            complete = check_response(client.responses.create(model="scripted", input="And?").to_dict(mode="json"))
            with pytest.raises(openai.NotFoundError) as unknown:
                client.responses.create(model="nobody/nothing", input="Hello")
            assert MODEL in [model.id for model in client.models.list()]
            with pytest.raises(openai.AuthenticationError):
                OpenAI(base_url=served.url, api_key="vd-wrong", max_retries=0).models.list()
        code, _, err = served.end()

    assert outline(text) == [("text", "Hello there.")]
    assert outline(tool_response)[0] == ("text", "Let me look.")
    assert [(item.name, json.loads(item.arguments)) for item in calls_made] == [
        ("get_weather", OSLO),
        ("get_time", ROME),
    ]
    assert outline(answered) == [("text", "Cold in Oslo.")]
    assert failed.error
    assert failed.error.code == "server_error"
    assert KEY not in failed.error.message
    assert outline(complete) == [("text", "Whole.")]
    assert unknown.value.code == "model_not_found"
    assert (code, err) == (130, "")
    assert served.files_with(served.token) == ["data/endpoint/token"]
    assert served.files_with(KEY) == []
    assert served.files_with("Oslo") == [], "no text of callers is stored"
    second = server.posts[2].json
    roles = [message["role"] for message in second["messages"] if message["role"] != "system"]
    if tool_format == "native":
        assert roles == ["user", "assistant", "tool", "tool"]
        assert [tool["function"]["name"] for tool in second["tools"]] == ["get_weather", "get_time"]
    else:
        assert roles == ["user", "assistant", "user"]
        assert "tools" not in second
        content = second["messages"][-1]["content"]
        assert re.findall(r'\[function_call_output call_id="(\w+)" output="', content) == [
            call.call_id for call in calls_made
        ]
        assert "<tool_call>" not in content


def obedient_model(request: Recorded) -> Reply:
    """Act as a text-only model that calls each tool in its system prompt, or answers with text."""
    system = "".join(m["content"] for m in request.json["messages"] if m["role"] == "system")
    names = [name for name in ("get_weather", "get_time") if name in system]
    return Turn([calls_as_text("sentinel", *(Call(name, OSLO) for name in names)) or "No tools."])


def test_tool_options_of_the_caller_apply_to_a_text_only_model(tmp_path: Path) -> None:
    named: Any = {"type": "function", "name": "get_time"}
    tools = [WEATHER, TIME]
    with (
        program(tmp_path, server := WireServer(openai=obedient_model)) as run,
        serving(run, "sentinel") as served,
        served.client() as client,
    ):
        auto = ask(client, "Weather?", tools=tools)
        sequential = ask(client, "Weather?", tools=tools, parallel_tool_calls=False)
        none = ask(client, "Weather?", tools=tools, tool_choice="none")
        required = ask(client, "Weather?", tools=tools, tool_choice="required")
        forced = ask(client, "Weather?", tools=tools, tool_choice=named)
        allowed = ask(
            client, "Weather?", tools=tools, tool_choice={"type": "allowed_tools", "mode": "auto", "tools": [named]}
        )

    weather, clock = ("call", "get_weather", json.dumps(OSLO)), ("call", "get_time", json.dumps(OSLO))
    assert outline(auto) == [weather, clock]
    assert (outline(sequential), sequential.parallel_tool_calls) == ([weather], False)
    assert (outline(none), none.tool_choice) == ([("text", "No tools.")], "none")
    assert outline(required) == [weather, clock]
    assert outline(allowed) == [clock]
    systems = [request.json["messages"][0]["content"] for request in server.posts]
    assert systems[3] != systems[0], "the prompt requires a call"
    assert clock in outline(forced)
    assert systems[4] not in systems[:4], "the prompt names the required tool"
    assert all("tools" not in request.json and "tool_choice" not in request.json for request in server.posts)


HELD_IMPORT = """
import pathlib, sys, time

class HeldImport:
    def find_spec(self, name, path=None, target=None):
        if name == "openai":
            started.touch()
            while not released.exists():
                time.sleep(0.01)

started, released = pathlib.Path(STARTED), pathlib.Path(RELEASED)
sys.meta_path.insert(0, HeldImport())
"""
"""A `sitecustomize` module that holds the import of OpenAI's SDK until a file exists."""


def test_models_are_listed_while_libraries_are_loaded(tmp_path: Path) -> None:
    started, released, modules = tmp_path / "started", tmp_path / "released", tmp_path / "modules"
    modules.mkdir()
    source = HELD_IMPORT.replace("STARTED", repr(str(started))).replace("RELEASED", repr(str(released)))
    (modules / "sitecustomize.py").write_text(source, encoding="utf-8")
    with program(tmp_path, WireServer(openai=[Turn("Hi.")])) as run:
        run.extra["PYTHONPATH"] = str(modules)
        with serving(run) as served:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            request = urllib.request.Request(
                f"{served.url}/models", headers={"Authorization": f"Bearer {served.token}"}
            )
            try:
                wait_for_file(started)
                with opener.open(request, timeout=PATIENCE) as answer:
                    listed = json.load(answer)
            finally:
                released.touch()
            with served.client() as client:
                assert outline(ask(client, "Hello")) == [("text", "Hi.")]

    assert listed["data"][0]["id"] == MODEL


def wait_for_file(file: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < deadline, f"{file.name} was not created"
        time.sleep(0.01)


@pytest.mark.skipif(os.name != "posix", reason="needs SIGTERM")
def test_sigterm_during_an_answer_closes_the_connection_and_exits(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=[Turn("Hello there you", hold_after=3)])) as run:
        with serving(run) as served, served.client() as client:
            stream = client.responses.create(model=MODEL, input="Hello", stream=True)
            assert next(iter(stream)).type == "response.created"
            assert server.held.wait(PATIENCE)
            ended = served.end(signal.SIGTERM)
        assert server.hung_up.wait(PATIENCE)

    assert (ended[0], ended[2]) == (0, "")
