"""HTTP connection to a provider: base address, client with timeouts and headers, and single JSON requests."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar  # Any: details of the HTTP library's trace events
from urllib.parse import SplitResult, parse_qsl, urlsplit
from urllib.request import getproxies, proxy_bypass

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk import __version__
from vaultdesk.core.certificates import CERTIFICATES_HINT, CERTIFICATES_UNREADABLE, ssl_context_for
from vaultdesk.core.errors import ProviderError, ProviderRefused, UsageError
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.core.this_computer import is_own_address, is_this_computer
from vaultdesk.core.transmission import Destination, TransmissionLog, http_request_size, record_request
from vaultdesk.providers.error_context import ErrorContext, broken_answer_error
from vaultdesk.providers.lenient_json import parse_json
from vaultdesk.providers.provider_errors import error_for_status, retry_after

if TYPE_CHECKING:
    import httpx2


OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"

_DEFAULT_PORTS = {"http": 80, "https": 443}
_VERSION = re.compile(r"v\d[a-z0-9]*")


_AZURE_HOST = re.compile(r"\.(openai|cognitiveservices|services\.ai)\.azure\.(com|us|cn)$")
_AZURE_DEPLOYMENT = re.compile(r"/openai/deployments/[^/]+$")

AZURE_API_VERSION = "2024-10-21"
"""`api-version` if the address of a deployment has none; Azure refuses a request without one."""

_SECRET_PARAMETERS = frozenset(
    {"key", "api_key", "api-key", "apikey", "token", "access_token", "sig", "code", "subscription-key"}
)
"""Query parameters that contain a key, which belongs in the keyring and not in the settings file."""


class Address(Struct, frozen=True):
    """The base of every URL of a provider."""

    url: str
    """In the form the vendor's SDK expects, without a trailing slash."""
    origin: str
    """`scheme://host:port`; a key is bound to it (vaultdesk/core/README.md, "Keys and origins")."""
    host: str
    """The host for display, with its port unless it is the default one."""
    local: bool
    """True if it is this computer, judged by the address; `http_client` restricts connections to it."""
    query: str = ""
    """The part after `?`; sent with each request."""
    complete: bool = False
    """Whether it is the address of the endpoint itself; there may be no model list next to it."""
    without_version: bool = False
    """Whether the `/v1` that the SDK adds to each path is removed."""

    def request_path(self, path: str) -> str:
        """Return the path to send for *path*, which the SDK built."""
        base = urlsplit(self.url).path
        versioned = f"{base}/v1/"
        return f"{base}/{path.removeprefix(versioned)}" if self.without_version and path.startswith(versioned) else path

    def key_headers(self, key: str) -> dict[str, str]:
        """Return the headers that carry *key*: Azure reads `api-key`, others a bearer token."""
        if not key:
            return {}
        if _AZURE_HOST.search(self.host):
            return {"api-key": key}
        bearer = {"Authorization": f"Bearer {key}"}
        # A gateway in front of Azure has its own host name and reads one of the two headers.
        return {**bearer, "api-key": key} if _AZURE_DEPLOYMENT.search(self.url) else bearer


def openai_address(base_url: str = "", *, add_v1: bool = True) -> Address:
    """Return the address of a server with OpenAI's protocols.

    An address that ends in `/chat/completions` or `/responses` is complete and used as written. To others `/v1` is
    added if the path has no version, unless *add_v1* is False.
    """
    parts = _split_url(base_url or OPENAI_URL, with_query=True)
    path = parts.path.rstrip("/")
    endpoint_path = next((known for known in ("/chat/completions", "/responses") if path.endswith(known)), "")
    path = path.removesuffix(endpoint_path or "/models").rstrip("/")
    query = parts.query
    if _AZURE_DEPLOYMENT.search(path):
        query = (
            query if "api-version=" in query else "&".join(filter(None, [query, f"api-version={AZURE_API_VERSION}"]))
        )
        return _address_of(parts, path, query, complete=True)
    if not endpoint_path and add_v1 and not any(_VERSION.fullmatch(segment) for segment in path.split("/")):
        azure = _AZURE_HOST.search(parts.hostname or "") and path in ("", "/openai")
        path = "/openai/v1" if azure else f"{path}/v1"
    return _address_of(parts, path, query, complete=bool(endpoint_path))


