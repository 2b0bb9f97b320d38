"""Tests of workspace/embedders.py: the settings select the embedding model, and changes apply immediately."""

import asyncio
from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing
from tests.workspace.bench import Bench
from vaultdesk.core.errors import EmbeddingFailed, UsageError
from vaultdesk.core.settings.settings_schema import EmbeddingSettings, PrivacyRule
from vaultdesk.index.embeddings.embedder import Embedder, LocalModel
from vaultdesk.index.embeddings.throttle import ThrottleOptions
from vaultdesk.workspace.embedders import EmbedderSettings, builtin_model_folder, embedder_for
from vaultdesk.workspace.workspace import Workspace


def change_settings(bench: Bench, **values: object) -> None:
    bench.store.change(
        lambda settings: settings.model_copy(update={"meaning": settings.meaning.model_copy(update=values)})
    )


async def wait_for_phase(workspace: Workspace, phase: str) -> None:
    with workspace.embedding_index.progress.subscribe() as states:
        async with asyncio.timeout(20):
            while workspace.embedding_index.state.phase != phase:
                await anext(states)


def test_the_setting_selects_the_built_in_model_none_or_a_server() -> None:
    served = Hashing("ollama/nomic@localhost")
    assert isinstance(embedder_for("built-in"), LocalModel)
    assert embedder_for("off") is None
    assert embedder_for("ollama/nomic", lambda label: served) is served
    with pytest.raises(EmbeddingFailed, match="does not provide embeddings"):
        embedder_for("ollama/nomic")
    with pytest.raises(EmbeddingFailed, match="missing"):
        embedder_for("built-in", folder=Path("nowhere"))


def test_an_unknown_provider_is_reported_as_absent() -> None:
    def unknown(label: str) -> Embedder:
        raise UsageError("There is no provider x", hint="Add it in the settings.")

    with pytest.raises(EmbeddingFailed) as raised:
        EmbedderSettings(lambda: EmbeddingSettings(model="x/y"), unknown).configured()
    assert (str(raised.value), raised.value.facts["absent"]) == (
        "There is no provider x. Add it in the settings.", True,
    )  # fmt: skip


def test_an_earlier_model_is_found_by_name_if_it_is_unchanged() -> None:
    moved = Hashing("ollama/nomic@elsewhere")
    embedders = EmbedderSettings(lambda: EmbeddingSettings(model="off", paused=True), lambda label: moved)
    built_in = embedder_for("built-in")
    assert built_in is not None
    found = embedders.by_name(built_in.name)
    assert found is not None
    assert found.name == built_in.name
    assert embedders.by_name("ollama/nomic@localhost") is None
    assert embedders.by_name("ollama/nomic@elsewhere") is moved
    assert embedders.by_name("some older version") is None
    assert embedders.throttle_options() == ThrottleOptions(paused=True)


def test_the_built_in_model_is_in_the_resources() -> None:
    assert (builtin_model_folder() / "model.onnx").is_file()


async def test_the_vault_is_searched_semantically_with_the_built_in_model(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(50):
        state = await workspace.embedding_index.settled()
        found = await workspace.embedding_index.nearest("which fruit grows on our trees", 3)
        assert (state.phase, state.model, state.done) == ("ready", "multilingual-e5-small", state.total)
        assert any("Apples" in passage.path for passage in found), found


async def test_changed_settings_are_followed(bench: Bench) -> None:
    change_settings(bench, paused=True)
    async with bench.open() as workspace, asyncio.timeout(50):
        assert (await workspace.embedding_index.settled()).reason == "Paused."
        change_settings(bench, model="off")
        await wait_for_phase(workspace, "off")
        change_settings(bench, model="nobody/model")
        await wait_for_phase(workspace, "absent")
        assert "There is no provider 'nobody'" in workspace.embedding_index.state.reason
        change_settings(bench, model="built-in", paused=False)
        await wait_for_phase(workspace, "ready")
        assert workspace.embedding_index.ready


async def test_changed_privacy_rules_recheck_refused_passages(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        monkeypatch.setattr(type(workspace.embedding_index), "privacy_rules_changed", lambda self: calls.append(1))
        rule = PrivacyRule(kind="folder", value="Garden", answer="local")
        with bench.store.changes.subscribe() as changes:
            bench.store.change(lambda settings: settings.with_vault(bench.root, privacy=(rule,)))
            bench.store.change(lambda settings: settings.with_vault(bench.root, tool_calling=True))
            for _ in range(2):
                await anext(changes)
        for _ in range(5):
            await asyncio.sleep(0)
    assert calls == [1]
