"""Leaks: no private text reaches a remote model through any tool, and the unguarded provider shows that it could.

Everything a server received is searched for words that occur only in private notes, in their names and in comments.
The server acts as a remote model: a proxy in front of a host that does not exist. The unguarded provider applies the
rules only when a note is read and records what is sent: text read before, or under another rule, is sent.
"""

import asyncio
import json
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from tests.privacy.scene import HERE, Table, collect_events, question, request
from tests.support.campaigns import sampled
from tests.support.ledger_entries import sent_entries
from tests.support.tool_env import ToolEnv, call, on, open_tool_env
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.agent import Agent
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import (
    DEFAULT_PRIVACY,
    PermissionRule,
    PrivacyRule,
    ProviderSettings,
    VaultSettings,
)
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.privacy.egress_gate import DisclosureGate, EgressPolicy
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import LedgerQuery
from vaultdesk.privacy.passages import request_passages
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.providers.catalog import Catalog
from vaultdesk.providers.provider import Provider
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.policy import Permissions
from vaultdesk.tools.tool import AnyTool
from vaultdesk.workspace.toolbox import build_tools

HOST = "models.example.com"
FOLDER = PrivacyRule(kind="folder", value="personal", answer="local")

NOTES: Mapping[str, str] = {
    "Open.md": "# Open\n\nThe pump is ordered. See [[Plain]].\n",
    "Plain.md": "---\nstatus: open\n---\nA pump and a %%CANARY-COMMENT pump secret%% valve.\n",
    "Personal/CANARY Diary.md": "---\nstatus: open\n---\n# Heading\n\nCANARY-FOLDER pump. See [[Open]].\n",
    "PERSONAL2/Deep.md": "Only a name like it. pump\n",
    "CANARY Tagged.md": "---\ntags: [Private/Money]\nstatus: open\n---\nCANARY-TAG pump. See [[Open]].\n",
    "CANARY Inline.md": "CANARY-INLINE pump #private See [[Open]].\n",
    "CANARY Marked.md": "---\nPrivate: YES\nstatus: open\n---\nCANARY-PROPERTY pump. See [[Open]].\n",
    "CANARY Broken.md": "---\nprivate: true\nx: [\n---\nCANARY-BROKEN pump. See [[Open]].\n",
}
SECRET_PATHS = tuple(path for path in NOTES if "CANARY" in path)

READ_CALLS: tuple[tuple[str, dict[str, JsonValue]], ...] = (
    ("file_read", {"file_paths": list(NOTES)}),
    ("read_note", {"path": "Personal/CANARY Diary.md"}),
    ("read_note", {"path": "CANARY Broken"}),
    ("vault_search", {"query": "pump"}),
    ("search_notes", {"query": "pump"}),
    ("local_search", {"query": "What does the pump cost?", "salient_terms": ["pump"]}),
    ("list_notes", {"folder": "", "recursive": True}),
    ("get_file_tree", {}),
    ("get_links", {"path": "Open.md"}),
    ("get_links", {"path": "CANARY Tagged.md"}),
    ("graph", {"kind": "neighbours", "path": "Open.md"}),
    ("graph", {"kind": "path", "path": "CANARY Tagged.md", "to": "Plain.md"}),
    ("graph", {"kind": "hubs"}),
    ("query_notes", {"columns": ["status"]}),
    ("query_base", {"path": "All.base"}),
)
WRITE_CALLS: tuple[tuple[str, dict[str, JsonValue]], ...] = (
    ("edit_note", {"path": "CANARY Tagged.md", "old": "pump", "new": "heat pump"}),
    ("rename_note", {"path": "Open.md", "new_path": "Opened.md"}),
    ("rename_note", {"path": "CANARY Marked.md", "new_path": "CANARY Moved.md"}),
    ("update_frontmatter", {"path": "CANARY Marked.md", "set": {"seen": True}}),
)


@dataclass
class RemoteScene:
    """A vault, its tools, and a remote provider with the egress policy and without it."""

    env: ToolEnv
    table: Table
    settings: list[VaultSettings]
    egress_policy: EgressPolicy
    guarded: Provider
    unguarded: Provider
    server: WireServer

    async def execute(self, tool: str, arguments: dict[str, JsonValue], number: int = 1) -> tuple[Message, ...]:
        """Execute a call of a local model, from which no note here is private."""
        part = call(tool, f"call_{number}", **arguments)
        events = await self.env.events(part, context=on(destination=HERE))
        (result,) = (event.part for event in events if isinstance(event, ToolFinished))
        self.table.learn()
        call_message = Message(id=f"asked-{number}", role="assistant", parts=(part,))
        return call_message, Message(id=f"got-{number}", role="tool", parts=(result,))

    def received(self) -> str:
        """Return everything that the server received."""
        return "\n".join(
            json.dumps([received.path, received.headers, received.json], ensure_ascii=False)
            for received in self.server.requests
        )


def no_keyring() -> None:
    """Find no keyring."""


