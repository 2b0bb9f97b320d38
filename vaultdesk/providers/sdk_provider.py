"""Shared part of the providers on a vendor SDK: connection, request, failures, and notices about omitted parameters."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar, assert_never
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec import field as struct_field
from pydantic import JsonValue

from vaultdesk.core.errors import ProviderError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.this_computer import is_local_network
from vaultdesk.core.transmission import Destination, TransmissionLog
from vaultdesk.core.values import replace
from vaultdesk.providers.answer_format import RefusedFormats
from vaultdesk.providers.error_context import ErrorContext, ProtocolName, silence_error, wrong_protocol_error
from vaultdesk.providers.history_replay import replay_scope
from vaultdesk.providers.http_connection import (
    DEFAULT_TIMEOUTS,
    Address,
    Timeouts,
    http_client,
    proxy_of,
    run_in_thread,
)
from vaultdesk.providers.lenient_json import parse_json
from vaultdesk.providers.model_list import listed_models
from vaultdesk.providers.provider import ModelEvent, ModelInfo, ModelRequest, Noticed
from vaultdesk.providers.provider_errors import is_foreign_error, refusal_text, translate_error
from vaultdesk.providers.response_reader import AnswerParser, read_response

if TYPE_CHECKING:
    import httpx2


OmittedParameter = Literal["temperature", "high temperature", "length"]
"""No temperature is accepted; not such a high one; no limit on the length of an answer."""


class OmissionNotices:
    """The notices already shown, by conversation and model."""

    def __init__(self) -> None:
        self._shown: set[tuple[str, str, OmittedParameter]] = set()

    def notices(self, request: ModelRequest, parameters: Iterable[OmittedParameter], name: str = "") -> list[Noticed]:
        """Return the notices about *parameters* that were not shown yet; *name* is the model's display name, if any."""
        keys = {parameter: (request.conversation_id, request.model, parameter) for parameter in parameters}
        new = [parameter for parameter, key in keys.items() if key not in self._shown]
        self._shown.update(keys.values())
        return [Noticed(_omission_phrase(parameter, name or request.model)) for parameter in new]


def _omission_phrase(parameter: OmittedParameter, model: str) -> Phrase:
    match parameter:
        case "temperature":
            return Phrase("{0} does not accept a temperature, so the request was sent without one.", model)
        case "high temperature":
            return Phrase("{0} does not accept a temperature above 1, so 1 was used.", model)
        case "length":
            return Phrase(
                "{0} does not accept a limit on the length of an answer, so the request was sent without one.", model
            )
        case _:
            assert_never(parameter)


# Servers with the same API differ in what they accept. An optional part of a request that is refused is omitted; the
# request is sent again immediately, and nothing is lost.


class ModelRefusals(Struct):
    """What the server of one model refused; its next requests omit it."""

    formats: RefusedFormats = struct_field(default_factory=RefusedFormats)
    parts: set[str] = struct_field(default_factory=set)
    """Optional parts of a body."""


class AdaptedRequest(Struct):
    """A request that is sent until its server accepts it, each time without what was refused."""

    request: ModelRequest
    refusals: ModelRefusals
    omitted: set[str]
    """Optional parts of the body that are omitted: those in `refusals`, and those refused in this conversation only."""
    sent_request: ModelRequest
    """The request as last sent."""
    sent_body: Mapping[str, JsonValue] = struct_field(default_factory=dict)
    notices: list[Phrase] = struct_field(default_factory=list)
    """Notices for the user about omitted parts."""


# The SDK is imported on first use in a thread, together with reading the key, because a keyring may be slow.

MODEL_LIST_TIMEOUT = 30.0
"""Seconds for a model list: nothing has to be loaded for it, and the user waits for the key test."""


def no_key() -> str:
    """Return no key, for servers that need none."""
    return ""


def _no_preparation() -> None:
    """Prepare nothing."""


def _unknown_program(_model: str) -> str:
    """Return "": no program is known."""
    return ""


