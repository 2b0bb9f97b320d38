"""Parses the error bodies of servers, in their various shapes, into one value."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_json, text_of

MAX_ERROR_TEXT = 4000
"""Characters of a refusal that are read: some servers echo the whole request."""

MAX_MESSAGE_DEPTH = 4
"""Levels of lists and objects inside a message that are read."""

_MESSAGE_FIELDS = ("message", "msg", "detail", "error", "title", "reason")
"""Fields of an error that contain a sentence for people."""

_RETRY_IN = re.compile(
    r"(?:retry|try again) in (?:(\d{1,4})h)?(?:(\d{1,4})m(?!s))?"
    r"(?:(\d{1,6}(?:\.\d{1,12})?) ?(ms|s)(?:ec(?:onds?)?)?\b)?",
    re.IGNORECASE,
)

_SUCCESS_CODES = frozenset({0, 200, 20000})
"""Codes in a body that report no error."""

_MINIMAX_STATUS: Mapping[int, int] = {
    1001: 504, 1002: 429, 1004: 401, 1008: 402, 1013: 500, 1024: 500, 1026: 400, 1027: 400, 1033: 503, 1039: 429,
    2013: 400, 2049: 401, 2056: 429,
}  # fmt: skip
"""Equivalent HTTP statuses for MiniMax's error codes, which are sent with status 200."""


@dataclass(frozen=True, slots=True)
class ServerMessage:
    """An error message of a server."""

    kind: str = ""
    """Its `type` and `code` fields, joined by spaces."""
    message: str = ""
    parameter: str = ""
    """The request parameter it names."""
    status: int = 0
    """The status inside the body, for errors sent with HTTP status 200; 0 if there is none."""
    details: str = ""
    """Machine-readable names besides the message: exceeded quotas, sources of a limit."""

    @property
    def searchable(self) -> str:
        """All fields in lower case, for pattern matching."""
        return f"{self.kind} {self.message} {self.parameter} {self.details}".lower()

    @property
    def retry_delay(self) -> float | None:
        """Seconds to wait as given in the message, which Gemini and Groq do; None if it gives none."""
        found = _RETRY_IN.search(self.message)
        if found is None or not any(found.groups()):
            return None
        hours, minutes, seconds, unit = found.groups()
        rest = float(seconds or 0) * (0.001 if unit == "ms" else 1)
        return float(hours or 0) * 3600 + float(minutes or 0) * 60 + rest


def read_server_message(body: object) -> ServerMessage:
    """Read `{"error": {...}}`, `{"error": "text"}`, the inner object alone, `{"detail": ...}`, or plain text."""
    if isinstance(body, list) and body:
        body = body[0]  # Gemini's compatible endpoint wraps its errors in a list
    if isinstance(body, str):
        return ServerMessage(message=body[:MAX_ERROR_TEXT])
    outer = object_of(body)
    if base := object_of(outer.get("base_resp")):
        return _minimax_message(base)
    inner = outer.get("error", outer)
    if isinstance(inner, str):
        # Some put a name into `error` and the text next to it: {"error": "unavailable", "message": "..."}.
        beside = text_of(outer.get("message"))
        return ServerMessage(kind=inner[:100] if beside else "", message=(beside or inner)[:MAX_ERROR_TEXT])
    fields = object_of(inner)
    kinds = [object_of(fields.get("details")).get("error_code"), fields.get("code"), fields.get("type")]
    code = fields.get("code")
    return ServerMessage(
        kind=" ".join(str(kind)[:100] for kind in kinds if isinstance(kind, str | int)),
        message=_message(fields)[:MAX_ERROR_TEXT],
        parameter=text_of(fields.get("param"))[:200],
        status=code if isinstance(code, int) and 400 <= code < 600 else 0,
        details=" ".join(_details(fields))[:MAX_ERROR_TEXT],
    )


