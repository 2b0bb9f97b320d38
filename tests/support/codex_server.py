"""Codex server: a `codex app-server` that answers from a script, as a child process; its lines are those of 0.169.

    codex = CodexServer(tmp_path, [[says("Let me look."), calls(("search", {}))], [says("Done.")]])
    provider = Codex("Codex", command=codex.command)
    assert codex.heard("turn/start") == [...]

Run as a program it knows nothing of this repository: it gets a minimal environment and imports nothing but the library.
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
"""One thing a turn does; made by the functions below."""

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


def says(*pieces: str) -> Step:
    """A message of the model, in pieces; several in one turn have items of their own."""
    return {"do": "says", "pieces": pieces}


def thinks(*parts: str, how: str = "summaryTextDelta") -> Step:
    """Visible thinking, in paragraphs."""
    return {"do": "thinks", "parts": parts, "how": how}


def calls(*asked: tuple[str, Any], script: bool = False) -> Step:
    """Calls of our tools, all of one answer of the model; *script*: from a script, as newer models do."""
    return {"do": "calls", "asked": asked, "script": script}


def answered(used: dict[str, int] | None = None) -> Step:
    """The end of one answer of the model, as it is shown before tools are run."""
    return {"do": "tells", "method": "rawResponse/completed", "params": {"usage": used or USED}}


def waits() -> Step:
    """Wait for the results of all calls so far."""
    return {"do": "waits"}


def until_asked(method: str) -> Step:
    """Wait until a question of *method* comes."""
    return {"do": "until", "method": method}


def tells(method: str, **params: Any) -> Step:
    """Any notice about the turn."""
    return {"do": "tells", "method": method, "params": params}


def asks(method: str, **params: Any) -> Step:
    """A question to us, waited for."""
    return {"do": "asks", "method": method, "params": params}


def fails(message: str, info: Any = "other") -> Step:
    """End the turn with an error."""
    return {"do": "fails", "error": {"message": message, "codexErrorInfo": info, "additionalDetails": None}}


def writes(line: str, times: int = 1, *, where: str = "stdout") -> Step:
    """Write *line* as it is."""
    return {"do": "writes", "line": line, "times": times, "where": where}


def holds() -> Step:
    """Say nothing until the turn is interrupted."""
    return {"do": "holds"}


def crashes() -> Step:
    """End without a word."""
    return {"do": "crashes"}


def relays(question: str) -> Step:
    """Put *question* to the model provider of the settings in CODEX_HOME, and say what it answers."""
    return {"do": "relays", "question": question}


def chatters() -> Step:
    """Say things that mean nothing, without end."""
    return {"do": "chatters"}


class CodexServer:
    """The script of a server, how it is started, and what it heard."""

    def __init__(self, folder: Path, turns: list[list[Step]], **options: Any) -> None:
        """*options*: `account` (its answer), `config` (its settings; else those in CODEX_HOME), `provider` (the one a
        thread tells), `refuses` ({method: message}), `delayed` ({method: the later method that its answer waits for}),
        `drops` (names of the thread's fields left out), `deaf` (does not end with its input), `raw` (False: shows
        nothing of the model's items)."""
        self._heard = folder / "heard.jsonl"
        script = folder / "script.json"
        script.write_text(json.dumps({"turns": turns, **options}), encoding="utf-8")
        self._heard.touch()
        self.command = (sys.executable, __file__, str(script), str(self._heard))

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Everything it was sent, in order."""
        return [json.loads(line) for line in self._heard.read_text(encoding="utf-8").splitlines()]

    def heard(self, method: str) -> list[dict[str, Any]]:
        """The `params` of every message of one method."""
        return [line["params"] for line in self.lines if line.get("method") == method]

    def methods(self) -> list[str]:
        """The methods it was sent, in order, those about its own state left out; answers are `result` and `error`."""
        left_out = ("initialize", "initialized", "account/read", "config/read")
        found = [
            line.get("method") or ("result" if "result" in line else "error")
            for line in self.lines
            if "argv" not in line
        ]
        return [name for name in found if name not in left_out]

    @property
    def starts(self) -> list[dict[str, Any]]:
        """Its arguments, folder and environment at each start."""
        return [line for line in self.lines if "argv" in line]


def settings_in_home() -> dict[str, Any]:
    """Return the settings in CODEX_HOME; empty where there are none."""
    file = Path(os.environ.get("CODEX_HOME", "")) / "config.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if os.environ.get("CODEX_HOME") and file.exists() else {}


def relayed_answer(question: str) -> str:
    """Put *question* to the model provider of the settings, as codex does; return its answer."""
    settings = settings_in_home()
    provider = settings["model_providers"][settings["model_provider"]]
    body = {"model": settings["model"], "input": question, "stream": True, "store": False}
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get(provider['env_key'], '')}"}
    request = urllib.request.Request(f"{provider['base_url']}/responses", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=20) as response:
        lines = [line[6:] for line in response.read().decode().splitlines() if line.startswith("data: {")]
    events = [json.loads(line) for line in lines]
    return "".join(event["delta"] for event in events if event["type"] == "response.output_text.delta")


class _Played:
    """One turn being played; `steps` gives what it waits for: request ids, a method, or None for ever."""

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
        self.played: dict[str, _Played] = {}
        self.asked: list[int] = []
        self.requests = 0
        self.delayed: list[Step] = []
        self.note({"argv": sys.argv[3:], "cwd": os.getcwd(), "env": dict(os.environ)})  # noqa: PTH109 - what we were given

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
        told = {"id": f"thread-{self.threads}", "environments": params.get("environments"), "ephemeral": True}
        if "config" not in self.script and (provider := settings_in_home().get("model_provider")):
            told["modelProvider"] = self.script.get("provider", provider)
        return {"thread": {name: told[name] for name in told if name not in self.script.get("drops", [])}}

    def turn(self, params: Step) -> Step:
        self.numbers += 1
        thread, turn = params["threadId"], f"turn-{self.numbers}"
        steps = self.play(thread, turn, next(self.turns, [says("The script is over.")]))
        self.played[thread] = _Played(thread, turn, steps)
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

    def go_on(self, played: _Played) -> None:
        try:
            played.waits = next(played.steps)
        except StopIteration:
            self.played.pop(played.thread, None)

    def tell(self, thread: str, turn: str, method: str, **params: Any) -> None:
        if method.startswith("raw") and self.script.get("raw") is False:
            return
        self.send({"method": method, "params": {"threadId": thread, "turnId": turn, **params}, "emittedAtMs": 1})

    def completed(self, thread: str, turn: str, status: str, error: Any = None) -> None:
        told = {"id": turn, "status": status, "items": [], "itemsView": "summary", "error": error}
        self.send({"method": "turn/completed", "params": {"threadId": thread, "turn": told}, "emittedAtMs": 1})

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
        told = {"type": "agentMessage", "id": item, "text": "", "phase": None}
        self.tell(thread, turn, "item/started", item=told)
        for piece in pieces:
            self.tell(thread, turn, "item/agentMessage/delta", itemId=item, delta=piece)
        self.tell(thread, turn, "item/completed", item={**told, "text": "".join(pieces)})
        raw = {"type": "message", "role": "assistant", "id": item, "content": []}
        self.tell(thread, turn, "rawResponseItem/completed", item=raw)

    def call(self, thread: str, turn: str, place: int, step: Step) -> list[tuple[int, Step]]:
        made = []
        if step["script"]:
            self.tell(thread, turn, "rawResponseItem/completed", item={"type": "custom_tool_call", "call_id": "x"})
            self.tell(thread, turn, "rawResponse/completed", usage=USED)
        for number, (name, arguments) in enumerate(step["asked"]):
            call = f"call_{place}_{number}"
            text = arguments if isinstance(arguments, str) else json.dumps(arguments)
            if not step["script"]:
                raw = {"type": "function_call", "call_id": call, "name": name, "arguments": text}
                self.tell(thread, turn, "rawResponseItem/completed", item=raw)
            value = json.loads(text)
            item = {"type": "dynamicToolCall", "id": call, "tool": name, "arguments": value, "status": "inProgress"}
            self.tell(thread, turn, "item/started", item=item)
            asked = {"threadId": thread, "turnId": turn, "callId": call, "namespace": None, "tool": name}
            made.append((self.request("item/tool/call", {**asked, "arguments": value}), item))
        return made


if __name__ == "__main__":
    _Program(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2])).run()