def anthropic_address(base_url: str = "", *, add_v1: bool = True) -> Address:
    """Return the address of a Messages server, without `/v1`, which the SDK adds.

    An address that ends in `/messages` is complete and used as written, as is any address if *add_v1* is False.
    """
    parts = _split_url(base_url or ANTHROPIC_URL, with_query=True)
    path = parts.path.rstrip("/")
    complete = path.endswith("/messages")
    path = path.removesuffix("/messages").rstrip("/")
    as_written = (complete or not add_v1) and not path.endswith("/v1")
    path = path.removesuffix("/v1").rstrip("/")
    return _address_of(parts, path, parts.query, complete=complete, without_version=as_written)


def plain_address(base_url: str) -> Address:
    """Return the address of a server with an API of its own (Ollama), without the paths of its APIs."""
    parts = _split_url(base_url)
    path = parts.path.rstrip("/")
    for suffix in ("/chat", "/tags", "/api", "/v1"):
        path = path.removesuffix(suffix).rstrip("/")
    return _address_of(parts, path)


def _split_url(text: str, *, with_query: bool = False) -> SplitResult:
    address = text.strip()
    if "://" not in address:
        bare_host = urlsplit(f"//{address}").hostname or ""
        address = f"{'http' if is_this_computer(bare_host) else 'https'}://{address}"
    try:
        parts = urlsplit(address)
        usable = parts.scheme in _DEFAULT_PORTS and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a port that is not a number, unbalanced brackets
        usable = False
    hint = Phrase("Use an address such as http://localhost:1234/v1 or https://api.example.com/v1.")
    if not usable or "\\" in address or " " in address or not address.isprintable():
        raise UsageError(Phrase("The provider's address {0} cannot be used", repr(text.strip()[:200])), hint=hint)
    if parts.username is not None or parts.password is not None:
        # The address is not quoted because it contains a password.
        raise UsageError(
            Phrase("The provider's address contains a user name or password"),
            hint=Sentences(Phrase("Enter keys in Settings."), hint),
        )
    if parts.fragment or (parts.query and not with_query):
        raise UsageError(Phrase("The provider's address {0} has a ? or # part", repr(text.strip()[:200])), hint=hint)
    if any(name.lower() in _SECRET_PARAMETERS for name, _ in parse_qsl(parts.query, keep_blank_values=True)):
        # The message does not quote the address.
        raise UsageError(
            Phrase("The provider's address contains a key"),
            hint=Sentences(Phrase("Enter keys in Settings."), hint),
        )
    return parts


def _address_of(
    parts: SplitResult, path: str, query: str = "", *, complete: bool = False, without_version: bool = False
) -> Address:
    hostname = parts.hostname or ""
    host = f"[{hostname}]" if ":" in hostname else hostname
    default_port = _DEFAULT_PORTS[parts.scheme]
    netloc = host if parts.port in (None, default_port) else f"{host}:{parts.port}"
    return Address(
        url=f"{parts.scheme}://{netloc}{path}",
        origin=f"{parts.scheme}://{host}:{parts.port or default_port}",
        host=netloc,
        local=is_this_computer(hostname),
        query=query,
        complete=complete,
        without_version=without_version,
    )


# The SDKs read environment variables for headers and follow redirects with the whole chat
# (vaultdesk/providers/README.md, "Connections"; vaultdesk/core/README.md, "Keys and origins"). So the HTTP client, not
# the SDK, sets the headers and refuses redirects.

T = TypeVar("T")

_ALLOWED_HEADERS = frozenset(
    {
        "host", "accept", "accept-encoding", "connection", "content-type", "content-length", "transfer-encoding",
        "anthropic-version",
        "x-stainless-raw-response",  # how the SDK marks that it returns the raw body
    }
)  # fmt: skip
"""Headers that a request keeps; others reveal facts about this computer, or come from its environment."""


MAX_BODY = 16_000_000
"""Maximum bytes of a list or a refusal, because the SDKs read them to their end. Answers have limits of their own."""


