import json

import httpx2
import pytest

from tests.providers.asking import SECRET, ask
from tests.providers.transcripts import HELLO, chunks
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.provider_factory import check_settings, local_provider, provider_for_endpoint, provider_title
from vaultdesk.providers.provider_types import PROVIDER_TYPES, provider_address
from vaultdesk.providers.sdk_provider import ProviderEndpoint

KINDS_WITH_ADDRESS = [kind for kind, facts in PROVIDER_TYPES.items() if facts.has_address]


@pytest.mark.parametrize("kind", KINDS_WITH_ADDRESS)
def test_every_kind_with_an_address_is_created_without_a_request(kind: ProviderKind) -> None:
    settings = ProviderSettings(kind=kind, base_url="https://gate.example/v1")
    endpoint = ProviderEndpoint("Gate", provider_address(kind, settings.base_url), lambda: SECRET)
    destination = provider_for_endpoint(endpoint, settings).destination

    assert (destination.name, destination.host, destination.local) == ("Gate", "gate.example", False)


@pytest.mark.parametrize(("kind", "local"), [("offline", True), ("gguf", True), ("codex", False)])
def test_every_kind_without_an_address_is_created(kind: ProviderKind, local: bool) -> None:
    assert local_provider(kind, ProviderSettings(kind=kind)).destination.local is local


def test_the_title_of_a_provider_is_its_name_its_kind_or_its_key() -> None:
    assert provider_title("work", ProviderSettings(kind="ollama", name="The box")) == "The box"
    assert provider_title("ollama", ProviderSettings(kind="ollama")) == "Ollama"
    assert provider_title("work", ProviderSettings(kind="ollama")) == "work"


@pytest.mark.parametrize(
    ("kind", "url", "problem"),
    [
        ("openai-compatible", "", "has no address"),
        ("ollama", "ftp://x", "cannot be used"),
        ("openai", "http://", "used"),
    ],
)
def test_unusable_settings_are_an_error(kind: ProviderKind, url: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        check_settings("work", ProviderSettings(kind=kind, base_url=url))


@pytest.mark.parametrize("kind", [kind for kind in PROVIDER_TYPES if kind != "openai-compatible"])
def test_the_default_address_is_sufficient(kind: ProviderKind) -> None:
    check_settings(kind, ProviderSettings(kind=kind))


@pytest.mark.parametrize(
    ("kind", "url", "has_limit"),
    [
        ("openai-compatible", "http://127.0.0.1:8080/v1", True),
        ("openai-compatible", "http://192.168.1.7:8000/v1", True),
        ("openai-compatible", "https://api.example.com/v1", False),
        ("lmstudio", "http://127.0.0.1:1234/v1", True),
    ],
)
async def test_r5_self_hosted_servers_always_get_a_length_limit(kind: ProviderKind, url: str, has_limit: bool) -> None:
    bodies: list[dict[str, object]] = []

    def answer(sent: httpx2.Request) -> httpx2.Response:
        bodies.append(json.loads(sent.content))
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, content=chunks(HELLO))

    settings = ProviderSettings(kind=kind, base_url=url)
    transport = httpx2.MockTransport(answer)
    provider = provider_for_endpoint(
        ProviderEndpoint("Server", provider_address(kind, url), lambda: SECRET, transport=transport), settings
    )

    assert (await ask(provider)).text == "Hello"
    assert ("max_tokens" in bodies[0]) is has_limit
    await provider.aclose()
