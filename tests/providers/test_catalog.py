"""Tests of providers/catalog.py."""

import asyncio
import json
from collections.abc import AsyncGenerator
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
from vaultdesk.core.values import replace
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


class StubGate:
    """A replacement of the egress gate that stores the provider and the label it was created for."""

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
    tmp_path: Path,
    environment: dict[str, str] | None = None,
    gate: GateFactory = StubGate,
    **providers: ProviderSettings,
) -> Catalog:
    store = SettingsStore(tmp_path / "settings.toml")
    store.change(lambda settings: _with_providers(settings, providers))
    env = environment or {}
    credentials = Credentials(env, backend=no_keyring)  # type: ignore[arg-type]  # returns no backend
    return Catalog(store, credentials, gate, environment=env, timeouts=Timeouts(2.0, 2.0))


def _with_providers(settings: Settings, providers: dict[str, ProviderSettings]) -> Settings:
    for name, provider in providers.items():
        settings = settings.with_provider(name, provider)
    return settings


def compatible(url: str, **fields: str) -> ProviderSettings:
    return ProviderSettings(kind="openai-compatible", base_url=url, **fields)  # type: ignore[arg-type]


def test_the_offline_assistant_is_always_available(tmp_path: Path) -> None:
    chosen = catalog(tmp_path).provider(OFFLINE_LABEL)

    assert isinstance(chosen.provider, OfflineAssistant)
    assert (chosen.model, chosen.label) == ("offline", "offline/offline")
    assert catalog(tmp_path).provider("offline").label == "offline/offline"


def test_provider_names_come_from_settings_and_from_keys_in_the_environment(tmp_path: Path) -> None:
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
def test_every_remote_provider_has_the_gate(label: str, tmp_path: Path) -> None:
    remote = ProviderSettings(kind="ollama", base_url="http://box.lan:11434")
    chosen = catalog(tmp_path, work=compatible("https://llm.example"), far=remote).provider(label)

    assert isinstance(chosen.provider, StubGate)
    assert chosen.provider.label == chosen.label == label
    assert chosen.model == label.partition("/")[2]
    assert not chosen.provider.destination.local


@pytest.mark.parametrize("url", ["http://localhost:9", "http://127.0.0.1:9/v1", "http://[::1]:9"])
def test_a_server_of_this_computer_has_the_gate(url: str, tmp_path: Path) -> None:
    chosen = catalog(tmp_path, work=compatible(url)).provider("work/m")

    assert isinstance(chosen.provider, StubGate)
    assert chosen.provider.destination.local


@pytest.mark.parametrize("url", ["http://127.0.0.1.evil.example", "http://192.168.1.9:1", "http://0.0.0.0:1"])
def test_an_address_that_only_looks_local_has_the_gate(url: str, tmp_path: Path) -> None:
    assert isinstance(catalog(tmp_path, work=compatible(url)).provider("work/m").provider, StubGate)


def test_the_configured_model_is_used_if_none_is_named(tmp_path: Path) -> None:
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
def test_an_unusable_label_is_an_error_with_a_hint(label: str, title: str, hint: str, tmp_path: Path) -> None:
    catalog_ = catalog(
        tmp_path,
        work=compatible("https://llm.example"),
        empty=compatible(""),
        odd=compatible("ftp://x"),
    )

    with pytest.raises(UsageError) as refused_label:
        catalog_.provider(label)

    assert title in refused_label.value.title
    assert hint in refused_label.value.hint


