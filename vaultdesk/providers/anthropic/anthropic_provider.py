"""Provider on the anthropic SDK: an endpoint for Messages.

Sends and passes on raw bodies; request and answer are converted in messages_api.py.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AsyncExitStack, aclosing
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads require typed keys; the body here is plain JSON

from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.answer_format import RefusedFormats, with_choice_instruction
from vaultdesk.providers.anthropic.claude_models import listed_claude_models
from vaultdesk.providers.anthropic.messages_api import (
    MessagesAnswer,
    has_thoughts,
    messages_body,
    omitted_parameters,
    takes_choice,
)
from vaultdesk.providers.error_context import ProtocolName, silence_error
from vaultdesk.providers.model_events import ModelEvent, Noticed
from vaultdesk.providers.omission_notices import OmittedParameter
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.provider_errors import refusal_text
from vaultdesk.providers.sdk_provider import ProviderEndpoint, RawResponse, SdkProvider

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic
    from anthropic._response import AsyncAPIResponse, AsyncResponseContextManager
    from anthropic.types import Message


_REFUSALS = (400, 422)
"""Statuses with which a server refuses a parameter of a request."""

_EARLIER_THOUGHTS = re.compile(
    r"messages\.\d|signature|redacted_thinking|thinking`? blocks?|must start with a thinking"
)
"""Matches a refusal that is about reasoning in earlier answers, and not about the reasoning parameters."""

_HOW_TO_THINK = re.compile(r"thinking|output_config|effort")


def _omission_notice(part: str, model: str) -> Phrase | None:
    """Return the notice for the user about an omitted *part*; None if it does not concern them."""
    match part:
        case "thinking":
            return Phrase("{0} refused to be told how much to think, so it was asked without that.", model)
        case "thoughts":
            return Phrase("{0} did not take its earlier thoughts back, so it was asked without them.", model)
        case _:
            return None


class AnthropicMessages(SdkProvider["AsyncAnthropic"]):
    """One endpoint that supports Messages."""

    protocol: ProtocolName = "Anthropic"

    def __init__(self, endpoint: ProviderEndpoint) -> None:
        super().__init__(endpoint)
        self._omitted_parts: defaultdict[str, set[str]] = defaultdict(set)
        self._refused_formats: dict[str, RefusedFormats] = {}
        self._pending_notices: dict[int, list[Phrase]] = {}
        self._omitted_by_request: dict[int, tuple[OmittedParameter, ...]] = {}
        """The parameters that were not sent, by the id of the request in progress."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer; if a parameter had to be omitted, a notice is emitted."""
        notices = self._pending_notices.setdefault(id(request), [])
        try:
            async with aclosing(super().stream(request)) as events:
                async for event in events:
                    while notices:
                        yield Noticed(notices.pop(0))
                    yield event
        finally:
            self._pending_notices.pop(id(request), None)
            self._omitted_by_request.pop(id(request), None)

    def _connect(self, key: str) -> "AsyncAnthropic":
        from anthropic import AsyncAnthropic

        endpoint = self._endpoint
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        if key and not endpoint.vendor:
            # The current SDK sends a bearer token; servers made for older versions read this header
            # (vaultdesk/providers/README.md, "Anthropic Messages").
            headers["x-api-key"] = key
        client = AsyncAnthropic(
            # Never empty: the SDK would use a key from the environment and send it to another host.
            api_key=key or "none",
            base_url=endpoint.address.url,
            max_retries=0,
            http_client=endpoint.http_client(headers),
            open_telemetry=False,  # the environment could switch it on, and it can carry the chat
        )
        client.messages.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer_parser(self, request: ModelRequest) -> MessagesAnswer:
        return MessagesAnswer(self._error_context, self._replay_scope("messages", request.model))

    async def _open_response(
        self, client: "AsyncAnthropic", request: ModelRequest, stack: AsyncExitStack
    ) -> "httpx2.Response":
        """Send the request; send it again without a parameter that the server refuses, once for each parameter."""
        omitted = self._omitted_parts[request.model]
        left_out = set(omitted)
        formats = self._refused_formats.setdefault(request.model, _formats_not_taken(request.model))
        scope = self._replay_scope("messages", request.model)
        while True:
            sent_request = formats.adapted(request)
            if not takes_choice(request, left_out):
                sent_request = with_choice_instruction(sent_request)
            body = messages_body(sent_request, scope=scope, vendor=self._endpoint.vendor, left_out=left_out)
            try:
                async with asyncio.timeout(self._idle_timeout):
                    opened = await stack.enter_async_context(_open_stream(client, body))
                self._omitted_by_request[id(request)] = tuple(omitted_parameters(request, body))
                response: httpx2.Response = opened.http_response
                return response
            except TimeoutError:
                raise silence_error(self._error_context, self._idle_timeout, begun=False) from None
            except Exception as error:  # any other error is raised again
                if formats.learn(refusal_text(error, _REFUSALS), sent_request):
                    continue
                refused, lasting = _refused_part(error, body)
                if not refused or refused in left_out:
                    raise
                left_out.add(refused)
                if lasting:
                    omitted.add(refused)
                notice = _omission_notice(refused, request.model)
                if notice is not None:
                    self._pending_notices.get(id(request), []).append(notice)

    def _omitted_parameters(self, request: ModelRequest) -> Iterable[OmittedParameter]:
        return self._omitted_by_request.pop(id(request), ())

    async def _request_models(self, client: "AsyncAnthropic") -> RawResponse:
        return await client.models.with_raw_response.list(limit=1000)

    def _parse_models(self, body: JsonValue) -> tuple[ModelInfo, ...]:
        return listed_claude_models(body, self._error_context)


def _open_stream(
    client: "AsyncAnthropic", body: Mapping[str, JsonValue]
) -> "AsyncResponseContextManager[AsyncAPIResponse[Message]]":
    known: dict[str, Any] = {**body}  # Any: see the import
    # The current SDK has no temperature parameter, but compatible servers do.
    extra = {"temperature": known.pop("temperature")} if "temperature" in known else None
    return client.messages.with_streaming_response.create(**known, extra_body=extra)


def _formats_not_taken(model: str) -> RefusedFormats:
    """Return the formats not supported: JSON mode, and for models of other vendors schemas too."""
    return RefusedFormats(("json_object",) if "claude" in model.lower() else ("json_object", "json_schema"))


def _refused_part(error: Exception, body: Mapping[str, JsonValue]) -> tuple[str, bool]:
    """Return the parameter of *body* that a refusal is about and that is optional; empty for none.

    The second value is True if the model does not support it, False if only this chat does not.
    """
    error_text = refusal_text(error, _REFUSALS)
    for part in ("tool_choice", "temperature"):
        if part in error_text and part in body:
            return part, True
    if not _HOW_TO_THINK.search(error_text):
        return "", False
    of_old = bool(_EARLIER_THOUGHTS.search(error_text))
    thinking_was_sent = "thinking" in body or "output_config" in body
    if (of_old or not thinking_was_sent) and has_thoughts(body):
        return "thoughts", False
    return ("thinking", not of_old) if thinking_was_sent else ("", False)
