"""Images: in each wire format an image is sent to a vision model; another model gets a placeholder instead."""

from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.journeys.kinds import KINDS, Body, Kind, bodies, case_name, items, scripted_codex
from tests.support.campaigns import paired
from tests.support.codex_server import answered, fails, sends_text
from tests.support.talk import events_of
from tests.support.tool_env import YES
from tests.support.wire import Turn, refused
from tests.support.wire_ollama import facts, shown
from vaultdesk.agent.run import RunEvent, RunFinished
from vaultdesk.chat.messages import ImagePart, user_message
from vaultdesk.providers.provider import ModelInfo, Noticed

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PICTURE = ImagePart(media_type="image/png", data=DOT, name="dot.png")
QUESTION = "What is this?"
LEFT_OUT = "[A picture was left out: dot.png]"
NOTICE = Noticed("scripted cannot see pictures, so they were left out.")
URL = f"data:image/png;base64,{DOT}"

CHAT = {
    "role": "user",
    "content": [{"type": "image_url", "image_url": {"url": URL}}, {"type": "text", "text": QUESTION}],
}
SEEN: dict[str, Body] = {
    "openai": CHAT,
    "anthropic": {
        "role": "user",
        "content": [
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": DOT}},
            {"type": "text", "text": QUESTION},
        ],
    },
    "responses": {
        "type": "message",
        "role": "user",
        "content": [
            {"type": "input_image", "image_url": URL, "detail": "auto"},
            {"type": "input_text", "text": QUESTION},
        ],
    },
    "ollama": {"role": "user", "content": QUESTION, "images": [DOT]},
}
"""The question with its image, in each wire format."""

REFUSALS = {
    "openai": "Invalid content type. image_url is not supported by this model.",
    "anthropic": "This model does not support images.",
    "responses": "Image input is not supported by this model.",
    "ollama": "this model does not support images",
}


async def ask_about_image(bench: Bench) -> list[RunEvent]:
    """Ask about the image: append the question to the conversation and run it."""
    bench.conversation.append(user_message(QUESTION, (PICTURE,)))
    return await events_of(bench.workspace.agent(bench.answers).retry(bench.conversation))


def text_of(item: Body) -> str:
    content = item["content"]
    return content if isinstance(content, str) else "\n\n".join(part["text"] for part in content)


@pytest.mark.parametrize(
    ("kind", "tool_format"),
    paired(KINDS, ["native", "sentinel"]),
    ids=case_name,
)
async def test_a_vision_model_gets_the_image_with_every_request(kind: Kind, tool_format: str, tmp_path: Path) -> None:
    async with (
        kind.server([Turn("A dot."), Turn("Red.")]) as server,
        open_bench(tmp_path, server, YES, **kind.settings, tools=tool_format) as bench,
    ):
        events = await ask_about_image(bench)
        await bench.ask("Its colour?")

    assert events[-1] == RunFinished("end")
    assert not [event for event in events if isinstance(event, Noticed)]
    assert [items(body)[0] for body in bodies(server)] == [SEEN[kind.wire]] * 2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_a_model_without_vision_gets_a_placeholder_for_the_image(kind: Kind, tmp_path: Path) -> None:
    blind = facts({"scripted": shown("completion", "tools")})
    async with (
        kind.server([Turn("I see none.")], routes=blind) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        catalog = bench.workspace.catalog
        known = catalog._known_model("work/scripted")
        await catalog.knowledge.store_list(known.knowledge_key, (ModelInfo("scripted", tools=True, images=False),))
        events = await ask_about_image(bench)

    [body] = bodies(server)
    assert DOT not in str(body)
    assert text_of(items(body)[0]) == f"{LEFT_OUT}\n\n{QUESTION}"
    assert NOTICE in events
    assert events[-1] == RunFinished("end")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_a_rejected_image_is_replaced_and_the_rejection_is_remembered(kind: Kind, tmp_path: Path) -> None:
    no = refused(400, REFUSALS[kind.wire])
    async with (
        kind.server([no, Turn("I see none."), Turn("Still none.")]) as server,
        open_bench(tmp_path, server, YES, **kind.settings) as bench,
    ):
        events = await ask_about_image(bench)
        again = await bench.ask("Really?")

    first, second, third = bodies(server)
    assert items(first)[0] == SEEN[kind.wire]
    for body in (second, third):
        assert DOT not in str(body)
        assert text_of(items(body)[0]) == f"{LEFT_OUT}\n\n{QUESTION}"
    assert [event for event in (*events, *again) if isinstance(event, Noticed)] == [NOTICE]
    assert (events[-1], again[-1]) == (RunFinished("end"), RunFinished("end"))
    assert bench.conversation.messages[0].images == (PICTURE,), "the image is kept for another model"


async def test_codex_gets_the_image_and_a_placeholder_after_a_rejection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no = fails("This model does not support images")
    codex = scripted_codex(monkeypatch, tmp_path, [[no], [sends_text("I see none."), answered()]])
    async with open_bench(tmp_path, "", YES, kind="codex") as bench:
        events = await ask_about_image(bench)

    def put(*parts: dict[str, Any]) -> list[dict[str, Any]]:
        return [*parts, {"type": "text", "text": QUESTION, "text_elements": []}]

    placeholder = {"type": "text", "text": LEFT_OUT, "text_elements": []}
    assert [turn["input"] for turn in codex.heard("turn/start")] == [
        put({"type": "image", "url": URL}),
        put(placeholder),
    ]
    assert NOTICE in events
