"""Scenes: exchanges folded from events, for tests of single widgets."""

import json
from typing import cast

from pydantic import JsonValue

from tests.ui.chat.chat_desk import LOCAL
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
"""The real tools, to be named only: nothing here runs one."""


def begun(question: str = "Why?", to: Destination = LOCAL) -> Exchange:
    """An exchange whose run began."""
    exchange = Exchange(question, TOOLS)
    exchange.apply(RunStarted("run_1", user_message(question), "scripted/one", to))
    return exchange


def answered(question: str = "Why?", text: str = "Because.") -> Exchange:
    """An exchange that is over."""
    exchange = begun(question)
    exchange.apply(TextArrived(text))
    exchange.apply(RunFinished("end"))
    return exchange


def start_call(exchange: Exchange, name: str, **arguments: JsonValue) -> ToolCallPart:
    """Let the model ask for a tool."""
    call = ToolCallPart(id=f"call_{name}", name=name, arguments_json=json.dumps(arguments), arguments=arguments)
    exchange.apply(CallStarted(call.id, name))
    exchange.apply(CallReady(call))
    return call


def review(call: ToolCallPart, *paths: str) -> ApprovalRequest:
    """The question about *call*."""
    files = tuple(FileChoice(path, 100, "named by the model") for path in paths)
    shown = CallReview(call.id, call.name, "Read notes", "reads.", "read", call.arguments or {}, files)
    return ApprovalRequest("req_1", "Read", (shown,), LOCAL)


def ask(exchange: Exchange, request: ApprovalRequest) -> None:
    """Ask the person."""
    exchange.apply(ApprovalRequested(request))


def decide(exchange: Exchange, request: ApprovalRequest, decision: ApprovalDecision) -> None:
    """Let the person answer; an approved call begins to run."""
    exchange.apply(ApprovalAnswered(request, decision))
    for shown in request.calls if decision.approved else ():
        exchange.apply(ToolStarted(shown.call_id, shown.tool))


def finish(exchange: Exchange, call: ToolCallPart, result: ToolResult, *sources: Source, seconds: float = 0.2) -> None:
    """Let *call* come to its result."""
    part = result_part(call, result, sources=sources)
    exchange.apply(ToolFinished(call.id, call.name, result, part, seconds))
