"""Embedding provider: vectors for texts from Ollama or from an OpenAI-compatible server."""

import asyncio
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ProviderKind
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.error_context import (
    ErrorContext,
    ProtocolName,
    broken_answer_error,
    silence_error,
    wrong_protocol_error,
)
from vaultdesk.providers.http_connection import JsonReply, ask_json, error_for_reply, run_in_thread
from vaultdesk.providers.lenient_json import list_of, object_of
from vaultdesk.providers.ollama_models import read_facts
from vaultdesk.providers.provider_errors import is_foreign_error, translate_error
from vaultdesk.providers.provider_types import forwarded_destination
from vaultdesk.providers.sdk_provider import ProviderEndpoint

if TYPE_CHECKING:
    import httpx2

EMBEDDING_KINDS: frozenset[ProviderKind] = frozenset(
    {"openai", "gemini", "openrouter", "ollama", "lmstudio", "openai-compatible"}
)
"""The kinds of provider that may have embedding models."""

BATCH_SIZE = 32
"""Texts in one request: about 10,000 tokens, which small models handle well and no server refuses."""

MAX_DIMENSIONS = 16_384
"""Maximum number of dimensions of a vector; no model has more, so a longer one is an error."""


class VectorSource(Protocol):
    """Returns vectors for texts."""

    @property
    def destination(self) -> Destination:
        """Destination of the texts, as far as known."""

    async def resolve_destination(self) -> Destination:
        """Find out the actual destination of the texts before any is sent. Raises `ProviderError`."""

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, in order, all of one length. Raises `ProviderError`."""

    async def aclose(self) -> None:
        """Close connections."""


class EmbeddingProvider:
    """One embedding model of one server. It sends every text it receives: the gate has selected them before."""

    def __init__(self, endpoint: ProviderEndpoint, kind: ProviderKind, model: str) -> None:
        self._endpoint = endpoint
        self._kind = kind
        self._model = model
        self._protocol: ProtocolName = "Ollama" if kind == "ollama" else "OpenAI"
        self._error_context = ErrorContext(endpoint.name, endpoint.address.host, self._protocol)
        self._client: httpx2.AsyncClient | None = None
        self._connect_lock = asyncio.Lock()
        self._remote_host = ""
        self._destination_resolved = kind != "ollama"

    @property
    def destination(self) -> Destination:
        """Destination of the texts, as far as known."""
        return forwarded_destination(self._endpoint.destination, self._model, self._remote_host)

    async def resolve_destination(self) -> Destination:
        """Find out the actual destination: Ollama forwards some models to its cloud. Raises `ProviderError`."""
        if not self._destination_resolved:
            reply = await self._post("api/show", {"model": self._model})
            self._remote_host = read_facts(reply.value).remote_host
            self._destination_resolved = True
        return self.destination

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, in order, all of one length. Raises `ProviderError`."""
        if not texts:
            return []
        native = self._kind == "ollama"
        body: dict[str, JsonValue] = {"model": self._model, "input": list(texts)}
        # Without it Ollama refuses a text longer than the model's window; the windows of OpenAI's models are far longer
        # than a passage.
        body |= {"truncate": True} if native else {"encoding_format": "float"}
        reply = await self._post("api/embed" if native else "embeddings", body)
        # Half a megabyte of numbers: parsed in a thread, so that the window does not freeze.
        return await asyncio.to_thread(self._parse_vectors, reply, len(texts))

    async def aclose(self) -> None:
        """Close connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _post(self, path: str, body: dict[str, JsonValue]) -> JsonReply:
        idle = self._endpoint.timeouts.idle
        try:
            client = await self._connected_client()
            async with asyncio.timeout(idle):
                reply = await ask_json(
                    client, self._error_context, "POST", f"{self._endpoint.address.url.rstrip('/')}/{path}", body
                )
        except TimeoutError:
            raise silence_error(self._error_context, idle, begun=False) from None
        except ProviderError:
            raise
        except Exception as error:  # errors of the HTTP library are translated; others are raised again
            if not is_foreign_error(error):
                raise
            raise translate_error(error, self._error_context) from error
        if not reply.ok:
            raise error_for_reply(self._error_context, reply)
        if reply.is_web_page:
            raise wrong_protocol_error(self._error_context, Phrase("a web page"))
        return reply

    async def _connected_client(self) -> "httpx2.AsyncClient":
        async with self._connect_lock:
            if self._client is None:
                endpoint = self._endpoint
                key = await run_in_thread(endpoint.key)
                self._error_context = await run_in_thread(lambda: endpoint.error_context(self._protocol, key))
                self._client = await run_in_thread(lambda: endpoint.http_client(endpoint.address.key_headers(key)))
            return self._client

    def _parse_vectors(self, reply: JsonReply, count: int) -> list[list[float]]:
        """Return the vectors in *reply*. Raises `ProviderBroken` unless there is one for each text."""
        native = self._kind == "ollama"
        raw_rows = list_of(object_of(reply.value).get("embeddings")) if native else _rows_by_index(reply.value)
        rows = [_vector_of(row) for row in raw_rows]
        lengths = {len(row) for row in rows}
        if len(rows) != count or len(lengths) != 1 or not 0 < lengths.pop() <= MAX_DIMENSIONS:
            raise broken_answer_error(
                self._error_context,
                Phrase("it does not contain one vector for each text"),
                hint=Phrase("Choose a model that makes embeddings."),
            )
        return rows


def _rows_by_index(body: JsonValue) -> list[JsonValue]:
    """Return the vectors of an OpenAI answer by their indexes: servers may answer in any order."""
    rows = [object_of(entry) for entry in list_of(object_of(body).get("data"))]
    by_index = {i if not isinstance(index := row.get("index"), int) else index: row for i, row in enumerate(rows)}
    return [by_index[index].get("embedding") for index in sorted(by_index)]


def _vector_of(row: JsonValue) -> list[float]:
    """Return *row* as numbers; empty if something in it is not a finite number."""
    values = row if isinstance(row, list) else []
    numbers = [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    return numbers if len(numbers) == len(values) and all(map(math.isfinite, numbers)) else []
