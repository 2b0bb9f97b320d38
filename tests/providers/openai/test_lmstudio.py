import asyncio

import pytest

from tests.providers.asking import SECRET, SHORT, ask, request
from tests.providers.ollama_asking import lmstudio
from tests.support.local_servers import LM_V0, LM_V1, OPENAI_LIST, lmstudio_routes
from tests.support.wire import Raw, Turn, WireServer, redirect, refused
from tests.support.wire_turns import html
from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.providers.model_events import Noticed, TextArrived
from vaultdesk.providers.openai.lmstudio_models import lmstudio_models

UNKNOWN = [None, Raw(b"Not Found", 404, "text/plain"), refused(404, "no such page"), html()]


@pytest.mark.parametrize("unknown", UNKNOWN, ids=["200 with an error", "404", "404 with an error", "a page"])
@pytest.mark.parametrize(("version", "body", "asked"), [("0.4", LM_V1, 1), ("0.3", LM_V0, 2), ("0.2", OPENAI_LIST, 3)])
async def test_the_most_telling_list_of_each_version_is_read(
    version: str, body: dict[str, object], asked: int, unknown: Raw | None
) -> None:
    async with WireServer(routes=lmstudio_routes(version, unknown), key=SECRET) as server:
        provider = lmstudio(server.url, key=lambda: SECRET)
        found = await provider.models()
        await provider.aclose()

    assert found == lmstudio_models(body)  # type: ignore[arg-type]
    assert [one.path for one in server.requests] == ["/api/v1/models", "/api/v0/models", "/v1/models"][:asked]
    assert all("user-agent" in one.headers and "x-stainless-lang" not in one.headers for one in server.requests)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (refused(401, "An LM Studio API token is required"), "wants a key"),
        (redirect("http://127.0.0.1:1/api/v1/models"), "another address"),
        (Raw(b"", 500), "out of order"),
        (Raw(b"", reset=True), "cannot be reached"),
    ],
)
async def test_a_refusal_is_told_and_no_other_list_is_tried(wrong: Raw, said: str) -> None:
    async with WireServer(routes={"/api/v1/models": lambda _: wrong}) as server:
        provider = lmstudio(server.url)
        with pytest.raises(ProviderError, match=said):
            await provider.models()
        await provider.aclose()

    assert len(server.requests) == 1


async def test_something_else_at_its_address_is_told() -> None:
    everything = dict.fromkeys(("/api/v1/models", "/api/v0/models", "/v1/models"), lambda _: html())
    async with WireServer(routes=everything) as server:
        provider = lmstudio(server.url)
        with pytest.raises(ProviderError, match="does not answer like an OpenAI server"):
            await provider.models()
        await provider.aclose()


async def test_the_wait_for_a_model_is_told_once() -> None:
    # The first event of a Chat stream only says who speaks; nothing is told by it.
    async with WireServer(openai=[Turn("a b", hold_after=1)]) as server:
        provider = lmstudio(server.url, silence=0.05)
        events = []
        async with asyncio.timeout(10):
            async for event in provider.stream(request()):
                events.append(event)
                server.release()
        await provider.aclose()

    assert events[:3] == [
        Noticed("LM Studio is loading the model or reading a long chat; this can take a few minutes."),
        TextArrived("a"),
        TextArrived(" b"),
    ]


async def test_a_question_goes_over_the_chat_wire_and_faults_come_through() -> None:
    no_tools = refused(400, "This model does not support tools")
    async with WireServer(openai=[Turn("Hi"), no_tools, Raw(hold=True)]) as server:
        provider = lmstudio(server.url, timeouts=SHORT)
        came = [await ask(provider) for _ in range(3)]
        await provider.aclose()

    assert came[0].text == "Hi"
    assert isinstance(came[1].error, ProviderRefused)
    assert came[1].error.trouble == "no_tools"
    assert came[2].error is not None
    assert [one.path for one in server.posts] == ["/v1/chat/completions"] * 3


async def test_stopping_while_it_loads_hangs_up_at_once() -> None:
    async with WireServer(openai=[Raw(hold=True)]) as server:
        provider = lmstudio(server.url, silence=0.02)
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(ask(provider))
            await asyncio.to_thread(server.held.wait, 5)
            task.cancel()
            await asyncio.wait([task], timeout=1)
            assert task.cancelled()

        assert await asyncio.to_thread(server.hung_up.wait, 5)
        await provider.aclose()