@dataclass(frozen=True, slots=True)
class ProviderEndpoint:
    """Address and credentials of a provider."""

    name: str
    """Display name."""
    address: Address
    key: Callable[[], str] = field(default=no_key, repr=False)
    """Returns the key, or an empty text. May block and raise `ProviderRefused`; called in a thread."""
    vendor: bool = False
    """True for the vendor of the SDK, False for compatible servers."""
    timeouts: Timeouts = DEFAULT_TIMEOUTS
    prepare: Callable[[], None] = _no_preparation
    """Called in a thread before the first connection, for initialization that would otherwise run on the event loop."""
    transport: "httpx2.AsyncBaseTransport | None" = None
    """Replaces the network, in tests and for preloading."""
    log: TransmissionLog | None = None
    """Records each request before it is sent."""
    server_program: Callable[[str], str] = _unknown_program
    """Returns the program that serves a model (`ModelInfo.server`); empty if not known."""

    def http_client(self, headers: Mapping[str, str]) -> "httpx2.AsyncClient":
        """Return a client for this endpoint that sends *headers*. Raises `ProviderRefused`."""
        timeouts = replace(self.timeouts, idle=self.prompt_timeout)
        return http_client(self.address, headers, timeouts, self.transport, name=str(self.name), log=self.log)

    @property
    def self_hosted(self) -> bool:
        """Whether the server is on this computer or the local network: it may be slow, and its keep-alives are
        trusted."""
        return is_local_network(urlsplit(self.address.url).hostname or "")

    @property
    def prompt_timeout(self) -> float:
        """Seconds of silence allowed before the answer begins. Without a GPU a model reads some 50 tokens of a prompt
        per second."""
        return max(self.timeouts.idle, self.timeouts.prompt) if self.self_hosted else self.timeouts.idle

    @property
    def destination(self) -> Destination:
        """Destination of questions."""
        return Destination(self.name, self.address.host, self.address.local)

    def error_context(self, protocol: ProtocolName, secret: str = "") -> ErrorContext:
        """Return the context for its error messages, in which *secret* is never quoted.

        Reads the proxy settings of the system, which may take a while; call it in a thread.
        """
        return ErrorContext(self.name, self.address.host, protocol, secret, proxy_of(self.address))


class SdkClient(Protocol):
    """Common methods of both SDKs' clients."""

    async def close(self) -> None:
        """Close connections."""


class RawResponse(Protocol):
    """The raw response type of both SDKs."""

    @property
    def http_response(self) -> "httpx2.Response":
        """The underlying response."""


C = TypeVar("C", bound=SdkClient)


