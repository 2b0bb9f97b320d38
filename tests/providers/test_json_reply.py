import httpx2
import pytest

from tests.providers.asking import answering
from vaultdesk.core.errors import ProviderBroken, ProviderRefused
from vaultdesk.providers import json_reply
from vaultdesk.providers.json_reply import Reply, asked, json_or_none, refused
from vaultdesk.providers.peer import Peer

PEER = Peer("Ollama", "127.0.0.1:11434", "Ollama")


async def reply_to(body: bytes, **how: object) -> Reply:
    async with httpx2.AsyncClient(transport=answering(body, **how)) as client:
        return await asked(client, PEER, "GET", "http://127.0.0.1:11434/api/tags")


async def test_a_reply_is_read_whatever_its_status() -> None:
    good = await reply_to(b'{"models": []}', content_type="application/json")
    bad = await reply_to(b"oops", status=500)

    assert (good.ok, good.value, good.page, good.http_response.text) == (True, {"models": []}, False, good.text)
    assert (bad.ok, bad.value, bad.said) == (False, None, "oops")


async def test_a_page_is_known_by_its_type_or_its_first_sign() -> None:
    assert (await reply_to(b"hi", content_type="text/html")).page
    assert (await reply_to(b"\n <html>")).page


async def test_a_reply_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_reply, "MAX_REPLY", 1000)

    with pytest.raises(ProviderBroken, match="too long"):
        await reply_to(b"x" * 2000, size=100)


def test_what_is_no_json_is_nothing() -> None:
    assert [json_or_none(text) for text in ("[1]", "{", "", "[" * 100_000)] == [[1], None, None, None]


def test_a_refusal_is_translated_as_everywhere() -> None:
    error = refused(PEER, Reply(429, {"retry-after": "7"}, '{"error": "slow down"}'))

    assert (error.trouble, error.retry_after) == ("rate_limit", 7.0)
    assert isinstance(refused(PEER, Reply(302, {}, "")), ProviderRefused)
