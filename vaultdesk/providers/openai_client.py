"""OpenAI client: the openai SDK's client for one endpoint, with our own HTTP under it. Asks nothing."""

from typing import TYPE_CHECKING

from vaultdesk.providers.connection import http_client
from vaultdesk.providers.sdk_provider import Endpoint

if TYPE_CHECKING:
    from openai import AsyncOpenAI


def openai_client(endpoint: Endpoint, key: str) -> "AsyncOpenAI":
    """Import the SDK and return its client. Takes a second; for a thread."""
    from openai import AsyncOpenAI

    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return AsyncOpenAI(
        # Never empty: the SDK would take a key from the environment and send it to a stranger.
        api_key=key or "none",
        base_url=endpoint.address.url,
        max_retries=0,
        http_client=http_client(endpoint.address, headers, endpoint.patience, endpoint.transport),
    )
