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

# Wire JSON: every reader takes what is sent.


@pytest.mark.parametrize(
    "text", ["plain", "ü€😀", 'quote " and \\', "a\nb\r\nc", "\x00\x1f\x7f", "\x85\u2028\u2029", "\x0b\x0c\x1c"]
)
def test_any_text_is_one_line_that_reads_back(text: str) -> None:
    data = json_bytes({"text": text})

    assert len(data.decode().splitlines()) == 1
    assert json.loads(data) == {"text": text}


def test_half_a_pair_becomes_a_question_mark() -> None:
    assert json_bytes({"text": "a\ud83db"}) == b'{"text":"a?b"}'


def test_an_event_is_a_name_and_its_data() -> None:
    event = {"type": "response.created", "sequence_number": 0}

    assert event_bytes(event) == b'event: response.created\ndata: {"type":"response.created","sequence_number":0}\n\n'


# Refusal: errors in the shape of the OpenAI API. What each failure becomes over the wire is in test_server.py.


def test_a_refusal_says_whose_fault_it_is() -> None:
    assert EndpointError(404, "No.", code="c", param="p").body == {
        "error": {"message": "No.", "type": "invalid_request_error", "param": "p", "code": "c"}
    }
    assert EndpointError(503, "No.").body["error"] == {
        "message": "No.",
        "type": "server_error",
        "param": None,
        "code": None,
    }


@pytest.mark.parametrize("trouble", get_args(ProviderErrorKind))
def test_each_trouble_has_a_status_and_a_code(trouble: ProviderErrorKind) -> None:
    error = ProviderBroken("Broken", kind=trouble)

    assert 400 <= endpoint_error_of(error).status < 600
    assert failure_code(error) in ("server_error", "rate_limit_exceeded", "invalid_prompt")


def test_what_is_no_providers_fault_is_ours_and_not_worth_asking_again() -> None:
    refusal = endpoint_error_of(LedgerFailed("The ledger cannot be written"))

    assert (refusal.status, refusal.headers) == (500, {"x-should-retry": "false"})
    assert failure_code(LedgerFailed("The ledger cannot be written")) == "server_error"


def test_a_bug_is_written_down_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    words = " ".join(("secret", "words"))
    try:
        raise ValueError(words)
    except ValueError as error:
        log_failure(logging.getLogger("vaultdesk.endpoint"), error)

    assert "ValueError" in caplog.text
    assert "test_http_error.py" in caplog.text
    assert words not in caplog.text
    caplog.clear()
