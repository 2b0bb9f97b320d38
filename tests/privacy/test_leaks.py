"""Leaks: nothing of a private note reaches a model elsewhere, by any tool, and the common way lets it through.

Every byte a server received is searched for words that stand in private notes, in their names and in comments alone.
The server plays a model on another computer: a proxy in front of a host that is none. "The common way" asks the rules
when a note is read and writes down what leaves: what was read before, or under another rule, goes.
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

from tests.privacy.scene import HERE, Table, answered, question, request
from tests.support.campaigns import sampled
from tests.support.desk import Desk, call, on, open_desk
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
SECRET = tuple(path for path in NOTES if "CANARY" in path)

READING: tuple[tuple[str, dict[str, JsonValue]], ...] = (
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
WRITING: tuple[tuple[str, dict[str, JsonValue]], ...] = (
    ("edit_note", {"path": "CANARY Tagged.md", "old": "pump", "new": "heat pump"}),
    ("rename_note", {"path": "Open.md", "new_path": "Opened.md"}),
    ("rename_note", {"path": "CANARY Marked.md", "new_path": "CANARY Moved.md"}),
    ("update_frontmatter", {"path": "CANARY Marked.md", "set": {"seen": True}}),
)


@dataclass
class Away:
    """A vault, its tools, and a provider on another computer behind the gate and without it."""

    desk: Desk
    table: Table
    settings: list[VaultSettings]
    clearance: EgressPolicy
    guarded: Provider
    common: Provider
    server: WireServer

    async def done(self, tool: str, arguments: dict[str, JsonValue], number: int = 1) -> tuple[Message, ...]:
        """Carry out a call of a model on this computer, to which nothing here is private."""
        part = call(tool, f"call_{number}", **arguments)
        events = await self.desk.events(part, context=on(destination=HERE))
        (result,) = (event.part for event in events if isinstance(event, ToolFinished))
        self.table.learn()
        call_message = Message(id=f"asked-{number}", role="assistant", parts=(part,))
        return call_message, Message(id=f"got-{number}", role="tool", parts=(result,))

    def received(self) -> str:
        """Everything the server was sent."""
        return "\n".join(
            json.dumps([one.path, one.headers, one.json], ensure_ascii=False) for one in self.server.requests
        )


def no_keyring() -> None:
    """Find no keyring."""


@asynccontextmanager
async def away(folder: Path, monkeypatch: pytest.MonkeyPatch, *turns: Turn, guard: bool = False) -> AsyncIterator[Away]:
    """Open the vault; with *guard* the tools ask the rules too, as they do in the program."""
    for variable in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "http_proxy"):
        monkeypatch.delenv(variable, raising=False)
    settings = [VaultSettings(privacy=(*DEFAULT_PRIVACY, FOLDER))]
    with WireServer(openai=turns or [Turn("Fine.")] * 9) as server:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        store = SettingsStore(folder / "settings.toml")
        work = ProviderSettings(kind="openai-compatible", base_url=f"http://{HOST}/v1", model="m")
        store.change(lambda tree: tree.with_provider("work", work))
        notes = {**NOTES, "All.base": "views: [{order: [status, file.backlinks, file.links, file.properties]}]"}
        async with open_desk(folder, notes=notes) as desk, Ledger(folder / "ledger.sqlite") as ledger:
            table = Table(desk.vault.root)
            rules = PrivacyRules(lambda: settings[0], table, desk.vault)
            if guard:
                desk.permissions.privacy = rules.note_privacy
            for tool in everything(desk):
                desk.registry.register(tool)
            allowed = [PermissionRule(effect="read", answer="allow")]
            clearance = EgressPolicy(rules, ledger, permissions=Permissions(lambda: allowed))

            def through(gate: EgressPolicy | None) -> Provider:
                credentials = Credentials({}, backend=no_keyring)  # type: ignore[arg-type]  # no backend is what it finds
                catalog = Catalog(store, credentials, lambda provider, _: DisclosureGate(provider, ledger, gate))
                return catalog.provider("work").provider

            guarded, common = through(clearance), through(None)
            try:
                yield Away(desk, table, settings, clearance, guarded, common, server)
            finally:
                await guarded.aclose()
                await common.aclose()


def everything(desk: Desk) -> list[AnyTool]:
    """The program's own tools, but those the desk has."""
    searcher = desk.registry.get("vault_search")._searcher  # type: ignore[union-attr]  # the desk's own
    return [tool for tool in build_tools(desk.vault, searcher) if desk.registry.get(tool.name) is None]


