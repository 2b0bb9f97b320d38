"""Codex server: a `codex app-server` that answers from a script, as a child process, in the format of version 0.169.

    codex = CodexServer(tmp_path, [[sends_text("Let me look."), calls(("search", {}))], [sends_text("Done.")]])
    provider = Codex("Codex", command=codex.command)
    assert codex.heard("turn/start") == [...]

Run as a program, it gets a minimal environment and imports only the standard library.
"""

import json
import os
import sys
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Step = dict[str, Any]
"""One step of a turn, created by the functions below."""

USED = {"inputTokens": 10, "outputTokens": 5, "cachedInputTokens": 4, "reasoningOutputTokens": 2, "totalTokens": 15}
MODELS = [
    {
        "id": "big", "model": "gpt-big", "displayName": "Big", "hidden": False, "isDefault": True,
        "supportedReasoningEfforts": [{"reasoningEffort": "low"}], "inputModalities": ["text", "image"],
    },
    {"id": "hid", "model": "gpt-hid", "displayName": "Hid", "hidden": True, "supportedReasoningEfforts": []},
    {
        "id": "small", "model": "gpt-small", "displayName": "Small", "hidden": False,
        "supportedReasoningEfforts": [], "inputModalities": ["text"],
    },
]  # fmt: skip


def sends_text(*pieces: str) -> Step:
    """A message of the model, in pieces; each message of a turn is a separate item."""
    return {"do": "says", "pieces": pieces}


def thinks(*parts: str, how: str = "summaryTextDelta") -> Step:
    """Reasoning text, one part per paragraph."""
    return {"do": "thinks", "parts": parts, "how": how}


def calls(*tool_calls: tuple[str, Any], script: bool = False) -> Step:
    """Tool calls of one answer; with *script* they come from a script, as with newer models."""
    return {"do": "calls", "tool_calls": tool_calls, "script": script}


def answered(used: dict[str, int] | None = None) -> Step:
    """The end of one answer of the model, sent before tools are run."""
    return {"do": "tells", "method": "rawResponse/completed", "params": {"usage": used or USED}}


def waits() -> Step:
    """Wait for the results of all calls so far."""
    return {"do": "waits"}


def until_asked(method: str) -> Step:
    """Wait for a request of *method*."""
    return {"do": "until", "method": method}


def tells(method: str, **params: Any) -> Step:
    """A notification about the turn."""
    return {"do": "tells", "method": method, "params": params}


def asks(method: str, **params: Any) -> Step:
    """A request to the client; waits for its response."""
    return {"do": "asks", "method": method, "params": params}


def fails(message: str, info: Any = "other") -> Step:
    """End the turn with an error."""
    return {"do": "fails", "error": {"message": message, "codexErrorInfo": info, "additionalDetails": None}}


def writes(line: str, times: int = 1, *, where: str = "stdout") -> Step:
    """Write *line* unchanged."""
    return {"do": "writes", "line": line, "times": times, "where": where}


def holds() -> Step:
    """Send nothing until the turn is interrupted."""
    return {"do": "holds"}


def crashes() -> Step:
    """Exit without a message."""
    return {"do": "crashes"}


def relays(question: str) -> Step:
    """Send *question* to the model provider configured in CODEX_HOME and return its answer as the message."""
    return {"do": "relays", "question": question}


def chatters() -> Step:
    """Send irrelevant notifications endlessly."""
    return {"do": "chatters"}


class CodexServer:
    """The script of a server, its command line, and the messages it received."""

    def __init__(self, folder: Path, turns: list[list[Step]], **options: Any) -> None:
        """*options*: `account` (its answer), `config` (its settings; else those in CODEX_HOME), `provider` (reported by
        a thread), `refuses` ({method: message}), `delayed` ({method: the later method that its answer waits for}),
        `drops` (omitted fields of the thread), `deaf` (does not exit at end of input), `raw` (False: sends no
        items of the model)."""
        self._heard = folder / "heard.jsonl"
        script = folder / "script.json"
        script.write_text(json.dumps({"turns": turns, **options}), encoding="utf-8")
        self._heard.touch()
        self.command = (sys.executable, __file__, str(script), str(self._heard))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """All received lines, in order."""
        return [json.loads(line) for line in self._heard.read_text(encoding="utf-8").splitlines()]

    def heard(self, method: str) -> list[dict[str, Any]]:
        """Return the `params` of every received message of *method*."""
        return [line["params"] for line in self.lines if line.get("method") == method]

    def methods(self) -> list[str]:
        """Return the received methods in order without those about server state; responses are `result` or `error`."""
        excluded = ("initialize", "initialized", "account/read", "config/read")
        methods = [
            line.get("method") or ("result" if "result" in line else "error")
            for line in self.lines
            if "argv" not in line
        ]
        return [name for name in methods if name not in excluded]

    @property
    def starts(self) -> list[dict[str, Any]]:
        """Arguments, working folder and environment of each start."""
        return [line for line in self.lines if "argv" in line]