async def test_a_chosen_model_answers_without_a_key(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")]) as server:
        chosen = catalog(tmp_path, work=compatible(server.url)).provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

    assert "authorization" not in server.posts[0].headers


async def test_a_key_is_sent_only_to_the_origin_it_was_entered_for(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")]) as server, WireServer(openai=[Turn("stolen")]) as other_server:
        catalog_ = catalog(tmp_path, work=compatible(server.url))
        catalog_._assembly._credentials.set("work", server.url, SECRET)
        chosen = catalog_.provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

        catalog_._store.change(lambda settings: settings.with_provider("work", compatible(other_server.url)))
        moved = catalog_.provider("work/m")
        outcome = await ask(moved.provider)
        await moved.provider.aclose()

    assert server.posts[0].key == SECRET
    assert other_server.requests == []
    assert isinstance(outcome.error, ProviderRefused)
    assert "was entered for" in outcome.error.title


async def test_a_missing_vendor_key_is_an_error_before_anything_is_sent(tmp_path: Path) -> None:
    outcome = await ask(catalog(tmp_path).provider("openai/m").provider)

    assert isinstance(outcome.error, ProviderRefused)
    assert outcome.error.kind == "auth"
    assert "There is no key for openai" in outcome.error.title


async def test_a_key_test_lists_models_and_sends_no_note(tmp_path: Path) -> None:
    async with WireServer(models=("a", "b"), key=SECRET) as server:
        catalog_ = catalog(tmp_path, {"MY_KEY": SECRET}, work=compatible(server.url, api_key_env="MY_KEY", name="Work"))
        result = await catalog_.test_key("work")
        listed = await catalog_.models("work")
        await catalog_.models("work", refresh=True)

    assert (result.ok, result.models) == (True, (ModelInfo("a"), ModelInfo("b")))
    assert result.message.startswith("Work answered in ")
    assert result.message.endswith("and offers 2 models.")
    assert listed == result.models
    assert [(recorded.method, recorded.path, recorded.json) for recorded in server.requests] == [
        ("GET", "/v1/models", None)
    ] * 2


async def test_a_failed_key_test_reports_the_reason_without_the_key(tmp_path: Path) -> None:
    async with WireServer(key="right") as server:
        catalog_ = catalog(tmp_path, {"MY_KEY": SECRET}, work=compatible(server.url, api_key_env="MY_KEY"))
        wrong_key = await catalog_.test_key("work")
    unreachable = await catalog_.test_key("work")
    unknown = await catalog_.test_key("nobody")

    assert [wrong_key.ok, unreachable.ok, unknown.ok] == [False, False, False]
    assert "does not accept the key. Check it in Settings" in wrong_key.message
    assert SECRET not in wrong_key.message
    assert "Nothing answers at" in unreachable.message
    assert "There is no provider" in unknown.message


async def test_the_offline_assistant_passes_its_test(tmp_path: Path) -> None:
    assert (await catalog(tmp_path).test_key("offline")).ok


async def test_a_request_to_a_busy_server_is_retried(tmp_path: Path) -> None:
    async with WireServer(openai=[refused(503, "busy", retry_after="0"), Turn("Hi")]) as server:
        chosen = catalog(tmp_path, work=compatible(server.url)).provider("work/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

    assert len(server.posts) == 2


@pytest.mark.parametrize("kind", ["gemini", "openrouter", "openai", "anthropic", "ollama", "lmstudio"])
async def test_every_kind_uses_its_own_api(kind: ProviderKind, tmp_path: Path) -> None:
    async with WireServer(
        openai=[Turn("Hi")], anthropic=[Turn("Hi")], responses=[Turn("Hi")], ollama=[Turn("Hi")]
    ) as server:
        catalog_ = catalog(tmp_path, own=ProviderSettings(kind=kind, base_url=server.url))
        chosen = catalog_.provider("own/m")
        outcome = await ask(chosen.provider)
        await chosen.provider.aclose()

    paths = {"openai": "/v1/responses", "anthropic": "/v1/messages", "ollama": "/api/chat"}
    assert (outcome.text, outcome.error) == ("Hi", None)
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
async def test_openai_kinds_use_responses_or_chat_completions(
    kind: ProviderKind, api: Any, path: str, tmp_path: Path
) -> None:
    async with WireServer(openai=[Turn("Hi")], responses=[Turn("Hi")]) as server:
        chosen = catalog(tmp_path, own=ProviderSettings(kind=kind, base_url=server.url, api=api)).provider("own/m")
        assert (await ask(chosen.provider)).text == "Hi"
        await chosen.provider.aclose()

    assert [post.path for post in server.posts] == [path]


async def test_a_model_that_refuses_tools_gets_text_based_tools_permanently(tmp_path: Path) -> None:
    """vaultdesk/providers/README.md, "Pitfalls", 19."""
    by_text = 'Let me look.\n<tool_call>{"name": "vault_search", "arguments": {"query": "boiler"}}</tool_call>'
    no_tools = refused(400, "registry.ollama.ai/library/gemma does not support tools")
    async with WireServer(openai=[no_tools, Turn(by_text), Turn(by_text)]) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url, name="Mine"))
        first = catalog_.provider("own/gemma")
        outcome = await ask(first.provider)
        await first.provider.aclose()
        again = catalog_.provider("own/gemma")
        later = await ask(again.provider)
        await again.provider.aclose()

    assert [call.name for call in outcome.calls] == [call.name for call in later.calls] == ["vault_search"]
    assert outcome.stop == "tool_calls"
    assert ["tools" in post.json for post in server.posts] == [True, False, False]
    status = catalog_.model_status("own/gemma")
    assert status.tool_mode.mode in ("sentinel", "xml")
    assert status.tool_mode.reason == "gemma rejected the tools. VaultDesk uses text-based tools with it."
    assert catalog_.model_status("own/other").tool_mode.mode == "native"


@pytest.mark.parametrize("tools", ["native", "sentinel", "none"])
async def test_m2_reclassified_text_is_recorded_on_the_card_of_the_model(tools: str, tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("The user wants four.\n</think>\nFour.")]) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url, tools=tools))
        assert not catalog_.model_status("own/m").card
        chosen = catalog_.provider("own/m")
        outcome = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert any(isinstance(event, TextReclassified) for event in outcome.events)
    card = catalog_.model_status("own/m").card
    assert card is not None
    assert card.inline_reasoning
    assert catalog_.model_status("own/other").may_reclassify_text, "any server may have a compatible address"