@asynccontextmanager
async def open_remote_scene(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *turns: Turn, guard: bool = False
) -> AsyncIterator[RemoteScene]:
    """Open the vault; with *guard* the tools apply the rules too, as they do in the program."""
    for variable in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "http_proxy"):
        monkeypatch.delenv(variable, raising=False)
    settings = [VaultSettings(privacy=(*DEFAULT_PRIVACY, FOLDER))]
    with WireServer(openai=turns or [Turn("Fine.")] * 9) as server:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        store = SettingsStore(folder / "settings.toml")
        provider_settings = ProviderSettings(kind="openai-compatible", base_url=f"http://{HOST}/v1", model="m")
        store.change(lambda tree: tree.with_provider("work", provider_settings))
        notes = {**NOTES, "All.base": "views: [{order: [status, file.backlinks, file.links, file.properties]}]"}
        async with open_tool_env(folder, notes=notes) as env, Ledger(folder / "ledger.sqlite") as ledger:
            table = Table(env.vault.root)
            rules = PrivacyRules(lambda: settings[0], table, env.vault)
            if guard:
                env.permissions.privacy = rules.note_privacy
            for tool in other_tools(env):
                env.registry.register(tool)
            allowed = [PermissionRule(effect="read", answer="allow")]
            egress_policy = EgressPolicy(rules, ledger, permissions=Permissions(lambda: allowed))

            def provider_with(gate: EgressPolicy | None) -> Provider:
                credentials = Credentials({}, backend=no_keyring)  # type: ignore[arg-type]  # a backend that is None
                catalog = Catalog(store, credentials, lambda provider, _: DisclosureGate(provider, ledger, gate))
                return catalog.provider("work").provider

            guarded, unguarded = provider_with(egress_policy), provider_with(None)
            try:
                yield RemoteScene(env, table, settings, egress_policy, guarded, unguarded, server)
            finally:
                await guarded.aclose()
                await unguarded.aclose()


def other_tools(env: ToolEnv) -> list[AnyTool]:
    """Return the built-in tools that the environment does not have."""
    searcher = env.registry.get("vault_search")._searcher  # type: ignore[union-attr]  # the tool of the environment
    return [tool for tool in build_tools(env.vault, searcher) if env.registry.get(tool.name) is None]


async def is_leaked(scene: RemoteScene, provider: Provider, *messages: Message) -> bool:
    """Send *messages* to *provider* and return whether private text reached it."""
    before = len(scene.received())
    await collect_events(provider, request(*messages))  # type: ignore[arg-type]  # used like a gate
    new = scene.received()[before:]
    assert "What does it cost?" in new
    return "CANARY" in new