def settings_in_home() -> dict[str, Any]:
    """Return the settings in CODEX_HOME, or an empty dictionary."""
    file = Path(os.environ.get("CODEX_HOME", "")) / "config.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if os.environ.get("CODEX_HOME") and file.exists() else {}


def relayed_answer(question: str) -> str:
    """Send *question* to the configured model provider, as codex does; return its answer."""
    settings = settings_in_home()
    provider = settings["model_providers"][settings["model_provider"]]
    body = {"model": settings["model"], "input": question, "stream": True, "store": False}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get(provider['env_key'], '')}"}
    request = urllib.request.Request(f"{provider['base_url']}/responses", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        lines = [line[6:] for line in response.read().decode().splitlines() if line.startswith("data: {")]
    events = [json.loads(line) for line in lines]
    return "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")


class _RunningTurn:
    """A turn in progress. `steps` yields what it waits for: request ids, a method, or None (never resumed)."""

    def __init__(self, thread: str, turn: str, steps: Iterator[set[int] | str | None]) -> None:
        self.thread, self.turn, self.steps = thread, turn, steps
        self.waits: set[int] | str | None = set()


class _Program:
    def __init__(self, script: dict[str, Any], heard: Path) -> None:
        self.script = script
        self.heard = heard.open("a", encoding="utf-8")
        self.turns = iter(script["turns"])
        self.threads = self.numbers = 0
        self.total = dict.fromkeys(USED, 0)
        self.played: dict[str, _RunningTurn] = {}
        self.requests = 0
        self.delayed: list[Step] = []
        self.note({"argv": sys.argv[3:], "cwd": os.getcwd(), "env": dict(os.environ)})  # noqa: PTH109 - recorded as received

    def run(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            self.note(message)
            if "method" not in message:
                self.replied(message["id"])
            elif "id" in message:
                self.answer(message)
        while self.script.get("deaf"):
            sys.stdin.read()

    def note(self, line: Step) -> None:
        self.heard.write(json.dumps(line) + "\n")
        self.heard.flush()

    def send(self, message: Step) -> None:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    def answer(self, message: Step) -> None:
        method = message["method"]
        for played in tuple(self.played.values()):
            if played.waits == method:
                self.go_on(played)
        refused = self.script.get("refuses", {}).get(method)
        if refused:
            self.send({"id": message["id"], "error": {"code": -32600, "message": refused}})
            return
        if method in self.script.get("silent", []):
            return
        if method in self.script.get("delayed", {}):
            self.delayed.append(message)
            return
        self.respond(message)
        for earlier in [each for each in self.delayed if self.script["delayed"][each["method"]] == method]:
            self.delayed.remove(earlier)
            self.respond(earlier)

    def respond(self, message: Step) -> None:
        method, params = message["method"], message.get("params", {})
        known: dict[str, Callable[[Step], Step]] = {
            "initialize": lambda _: {"userAgent": "vaultdesk/0.169.0", "codexHome": "/c", "platformOs": "linux"},
            "account/read": lambda _: self.script.get("account", {"account": None, "requiresOpenaiAuth": False}),
            "config/read": lambda _: {"config": self.script.get("config", settings_in_home()), "origins": {}},
            "model/list": self.models,
            "thread/start": self.thread,
            "turn/start": self.turn,
            "turn/interrupt": self.interrupt,
        }
        self.send({"id": message["id"], "result": known.get(method, lambda _: {})(params)})
        if method == "turn/start":
            self.go_on(self.played[params["threadId"]])

    def models(self, params: Step) -> Step:
        first = not params.get("cursor")
        return {"data": MODELS[:2] if first else MODELS[2:], "nextCursor": "more" if first else None}

    def thread(self, params: Step) -> Step:
        self.threads += 1
        fields = {"id": f"thread-{self.threads}", "environments": params.get("environments"), "ephemeral": True}
        if "config" not in self.script and (provider := settings_in_home().get("model_provider")):
            fields["modelProvider"] = self.script.get("provider", provider)
        return {"thread": {name: fields[name] for name in fields if name not in self.script.get("drops", [])}}

    def turn(self, params: Step) -> Step:
        self.numbers += 1
        thread, turn = params["threadId"], f"turn-{self.numbers}"
        steps = self.play(thread, turn, next(self.turns, [sends_text("The script is over.")]))
        self.played[thread] = _RunningTurn(thread, turn, steps)
        return {"turn": {"id": turn, "status": "inProgress", "items": [], "error": None}}

    def interrupt(self, params: Step) -> Step:
        played = self.played.pop(params["threadId"], None)
        if played is not None:
            self.completed(played.thread, played.turn, "interrupted")
        return {}

    def replied(self, number: int) -> None:
        for played in tuple(self.played.values()):
            if isinstance(played.waits, set) and number in played.waits:
                played.waits.discard(number)
                if not played.waits:
                    self.go_on(played)

    def go_on(self, played: _RunningTurn) -> None:
        try:
            played.waits = next(played.steps)
        except StopIteration:
            self.played.pop(played.thread, None)

    def tell(self, thread: str, turn: str, method: str, **params: Any) -> None:
        if method.startswith("raw") and self.script.get("raw") is False:
            return
        self.send({"method": method, "params": {"threadId": thread, "turnId": turn, **params}, "emittedAtMs": 1})

    def completed(self, thread: str, turn: str, status: str, error: Any = None) -> None:
        summary = {"id": turn, "status": status, "items": [], "itemsView": "summary", "error": error}
        self.send({"method": "turn/completed", "params": {"threadId": thread, "turn": summary}, "emittedAtMs": 1})

    def request(self, method: str, params: Step) -> int:
        number, self.requests = self.requests, self.requests + 1
        self.send({"id": number, "method": method, "params": params})
        return number

    def play(self, thread: str, turn: str, steps: list[Step]) -> Iterator[set[int] | str | None]:
        open_calls: list[tuple[int, Step]] = []
        for place, step in enumerate(steps):
            match step["do"]:
                case "says":
                    self.say(thread, turn, f"msg_{place}", step["pieces"])
                case "relays":
                    self.say(thread, turn, f"msg_{place}", [relayed_answer(step["question"])])
                case "thinks":
                    for part, text in enumerate(step["parts"]):
                        about = {"itemId": f"rs_{place}", "delta": text, "summaryIndex": part, "contentIndex": part}
                        self.tell(thread, turn, f"item/reasoning/{step['how']}", **about)
                case "calls":
                    open_calls += self.call(thread, turn, place, step)
                case "waits":
                    yield {number for number, _ in open_calls}
                    for _, item in open_calls:
                        self.tell(thread, turn, "item/completed", item={**item, "status": "completed"})
                    open_calls = []
                    self.total = {name: self.total[name] + USED[name] for name in USED}
                    self.tell(thread, turn, "thread/tokenUsage/updated", tokenUsage={"total": self.total})
                case "asks":
                    yield {self.request(step["method"], {"threadId": thread, "turnId": turn, **step["params"]})}
                case "tells":
                    self.tell(thread, turn, step["method"], **step["params"])
                case "fails":
                    self.tell(thread, turn, "error", error=step["error"], willRetry=False)
                    self.completed(thread, turn, "failed", step["error"])
                    return
                case "writes":
                    out = sys.stderr if step["where"] == "stderr" else sys.stdout
                    for _ in range(step["times"]):
                        out.write(step["line"])
                    out.flush()
                case "until":
                    yield str(step["method"])
                case "holds":
                    yield None
                case "crashes":
                    os._exit(3)
                case "chatters":
                    while True:
                        self.tell(thread, turn, "thread/name/updated")
        self.completed(thread, turn, "completed")

    def say(self, thread: str, turn: str, item: str, pieces: list[str]) -> None:
        message_item = {"type": "agentMessage", "id": item, "text": "", "phase": None}
        self.tell(thread, turn, "item/started", item=message_item)
        for piece in pieces:
            self.tell(thread, turn, "item/agentMessage/delta", itemId=item, delta=piece)
        self.tell(thread, turn, "item/completed", item={**message_item, "text": "".join(pieces)})
        raw = {"type": "message", "role": "assistant", "id": item, "content": []}
        self.tell(thread, turn, "rawResponseItem/completed", item=raw)

    def call(self, thread: str, turn: str, place: int, step: Step) -> list[tuple[int, Step]]:
        requests = []
        if step["script"]:
            self.tell(thread, turn, "rawResponseItem/completed", item={"type": "custom_tool_call", "call_id": "x"})
            self.tell(thread, turn, "rawResponse/completed", usage=USED)
        for number, (name, arguments) in enumerate(step["tool_calls"]):
            call = f"call_{place}_{number}"
            text = arguments if isinstance(arguments, str) else json.dumps(arguments)
            if not step["script"]:
                raw = {"type": "function_call", "call_id": call, "name": name, "arguments": text}
                self.tell(thread, turn, "rawResponseItem/completed", item=raw)
            value = json.loads(text)
            item = {"type": "dynamicToolCall", "id": call, "tool": name, "arguments": value, "status": "inProgress"}
            self.tell(thread, turn, "item/started", item=item)
            call_fields = {"threadId": thread, "turnId": turn, "callId": call, "namespace": None, "tool": name}
            requests.append((self.request("item/tool/call", {**call_fields, "arguments": value}), item))
        return requests


if __name__ == "__main__":
    _Program(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])).run()