@pytest.mark.parametrize(("model", "expected"), [("llama3.2", False), ("qwen3:4b", True)])
async def test_m2_text_of_a_server_that_separates_reasoning_may_be_reclassified_for_reasoning_families_only(
    model: str, expected: bool, tmp_path: Path
) -> None:
    catalog_ = catalog(tmp_path, own=ProviderSettings(kind="ollama"))
    assert catalog_.model_status(f"own/{model}").may_reclassify_text is expected


async def test_the_tool_mode_can_be_configured(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi"), Turn("Hi"), Turn("Hi")]) as server:
        bodies = []
        for tools in ("sentinel", "xml", "none"):
            catalog_ = catalog(tmp_path, own=compatible(server.url, tools=tools))
            chosen = catalog_.provider("own/m")
            await ask(chosen.provider)
            await chosen.provider.aclose()
            bodies.append(server.posts[-1].json)

    system_texts = [str(body["messages"][0]["content"]) for body in bodies]
    assert all("tools" not in body for body in bodies)
    assert ["<tool_call>" in system_texts[0], "<use_tool>" in system_texts[1]] == [True, True]
    assert "vault_search" not in system_texts[2]


async def test_a_list_is_requested_once_a_day_and_then_cached(tmp_path: Path) -> None:
    async with WireServer(models=("a",)) as server:
        catalog_ = catalog(tmp_path, work=compatible(server.url))
        assert catalog_.cached_models("work") == ()
        first = await catalog_.models("work")
        second = await catalog_.models("work")

    assert first == second == catalog_.cached_models("work") == (ModelInfo("a"),)
    assert len(server.requests) == 1


async def test_the_cost_is_computed_from_the_configured_price(tmp_path: Path) -> None:
    own = ProviderSettings(
        kind="openai-compatible", base_url="http://x", prices={"m": ModelPrice(input=1.0, output=2.0)}
    )
    async with WireServer(openai=[Turn("Hi", usage=(1_000_000, 500_000))]) as server:
        chosen = catalog(tmp_path, own=own.model_copy(update={"base_url": server.url})).provider("own/m")
        outcome = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert [event.cost for event in outcome.events if isinstance(event, UsageReported)] == [2.0]


async def test_a_probe_stores_the_card_of_the_model(tmp_path: Path) -> None:
    async with WireServer(openai=lambda _: Turn("I would rather talk.")) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url))
        lines: list[str] = []
        card = await catalog_.probe("own/m", lines.append)

    assert card.native is False
    assert catalog_.model_status("own/m").card == card
    assert catalog_.model_status("own/m").tool_mode.mode == "none"
    assert lines[0] == "Asking for one tool call…"


async def test_a_model_forwarded_by_ollama_is_remote_although_its_address_is_local(tmp_path: Path) -> None:
    destinations: list[Destination] = []

    class RecordingGate(StubGate):
        async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
            destinations.append(self.destination)
            async for event in super().stream(request):
                yield event

    cloud = shown("completion", "tools", remote_model="gpt-oss:120b", remote_host="https://ollama.com:443")
    models = {"mine": cloud, "here": shown("completion", "tools")}
    async with WireServer(ollama=[Turn("a"), Turn("b")], routes=facts(models)) as server:
        ollama = ProviderSettings(kind="ollama", base_url=server.url)
        catalog_ = catalog(tmp_path, gate=RecordingGate, ollama=ollama)
        by_name = catalog_.provider("ollama/gpt-oss:120b-cloud").provider.destination
        for model in models:
            provider = catalog_.provider(f"ollama/{model}").provider
            assert (await ask(provider, replace(request(), model=model))).stop == "end"
        local = {model: catalog_.model_status(f"ollama/{model}").local for model in models}

    assert [(destination.host, destination.local) for destination in destinations] == [
        ("ollama.com", False),
        (server.url.removeprefix("http://"), True),
    ]
    assert not by_name.local
    assert local == {"mine": False, "here": True}


