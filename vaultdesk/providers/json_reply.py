"""JSON reply: one short question over HTTP and its whole answer, with a limit. Judges neither."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.connection import LONGEST_BODY
from vaultdesk.providers.loose_json import read_value
from vaultdesk.providers.peer import Peer, broken
from vaultdesk.providers.refusals import refusal, retry_after

if TYPE_CHECKING:
    import httpx2

MAX_REPLY = LONGEST_BODY
"""Bytes of an answer we read: facts of a model can hold its whole license and template, lists a thousand models."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered, read to its end."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def http_response(self) -> "httpx2.Response":
        """The same for whoever reads the HTTP library's own (sdk_provider.RawResponse)."""
        import httpx2

        return httpx2.Response(self.status, text=self.text)

    @property
    def ok(self) -> bool:
        """True where its status is a success."""
        return 200 <= self.status < 300

    @property
    def page(self) -> bool:
        """True where it is a web page."""
        return "html" in self.headers.get("content-type", "") or self.text.lstrip().startswith("<")

    @property
    def value(self) -> JsonValue:
        """The JSON value in it; None where there is none."""
        return json_or_none(self.text)

    @property
    def said(self) -> JsonValue:
        """What it says, for `refusal`: its JSON value, or its text."""
        value = self.value
        return self.text if value is None else value


def json_or_none(text: str) -> JsonValue:
    """Return the JSON value *text* is; None where it is none."""
    try:
        return read_value(text)
    except ValueError:
        return None


async def read_reply(response: "httpx2.Response", peer: Peer) -> Reply:
    """Read *response* to its end. Raises `ProviderBroken` where it is too long, and what the HTTP library raises."""
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > MAX_REPLY:
            raise broken(peer, "it is too long")
    return Reply(response.status_code, response.headers, bytes(body).decode("utf-8", "replace"))


async def asked(
    client: "httpx2.AsyncClient", peer: Peer, method: str, url: str, body: Mapping[str, JsonValue] | None = None
) -> Reply:
    """Ask *url* once and return the whole answer, whatever its status. Raises as `read_reply` does."""
    async with client.stream(method, url, json=body) as response:
        return await read_reply(response, peer)


def refused(peer: Peer, reply: Reply) -> ProviderError:
    """Return the error for a reply whose status is no success."""
    return refusal(peer, status=reply.status, body=reply.said, wait=retry_after(reply.headers), page=reply.page)
