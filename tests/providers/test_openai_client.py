import pytest

from tests.providers.asking import SECRET
from vaultdesk.providers.address import openai_address
from vaultdesk.providers.openai_client import as_arguments, openai_client
from vaultdesk.providers.sdk_provider import Endpoint


async def test_the_client_asks_our_address_with_our_key_and_never_by_itself_again() -> None:
    client = openai_client(Endpoint("Local", openai_address("http://localhost:1234")), SECRET)

    assert str(client.base_url) == "http://localhost:1234/v1/"
    assert client.api_key == SECRET
    assert client.max_retries == 0
    await client.close()


async def test_no_key_of_the_environment_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-the-environment")

    client = openai_client(Endpoint("Local", openai_address("http://localhost:1234")), "")

    assert client.api_key == "none"
    await client.close()


def test_the_sdk_is_given_nothing_long_to_look_into() -> None:
    """PROTOCOLS 5.5.1: it would look before the first token, on the window's loop."""
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], "stream": True, "reasoning": {}}

    given = as_arguments(body, model="", messages=[])

    assert given == {"model": "", "messages": [], "stream": True, "extra_body": body}