async def leaked(at: Away, provider: Provider, *messages: Message) -> bool:
    """Ask *provider* on; whether it was sent anything private."""
    before = len(at.received())
    await answered(provider, request(*messages))  # type: ignore[arg-type]  # it has the shape of a gate
    new = at.received()[before:]
    assert "What does it cost?" in new
    return "CANARY" in new


@pytest.mark.parametrize(("tool", "arguments"), sampled([*READING, *WRITING], 7), ids=lambda value: str(value)[:50])
async def test_what_a_model_here_was_given_stays_here_when_another_one_goes_on(
    tool: str, arguments: dict[str, JsonValue], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with away(tmp_path, monkeypatch) as at:
        results = await at.done(tool, arguments)
        quoted = Message(id="said", role="assistant", parts=(TextPart(text="It says CANARY-FOLDER."),))
        messages = (question("Look."), *results, quoted, question())
        assert "CANARY" in str(results), "the case shows nothing where the tool found nothing private"
        assert await leaked(at, at.common, *messages)
        assert not await leaked(at, at.guarded, *messages[:3], question())
        assert not await leaked(at, at.guarded, *messages), "an answer after it may repeat it"
        if any("CANARY" in passage.path for passage in request_passages(request(*results))):
            assert await at.clearance.ledger.find(LedgerQuery(kinds=("kept",)))


async def test_a_whole_conversation_with_a_model_here_stays_here_where_it_is_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with away(tmp_path, monkeypatch) as at:
        results = [
            part for n, (tool, given) in enumerate([*READING, *WRITING]) for part in await at.done(tool, given, n)
        ]
        said = Message(id="said", role="assistant", parts=(TextPart(text="CANARY-TAG and CANARY-COMMENT."),))
        messages = (question("Look."), *results, said, question())
        assert await leaked(at, at.common, *messages)
        before = len(at.received())
        assert not await leaked(at, at.guarded, *messages)
        received = at.received()[before:]
        assert "valve" in received, "what is open still goes"
        assert "PERSONAL2/Deep.md" in received
        assert "The pump is ordered" not in received, "it was renamed: nobody can say any more what it was"


async def test_a_rule_made_in_the_middle_of_a_conversation_holds_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with away(tmp_path, monkeypatch) as at:
        results = await at.done("file_read", {"file_paths": ["PERSONAL2/Deep.md", "Open.md"]})
        at.settings[0] = VaultSettings(privacy=())
        messages = (question("Look."), *results, question())
        await answered(at.guarded, request(*messages))  # type: ignore[arg-type]  # as above
        assert "Only a name like it" in str(at.server.posts[-1].json)
        at.settings[0] = VaultSettings(privacy=(PrivacyRule(kind="note", value="personal2/deep", answer="local"),))
        for provider, sent in ((at.guarded, False), (at.common, True)):
            await answered(provider, request(*messages))  # type: ignore[arg-type]  # as above
            assert ("Only a name like it" in str(at.server.posts[-1].json)) is sent
            assert "The pump is ordered" in str(at.server.posts[-1].json)


async def test_a_note_that_became_private_a_moment_ago_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with away(tmp_path, monkeypatch) as at:
        results = await at.done("file_read", {"file_paths": ["Open.md"]})
        (at.desk.vault.root / "Open.md").write_text("---\nprivate: true\n---\n", encoding="utf-8")
        for provider, sent in ((at.guarded, False), (at.common, True)):
            await answered(provider, request(question(), *results))  # type: ignore[arg-type]  # as above
            assert ("The pump is ordered" in str(at.server.posts[-1].json)) is sent


OBEDIENT = (
    Turn("Let me look.", [Call("vault_search", {"query": "pump"}), Call("get_file_tree", {})]),
    Turn("I will read them.", [Call("file_read", {"file_paths": [path.upper() for path in SECRET]})]),
    Turn("One by one.", [Call("read_note", {"path": path}) for path in SECRET]),
    Turn("In other ways.", [Call("get_links", {"path": "Open.md"}), Call("query_notes", {"columns": ["status"]})]),
    Turn("That is all."),
)


async def asked(at: Away, provider: Provider) -> Conversation:
    """Let a model elsewhere, that wants what is private and knows the names, ask for it in every way."""
    conversation = Conversation()
    async with Agent(provider, "m", at.desk.runner, "work/m").run(conversation, "What about the thing?") as run:
        async for _ in run:
            pass
    return conversation


def given(at: Away) -> str:
    """What the server was sent beside its own words: results and questions."""
    posts = [one.json["messages"] for one in at.server.posts]
    return json.dumps([m for messages in posts for m in messages if m["role"] != "assistant"], ensure_ascii=False)


async def test_a_model_elsewhere_that_asks_for_private_notes_gets_none_and_reaches_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[object] = []
    plain = socket.socket.connect

    def watched(self: socket.socket, address: object) -> None:
        reached.append(address)
        plain(self, address)  # type: ignore[arg-type]  # as it was given

    def watched_by_windows(self: Any, connection: socket.socket, address: object) -> object:
        reached.append(address)
        return connect(self, connection, address)

    async with away(tmp_path, monkeypatch, *OBEDIENT, guard=True) as at:
        monkeypatch.setattr(socket.socket, "connect", watched)
        if sys.platform == "win32":  # The event loop of Windows connects without the method of the socket.
            connect = asyncio.IocpProactor.connect
            monkeypatch.setattr(asyncio.IocpProactor, "connect", watched_by_windows)
        conversation = await asked(at, at.guarded)
        assert conversation.messages[-1].text == "That is all."
        secrets = ("CANARY-FOLDER", "CANARY-TAG", "CANARY-INLINE", "CANARY-PROPERTY", "CANARY-BROKEN", "CANARY-COMMENT")
        assert [word for word in secrets if word in at.received()] == []
        assert "The pump is ordered" in given(at), "what is open is found"
        kept = {one.path for one in await at.clearance.ledger.find(LedgerQuery(kinds=("kept",)))}
        assert kept == set(SECRET), "each is told as asked for and kept back"
        sent = {one.path for one in await at.clearance.ledger.recent()}
        assert sent <= {"Open.md", "Plain.md", "PERSONAL2/Deep.md"}
    port = int(at.server.url.rpartition(":")[2])
    assert {address[1] for address in reached if isinstance(address, tuple)} == {port}
    assert len(reached) >= 1


async def test_without_rules_the_same_model_gets_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with away(tmp_path, monkeypatch, *OBEDIENT) as at:
        await asked(at, at.common)
        found = [
            word
            for word in ("FOLDER", "TAG", "INLINE", "PROPERTY", "BROKEN", "COMMENT")
            if f"CANARY-{word}" in given(at)
        ]
        assert found == ["FOLDER", "TAG", "INLINE", "PROPERTY", "BROKEN", "COMMENT"]


async def test_even_tools_without_any_rule_leak_nothing_through_the_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with away(tmp_path, monkeypatch, *OBEDIENT) as at:
        await asked(at, at.guarded)
        assert "CANARY-" not in given(at)


def test_the_calls_name_tools_that_exist(tmp_path: Path) -> None:
    assert {type(call(tool, "c", **given)) for tool, given in (*READING, *WRITING)} == {ToolCallPart}
