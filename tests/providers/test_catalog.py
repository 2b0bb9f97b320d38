"""Tests of providers/catalog.py."""

import json
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.providers.asking import SECRET, ask, request
from tests.support.local_servers import lmstudio_routes
from tests.support.scripted_provider import ScriptedProvider
from tests.support.wire import Raw, Recorded, Turn, WireServer, refused
from tests.support.wire_llama_cpp import model_list, properties
from tests.support.wire_llama_cpp import routes as llama_cpp_routes
from tests.support.wire_ollama import facts, shown
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import ProviderRefused, UsageError
from vaultdesk.core.settings.settings_schema import ModelPrice, ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.providers import known_models, provider_assembly
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.catalog import OFFLINE_LABEL, SAMPLE_TEXTS, Catalog, check_embeddings
from vaultdesk.providers.embedding_provider import VectorSource
from vaultdesk.providers.http_connection import Timeouts
from vaultdesk.providers.known_models import KnownModel
from vaultdesk.providers.offline.offline_assistant import OfflineAssistant
from vaultdesk.providers.provider import (
    ModelEvent,
    ModelInfo,
    ModelRequest,
    Noticed,
    Provider,
    TextArrived,
    TextReclassified,
    ToolSpec,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider_assembly import GateFactory, providers_by_tool_mode
from vaultdesk.providers.self_hosted.sent_prompt import SentPrompt
from vaultdesk.providers.tool_emulation.text_transcript import TAG_FRAMING


class Gated:
    """The gate's stand-in: remembers whom it stands before."""

    def __init__(self, provider: Provider, label: str) -> None:
        self.inner = provider
        self.label = label

    @property
    def destination(self) -> Destination:
        return self.inner.destination

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        async for event in self.inner.stream(request):
            yield event

    async def models(self) -> tuple[ModelInfo, ...]:
        return await self.inner.models()

    async def aclose(self) -> None:
        await self.inner.aclose()


def no_keyring() -> None:
    return None


def catalog(
    tmp_path: Path, environment: dict[str, str] | None = None, gate: GateFactory = Gated, **providers: ProviderSettings
) -> Catalog:
    store = SettingsStore(tmp_path / "settings.toml")
    store.change(lambda settings: _with(settings, providers))
    env = environment or {}
    credentials = Credentials(env, backend=no_keyring)  # type: ignore[arg-type]  # no backend is what it finds
    return Catalog(store, credentials, gate, environment=env, timeouts=Timeouts(2.0, 2.0))


def _with(settings: Settings, providers: dict[str, ProviderSettings]) -> Settings:
    for name, provider in providers.items():
        settings = settings.with_provider(name, provider)
    return settings


def compatible(url: str, **more: str) -> ProviderSettings:
    return ProviderSettings(kind="openai-compatible", base_url=url, **more)  # type: ignore[arg-type]


def test_the_offline_assistant_is_always_there(tmp_path: Path) -> None:
    chosen = catalog(tmp_path).provider(OFFLINE_LABEL)

    assert isinstance(chosen.provider, OfflineAssistant)
    assert (chosen.model, chosen.label) == ("offline", "offline/offline")
    assert catalog(tmp_path).provider("offline").label == "offline/offline"


def test_names_are_those_of_the_settings_and_of_keys_in_the_environment(tmp_path: Path) -> None:
    assert catalog(tmp_path).provider_names() == ("offline",)
    with_keys = catalog(
        tmp_path,
        {"OPENAI_API_KEY": SECRET, "ANTHROPIC_API_KEY": " "},
        work=compatible("https://llm.example"),
        google=ProviderSettings(kind="gemini"),
    )
    assert with_keys.provider_names() == ("offline", "work", "google", "openai")
    assert (with_keys.provider_title("work"), with_keys.provider_title("openai")) == ("work", "OpenAI")
    assert with_keys.provider_title("gemini") == "Google Gemini"


@pytest.mark.parametrize(
    "label",
    [
        "openai/gpt-9", "anthropic/claude-9", "gemini/gemini-9", "openrouter/org/model", "codex/default",
        "work/org/model:free", "far/qwen3:8b",
    ],
)  # fmt: skip
def test_no_provider_that_leaves_this_computer_lacks_the_gate(label: str, tmp_path: Path) -> None:
    far = ProviderSettings(kind="ollama", base_url="http://box.lan:11434")
    chosen = catalog(tmp_path, work=compatible("https://llm.example"), far=far).provider(label)

    assert isinstance(chosen.provider, Gated)
    assert chosen.provider.label == chosen.label == label
    assert chosen.model == label.partition("/")[2]
    assert not chosen.provider.destination.local


@pytest.mark.parametrize("url", ["http://localhost:9", "http://127.0.0.1:9/v1", "http://[::1]:9"])
def test_a_server_on_this_computer_has_it_too(url: str, tmp_path: Path) -> None:
    chosen = catalog(tmp_path, work=compatible(url)).provider("work/m")

    assert isinstance(chosen.provider, Gated)
    assert chosen.provider.destination.local


@pytest.mark.parametrize("url", ["http://127.0.0.1.evil.example", "http://192.168.1.9:1", "http://0.0.0.0:1"])
def test_a_name_that_only_looks_local_is_gated(url: str, tmp_path: Path) -> None:
    assert isinstance(catalog(tmp_path, work=compatible(url)).provider("work/m").provider, Gated)


def test_the_model_of_the_settings_is_used_where_none_is_named(tmp_path: Path) -> None:
    assert catalog(tmp_path, work=compatible("http://localhost:1", model="m")).provider("work").label == "work/m"


@pytest.mark.parametrize(
    ("label", "title", "hint"),
    [
        ("opnai/gpt", "There is no provider 'opnai'", "Available: offline"),
        ("wrk/m", "There is no provider 'wrk'", "Did you mean work?"),
        ("", "There is no provider ''", "offline"),
        ("openai", "No model of openai is chosen", "openai/MODEL"),
        ("empty/m", "has no address", "base_url"),
        ("odd/m", "cannot be used", "http://localhost:1234/v1"),
    ],
)
def test_what_cannot_be_asked_is_told_with_a_hint(label: str, title: str, hint: str, tmp_path: Path) -> None:
    made = catalog(
        tmp_path,
        work=compatible("https://llm.example"),
        empty=compatible(""),
        odd=compatible("ftp://x"),
    )

    with pytest.raises(UsageError) as refused_label:
        made.provider(label)

    assert title in refused_label.value.title
    assert hint in refused_label.value.hint


async def test_a_chosen_model_answers_without_a_key(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")]) as server:
        chosen = catalog(tmp_path, work=compatible(server.url)).provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

    assert "authorization" not in server.posts[0].headers


async def test_a_key_goes_to_the_origin_it_was_given_for_only(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")]) as server, WireServer(openai=[Turn("stolen")]) as thief:
        made = catalog(tmp_path, work=compatible(server.url))
        made._assembly._credentials.set("work", server.url, SECRET)
        chosen = made.provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

        made._store.change(lambda settings: settings.with_provider("work", compatible(thief.url)))
        moved = made.provider("work/m")
        came = await ask(moved.provider)
        await moved.provider.aclose()

    assert server.posts[0].key == SECRET
    assert thief.requests == []
    assert isinstance(came.error, ProviderRefused)
    assert "was entered for" in came.error.title


async def test_a_vendor_without_a_key_is_told_before_anything_is_sent(tmp_path: Path) -> None:
    came = await ask(catalog(tmp_path).provider("openai/m").provider)

    assert isinstance(came.error, ProviderRefused)
    assert came.error.kind == "auth"
    assert "There is no key for openai" in came.error.title


async def test_a_key_test_lists_models_and_sends_no_note(tmp_path: Path) -> None:
    async with WireServer(models=("a", "b"), key=SECRET) as server:
        made = catalog(tmp_path, {"MY_KEY": SECRET}, work=compatible(server.url, api_key_env="MY_KEY", name="Work"))
        good = await made.test_key("work")
        listed = await made.models("work")
        await made.models("work", refresh=True)

    assert (good.ok, good.models) == (True, (ModelInfo("a"), ModelInfo("b")))
    assert good.message.startswith("Work answered in ")
    assert good.message.endswith("and offers 2 models.")
    assert listed == good.models
    assert [(one.method, one.path, one.json) for one in server.requests] == [("GET", "/v1/models", None)] * 2


async def test_a_failed_key_test_says_why_and_never_shows_the_key(tmp_path: Path) -> None:
    async with WireServer(key="right") as server:
        made = catalog(tmp_path, {"MY_KEY": SECRET}, work=compatible(server.url, api_key_env="MY_KEY"))
        wrong = await made.test_key("work")
    gone = await made.test_key("work")
    unknown = await made.test_key("nobody")

    assert [wrong.ok, gone.ok, unknown.ok] == [False, False, False]
    assert "does not accept the key. Check it in Settings" in wrong.message
    assert SECRET not in wrong.message
    assert "Nothing answers at" in gone.message
    assert "There is no provider" in unknown.message


async def test_the_offline_assistant_passes_its_test(tmp_path: Path) -> None:
    assert (await catalog(tmp_path).test_key("offline")).ok


async def test_a_busy_server_is_asked_again(tmp_path: Path) -> None:
    async with WireServer(openai=[refused(503, "busy", retry_after="0"), Turn("Hi")]) as server:
        chosen = catalog(tmp_path, work=compatible(server.url)).provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

    assert len(server.posts) == 2


@pytest.mark.parametrize("kind", ["gemini", "openrouter", "openai", "anthropic", "ollama", "lmstudio"])
async def test_every_kind_is_asked_at_its_own_wire(kind: ProviderKind, tmp_path: Path) -> None:
    async with WireServer(
        openai=[Turn("Hi")], anthropic=[Turn("Hi")], responses=[Turn("Hi")], ollama=[Turn("Hi")]
    ) as server:
        made = catalog(tmp_path, own=ProviderSettings(kind=kind, base_url=server.url))
        chosen = made.provider("own/m")
        came = await ask(chosen.provider)
        await chosen.provider.aclose()

    paths = {"openai": "/v1/responses", "anthropic": "/v1/messages", "ollama": "/api/chat"}
    assert (came.text, came.error) == ("Hi", None)
    assert [post.path for post in server.posts if post.path != "/api/show"] == [paths.get(kind, "/v1/chat/completions")]


@pytest.mark.parametrize(
    ("kind", "api", "path"),
    [
        ("openai", "", "/v1/responses"),
        ("openai", "chat", "/v1/chat/completions"),
        ("openai-compatible", "", "/v1/chat/completions"),
        ("openai-compatible", "responses", "/v1/responses"),
    ],
)
async def test_openai_kinds_speak_responses_or_chat(kind: ProviderKind, api: Any, path: str, tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")], responses=[Turn("Hi")]) as server:
        chosen = catalog(tmp_path, own=ProviderSettings(kind=kind, base_url=server.url, api=api)).provider("own/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

    assert [post.path for post in server.posts] == [path]


async def test_a_model_that_refuses_tools_gets_them_by_text_for_good(tmp_path: Path) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 19."""
    by_text = 'Let me look.\n<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    no_tools = refused(400, "registry.ollama.ai/library/gemma does not support tools")
    async with WireServer(openai=[no_tools, Turn(by_text), Turn(by_text)]) as server:
        made = catalog(tmp_path, own=compatible(server.url, name="Mine"))
        first = made.provider("own/gemma")
        came = await ask(first.provider)
        await first.provider.aclose()
        again = made.provider("own/gemma")
        later = await ask(again.provider)
        await again.provider.aclose()

    assert [call.name for call in came.calls] == [call.name for call in later.calls] == ["vault_search"]
    assert came.stop == "tool_calls"
    assert ["tools" in post.json for post in server.posts] == [True, False, False]
    standing = made.model_status("own/gemma")
    assert standing.tool_mode.mode in ("sentinel", "xml")
    assert standing.tool_mode.reason == "gemma rejected the tools. VaultDesk uses text-based tools with it."
    assert made.model_status("own/other").tool_mode.mode == "native"


@pytest.mark.parametrize("tools", ["native", "sentinel", "none"])
async def test_m2_a_model_whose_text_was_reasoning_is_known_from_then_on(tools: str, tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("The user wants four.\n</think>\nFour.")]) as server:
        made = catalog(tmp_path, own=compatible(server.url, tools=tools))
        assert not made.model_status("own/m").card
        chosen = made.provider("own/m")
        came = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert any(isinstance(event, TextReclassified) for event in came.events)
    card = made.model_status("own/m").card
    assert card is not None
    assert card.inline_reasoning
    assert made.model_status("own/other").may_reclassify_text, "any server may be behind a compatible address"


@pytest.mark.parametrize(("model", "wanted"), [("llama3.2", False), ("qwen3:4b", True)])
async def test_m2_a_server_that_separates_reasoning_is_streamed_unless_the_family_reasons(
    model: str, wanted: bool, tmp_path: Path
) -> None:
    made = catalog(tmp_path, own=ProviderSettings(kind="ollama"))
    assert made.model_status(f"own/{model}").may_reclassify_text is wanted


async def test_the_person_may_set_the_way_tools_are_given(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi"), Turn("Hi"), Turn("Hi")]) as server:
        bodies = []
        for tools in ("sentinel", "xml", "none"):
            made = catalog(tmp_path, own=compatible(server.url, tools=tools))
            chosen = made.provider("own/m")
            await ask(chosen.provider)
            await chosen.provider.aclose()
            bodies.append(server.posts[-1].json)

    told = [str(body["messages"][0]["content"]) for body in bodies]
    assert all("tools" not in body for body in bodies)
    assert ["<tool_call>" in told[0], "<use_tool>" in told[1]] == [True, True]
    assert "vault_search" not in told[2]


async def test_a_list_is_asked_for_once_a_day_and_is_there_without_waiting(tmp_path: Path) -> None:
    async with WireServer(models=("a",)) as server:
        made = catalog(tmp_path, work=compatible(server.url))
        assert made.cached_models("work") == ()
        first = await made.models("work")
        second = await made.models("work")

    assert first == second == made.cached_models("work") == (ModelInfo("a"),)
    assert len(server.requests) == 1


async def test_what_a_list_costs_is_put_to_the_usage(tmp_path: Path) -> None:
    own = ProviderSettings(
        kind="openai-compatible", base_url="http://x", prices={"m": ModelPrice(input=1.0, output=2.0)}
    )
    async with WireServer(openai=[Turn("Hi", usage=(1_000_000, 500_000))]) as server:
        chosen = catalog(tmp_path, own=own.model_copy(update={"base_url": server.url})).provider("own/m")
        came = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert [event.cost for event in came.events if isinstance(event, UsageReported)] == [2.0]


async def test_a_probe_keeps_the_models_card(tmp_path: Path) -> None:
    async with WireServer(openai=lambda _: Turn("I would rather talk.")) as server:
        made = catalog(tmp_path, own=compatible(server.url))
        lines: list[str] = []
        card = await made.probe("own/m", lines.append)

    assert card.native is False
    assert made.model_status("own/m").card == card
    assert made.model_status("own/m").tool_mode.mode == "none"
    assert lines[0] == "Asking for one tool call…"


async def test_a_model_that_ollama_hands_on_is_gated_although_its_address_is_this_computers(tmp_path: Path) -> None:
    passed: list[Destination] = []

    class Watched(Gated):
        async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
            passed.append(self.destination)
            async for event in super().stream(request):
                yield event

    cloud = shown("completion", "tools", remote_model="gpt-oss:120b", remote_host="https://ollama.com:443")
    models = {"mine": cloud, "here": shown("completion", "tools")}
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts(models)) as server:
        ollama = ProviderSettings(kind="ollama", base_url=server.url)
        asked = catalog(tmp_path, gate=Watched, ollama=ollama)
        by_name = asked.provider("ollama/gpt-oss:120b-cloud").provider.destination
        for model in models:
            provider = asked.provider(f"ollama/{model}").provider
            assert (await ask(provider, replace(request(), model=model))).stop == "end"
        local = {model: asked.model_status(f"ollama/{model}").local for model in models}

    assert [(one.host, one.local) for one in passed] == [
        ("ollama.com", False),
        (server.url.removeprefix("http://"), True),
    ]
    assert not by_name.local
    assert local == {"mine": False, "here": True}


async def test_a_list_that_does_not_come_is_not_waited_for_at_each_question(tmp_path: Path) -> None:
    broken = {"/api/v1/models": lambda _: refused(500, "down")}
    async with WireServer(openai=[Turn("Hi"), Turn("Ho")], routes=broken) as server:
        made = catalog(tmp_path, own=ProviderSettings(kind="lmstudio", base_url=server.url))
        chosen = made.provider("own/m")
        answers = [(await ask(chosen.provider)).text for _ in range(2)]
        await chosen.provider.aclose()

    assert answers == ["Hi", "Ho"]
    assert [one.path for one in server.requests if one.method == "GET"] == ["/api/v1/models"]


async def test_a_key_test_tells_of_the_proxy_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with WireServer(models=("a",)) as server:
        made = catalog(tmp_path, work=compatible(server.url))
        monkeypatch.setattr("vaultdesk.providers.known_models.proxy_of", lambda _: "proxy.lan:3128")
        tested = await made.test_key("work")

    assert tested.message.endswith("offers 1 model. The connection uses the proxy proxy.lan:3128.")


CHAT = {"choices": [{"index": 0, "message": {"content": "Hi"}, "finish_reason": "stop"}]}
MESSAGES = {"type": "message", "content": [{"type": "text", "text": "Hi"}], "stop_reason": "end_turn"}
OLLAMA = {"message": {"role": "assistant", "content": "Hi"}, "done": True, "done_reason": "stop"}


@pytest.mark.parametrize(
    ("kind", "wire", "shape"),
    [("openai-compatible", "openai", CHAT), ("anthropic", "anthropic", MESSAGES), ("ollama", "ollama", OLLAMA)],
)
async def test_a_server_that_cannot_stream_is_asked_for_the_whole(
    kind: ProviderKind, wire: str, shape: dict[str, Any], tmp_path: Path
) -> None:
    whole = Raw(json.dumps(shape).encode(), content_type="application/json")
    async with WireServer(**{wire: [whole]}) as server:  # type: ignore[arg-type]  # one of the wires
        made = catalog(tmp_path, own=ProviderSettings(kind=kind, base_url=server.url, stream=False))
        chosen = made.provider("own/m")
        came = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert (came.text, came.stop, came.error) == ("Hi", "end", None)
    assert [post.json.get("stream", False) for post in server.posts if post.path != "/api/show"] == [False]


@pytest.mark.parametrize("label", ["anthropic/claude", "codex/codex", "offline/offline", "nobody/embed", "ollama"])
def test_who_makes_no_embeddings_is_told_so(label: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        catalog(tmp_path, {"ANTHROPIC_API_KEY": SECRET}).embeddings(label, lambda source, _: source)


async def test_embeddings_are_asked_behind_the_gate_with_the_right_key(tmp_path: Path) -> None:
    def answer(request: Recorded) -> Raw:
        return Raw(json.dumps({"data": [{"index": 0, "embedding": [1.0, 0.0]}]}).encode(), 200, "application/json")

    async with WireServer(routes={"/v1/embeddings": answer}, key=SECRET) as server:
        settings = compatible(f"{server.url}/v1", api_key_env="WORK_KEY")
        several = catalog(tmp_path, {"WORK_KEY": SECRET}, work=settings)
        gated: list[str] = []

        def gate(source: VectorSource, label: str) -> VectorSource:
            gated.append(label)
            return source

        source = several.embeddings("work/embed-small", gate)
        assert gated == ["work/embed-small"]
        assert await source.vectors(["boiler"]) == [[1.0, 0.0]]
        await source.aclose()
        assert server.requests[-1].json["model"] == "embed-small"


# The trial of an embedding model: our own words only, and one sentence whatever happens.


def answer(request: Recorded) -> Raw:
    rows = [{"index": nth, "embedding": [1.0, float(nth), 0.0]} for nth in range(len(request.json["input"]))]
    return Raw(json.dumps({"data": rows}).encode(), 200, "application/json")


async def test_it_says_where_and_how_many_numbers(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": answer}) as server:
        came = await check_embeddings(catalog(tmp_path, work=compatible(f"{server.url}/v1")), "work/embed")
        assert came.ok
        assert "on this computer" in came.message
        assert "3 dimensions" in came.message
        assert came.destination is not None
        assert came.destination.local
        assert server.requests[-1].json["input"] == list(SAMPLE_TEXTS)


async def test_a_refusal_is_told_and_raises_nothing(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: refused(404, "no such model")}) as server:
        came = await check_embeddings(catalog(tmp_path, work=compatible(f"{server.url}/v1")), "work/embed")
        assert not came.ok
        assert came.message


@pytest.mark.parametrize("label", ["anthropic/claude", "nobody/embed", "work"])
async def test_who_cannot_be_asked_is_told(label: str, tmp_path: Path) -> None:
    came = await check_embeddings(catalog(tmp_path, work=compatible("http://127.0.0.1:1/v1")), label)
    assert (came.ok, came.destination) == (False, None)
    assert came.message


NOTES = tuple(
    ToolSpec(f"tool_{n}", "Does something with notes. " * 8, {"type": "object", "properties": {}}) for n in range(12)
)
LONG_QUESTION = replace(request(tools=NOTES, system="You answer from notes. " * 20), model="smol")


async def test_r9_window_and_tools_are_asked_before_the_first_question(tmp_path: Path) -> None:
    told = llama_cpp_routes(model_list("smol"), properties(n_ctx=2048))
    async with WireServer(openai=[Turn("Hi")], routes=told) as server:
        made = catalog(tmp_path, own=compatible(server.url))
        await made.refresh_facts("own/smol")
        status = made.model_status("own/smol")
        await made.refresh_facts("own/smol")

    assert status.info is not None
    assert (status.info.usable_context, status.info.tools, status.tool_mode.mode) == (2048, False, "sentinel")
    assert [one.path.partition("?")[0] for one in server.requests] == ["/v1/models", "/props"]
    assert all(one.json is None for one in server.requests), "no note text is sent for it"
    assert made.cached_models("own") == (status.info,)
    assert not made.knowledge.is_current(made._provider_only("own").knowledge_key), (
        "the whole list is still to be asked"
    )


async def test_r9_for_a_preview_no_server_far_away_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with WireServer() as server:
        made = catalog(tmp_path, near=compatible(server.url), far=compatible("https://api.example.com/v1"))
        asked: list[str] = []

        async def refresh(model: KnownModel) -> None:
            asked.append(model.name)

        monkeypatch.setattr(made._facts_refresh, "refresh", refresh)
        for label in ("near/m", "far/m"):
            await made.refresh_facts(label, self_hosted_only=True)
        await made.refresh_facts("far/m")

    assert asked == ["near", "far"]


async def test_r9_a_server_that_was_started_again_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = iter([2048, 8192])
    told = {
        "/v1/models": lambda _: Raw(json.dumps(model_list("smol")).encode(), 200, "application/json"),
        "/props": lambda _: Raw(json.dumps(properties(n_ctx=next(windows))).encode(), 200, "application/json"),
    }
    monkeypatch.setattr(known_models, "FACTS_LIFETIME", 0.0)
    async with WireServer(routes=told) as server:
        made = catalog(tmp_path, own=compatible(server.url))
        found = []
        for _ in range(2):
            await made.refresh_facts("own/smol")
            found.append(made.model_status("own/smol").info)

    assert [one.window for one in found if one is not None] == [2048, 8192]


@pytest.mark.parametrize(("loaded", "asked"), [(True, 1), (False, 2)])
async def test_r9_a_model_that_is_not_loaded_yet_is_asked_about_again(
    loaded: bool, asked: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_models, "FACTS_INTERVAL", 0.0)
    async with WireServer(routes=lmstudio_routes("0.4")) as server:
        made = catalog(tmp_path, own=ProviderSettings(kind="lmstudio", base_url=server.url))
        label = "own/google/gemma-4" if loaded else "own/deepseek-r1"
        for _ in range(2):
            await made.refresh_facts(label)
        info = made.model_status(label).info

    assert info is not None
    assert info.usable_context == 4096, "the one it has, or the one it will be loaded with"
    assert len(server.requests) == asked


async def test_r9_a_server_that_does_not_say_it_is_simply_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider_assembly, "FACTS_TIMEOUT", 0.2)
    async with WireServer(openai=[Turn("Hi")], routes={"/v1/models": lambda _: Raw(hold=True)}) as server:
        made = catalog(tmp_path, own=compatible(server.url))
        began = time.monotonic()
        await made.refresh_facts("own/smol")
        took = time.monotonic() - began
        chosen = made.provider("own/smol")
        answer = (await ask(chosen.provider)).text
        await chosen.provider.aclose()
        await made.refresh_facts("nobody/x")

    assert (made.model_status("own/smol").info, answer) == (None, "Hi")
    assert took < 2.0


async def test_r3_tools_that_a_server_leaves_out_are_noticed_and_given_by_text(tmp_path: Path) -> None:
    words = SentPrompt.of(LONG_QUESTION).message_tokens
    invented = Turn("The new heat pump is estimated to cost $20,000.", usage=(words, 12))
    answers = [invented, Turn("I do not know.", usage=(900, 5)), Turn("Yes.", usage=(900, 5))]
    async with WireServer(openai=answers) as server:
        made = catalog(tmp_path, own=compatible(server.url))
        chosen = made.provider("own/smol")
        first, second = await ask(chosen.provider, LONG_QUESTION), await ask(chosen.provider, LONG_QUESTION)
        await chosen.provider.aclose()

    kinds = [type(event) for event in first.events if not isinstance(event, UsageReported)]
    assert kinds[kinds.index(TextReclassified) :] == [TextReclassified, Noticed, *[TextArrived] * 4, TurnEnded]
    assert first.text.endswith("I do not know.")
    assert second.text == "Yes."
    assert [event.message for event in first.events if isinstance(event, Noticed)] == [
        "own did not pass the tools on to smol. VaultDesk uses text-based tools with it."
    ]
    assert not any(isinstance(event, Noticed) for event in second.events)
    assert ["tools" in one.json for one in server.posts] == [True, False, False]
    card = made.model_status("own/smol").card
    assert card is not None
    assert (card.lost_tools, card.refused) == (True, False)
    assert card.lines()[0] == "Native tool calls: no (its server does not pass the tools on)"


async def test_r5_a_small_model_near_by_is_asked_for_likely_words_and_one_far_away_is_not(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")] * 2) as server:
        made = catalog(tmp_path, own=compatible(server.url))
        for model in ("smollm2:135m", "llama3.1:8b"):
            chosen = made.provider(f"own/{model}")
            await ask(chosen.provider, replace(request(), model=model))
            await chosen.provider.aclose()

    assert [one.json.get("temperature") for one in server.posts] == [0.0, None]


async def test_r5_a_loop_is_stopped_behind_every_wrapper(tmp_path: Path) -> None:
    looping = Turn("The heron stood in the shallow water. " * 40)
    async with WireServer(openai=[looping]) as server:
        chosen = catalog(tmp_path, own=compatible(server.url)).provider("own/m")
        came = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert came.stop == "repetition"
    assert came.text.startswith("The heron stood in the shallow water.")
    assert came.text.count("heron") <= 2


async def test_m10_a_server_without_a_list_at_its_complete_address_passes_the_test(tmp_path: Path) -> None:
    async with WireServer(
        openai=[Turn("ok")], routes={"/inference/models": lambda _: refused(404, "Not Found")}
    ) as server:
        keys = catalog(tmp_path, work=compatible(f"{server.url}/inference/chat/completions"))
        test = await keys.test_key("work")

    assert (test.ok, test.models) == (True, ())
    assert test.message.endswith("and has no list of models.")


@pytest.mark.parametrize("mode", ["native", "sentinel", "xml"])
async def test_m1_answers_are_read_for_calls_in_their_text_whatever_the_kind_of_provider(mode: ToolMode) -> None:
    leaked = '[TOOL_CALLS]vault_search[ARGS]{"query": "a"}'
    inner = ScriptedProvider([[TextArrived(leaked), TurnEnded("end")]])

    came = await ask(providers_by_tool_mode(inner, framing=TAG_FRAMING)[mode])

    assert ([call.name for call in came.calls], came.text, came.stop) == (["vault_search"], "", "tool_calls")
