"""Declined: every question codex can ask has an answer, and none of them grants anything."""

import json

import pytest

from vaultdesk.providers.codex.declined import declined, not_run, tool_result

QUESTIONS = (
    "item/commandExecution/requestApproval", "item/fileChange/requestApproval", "item/permissions/requestApproval",
    "item/tool/requestUserInput", "mcpServer/elicitation/request", "account/chatgptAuthTokens/refresh",
    "attestation/generate", "currentTime/read", "applyPatchApproval", "execCommandApproval", "of/a/later/version",
)  # fmt: skip


@pytest.mark.parametrize("method", QUESTIONS)
def test_nothing_is_granted(method: str) -> None:
    answer = declined(method)

    assert answer.keys() in ({"result"}, {"error"})
    assert not [word for word in ("accept", "approved", "session", "true") if f'"{word}' in json.dumps(answer)]


def test_an_answer_cannot_be_changed_for_the_next_one() -> None:
    first = declined("execCommandApproval")["result"]
    assert isinstance(first, dict)
    first["decision"] = "approved"

    assert declined("execCommandApproval") == {"result": {"decision": "abort"}}


def test_a_call_nobody_waits_for_is_told_as_not_run() -> None:
    assert not_run()["success"] is False
    assert tool_result("a", success=True) == {"contentItems": [{"type": "inputText", "text": "a"}], "success": True}
