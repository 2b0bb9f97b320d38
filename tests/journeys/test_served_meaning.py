"""Semantic search with a server's model: public notes are embedded and found, private ones are not sent."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.byte_counter import ByteCounter
from tests.support.foreign_loopback import foreign_loopback
from tests.support.ledger_entries import sent_entries
from tests.support.vaults import write_vault
from tests.support.wire import Raw, Recorded, WireServer
from tests.workspace.bench import FixedApprover
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import (
    EmbeddingSettings,
    PermissionRule,
    PrivacyRule,
    ProviderSettings,
)
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.index.search.passage_search import PassageQuery
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.tool import ToolResult
from vaultdesk.workspace import Workspace

NOTES = {
    "Heating.md": "# Heating\n\nThe warm air machine in the cellar costs a lot of electricity in January.\n",
    "Garden.md": "# Garden\n\nRoses want water in the evening, and the apple tree a cut in March.\n",
    "Personal/Diary.md": "# Diary\n\nCANARY-DIARY I was sad about the warm air machine.\n",
}

WORDS = ("warm", "cellar", "electric", "rose", "water", "apple", "diary", "sad", "boiler")


def embed(request: Recorded) -> Raw:
    """Act as an embedding model with nine words, for which a boiler is a warm machine in the cellar."""
    rows = []
    for nth, text in enumerate(request.json["input"]):
        low = text.casefold().replace("boiler", "boiler warm cellar electric")
        rows.append({"index": nth, "embedding": [float(low.count(word)) + 0.01 for word in WORDS]})
    return Raw(json.dumps({"data": rows}).encode(), 200, "application/json")


async def test_public_notes_are_found_by_meaning_and_private_ones_are_not_sent(home: Path, tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", NOTES)
    async with WireServer(routes={"/v1/embeddings": embed}) as server:
        store = SettingsStore(app_folders().settings_file)
        work = ProviderSettings(kind="openai-compatible", base_url=f"{server.url}/v1")
        store.change(lambda tree: tree.with_provider("work", work))
        store.change(lambda tree: tree.model_copy(update={"meaning": EmbeddingSettings(model="work/embed")}))
        never = PrivacyRule(kind="folder", value="Personal", answer="never")
        store.change(lambda tree: tree.with_vault(root, privacy=(never,)))
        async with Workspace.open(root, folders=app_folders(), store=store, credentials=Credentials({})) as workspace:
            await workspace.wait_until_indexed()
            state = await workspace.embedding_index.settled()
            assert (state.phase, state.model) == ("ready", "work/embed")
            found = await workspace.passage_search.find(PassageQuery("boiler"))
            assert [hit.path for hit in found][:1] == ["Heating.md"]
            sent = "\n".join(text for request in server.requests for text in request.json["input"])
            assert "CANARY" not in sent
            assert "warm air machine in the cellar" in sent
            assert await sent_entries(workspace.ledger) == ()  # a local server: nothing was sent elsewhere


REMOTE_HOST = "127.0.0.2"
PRIVATE_QUERY = "CANARY-DIARY sad about the warm air machine"
LOCAL_MODEL = CallContext(Destination("Ollama", "localhost", local=True), "chat_1", "run_1", question="hello")


class NewQueryApprover(FixedApprover):
    """Searches with other words first, and then declines."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.requests.append(request)
        return ApprovalDecision(approved=False, new_query="roses" if len(self.requests) == 1 else "")