class SdkProvider(ABC, Generic[C]):
    """One endpoint on one vendor's SDK."""

    protocol: ProtocolName
    refusal_statuses: Collection[int] = (400, 422)
    """Statuses with which a server refuses a part of a request."""

    def __init__(self, endpoint: ProviderEndpoint) -> None:
        self._endpoint = endpoint
        self._error_context = ErrorContext(endpoint.name, endpoint.address.host, self.protocol)
        self._client: C | None = None
        self._refusals: dict[str, ModelRefusals] = {}
        self._omission_notices = OmissionNotices()

    @property
    def destination(self) -> Destination:
        """Destination of requests."""
        return self._endpoint.destination

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream one answer. Raises `ProviderError`; cancelling or closing closes the connection."""
        client = await self._connected_client()
        answer = self._answer_parser(request)
        failure: ProviderError | None = None
        async with AsyncExitStack() as stack:
            try:
                refusals = self._refusals_of(request.model)
                adapted = AdaptedRequest(request, refusals, set(refusals.parts), request)
                response = await self._open_response(client, adapted, stack)
                for phrase in adapted.notices:
                    yield Noticed(phrase)
                for notice in self._omission_notices.notices(request, self._omitted_parameters(adapted)):
                    yield notice
                event_stream = read_response(
                    response.aiter_bytes(),
                    answer,
                    self._error_context,
                    self._idle_timeout,
                    prompt_limit=self._prompt_timeout,
                    trusts_keep_alives=self._endpoint.self_hosted,
                )
                async with aclosing(event_stream) as events:
                    async for event in events:
                        yield event
            except Exception as error:  # external failures are translated; others are raised again
                if not is_foreign_error(error):
                    raise
                failure = translate_error(error, self._error_context, begun=answer.begun)
        # Raised here, so that a vendor's text with a key in it is not attached as its context.
        if failure is not None:
            raise failure

    async def models(self) -> tuple[ModelInfo, ...]:
        """Fetch the models; sends no note text. Raises `ProviderError`."""
        client = await self._connected_client()
        limit = min(MODEL_LIST_TIMEOUT, self._idle_timeout)
        failure: ProviderError | None = None
        text = ""
        try:
            async with asyncio.timeout(limit):
                text = (await self._request_models(client)).http_response.text
        except TimeoutError:
            raise silence_error(self._error_context, limit, begun=False) from None
        except Exception as error:  # translated below; a bug is raised again
            if not is_foreign_error(error):
                raise
            if self._endpoint.address.complete and getattr(error, "status_code", 0) in (404, 405):
                return ()  # The address of a single endpoint has no list next to it.
            failure = translate_error(error, self._error_context)
        if failure is not None:
            raise failure
        return self._parse_models(self._parse_json(text))

    async def _open_response(self, client: C, adapted: AdaptedRequest, stack: AsyncExitStack) -> "httpx2.Response":
        """Send the request, again without each optional part that is refused; return the response, its body unread."""
        while True:
            adapted.sent_request, adapted.sent_body = self._next_body(adapted)
            try:
                async with asyncio.timeout(self._prompt_timeout):
                    return await self._send(client, adapted.sent_body, stack)
            except TimeoutError:
                raise silence_error(self._error_context, self._prompt_timeout, begun=False) from None
            except Exception as error:  # raised again, unless it refuses an optional part
                if not self._learn_from_refusal(error, adapted):
                    raise

    def _learn_from_refusal(self, error: Exception, adapted: AdaptedRequest) -> bool:
        """Record what *error*, the response to the body last sent, refuses; return whether the next body differs."""
        error_text = refusal_text(error, self.refusal_statuses)
        if adapted.refusals.formats.learn(error_text, adapted.sent_request):
            return True
        part, lasting = self._refused_part(error, error_text, adapted.sent_body)
        if not part or part in adapted.omitted:
            return False
        adapted.omitted.add(part)
        if lasting:
            adapted.refusals.parts.add(part)
        if notice := self._omission_notice(part, adapted.request.model):
            adapted.notices.append(notice)
        return True

    def _refused_part(self, error: Exception, error_text: str, body: Mapping[str, JsonValue]) -> tuple[str, bool]:
        """Return the optional part of *body* that *error* refuses; empty for none.

        *error_text* is its text in lower case, empty if its status is not one of `refusal_statuses`. The second value
        is True if the model does not support the part, False if only this conversation does not.
        """
        return "", False

    def _omitted_parameters(self, adapted: AdaptedRequest) -> Iterable[OmittedParameter]:
        """Return the parameters of the request, just sent, that were omitted."""
        return ()

    def _refusals_of(self, model: str) -> ModelRefusals:
        """Return what the server of *model* refused so far."""
        return self._refusals.setdefault(model, ModelRefusals())

    def _omission_notice(self, part: str, model: str) -> Phrase | None:
        """Return the notice for the user about an omitted *part*; None if it does not concern them."""
        return None

    async def aclose(self) -> None:
        """Close connections. May be called twice."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    @abstractmethod
    def _connect(self, key: str) -> C:
        """Import the SDK and return its client. Runs in a thread."""

    @abstractmethod
    def _answer_parser(self, request: ModelRequest) -> AnswerParser:
        """Return the reader of the answer to *request*."""

    @abstractmethod
    def _next_body(self, adapted: AdaptedRequest) -> tuple[ModelRequest, Mapping[str, JsonValue]]:
        """Return the request without what was refused, and its body."""

    @abstractmethod
    async def _send(self, client: C, body: Mapping[str, JsonValue], stack: AsyncExitStack) -> "httpx2.Response":
        """Send *body* and return the response, its body unread; *stack* closes it. Raises if the server refuses it."""

    @abstractmethod
    async def _request_models(self, client: C) -> RawResponse:
        """Send the request for the list of models."""

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        """Return the models in a list. Raises `ProviderBroken` if it is not a list."""
        return listed_models(body, self._error_context)

    def _replay_scope(self, wire: str, model: str) -> str:
        """Return the scope of answers of *model* here (providers/history_replay.py)."""
        return replay_scope(wire, self._endpoint.address.host, model)

    @property
    def _idle_timeout(self) -> float:
        return self._endpoint.timeouts.idle

    @property
    def _prompt_timeout(self) -> float:
        return self._endpoint.prompt_timeout

    async def _connected_client(self) -> C:
        if self._client is None:
            self._client = await run_in_thread(self._keyed_client)
        return self._client

    def _keyed_client(self) -> C:
        key = self._endpoint.key()
        self._error_context = self._endpoint.error_context(self.protocol, key)
        self._endpoint.prepare()
        return self._connect(key)

    def _parse_json(self, text: str) -> JsonValue:
        if text.lstrip().startswith("<"):
            raise wrong_protocol_error(self._error_context, Phrase("a web page"))
        try:
            return parse_json(text)
        except ValueError:
            raise wrong_protocol_error(self._error_context, Phrase("something that is not JSON")) from None
