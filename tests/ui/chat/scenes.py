"""Exchanges built from events, for tests of single widgets."""

import json
from typing import cast

from pydantic import JsonValue

from tests.ui.chat.chat_env import LOCAL
from vaultdesk.agent.run import RunFinished, RunStarted
from vaultdesk.chat.messages import Source, ToolCallPart, user_message
from vaultdesk.core.transmission import Destination
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.provider import CallReady, CallStarted, TextArrived
from vaultdesk.tools.builtin.read_tools import FileRead
from vaultdesk.tools.builtin.search_tools import VaultSearch
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.runtime.execution import ApprovalAnswered, ApprovalRequested, ToolFinished, ToolStarted
from vaultdesk.tools.runtime.tool_results import result_part
from vaultdesk.tools.tool import FileChoice, ToolResult
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.vault.vault import Vault

TOOLS = ToolRegistry((VaultSearch(cast(Searcher, None)), FileRead(cast(Vault, None))))
"""The real tools, used only by name: no test runs one."""


def begun(question: str = "Why?", to: Destination = LOCAL) -> Exchange:
    """Return an exchange whose run has started."""
    exchange = Exchange(question, TOOLS)
    exchange.apply(RunStarted("run_1", user_message(question), "scripted/one", to))
    return exchange


def answered(question: str = "Why?", text: str = "Because.") -> Exchange:
    """Return a finished exchange."""
    exchange = begun(question)
    exchange.apply(TextArrived(text))
    exchange.apply(RunFinished("end"))
    return exchange


def start_call(exchange: Exchange, name: str, **arguments: JsonValue) -> ToolCallPart:
    """Apply a tool call of the model to *exchange*."""
    call = ToolCallPart(id=f"call_{name}", name=name, arguments_json=json.dumps(arguments), arguments=arguments)
    exchange.apply(CallStarted(call.id, name))
    exchange.apply(CallReady(call))
    return call


def review(call: ToolCallPart, *paths: str) -> ApprovalRequest:
    """Return an approval request for *call*."""
    files = tuple(FileChoice(path, 100, "named by the model") for path in paths)
    call_review = CallReview(call.id, call.name, "Read notes", "reads.", "read", call.arguments or {}, files)
    return ApprovalRequest("req_1", "Read", (call_review,), LOCAL)


def ask(exchange: Exchange, request: ApprovalRequest) -> None:
    """Apply an approval request to *exchange*."""
    exchange.apply(ApprovalRequested(request))


def decide(exchange: Exchange, request: ApprovalRequest, decision: ApprovalDecision) -> None:
    """Apply the decision of the user; approved calls start."""
    exchange.apply(ApprovalAnswered(request, decision))
    for call in request.calls if decision.approved else ():
        exchange.apply(ToolStarted(call.call_id, call.tool))


def finish(exchange: Exchange, call: ToolCallPart, result: ToolResult, *sources: Source, seconds: float = 0.2) -> None:
    """Finish *call* with *result*."""
    part = result_part(call, result, sources=sources)
    exchange.apply(ToolFinished(call.id, call.name, result, part, seconds))
