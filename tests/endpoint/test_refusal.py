"""Refusal: errors in OpenAI's shape. What each trouble becomes over the wire is in test_app.py."""

import logging
from typing import get_args

import pytest

from vaultdesk.core.errors import LedgerFailed, ProviderBroken, ProviderTrouble
from vaultdesk.endpoint.refusal import Refusal, failure_code, log_failure, refused_by


def test_a_refusal_says_whose_fault_it_is() -> None:
    assert Refusal(404, "No.", code="c", param="p").body == {
        "error": {"message": "No.", "type": "invalid_request_error", "param": "p", "code": "c"}
    }
    assert Refusal(503, "No.").body["error"] == {"message": "No.", "type": "server_error", "param": None, "code": None}


@pytest.mark.parametrize("trouble", get_args(ProviderTrouble))
def test_each_trouble_has_a_status_and_a_code(trouble: ProviderTrouble) -> None:
    error = ProviderBroken("Broken", trouble=trouble)

    assert 400 <= refused_by(error).status < 600
    assert failure_code(error) in ("server_error", "rate_limit_exceeded", "invalid_prompt")


def test_what_is_no_providers_fault_is_ours_and_not_worth_asking_again() -> None:
    refusal = refused_by(LedgerFailed("The ledger cannot be written"))

    assert (refusal.status, refusal.headers) == (500, {"x-should-retry": "false"})
    assert failure_code(LedgerFailed("The ledger cannot be written")) == "server_error"


def test_a_bug_is_written_down_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    words = " ".join(("secret", "words"))
    try:
        raise ValueError(words)
    except ValueError as error:
        log_failure(logging.getLogger("vaultdesk.endpoint"), error)

    assert "ValueError" in caplog.text
    assert "test_refusal.py" in caplog.text
    assert words not in caplog.text
    caplog.clear()
