"""Tests of providers/known_models.py."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_schema import ModelPrice, ProviderSettings
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.known_models import KnownModel, ModelKnowledge
from vaultdesk.providers.provider import ModelInfo, Price

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
LIST = (ModelInfo("a", context=8192, tools=True, price=Price(1.0, 2.0)), ModelInfo("b"))


def knowledge(place: Path, when: datetime = NOON) -> ModelKnowledge:
    return ModelKnowledge(JsonStore(place / "lists.json"), JsonStore(place / "cards.json"), lambda: when)


async def test_a_list_is_read_back_whole(tmp_path: Path) -> None:
    await knowledge(tmp_path).store_list("ollama@here", LIST)
    again = knowledge(tmp_path)
    await again.load()

    assert again.models("ollama@here") == LIST
    assert again.info("ollama@here", "a") == LIST[0]
    assert again.info("ollama@here", "z") is None
    assert again.models("other") == ()


@pytest.mark.parametrize(("age", "is_current"), [(0, True), (23.9, True), (24.1, False), (-1, False)])
async def test_a_list_is_current_for_a_day(age: float, is_current: bool, tmp_path: Path) -> None:
    await knowledge(tmp_path, NOON - timedelta(hours=age)).store_list("p", LIST)

    assert knowledge(tmp_path).is_current("p") is is_current
    assert knowledge(tmp_path).models("p") == LIST


async def test_r9_what_a_server_does_not_say_stays_known() -> None:
    known = ModelKnowledge()
    whole = ModelInfo("m", context=8192, window=4096, tools=True, images=False, loaded=False, elsewhere="tower")
    await known.store_list("p", (whole,))

    await known.store_info("p", ModelInfo("m"))
    assert known.info("p", "m") == replace(whole, loaded=None), "whether it is loaded may have changed"
    await known.store_list("p", (ModelInfo("m", loaded=True),))
    assert known.info("p", "m") == replace(whole, loaded=True)
    await known.store_info("p", ModelInfo("m", context=16384, tools=False))
    assert known.info("p", "m") == replace(whole, context=16384, tools=False, loaded=None, elsewhere="")
    await known.store_info("p", ModelInfo("m", server="vllm"))
    assert known.info("p", "m") == ModelInfo("m", server="vllm"), "another program serves it now"


async def test_a_card_is_kept_for_good(tmp_path: Path) -> None:
    card = CapabilityCard(native=False, refused=True)
    await knowledge(tmp_path).store_card("p", "m", card)

    assert knowledge(tmp_path, NOON + timedelta(days=400)).card("p", "m") == card
    assert knowledge(tmp_path).card("p", "other") is None


@pytest.mark.parametrize(
    "kept", [7, [], {"fetched": "never"}, {"fetched": "2026-05-04T11:00:00", "models": []}, {"native": "perhaps"}]
)
async def test_what_was_damaged_counts_as_unknown(kept: object, tmp_path: Path) -> None:
    (tmp_path / "lists.json").write_text(json.dumps({"p": kept}))
    (tmp_path / "cards.json").write_text(json.dumps({"p m": kept}))
    known = knowledge(tmp_path)

    assert known.models("p") == ()
    assert not known.is_current("p")
    if not isinstance(kept, dict) or "fetched" not in kept:
        assert known.card("p", "m") is None


async def test_news_are_published(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    with known.changes.subscribe() as news:
        await known.store_list("p", LIST)
        await known.store_card("p", "m", CapabilityCard())
        async with asyncio.timeout(5):
            assert [await anext(news), await anext(news)] == [None, None]


def known(knowledge: ModelKnowledge | None = None, **settings: Any) -> KnownModel:
    given = ProviderSettings(**{"kind": "ollama", **settings})
    return KnownModel("box", given, "gemma3", knowledge or ModelKnowledge())


def test_it_is_known_by_where_it_is_and_not_by_what_the_person_calls_it() -> None:
    assert known().knowledge_key == known(name="The box").knowledge_key == "ollama@http://127.0.0.1:11434"
    assert known(base_url="http://other:1").knowledge_key != known().knowledge_key
    assert known(kind="codex").knowledge_key == "codex"


def test_local_is_what_stays_on_this_computer() -> None:
    assert known().local
    assert not known(base_url="http://192.168.1.9:11434").local
    assert not known(kind="codex").local
    assert known(kind="offline").local


async def test_what_it_showed_beats_what_its_list_says() -> None:
    knowledge = ModelKnowledge()
    model = known(knowledge)
    await knowledge.store_list(model.knowledge_key, (ModelInfo("gemma3", tools=True, images=False),))
    assert model.tool_mode.mode == "native"
    assert model.lacks_vision

    await model.record_facts(refused=True)
    await model.record_facts(images=True)

    assert model.card == CapabilityCard(refused=True, images=True)
    assert model.tool_mode.mode != "native"
    assert not model.lacks_vision


async def test_the_persons_price_beats_the_lists() -> None:
    knowledge = ModelKnowledge()
    await knowledge.store_list(known().knowledge_key, (ModelInfo("gemma3", price=Price(1.0, 2.0)),))

    assert known().price is None
    assert known(knowledge).price == Price(1.0, 2.0)
    assert known(knowledge, prices={"gemma3": ModelPrice(input=3.0, output=4.0)}).price == Price(3.0, 4.0)


def test_a_standing_is_all_of_it_at_once() -> None:
    standing = known(name="The box").status

    assert (standing.label, standing.model, standing.title, standing.local) == ("box/gemma3", "gemma3", "The box", True)
    assert (standing.info, standing.card) == (None, None)
    assert known(kind="offline").status.tool_mode.reason == "It is built in."


def test_a_model_that_codex_chooses_is_called_by_codex() -> None:
    chosen = KnownModel("codex", ProviderSettings(kind="codex"), "default", ModelKnowledge())

    assert chosen.tool_mode.reason.startswith("Codex does not report whether Codex's own model supports tools.")
