"""Provider for the Responses API, and the client of the openai SDK that both of its APIs use."""

import re
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any  # Any: the SDK's overloads require typed keys; the body here is plain JSON

from pydantic import JsonValue

from vaultdesk.providers.error_context import ProtocolName
from vaultdesk.providers.openai.request_omissions import REFUSAL_STATUSES
from vaultdesk.providers.openai.responses_api import (
    NATIVE_ITEMS_PART,
    OPTIONAL_PARTS,
    ResponsesAnswer,
    requested_effort,
    responses_body,
)
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.sdk_provider import (
    AdaptedRequest,
    OmittedParameter,
    ProviderEndpoint,
    RawResponse,
    SdkProvider,
)

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI


def openai_client(endpoint: ProviderEndpoint, key: str) -> "AsyncOpenAI":
    """Import the SDK and return its client. Takes a second; call it in a thread."""
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        # Never empty: the SDK would use a key from the environment and send it to another host.
        api_key=key or "none",
        base_url=endpoint.address.url,
        max_retries=0,
        http_client=endpoint.http_client(endpoint.address.key_headers(key)),
    )


def sdk_arguments(body: Mapping[str, JsonValue], **required: JsonValue) -> dict[str, Any]:  # Any: see the import
    """Return *body* as arguments of an SDK's method; *required* are its required ones, overridden by those in the body.

    Typed arguments would be validated message by message on the event loop: with a chat of 200 rounds the window would
    freeze for a second. "Extra" fields are sent unchanged.
    """
    return {**required, "stream": body.get("stream"), "extra_body": dict(body)}


# The provider sends and receives raw bodies; responses_api.py builds the request and parses the answer.

_NATIVE_ITEMS_REFUSED = re.compile(
    r"invalid_encrypted_content|encrypted content .{0,80}could not|without its required|items are not persisted"
    r"|(unknown|invalid|unsupported).{0,40}(type: ?)?'?reasoning'? ?item",
    re.IGNORECASE,
)
"""Matches a refusal of native items: made by another account, or stored for another server."""


class OpenAIResponses(SdkProvider["AsyncOpenAI"]):
    """One endpoint that supports Responses."""

    protocol: ProtocolName = "OpenAI"
    refusal_statuses = REFUSAL_STATUSES

    def _connect(self, key: str) -> "AsyncOpenAI":
        client = openai_client(self._endpoint, key)
        client.responses.with_streaming_response  # noqa: B018 - imports here what the first request needs
        return client

    def _answer_parser(self, request: ModelRequest) -> ResponsesAnswer:
        return ResponsesAnswer(self._error_context, self._replay_scope("responses", request.model))

    def _next_body(self, adapted: AdaptedRequest) -> tuple[ModelRequest, Mapping[str, JsonValue]]:
        request = adapted.refusals.formats.adapted(adapted.request)
        scope = self._replay_scope("responses", request.model)
        return request, responses_body(request, scope=scope, omitted=adapted.omitted)

    async def _send(
        self, client: "AsyncOpenAI", body: Mapping[str, JsonValue], stack: AsyncExitStack
    ) -> "httpx2.Response":
        opening = client.responses.with_streaming_response.create(**sdk_arguments(body))
        response: httpx2.Response = (await stack.enter_async_context(opening)).http_response
        return response

    def _refused_part(self, error: Exception, error_text: str, body: Mapping[str, JsonValue]) -> tuple[str, bool]:
        part = _refused_part(error, error_text, body) if error_text else ""
        return part, part != NATIVE_ITEMS_PART  # native items belong to this conversation, the others to the model

    def _omitted_parameters(self, adapted: AdaptedRequest) -> Iterator[OmittedParameter]:
        if adapted.request.temperature is not None and "temperature" in adapted.omitted:
            yield "temperature"
        if adapted.request.length_is_set and "max_output_tokens" in adapted.omitted:
            yield "length"

    async def _request_models(self, client: "AsyncOpenAI") -> RawResponse:
        return await client.models.with_raw_response.list()


def _refused_part(error: Exception, error_text: str, body: Mapping[str, JsonValue]) -> str:
    """Return the optional parameter of *body* that a refusal names; empty for none."""
    if _NATIVE_ITEMS_REFUSED.search(error_text):
        return NATIVE_ITEMS_PART
    if "ncrypted content is not supported" in error_text:
        return "include" if "include" in body else ""
    parameter = str(getattr(error, "param", None) or "")
    part_name = next((part for part in _sent_parts(body) if _names_sent_part(part, parameter, error_text)), "")
    if part_name == "reasoning.effort" and "nsupported parameter" not in error_text:
        # Another value may be accepted: the lowest effort has a different name by model.
        return f"{part_name}={requested_effort(body)}"
    return part_name


def _sent_parts(body: Mapping[str, JsonValue]) -> list[str]:
    """Return the parameters of *body* that may be omitted, the more specific first."""
    reasoning = body.get("reasoning")
    reasoning_parts = [f"reasoning.{name}" for name in reasoning] if isinstance(reasoning, dict) else []
    return [part for part in sorted(OPTIONAL_PARTS, key=len, reverse=True) if part in body or part in reasoning_parts]


def _names_sent_part(part: str, parameter: str, error_text: str) -> bool:
    if parameter:
        return parameter == part or parameter.startswith((f"{part}.", f"{part}["))
    # A common word could occur in any sentence; as a name it is quoted, or follows a colon.
    is_common_word = part.isalpha() and part != "temperature"
    pattern = rf"['\"`]{part}['\"`]|: ?{part}\b" if is_common_word else rf"(?<![\w.]){re.escape(part)}(?![\w.])"
    return bool(re.search(pattern, error_text))