@pytest.mark.parametrize(
    ("tool", "arguments"), sampled([*READ_CALLS, *WRITE_CALLS], 7), ids=lambda value: str(value)[:50]
)
async def test_private_results_of_a_local_model_are_not_sent_to_a_remote_one(
    tool: str, arguments: dict[str, JsonValue], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_remote_scene(tmp_path, monkeypatch) as scene:
        results = await scene.execute(tool, arguments)
        quoted = Message(id="said", role="assistant", parts=(TextPart(text="It says CANARY-FOLDER."),))
        messages = (question("Look."), *results, quoted, question())
        assert "CANARY" in str(results), "the tool must find private text for the test to be meaningful"
        assert await is_leaked(scene, scene.unguarded, *messages)
        assert not await is_leaked(scene, scene.guarded, *messages[:3], question())
        assert not await is_leaked(scene, scene.guarded, *messages), "a later answer may repeat private text"
        if any("CANARY" in passage.path for passage in request_passages(request(*results))):
            assert await scene.egress_policy.ledger.find(LedgerQuery(kinds=("kept",)))


async def test_private_text_of_a_long_local_conversation_is_not_sent_to_a_remote_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_remote_scene(tmp_path, monkeypatch) as scene:
        results = [
            part
            for n, (tool, arguments) in enumerate([*READ_CALLS, *WRITE_CALLS])
            for part in await scene.execute(tool, arguments, n)
        ]
        quote = Message(id="said", role="assistant", parts=(TextPart(text="CANARY-TAG and CANARY-COMMENT."),))
        messages = (question("Look."), *results, quote, question())
        assert await is_leaked(scene, scene.unguarded, *messages)
        before = len(scene.received())
        assert not await is_leaked(scene, scene.guarded, *messages)
        received = scene.received()[before:]
        assert "valve" in received, "text that is not private is still sent"
        assert "PERSONAL2/Deep.md" in received
        assert "The pump is ordered" not in received, "the note was renamed, so its former privacy is unknown"


async def test_a_rule_added_during_a_conversation_applies_to_later_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_remote_scene(tmp_path, monkeypatch) as scene:
        results = await scene.execute("file_read", {"file_paths": ["PERSONAL2/Deep.md", "Open.md"]})
        scene.settings[0] = VaultSettings(privacy=())
        messages = (question("Look."), *results, question())
        await collect_events(scene.guarded, request(*messages))  # type: ignore[arg-type]  # as above
        assert "Only a name like it" in str(scene.server.posts[-1].json)
        scene.settings[0] = VaultSettings(privacy=(PrivacyRule(kind="note", value="personal2/deep", answer="local"),))
        for provider, sent in ((scene.guarded, False), (scene.unguarded, True)):
            await collect_events(provider, request(*messages))  # type: ignore[arg-type]  # as above
            assert ("Only a name like it" in str(scene.server.posts[-1].json)) is sent
            assert "The pump is ordered" in str(scene.server.posts[-1].json)


async def test_a_note_that_just_became_private_is_not_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_remote_scene(tmp_path, monkeypatch) as scene:
        results = await scene.execute("file_read", {"file_paths": ["Open.md"]})
        (scene.env.vault.root / "Open.md").write_text("---\nprivate: true\n---\n", encoding="utf-8")
        for provider, sent in ((scene.guarded, False), (scene.unguarded, True)):
            await collect_events(provider, request(question(), *results))  # type: ignore[arg-type]  # as above
            assert ("The pump is ordered" in str(scene.server.posts[-1].json)) is sent


GREEDY_TURNS = (
    Turn("Let me look.", [Call("vault_search", {"query": "pump"}), Call("get_file_tree", {})]),
    Turn("I will read them.", [Call("file_read", {"file_paths": [path.upper() for path in SECRET_PATHS]})]),
    Turn("One by one.", [Call("read_note", {"path": path}) for path in SECRET_PATHS]),
    Turn("In other ways.", [Call("get_links", {"path": "Open.md"}), Call("query_notes", {"columns": ["status"]})]),
    Turn("That is all."),
)


async def answer_remotely(scene: RemoteScene, provider: Provider) -> Conversation:
    """Let a remote model that knows the names of private notes request them with every tool."""
    conversation = Conversation()
    async with Agent(provider, "m", scene.env.runner, "work/m").run(conversation, "What about the thing?") as run:
        async for _ in run:
            pass
    return conversation


def results_received(scene: RemoteScene) -> str:
    """Return what the server received except its own answers: results and questions."""
    posts = [post.json["messages"] for post in scene.server.posts]
    return json.dumps([m for messages in posts for m in messages if m["role"] != "assistant"], ensure_ascii=False)


async def test_a_remote_model_that_requests_private_notes_receives_none_and_no_other_host_is_contacted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses: list[object] = []
    original_connect = socket.socket.connect

    def recording_connect(self: socket.socket, address: object) -> None:
        addresses.append(address)
        original_connect(self, address)  # type: ignore[arg-type]  # passed through

    def recording_proactor_connect(self: Any, connection: socket.socket, address: object) -> object:
        addresses.append(address)
        return proactor_connect(self, connection, address)

    async with open_remote_scene(tmp_path, monkeypatch, *GREEDY_TURNS, guard=True) as scene:
        monkeypatch.setattr(socket.socket, "connect", recording_connect)
        if sys.platform == "win32":  # The event loop of Windows connects without the method of the socket.
            proactor_connect = asyncio.IocpProactor.connect
            monkeypatch.setattr(asyncio.IocpProactor, "connect", recording_proactor_connect)
        conversation = await answer_remotely(scene, scene.guarded)
        assert conversation.messages[-1].text == "That is all."
        secrets = ("CANARY-FOLDER", "CANARY-TAG", "CANARY-INLINE", "CANARY-PROPERTY", "CANARY-BROKEN", "CANARY-COMMENT")
        assert [word for word in secrets if word in scene.received()] == []
        assert "The pump is ordered" in results_received(scene), "notes that are not private are found"
        withheld = {entry.path for entry in await scene.egress_policy.ledger.find(LedgerQuery(kinds=("kept",)))}
        assert withheld == set(SECRET_PATHS), "each is recorded as requested and withheld"
        sent = {entry.path for entry in await sent_entries(scene.egress_policy.ledger)}
        assert sent <= {"Open.md", "Plain.md", "PERSONAL2/Deep.md"}
    port = int(scene.server.url.rpartition(":")[2])
    assert {address[1] for address in addresses if isinstance(address, tuple)} == {port}
    assert len(addresses) >= 1


async def test_without_rules_the_same_model_receives_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_remote_scene(tmp_path, monkeypatch, *GREEDY_TURNS) as scene:
        await answer_remotely(scene, scene.unguarded)
        words = [
            word
            for word in ("FOLDER", "TAG", "INLINE", "PROPERTY", "BROKEN", "COMMENT")
            if f"CANARY-{word}" in results_received(scene)
        ]
        assert words == ["FOLDER", "TAG", "INLINE", "PROPERTY", "BROKEN", "COMMENT"]


async def test_tools_without_rules_leak_nothing_through_the_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_remote_scene(tmp_path, monkeypatch, *GREEDY_TURNS) as scene:
        await answer_remotely(scene, scene.guarded)
        assert "CANARY-" not in results_received(scene)


def test_the_tested_calls_name_existing_tools(tmp_path: Path) -> None:
    assert {type(call(tool, "c", **arguments)) for tool, arguments in (*READ_CALLS, *WRITE_CALLS)} == {ToolCallPart}
