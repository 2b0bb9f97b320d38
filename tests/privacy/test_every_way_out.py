"""Every path to the network: no remote provider is built without the gate, and code without the gate reads no note."""

import ast
import asyncio
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.source import ROOT
from tests.support.wire import Recorded, Turn, WireServer
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.provider import Provider
from vaultdesk.providers.provider_types import PROVIDER_TYPES
from vaultdesk.providers.wrappers import CloudForwarding

LOCAL_KINDS: tuple[ProviderKind, ...] = ("offline", "gguf")
"""Kinds that run inside this process or in a child process."""
REMOTE_KINDS = [kind for kind in PROVIDER_TYPES if kind not in LOCAL_KINDS]


def no_keyring() -> None:
    """Find no keyring."""


def catalog(folder: Path, kind: ProviderKind, address: str) -> Catalog:
    store = SettingsStore(folder / "settings.toml")
    settings = ProviderSettings(kind=kind, base_url=address if PROVIDER_TYPES[kind].has_address else "", model="m")
    store.change(lambda tree: tree.with_provider("work", settings))
    ledger = Ledger(folder / "ledger.sqlite")
    credentials = Credentials({}, backend=no_keyring)  # type: ignore[arg-type]  # a backend that is None
    return Catalog(store, credentials, lambda provider, _: DisclosureGate(provider, ledger))


@pytest.mark.parametrize("kind", REMOTE_KINDS)
def test_every_kind_of_remote_provider_is_behind_the_gate(kind: ProviderKind, tmp_path: Path) -> None:
    provider: Provider = catalog(tmp_path, kind, "https://models.example.com/v1").provider("work/m").provider
    assert not provider.destination.local
    assert isinstance(provider, DisclosureGate)


def test_a_model_file_is_behind_the_gate_too(tmp_path: Path) -> None:
    provider: Provider = catalog(tmp_path, "gguf", "").provider("work/m").provider
    assert provider.destination.local
    assert isinstance(provider, DisclosureGate)


def test_a_local_server_that_forwards_requests_is_behind_the_gate(tmp_path: Path) -> None:
    provider = catalog(tmp_path, "ollama", "http://127.0.0.1:9").provider("work/m").provider
    assert isinstance(provider, DisclosureGate | CloudForwarding)


