"""Tests of endpoint/request_body.py."""

import asyncio
import json
from typing import Any

import pytest

from tests.endpoint.bench import LABEL, TOKEN, WEATHER, bench, said, scripted
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.endpoint.request_body import MAX_BODY_BYTES, MAX_BODY_DEPTH, read_request

# Body: invalid requests over the wire: too large, truncated, not JSON, too deep.

VALID_BODY = {"model": LABEL, "input": "Hello"}


INVALID_BODIES = [
    b"", b"{", b"nonsense", b"{'model': 1}", b'{"a": NaN}', b'{"a": Infinity}', b'{"a": 1}{', b"\xff\xfe{}",
    b'{"a": "\xff"}', b"[]", b'"text"', b"null", b"1", b'{"a": ' + b"9" * 5000 + b"}",
    b"[" * 100_000, b'{"a":' * 100_000, b'{"input": ' + b"[" * 150 + b"]" * 150 + b"}",
]  # fmt: skip


async def test_a_body_that_is_no_json_object_is_a_bad_request() -> None:
    provider = scripted()
    async with bench(provider) as served:
        for body in INVALID_BODIES:
            head, answer = await served.send(body)
            assert head.startswith("HTTP/1.1 400"), body[:50]
            assert json.loads(answer)["error"]["code"] == "invalid_json"

    assert provider.requests == []


async def test_depth_is_limited_and_not_size() -> None:
    deep: object = "x"
    for _ in range(MAX_BODY_DEPTH - 2):
        deep = [deep]
    async with bench(scripted()) as served:
        status, answer = await served.post({**VALID_BODY, "model": "nobody", "metadata2": deep})
        deeper_status, _ = await served.post({**VALID_BODY, "metadata2": [[deep]]})

    assert (status, answer["error"]["code"]) == (404, "model_not_found"), "it was read"
    assert deeper_status == 400


async def test_a_too_large_declared_length_is_refused_before_reading() -> None:
    async with bench(scripted()) as served:
        head, answer = await served.send(b"{", content_length=str(MAX_BODY_BYTES + 1))
        endless, _ = await served.send(b"{", content_length="9" * 19)

    assert head.startswith("HTTP/1.1 413")
    assert json.loads(answer)["error"]["code"] == "request_too_large"
    assert endless.startswith("HTTP/1.1 413")


async def test_a_chunked_body_is_refused_once_it_is_too_large() -> None:
    async with bench(scripted()) as served:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(
            f"POST /v1/responses HTTP/1.1\r\nhost: localhost:{served.port}\r\nauthorization: Bearer {TOKEN}\r\n"
            "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n".encode()
        )
        chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
        async with asyncio.timeout(20):
            for _ in range(17):
                writer.write(chunk)
            head = await reader.readuntil(b"\r\n")
        writer.close()

    assert b" 413 " in head


async def test_a_large_body_within_the_limit_is_read() -> None:
    async with bench(scripted()) as served:
        status, _ = await served.post({"model": "nobody", "input": "x" * (MAX_BODY_BYTES - 100)})

    assert status == 404


async def test_compressed_bodies_are_refused() -> None:
    async with bench(scripted()) as served:
        for encoding in ("gzip", "br", "zstd", "identity, gzip"):
            head, _ = await served.send(b"{}", content_encoding=encoding)
            assert head.startswith("HTTP/1.1 415")


async def test_an_invalid_content_length_is_refused() -> None:
    async with bench(scripted()) as served:
        for length in ("-1", "x", "1, 2", "1.5"):
            head, _ = await served.send(b"{}", content_length=length)
            assert head.startswith("HTTP/1.1 400")


async def test_an_interrupted_request_does_not_affect_the_endpoint() -> None:
    async with bench(scripted()) as served:
        _, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(
            f"POST /v1/responses HTTP/1.1\r\nhost: localhost:{served.port}\r\nauthorization: Bearer {TOKEN}\r\n"
            'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"model"'.encode()
        )
        await writer.drain()
        writer.close()
        status, _ = await served.post({**VALID_BODY, "model": "nobody"})

    assert status == 404


