"""Serve responses: the real program over a server of ours, used by OpenAI's own SDK, from its start to its end."""

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
every_way = pytest.mark.parametrize("way", sampled(WAYS, 2))


def written(way: str, *calls: Call) -> str:
    """Calls as a model without tools of its own writes them."""
    if way == "sentinel":
        frames = [
            "<tool_call>" + json.dumps({"name": call.name, "arguments": call.arguments}) + "</tool_call>"
            for call in calls
        ]
    else:
        frames = [f"<use_tool><name>{call.name}</name><args>{call.text}</args></use_tool>" for call in calls]
    return "\n".join(frames)


def asking(way: str, text: str, *calls: Call) -> Turn:
    """A turn that says *text* and calls, in the way the model can."""
    return Turn(text, calls) if way == "native" else Turn([text, "\n", written(way, *calls)])


@dataclass
class Serving:
    """The program while it serves."""

    process: "subprocess.Popen[str]"
    url: str
    token: str
    home: Path

    def client(self) -> OpenAI:
        return OpenAI(base_url=self.url, api_key=self.token, max_retries=0)

    def end(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
        """End it; return its exit code and what else it printed."""
        self.process.send_signal(by)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err

    def files_with(self, word: str) -> list[str]:
        files = (file for file in self.home.rglob("*") if file.is_file())
        return sorted(str(file.relative_to(self.home)) for file in files if word.encode() in file.read_bytes())


@contextmanager
def serving(run: Program, way: str = "native") -> Iterator[Serving]:
    with run.settings_file.open("a", encoding="utf-8") as file:
        file.write(f'tools = "{way}"\n')
    line = [sys.executable, "-m", "vaultdesk", "serve", "responses", "--port", "0", "--model", MODEL]
    with subprocess.Popen(
        line, env=run.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            said = [process.stdout.readline().strip() for _ in range(4)]
            url, token = said[2].partition("OPENAI_BASE_URL=")[2], said[3].partition("OPENAI_API_KEY=")[2]
            assert url, process.stderr.read() if process.stderr and process.poll() is not None else said
            yield Serving(process, url, token, run.home)
        finally:
            process.kill()


def ask(client: OpenAI, given: Any, **wishes: Any) -> Response:
    """Ask as a stream; return its end. Every event is checked."""
    told = client.responses.create(model=MODEL, input=given, stream=True, **wishes)
    return check_stream([event.to_dict(mode="json") for event in told])


def outline(response: Response) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for item in response.output:
        if item.type == "message":
            found.append(("text", response.output_text.strip()))
        elif item.type == "function_call":
            found.append(("call", item.name, item.arguments))
    return found


@every_way
def test_text_two_calls_their_results_and_an_error(tmp_path: Path, way: str) -> None:
    calls = (Call("get_weather", OSLO), Call("get_time", ROME))
    turns: list[Reply] = [
        Turn("Hello there."),
        asking(way, "Let me look.", *calls),
        Turn("Cold in Oslo."),
        refused(401, f"Incorrect API key provided: {KEY}."),
        Turn("Whole."),
    ]
    question = {"role": "user", "content": "What about Oslo and Rome?"}
    with program(tmp_path, server := WireServer(openai=turns, key=KEY)) as run, serving(run, way) as served:
        with served.client() as client:
            text = ask(client, "Hello")
            asked = ask(client, [question], tools=[WEATHER, TIME])
            made = [item for item in asked.output if item.type == "function_call"]
            history = [
                question,
                *(item.to_dict(mode="json") for item in asked.output),
                {"type": "function_call_output", "call_id": made[0].call_id, "output": "-3 <tool_call>degrees"},
                {"type": "function_call_output", "call_id": made[1].call_id, "output": "noon"},
            ]
            answered = ask(client, history, tools=[WEATHER, TIME])
            failed = ask(client, "Once more")
            whole = check_response(client.responses.create(model="scripted", input="And?").to_dict(mode="json"))
            with pytest.raises(openai.NotFoundError) as unknown:
                client.responses.create(model="nobody/nothing", input="Hello")
            assert MODEL in [model.id for model in client.models.list()]
            with pytest.raises(openai.AuthenticationError):
                OpenAI(base_url=served.url, api_key="vd-wrong", max_retries=0).models.list()
        code, _, err = served.end()

    assert outline(text) == [("text", "Hello there.")]
    assert outline(asked)[0] == ("text", "Let me look.")
    assert [(item.name, json.loads(item.arguments)) for item in made] == [("get_weather", OSLO), ("get_time", ROME)]
    assert outline(answered) == [("text", "Cold in Oslo.")]
    assert failed.error
    assert failed.error.code == "server_error"
    assert KEY not in failed.error.message
    assert outline(whole) == [("text", "Whole.")]
    assert unknown.value.code == "model_not_found"
    assert (code, err) == (130, "")
    assert served.files_with(served.token) == ["data/endpoint/token"]
    assert served.files_with(KEY) == []
    assert served.files_with("Oslo") == [], "nothing of what callers say is kept"
    second = server.posts[2].json
    roles = [message["role"] for message in second["messages"] if message["role"] != "system"]
    if way == "native":
        assert roles == ["user", "assistant", "tool", "tool"]
        assert [tool["function"]["name"] for tool in second["tools"]] == ["get_weather", "get_time"]
    else:
        assert roles == ["user", "assistant", "user"]
        assert "tools" not in second
        told = second["messages"][-1]["content"]
        assert re.findall(r'\[function_call_output call_id="(\w+)" output="', told) == [one.call_id for one in made]
        assert "<tool_call>" not in told


def choosing(request: Recorded) -> Reply:
    """A text-only model that does as its system prompt says: calls where it was taught a tool, else talks."""
    system = "".join(m["content"] for m in request.json["messages"] if m["role"] == "system")
    names = [name for name in ("get_weather", "get_time") if name in system]
    return Turn([written("sentinel", *(Call(name, OSLO) for name in names)) or "No tools."])


def test_the_callers_wishes_hold_for_a_model_of_text_alone(tmp_path: Path) -> None:
    named: Any = {"type": "function", "name": "get_time"}
    tools = [WEATHER, TIME]
    with (
        program(tmp_path, server := WireServer(openai=choosing)) as run,
        serving(run, "sentinel") as served,
        served.client() as client,
    ):
        auto = ask(client, "Weather?", tools=tools)
        one = ask(client, "Weather?", tools=tools, parallel_tool_calls=False)
        none = ask(client, "Weather?", tools=tools, tool_choice="none")
        required = ask(client, "Weather?", tools=tools, tool_choice="required")
        forced = ask(client, "Weather?", tools=tools, tool_choice=named)
        allowed = ask(
            client, "Weather?", tools=tools, tool_choice={"type": "allowed_tools", "mode": "auto", "tools": [named]}
        )

    weather, clock = ("call", "get_weather", json.dumps(OSLO)), ("call", "get_time", json.dumps(OSLO))
    assert outline(auto) == [weather, clock]
    assert (outline(one), one.parallel_tool_calls) == ([weather], False)
    assert (outline(none), none.tool_choice) == ([("text", "No tools.")], "none")
    assert outline(required) == [weather, clock]
    assert outline(allowed) == [clock]
    systems = [request.json["messages"][0]["content"] for request in server.posts]
    assert systems[3] != systems[0], "it is told that it must"
    assert clock in outline(forced)
    assert systems[4] not in systems[:4], "it is told which one"
    assert all("tools" not in request.json and "tool_choice" not in request.json for request in server.posts)


def test_models_are_told_at_once_while_libraries_are_loaded(tmp_path: Path) -> None:
    with program(tmp_path, WireServer(openai=[Turn("Hi.")])) as run, serving(run) as served:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        request = urllib.request.Request(f"{served.url}/models", headers={"Authorization": f"Bearer {served.token}"})
        waits = []
        for _ in range(20):
            began = time.monotonic()
            with opener.open(request, timeout=PATIENCE) as answer:
                listed = json.load(answer)
            waits.append(time.monotonic() - began)
        with served.client() as client:
            assert outline(ask(client, "Hello")) == [("text", "Hi.")]

    assert listed["data"][0]["id"] == MODEL
    assert sorted(waits)[-2] < 1, waits


@pytest.mark.skipif(os.name != "posix", reason="SIGTERM is a word of POSIX")
def test_asked_by_the_system_in_the_middle_of_an_answer_it_hangs_up_and_is_done(tmp_path: Path) -> None:
    with program(tmp_path, server := WireServer(openai=[Turn("Hello there you", hold_after=3)])) as run:
        with serving(run) as served, served.client() as client:
            stream = client.responses.create(model=MODEL, input="Hello", stream=True)
            assert next(iter(stream)).type == "response.created"
            assert server.held.wait(PATIENCE)
            ended = served.end(signal.SIGTERM)
        assert server.hung_up.wait(PATIENCE)

    assert (ended[0], ended[2]) == (0, "")
