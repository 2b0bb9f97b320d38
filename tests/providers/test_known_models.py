"""Tests of providers/known_models.py."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import ModelPrice, ProviderSettings
from vaultdesk.core.values import replace
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.known_models import KnownModel, ModelKnowledge
from vaultdesk.providers.provider import ModelInfo, Price

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
LIST = (ModelInfo("a", context=8192, tools=True, price=Price(1.0, 2.0)), ModelInfo("b"))


def model_knowledge(folder: Path, now: datetime = NOON) -> ModelKnowledge:
    return ModelKnowledge(JsonStore(folder / "lists.json"), JsonStore(folder / "cards.json"), lambda: now)


async def test_a_list_is_stored_and_read_completely(tmp_path: Path) -> None:
    await model_knowledge(tmp_path).store_list("ollama@here", LIST)
    reloaded = model_knowledge(tmp_path)
    await reloaded.load()

    assert reloaded.models("ollama@here") == LIST
    assert reloaded.info("ollama@here", "a") == LIST[0]
    assert reloaded.info("ollama@here", "z") is None
    assert reloaded.models("other") == ()


@pytest.mark.parametrize(("age", "is_current"), [(0, True), (23.9, True), (24.1, False), (-1, False)])
async def test_a_list_is_current_for_a_day(age: float, is_current: bool, tmp_path: Path) -> None:
    await model_knowledge(tmp_path, NOON - timedelta(hours=age)).store_list("p", LIST)

    assert model_knowledge(tmp_path).is_current("p") is is_current
    assert model_knowledge(tmp_path).models("p") == LIST


async def test_r9_facts_that_a_server_does_not_report_stay_known() -> None:
    knowledge = ModelKnowledge()
    complete = ModelInfo("m", context=8192, window=4096, tools=True, images=False, loaded=False, elsewhere="tower")
    await knowledge.store_list("p", (complete,))

    await knowledge.store_info("p", ModelInfo("m"))
    assert knowledge.info("p", "m") == replace(complete, loaded=None), "other facts than `loaded` changed"
    await knowledge.store_list("p", (ModelInfo("m", loaded=True),))
    assert knowledge.info("p", "m") == replace(complete, loaded=True)
    await knowledge.store_info("p", ModelInfo("m", context=16384, tools=False))
    assert knowledge.info("p", "m") == replace(complete, context=16384, tools=False, loaded=None, elsewhere="")
    await knowledge.store_info("p", ModelInfo("m", server="vllm"))
    assert knowledge.info("p", "m") == ModelInfo("m", server="vllm"), "facts of another program were kept"


async def test_a_card_does_not_expire(tmp_path: Path) -> None:
    card = CapabilityCard(native=False, refused=True)
    await model_knowledge(tmp_path).store_card("p", "m", card)

    assert model_knowledge(tmp_path, NOON + timedelta(days=400)).card("p", "m") == card
    assert model_knowledge(tmp_path).card("p", "other") is None


@pytest.mark.parametrize(
    "damaged", [7, [], {"fetched": "never"}, {"fetched": "2026-05-04T11:00:00", "models": []}, {"native": "perhaps"}]
)
async def test_damaged_entries_are_treated_as_unknown(damaged: object, tmp_path: Path) -> None:
    (tmp_path / "lists.json").write_text(json.dumps({"p": damaged}))
    (tmp_path / "cards.json").write_text(json.dumps({"p m": damaged}))
    knowledge = model_knowledge(tmp_path)

    assert knowledge.models("p") == ()
    assert not knowledge.is_current("p")
    if not isinstance(damaged, dict) or "fetched" not in damaged:
        assert knowledge.card("p", "m") is None


async def test_changes_are_published(tmp_path: Path) -> None:
    knowledge = model_knowledge(tmp_path)
    with knowledge.changes.subscribe() as changes:
        await knowledge.store_list("p", LIST)
        await knowledge.store_card("p", "m", CapabilityCard())
        async with asyncio.timeout(5):
            assert [await anext(changes), await anext(changes)] == [None, None]


def known_model(knowledge: ModelKnowledge | None = None, **settings: Any) -> KnownModel:
    provider_settings = ProviderSettings(**{"kind": "ollama", **settings})
    return KnownModel("box", provider_settings, "gemma3", knowledge or ModelKnowledge())


def test_the_knowledge_key_depends_on_the_address_and_not_on_the_name() -> None:
    assert known_model().knowledge_key == known_model(name="The box").knowledge_key == "ollama@http://127.0.0.1:11434"
    assert known_model(base_url="http://other:1").knowledge_key != known_model().knowledge_key
    assert known_model(kind="codex").knowledge_key == "codex"


def test_a_model_is_local_on_this_computer_only() -> None:
    assert known_model().local
    assert not known_model(base_url="http://192.168.1.9:11434").local
    assert not known_model(kind="codex").local
    assert known_model(kind="offline").local


async def test_probe_results_take_precedence_over_the_list() -> None:
    knowledge = ModelKnowledge()
    model = known_model(knowledge)
    await knowledge.store_list(model.knowledge_key, (ModelInfo("gemma3", tools=True, images=False),))
    assert model.tool_mode.mode == "native"
    assert model.lacks_vision

    await model.record_facts(refused=True)
    await model.record_facts(images=True)

    assert model.card == CapabilityCard(refused=True, images=True)
    assert model.tool_mode.mode != "native"
    assert not model.lacks_vision


async def test_a_configured_price_takes_precedence_over_the_list() -> None:
    knowledge = ModelKnowledge()
    await knowledge.store_list(known_model().knowledge_key, (ModelInfo("gemma3", price=Price(1.0, 2.0)),))

    assert known_model().price is None
    assert known_model(knowledge).price == Price(1.0, 2.0)
    assert known_model(knowledge, prices={"gemma3": ModelPrice(input=3.0, output=4.0)}).price == Price(3.0, 4.0)


def test_the_status_contains_all_facts() -> None:
    status = known_model(name="The box").status

    assert (status.label, status.model, status.title, status.local) == ("box/gemma3", "gemma3", "The box", True)
    assert (status.info, status.card) == (None, None)
    assert known_model(kind="offline").status.tool_mode.reason == "It is built in."


def test_the_default_model_of_codex_is_named_after_codex() -> None:
    model = KnownModel("codex", ProviderSettings(kind="codex"), "default", ModelKnowledge())

    assert model.tool_mode.reason.startswith("Codex does not report whether Codex's own model supports tools.")
