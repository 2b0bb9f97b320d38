"""Every way out: no provider on another computer is built without the gate, and whoever asks none holds no note."""

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

INSIDE: tuple[ProviderKind, ...] = ("offline", "gguf")
"""Kinds that run inside this program or in a child of it."""
ELSEWHERE = [kind for kind in PROVIDER_TYPES if kind not in INSIDE]


def no_keyring() -> None:
    """Find no keyring."""


def catalog(folder: Path, kind: ProviderKind, address: str) -> Catalog:
    store = SettingsStore(folder / "settings.toml")
    settings = ProviderSettings(kind=kind, base_url=address if PROVIDER_TYPES[kind].has_address else "", model="m")
    store.change(lambda tree: tree.with_provider("work", settings))
    ledger = Ledger(folder / "ledger.sqlite")
    credentials = Credentials({}, backend=no_keyring)  # type: ignore[arg-type]  # no backend is what it finds
    return Catalog(store, credentials, lambda provider, _: DisclosureGate(provider, ledger))


@pytest.mark.parametrize("kind", ELSEWHERE)
def test_every_kind_of_provider_elsewhere_stands_behind_the_gate(kind: ProviderKind, tmp_path: Path) -> None:
    provider: Provider = catalog(tmp_path, kind, "https://models.example.com/v1").provider("work/m").provider
    assert not provider.destination.local
    assert isinstance(provider, DisclosureGate)


def test_a_model_file_stands_behind_the_gate_too(tmp_path: Path) -> None:
    provider: Provider = catalog(tmp_path, "gguf", "").provider("work/m").provider
    assert provider.destination.local
    assert isinstance(provider, DisclosureGate)


def test_a_server_here_that_hands_on_has_the_gate_at_hand(tmp_path: Path) -> None:
    provider = catalog(tmp_path, "ollama", "http://127.0.0.1:9").provider("work/m").provider
    assert isinstance(provider, DisclosureGate | CloudForwarding)


@cache
def module_texts() -> tuple[tuple[str, str], ...]:
    """Return every module of the program with its text."""
    files = sorted((ROOT / "vaultdesk").rglob("*.py"))
    return tuple((file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")) for file in files)


@cache
def calls_in(module: str) -> tuple[tuple[str, str, ast.Call], ...]:
    """Return what is called in *module*: name, enclosing function (each of several, empty outside of all), call."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    found: list[tuple[str, str, ast.Call]] = []

    def visit(node: ast.AST, functions: tuple[str, ...]) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions = (*functions, node.name)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            found.extend((name, function, node) for function in functions or ("",))
        for child in ast.iter_child_nodes(node):
            visit(child, functions)

    visit(tree, ())
    return tuple(found)


def found_calls(name: str) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield where *name* is called: the module, the function and the call."""
    for module, text in module_texts():
        if re.search(rf"\b{name}\(", text):  # Most modules call nothing of that name and need not be parsed.
            yield from ((module, function, call) for called, function, call in calls_in(module) if called == name)


def calls(name: str) -> Iterator[tuple[str, str]]:
    """Yield where *name* is called: the module and the function."""
    return ((module, function) for module, function, _ in found_calls(name))


def test_bare_providers_are_built_in_one_place_for_four_uses() -> None:
    """For lists, the probe and the question where a model runs, which carry no note, and for what is gated."""
    assembly = "vaultdesk/providers/provider_assembly.py"
    assert set(calls("bare_provider")) == {
        ("vaultdesk/providers/catalog.py", "models"),
        (assembly, "wrapped_provider"),
        (assembly, "probed_provider"),
        (assembly, "_ollama_server_of"),
        # Asks a server what it says of a model, in less time than a question may take; no note is in that.
        (assembly, "model_facts"),
    }
    assert set(calls("probed_provider")) == {("vaultdesk/providers/catalog.py", "probe")}
    assert set(calls("provider_for_endpoint")) | set(calls("local_provider")) == {(assembly, "bare_provider")}


def test_vendors_are_named_by_the_builders_alone() -> None:
    for vendor in ("AnthropicMessages", "OpenAIChat", "OpenAIResponses", "Ollama", "LMStudio", "Codex"):
        # Warming up tries the libraries on answers of its own making.
        homes = {f"vaultdesk/providers/{module}.py" for module in ("provider_factory", "sdk_preload")}
        if vendor == "OpenAIResponses":
            # A model that is asked through Responses only: the same endpoint, behind the same gate.
            homes.add("vaultdesk/providers/openai/openai_provider.py")
        assert {module for module, _ in calls(vendor)} <= homes, vendor


def test_commands_without_a_gate_ask_no_model() -> None:
    for command in ("models", "probe"):
        file = f"vaultdesk/cli/{command}.py"
        assert not [where for where in calls("provider") if where[0] == file]
        assert not [where for where in calls("stream") if where[0] == file]


TEXT_MODULES = {
    "vaultdesk.index.chunks",
    "vaultdesk.index.index_results",
    "vaultdesk.index.search.passage_search",
    "vaultdesk.index.search.question_terms",
    "vaultdesk.vault.frontmatter.frontmatter",
}
"""Modules that work on a text that they are given."""


def test_no_provider_can_reach_a_note_by_itself() -> None:
    """So a probe, a list of models and whatever else they ask by themselves carries none."""
    imported = re.compile(r"^\s*(?:from|import) (vaultdesk\.(?:vault|index)[\w.]*)", re.MULTILINE)
    for file in (ROOT / "vaultdesk/providers").rglob("*.py"):
        assert set(imported.findall(file.read_text(encoding="utf-8"))) <= TEXT_MODULES, file.name


async def test_a_probe_sends_the_same_words_whatever_vault_is_open(tmp_path: Path) -> None:
    def asked(server: WireServer) -> list[object]:
        return [one.json for one in server.posts]

    def answer(_: Recorded) -> Turn:
        return Turn("I can do nothing.")

    sent = []
    for number in range(2):
        async with WireServer(openai=answer) as server:
            await asyncio.wait_for(
                catalog(tmp_path / str(number), "openai-compatible", server.url).probe("work/m", lambda _: None), 20
            )
            sent.append(asked(server))
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
"""What opens a connection elsewhere, in the libraries there are."""

WITHOUT_LOG = {
    ("http_client", "vaultdesk/providers/local_servers.py"): "looks for servers on this computer only",
    ("WebSearch", "vaultdesk/diagnosis/provider_checks.py"): "says whom it would ask, and asks nobody",
    ("ProviderEndpoint", "vaultdesk/providers/sdk_preload.py"): "talks to a transport that answers from memory",
}
"""Calls that need no record, with the reason."""


def test_t1_connections_are_opened_by_the_recording_clients_alone() -> None:
    for name in CONNECTING_NAMES:
        assert {module for module, _ in calls(name)} <= HTTP_CLIENTS, name
    for file in HTTP_CLIENTS:
        assert "record_request(" in (ROOT / file).read_text(encoding="utf-8"), file


CLIENTS = ("http_client", "WebClient", "WebSearch", "UpdateChecker", "Catalog", "ProviderEndpoint")
"""What connects, and is given the log of requests."""


def test_t1_every_client_is_given_the_log() -> None:
    missing = []
    for name in CLIENTS:
        for module, _, call in found_calls(name):
            of_endpoint = ast.unparse(call.func) == "endpoint.http_client"
            if not ("log" in ast.unparse(call) or of_endpoint or (name, module) in WITHOUT_LOG):
                missing.append((name, module))
    assert missing == []