def error_body_in(value: Mapping[str, JsonValue]) -> JsonValue:
    """Return the error body in *value*, which was sent with status 200; None if it reports no error.

    Servers write errors into a stream, or send one JSON object instead of an answer: `{"error": ...}`,
    `{"object": "error", "message": ...}`, MiniMax's `base_resp`, `{"code": ..., "message": ...}`.
    """
    if value.get("error"):
        return dict(value)
    if count_of(object_of(value.get("base_resp")).get("status_code")):
        return {"base_resp": value["base_resp"]}
    answers = any(value.get(name) for name in ("choices", "content", "output", "usage", "delta", "response"))
    if answers or not _sentence_of(value):
        return None
    named_error = value.get("object") == "error" or value.get("type") == "error"
    code = value.get("code")
    failed = (
        (isinstance(code, int) and code not in _SUCCESS_CODES and not isinstance(code, bool))
        or (isinstance(code, str) and code not in ("", "0", "200"))
        or value.get("success") is False
        or "detail" in value
    )
    return dict(value) if named_error or failed else None


def _sentence_of(value: Mapping[str, JsonValue]) -> str:
    return next((text for name in ("message", "msg", "detail") if (text := text_of(value.get(name)))), "")


def _minimax_message(base: Mapping[str, JsonValue]) -> ServerMessage:
    code = count_of(base.get("status_code"))
    return ServerMessage(
        kind=str(code), message=text_of(base.get("status_msg"))[:MAX_ERROR_TEXT], status=_MINIMAX_STATUS.get(code, 0)
    )


def _message(fields: dict[str, JsonValue]) -> str:
    message = _quoted_text(fields)
    metadata = object_of(fields.get("metadata"))
    behind = _upstream_message(text_of(metadata.get("raw")))
    message = f"{message}: {behind}" if behind and behind not in message else message
    reasons = [reason for reason in _moderation_reasons(fields, metadata) if reason not in message]
    return f"{message} ({', '.join(reasons)})" if reasons else message


def _quoted_text(value: JsonValue, depth: int = MAX_MESSAGE_DEPTH) -> str:
    """Return the sentences in *value*, the message of an error.

    Of an object only its own message is read, because its other fields may repeat the request.
    """
    if isinstance(value, str):
        return value
    if not depth:
        return ""
    if isinstance(value, list):
        return "; ".join(text for one in value if (text := _quoted_text(one, depth - 1)))
    fields = object_of(value)
    text = next((text for name in _MESSAGE_FIELDS if (text := _quoted_text(fields.get(name), depth - 1))), "")
    # pydantic names the field that is wrong.
    steps = " ".join(str(step) for step in list_of(fields.get("loc")) if isinstance(step, str | int))
    return f"{steps}: {text}" if steps and text else text


def _moderation_reasons(fields: dict[str, JsonValue], metadata: dict[str, JsonValue]) -> list[str]:
    """Return the reasons of a content check: OpenRouter's `reasons` and Azure's triggered filters."""
    inner = object_of(fields.get("innererror")) or object_of(fields.get("inner_error"))
    filters = object_of(inner.get("content_filter_result")) or object_of(inner.get("content_filter_results"))
    triggered = [
        name
        for name, result in filters.items()
        if object_of(result).get("filtered") is True or object_of(result).get("detected") is True
    ]
    given = [text_of(reason)[:60] for reason in list_of(metadata.get("reasons"))]
    return [reason for reason in (*given, *triggered) if reason]


def _details(fields: dict[str, JsonValue]) -> Iterator[str]:
    """Yield OpenRouter's source of a limit, Google's reasons and the ids of the quotas that are used up."""
    metadata = object_of(fields.get("metadata"))
    yield from (text for name in ("limit_source", "error_type") if (text := text_of(metadata.get(name))[:100]))
    for detail in map(object_of, list_of(fields.get("details"))):
        yield text_of(detail.get("reason"))[:100]
        for violation in map(object_of, list_of(detail.get("violations"))):
            yield text_of(violation.get("quotaId"))[:200]


def _upstream_message(raw: str) -> str:
    """Return the upstream server's message from OpenRouter, whose own is only "Provider returned error"."""
    try:
        value = parse_json(raw)
    except ValueError:
        return raw
    return (
        read_server_message(value).message
        if isinstance(value, dict | list) and "raw" not in str(value)[:MAX_ERROR_TEXT]
        else ""
    )
