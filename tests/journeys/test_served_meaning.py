"""Semantic search with a server's model: public notes are embedded and found, private ones are not sent."""

import json
from pathlib import Path

import pytest

from tests.support.ledger_entries import sent_entries
from tests.support.vaults import write_vault
from tests.support.wire import Raw, Recorded, WireServer
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import EmbeddingSettings, PrivacyRule, ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.passage_search import PassageQuery
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
