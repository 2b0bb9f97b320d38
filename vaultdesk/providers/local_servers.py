"""Discovery of Ollama and LM Studio servers on this computer."""

import asyncio
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from msgspec import Struct

from vaultdesk.core.errors import ProviderError, UsageError
from vaultdesk.core.values import replace
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.http_connection import Address, Timeouts, ask_json, http_client, plain_address, run_in_thread
from vaultdesk.providers.lenient_json import object_of, text_of
from vaultdesk.providers.ollama_models import listed_names
from vaultdesk.providers.provider_errors import is_foreign_error
from vaultdesk.providers.provider_types import PROVIDER_TYPES, provider_address

if TYPE_CHECKING:
    import httpx2

DISCOVERY_TIMEOUT = 1.0
"""Seconds for each server: those on this computer answer in milliseconds, and the user is waiting."""

LocalKind = Literal["ollama", "lmstudio"]


class LocalServer(Struct, frozen=True):
    """A server that answered."""

    kind: LocalKind
    title: str
    base_url: str
    """In the form used in settings."""
    models: int
    """Number of models it lists."""


class LocalServerUrls(Struct, frozen=True):
    """The addresses to try."""

    ollama: str = PROVIDER_TYPES["ollama"].base_url
    lmstudio: str = PROVIDER_TYPES["lmstudio"].base_url


DEFAULT_URLS = LocalServerUrls()
"""The default addresses."""


_DEFAULT_PORTS = {"": 11434, "http": 80, "https": 443}
_ALL_ADDRESSES = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read, not bound
"""Addresses used if Ollama listens on all interfaces."""


async def find_servers(
    environment: Mapping[str, str] = os.environ,
    transport: "httpx2.AsyncBaseTransport | None" = None,
    urls: LocalServerUrls = DEFAULT_URLS,
) -> tuple[LocalServer, ...]:
    """Return the servers that answer, within about a second. Raises no connection errors.

    `OLLAMA_HOST` is used if it names this computer; other computers are not contacted.
    """
    ollama_url = local_ollama_url(environment.get("OLLAMA_HOST", ""))
    addresses = replace(urls, ollama=ollama_url) if ollama_url else urls
    async with asyncio.TaskGroup() as tasks:
        probes = [
            tasks.create_task(_probe_server("ollama", addresses.ollama, transport)),
            tasks.create_task(_probe_server("lmstudio", addresses.lmstudio, transport)),
        ]
    return tuple(server for probe in probes if (server := probe.result()) is not None)


def local_ollama_url(host: str) -> str:
    """Return the URL of Ollama from *host*, as in `OLLAMA_HOST`, if that is this computer; else empty.

    The value is interpreted as by Ollama: the port is 11434 unless there is a scheme, and "all addresses" are this
    computer.
    """
    scheme, separator, rest = host.strip().partition("://")
    if not separator:
        scheme, rest = "", scheme
    netloc = rest.partition("/")[0]
    if netloc.count(":") > 1 and "[" not in netloc:
        netloc = f"[{netloc}]"  # an IPv6 address by itself
    default_port = _DEFAULT_PORTS.get(scheme)
    if not netloc or default_port is None:
        return ""
    try:
        parts = urlsplit(f"//{netloc}")
        local_host = _ALL_ADDRESSES.get(parts.hostname or "", parts.hostname or "")
        url_host = f"[{local_host}]" if ":" in local_host else local_host
        address = plain_address(f"{scheme or 'http'}://{url_host}:{parts.port or default_port}")
    except (UsageError, ValueError):
        return ""
    return address.url if address.local else ""


async def _probe_server(
    kind: LocalKind, base_url: str, transport: "httpx2.AsyncBaseTransport | None"
) -> LocalServer | None:
    address = provider_address(kind, base_url)
    error_context = ErrorContext(PROVIDER_TYPES[kind].title, address.host, "Ollama" if kind == "ollama" else "OpenAI")
    timeouts = Timeouts(connect=DISCOVERY_TIMEOUT, idle=DISCOVERY_TIMEOUT)
    client = await run_in_thread(lambda: http_client(address, {}, timeouts, transport))
    try:
        async with asyncio.timeout(DISCOVERY_TIMEOUT):
            count = await (_count_ollama_models if kind == "ollama" else _count_lmstudio_models)(
                client, error_context, address
            )
    except (TimeoutError, ProviderError):
        return None
    except Exception as error:  # no server is the usual case; other errors are raised again
        if not is_foreign_error(error):
            raise
        return None
    finally:
        await client.aclose()
    return None if count is None else LocalServer(kind, PROVIDER_TYPES[kind].title, address.url, count)


async def _count_ollama_models(
    client: "httpx2.AsyncClient", error_context: ErrorContext, address: Address
) -> int | None:
    version = await ask_json(client, error_context, "GET", f"{address.url}/api/version")
    if not version.ok or not text_of(object_of(version.value).get("version")):
        return None
    tags = await ask_json(client, error_context, "GET", f"{address.url}/api/tags")
    return len(listed_names(tags.value, error_context)) if tags.ok else None


async def _count_lmstudio_models(
    client: "httpx2.AsyncClient", error_context: ErrorContext, address: Address
) -> int | None:
    # Imported here: the module imports a provider that most users do not have.
    from vaultdesk.providers.openai.lmstudio import MODEL_LIST_PATHS, is_lmstudio, lmstudio_models

    for path in MODEL_LIST_PATHS:
        reply = await ask_json(client, error_context, "GET", address.url.removesuffix("/v1") + path)
        if reply.ok and is_lmstudio(reply.value):
            return len(lmstudio_models(reply.value) or ())
    return None
