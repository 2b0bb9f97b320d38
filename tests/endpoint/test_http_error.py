"""Tests of endpoint/http_error.py."""

import json
import logging
from typing import get_args

import pytest

from vaultdesk.core.errors import LedgerFailed, ProviderBroken, ProviderErrorKind
from vaultdesk.endpoint.http_error import (
    EndpointError,
    endpoint_error_of,
    event_bytes,
    failure_code,
    json_bytes,
    log_failure,
)

# Wire JSON: accepted by every JSON parser.


@pytest.mark.parametrize(
    "text", ["plain", "ü€😀", 'quote " and \\', "a\nb\r\nc", "\x00\x1f\x7f", "\x85\u2028\u2029", "\x0b\x0c\x1c"]
)
def test_any_text_is_encoded_as_one_line_and_read_back(text: str) -> None:
    data = json_bytes({"text": text})

    assert len(data.decode().splitlines()) == 1
    assert json.loads(data) == {"text": text}


def test_a_lone_surrogate_becomes_a_question_mark() -> None:
    assert json_bytes({"text": "a\ud83db"}) == b'{"text":"a?b"}'


def test_an_event_consists_of_its_name_and_data() -> None:
    event = {"type": "response.created", "sequence_number": 0}

    assert event_bytes(event) == b'event: response.created\ndata: {"type":"response.created","sequence_number":0}\n\n'


# EndpointError: errors in the format of the OpenAI API. test_server.py covers each failure over the wire.


def test_an_error_body_has_the_type_of_its_status() -> None:
    assert EndpointError(404, "No.", code="c", param="p").body == {
        "error": {"message": "No.", "type": "invalid_request_error", "param": "p", "code": "c"}
    }
    assert EndpointError(503, "No.").body["error"] == {
        "message": "No.",
        "type": "server_error",
        "param": None,
        "code": None,
    }


@pytest.mark.parametrize("kind", get_args(ProviderErrorKind))
def test_each_provider_error_kind_has_a_status_and_a_code(kind: ProviderErrorKind) -> None:
    error = ProviderBroken("Broken", kind=kind)

    assert 400 <= endpoint_error_of(error).status < 600
    assert failure_code(error) in ("server_error", "rate_limit_exceeded", "invalid_prompt")


def test_an_internal_error_is_not_retried() -> None:
    error = endpoint_error_of(LedgerFailed("The ledger cannot be written"))

    assert (error.status, error.headers) == (500, {"x-should-retry": "false"})
    assert failure_code(LedgerFailed("The ledger cannot be written")) == "server_error"


def test_a_bug_is_logged_without_its_message(caplog: pytest.LogCaptureFixture) -> None:
    message = " ".join(("secret", "words"))
    try:
        raise ValueError(message)
    except ValueError as error:
        log_failure(logging.getLogger("vaultdesk.endpoint"), error)

    assert "ValueError" in caplog.text
    assert "test_http_error.py" in caplog.text
    assert message not in caplog.text
    caplog.clear()
