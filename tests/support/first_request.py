"""First request: the request that the first question in each mode sends to a model with a given context window."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.journeys.bench import open_bench
from tests.journeys.kinds import NAMED, Body, bodies
from tests.support.tool_env import YES
from tests.support.wire import Turn
from vaultdesk.agent.question import Question
from vaultdesk.core.platform.paths import resource_path

QUESTION = "Which quote for the heat pump did we choose, and what does it cost after the subsidy?"

MODES = ("chat", "vault-qa", "plus", "agent")
WINDOWS = (2_048, 4_096, 8_192, 16_384, 131_072)
WAYS = ("native", "sentinel", "xml")


def welcome_notes() -> Mapping[str, str]:
    """Return the notes of the welcome vault by path."""
    root = resource_path("welcome-vault")
    return {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in sorted(root.rglob("*.md"))}


async def first_request(
    folder: Path, mode: str, window: int, way: str = "native", question: str = QUESTION, model: str = "scripted"
) -> Body:
    """Ask *question* in *mode* about the welcome vault and return the body of the first request."""
    kind = NAMED["openai-compatible"]
    answer = Turn("You chose Halm & Sohn [[Projects/House/Quotes/Halm & Sohn]].")
    async with (
        kind.server([answer] * 4) as server,
        open_bench(folder, server, YES, notes=welcome_notes(), tools=way, context=window) as bench,
    ):
        await bench.ask(Question(question, mode=mode))
        return bodies(server)[0]


def prompt_text(body: Body) -> str:
    """Return *body* as rendered by the chat templates of local models: tools, then messages between markers."""
    tools = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in body.get("tools", ()))
    instructions = (
        f"\n\n# Tools\n\nYou may call one or more functions to assist with the user query.\n\n<tools>\n{tools}\n"
        "</tools>\n\nFor each function call, return a json object with function name and arguments within "
        '<tool_call></tool_call> tags:\n<tool_call>\n{"name": <function-name>, "arguments": <args-json-object>}\n'
        "</tool_call>"
        if tools
        else ""
    )
    messages = [f"<s>{message['role']}\n{_text(message)}</s>\n" for message in body["messages"]]
    return "".join((messages[0].replace("</s>", f"{instructions}</s>"), *messages[1:], "<s>assistant\n"))


def _text(message: Mapping[str, Any]) -> str:  # Any: a message in wire format
    content = message.get("content") or ""
    text = content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
    calls = message.get("tool_calls")
    return f"{text}{json.dumps(calls, ensure_ascii=False)}" if calls else text
