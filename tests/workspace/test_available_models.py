"""Tests of workspace/available_models.py: models to choose from, and cached providers."""

import sys

import pytest

from tests.workspace.bench import Bench, FixedApprover
from vaultdesk.agent.budget import BudgetedProvider
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.provider import ModelInfo, Price, Provider
from vaultdesk.tools.runtime.approvals import ApprovalDecision


async def test_the_models_to_choose_from_are_those_configured(bench: Bench) -> None:
    bench.store.change(
        lambda settings: settings.with_provider(
            "mine", ProviderSettings(kind="openai-compatible", base_url="http://localhost:1/v1", model="small")
        ).with_provider("empty", ProviderSettings(kind="openai-compatible", base_url="http://localhost:2/v1"))
    )
    async with bench.open() as workspace:
        choices = {choice.label: choice.local for choice in workspace.models()}
        assert choices == {"offline/offline": True, "mine/small": True}
        with pytest.raises(UsageError):
            workspace.agent(FixedApprover(ApprovalDecision(approved=False)), "nobody/x")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows stores permissions differently")
async def test_every_listed_model_is_available_with_its_known_facts(bench: Bench) -> None:
    work = ProviderSettings(kind="openrouter", name="Work", model="a")
    bench.store.change(lambda settings: settings.with_provider("work", work))
    listed = (
        ModelInfo("a", context=8192, tools=True, images=True, price=Price(3.0, 15.0)),
        ModelInfo("b", tools=False, images=False),
    )
    async with bench.open() as workspace:
        await workspace.catalog.knowledge.store_list("openrouter@https://openrouter.ai/api/v1", listed)
        await workspace.catalog.knowledge.store_card(
            "openrouter@https://openrouter.ai/api/v1", "b", CapabilityCard(images=True)
        )
        choices = {choice.label: choice for choice in workspace.models()}

    assert list(choices) == ["offline/offline", "work/a", "work/b"]
    known = choices["work/a"]
    assert (known.provider, known.tool_mode, known.images, known.context) == ("Work", "native", True, 8192)
    assert known.price == "$3 in, $15 out per million tokens"
    emulated = choices["work/b"]
    assert emulated.tool_mode in ("sentinel", "xml")
    assert emulated.reason == "Work reports that b does not support tools. VaultDesk uses text-based tools with it."
    assert emulated.images is True, "the observed capability takes precedence over the list"


async def test_knowledge_about_models_is_stored(bench: Bench) -> None:
    async with bench.open() as workspace:
        await workspace.catalog.knowledge.store_list("ollama@http://127.0.0.1:11434", (ModelInfo("qwen"),))
    async with bench.open() as workspace:
        assert workspace.catalog.cached_models("ollama") == (ModelInfo("qwen"),)

    assert (bench.folders.cache / "model-lists.json").exists()


async def test_a_provider_is_cached_until_its_settings_or_key_change(bench: Bench) -> None:
    approver = FixedApprover(ApprovalDecision(approved=True))
    own = ProviderSettings(kind="openai-compatible", base_url="http://localhost:1", model="m")
    bench.store.change(lambda settings: settings.with_provider("own", own))
    async with bench.open() as workspace:

        def provider() -> Provider:
            capped = workspace.agent(approver, "own")._config.provider
            assert isinstance(capped, BudgetedProvider)
            return capped._provider

        first = provider()
        assert provider() is first
        bench.store.change(lambda settings: settings.with_provider("own", own.model_copy(update={"name": "Mine"})))
        renamed = provider()
        assert renamed is not first
        assert renamed.destination.name == "Mine"
        workspace.credentials.set("own", "http://localhost:1", "a-new-key")
        rekeyed = provider()
        assert rekeyed is not renamed
        workspace.credentials.forget("own")
        assert provider() is not rekeyed
