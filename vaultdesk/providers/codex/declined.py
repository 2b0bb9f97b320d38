"""Declined: what codex is told when it asks for more than words. Nothing it asks for is ever granted here."""

from collections.abc import Mapping

from vaultdesk.providers.codex.mailbox import Said

_NO: Mapping[str, Said] = {
    "item/commandExecution/requestApproval": {"decision": "decline"},
    "item/fileChange/requestApproval": {"decision": "decline"},
    "item/permissions/requestApproval": {"permissions": {}, "scope": "turn"},
    "item/tool/requestUserInput": {"answers": {}},
    "mcpServer/elicitation/request": {"action": "decline", "content": None, "_meta": None},
    "execCommandApproval": {"decision": "abort"},
    "applyPatchApproval": {"decision": "abort"},
}
"""Each question's own way to hear no."""

METHOD_NOT_FOUND = -32601
"""JSON-RPC's code for a question nobody answers."""


def declined(method: str) -> Said:
    """Return the `result` or the `error` that answers a question of codex's with no."""
    if method in _NO:
        return {"result": dict(_NO[method])}
    return {"error": {"code": METHOD_NOT_FOUND, "message": "This is not available here."}}


def not_run() -> Said:
    """Return the result of a tool call that nobody waits for any more."""
    return tool_result("The call was cancelled; the tool was not run.", success=False)


def tool_result(text: str, *, success: bool) -> Said:
    """Return what a tool answered, as codex takes it."""
    return {"contentItems": [{"type": "inputText", "text": text}], "success": success}