class Timeouts(Struct, frozen=True):
    """Time limits of a provider."""

    connect: float = 10.0
    """Seconds to a connection: a reachable host answers in one or two, even through a proxy."""
    idle: float = 300.0
    """Seconds without content: a local model loads for minutes, and hidden reasoning produces no data
    (vaultdesk/providers/README.md, "Connections").
    """
    prompt: float = 0.0
    """Seconds without a byte before the answer of a self-hosted server begins, if more than `idle`."""


DEFAULT_TIMEOUTS = Timeouts(prompt=1_800.0)
"""Defaults outside of tests."""


def http_client(
    address: Address,
    headers: Mapping[str, str],
    timeouts: Timeouts,
    transport: "httpx2.AsyncBaseTransport | None" = None,
    *,
    name: str = "",
    log: TransmissionLog | None = None,
) -> "httpx2.AsyncClient":
    """Return a client that sends *headers* and few others and follows no redirects. Raises `ProviderRefused`.

    Each request is recorded in *log*, as one to the provider *name*, before its first byte. If *address* is this
    computer, a connection that leads to another one is closed with a `ProviderRefused` before any byte of a request is
    sent.
    """
    import httpx2

    hooks = _RequestHooks(address, headers, name or address.host, log)
    try:
        certificates = ssl_context_for(address.url)
    except OSError as error:
        raise ProviderRefused(
            CERTIFICATES_UNREADABLE, hint=CERTIFICATES_HINT, kind="network", cause=type(error).__name__
        ) from error
    try:
        return httpx2.AsyncClient(
            transport=transport,
            follow_redirects=False,
            # A proxy in the environment must not receive requests for this computer (vaultdesk/providers/README.md,
            # "Pitfalls", 29).
            trust_env=not address.local,
            verify=certificates,
            timeout=httpx2.Timeout(timeouts.idle, connect=timeouts.connect, pool=timeouts.connect),
            event_hooks={"request": [hooks.prepare, hooks.record], "response": [hooks.limit_body]},
        )
    except (ImportError, ValueError, httpx2.InvalidURL) as error:
        # Proxies are read from the environment here: SOCKS needs a library, an invalid value is a ValueError.
        raise ProviderRefused(
            Phrase("The proxy settings of this computer cannot be used for {0}", address.host),
            hint=Phrase("Set HTTPS_PROXY to an address like http://proxy:3128, or unset ALL_PROXY."),
            kind="network",
            cause=type(error).__name__,
        ) from None


class _RequestHooks:
    """Hooks of the HTTP client for requests to one address."""

    def __init__(self, address: Address, headers: Mapping[str, str], name: str, log: TransmissionLog | None) -> None:
        self._address = address
        self._headers = headers
        self._destination = Destination(name, address.host, address.local)
        self._log = log

    async def prepare(self, request: "httpx2.Request") -> None:
        """Set headers, path and query of *request*; for this computer, have its connection checked."""
        for name in [name for name in request.headers if name.lower() not in _ALLOWED_HEADERS]:
            del request.headers[name]
        request.headers["User-Agent"] = f"VaultDesk/{__version__}"
        request.headers.update(self._headers)
        address, query = self._address, request.url.query.decode("ascii")
        path = address.request_path(request.url.path)
        if path != request.url.path:
            request.url = request.url.copy_with(path=path)
        if address.query and address.query not in query:
            request.url = request.url.copy_with(query="&".join(filter(None, [query, address.query])).encode("ascii"))
        if address.local:
            request.extensions["trace"] = self._check_connection

    async def record(self, request: "httpx2.Request") -> None:
        """Record *request* in the log."""
        body = await request.aread()
        target = request.url.raw_path.decode("ascii")
        size = http_request_size(request.method, target, request.headers.raw, len(body))
        await record_request(self._log, self._destination, "models", size)

    async def limit_body(self, response: "httpx2.Response") -> None:
        """Limit the size of a body that an SDK reads to its end."""
        import httpx2

        if isinstance(response.stream, httpx2.AsyncByteStream) and (
            response.request.method == "GET" or not response.is_success
        ):
            response.stream = _with_size_limit(response.stream)

    async def _check_connection(self, event: str, details: Mapping[str, Any]) -> None:  # Any: types of the HTTP library
        """Close a connection that leads to another computer. Raises `ProviderRefused`."""
        if event == "connection.connect_tcp.complete":
            connection = details["return_value"]
            address = connection.get_extra_info("server_addr")
            if address is None or not is_own_address(str(address[0])):
                await connection.aclose()
                raise ProviderRefused(
                    Phrase("{0} does not resolve to this computer, so nothing was sent", self._address.host),
                    hint=Phrase("Enter the IP address of the other computer as the address of this provider."),
                    kind="network",
                )


