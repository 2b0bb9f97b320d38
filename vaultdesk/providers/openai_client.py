"""OpenAI client: the openai SDK's client for one endpoint, with our own HTTP under it. Asks nothing."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads want each key typed; ours is one JSON body

from pydantic import JsonValue

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


def as_arguments(body: Mapping[str, JsonValue], **wanted: JsonValue) -> dict[str, Any]:  # Any: see the import
    """Return *body* as arguments of an SDK's method; *wanted* are those it insists on, overwritten by the body's own.

    As an argument the SDK would walk through each message with its types, on the loop: with a chat of 200 rounds the
    window would be frozen for a second. What is "extra" it sends as it is.
    """
    return {**wanted, "stream": body.get("stream"), "extra_body": dict(body)}