@cache
def module_texts() -> tuple[tuple[str, str], ...]:
    """Return the path and the text of every module of the program."""
    files = sorted((ROOT / "vaultdesk").rglob("*.py"))
    return tuple((file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")) for file in files)


@cache
def calls_in(module: str) -> tuple[tuple[str, str, ast.Call], ...]:
    """Return the calls in *module*: name, enclosing function (one entry for each, empty at module level), call."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    result: list[tuple[str, str, ast.Call]] = []

    def visit(node: ast.AST, functions: tuple[str, ...]) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions = (*functions, node.name)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            result.extend((name, function, node) for function in functions or ("",))
        for child in ast.iter_child_nodes(node):
            visit(child, functions)

    visit(tree, ())
    return tuple(result)


def found_calls(name: str) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield the calls of *name* with their module and function."""
    for module, text in module_texts():
        if f"{name}(" in text:  # Most modules contain no such call and need not be parsed.
            yield from ((module, function, call) for called, function, call in calls_in(module) if called == name)


def calls(name: str) -> Iterator[tuple[str, str]]:
    """Yield the modules and functions that call *name*."""
    return ((module, function) for module, function, _ in found_calls(name))


def test_bare_providers_are_built_in_one_place_for_four_uses() -> None:
    """For lists, the probe and the lookup of where a model runs, which contain no note, and for gated providers."""
    assembly = "vaultdesk/providers/provider_assembly.py"
    assert set(calls("bare_provider")) == {
        ("vaultdesk/providers/catalog.py", "models"),
        (assembly, "wrapped_provider"),
        (assembly, "probed_provider"),
        (assembly, "_ollama_server_of"),
        # Requests the facts about a model, with a shorter timeout than a question; contains no note.
        (assembly, "model_facts"),
    }
    assert set(calls("probed_provider")) == {("vaultdesk/providers/catalog.py", "probe")}
    assert set(calls("provider_for_endpoint")) | set(calls("local_provider")) == {(assembly, "bare_provider")}


def test_only_the_factories_name_vendor_classes() -> None:
    for vendor in ("AnthropicMessages", "OpenAIChat", "OpenAIResponses", "Ollama", "LMStudio", "Codex"):
        # The preload exercises the libraries with prepared answers.
        allowed = {f"vaultdesk/providers/{module}.py" for module in ("provider_factory", "sdk_preload")}
        if vendor == "OpenAIResponses":
            # A model that supports only Responses: the same endpoint, behind the same gate.
            allowed.add("vaultdesk/providers/openai/openai_provider.py")
        assert {module for module, _ in calls(vendor)} <= allowed, vendor


def test_commands_without_a_gate_send_nothing_to_a_model() -> None:
    for command in ("models", "probe"):
        file = f"vaultdesk/cli/{command}.py"
        assert not [call for call in calls("provider") if call[0] == file]
        assert not [call for call in calls("stream") if call[0] == file]


TEXT_MODULES = {
    "vaultdesk.index.chunks",
    "vaultdesk.index.index_results",
    "vaultdesk.index.search.passage_search",
    "vaultdesk.index.search.question_terms",
    "vaultdesk.vault.frontmatter.frontmatter",
    "vaultdesk.vault.markdown.markdown_scanner",
}
"""Modules that work only on text passed to them."""


def test_no_provider_imports_code_that_reads_notes() -> None:
    """So neither a probe nor a list of models nor any other request of their own contains one."""
    imported = re.compile(r"^\s*(?:from|import) (vaultdesk\.(?:vault|index)[\w.]*)", re.MULTILINE)
    for file in (ROOT / "vaultdesk/providers").rglob("*.py"):
        assert set(imported.findall(file.read_text(encoding="utf-8"))) <= TEXT_MODULES, file.name


async def test_a_probe_sends_the_same_text_for_every_vault(tmp_path: Path) -> None:
    def posted(server: WireServer) -> list[object]:
        return [post.json for post in server.posts]

    def answer(_: Recorded) -> Turn:
        return Turn("I can do nothing.")

    sent = []
    for number in range(2):
        async with WireServer(openai=answer) as server:
            await asyncio.wait_for(
                catalog(tmp_path / str(number), "openai-compatible", server.url).probe("work/m", lambda _: None), 20
            )
            sent.append(posted(server))
    assert sent[0] == sent[1] != []


HTTP_CLIENTS = {
    "vaultdesk/providers/http_connection.py",
    "vaultdesk/web/web_client.py",
    "vaultdesk/web/web_search.py",
}
"""The modules that open connections; each records a request before its first byte."""

CONNECTING_NAMES = (
    "AsyncClient", "Client", "create_connection", "urlopen", "urlretrieve", "QNetworkAccessManager", "QTcpSocket",
    "QSslSocket", "QWebSocket", "QWebEngineView", "ClientSession",
)  # fmt: skip
"""Names in the installed libraries that open a connection."""

WITHOUT_LOG = {
    ("http_client", "vaultdesk/providers/local_servers.py"): "only looks for local servers",
    ("WebSearch", "vaultdesk/diagnosis/provider_checks.py"): "reports the host it would contact and contacts none",
    ("ProviderEndpoint", "vaultdesk/providers/sdk_preload.py"): "uses a transport that answers from memory",
}
"""Calls that need no record, with the reason."""


def test_t1_only_recording_clients_open_connections() -> None:
    for name in CONNECTING_NAMES:
        assert {module for module, _ in calls(name)} <= HTTP_CLIENTS, name
    for file in HTTP_CLIENTS:
        assert "record_request(" in (ROOT / file).read_text(encoding="utf-8"), file


CLIENTS = ("http_client", "WebClient", "WebSearch", "UpdateChecker", "Catalog", "ProviderEndpoint")
"""Classes and functions that connect, and take the log of requests."""


def test_t1_every_client_receives_the_log() -> None:
    missing = []
    for name in CLIENTS:
        for module, _, call in found_calls(name):
            of_endpoint = ast.unparse(call.func) == "endpoint.http_client"
            if not ("log" in ast.unparse(call) or of_endpoint or (name, module) in WITHOUT_LOG):
                missing.append((name, module))
    assert missing == []
