"""A temporary vault with the real index, tools, executor and audit log, and an approver with scripted answers."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from tests.support.vaults import write_vault
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.core.transmission import Destination
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.builtin.read_tools import FileRead
from vaultdesk.tools.builtin.search_tools import SearchProvenance, VaultSearch
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, FirstUseAnswer, FirstUseRequest
from vaultdesk.tools.runtime.audit_log import AuditLog
from vaultdesk.tools.runtime.call_context import CallContext, ReadVersions
from vaultdesk.tools.runtime.execution import ToolEvent, ToolFinished
from vaultdesk.tools.runtime.executor import ConversationTracking, ToolExecutor
from vaultdesk.tools.runtime.policy import NO_PRIVATE_NOTES, NotePrivacy, Permissions
from vaultdesk.tools.runtime.result_cache import ResultCache
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.tools.tool import AnyTool, ToolResult
from vaultdesk.vault.vault import Vault

REMOTE = Destination("Anthropic", "api.anthropic.com", local=False)
LOCAL = Destination("Offline assistant", "", local=True)
YES = ApprovalDecision(approved=True)
NO = ApprovalDecision(approved=False)

NOTES = {
    "Projects/House/Boiler.md": "# Boiler\n\nThe boiler leaks. We chose a heat pump.\n",
    "Projects/House/Budget.md": "# Budget\n\nThe heat pump costs 18,400.\n",
    "Projects-secret/Plan.md": "# Plan\n\nNobody knows of the boiler plan.\n",
    "Daily/2026-11-20.md": "Called the fitter about the boiler.\n",
    "Top.md": "A note at the top.\n",
}

Answer = ApprovalDecision | Callable[[ApprovalRequest], ApprovalDecision] | Exception


class ListAsker:
    """Permits the first use of a vault once, so that each read is approved by its list."""

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        return "once"


class Answers:
    """Approves, declines or raises in the given order; the last answer is repeated for further requests."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers) or [YES]
        self.requests: list[ApprovalRequest] = []
        self.first_use: FirstUseAnswer = "once"
        self.first_uses: list[FirstUseRequest] = []

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        self.first_uses.append(request)
        return self.first_use

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, ApprovalDecision) else answer(request)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class ToolEnv:
    """The objects that a test of tools or agents uses."""

    vault: Vault
    registry: ToolRegistry
    permissions: Permissions
    answers: Answers
    audit: AuditLog
    runner: ToolExecutor
    clock: Clock
    indexer: Indexer
    saved_rules: list[PermissionRule] = field(default_factory=list)
    preset: Preset = "ask"

    async def events(self, *calls: ToolCallPart, context: CallContext | None = None) -> list[ToolEvent]:
        """Execute *calls* as those of one answer and return all events."""
        return [event async for event in self.runner.run(calls, context or CallContext(REMOTE, "chat_1", "run_1"))]

    async def results(self, *calls: ToolCallPart, context: CallContext | None = None) -> list[ToolResult]:
        """Execute *calls* and return their results."""
        return [event.result for event in await self.events(*calls, context=context) if isinstance(event, ToolFinished)]

    def audit_events(self) -> list[tuple[str, str, str]]:
        """Return the audit log: event, call id and origin of the approval of each entry."""
        return [(entry.record.event, entry.record.call_id, entry.record.by) for entry in self.audit.read()]

    def text(self, path: str) -> str | None:
        """Return the text of the note at *path* on disk, or None if there is none."""
        file = self.vault.root / path
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def everything(self) -> dict[str, str]:
        """Return every file of the vault with its text, by path."""
        files = sorted(file for file in self.vault.root.rglob("*") if file.is_file())
        return {file.relative_to(self.vault.root).as_posix(): file.read_text(encoding="utf-8") for file in files}


def call(name: str, call_id: str = "call_1", **arguments: JsonValue) -> ToolCallPart:
    """Return a call as a provider delivers it."""
    part = ToolCallPart(id=call_id, name=name, arguments_json="{}", arguments=arguments)
    return part.model_copy(update={"arguments_json": part.model_dump_json(include={"arguments"})})


def read(*paths: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of file_read."""
    return call("file_read", call_id, file_paths=list(paths))


def search(query: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of vault_search."""
    return call("vault_search", call_id, query=query)


def on(agent_scope: AgentScope = UNRESTRICTED, destination: Destination = REMOTE, chat: str = "chat_1") -> CallContext:
    """Return the call context of an agent limited to *agent_scope*."""
    return CallContext(destination, chat, "run_1", agent_scope=agent_scope, question="Tidy up my notes")


def put(path: str, text: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of the test tool that writes a note."""
    return call("put_note", call_id, path=path, text=text)


def move(path: str, new_path: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of the test tool that renames a note."""
    return call("move_note", call_id, path=path, new_path=new_path)


def drop(path: str, call_id: str = "call_1") -> ToolCallPart:
    """Return a call of the test tool that deletes a note."""
    return call("drop_note", call_id, path=path)


@asynccontextmanager
async def open_tool_env(
    folder: Path,
    *answers: Answer,
    rules: Sequence[PermissionRule] = (),
    tools: Sequence[AnyTool] = (),
    notes: Mapping[str, str] = NOTES,
    privacy: NotePrivacy = NO_PRIVATE_NOTES,
    cached: bool = False,
) -> AsyncIterator[ToolEnv]:
    """Open an environment on a vault of *notes*; with *cached* equal reads return the earlier result.

    The vault is watched unless results are cached: a late report of a change would discard them.
    """
    root = write_vault(folder / "vault", notes)
    index = Index(folder / "data" / "index.sqlite")
    async with (
        Vault(root, watch=not cached) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        provenance = SearchProvenance()
        registry = ToolRegistry((VaultSearch(searcher, provenance), FileRead(vault, provenance), *tools))
        saved_rules: list[PermissionRule] = []
        permissions = Permissions(lambda: [*rules, *saved_rules], saved_rules.append, lambda: env.preset, privacy)
        audit = AuditLog(folder / "data" / "audit.jsonl")
        approver = Answers(*answers)
        clock = Clock()
        cache = ResultCache(lambda: (index.generation, index.pending_texts.version)) if cached else None
        tracking = ConversationTracking(TaintTracker(vault), ReadVersions(), results=cache)
        runner = ToolExecutor(registry, permissions, approver, audit, vault, clock, tracking)
        env = ToolEnv(vault, registry, permissions, approver, audit, runner, clock, indexer, saved_rules)
        try:
            yield env
        finally:
            await runner.aclose()