@asynccontextmanager
async def open_with_remote_model(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Workspace, Callable[[], list[str]]]]:
    """Open a vault whose passages are embedded by a server on another computer, and the texts that it gets."""
    foreign_loopback(monkeypatch, REMOTE_HOST)
    async with (
        WireServer(routes={"/v1/embeddings": embed}) as server,
        ByteCounter(REMOTE_HOST, int(server.url.rpartition(":")[2])) as remote_server,
    ):
        store = SettingsStore(app_folders().settings_file)
        work = ProviderSettings(kind="openai-compatible", base_url=f"{remote_server.url}/v1")
        store.change(lambda tree: tree.with_provider("work", work))
        store.change(lambda tree: tree.model_copy(update={"meaning": EmbeddingSettings(model="work/embed")}))
        never = PrivacyRule(kind="folder", value="Personal", answer="never")
        store.change(lambda tree: tree.with_vault(root, privacy=(never,)))
        async with Workspace.open(root, folders=app_folders(), store=store, credentials=Credentials({})) as workspace:
            await workspace.wait_until_indexed()
            assert (await workspace.embedding_index.settled()).phase == "ready"
            embedded = len(server.requests)
            yield (
                workspace,
                lambda: [text for request in server.requests[embedded:] for text in request.json["input"]],
            )


async def call_of_a_model(workspace: Workspace, approver: Approver, query: str) -> ToolResult:
    return await workspace._executor(approver).call("local_search", {"query": query}, LOCAL_MODEL)


async def test_a_query_of_a_model_is_not_sent_to_a_remote_embedding_model(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_vault(tmp_path / "vault", NOTES)
    async with open_with_remote_model(root, monkeypatch) as (workspace, queries):
        declining = FixedApprover(ApprovalDecision(approved=False))
        assert not (await call_of_a_model(workspace, declining, PRIVATE_QUERY)).success
        assert len(declining.requests) == 1
        assert queries() == []
        approving = FixedApprover(ApprovalDecision(approved=True))
        found = await call_of_a_model(workspace, approving, "warm machine")
        assert isinstance(found.data, list)
        assert [row["path"] for row in found.data if isinstance(row, dict)] == ["Heating.md"], "found by its words"
        allow = PermissionRule(effect="read", answer="allow")
        workspace.store.change(lambda tree: tree.with_vault(root, rules=(allow,)))
        assert (await call_of_a_model(workspace, declining, PRIVATE_QUERY + " again")).success
        assert (await workspace._executor(declining).call("recall", {"query": PRIVATE_QUERY}, LOCAL_MODEL)).success
        assert queries() == []


async def test_the_users_own_queries_are_sent_to_a_remote_embedding_model(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_vault(tmp_path / "vault", NOTES)
    async with open_with_remote_model(root, monkeypatch) as (workspace, queries):
        approver = NewQueryApprover(ApprovalDecision(approved=False))
        await call_of_a_model(workspace, approver, PRIVATE_QUERY)
        assert set(queries()) == {"roses"}, "the user searched for other words"
        await workspace.call("local_search", json.dumps({"query": "apple"}), approver)
        assert set(queries()) == {"roses", "apple"}
        async with workspace.agent(approver, "offline/offline").run(Conversation(), "Where is the boiler?") as run:
            async for _ in run:
                pass
        assert set(queries()) == {"roses", "apple", "Where is the boiler?"}


async def test_an_unreachable_server_is_reported_and_word_search_still_works(home: Path, tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", NOTES)
    async with WireServer() as server:
        unused_url = server.url
    store = SettingsStore(app_folders().settings_file)
    work = ProviderSettings(kind="openai-compatible", base_url=f"{unused_url}/v1")
    store.change(lambda tree: tree.with_provider("work", work))
    store.change(lambda tree: tree.model_copy(update={"meaning": EmbeddingSettings(model="work/embed")}))
    async with Workspace.open(root, folders=app_folders(), store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        state = await workspace.embedding_index.settled()
        assert state.phase == "failed"
        assert "Nothing answers at" in state.reason
        assert [hit.path for hit in await workspace.passage_search.find(PassageQuery("roses"))] == ["Garden.md"]


@pytest.mark.parametrize("model", ["nobody/embed", "anthropic/claude"])
async def test_an_unusable_embedding_model_is_reported(home: Path, tmp_path: Path, model: str) -> None:
    root = write_vault(tmp_path / "vault", NOTES)
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda tree: tree.model_copy(update={"meaning": EmbeddingSettings(model=model)}))
    async with Workspace.open(root, folders=app_folders(), store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        state = await workspace.embedding_index.settled()
        assert state.phase in ("absent", "failed")
        assert state.reason
