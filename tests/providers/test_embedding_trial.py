"""The trial of an embedding model: our own words only, and one sentence whatever happens."""

import json
from pathlib import Path

import pytest

from tests.providers.test_catalog import catalog, compatible
from tests.support.wire import Raw, Recorded, WireServer, refused
from vaultdesk.providers.embedding_trial import TRIAL, tried


def answer(request: Recorded) -> Raw:
    rows = [{"index": nth, "embedding": [1.0, float(nth), 0.0]} for nth in range(len(request.json["input"]))]
    return Raw(json.dumps({"data": rows}).encode(), 200, "application/json")


async def test_it_says_where_and_how_many_numbers(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": answer}) as server:
        came = await tried(catalog(tmp_path, work=compatible(f"{server.url}/v1")), "work/embed")
        assert came.ok
        assert "on this computer" in came.message
        assert "3 numbers a text" in came.message
        assert came.destination is not None
        assert came.destination.local
        assert server.requests[-1].json["input"] == list(TRIAL)


async def test_a_refusal_is_told_and_raises_nothing(tmp_path: Path) -> None:
    async with WireServer(routes={"/v1/embeddings": lambda _: refused(404, "no such model")}) as server:
        came = await tried(catalog(tmp_path, work=compatible(f"{server.url}/v1")), "work/embed")
        assert not came.ok
        assert came.message


@pytest.mark.parametrize("label", ["anthropic/claude", "nobody/embed", "work"])
async def test_who_cannot_be_asked_is_told(label: str, tmp_path: Path) -> None:
    came = await tried(catalog(tmp_path, work=compatible("http://127.0.0.1:1/v1")), label)
    assert (came.ok, came.destination) == (False, None)
    assert came.message
