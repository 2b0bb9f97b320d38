import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vaultdesk.core.json_store import JsonStore
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.knowledge import ModelKnowledge
from vaultdesk.providers.provider import ModelInfo, Price

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
LIST = (ModelInfo("a", context=8192, tools=True, price=Price(1.0, 2.0)), ModelInfo("b"))


def knowledge(place: Path, when: datetime = NOON) -> ModelKnowledge:
    return ModelKnowledge(JsonStore(place / "lists.json"), JsonStore(place / "cards.json"), lambda: when)


async def test_a_list_is_read_back_whole(tmp_path: Path) -> None:
    await knowledge(tmp_path).keep_list("ollama@here", LIST)
    again = knowledge(tmp_path)
    await again.load()

    assert again.listed("ollama@here") == LIST
    assert again.info("ollama@here", "a") == LIST[0]
    assert again.info("ollama@here", "z") is None
    assert again.listed("other") == ()


@pytest.mark.parametrize(("age", "fresh"), [(0, True), (23.9, True), (24.1, False), (-1, False)])
async def test_a_list_is_fresh_for_a_day(age: float, fresh: bool, tmp_path: Path) -> None:
    await knowledge(tmp_path, NOON - timedelta(hours=age)).keep_list("p", LIST)

    assert knowledge(tmp_path).is_fresh("p") is fresh
    assert knowledge(tmp_path).listed("p") == LIST


async def test_a_card_is_kept_for_good(tmp_path: Path) -> None:
    card = CapabilityCard(native=False, refused=True)
    await knowledge(tmp_path).keep_card("p", "m", card)

    assert knowledge(tmp_path, NOON + timedelta(days=400)).card("p", "m") == card
    assert knowledge(tmp_path).card("p", "other") is None


@pytest.mark.parametrize(
    "kept", [7, [], {"fetched": "never"}, {"fetched": "2026-05-04T11:00:00", "models": []}, {"native": "perhaps"}]
)
async def test_what_was_damaged_counts_as_unknown(kept: object, tmp_path: Path) -> None:
    (tmp_path / "lists.json").write_text(json.dumps({"p": kept}))
    (tmp_path / "cards.json").write_text(json.dumps({"p m": kept}))
    known = knowledge(tmp_path)

    assert known.listed("p") == ()
    assert not known.is_fresh("p")
    if not isinstance(kept, dict) or "fetched" not in kept:
        assert known.card("p", "m") is None


async def test_news_are_published(tmp_path: Path) -> None:
    known = knowledge(tmp_path)
    with known.changes.subscribe() as news:
        await known.keep_list("p", LIST)
        await known.keep_card("p", "m", CapabilityCard())
        async with asyncio.timeout(5):
            assert [await anext(news), await anext(news)] == [None, None]