async def test_a_failed_list_is_not_requested_again_for_each_question(tmp_path: Path) -> None:
    routes = {"/api/v1/models": lambda _: refused(500, "down")}
    async with WireServer(openai=[Turn("Hi"), Turn("Ho")], routes=routes) as server:
        catalog_ = catalog(tmp_path, own=ProviderSettings(kind="lmstudio", base_url=server.url))
        chosen = catalog_.provider("own/m")
        answers = [(await ask(chosen.provider)).text for _ in range(2)]
        await chosen.provider.aclose()

    assert answers == ["Hi", "Ho"]
    assert [recorded.path for recorded in server.requests if recorded.method == "GET"] == ["/api/v1/models"]


async def test_a_key_test_reports_the_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with WireServer(models=("a",)) as server:
        catalog_ = catalog(tmp_path, work=compatible(server.url))
        monkeypatch.setattr("vaultdesk.providers.known_models.proxy_of", lambda _: "proxy.lan:3128")
        tested = await catalog_.test_key("work")

    assert tested.message.endswith("offers 1 model. The connection uses the proxy proxy.lan:3128.")


CHAT = {"choices": [{"index": 0, "message": {"content": "Hi"}, "finish_reason": "stop"}]}
MESSAGES = {"type": "message", "content": [{"type": "text", "text": "Hi"}], "stop_reason": "end_turn"}
OLLAMA = {"message": {"role": "assistant", "content": "Hi"}, "done": True, "done_reason": "stop"}


@pytest.mark.parametrize(
    ("kind", "wire", "body"),
    [("openai-compatible", "openai", CHAT), ("anthropic", "anthropic", MESSAGES), ("ollama", "ollama", OLLAMA)],
)
async def test_streaming_can_be_switched_off_for_a_server(
    kind: ProviderKind, wire: str, body: dict[str, Any], tmp_path: Path
) -> None:
    reply = Raw(json.dumps(body).encode(), content_type="application/json")
    async with WireServer(**{wire: [reply]}) as server:  # type: ignore[arg-type]  # a literal
        catalog_ = catalog(tmp_path, own=ProviderSettings(kind=kind, base_url=server.url, stream=False))
        chosen = catalog_.provider("own/m")
        outcome = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert (outcome.text, outcome.stop, outcome.error) == ("Hi", "end", None)
    assert [post.json.get("stream", False) for post in server.posts if post.path != "/api/show"] == [False]