def _with_size_limit(stream: "httpx2.AsyncByteStream") -> "httpx2.AsyncByteStream":
    """Return *stream* limited to `MAX_BODY` bytes."""
    import httpx2

    class Bounded(httpx2.AsyncByteStream):
        """A byte stream with a limited length."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            size = 0
            async for chunk in stream:
                size += len(chunk)
                if size > MAX_BODY:
                    raise httpx2.DecodingError("the body is too long")
                yield chunk

        async def aclose(self) -> None:
            await stream.aclose()

    return Bounded()


def proxy_of(address: Address) -> str:
    """Return the proxy for requests to *address*, as `host:port`; empty for direct connections.

    Read from the same sources as in the HTTP library: the environment, or the system's settings.
    """
    host = address.host.rpartition(":")[0] if ":" in address.host and "]" not in address.host else address.host
    if address.local or proxy_bypass(host):
        return ""
    proxies = getproxies()
    proxy = proxies.get(address.url.partition(":")[0]) or proxies.get("all") or ""
    # It may contain a name and password, which must not be shown.
    return proxy.rpartition("@")[2].rpartition("://")[2].strip("/")


async def run_in_thread(work: Callable[[], T]) -> T:
    """Run *work* in a thread: importing an SDK takes up to two seconds (vaultdesk/providers/README.md, "Imports")."""
    executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="provider")
    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work)
    finally:
        executor.shutdown(wait=False)


MAX_REPLY = MAX_BODY
"""Maximum bytes of an answer: facts of a model can contain its whole licence and template, lists a thousand models."""


class JsonReply(Struct, frozen=True):
    """A complete server response."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def http_response(self) -> "httpx2.Response":
        """The same as a response of the HTTP library (`RawResponse` in sdk_provider.py)."""
        import httpx2

        return httpx2.Response(self.status, text=self.text)

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_web_page(self) -> bool:
        return "html" in self.headers.get("content-type", "") or self.text.lstrip().startswith("<")

    @property
    def value(self) -> JsonValue:
        """Its JSON value; None if there is none."""
        return json_value_or_none(self.text)

    @property
    def error_body(self) -> JsonValue:
        """Its content for `error_for_status`: its JSON value, or its text."""
        value = self.value
        return self.text if value is None else value


def json_value_or_none(text: str) -> JsonValue:
    """Return the JSON value of *text*; None if it is not JSON."""
    try:
        return parse_json(text)
    except ValueError:
        return None


async def read_reply(response: "httpx2.Response", error_context: ErrorContext) -> JsonReply:
    """Read *response* to its end. Raises `ProviderBroken` if it is too long, and the errors of the HTTP library."""
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > MAX_REPLY:
            raise broken_answer_error(error_context, Phrase("it is too long"))
    return JsonReply(response.status_code, response.headers, bytes(body).decode("utf-8", "replace"))


async def ask_json(
    client: "httpx2.AsyncClient",
    error_context: ErrorContext,
    method: str,
    url: str,
    body: Mapping[str, JsonValue] | None = None,
) -> JsonReply:
    """Send one request to *url* and return the whole answer, whatever its status. Raises as `read_reply` does."""
    async with client.stream(method, url, json=body) as response:
        return await read_reply(response, error_context)


def error_for_reply(error_context: ErrorContext, reply: JsonReply) -> ProviderError:
    """Return the error for a reply whose status is not a success."""
    return error_for_status(
        error_context,
        status=reply.status,
        body=reply.error_body,
        wait=retry_after(reply.headers),
        is_web_page=reply.is_web_page,
    )