async def test_lone_surrogates_are_replaced_before_reaching_a_provider() -> None:
    provider = scripted(said("Fine."))
    property_schema = {"type": "string", "description": "a\ud800b \U0001f600"}
    tool = {
        **WEATHER,
        "description": "\udfff",
        "parameters": {"type": "object", "properties": {"\ud83d": property_schema}},
    }
    body = json.dumps({**VALID_BODY, "input": "\ud83d\ude00 \ud83d", "tools": [tool]}).encode()
    async with bench(provider) as served:
        head, _ = await served.send(body)

    assert head.startswith("HTTP/1.1 200")
    (request,) = provider.requests
    assert request.messages[0].text == "\U0001f600 ?"
    assert request.tools[0].description == "?"
    assert request.tools[0].parameters["properties"] == {"?": {**property_schema, "description": "a?b \U0001f600"}}


# Schema: fields without a meaning here are ignored, and unsupported features are refused.

CODEX: dict[str, Any] = {
    "model": "work/m",
    "input": [],
    "stream": True,
    "store": False,
    "include": ["reasoning.encrypted_content"],
    "reasoning": {"summary": "auto", "effort": "minimal"},
    "tool_choice": "auto",
    "parallel_tool_calls": True,
    "prompt_cache_key": "x",
    "client_metadata": {"a": {"b": 1}},
    "text": {"verbosity": "low"},
    "service_tier": "auto",
    "stream_options": {"include_obfuscation": False},
    "truncation": "auto",
    "top_p": 0.5,
    "safety_identifier": "x",
    "max_tool_calls": 3,
    "user": "u",
    "some_day": {"new": True},
}


def error_of(body: dict[str, Any]) -> EndpointError:
    with pytest.raises(EndpointError) as raised:
        read_request({"model": "m", "input": "Hello", **body})
    assert raised.value.status == 400
    return raised.value


def test_everything_codex_sends_is_accepted() -> None:
    request = read_request({**CODEX, "input": [{"role": "user", "content": "Hello", "id": "msg_1"}]})

    assert (request.model, request.stream, request.effort) == ("work/m", True, "low")


@pytest.mark.parametrize(
    ("effort", "expected"),
    [
        ("none", "off"),
        ("minimal", "low"),
        ("low", "low"),
        ("medium", "medium"),
        ("high", "high"),
        ("xhigh", "high"),
        ("max", "high"),
        ("colossal", ""),
        (None, ""),
    ],
)
def test_each_effort_is_mapped(effort: str | None, expected: str) -> None:
    assert read_request({"input": "Hello", "reasoning": {"effort": effort}}).effort == expected


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"input": 1}, "input"),
        ({"input": ["text"]}, "input"),
        ({"tools": {}}, "tools"),
        ({"temperature": "hot"}, "temperature"),
        ({"temperature": 3}, "temperature"),
        ({"max_output_tokens": 0}, "max_output_tokens"),
        ({"stream": "maybe"}, "stream"),
        ({"tool_choice": 1}, "tool_choice"),
        ({"model": 1}, "model"),
        ({"metadata": {"a": {}}}, "metadata"),
    ],
)
def test_an_invalid_field_is_named(fields: dict[str, Any], param: str) -> None:
    error = error_of(fields)

    assert (error.code, error.param) == ("invalid_value", param)
    assert error.message.startswith(f"{param}: ")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"previous_response_id": "resp_1"}, "previous_response_not_found"),
        ({"conversation": "conv_1"}, "unsupported_parameter"),
        ({"background": True}, "unsupported_parameter"),
        ({"prompt": {"id": "p"}}, "unsupported_parameter"),
        ({"input": ""}, "missing_required_parameter"),
        ({"input": []}, "missing_required_parameter"),
        ({"input": None}, "missing_required_parameter"),
    ],
)
def test_unsupported_features_are_refused(fields: dict[str, Any], code: str) -> None:
    assert error_of(fields).code == code


def test_empty_unsupported_fields_are_accepted() -> None:
    read_request(
        {"input": "Hello", "previous_response_id": None, "background": False, "text": {"format": {"type": "text"}}}
    )