@pytest.mark.parametrize("label", ["anthropic/claude", "codex/codex", "offline/offline", "nobody/embed", "ollama"])
def test_a_provider_without_embeddings_is_an_error(label: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        catalog(tmp_path, {"ANTHROPIC_API_KEY": SECRET}).embeddings(label, lambda source, _: source)


async def test_embeddings_are_requested_through_the_gate_with_the_configured_key(tmp_path: Path) -> None:
    def reply(request: Recorded) -> Raw:
        return Raw(json.dumps({"data": [{"index": 0, "embedding": [1.0, 0.0]}]}).encode(), 200, "application/json")

    async with WireServer(routes={"/v1/embeddings": reply}, key=SECRET) as server:
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


# Test of an embedding model: only sample texts are sent, and the result is always one message.


def embedding_reply(request: Recorded) -> Raw:
    rows = [{"index": nth, "embedding": [1.0, float(nth), 0.0]} for nth in range(len(request.json["input"]))]
    return Raw(json.dumps({"data": rows}).encode(), 200, "application/json")


async def test_the_embedding_test_reports_destination_and_dimensions(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": embedding_reply}) as server:
        outcome = await check_embeddings(catalog(tmp_path, work=compatible(f"{server.url}/v1")), "work/embed")
        assert outcome.ok
        assert "on this computer" in outcome.message
        assert "3 dimensions" in outcome.message
        assert outcome.destination is not None
        assert outcome.destination.local
        assert server.requests[-1].json["input"] == list(SAMPLE_TEXTS)


async def test_a_refused_embedding_test_is_a_failed_result(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: refused(404, "no such model")}) as server:
        outcome = await check_embeddings(catalog(tmp_path, work=compatible(f"{server.url}/v1")), "work/embed")
        assert not outcome.ok
        assert outcome.message


@pytest.mark.parametrize("label", ["anthropic/claude", "nobody/embed", "work"])
async def test_an_embedding_test_of_an_unusable_label_is_a_failed_result(label: str, tmp_path: Path) -> None:
    outcome = await check_embeddings(catalog(tmp_path, work=compatible("http://127.0.0.1:1/v1")), label)
    assert (outcome.ok, outcome.destination) == (False, None)
    assert outcome.message


TOOLS = tuple(
    ToolSpec(f"tool_{n}", "Does something with notes. " * 8, {"type": "object", "properties": {}}) for n in range(12)
)
LONG_QUESTION = replace(request(tools=TOOLS, system="You answer from notes. " * 20), model="smol")


async def test_r9_window_and_tools_are_requested_before_the_first_question(tmp_path: Path) -> None:
    routes = llama_cpp_routes(model_list("smol"), properties(n_ctx=2048))
    async with WireServer(openai=[Turn("Hi")], routes=routes) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url))
        await catalog_.refresh_facts("own/smol")
        status = catalog_.model_status("own/smol")
        await catalog_.refresh_facts("own/smol")

    assert status.info is not None
    assert (status.info.usable_context, status.info.tools, status.tool_mode.mode) == (2048, False, "sentinel")
    assert [recorded.path.partition("?")[0] for recorded in server.requests] == ["/v1/models", "/props"]
    assert all(recorded.json is None for recorded in server.requests), "note text was sent"
    assert catalog_.cached_models("own") == (status.info,)
    assert not catalog_.knowledge.is_current(catalog_._provider_only("own").knowledge_key), (
        "the complete list has not been requested yet"
    )


async def test_r9_a_preview_requests_facts_from_local_servers_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with WireServer() as server:
        catalog_ = catalog(tmp_path, near=compatible(server.url), far=compatible("https://api.example.com/v1"))
        refreshed: list[str] = []

        async def refresh(model: KnownModel) -> None:
            refreshed.append(model.name)

        monkeypatch.setattr(catalog_._facts_refresh, "refresh", refresh)
        for label in ("near/m", "far/m"):
            await catalog_.refresh_facts(label, self_hosted_only=True)
        await catalog_.refresh_facts("far/m")

    assert refreshed == ["near", "far"]


async def test_r9_facts_of_a_restarted_server_are_requested_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows = iter([2048, 8192])
    routes = {
        "/v1/models": lambda _: Raw(json.dumps(model_list("smol")).encode(), 200, "application/json"),
        "/props": lambda _: Raw(json.dumps(properties(n_ctx=next(windows))).encode(), 200, "application/json"),
    }
    monkeypatch.setattr(known_models, "FACTS_LIFETIME", 0.0)
    async with WireServer(routes=routes) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url))
        found = []
        for _ in range(2):
            await catalog_.refresh_facts("own/smol")
            found.append(catalog_.model_status("own/smol").info)

    assert [info.window for info in found if info is not None] == [2048, 8192]


@pytest.mark.parametrize(("loaded", "request_count"), [(True, 1), (False, 2)])
async def test_r9_facts_of_a_model_that_is_not_loaded_are_requested_again(
    loaded: bool, request_count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_models, "FACTS_INTERVAL", 0.0)
    async with WireServer(routes=lmstudio_routes("0.4")) as server:
        catalog_ = catalog(tmp_path, own=ProviderSettings(kind="lmstudio", base_url=server.url))
        label = "own/google/gemma-4" if loaded else "own/deepseek-r1"
        for _ in range(2):
            await catalog_.refresh_facts(label)
        info = catalog_.model_status(label).info

    assert info is not None
    assert info.usable_context == 4096, "neither the current window nor the one it will be loaded with"
    assert len(server.requests) == request_count


async def test_r9_facts_that_a_server_does_not_report_in_time_stay_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider_assembly, "FACTS_TIMEOUT", 0.2)
    async with WireServer(openai=[Turn("Hi")], routes={"/v1/models": lambda _: Raw(hold=True)}) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url))
        async with asyncio.timeout(30):  # The timeout of an answer is 300 s.
            await catalog_.refresh_facts("own/smol")
        chosen = catalog_.provider("own/smol")
        answer = (await ask(chosen.provider)).text
        await chosen.provider.aclose()
        await catalog_.refresh_facts("nobody/x")

    assert (catalog_.model_status("own/smol").info, answer) == (None, "Hi")


