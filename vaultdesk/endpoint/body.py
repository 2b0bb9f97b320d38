"""Body: the JSON object a request carries, within limits. Knows nothing of what is in it."""

import json
import re

from pydantic import JsonValue
from starlette.requests import ClientDisconnect, Request

from vaultdesk.endpoint.refusal import Refusal
from vaultdesk.endpoint.wire_json import Json

MOST_BYTES = 16 * 1024 * 1024
"""Bytes of a request: a long conversation with a few pictures; a program that sends more has gone wrong."""

MOST_DEPTH = 100
"""Levels of nesting: far over any tool's schema, far under what breaks readers further on (THREATS 2.3)."""

_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")
"""How half of a character pair can come in; whole pairs look the same."""

_CLOSE = {"connection": "close"}


async def read_object(request: Request) -> Json:
    """Return the JSON object of *request*. Raises `Refusal`."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        # A web page may send text/plain or a form without asking first; JSON it may not.
        raise Refusal(415, "Send the request as application/json.", code="unsupported_content_type", headers=_CLOSE)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Refusal(415, "Send the request uncompressed.", code="unsupported_content_encoding", headers=_CLOSE)
    try:
        data = await _whole(request)
    except ClientDisconnect:
        raise Refusal(400, "The request ended half-way.", headers=_CLOSE) from None
    value = _parsed(data)
    if not isinstance(value, dict):
        raise Refusal(400, "The request must be one JSON object.", code="invalid_json")
    return value


async def _whole(request: Request) -> bytes:
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > MOST_BYTES:
        raise _too_large()
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise _too_large()
    return bytes(data)


def _too_large() -> Refusal:
    megabytes = MOST_BYTES // (1024 * 1024)
    return Refusal(413, f"The request is larger than {megabytes} MB.", code="request_too_large", headers=_CLOSE)


def _parsed(data: bytes) -> JsonValue:
    try:
        value: JsonValue = json.loads(data.decode("utf-8"), parse_constant=_refuse)
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        # Bad UTF-8 and numbers of thousands of digits are ValueErrors too; their words would repeat the request.
        raise Refusal(400, "The request is not valid JSON.", code="invalid_json") from None
    level: list[JsonValue] = [value]
    for _ in range(MOST_DEPTH):
        level = [inner for item in level for inner in _inside(item)]
        if not level:
            return _encodable(value) if _HALF_PAIR.search(data) else value
    raise _too_deep()


def _encodable(value: JsonValue) -> JsonValue:
    """Return *value* with half character pairs as `?`: no provider could be sent them, wherever they stand."""
    whole: JsonValue = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return whole


def _inside(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _too_deep() -> Refusal:
    return Refusal(400, f"The request is nested more than {MOST_DEPTH} levels deep.", code="invalid_json")


def _refuse(name: str) -> JsonValue:
    raise ValueError(name)
