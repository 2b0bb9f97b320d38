import pytest

from tests.providers.asking import SECRET
from vaultdesk.providers.address import openai_address
from vaultdesk.providers.openai_client import openai_client
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