async def test_a_list_with_facts_is_requested_once_and_after_a_failure_only_when_the_interval_has_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = [refused(500, "Out of order"), Raw(b'{"data": [{"id": "m", "context_length": 9000}]}', 200)]
    requests: list[str] = []

    def models(recorded: Recorded) -> Raw:
        requests.append(recorded.path)
        return replies[min(len(requests), len(replies)) - 1]

    async with WireServer(routes={"/api/v1/models": models}) as server:
        catalog_ = catalog(tmp_path, router=ProviderSettings(kind="openrouter", base_url=f"{server.url}/api/v1"))
        counts = []
        for interval in (known_models.LOOKUP_INTERVAL, known_models.LOOKUP_INTERVAL, 0.0, 0.0):
            monkeypatch.setattr(known_models, "LOOKUP_INTERVAL", interval)
            await catalog_.refresh_facts("router/m")
            counts.append(len(requests))
        info = catalog_.model_status("router/m").info

    assert counts == [1, 1, 2, 2]
    assert info is not None
    assert info.context == 9000


def test_a_label_that_cannot_be_used_has_a_problem(tmp_path: Path) -> None:
    catalog_ = catalog(tmp_path, work=compatible("http://127.0.0.1:1/v1"))

    assert [catalog_.model_problem(label) for label in ("work/m", OFFLINE_LABEL)] == ["", ""]
    assert "nobody" in catalog_.model_problem("nobody/m")


async def test_r3_tools_dropped_by_a_server_are_detected_and_sent_as_text(tmp_path: Path) -> None:
    message_tokens = SentPrompt.of(LONG_QUESTION).message_tokens
    invented = Turn("The new heat pump is estimated to cost $20,000.", usage=(message_tokens, 12))
    answers = [invented, Turn("I do not know.", usage=(900, 5)), Turn("Yes.", usage=(900, 5))]
    async with WireServer(openai=answers) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url))
        chosen = catalog_.provider("own/smol")
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
    assert ["tools" in recorded.json for recorded in server.posts] == [True, False, False]
    card = catalog_.model_status("own/smol").card
    assert card is not None
    assert (card.lost_tools, card.refused) == (True, False)
    assert card.lines()[0] == "Native tool calls: no (its server does not pass the tools on)"


async def test_r5_only_small_models_use_greedy_decoding(tmp_path: Path) -> None:
    async with WireServer(openai=[Turn("Hi")] * 2) as server:
        catalog_ = catalog(tmp_path, own=compatible(server.url))
        for model in ("smollm2:135m", "llama3.1:8b"):
            chosen = catalog_.provider(f"own/{model}")
            await ask(chosen.provider, replace(request(), model=model))
            await chosen.provider.aclose()

    assert [recorded.json.get("temperature") for recorded in server.posts] == [0.0, None]


async def test_r5_a_repetition_is_stopped_inside_all_wrappers(tmp_path: Path) -> None:
    looping = Turn("The heron stood in the shallow water. " * 40)
    async with WireServer(openai=[looping]) as server:
        chosen = catalog(tmp_path, own=compatible(server.url)).provider("own/m")
        outcome = await ask(chosen.provider)
        await chosen.provider.aclose()

    assert outcome.stop == "repetition"
    assert outcome.text.startswith("The heron stood in the shallow water.")
    assert outcome.text.count("heron") <= 2


async def test_m10_a_server_without_a_list_at_its_complete_address_passes_the_test(tmp_path: Path) -> None:
    async with WireServer(
        openai=[Turn("ok")], routes={"/inference/models": lambda _: refused(404, "Not Found")}
    ) as server:
        keys = catalog(tmp_path, work=compatible(f"{server.url}/inference/chat/completions"))
        test = await keys.test_key("work")

    assert (test.ok, test.models) == (True, ())
    assert test.message.endswith("and has no list of models.")


@pytest.mark.parametrize("mode", ["native", "sentinel", "xml"])
async def test_m1_calls_in_the_text_are_parsed_in_every_tool_mode(mode: ToolMode) -> None:
    leaked = '[TOOL_CALLS]vault_search[ARGS]{"query": "a"}'
    inner = ScriptedProvider([[TextArrived(leaked), TurnEnded("end")]])

    outcome = await ask(providers_by_tool_mode(inner, framing=TAG_FRAMING)[mode])

    assert ([call.name for call in outcome.calls], outcome.text, outcome.stop) == (["vault_search"], "", "tool_calls")
